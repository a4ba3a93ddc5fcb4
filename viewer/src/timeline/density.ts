/** A row zoomed out: for every few pixels, the share of errors. */

import { firstFrom, type Row } from "./layout";
import { type Bands, type Frame, x } from "./frame";
import { drawPins } from "./pins";

const COLUMN = 3;
const ORDER = ["D", "I", "S"] as const;

let tally = new Float32Array(0);

function drawSide(frame: Frame, list: Int32Array, start: Float64Array, end: Float64Array, from: number, top: number, bottom: number): void {
  const { context, scene, theme, view } = frame;
  const { steps } = scene.aligned;
  const columns = Math.ceil(frame.width / COLUMN) + 1;
  if (tally.length < columns * 4) tally = new Float32Array(columns * 4);
  tally.fill(0, 0, columns * 4);
  for (let n = firstFrom(list, start, from); n < list.length; n++) {
    const i = list[n]!;
    if (start[i]! > view.end) break;
    if (!scene.passes[i]) continue;
    const column = Math.floor(x(frame, (start[i]! + end[i]!) / 2) / COLUMN);
    if (column < 0 || column >= columns) continue;
    const kind = scene.marked[i] ? ORDER.indexOf(steps.kind[i] as "S") + 1 : 0;
    tally[column * 4 + kind]!++;
  }
  const height = bottom - top;
  context.fillStyle = theme.quiet;
  for (let c = 0; c < columns; c++) {
    const all = tally[c * 4]! + tally[c * 4 + 1]! + tally[c * 4 + 2]! + tally[c * 4 + 3]!;
    if (all > 0) context.fillRect(c * COLUMN, top, COLUMN, height);
  }
  // Color by color, so the canvas changes its color three times, not thousands.
  ORDER.forEach((name, kind) => {
    context.fillStyle = theme.fills[name];
    for (let c = 0; c < columns; c++) {
      const own = tally[c * 4 + kind + 1]!;
      if (own === 0) continue;
      let below = 0;
      for (let k = 0; k < kind; k++) below += tally[c * 4 + k + 1]!;
      const all = tally[c * 4]! + tally[c * 4 + 1]! + tally[c * 4 + 2]! + tally[c * 4 + 3]!;
      context.fillRect(c * COLUMN, bottom - (height * (below + own)) / all, COLUMN, (height * own) / all);
    }
  });
}

export function drawDensity(frame: Frame, row: Row, at: Bands): void {
  const { layout } = frame.scene;
  const from = frame.view.start - row.longest;
  const gap = 2;
  const middle = (at.top + at.bottom) / 2;
  const height = Math.min(30, (at.bottom - at.top) / 2 - 6);
  drawSide(frame, row.reference, layout.referenceStart, layout.referenceEnd, from, middle - gap - height, middle - gap);
  drawSide(frame, row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd, from, middle + gap, middle + gap + height);
  drawPins(frame, row, middle - gap - height, middle + gap + height);
}
