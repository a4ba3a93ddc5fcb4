/** The hits of a search in one session, with the words around them. */

import type { Aligned, Side } from "../data/session";
import type { Kind } from "../data/wire";
import type { Found } from "../session/search";
import { joined } from "../spacing";

/** Number of words on either side. */
const AROUND = 5;

export interface Word {
  kind: Kind;
  said: string;
  heard: string;
}

export interface Hit {
  session: number;
  /** The first step. */
  step: number;
  /** The kind of its first error; correct if there is none. */
  kind: Kind;
  wrong: boolean;
  words: Word[];
  before: string;
  after: string;
  /** Start and end in seconds; null without times. */
  time: [number, number] | null;
}

/** Returns the first hits of a session, and the number of all and of the wrong ones. */
export function hitsOf(session: number, aligned: Aligned, { hits, heads }: Found, most: number): { hits: Hit[]; all: number; wrong: number } {
  const { steps } = aligned;
  const found: Hit[] = [];
  let [all, wrong] = [0, 0];
  for (let step = 0; step < steps.length; step++) {
    if (!heads[step]) continue;
    const own = phrase(aligned, hits, heads, step);
    const error = own.find((one) => steps.kind[one] !== "C");
    all++;
    wrong += Number(error !== undefined);
    if (found.length >= most) continue;
    const kind = error === undefined ? "C" : steps.kind[error]!;
    found.push({ session, step, kind, wrong: error !== undefined, words: wordsOf(aligned, own), ...around(aligned, own) });
  }
  return { hits: found, all, wrong };
}

export function wordsOf(aligned: Aligned, own: readonly number[]): Word[] {
  return own.map((step) => ({ kind: aligned.steps.kind[step]!, said: aligned.referenceText(step), heard: aligned.hypothesisText(step) }));
}

/** The steps of a hit: those of a phrase, and insertions between them. */
function phrase({ steps }: Aligned, hits: Uint8Array, heads: Uint8Array, first: number): number[] {
  let last = first;
  for (let step = first + 1; step < steps.length && steps.lane[step] === steps.lane[first] && !heads[step]; step++) {
    if (hits[step]) last = step;
    else if (steps.kind[step] !== "I") break;
  }
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

/** The words before and after, of the reference unless the hit is inserted; and the time of the hit. */
function around({ steps, reference, hypothesis, timed }: Aligned, own: readonly number[]): Pick<Hit, "before" | "after" | "time"> {
  const said = own.map((step) => steps.reference[step]!).filter((word) => word >= 0);
  const [side, words] = said.length ? [reference, said] : [hypothesis, own.map((step) => steps.hypothesis[step]!)];
  const [first, last] = [Math.min(...words), Math.max(...words)];
  return {
    before: joined(range(side, first - AROUND, first, first)),
    after: joined(range(side, last + 1, last + 1 + AROUND, first)),
    time: timed ? [side.start[first]!, side.end[last]!] : null,
  };
}

/** The words of the same speaker in a range. */
function range(side: Side, from: number, to: number, own: number): string[] {
  const found: string[] = [];
  for (let word = Math.max(0, from); word < Math.min(to, side.word.length); word++) if (side.speaker[word] === side.speaker[own]) found.push(side.text(word));
  return found;
}
