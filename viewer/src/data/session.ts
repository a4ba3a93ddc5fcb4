/** A session, unpacked: words with times, and the alignment of each score. */

import { Causes } from "../blame/causes";
import type { Kind, WireLane, WireScore, WireSession, WireSide } from "./wire";

const HUNDREDTHS = 100;

/** The words of the reference or of one system. */
export class Side {
  readonly word: Int32Array;
  readonly utterance: Int32Array;
  readonly speaker: Int32Array;
  /** Start and end of every word in seconds, unpacked on first use, since a search needs few of them. */
  private times: readonly [Float64Array, Float64Array] | null = null;
  /** Utterances with word times. */
  readonly own: ReadonlySet<number>;

  constructor(
    private readonly wire: WireSide,
    readonly table: readonly string[],
    copies: ReadonlyMap<number, number> = new Map(),
  ) {
    const size = wire.word.length + copies.size;
    let held = 0;
    this.word = new Int32Array(size);
    for (let word = 0; word < size; word++) this.word[word] = copies.get(word) ?? wire.word[held++]!;
    this.utterance = new Int32Array(size);
    this.speaker = new Int32Array(size);
    let at = 0;
    wire.count.forEach((words, utterance) => {
      this.utterance.fill(utterance, at, at + words);
      this.speaker.fill(wire.speaker[utterance]!, at, at + words);
      at += words;
    });
    this.own = new Set(places(wire.own ?? []));
  }

  get start(): Float64Array {
    return (this.times ??= this.unpackTimes())[0];
  }

  get end(): Float64Array {
    return (this.times ??= this.unpackTimes())[1];
  }

  private unpackTimes(): readonly [Float64Array, Float64Array] {
    const [start, end] = [new Float64Array(this.word.length), new Float64Array(this.word.length)];
    const { gap, length } = this.wire;
    if (!gap || !length) return [start, end];
    const shared = new Set(places(this.wire.shared ?? []));
    let word = 0;
    let own = 0;
    let time = 0;
    let segment = 0;
    let clock = 0;
    this.wire.count.forEach((words, utterance) => {
      if (shared.has(utterance)) {
        const begin = clock + this.wire.start![segment]!;
        clock = begin + this.wire.span![segment++]!;
        this.share(start, end, word, word + words, begin, clock);
        word += words;
        return;
      }
      for (let i = 0; i < words; i++, word++, own++) {
        time += gap[own]!;
        start[word] = time / HUNDREDTHS;
        time += length[own]!;
        end[word] = time / HUNDREDTHS;
      }
    });
    return [start, end];
  }

  /** Splits the time of a segment (milliseconds) by characters. Must equal the core's result exactly. */
  private share(starts: Float64Array, ends: Float64Array, first: number, end: number, from: number, to: number): void {
    let total = 0;
    for (let word = first; word < end; word++) total += letters(this.text(word));
    let done = 0;
    let time = Math.floor(from * 0.1 + 0.5);
    for (let word = first; word < end; word++) {
      starts[word] = time / HUNDREDTHS;
      done += letters(this.text(word));
      time = Math.floor((from + ((to - from) * done) / total) * 0.1 + 0.5);
      ends[word] = time / HUNDREDTHS;
    }
  }

  text(word: number): string {
    return this.table[this.word[word]!]!;
  }

  /** The segment of a word: its number within the speaker, its first word, and its start in seconds. */
  segment(word: number): { number: number; first: number; start: number | null } {
    const utterance = this.utterance[word]!;
    let first = word;
    while (first > 0 && this.utterance[first - 1] === utterance) first--;
    const { gap, lead, number } = this.wire;
    const start = gap ? Math.round(this.start[first]! * HUNDREDTHS - (lead?.[utterance] ?? 0)) / HUNDREDTHS : null;
    return { number: number[utterance]!, first, start };
  }

  /** Extra keys of a word and of its utterance, such as a confidence; the word's have priority. */
  extraKeys(word: number): string[] {
    if (word < 0) return [];
    const found = new Map<string, unknown>();
    for (const [columns, at] of [[this.wire.extra, this.utterance[word]!], [this.wire.word_extra, word]] as const) {
      for (const [key, runs, values, codes] of columns ?? []) {
        const place = placeIn(runs, at);
        if (place >= 0) found.set(key, values[codes ? codes[place]! : place]);
      }
    }
    return [...found].map(([key, value]) => `${key}: ${value}`);
  }
}

/** Number of characters (code points). */
function letters(text: string): number {
  let number = 0;
  for (const _ of text) number++;
  return number;
}

/** Returns the position of an index within the runs; -1 if it is in none. */
function placeIn(runs: readonly number[], wanted: number): number {
  let at = 0;
  let before = 0;
  for (let i = 0; i < runs.length; i += 2) {
    at += runs[i]!;
    if (wanted < at) return -1;
    if (wanted < at + runs[i + 1]!) return before + wanted - at;
    at += runs[i + 1]!;
    before += runs[i + 1]!;
  }
  return -1;
}

export function places(runs: readonly number[]): number[] {
  const all: number[] = [];
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    at += runs[i]!;
    for (let n = runs[i + 1]!; n > 0; n--) all.push(at++);
  }
  return all;
}

/** An alignment as columns: step by step, lane after lane. -1 means no word. */
export class Steps {
  readonly kind: Kind[] = [];
  readonly reference: number[] = [];
  readonly hypothesis: number[] = [];
  readonly lane: number[] = [];

  constructor(readonly lanes: readonly WireLane[]) {
    lanes.forEach(([, , steps, referenceRuns, hypothesisRuns], lane) => {
      const reference = places(referenceRuns);
      const hypothesis = places(hypothesisRuns);
      let r = 0;
      let h = 0;
      for (const kind of steps as Iterable<Kind | "O">) {
        // A missing optional word counts as correct, without a hypothesis word.
        this.kind.push(kind === "O" ? "C" : kind);
        this.lane.push(lane);
        this.reference.push(kind === "I" ? -1 : reference[r++]!);
        this.hypothesis.push(kind === "D" || kind === "O" ? -1 : hypothesis[h++]!);
      }
    });
  }

  get length(): number {
    return this.kind.length;
  }
}

/** One score of a session: its steps, and access to their words. */
export class Aligned {
  readonly steps: Steps;
  readonly start: number;
  readonly end: number;
  /** The causes of the errors; null if they were not computed. */
  readonly causes: Causes | null;

  constructor(
    readonly wire: WireScore,
    readonly reference: Side,
    readonly hypothesis: Side,
    readonly names: readonly string[],
    readonly codes: readonly string[] = [],
    steps: Steps | null = null,
  ) {
    this.steps = steps ?? new Steps(wire.lanes);
    const unit = wire.timed ? HUNDREDTHS : 1;
    this.start = wire.start / unit;
    this.end = Math.max(wire.end / unit, this.start + 1);
    this.causes = wire.blame ? new Causes(this, wire.blame) : null;
  }

  get timed(): boolean {
    return this.wire.timed;
  }

  referenceText(step: number): string {
    const word = this.steps.reference[step]!;
    return word < 0 ? "" : this.reference.text(word);
  }

  hypothesisText(step: number): string {
    const word = this.steps.hypothesis[step]!;
    return word < 0 ? "" : this.hypothesis.text(word);
  }
}

export class Session {
  private readonly sides: (Side | undefined)[] = [];
  private readonly steps = new Map<number, Steps>();
  private readonly aligned: (Aligned | null | undefined)[] = [];

  constructor(
    readonly number: number,
    readonly name: string,
    private readonly wire: WireSession,
  ) {}

  /** A side, unpacked on first use. */
  private side(number: number): Side {
    const wire = this.wire.sides[number]!;
    return (this.sides[number] ??= new Side(wire, this.wire.words, this.copies(wire)));
  }

  private stepsOf(score: number): Steps {
    const steps = this.steps.get(score) ?? new Steps(this.wire.scores[score]!.lanes);
    this.steps.set(score, steps);
    return steps;
  }

  /** The copied words of a side: word number by index. */
  private copies(side: WireSide): Map<number, number> {
    const found = new Map<number, number>();
    if (side.copied === undefined) return found;
    const steps = this.stepsOf(side.copied);
    const reference = this.side(this.wire.scores[side.copied]!.reference);
    const unlike = new Set(places(side.unlike ?? []));
    for (let i = 0; i < steps.length; i++) {
      const heard = steps.hypothesis[i]!;
      if (steps.kind[i] === "C" && heard >= 0 && !unlike.has(heard)) found.set(heard, reference.word[steps.reference[i]!]!);
    }
    return found;
  }

  /** The alignment of one score, unpacked on first use. */
  score(score: number): Aligned | null {
    if (this.aligned[score] === undefined) {
      const wire = this.wire.scores[score];
      this.aligned[score] = wire
        ? new Aligned(
            wire,
            this.side(wire.reference),
            this.side(wire.hypothesis),
            this.wire.names,
            this.wire.codes,
            this.stepsOf(score),
          )
        : null;
    }
    return this.aligned[score]!;
  }
}
