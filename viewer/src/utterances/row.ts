/** An utterance in the list: its name, and the text with the errors of each shown score. */

import type { Session } from "../data/session";
import type { Index, Summary } from "../data/wire";
import { directionOf } from "../direction";
import { h } from "../dom";
import { amount, percent } from "../format";
import type { Line } from "../overview/columns";
import { link } from "../overview/savings";
import { appendWords } from "../reading/text";
import { Scene } from "../session/scene";
import { START, type Store } from "../state";

export interface Shown {
  /** Numbers of one score or two. */
  scores: readonly number[];
  /** Names of these scores; empty for a single one. */
  names: readonly string[];
  /** Words to mark. */
  query: string;
}

/** A row without its text, which `fill` adds once its session has been read. */
export function emptyRow(index: Index, store: Store, line: Line, shown: Shown): HTMLElement {
  const there = { session: line.session, view: "reading", range: null, step: null } as const;
  const name = link(index, store, there, line.name || "(unnamed)");
  name.dataset["session"] = String(line.session);
  name.dir = "auto";
  name.classList.add("long");
  const unit = index.scores[shown.scores[0]!]!.unit;
  return h(
    "li",
    {},
    h("div", { class: "name" }, name, h("small", {}, amount(line.own.length, unit))),
    h(
      "div",
      { class: "lines" },
      shown.scores.map((score, place) => {
        const counts = place ? line.other : line.own;
        return h("div", { class: "line", "data-score": score }, counts && figures(counts, shown.names[place]), h("p"));
      }),
    ),
  );
}

function figures(counts: Summary, name: string | undefined): HTMLElement {
  return h(
    "span",
    { class: "figures" },
    name === undefined ? null : h("span", { class: "system", dir: "auto" }, name),
    h("b", {}, percent(counts.rate)),
    h("small", {}, counts.errors ? amount(counts.errors, "error") : "correct"),
  );
}

/** Adds the texts. Of several scores without errors, only the first has it. */
export function fill(row: HTMLElement, index: Index, session: Session, line: Line, { scores, query }: Shown): void {
  const counts = [line.own, line.other];
  const wrong = counts.map((one) => !!one && one.errors > 0);
  row.querySelectorAll<HTMLElement>(".line").forEach((place, number) => {
    const text = place.querySelector("p")!;
    const aligned = session.score(scores[number]!);
    text.replaceChildren();
    if (!aligned) {
      text.append(h("span", { class: "none" }, "not scored"));
      return;
    }
    // The same text is not repeated.
    if (!wrong[number] && (number > 0 || wrong.includes(true))) return;
    const scene = new Scene(scores[number]!, index.scores[scores[number]!]!, aligned);
    scene.filter({ ...START, query });
    text.dir = directionOf(aligned.steps.kind.map((_, step) => aligned.referenceText(step) || aligned.hypothesisText(step)));
    appendWords(text, scene, [...aligned.steps.kind.keys()]);
    scene.close();
    if (!text.hasChildNodes()) text.append(h("span", { class: "none" }, "no words"));
  });
}
