/** Pins on search hits, visible even if a word is less than a pixel wide. */

import { type Frame, x } from "./frame";
import { firstFrom, type Row } from "./layout";

const HALF = 4;
const HIGH = 6;

/** Draws a pin with its tip at a position, up or down. */
export function pin(path: Path2D, left: number, tip: number, down: boolean): void {
  const base = tip + (down ? -HIGH : HIGH);
  path.moveTo(left - HALF, base);
  path.lineTo(left + HALF, base);
  path.lineTo(left, tip);
  path.closePath();
}

export function paintPins(context: CanvasRenderingContext2D, path: Path2D, fill: string, edge: string): void {
  context.fillStyle = fill;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.lineJoin = "round";
  context.fill(path);
  context.stroke(path);
}

/** Draws pins above reference words and below hypothesis words. */
export function drawPins(frame: Frame, row: Row, top: number, bottom: number): void {
  const { scene, view } = frame;
  const { layout } = scene;
  if (scene.hitList.length === 0) return;
  const path = frame.path();
  const visit = (list: Int32Array, start: Float64Array, end: Float64Array, tip: number, down: boolean): void => {
    for (let n = firstFrom(list, start, view.start - row.longest); n < list.length; n++) {
      const i = list[n]!;
      if (start[i]! > view.end) break;
      if (scene.heads[i]) pin(path, x(frame, (start[i]! + end[i]!) / 2), tip, down);
    }
  };
  visit(row.reference, layout.referenceStart, layout.referenceEnd, top - 1, true);
  visit(row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd, bottom + 1, false);
  paintPins(frame.context, path, frame.theme.hit, frame.theme.ink);
}
