/** Text alternatives of the pictures, for screen readers. */

import { amount, clock, count } from "../format";
import type { Scene } from "../session/scene";
import type { Row } from "./layout";
import type { Viewport } from "./viewport";

function moment(scene: Scene, at: number): string {
  return scene.aligned.timed ? clock(at) : `${scene.info.unit} ${count(Math.round(at))}`;
}

/** The timeline: its rows, its range, and the number of errors in view. */
export function inWords(scene: Scene, view: Viewport, rows: readonly Row[]): string {
  const { middle } = scene.layout;
  const before = (at: number): number => {
    let low = 0;
    let high = scene.errorList.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (middle[scene.errorList[half]!]! < at) low = half + 1;
      else high = half;
    }
    return low;
  };
  const errors = before(view.end) - before(view.start);
  return (
    `Timeline of ${scene.info.system}, ${scene.info.title}: ${amount(rows.length, "row")} (${rows.map((row) => row.label).join(", ")}), ` +
    `from ${moment(scene, view.start)} to ${moment(scene, view.end)}, with ${amount(errors, "marked error")}. ` +
    "The view Reading has the same words as text."
  );
}

/** The minimap: the number of errors, and the tenth of the session with most. */
export function overInWords(scene: Scene): string {
  const { start, end } = scene.aligned;
  const tenths = new Array<number>(10).fill(0);
  for (const i of scene.errorList) {
    tenths[Math.min(9, Math.max(0, Math.floor(((scene.layout.middle[i]! - start) / (end - start)) * 10)))]!++;
  }
  const most = Math.max(...tenths);
  const worst = tenths.indexOf(most);
  const at = (tenth: number): string => moment(scene, start + ((end - start) * tenth) / 10);
  return (
    `${scene.info.system}, ${scene.info.title}: ${amount(scene.errorList.length, "marked error")} over the session` +
    (most ? `, most from ${at(worst)} to ${at(worst + 1)}.` : ".")
  );
}
