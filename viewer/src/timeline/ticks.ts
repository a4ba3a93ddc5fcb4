/** Round times for the axis. */

import type { Unit } from "../data/wire";
import { clock, count } from "../format";

const SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const WORDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

export interface Tick {
  at: number;
  label: string;
}

/** Without times, positions are counted in units. */
export function ticks(start: number, end: number, most: number, timed: boolean, unit: Unit = "word"): Tick[] {
  const steps = timed ? SECONDS : WORDS;
  const step = steps.find((one) => (end - start) / one <= most) ?? steps[steps.length - 1]!;
  const decimals = step < 1 ? 1 : 0;
  const found: Tick[] = [];
  for (let n = Math.ceil(start / step); n * step <= end; n++) {
    found.push({ at: n * step, label: timed ? clock(n * step, decimals) : `${unit} ${count(n * step)}` });
  }
  return found;
}
