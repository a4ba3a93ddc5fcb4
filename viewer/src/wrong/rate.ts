/** The error rate over the session, smoothed over a few stretches. */

import type { Aligned } from "../data/session";
import { h, svg } from "../dom";
import { clock, percent } from "../format";
import { ticks } from "../timeline/ticks";

const WIDTH = 960;
const HEIGHT = 150;
const FOOT = 20;

/** Errors per word of a window of stretches around each; null where nobody speaks. */
export function rates(bins: readonly (readonly number[])[], window: number): (number | null)[] {
  const [correct, substituted, deleted, inserted] = bins as [number[], number[], number[], number[]];
  return correct.map((_, i) => {
    let errors = 0;
    let length = 0;
    for (let k = Math.max(0, i - window); k <= Math.min(correct.length - 1, i + window); k++) {
      errors += substituted[k]! + deleted[k]! + inserted[k]!;
      length += correct[k]! + substituted[k]! + deleted[k]!;
    }
    return length ? errors / length : null;
  });
}

function path(values: readonly (number | null)[], top: number): string {
  let text = "";
  let pen = false;
  values.forEach((value, i) => {
    if (value === null) {
      pen = false;
      return;
    }
    const x = ((i + 0.5) * WIDTH) / values.length;
    const y = HEIGHT - FOOT - (Math.min(value, top) / top) * (HEIGHT - FOOT - 8);
    text += `${pen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = true;
  });
  return text;
}

export function rateChart(aligned: Aligned, overall: number | null, open: (from: number, to: number) => void): HTMLElement {
  const window = 4;
  const values = rates(aligned.wire.bins, window);
  const top = Math.min(Math.max(0.2, ...values.map((value) => value ?? 0)), 1.5);
  const y = (value: number): number => HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - 8);
  const span = aligned.end - aligned.start;
  const grid = [0, top / 2, top].map((value) => [
    svg("line", { x1: 0, x2: WIDTH, y1: y(value), y2: y(value), class: "grid" }),
    svg("text", { x: WIDTH, y: y(value) - 4, class: "value" }, percent(value).replace(/\.\d+/, "")),
  ]);
  const marks = ticks(aligned.start, aligned.end, 10, aligned.timed).map((tick) =>
    svg("text", { x: ((tick.at - aligned.start) * WIDTH) / span, y: HEIGHT - 4, class: "tick" }, tick.label),
  );
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "error rate over the session" },
    grid.flat(),
    marks,
    overall === null ? null : svg("line", { x1: 0, x2: WIDTH, y1: y(Math.min(overall, top)), y2: y(Math.min(overall, top)), class: "mean" }),
    svg("path", { d: path(values, top), class: "rate-line" }),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = aligned.start + ((event.clientX - box.left) / box.width) * span;
    open(at - span / 40, at + span / 40);
  });
  const title = aligned.timed ? `over ${clock(span)}` : "in reading order";
  return h("figure", { class: "rate-chart" }, h("figcaption", {}, h("h3", {}, "Error rate"), h("span", {}, title)), picture);
}
