/** Converts a step of the alignment to the word that a correction is about, and back. */

import type { Side } from "../data/session";
import type { Scene } from "../session/scene";
import { keyOf, type Correction, type CorrectedWord } from "./store";

export type Named = Pick<Correction, "session" | "unit" | "reference" | "hypothesis">;

function nameWord(side: Side, names: readonly string[], word: number): CorrectedWord {
  const { number, first, start } = side.segment(word);
  const named: CorrectedWord = { speaker: names[side.speaker[word]!]!, segment: number, word: word - first, text: side.text(word) };
  if (start !== null) named.start = start;
  return named;
}

export function nameStep(scene: Scene, session: string, step: number): Named {
  const { steps, reference, hypothesis, names } = scene.aligned;
  const named: Named = { session };
  const unit = /(?:^|\|)unit:([^|]+)/.exec(scene.info.signature)?.[1];
  if (unit && unit !== "word") named.unit = unit;
  if (steps.reference[step]! >= 0) named.reference = nameWord(reference, names, steps.reference[step]!);
  if (steps.hypothesis[step]! >= 0) {
    named.hypothesis = { ...nameWord(hypothesis, names, steps.hypothesis[step]!), system: scene.info.system };
  }
  return named;
}

/** The step of every word, by the key of its correction; computed once for a score that has corrections. */
const stepsOfScene = new WeakMap<Scene, Map<string, number>>();

/** Returns the step of each correction in this score; omits those of words that it does not have. */
export function stepsOf(scene: Scene, session: string, corrections: readonly Correction[]): Map<string, number> {
  const keys = corrections.filter((correction) => correction.session === session).map(keyOf);
  if (keys.length === 0) return new Map();
  let all = stepsOfScene.get(scene);
  if (!all) {
    all = new Map(Array.from(scene.layout.inOrder, (step) => [keyOf(nameStep(scene, session, step)), step] as const));
    stepsOfScene.set(scene, all);
  }
  return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key)!] as const] : [])));
}
