/** The report in one sentence: rate, attribution errors, worst session. */

import type { Index, ScoreInfo, Unit } from "../data/wire";
import { ofText } from "../vocabulary";

const SHARES: readonly (readonly [number, string])[] = [
  [0.1, "a tenth"],
  [0.2, "a fifth"],
  [0.25, "a quarter"],
  [1 / 3, "a third"],
  [0.4, "two fifths"],
  [0.5, "half"],
  [0.6, "three fifths"],
  [2 / 3, "two thirds"],
  [0.75, "three quarters"],
  [0.8, "four fifths"],
  [0.9, "nine tenths"],
];

/** A share in words; null if it is negligible. */
export function share(part: number, whole: number): string | null {
  const exact = whole > 0 ? part / whole : 0;
  if (exact < 0.05) return null;
  if (exact > 0.95) return "nearly all";
  return SHARES.reduce((best, one) => (Math.abs(one[0] - exact) < Math.abs(best[0] - exact) ? one : best))[1];
}

/** Errors per 100 words, not the share of wrong words, since insertions are not reference words. */
function howBad(rate: number, unit: Unit): string {
  if (rate === 0) return `gets every ${unit === "speaker" ? "second" : unit} right`;
  const hundred = 100 * rate;
  const shown = hundred > 0 && hundred < 1 ? hundred.toFixed(hundred < 0.1 ? 2 : 1) : hundred.toFixed(0);
  if (unit === "speaker") return `gets ${shown}% of each speaker's time wrong on average`;
  const [errors, things] = ofText(unit) ? [shown === "1" ? "error" : "errors", `${unit}s`] : ["seconds of errors", "seconds of speech"];
  return `makes ${shown} ${errors} for every 100 ${things}`;
}

/** Returns the session with the highest rate; null unless rates differ. */
export function worst(info: ScoreInfo): number | null {
  let found: number | null = null;
  let rated = 0;
  info.sessions.forEach((summary, session) => {
    if (!summary || summary.rate === null) return;
    rated++;
    if (found === null || summary.rate > info.sessions[found]!.rate!) found = session;
  });
  const rates = new Set(info.sessions.map((summary) => summary?.rate));
  return rated > 1 && rates.size > 1 ? found : null;
}

export function sentence(index: Index, score: number, against: number | null): string {
  const info = index.scores[score]!;
  const { rate } = info.total;
  if (rate === null) return `${info.system} is compared with a reference without ${ofText(info.unit) ? `${info.unit}s` : "speech"}.`;
  const parts = [`${info.system} ${howBad(rate, info.unit)}`];
  const other = against === null ? undefined : index.scores[against];
  if (other && other.system !== info.system && other.metric === info.metric && other.total.rate !== null) {
    const figure = (100 * other.total.rate).toFixed(0);
    const same = Math.abs(other.total.rate - rate) < 0.0005;
    parts[0] += ` (${other.system} ${same ? "as many" : rate === 0 || other.total.rate === 0 ? howBad(other.total.rate, info.unit) : figure})`;
  }
  const attribution = info.blame?.parts.find(([name]) => name === "attribution");
  const ofAttribution = attribution && share(attribution[1], info.total.errors);
  if (ofAttribution) parts.push(`${ofAttribution} of them are attribution errors`);
  const place = worst(info);
  if (place !== null) parts.push(`${index.sessions[place] || "the unnamed session"} is worst`);
  return `${parts.join("; ")}.`;
}
