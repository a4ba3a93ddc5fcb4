/** Search: parses queries and finds the steps of matching words. */

import type { Aligned, Side } from "../data/session";
import { isTame } from "./patterns";

export interface Query {
  /** One test per word, for a phrase. */
  tests: ((word: string) => boolean)[];
  /** Reference word and hypothesis word, for one specific error. */
  pair: [string, string] | null;
  /** A regular expression that may be slow and is run by a WildSearch. */
  wild: string | null;
  error: string | null;
}

const EMPTY: Query = { tests: [], pair: null, wild: null, error: null };

/** Returns the query for one specific error; an empty side means no word. */
export function pairQuery(said: string, heard: string): string {
  return `${said} → ${heard}`.trim();
}

/** `word`, `several words` in a row, `/regex/`, or `said → heard`; letter case does not matter but in the last. */
export function parseQuery(text: string): Query {
  const trimmed = text.trim();
  if (trimmed === "") return EMPTY;
  if (trimmed.startsWith("/") && trimmed.length > 1) {
    const body = trimmed.slice(1).replace(/\/$/, "");
    if (body === "") return EMPTY;
    try {
      const regex = new RegExp(body, "iu");
      if (!isTame(body)) return { ...EMPTY, wild: body };
      return { ...EMPTY, tests: [(word) => regex.test(word)] };
    } catch {
      return { ...EMPTY, error: "not a regular expression" };
    }
  }
  const pair = /^(\S*)\s*(?:→|->)\s*(\S*)$/u.exec(trimmed);
  if (pair && (pair[1] || pair[2])) return { ...EMPTY, pair: [pair[1]!, pair[2]!] };
  const wanted = trimmed.toLocaleLowerCase().split(/\s+/);
  return { ...EMPTY, tests: wanted.map((one) => (word: string) => word.toLocaleLowerCase() === one) };
}

/** The result of a search. */
export interface Found {
  /** 1 for every step with a matching word. */
  hits: Uint8Array;
  /** 1 for the first step of every hit: a phrase of three words is one hit. */
  heads: Uint8Array;
}

/** Returns the first word of every matching phrase on a side. */
function findPhrases(side: Side, query: Query): number[] {
  const found: number[] = [];
  if (query.tests.length === 0) return found;
  // Each distinct word is tested once.
  const matches = query.tests.map((test) => Uint8Array.from(side.table, (word) => Number(test(word))));
  const last = side.word.length - matches.length;
  for (let i = 0; i <= last; i++) {
    let all = true;
    for (let k = 0; all && k < matches.length; k++) {
      all = matches[k]![side.word[i + k]!] === 1 && side.speaker[i + k] === side.speaker[i];
    }
    if (all) found.push(i);
  }
  return found;
}

/** Whether a session with these distinct words may have a hit. */
export function mayHold(words: readonly string[], query: Query): boolean {
  if (query.pair) return query.pair.every((word) => word === "" || words.includes(word));
  return query.tests.every((test) => words.some(test));
}

/** Finds the steps with a matching word on either side. */
export function findSteps(aligned: Aligned, query: Query): Found {
  const { steps } = aligned;
  const hits = new Uint8Array(steps.length);
  if (query.pair) {
    const [said, heard] = query.pair;
    for (let i = 0; i < steps.length; i++) hits[i] = Number(aligned.referenceText(i) === said && aligned.hypothesisText(i) === heard);
    return { hits, heads: hits.slice() };
  }
  const heads = new Uint8Array(steps.length);
  for (const [side, words] of [
    [aligned.reference, steps.reference],
    [aligned.hypothesis, steps.hypothesis],
  ] as const) {
    const phrases = findPhrases(side, query);
    if (phrases.length === 0) continue;
    const stepOf = new Int32Array(side.word.length).fill(-1);
    words.forEach((word, step) => word >= 0 && (stepOf[word] = step));
    for (const first of phrases) {
      for (let k = 0; k < query.tests.length; k++) {
        const step = stepOf[first + k]!;
        if (step < 0) continue;
        hits[step] = 1;
        if (k === 0) heads[step] = 1;
      }
    }
  }
  return { hits, heads };
}
