/** Axes of rates: they begin at nothing, end at a round number, and say where 100% is. */

import { h } from "./dom";

export interface Scale {
  /** The rate at the end of the axis. */
  top: number;
  /** Rates to be labelled, 0 and the top among them, and 100% wherever the axis reaches it. */
  ticks: number[];
  /** The highest rate, where the axis ends below it. */
  above: number | null;
}

/** Where an axis may end, each with the distance of its ticks. */
const ENDS: readonly (readonly [number, number])[] = [
  [0.05, 0.025],
  [0.1, 0.05],
  [0.2, 0.1],
  [0.4, 0.2],
  [0.6, 0.2],
  [0.8, 0.4],
  [1, 0.5],
  [1.5, 0.5],
  [2, 1],
  [3, 1],
  [5, 1],
  [10, 1],
];

/** The shortest axis that holds all rates; none is longer than the given one, which then says what lies above. */
export function scaleOf(rates: Iterable<number | null>, longest = Infinity): Scale {
  let highest = 0;
  for (const rate of rates) highest = Math.max(highest, rate ?? 0);
  const wanted = Math.min(highest, longest) - 1e-9;
  const [top, step] = ENDS.find(([end]) => wanted <= end) ?? [Math.ceil(wanted), Math.ceil(wanted)];
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  if (top > 1 && !ticks.includes(1)) ticks.push(1);
  return { top, ticks: ticks.sort((a, b) => a - b), above: highest > top + 1e-9 ? highest : null };
}

/** On an axis that goes on so far, 100% lies too near its begin for a label. */
const CROWDED = 10;

/** A rate on an axis, with no more decimals than it needs. */
export function tickLabel(rate: number): string {
  return `${Number((100 * rate).toFixed(1))}%`;
}

/** The axis below or above bars of the same width, with words for those who do not see it. */
export function axis({ top }: Scale, spoken = ""): HTMLElement {
  const label = (rate: number): HTMLElement => h("i", { style: { left: `${(100 * rate) / top}%` } }, rate ? tickLabel(rate) : "0");
  const marks = h("span", { class: "axis", "aria-hidden": "true" }, label(0), top > 1 && top <= CROWDED ? label(1) : null, top > 1.1 || top <= 1 ? label(top) : null);
  return spoken ? h("span", {}, h("span", { class: "spoken" }, spoken), marks) : marks;
}
