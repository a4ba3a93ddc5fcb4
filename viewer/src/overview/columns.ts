/** Columns of the session table, and their order. */

import type { Index, Summary, Unit } from "../data/wire";
import { count, percent } from "../format";
import { lengths, quantity, vocabulary } from "../vocabulary";
import { byName } from "../order";
import type { Differ, State } from "../state";

export interface Line {
  session: number;
  name: string;
  own: Summary;
  other: Summary | null;
}

export interface Column {
  key: string;
  title: string;
  /** Sort key of a row; null is last. */
  value: (line: Line) => number | string | null;
  text?: (line: Line) => string;
  /** Hidden on narrow screens. */
  minor?: boolean;
}

/** Rate minus the rate of the compared score. */
export function difference(line: Line): number | null {
  return line.other === null || line.own.rate === null || line.other.rate === null ? null : line.own.rate - line.other.rate;
}

const number = (key: string, title: string, value: (line: Line) => number, minor = false): Column => ({
  key,
  title,
  value,
  text: (line) => count(value(line)),
  minor,
});

export const COLUMNS: readonly Column[] = [
  { key: "session", title: "session", value: (line) => line.name },
  { key: "strip", title: "", value: () => null },
  { key: "rate", title: "rate", value: (line) => line.own.rate, text: (line) => percent(line.own.rate) },
  { key: "bar", title: "", value: (line) => line.own.rate },
  number("words", "words", (line) => line.own.length),
  number("errors", "errors", (line) => line.own.errors),
  number("sub", "sub", (line) => line.own.substitutions, true),
  number("del", "del", (line) => line.own.deletions, true),
  number("ins", "ins", (line) => line.own.insertions, true),
];

/** Column titles for the unit. */
export function columnsOf(unit: Unit): readonly Column[] {
  const { short } = vocabulary(unit);
  const titles: Record<string, string> = { words: lengths(unit), sub: short.S, del: short.D, ins: short.I };
  const left = unit === "speaker" ? ["errors", "sub", "del", "ins"] : [];
  return COLUMNS.filter(({ key }) => !left.includes(key)).map((column) => {
    const title = titles[column.key] ?? column.title;
    const counted = column.key in titles || column.key === "errors";
    return counted ? { ...column, title, text: (line) => quantity(unit, column.value(line) as number) } : column;
  });
}

export const AGAINST: readonly Column[] = [
  { key: "other", title: "other", value: (line) => line.other?.rate ?? null, text: (line) => (line.other ? percent(line.other.rate) : "") },
  { key: "difference", title: "better by", value: (line) => size(difference(line)) },
  { key: "both", title: "errors of both", value: (line) => line.own.errors + (line.other?.errors ?? 0) },
];

const size = (by: number | null): number | null => (by === null ? null : Math.abs(by));

/** The sum of some rows, without a session. */
export function total(all: readonly Line[]): Line {
  const both = all.every((line) => line.other !== null);
  return { session: -1, name: "total", own: sum(all.map((line) => line.own)), other: both ? sum(all.map((line) => line.other!)) : null };
}

function sum(all: readonly Summary[]): Summary {
  const add = (of: (one: Summary) => number): number => all.reduce((found, one) => found + of(one), 0);
  const [errors, length] = [add((one) => one.errors), add((one) => one.length)];
  return {
    errors,
    length,
    rate: length ? errors / length : null,
    insertions: add((one) => one.insertions),
    deletions: add((one) => one.deletions),
    substitutions: add((one) => one.substitutions),
    correct: add((one) => one.correct),
    lower_bound: add((one) => one.lower_bound),
    exact: all.every((one) => one.exact),
  };
}

const RANGE = String.raw`(\d+(?:\.\d+)?)\s*%\s*[-–]\s*(?:(\d+(?:\.\d+)?)\s*%)?`;
/** A range of rates, such as `20%-30%` or `20%-`, or two: of the shown score and of the compared one. */
const RATES = new RegExp(`^${RANGE}(?:\\s+${RANGE})?$`);

/** Ranges of rates as filter text. */
export function rateFilter(...ranges: readonly (readonly [number, number])[]): string {
  const shown = (rate: number): string => `${Number((100 * rate).toFixed(2))}%`;
  return ranges.map(([from, to]) => `${shown(from)}-${to === Infinity ? "" : shown(to)}`).join(" ");
}

/** Whether a filter is a text, not ranges of rates. */
export function isText(filter: string): boolean {
  return filter.trim() !== "" && !RATES.test(filter.trim());
}

/** Whether a session passes the filter: part of its name, or ranges of rates. */
function passes(filter: string): (line: Line) => boolean {
  const ranges = RATES.exec(filter.trim());
  if (ranges) {
    const within = (summary: Summary | null, from: string | undefined, to: string | undefined): boolean =>
      from === undefined || (!!summary && summary.rate !== null && summary.rate >= Number(from) / 100 - 1e-9 && (to === undefined || summary.rate < Number(to) / 100 - 1e-9));
    return ({ own, other }) => within(own, ranges[1], ranges[2]) && within(other, ranges[3], ranges[4]);
  }
  const wanted = filter.trim().toLocaleLowerCase();
  return ({ name }) => name.toLocaleLowerCase().includes(wanted);
}

/** Which of the shown scores have errors in a session. */
export function errorClass({ own, other }: Line): Differ {
  const [first, second] = [own.errors > 0, (other?.errors ?? 0) > 0];
  return first ? (second ? "both" : "first") : second ? "second" : "none";
}

export function lines(index: Index, score: number, against: number | null, filter: string, found: ReadonlySet<number> | null = null): Line[] {
  const wanted = passes(filter);
  const all: Line[] = [];
  index.sessions.forEach((name, session) => {
    const own = index.scores[score]?.sessions[session];
    if (!own) return;
    const other = against === null ? null : (index.scores[against]?.sessions[session] ?? null);
    const line = { session, name, own, other };
    if (wanted(line) || found?.has(session)) all.push(line);
  });
  return all;
}

/** Sorts by a column; a minus before its key means descending. */
export function sorted(all: readonly Line[], sort: string): Line[] {
  const down = sort.startsWith("-");
  const key = sort.replace(/^-/, "");
  const column = [...COLUMNS, ...AGAINST].find((one) => one.key === key) ?? COLUMNS[0]!;
  return [...all].sort((a, b) => {
    const x = column.value(a);
    const y = column.value(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    const order =
      typeof x === "string" || typeof y === "string" ? byName(String(x), String(y)) : x - y;
    return (down ? -order : order) || a.session - b.session;
  });
}

/** The default order: most errors first in a list of utterances; the largest difference if two scores are compared; otherwise the worst rate. */
export function sortOf({ utterances }: Pick<Index, "utterances">, { sort, against }: Pick<State, "sort" | "against">): string {
  if (sort && (against !== null || !AGAINST.some((one) => sort.endsWith(one.key)))) return sort;
  return utterances ? "-both" : against === null ? "-rate" : "-difference";
}

/** The listed sessions, in order. */
export function listed(index: Index, state: State): Line[] {
  const all = lines(index, state.score, state.against, state.sessions, state.found);
  const { differ } = state;
  return sorted(index.utterances && differ ? all.filter((line) => errorClass(line) === differ) : all, sortOf(index, state));
}
