/** Causes in the timeline: patterns on words, and arrows from misattributed words to their reference words. */

import { NONE } from "../blame/causes";
import { pattern } from "../blame/parts";
import { type Bands, type Frame, x } from "./frame";
import type { Row } from "./layout";
import type { Plan } from "./plan";

/** Maximum number of arrows in view; with more, only the arrow of the chosen word is drawn. */
const MOST = 60;

/** Draws the pattern between the background and the text of a word. */
export function drawCause(frame: Frame, step: number, left: number, right: number, top: number, bottom: number, color: string): void {
  const { causes } = frame.scene.aligned;
  const part = causes?.part[step] ?? NONE;
  if (!causes || part === NONE) return;
  const kind = pattern(part, causes.names.length);
  if (kind === "plain") return;
  const { context } = frame;
  const alpha = context.globalAlpha;
  context.globalAlpha = alpha * 0.55;
  context.fillStyle = frame.weave(kind, color);
  context.fillRect(left, top, right - left, bottom - top);
  context.globalAlpha = alpha;
}

/** The steps of each row. */
const rowsOf = new WeakMap<Row, Set<number>>();

function holds(row: Row, step: number): boolean {
  let found = rowsOf.get(row);
  if (!found) rowsOf.set(row, (found = new Set([...row.reference, ...row.hypothesis])));
  return found.has(step);
}

/** Draws arrows from the stream of misattributed words to their speakers. */
export function drawHomes(frame: Frame, { spots }: Plan, letters: boolean): void {
  const { causes, timed } = frame.scene.aligned;
  if (!causes || !timed) return;
  const { layout, marked } = frame.scene;
  const { view } = frame;
  const seen = (start: number, end: number): boolean => end >= view.start && start <= view.end;
  const chosen = frame.chosen === null ? null : causes.misattributedAt(frame.chosen);
  const shown = causes.misattributed.filter(
    ({ reference, hypothesis }) =>
      (marked[reference] || marked[hypothesis]) &&
      (seen(layout.referenceStart[reference]!, layout.referenceEnd[reference]!) || seen(layout.hypothesisStart[hypothesis]!, layout.hypothesisEnd[hypothesis]!)),
  );
  for (const home of letters && shown.length <= MOST ? shown : chosen ? [chosen] : []) {
    const [to, from] = [home.reference, home.hypothesis].map((step) => spots.find((spot) => holds(spot.row, step))?.bands);
    // In the row of its own speaker, a word needs no arrow: it is correct once neighboring segments are relabeled.
    if (to === undefined || from === undefined || to === from) continue;
    const strong = chosen !== null && home.reference === chosen.reference && home.hypothesis === chosen.hypothesis;
    const middle = (start: Float64Array, end: Float64Array, i: number): number => x(frame, (start[i]! + end[i]!) / 2);
    arrow(
      frame,
      middle(layout.hypothesisStart, layout.hypothesisEnd, home.hypothesis),
      from,
      middle(layout.referenceStart, layout.referenceEnd, home.reference),
      to,
      strong,
    );
  }
}

function arrow(frame: Frame, fromX: number, from: Bands, toX: number, to: Bands, strong: boolean): void {
  const { context, theme } = frame;
  const down = to.top > from.top;
  const fromY = down || to.top === from.top ? from.hypothesisBottom + 1 : from.hypothesisTop - 1;
  const toY = down ? to.referenceTop - 2 : to.referenceBottom + 2;
  const head = down ? -1 : 1;
  const bend = (toY - fromY) / 2;
  context.globalAlpha = strong ? 1 : 0.38;
  context.strokeStyle = context.fillStyle = theme.ink;
  context.lineWidth = strong ? 1.75 : 1;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.bezierCurveTo(fromX, fromY + bend, toX, toY - bend, toX, toY + 4 * head);
  context.stroke();
  context.beginPath();
  context.moveTo(toX, toY);
  context.lineTo(toX - 3.5, toY + 6 * head);
  context.lineTo(toX + 3.5, toY + 6 * head);
  context.fill();
  context.globalAlpha = 1;
}
