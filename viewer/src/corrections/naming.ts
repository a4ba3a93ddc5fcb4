/** Which word a note is about: from a step of the alignment to a name that outlives this page, and back. */

import type { Side } from "../data/session";
import type { Scene } from "../session/scene";
import { keyOf, type Note, type NotedWord } from "./store";

export type Named = Pick<Note, "session" | "unit" | "reference" | "hypothesis">;

function nameWord(side: Side, names: readonly string[], word: number): NotedWord {
  const { number, first, start } = side.segment(word);
  const named: NotedWord = { speaker: names[side.speaker[word]!]!, segment: number, word: word - first, text: side.text(word) };
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

/** The step of every word, by what notes call it; made once for a score, when its session first has notes. */
const known = new WeakMap<Scene, Map<string, number>>();

/** The step of each note in this score; notes on words that it does not have are not among them. */
export function stepsOf(scene: Scene, session: string, notes: readonly Note[]): Map<string, number> {
  const keys = notes.filter((note) => note.session === session).map(keyOf);
  if (keys.length === 0) return new Map();
  let all = known.get(scene);
  if (!all) {
    all = new Map(Array.from(scene.layout.inOrder, (step) => [keyOf(nameStep(scene, session, step)), step] as const));
    known.set(scene, all);
  }
  return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key)!] as const] : [])));
}
