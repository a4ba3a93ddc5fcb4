/** The data as they stand in the page; src/hubbub/report/page.py writes them. */

export interface Counts {
  errors: number;
  length: number;
  rate: number | null;
  insertions: number;
  deletions: number;
  substitutions: number;
  correct: number;
}

export interface Summary extends Counts {
  lower_bound: number;
  exact: boolean;
}

export type Kind = "C" | "S" | "D" | "I";
export type ErrorKind = "S" | "D" | "I";

/** Reference word, hypothesis word, how often. */
export type Frequent = [string, string, number];
/** And in which sessions, how often. */
export type FrequentSomewhere = [string, string, number, [number, number][]];

/** For each way to cut the sessions into parts, the parts with their errors. */
export type Slices = Record<string, [string, Counts][]>;

export interface ScoreInfo {
  metric: string;
  title: string;
  about: string;
  system: string;
  signature: string;
  total: Summary;
  notes: string[];
  sessions: (Summary | null)[];
  frequent: Record<ErrorKind, FrequentSomewhere[]>;
  lost: number;
  slices: Slices;
  /** Each speaker with sessions, the errors there, and the words there. */
  speakers: [string, [number, number, number][]][];
}

export interface Index {
  version: string;
  title: string;
  sessions: string[];
  audio: (string | null)[];
  scores: ScoreInfo[];
}

export interface WireSide {
  speaker: number[];
  number: number[];
  count: number[];
  word: number[];
  gap?: number[];
  length?: number[];
  /** Runs of utterances whose words have times of their own; those of others are shares of the utterance. */
  own?: number[];
}

/** Speaker, stream, steps, runs of reference words, runs of hypothesis words. */
export type WireLane = [number, number, string, number[], number[]];

/** A slice of a session: its parts, and letters that say which of them each word belongs to. */
export interface WireSlice {
  name: string;
  parts: [string, Counts][];
  /** The number of the letters of the reference's words, among the session's codes. */
  words: number;
  /** Letters of the insertions, in the order of the steps. */
  inserted: string;
}

export interface WireScore {
  reference: number;
  hypothesis: number;
  timed: boolean;
  lanes: WireLane[];
  start: number;
  end: number;
  /** Correct, substituted, deleted, inserted words of each stretch of the session. */
  bins: [number[], number[], number[], number[]];
  frequent: Record<ErrorKind, Frequent[]>;
  /** Deleted reference word, and the same word as another stream inserted it. */
  lost: [number, number][];
  /** Speaker, stream it was compared with, stream it came out on, how often. */
  moved: [string, string | null, string, number][];
  speakers: [string | null, string | null, Counts][];
  slices: WireSlice[];
}

export interface WireSession {
  words: string[];
  names: string[];
  sides: WireSide[];
  codes: string[];
  scores: (WireScore | null)[];
}
