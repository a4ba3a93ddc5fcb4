/** Segments as in the files: a pale box around the words of each. */

import type { Side } from "../data/session";
import { type Bands, type Frame, x } from "./frame";
import type { Row } from "./layout";

/** Start and end of each segment of a row, by start; and the longest, to find those that reach into view. */
export interface Segments {
  start: Float64Array;
  end: Float64Array;
  longest: number;
}

interface Both {
  reference: Segments;
  hypothesis: Segments;
}

/** Minimum width of a box, in pixels. */
const NARROW = 7;

/** The words of one segment in one row, all or part of them. */
export function segmentsOf(steps: Int32Array, word: readonly number[], side: Side, start: Float64Array, end: Float64Array): Segments {
  const found = new Map<number, [number, number]>();
  for (const i of steps) {
    const segment = side.utterance[word[i]!]!;
    const known = found.get(segment);
    if (!known) found.set(segment, [start[i]!, end[i]!]);
    else {
      known[0] = Math.min(known[0], start[i]!);
      known[1] = Math.max(known[1], end[i]!);
    }
  }
  const all = [...found.values()].sort((a, b) => a[0] - b[0]);
  return {
    start: Float64Array.from(all, (one) => one[0]),
    end: Float64Array.from(all, (one) => one[1]),
    longest: all.reduce((most, one) => Math.max(most, one[1] - one[0]), 0),
  };
}

const known = new WeakMap<Row, Both>();

function ofRow(frame: Frame, row: Row): Both {
  let both = known.get(row);
  if (!both) {
    const { aligned, layout } = frame.scene;
    both = {
      reference: segmentsOf(row.reference, aligned.steps.reference, aligned.reference, layout.referenceStart, layout.referenceEnd),
      hypothesis: segmentsOf(row.hypothesis, aligned.steps.hypothesis, aligned.hypothesis, layout.hypothesisStart, layout.hypothesisEnd),
    };
    known.set(row, both);
  }
  return both;
}

function drawBoxes(frame: Frame, { start, end, longest }: Segments, top: number, bottom: number): void {
  const { context, theme, view } = frame;
  let low = 0;
  let high = start.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[middle]! < view.start - longest) low = middle + 1;
    else high = middle;
  }
  context.fillStyle = theme.sunk;
  context.strokeStyle = theme.faint;
  context.lineWidth = 1;
  context.beginPath();
  for (let n = low; n < start.length && start[n]! <= view.end; n++) {
    const left = Math.max(x(frame, start[n]!), -9);
    const right = Math.min(x(frame, end[n]!), frame.width + 9);
    if (right - left >= NARROW) context.roundRect(left - 1.5, top, right - left + 2, bottom - top, 4);
  }
  context.fill();
  context.stroke();
}

export function drawSegments(frame: Frame, row: Row, at: Bands): void {
  if (!frame.scene.aligned.timed) return; // without times, segments have no position
  const { reference, hypothesis } = ofRow(frame, row);
  drawBoxes(frame, reference, at.referenceTop - 3, at.referenceBottom + 2);
  drawBoxes(frame, hypothesis, at.hypothesisTop - 2, at.hypothesisBottom + 3);
}
