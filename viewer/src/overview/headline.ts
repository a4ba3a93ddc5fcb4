/** The answer of the page in words: how good a system is, or which is better, and why. */

import { PART_NAMES } from "../blame/parts";
import type { Comparison, Index, ScoreInfo, Unit } from "../data/wire";
import { isolated } from "../direction";
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

/** A share in words; null if it is negligible. Only the whole is "all". */
export function share(part: number, whole: number): string | null {
  const exact = whole > 0 ? part / whole : 0;
  if (exact < 0.05) return null;
  if (exact > 0.95) return part === whole ? "all" : "nearly all";
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

const nameOf = (index: Index, session: number): string => isolated(index.sessions[session] ?? "") || "the unnamed session";
const called = ({ system }: ScoreInfo): string => isolated(system);

/** Returns the comparison of two scores, in either order. */
export function comparisonOf(index: Index, score: number, against: number | null): Comparison | null {
  return index.comparisons.find(({ a, b }) => (a === score && b === against) || (a === against && b === score)) ?? null;
}

export function headline(index: Index, score: number, against: number | null): Headline {
  const info = index.scores[score]!;
  const other = against === null ? undefined : index.scores[against];
  if (info.total.rate === null)
    return { title: `${called(info)} is compared with a reference without ${ofText(info.unit) ? `${info.unit}s` : "speech"}`, reasons: [] };
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
  if (index.utterances && total.errors) reasons.push(spreadInWords(info.sessions.flatMap((summary) => summary?.rate ?? []).sort((a, b) => a - b), "utterance"));
  const place = index.utterances ? null : worst(info);
  if (place !== null) reasons.push(`${nameOf(index, place)} is worst (${percent(info.sessions[place]!.rate)}).`);
  const rate = total.rate === 0 ? "" : ` (${percent(total.rate)} ${info.title})`;
  return { title: `${called(info)} ${howBad(total.rate!, info.unit)}${rate}`, reasons };
}

function ofPair(index: Index, score: number, against: number): Headline {
  const [info, other] = [index.scores[score]!, index.scores[against]!];
  const by = info.total.rate! - other.total.rate!;
  const [better, worse] = by > 0 ? [other, info] : [info, other];
  if (by === 0) return { title: `${called(info)} and ${called(other)} have the same rate (${percent(info.total.rate)} ${info.title})`, reasons: significance(index, score, against) };
  return {
    title: `${called(better)} is better than ${called(worse)} by ${pointsApart(by)} points (${percent(better.total.rate)} vs ${percent(worse.total.rate)} ${info.title})`,
    reasons: [...causesOf(index, better, worse), ...placeOf(index, better, worse), ...significance(index, score, against)],
  };
}

/** A part that is this many times the difference is offset by others. */
const OFFSET = 1.05;

/** Which cause makes up the difference. */
function causesOf(index: Index, better: ScoreInfo, worse: ScoreInfo): string[] {
  const pair = comparisonOf(index, index.scores.indexOf(better), index.scores.indexOf(worse));
  const more = worse.total.errors - better.total.errors;
  if (!pair || pair.parts.length === 0 || more <= 0) return [];
  const sign = index.scores[pair.b] === worse ? 1 : -1;
  const parts = pair.parts.map(([name, by]) => ({ cause: PART_NAMES[name] ?? name, by: sign * by })).sort((a, b) => b.by - a.by);
  const { cause, by } = parts[0]!;
  if (by > OFFSET * more) return [offset(worse, parts)];
  const part = share(by, more);
  return part ? [`${capital(part)} of it is ${cause} errors.`] : [];
}

/** More errors of some causes, and fewer of others: a part of the difference would not say so. */
function offset(worse: ScoreInfo, parts: readonly { cause: string; by: number }[]): string {
  const some = (sign: number, word: string): string[] =>
    [...parts].sort((a, b) => sign * (b.by - a.by)).filter(({ by }) => sign * by > 0).map(({ cause, by }) => `${count(Math.abs(by))} ${word} ${cause}`);
  return `${called(worse)} has ${[...some(1, "more"), ...some(-1, "fewer")].join(", ").replace(/, ([^,]*)$/, " and $1")} errors.`;
}

/** The session with most of the difference, and a speaker who has no stream there. */
function placeOf(index: Index, better: ScoreInfo, worse: ScoreInfo): string[] {
  const more = worse.total.errors - better.total.errors;
  const by = index.sessions.map((_, session) => (worse.sessions[session]?.errors ?? 0) - (better.sessions[session]?.errors ?? 0));
  const most = by.indexOf(Math.max(...by));
  const left = worse.unpaired.filter(([session, speaker]) => !better.unpaired.some((one) => one[0] === session && one[1] === speaker));
  const here = left.filter(([session]) => session === most).map(([, speaker]) => isolated(speaker));
  const name = nameOf(index, most);
  const concentrated = index.sessions.length > 1 && more > 0 ? concentration(by[most]!, more, `${called(worse)} is worse only because of ${name}`, name) : null;
  if (here.length) {
    const speakers = `${here.length > 1 ? "speakers" : "speaker"} ${listed(here, 3)}`;
    const none = `${called(worse)} has no stream for ${speakers}`;
    return [concentrated ? `${concentrated}, where ${none}.` : `${none} in ${name}.`];
  }
  return concentrated ? [`${concentrated}.`] : [];
}

/** How much of a difference is in one session; null if it is not much. In the others, the better system may be worse. */
function concentration(by: number, more: number, alone: string, name: string): string | null {
  const part = by > more / 4 ? share(by, more) : null;
  return by > OFFSET * more ? alone : part && `${capital(part)} of it is in ${name}`;
}

function significance(index: Index, score: number, against: number): string[] {
  const pair = comparisonOf(index, score, against);
  return pair ? [pair.significance] : [];
}

function ofMany(index: Index, rivals: readonly number[]): Headline {
  const order = [...rivals].sort((a, b) => index.scores[a]!.total.rate! - index.scores[b]!.total.rate! || a - b);
  const best = index.scores[order[0]!]!;
  const rest = order.slice(1);
  const next = rest.slice(0, 3).map((number) => `${called(index.scores[number]!)} (${percent(index.scores[number]!.total.rate)})`);
  const more = rest.length > 3 ? ` and ${count(rest.length - 3)} more` : "";
  const tied = rest.filter((number) => comparisonOf(index, order[0]!, number)?.significant === false).map((number) => called(index.scores[number]!));
  return {
    title: `${called(best)} is best of ${amount(rivals.length, "system")} (${percent(best.total.rate)} ${best.title})`,
    reasons: [`Next: ${next.join(", ")}${more}.`, ...(tied.length ? [`Not significantly different from ${called(best)}: ${listed(tied, 4)}.`] : [])],
  };
}

/** How the sorted rates are distributed: how many have no error, or the median; and at least the highest tenth. */
export function spreadInWords(rates: readonly number[], noun: string): string {
  const without = rates.filter((rate) => rate === 0).length;
  const [middle, tenth] = [rates[Math.floor(rates.length / 2)]!, rates[Math.floor(0.9 * rates.length)]!];
  const all = amount(rates.length, noun);
  if (without === rates.length) return `None of the ${all} has an error.`;
  const first = middle ? `Half of the ${all} are at or below ${percent(middle)}` : `${count(without)} of the ${all} have no error (${Math.floor((100 * without) / rates.length)}%)`;
  if (!tenth) return `${first}.`;
  const high = rates.filter((rate) => rate >= tenth).length;
  return `${first}, ${Math.round((100 * high) / rates.length)}% are at ${percent(tenth)}${rates.at(-1)! > tenth ? " or above" : ""}.`;
}
