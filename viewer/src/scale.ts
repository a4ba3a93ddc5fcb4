/** Axes of rates, from 0 to a round number, with a tick at 100%. */

import { h } from "./dom";

export interface Scale {
  /** The rate at the end of the axis. */
  top: number;
  /** Labeled rates: 0, the top, and 100% if the axis reaches it. */
  ticks: number[];
  /** The highest rate if it is above the axis; otherwise null. */
  above: number | null;
}

/** Possible ends of an axis, with the distance of ticks. */
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

/** Returns the shortest axis for all rates, not longer than `longest`. */
export function scaleOf(rates: Iterable<number | null>, longest = Infinity): Scale {
  let highest = 0;
  for (const rate of rates) highest = Math.max(highest, rate ?? 0);
  const wanted = Math.min(highest, longest) - 1e-9;
  const [top, step] = ENDS.find(([end]) => wanted <= end) ?? [Math.ceil(wanted), Math.ceil(wanted)];
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  if (top > 1 && !ticks.includes(1)) ticks.push(1);
  return { top, ticks: ticks.sort((a, b) => a - b), above: highest > top + 1e-9 ? highest : null };
}

/** On an axis this long, a label at 100% would overlap that at 0. */
const CROWDED = 10;

/** Formats a rate with only the decimals it needs. */
export function tickLabel(rate: number): string {
  return `${Number((100 * rate).toFixed(1))}%`;
}

/** The axis of bars of the same width, with text for screen readers. */
export function axis({ top }: Scale, spoken = ""): HTMLElement {
  const label = (rate: number): HTMLElement => h("i", { style: { left: `${(100 * rate) / top}%` } }, rate ? tickLabel(rate) : "0");
  const marks = h("span", { class: "axis", "aria-hidden": "true" }, label(0), top > 1 && top <= CROWDED ? label(1) : null, top > 1.1 || top <= 1 ? label(top) : null);
  return spoken ? h("span", {}, h("span", { class: "spoken" }, spoken), marks) : marks;
}
