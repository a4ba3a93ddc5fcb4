/** The chosen word in every other system: one line each. */

import { causeName } from "../blame/causes";
import { PART_NAMES } from "../blame/parts";
import type { Aligned, Session } from "../data/session";
import type { Index, Kind } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { amount } from "../format";
import { nameOfScore } from "../overview/controls";
import { wordsOf } from "../overview/hits";
import { marked } from "../overview/marked";
import type { Store } from "../state";
import { ofText, vocabulary } from "../vocabulary";
import type { Scene } from "./scene";

/** Maximum number of lines. */
const LINES = 8;

/** Scores whose words can be compared: other systems under the same metric; if there are none, other metrics. */
function others({ scores }: Index, score: number): number[] {
  const own = scores[score]!;
  const texts = [...scores.keys()].filter((one) => one !== score && ofText(scores[one]!.unit));
  const rivals = texts.filter((one) => scores[one]!.metric === own.metric);
  return rivals.length ? rivals : texts;
}

/** The steps of another alignment at the place of a step: the same reference word, or the insertions after the same one. */
export function sameSteps(own: Aligned, step: number, other: Aligned): number[] {
  const word = own.steps.reference[step]!;
  if (word >= 0) {
    const found = other.steps.reference.indexOf(word);
    return found < 0 ? [] : [found];
  }
  let before = step;
  while (before >= 0 && own.steps.reference[before]! < 0 && own.steps.lane[before] === own.steps.lane[step]) before--;
  if (before < 0 || own.steps.lane[before] !== own.steps.lane[step]) return [];
  const found: number[] = [];
  let after = other.steps.reference.indexOf(own.steps.reference[before]!);
  while (after >= 0 && other.steps.kind[++after] === "I") found.push(after);
  return found;
}

/** `beside` is the step of the compared score that was chosen, if any. */
export function inOthers(index: Index, session: Session, store: Store, main: Scene, step: number, beside: number | null): HTMLElement | null {
  if (!ofText(main.info.unit)) return null;
  const all = others(index, main.number).filter((score) => index.scores[score]!.sessions[session.number]);
  const { against } = store.state;
  const first = against !== null && all.includes(against) ? [against, ...all.filter((one) => one !== against)] : all;
  const rows = first.slice(0, LINES).flatMap((score) => {
    const aligned = session.score(score);
    return aligned && aligned.reference === main.aligned.reference ? [line(index, store, score, aligned, score === against && beside !== null ? [beside] : sameSteps(main.aligned, step, aligned))] : [];
  });
  const rest = all.length - LINES;
  return rows.length ? h("div", { class: "in-others" }, rows, rest > 0 ? h("small", {}, `and ${amount(rest, "more system")}`) : null) : null;
}

function line(index: Index, store: Store, score: number, aligned: Aligned, steps: readonly number[]): HTMLElement {
  const { unit } = index.scores[score]!;
  const step = steps[0];
  const kind: Kind = steps.map((one) => aligned.steps.kind[one]!).find((one) => one !== "C") ?? "C";
  const cause = step === undefined || !aligned.causes ? null : causeName(aligned.causes, step);
  const heard = step === undefined ? -1 : aligned.steps.hypothesis[step]!;
  const stream = heard < 0 ? "" : aligned.names[aligned.hypothesis.speaker[heard]!]!;
  const facts = [stream && `in stream ${isolated(stream)}`, cause ? `${PART_NAMES[cause] ?? cause} error` : ""];
  const show = (): void => store.set({ score, against: store.state.score, step: step ?? null });
  return h(
    "button",
    { type: "button", title: `show ${nameOfScore(index, score)}`, on: { click: show } },
    h("span", { class: "system", dir: "auto" }, nameOfScore(index, score)),
    h("span", { class: `tag ${step === undefined ? "C" : kind}` }, step === undefined ? "nothing inserted" : vocabulary(unit).one[kind]),
    h("span", { class: "words" }, marked(wordsOf(aligned, steps))),
    h("span", { class: "facts" }, facts.filter(Boolean).join(" · ")),
  );
}
