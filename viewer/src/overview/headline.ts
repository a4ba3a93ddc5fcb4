/** The answer of the page in words: how good a system is, or which is better, and why. */

import { PART_NAMES } from "../blame/parts";
import type { Comparison, Index, ScoreInfo, Unit } from "../data/wire";
import { amount, capital, count, listed, percent, pointsApart } from "../format";
import { ofText } from "../vocabulary";

export interface Headline {
  title: string;
  /** Sentences below it. */
  reasons: string[];
}

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
  if (exact > 0.95) return "all";
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

const nameOf = (index: Index, session: number): string => index.sessions[session] || "the unnamed session";

/** Returns the comparison of two scores, in either order. */
export function comparisonOf(index: Index, score: number, against: number | null): Comparison | null {
  return index.comparisons.find(({ a, b }) => (a === score && b === against) || (a === against && b === score)) ?? null;
}

export function headline(index: Index, score: number, against: number | null): Headline {
  const info = index.scores[score]!;
  const other = against === null ? undefined : index.scores[against];
  if (info.total.rate === null)
    return { title: `${info.system} is compared with a reference without ${ofText(info.unit) ? `${info.unit}s` : "speech"}`, reasons: [] };
  if (other && other.metric === info.metric && other.system !== info.system && other.total.rate !== null) return ofPair(index, score, against!);
  const rivals = index.scores.map((_, number) => number).filter((number) => index.scores[number]!.metric === info.metric && index.scores[number]!.total.rate !== null);
  if (new Set(rivals.map((number) => index.scores[number]!.system)).size > 2) return ofMany(index, rivals);
  return ofOne(index, info);
}

function ofOne(index: Index, info: ScoreInfo): Headline {
  const { total, blame } = info;
  const reasons: string[] = [];
  if (blame && total.errors) {
    const [cause, errors, low, high] = blame.parts.reduce((most, part) => (part[1] > most[1] ? part : most));
    const exact = low === high;
    const part = exact ? share(errors, total.errors) : null;
    if (part) reasons.push(`${capital(part)} of the errors are ${PART_NAMES[cause] ?? cause} errors.`);
    const attribution = blame.parts.find(([name]) => name === "attribution");
    if (attribution && attribution[2]) reasons.push(`Correct speaker labels would save ${pointsApart(attribution[1] / total.length)} points.`);
  }
  const place = worst(info);
  if (place !== null) reasons.push(`${nameOf(index, place)} is worst (${percent(info.sessions[place]!.rate)}).`);
  const rate = total.rate === 0 ? "" : ` (${percent(total.rate)} ${info.title})`;
  return { title: `${info.system} ${howBad(total.rate!, info.unit)}${rate}`, reasons };
}

function ofPair(index: Index, score: number, against: number): Headline {
  const [info, other] = [index.scores[score]!, index.scores[against]!];
  const by = info.total.rate! - other.total.rate!;
  const [better, worse] = by > 0 ? [other, info] : [info, other];
  if (by === 0) return { title: `${info.system} and ${other.system} have the same rate (${percent(info.total.rate)} ${info.title})`, reasons: significance(index, score, against) };
  return {
    title: `${better.system} is better than ${worse.system} by ${pointsApart(by)} points (${percent(better.total.rate)} vs ${percent(worse.total.rate)} ${info.title})`,
    reasons: [...causesOf(index, better, worse), ...placeOf(index, better, worse), ...significance(index, score, against)],
  };
}

/** Which cause makes up the difference. */
function causesOf(index: Index, better: ScoreInfo, worse: ScoreInfo): string[] {
  const pair = comparisonOf(index, index.scores.indexOf(better), index.scores.indexOf(worse));
  const more = worse.total.errors - better.total.errors;
  if (!pair || pair.parts.length === 0 || more <= 0) return [];
  const sign = index.scores[pair.b] === worse ? 1 : -1;
  const [cause, errors] = pair.parts.map(([name, by]) => [name, sign * by] as const).reduce((most, part) => (part[1] > most[1] ? part : most));
  const part = share(errors, more);
  return part ? [`${capital(part)} of it is ${PART_NAMES[cause] ?? cause} errors.`] : [];
}

/** The session with most of the difference, and a speaker who has no stream there. */
function placeOf(index: Index, better: ScoreInfo, worse: ScoreInfo): string[] {
  const more = worse.total.errors - better.total.errors;
  const by = index.sessions.map((_, session) => (worse.sessions[session]?.errors ?? 0) - (better.sessions[session]?.errors ?? 0));
  const most = by.indexOf(Math.max(...by));
  const left = worse.unpaired.filter(([session, speaker]) => !better.unpaired.some((one) => one[0] === session && one[1] === speaker));
  const here = left.filter(([session]) => session === most).map(([, speaker]) => speaker);
  const concentrated = index.sessions.length > 1 && more > 0 && by[most]! > more / 4 ? share(Math.min(by[most]!, more), more) : null;
  const name = nameOf(index, most);
  if (here.length) {
    const speakers = `${here.length > 1 ? "speakers" : "speaker"} ${listed(here, 3)}`;
    const none = `${worse.system} has no stream for ${speakers}`;
    return [concentrated ? `${capital(concentrated)} of it is in ${name}, where ${none}.` : `${none} in ${name}.`];
  }
  return concentrated ? [`${capital(concentrated)} of it is in ${name}.`] : [];
}

function significance(index: Index, score: number, against: number): string[] {
  const pair = comparisonOf(index, score, against);
  return pair ? [pair.significance] : [];
}

function ofMany(index: Index, rivals: readonly number[]): Headline {
  const order = [...rivals].sort((a, b) => index.scores[a]!.total.rate! - index.scores[b]!.total.rate! || a - b);
  const best = index.scores[order[0]!]!;
  const rest = order.slice(1);
  const next = rest.slice(0, 3).map((number) => `${index.scores[number]!.system} (${percent(index.scores[number]!.total.rate)})`);
  const more = rest.length > 3 ? ` and ${count(rest.length - 3)} more` : "";
  const tied = rest.filter((number) => comparisonOf(index, order[0]!, number)?.significant === false).map((number) => index.scores[number]!.system);
  return {
    title: `${best.system} is best of ${amount(rivals.length, "system")} (${percent(best.total.rate)} ${best.title})`,
    reasons: [`Next: ${next.join(", ")}${more}.`, ...(tied.length ? [`Not significantly different from ${best.system}: ${listed(tied, 4)}.`] : [])],
  };
}
