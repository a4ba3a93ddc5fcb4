/** The layout of the timeline: the row and the time of each step. */

import type { Aligned } from "../data/session";
import { byName } from "../order";

export interface Row {
  /** Number of the speaker's or stream's name; -1 for none. */
  name: number;
  label: string;
  /** The names on the other side, with a preposition. */
  before: string;
  other: string;
  /** Steps with a reference word, by its start; and with a hypothesis word, by its start. */
  reference: Int32Array;
  hypothesis: Int32Array;
  /** 1 for each of these that overlaps the word before it. */
  outerReference: Uint8Array;
  outerHypothesis: Uint8Array;
  /** Longest duration of a word, so a search by start finds words that reach into view. */
  longest: number;
}

/** The name for every step: of its own word, else of its lane, else of the nearest step in the lane. */
function owners(count: number, lane: readonly number[], own: (i: number) => number, ofLane: (lane: number) => number) {
  const names = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const mine = own(i);
    if (mine >= 0) names[i] = mine;
    else if (ofLane(lane[i]!) >= 0) names[i] = ofLane(lane[i]!);
    else if (i > 0 && lane[i - 1] === lane[i]) names[i] = names[i - 1]!;
  }
  for (let i = count - 2; i >= 0; i--) {
    if (names[i]! < 0 && lane[i + 1] === lane[i]) names[i] = names[i + 1]!;
  }
  return names;
}

export class Layout {
  readonly speaker: Int32Array;
  readonly stream: Int32Array;
  readonly referenceStart: Float64Array;
  readonly referenceEnd: Float64Array;
  readonly hypothesisStart: Float64Array;
  readonly hypothesisEnd: Float64Array;
  /** The middle of a step's words in time, which orders the steps. */
  readonly middle: Float64Array;
  readonly inOrder: Int32Array;

  constructor(readonly aligned: Aligned) {
    const { steps, reference, hypothesis } = aligned;
    const size = steps.length;
    this.speaker = owners(
      size,
      steps.lane,
      (i) => (steps.reference[i]! < 0 ? -1 : reference.speaker[steps.reference[i]!]!),
      (lane) => steps.lanes[lane]![0],
    );
    this.stream = owners(
      size,
      steps.lane,
      (i) => (steps.hypothesis[i]! < 0 ? -1 : hypothesis.speaker[steps.hypothesis[i]!]!),
      (lane) => steps.lanes[lane]![1],
    );
    this.referenceStart = new Float64Array(size);
    this.referenceEnd = new Float64Array(size);
    this.hypothesisStart = new Float64Array(size);
    this.hypothesisEnd = new Float64Array(size);
    this.middle = new Float64Array(size);
    if (aligned.timed) this.placeByTime();
    else this.placeInOrder();
    this.inOrder = Int32Array.from({ length: size }, (_, i) => i).sort((a, b) => this.middle[a]! - this.middle[b]! || a - b);
  }

  private placeByTime(): void {
    const { steps, reference, hypothesis } = this.aligned;
    for (let i = 0; i < steps.length; i++) {
      const r = steps.reference[i]!;
      const h = steps.hypothesis[i]!;
      if (r >= 0) {
        this.referenceStart[i] = reference.start[r]!;
        this.referenceEnd[i] = reference.end[r]!;
      }
      if (h >= 0) {
        this.hypothesisStart[i] = hypothesis.start[h]!;
        this.hypothesisEnd[i] = hypothesis.end[h]!;
      }
      this.middle[i] =
        r >= 0
          ? (this.referenceStart[i]! + this.referenceEnd[i]!) / 2
          : (this.hypothesisStart[i]! + this.hypothesisEnd[i]!) / 2;
    }
  }

  /** Without times, the words of a row follow each other, with aligned words above each other. */
  private placeInOrder(): void {
    const { steps } = this.aligned;
    const next = new Map<string, number>();
    for (let i = 0; i < steps.length; i++) {
      const [speaker, stream] = steps.lanes[steps.lane[i]!]!;
      const row = speaker >= 0 ? `speaker ${speaker}` : `stream ${stream}`;
      const at = next.get(row) ?? 0;
      next.set(row, at + 1);
      this.referenceStart[i] = this.hypothesisStart[i] = at + 0.05;
      this.referenceEnd[i] = this.hypothesisEnd[i] = at + 0.95;
      this.middle[i] = at + 0.5;
    }
  }

  /** Routed words without times can only be shown by stream, since they have no order within a speaker. */
  get rowsAreFixed(): boolean {
    return !this.aligned.timed;
  }

  rows(by: "speaker" | "stream"): Row[] {
    const { steps, names } = this.aligned;
    const laneHasSpeaker = steps.lanes.every((lane) => lane[0] >= 0 || lane[3].length === 0);
    const bySpeaker = this.rowsAreFixed ? laneHasSpeaker : by === "speaker";
    const mine = bySpeaker ? this.speaker : this.stream;
    const others = bySpeaker ? this.stream : this.speaker;
    const rows = new Map<string, { name: number; reference: number[]; hypothesis: number[]; others: Set<number> }>();
    for (let i = 0; i < steps.length; i++) {
      const key = mine[i]! < 0 ? `none ${others[i]}` : `${mine[i]}`;
      let row = rows.get(key);
      if (!row) rows.set(key, (row = { name: mine[i]!, reference: [], hypothesis: [], others: new Set() }));
      if (steps.reference[i]! >= 0) row.reference.push(i);
      if (steps.hypothesis[i]! >= 0) row.hypothesis.push(i);
      if (others[i]! >= 0 && (bySpeaker ? steps.hypothesis[i]! >= 0 : steps.reference[i]! >= 0)) {
        // In a lane of a pair, the stream is the paired one.
        const [speaker, stream] = steps.lanes[steps.lane[i]!]!;
        row.others.add(speaker < 0 || stream < 0 ? others[i]! : bySpeaker ? stream : speaker);
      }
    }
    const nobody = bySpeaker ? "no speaker" : "no stream";
    return [...rows.values()]
      .sort((a, b) => byName(names[a.name] ?? null, names[b.name] ?? null))
      .map(({ name, reference, hypothesis, others: met }) => {
        const list = [...met].map((other) => names[other]!).sort(byName);
        const [before, kind] = bySpeaker ? (["in", "stream"] as const) : (["said by", "speaker"] as const);
        return {
          name,
          label: name < 0 ? nobody : named(names[name]!, bySpeaker ? "speaker" : "stream"),
          before: list.length === 0 ? "" : before,
          other: list.length === 0 ? `no ${kind}` : list.length === 1 ? named(list[0]!, kind) : `${list.length} ${kind}s`,
          ...this.side(reference, hypothesis),
          longest: this.longest(reference, hypothesis),
        };
      });
  }

  private side(reference: number[], hypothesis: number[]) {
    const above = this.sorted(reference, this.referenceStart);
    const below = this.sorted(hypothesis, this.hypothesisStart);
    return {
      reference: above,
      hypothesis: below,
      outerReference: overlapping(above, this.referenceStart, this.referenceEnd),
      outerHypothesis: overlapping(below, this.hypothesisStart, this.hypothesisEnd),
    };
  }

  private sorted(list: number[], start: Float64Array): Int32Array {
    return Int32Array.from(list).sort((a, b) => start[a]! - start[b]! || a - b);
  }

  private longest(reference: number[], hypothesis: number[]): number {
    let most = 0;
    for (const i of reference) most = Math.max(most, this.referenceEnd[i]! - this.referenceStart[i]!);
    for (const i of hypothesis) most = Math.max(most, this.hypothesisEnd[i]! - this.hypothesisStart[i]!);
    return most;
  }
}

/** Returns the words that begin well before the previous word ends. */
function overlapping(list: Int32Array, start: Float64Array, end: Float64Array): Uint8Array {
  const outer = new Uint8Array(list.length);
  let busy = -Infinity;
  list.forEach((i, n) => {
    const length = end[i]! - start[i]!;
    if (start[i]! < busy - Math.min(0.05, 0.3 * length)) outer[n] = 1;
    else busy = end[i]!;
  });
  return outer;
}

/** Adds the kind to a name that is only a number. */
function named(name: string, kind: string): string {
  return /^\d+$/.test(name) ? `${kind} ${name}` : name;
}

/** Returns the first index in the list whose start is not before the given time. */
export function firstFrom(list: Int32Array, start: Float64Array, from: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[list[middle]!]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
