/** The error rate over the session, smoothed over a few bins. */

import type { Aligned } from "../data/session";
import type { Unit } from "../data/wire";
import { h, svg } from "../dom";
import { percent } from "../format";
import { type Scale, scaleOf, tickLabel } from "../scale";
import { ticks } from "../timeline/ticks";

const HEIGHT = 150;
const FOOT = 20;
const SIDE = 44;
/** Number of bins on either side in a moving rate. */
const WINDOW = 4;
/** Upper end of the axis, so a few insertions in near silence do not flatten the rest. */
const LONGEST = 3;

/** Moving error rate of each bin; null without speech. */
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

function path(values: readonly (number | null)[], top: number, width: number): string {
  let text = "";
  let pen = false;
  values.forEach((value, i) => {
    if (value === null) {
      pen = false;
      return;
    }
    const x = ((i + 0.5) * (width - SIDE)) / values.length;
    const y = HEIGHT - FOOT - (Math.min(value, top) / top) * (HEIGHT - FOOT - 8);
    text += `${pen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = true;
  });
  return text;
}

/** The common axis of charts side by side. */
export function sharedScale(all: readonly Aligned[]): Scale {
  return scaleOf(all.flatMap((one) => rates(one.wire.bins, WINDOW)), LONGEST);
}

export function rateChart(
  aligned: Aligned,
  unit: Unit,
  overall: number | null,
  scale: Scale,
  width: number,
  open: (from: number, to: number) => void,
): HTMLElement {
  const values = rates(aligned.wire.bins, WINDOW);
  const { top } = scale;
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const y = (value: number): number => HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - 8);
  const span = aligned.end - aligned.start;
  const grid = scale.ticks.map((value) => [
    svg("line", { x1: 0, x2: width - SIDE, y1: y(value), y2: y(value), class: value === 1 ? "grid hundred" : "grid" }),
    svg("text", { x: width, y: y(value) + 4, class: "value" }, tickLabel(value)),
  ]);
  const cut = values.flatMap((value, i) => {
    if (value === null || value <= top + 1e-9) return [];
    const at = ((i + 0.5) * (width - SIDE)) / values.length;
    return [svg("path", { d: `M${at - 4} 8L${at + 4} 8L${at} 1Z`, class: "cut" }, svg("title", {}, percent(value)))];
  });
  const marks = ticks(aligned.start, aligned.end, Math.min(10, width / 80), aligned.timed, unit).map((tick) =>
    svg("text", { x: ((tick.at - aligned.start) * (width - SIDE)) / span, y: HEIGHT - 4, class: "tick" }, tick.label),
  );
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": "error rate over the session" },
    grid.flat(),
    marks,
    overall === null ? null : svg("line", { x1: 0, x2: width - SIDE, y1: y(Math.min(overall, top)), y2: y(Math.min(overall, top)), class: "mean" }),
    svg("path", { d: path(values, top, width), class: "rate-line" }),
    cut,
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = aligned.start + Math.min(1, ((event.clientX - box.left) / box.width) * (width / (width - SIDE))) * span;
    open(at - span / 40, at + span / 40);
  });
  const title = `${aligned.timed ? "over time" : "in reading order"}; the dashed line is the rate of the whole session${cut.length ? `; higher peaks are cut off (maximum ${percent(highest)})` : ""}`;
  return h("figure", { class: "rate-chart" }, h("figcaption", {}, h("h3", {}, "Error rate"), h("span", {}, title)), picture);
}
