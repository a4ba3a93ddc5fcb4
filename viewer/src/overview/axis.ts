/** The one axis of all bars of the overview. */

import type { Index } from "../data/wire";
import { type Scale, scaleOf } from "../scale";

/** Returns the axis: it includes totals, intervals, sessions and slices, up to twice the highest total. */
export function overviewScale(index: Index): Scale {
  const highest = Math.max(...index.scores.map((info) => info.total.rate ?? 0));
  const rates = index.scores.flatMap((info) => [
    info.total.rate,
    info.interval?.high ?? null,
    ...info.sessions.map((summary) => summary?.rate ?? null),
    ...Object.values(info.slices).flatMap((parts) => parts.map(([, counts]) => counts.rate)),
  ]);
  return scaleOf(rates, 2 * highest || 0.05);
}
