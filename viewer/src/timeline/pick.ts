/** Finds the word at a position of the timeline. */

import type { Scene } from "../session/scene";
import { LINE } from "./frame";
import { firstFrom } from "./layout";
import { AXIS, type Plan } from "./plan";
import type { Hovered } from "./tip";
import type { Viewport } from "./viewport";

/** Tolerance in pixels around a word. */
const NEAR = 4;
/** Maximum width of a character, in pixels. */
const LETTER = 7;

export function pick(scene: Scene, view: Viewport, plan: Plan, width: number, left: number, top: number): Hovered | null {
  const spot = plan.spots.find((one) => top >= one.top && top < one.top + one.height);
  if (!spot || top < AXIS) return null;
  const { layout, aligned } = scene;
  const { row, bands } = spot;
  const above = top < spot.top + spot.height / 2;
  const [list, start, end, outer] = above
    ? [row.reference, layout.referenceStart, layout.referenceEnd, row.outerReference]
    : [row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd, row.outerHypothesis];
  const scale = width / view.span;
  const moment = view.start + left / scale;
  const line = Math.floor((top - (above ? bands.referenceTop : bands.hypothesisTop)) / LINE);
  const out = Number(top < bands.referenceTop || top > bands.hypothesisBottom);
  const mine = (n: number): boolean =>
    bands.lines > 1 ? n % bands.lines === Math.min(Math.max(line, 0), bands.lines - 1) : outer[n] === out;
  // If words are in several lines, their text may be wider than their time.
  const letters = (i: number): number => (bands.lines > 1 ? ((above ? aligned.referenceText(i) : aligned.hypothesisText(i)).length * LETTER) / scale : 0);
  const reach = Math.max(row.longest, bands.lines > 1 ? 90 / scale : 0);
  let best: number | null = null;
  let nearest = NEAR / scale;
  for (let n = firstFrom(list, start, moment - reach); n < list.length; n++) {
    const i = list[n]!;
    if (start[i]! > moment + nearest) break;
    if (!scene.passes[i] || (bands.lines > 1 && !mine(n))) continue;
    const last = Math.max(end[i]!, start[i]! + letters(i));
    const away = moment < start[i]! ? start[i]! - moment : moment > last ? moment - last : 0;
    if (away > nearest) continue;
    nearest = away;
    best = i;
    if (bands.lines === 1 && away === 0 && mine(n)) break;
  }
  return best === null ? null : { step: best, heard: !above };
}
