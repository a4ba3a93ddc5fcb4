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

/** Reference word, hypothesis word, count. */
export type Frequent = [string, string, number];
/** The same, with the count in each session. */
export type FrequentSomewhere = [string, string, number, [number, number][]];

/** For each slice, its groups with their errors. */
export type Slices = Record<string, SlicePart[]>;
/** A group, its errors, and over all sessions the one with most of them. */
export type SlicePart = [string, Counts, (number | null)?];

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

/** A stretch of a session over which the causes add up. */
export interface WireStretch {
  /** By cause. */
  errors: number[];
  /** Of the reference and of the hypothesis. */
  words: [number, number];
  /** In hundredths of a second. */
  span: [number, number] | null;
  /** The first word of the first misattributed segment, among the words of the hypothesis; -1 if there is none. */
  at: number;
  /** Stream, the speaker paired with it, the speaker of the words, and the number of words. */
  segments: [number, number, number, number][];
}

/** A stretch with errors of any cause, among the worst of all sessions. */
export interface CorpusStretch {
  session: number;
  errors: number;
  /** Number of reference words. */
  words: number;
  /** In hundredths of a second. */
  span?: [number, number];
  /** Without times: positions of its words in their row. */
  positions?: [number, number];
}

/** Start, end, and the substitutions, deletions and insertions in a few columns over time. */
export type WireStrip = [number, number, number[], number[], number[]];

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

/** Unit of the errors: that of `--unit` for words, or second and speaker for diarization. */
export type Unit = "word" | "character" | "unit" | "second" | "speaker";

export interface ScoreInfo {
  metric: string;
  unit: Unit;
  title: string;
  about: string;
  system: string;
  signature: string;
  total: Summary;
  warnings: string[];
  notes: string[];
  /** Speakers without a stream: the session, and the speaker. */
  unpaired: [number, string][];
  sessions: (Summary | null)[];
  frequent: Record<ErrorKind, FrequentSomewhere[]>;
  interval: IntervalInfo | null;
  blame: BlameInfo | null;
  slices: Slices;
  /** By speaker: session, errors and words of each session. */
  speakers: [string, [number, number, number][]][];
  worst: CorpusStretch[];
  /** Of each session; null for many sessions. */
  strips: (WireStrip | null)[] | null;
}

/** Two scores under one metric, by number; differences are second minus first. */
export interface Comparison {
  a: number;
  b: number;
  verdict: string;
  /** Whether the difference is significant, as a sentence. */
  significance: string;
  significant: boolean;
  difference: number;
  interval: IntervalInfo | null;
  /** Errors by cause. */
  parts: [string, number][];
  /** The largest differences: session, start and end in seconds, the errors of both, and without times the positions in a row of each. */
  places: [number, number | null, number | null, number, number, [[number, number] | null, [number, number] | null]][];
  /** Why there is no interval; the detectable difference and the number of sessions needed. */
  notes: string[];
}

export interface Index {
  version: string;
  /** Digest of the words; corrections are stored under it. */
  digest: string;
  title: string;
  sessions: string[];
  /** The first session of every block. */
  blocks: number[];
  /** Whether every session is one short segment, so the page is a list of texts without timelines. */
  utterances: boolean;
  /** The command that created the page. */
  command?: string;
  /** Whether the page opens with the first session instead of the overview. */
  opened?: boolean;
  audio: (string | null)[];
  /** Start and end of each audio clip in the page. */
  clips?: ({ type: string; clips: [number, number][] } | null)[];
  comparisons: Comparison[];
  /** Warnings about the input. */
  warnings: string[];
  scores: ScoreInfo[];
}

export interface WireSide {
  speaker: number[];
  number: number[];
  count: number[];
  /** Numbers of its words, without the copied ones. */
  word: number[];
  /** The score whose correct words are copied from its reference, an earlier side. */
  copied?: number;
  /** Runs of correct words that differ from the reference and are not copied. */
  unlike?: number[];
  /** Of each word: gap after the previous start, and duration, in hundredths of a second. */
  gap?: number[];
  length?: number[];
  /** Runs of utterances whose time is split by characters; their words are not in `gap` and `length`. */
  shared?: number[];
  /** Of each of them: gap after the previous end, and duration, in milliseconds. */
  start?: number[];
  span?: number[];
  /** Runs of utterances with word times; others have shares of the utterance's time. */
  own?: number[];
  /** Time from the start of each utterance to its first word, in hundredths of a second. */
  lead?: number[];
  /** Extra keys of utterances and of words. */
  extra?: WireExtraKeys[];
  word_extra?: WireExtraKeys[];
}

/** A key, runs of indices that have it, distinct values, and the index of each value; null if values are listed one by one. */
export type WireExtraKeys = [string, number[], (string | number | boolean)[], number[] | null];

/** Speaker, stream, steps, runs of reference words, runs of hypothesis words. */
export type WireLane = [number, number, string, number[], number[]];

/** A slice of a session: its groups, and a letter for the group of each word. */
export interface WireSlice {
  name: string;
  parts: [string, Counts][];
  /** Index into the session's codes, of the letters of reference words or segments. */
  words?: number;
  segments?: number;
  /** Letters of the insertions, in order of the steps. */
  inserted: string;
}

export interface WireScore {
  reference: number;
  hypothesis: number;
  timed: boolean;
  lanes: WireLane[];
  start: number;
  end: number;
  /** Correct, substituted, deleted and inserted words of each bin of the session. */
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
