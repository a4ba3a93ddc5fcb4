/** The time span in which the collar of a timed metric allows a word to be aligned. */

import type { Side } from "../data/session";
import type { Scene } from "../session/scene";

/** Returns a part of a signature by name, e.g. `collar:5`. */
export function signaturePart(signature: string, name: string): string | null {
  const found = signature.split("|").find((part) => part.startsWith(`${name}:`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** Returns the time of a word for scoring, which may differ from where it is drawn. */
function scoredTime(side: Side, word: number, timing: string): [number, number] {
  const utterance = side.utterance[word]!;
  const drawn: [number, number] = [side.start[word]!, side.end[word]!];
  if (side.own.has(utterance)) return drawn;
  let first = word;
  let last = word;
  while (first > 0 && side.utterance[first - 1] === utterance) first--;
  while (last + 1 < side.word.length && side.utterance[last + 1] === utterance) last++;
  const [begin, end] = [side.start[first]!, side.end[last]!];
  if (timing === "segment" || timing === "none") return [begin, end];
  const each = (end - begin) / (last - first + 1);
  const share: [number, number] = timing.startsWith("equal") ? [begin + (word - first) * each, begin + (word - first + 1) * each] : drawn;
  const middle = (share[0] + share[1]) / 2;
  return timing.endsWith("points") ? [middle, middle] : share;
}

export interface Allowed {
  collar: number;
  from: number;
  to: number;
  /** Whether it is a hypothesis word. */
  heard: boolean;
}

/** Returns when a word of the other side can be aligned with this one; null if times are ignored. */
export function allowed(scene: Scene, step: number, heard: boolean): Allowed | null {
  const collar = Number(signaturePart(scene.info.signature, "collar") ?? NaN);
  const timing = (signaturePart(scene.info.signature, "timing") ?? "chars/points").split("/");
  const { aligned } = scene;
  const word = (heard ? aligned.steps.hypothesis : aligned.steps.reference)[step] ?? -1;
  if (!Number.isFinite(collar) || word < 0 || !aligned.timed) return null;
  const side = heard ? aligned.hypothesis : aligned.reference;
  const [start, end] = scoredTime(side, word, timing[Number(heard)] ?? "chars");
  return { collar, from: start - collar, to: end + collar, heard };
}
