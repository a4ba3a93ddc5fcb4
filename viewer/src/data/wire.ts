/** The data in the page, as src/hubbub/page/report_page.py writes them. */

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

/** For each slice, its groups with their errors. */
export type Slices = Record<string, [string, Counts][]>;

/** Confidence interval of a rate or of a difference of rates, over sessions, groups of sessions, or blocks of one session. */
export interface IntervalInfo {
  low: number;
  high: number;
  level: number;
  unit: string;
  units: number;
  of_difference?: boolean;
}

/** The name of a cause, its errors, and their proven bounds. */
export type Part = [string, number, number, number];

export interface BlameParts {
  /** In the order of the chain of metrics: recognition is last. */
  parts: Part[];
  /** Correct words in the stream of another speaker; null if streams are not paired with speakers. */
  misattributed: number | null;
  /** Correct words in any stream. */
  correct: number;
}

export interface BlameInfo extends BlameParts {
  remarks: string[];
  sessions: (BlameParts | null)[];
}

/** A stretch with errors of other causes than recognition. */
export interface WireStretch {
  /** By cause. */
  errors: number[];
  /** Of the reference and of the hypothesis. */
  words: [number, number];
  span: [number, number] | null;
  /** The first word of the first misattributed segment, among the words of the hypothesis; -1 if there is none. */
  at: number;
  /** Stream, the speaker paired with it, the speaker of the words, and the number of words. */
  segments: [number, number, number, number][];
}

export interface WireBlame extends BlameParts {
  /** Speaker, stream, correct words. */
  matrix: [string, string, number][];
  /** A letter for each word: a for the first cause, and so on; a dash if it is correct. */
  reference?: string;
  hypothesis?: string;
  /** Misattributed words: in the reference and in the hypothesis, each as the distance from the one before. */
  spoken?: number[];
  written?: number[];
  worst?: WireStretch[];
}

/** What errors are counted in: what texts are made of, where one of several scripts is counted in `unit`s, or speech. */
export type Unit = "word" | "character" | "unit" | "second" | "speaker";

export interface ScoreInfo {
  metric: string;
  unit: Unit;
  title: string;
  about: string;
  system: string;
  signature: string;
  total: Summary;
  notes: string[];
  sessions: (Summary | null)[];
  frequent: Record<ErrorKind, FrequentSomewhere[]>;
  interval: IntervalInfo | null;
  blame: BlameInfo | null;
  slices: Slices;
  /** Each speaker with sessions, the errors there, and the words there. */
  speakers: [string, [number, number, number][]][];
}

/** Two scores under one metric, by number; differences are those of the second from the first. */
export interface Comparison {
  a: number;
  b: number;
  verdict: string;
  difference: number;
  interval: IntervalInfo | null;
  /** Errors by cause. */
  parts: [string, number][];
  /** Why there is no interval; what so many sessions could show, and how many this difference would need. */
  further: string[];
}

export interface Index {
  version: string;
  /** Of the words: notes are kept under it. */
  digest: string;
  title: string;
  sessions: string[];
  /** What was typed to make the page. */
  command?: string;
  /** Is the first session shown at first, and not the overview? */
  opened?: boolean;
  audio: (string | null)[];
  /** Clips of the recordings that the page holds, in elements of their own: when each begins and ends. */
  clips?: ({ type: string; clips: [number, number][] } | null)[];
  comparisons: Comparison[];
  scores: ScoreInfo[];
}

export interface WireSide {
  speaker: number[];
  number: number[];
  count: number[];
  /** Numbers of its words; where words are copied, of the others. */
  word: number[];
  /** The score whose correct words are copied from its reference, which is a side before this one. */
  copied?: number;
  /** Runs of its correct words that differ from those of the reference, and are not copied. */
  unlike?: number[];
  /** Of each word: how long after the one before it begins, and how long it lasts, in hundredths of a second. */
  gap?: number[];
  length?: number[];
  /** Runs of utterances whose words share its time by letters, and are not among those words. */
  shared?: number[];
  /** Of each of them: how long after the end of the one before it begins, and how long it lasts, in milliseconds. */
  start?: number[];
  span?: number[];
  /** Runs of utterances whose words have times of their own; those of others are shares of the utterance. */
  own?: number[];
  /** How long before its first word each utterance begins, in hundredths of a second. */
  lead?: number[];
  /** Further keys of utterances, and of words for themselves. */
  extra?: WireFurther[];
  word_extra?: WireFurther[];
}

/** A key, runs of what has it, its values, and the number of the value of each; null where values stand one by one. */
export type WireFurther = [string, number[], (string | number | boolean)[], number[] | null];

/** Speaker, stream, steps, runs of reference words, runs of hypothesis words. */
export type WireLane = [number, number, string, number[], number[]];

/** A slice of a session: its parts, and letters that say which of them each word belongs to. */
export interface WireSlice {
  name: string;
  parts: [string, Counts][];
  /** The number of the letters of the reference's words, or else of its segments, among the session's codes. */
  words?: number;
  segments?: number;
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
  speakers: [string | null, string | null, Counts][];
  slices: WireSlice[];
  blame: WireBlame | null;
}

export interface WireSession {
  words: string[];
  names: string[];
  sides: WireSide[];
  codes: string[];
  scores: (WireScore | null)[];
}
