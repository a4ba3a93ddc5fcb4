/** What makes a number doubtful, in one line; and how the page was made. */

import type { Index } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { amount } from "../format";
import { explained } from "../glossary";
import { copyable } from "../parts";

/** Beginning of a warning that all systems share. */
const REFERENCE = "the reference ";

/** Every warning once, those on the input first. */
function warnings(index: Index): string[] {
  const several = new Set(index.scores.map((info) => info.system)).size > 1;
  const own = index.scores.flatMap((info) => info.warnings.map((line) => (several && !line.includes(info.system) && !line.startsWith(REFERENCE) ? `${info.system}: ${line}` : line)));
  return [...new Set([...index.warnings, ...own])];
}

/** A text in which names of the page do not turn the text around them. */
export function withNames(index: Index, text: string): string {
  const names = [...index.sessions, ...index.scores.flatMap((info) => [info.system, ...info.speakers.map(([name]) => name)])];
  return [...new Set(names)].filter((name) => isolated(name) !== name).reduce((line, name) => line.replaceAll(name, isolated(name)), text);
}

/** Opened for printing, since paper cannot be clicked. */
function openOnPaper(details: HTMLDetailsElement): HTMLElement {
  let folded = false;
  addEventListener("beforeprint", () => {
    folded ||= !details.open;
    details.open = true;
  });
  addEventListener("afterprint", () => {
    if (folded) details.open = false;
    folded = false;
  });
  return details;
}

/** One line: the first warning and how many more; all of them when it is opened. */
export function doubts(index: Index): HTMLElement | null {
  const all = warnings(index).map((line) => withNames(index, line));
  const [first, ...rest] = all;
  if (first === undefined) return null;
  const sign = h("span", { "aria-hidden": "true" }, "⚠ ");
  const brief = first.replace(/ \(([^();]*); [^()]*\)/, " ($1)").replace(/; check .*$/, "");
  return openOnPaper(h(
    "details",
    { class: "doubts" },
    h("summary", {}, sign, h("span", { class: "spoken" }, "Warning: "), h("span", { class: "first" }, brief), rest.length ? h("b", {}, ` and ${amount(rest.length, "more warning")}`) : null),
    h("ul", {}, all.map((line) => h("li", {}, explained(line)))),
  ));
}

/** Command, definitions, signatures and notes. */
export function made(index: Index): HTMLElement {
  const about = new Map(index.scores.map((info) => [info.title, info.about]));
  const lines = index.scores.flatMap((info) => [...info.notes, ...(info.blame?.remarks ?? [])].map((note) => `${info.system} ${info.title}: ${note}`));
  return openOnPaper(h(
    "details",
    { class: "made" },
    h("summary", {}, "How it was made"),
    h(
      "div",
      { class: "making" },
      index.command === undefined ? null : copyable(index.command),
      [...about].map(([title, text]) => h("p", { class: "about" }, h("b", {}, title), ": ", explained(text))),
      [...new Set(index.scores.map((info) => info.signature))].map(copyable),
      lines.length ? h("ul", { class: "remarks" }, lines.map((line) => h("li", {}, explained(line)))) : null,
    ),
  ));
}
