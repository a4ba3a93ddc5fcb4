/** Which word a note is about: from a step of the alignment to a name that outlives this page, and back. */

import type { Side } from "../data/session";
import type { Scene } from "../session/scene";
import { keyOf, type Note, type NotedWord } from "./book";

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

/** The step of each note in this score; notes on words that it does not have are not among them. */
export function stepsOf(scene: Scene, session: string, notes: readonly Note[]): Map<string, number> {
  const wanted = new Set(notes.filter((note) => note.session === session).map(keyOf));
  const found = new Map<string, number>();
  if (wanted.size === 0) return found;
  for (const step of scene.layout.inOrder) {
    const key = keyOf(nameStep(scene, session, step));
    if (wanted.has(key)) found.set(key, step);
  }
  return found;
}
