/** Small elements shared by several views. */

import { copyText } from "./clipboard";
import type { Counts, ErrorKind, Summary, Unit } from "./data/wire";
import { h } from "./dom";
import { count, percent } from "./format";
import { type Scale, tickLabel } from "./scale";
import { KINDS } from "./state";
import { ofText, quantity, vocabulary } from "./vocabulary";

export function errorsOf(counts: Counts, kind: ErrorKind): number {
  return { S: counts.substitutions, D: counts.deletions, I: counts.insertions }[kind];
}

/** Substitutions, deletions and insertions as a bar; a line marks 100% if the axis is longer. */
export function errorBar(counts: Counts, { top }: Scale, unit: Unit = "word"): HTMLElement {
  const { many } = vocabulary(unit);
  // A mean over speakers has no kinds of errors.
  if (unit === "speaker") return plainBar((counts.rate ?? 0) / top, percent(counts.rate));
  const label = KINDS.map((kind) => `${quantity(unit, errorsOf(counts, kind))} ${many[kind]}`).join(", ");
  return h(
    "span",
    { class: "bar", role: "img", "aria-label": label, title: `${label}; the whole bar is ${tickLabel(top)}` },
    KINDS.map((kind) => {
      const share = counts.length ? errorsOf(counts, kind) / counts.length / top : 0;
      return h("i", { class: kind, style: { width: `${(100 * share).toFixed(2)}%` } });
    }),
    top > 1 ? h("b", { class: "hundred", style: { left: `${(100 / top).toFixed(2)}%` } }) : null,
  );
}

/** One rate as a bar, with optional marks. */
export function plainBar(share: number, label: string, marks: readonly HTMLElement[] = []): HTMLElement {
  const fill = h("i", { class: "whole", style: { width: `${(100 * share).toFixed(2)}%` } });
  return h("span", { class: "bar marked", role: marks.length ? "group" : "img", "aria-label": label }, fill, marks);
}

/** Maximum number of marks in the Tab order; with more, only the table is. */
export const TABBED = 50;

/** Number of extra rows that are shown instead of a button. */
const FEW = 3;

/** Fills a list with its first rows; returns a button for the rest, or null. */
export function firstRows<T>(list: HTMLElement, rows: readonly T[], shown: number, line: (row: T) => HTMLElement): HTMLElement | null {
  const first = rows.length <= shown + FEW ? rows.length : shown;
  list.append(...rows.slice(0, first).map(line));
  if (first === rows.length) return null;
  const more = h("button", { type: "button", class: "quiet" }, `${count(rows.length - first)} more`);
  more.addEventListener("click", () => {
    list.append(...rows.slice(first).map(line));
    more.remove();
    list.children[first]!.querySelector<HTMLElement>("button")?.focus();
  });
  return more;
}

/** Placeholder of a session without words. */
export function silence(unit: Unit): HTMLElement {
  return h("p", { class: "silence" }, `This session has no ${ofText(unit) ? `${unit}s` : "segments"}.`);
}

/** The range of a rate that is not proven optimal; null if it is. */
export function proof(summary: Summary): HTMLElement | null {
  if (summary.exact) return null;
  return h(
    "span",
    { class: "unproven" },
    "search stopped early: ",
    summary.length ? `${percent(summary.lower_bound / summary.length)} to ${percent(summary.rate)}` : `at least ${count(summary.lower_bound)}`,
  );
}

/** A line of code, copied by a click. */
export function copyable(text: string): HTMLElement {
  const button = h("button", { type: "button", class: "copyable", title: "copy" }, h("code", {}, text));
  button.addEventListener("click", () => {
    void copyText(text).then((done) => {
      if (!done) return;
      button.classList.add("copied");
      setTimeout(() => button.classList.remove("copied"), 1200);
    });
  });
  return button;
}

export function playButton(what: string, play: () => void): HTMLElement {
  return h("button", { type: "button", class: "hear", "aria-label": `play ${what}`, title: "play", on: { click: play } }, "▶");
}

export interface Choice {
  value: string;
  text: string;
}

export function select(label: string, choices: readonly Choice[], value: string, change: (value: string) => void): HTMLElement {
  const field = h(
    "select",
    { "aria-label": label, on: { change: () => change(field.value) } },
    choices.map((one) => h("option", { value: one.value, selected: one.value === value }, one.text)),
  );
  return h("label", { class: "select" }, h("span", {}, label), field);
}
