/** Terms for what is counted: words or characters, or speech in hundredths of a second. */

import type { Counts, ErrorKind, Kind, Unit } from "./data/wire";
import { amount, count } from "./format";

export interface Vocabulary {
  /** Names of the kinds: plural, short, singular. */
  many: Record<ErrorKind, string>;
  short: Record<ErrorKind, string>;
  one: Record<Kind, string>;
}

const OF_WORDS: Vocabulary = {
  many: { S: "substitutions", D: "deletions", I: "insertions" },
  short: { S: "sub", D: "del", I: "ins" },
  one: { C: "correct", S: "substitution", D: "deletion", I: "insertion" },
};

const OF_SPEECH: Vocabulary = {
  many: { S: "confusion", D: "missed speech", I: "false alarms" },
  short: { S: "confused", D: "missed", I: "false" },
  one: { C: "correct", S: "confusion", D: "missed", I: "false alarm" },
};

/** Whether texts are compared, not speech times. */
export function ofText(unit: Unit): boolean {
  return unit !== "second" && unit !== "speaker";
}

/** The unit of the parts of a score; for a mean over speakers, seconds. */
export function unitOfParts(unit: Unit): Unit {
  return unit === "speaker" ? "second" : unit;
}

export function vocabulary(unit: Unit): Vocabulary {
  return ofText(unit) ? OF_WORDS : OF_SPEECH;
}

/** Formats a number of words, or seconds. */
export function quantity(unit: Unit, value: number): string {
  if (ofText(unit)) return count(value);
  const seconds = value / 100;
  return unit === "speaker" ? String(Math.round(seconds)) : `${seconds < 100 ? seconds.toFixed(seconds > 0 && seconds < 1 ? 2 : 1) : count(Math.round(seconds))} s`;
}

/** Formats an amount with its noun. */
export function measure(unit: Unit, value: number): string {
  if (ofText(unit)) return amount(value, unit);
  return unit === "second" ? `${quantity(unit, value)} of speech` : amount(Math.round(value / 100), "speaker");
}

export function errorsIn(unit: Unit, counts: Counts): string {
  if (ofText(unit)) return `${amount(counts.errors, "error")} in ${amount(counts.length, unit)}`;
  if (unit === "second") return `${quantity(unit, counts.errors)} of errors in ${measure(unit, counts.length)}`;
  return `mean over ${measure(unit, counts.length)}`;
}

/** The title of a column of lengths. */
export function lengths(unit: Unit): string {
  return ofText(unit) ? `${unit}s` : unit === "second" ? "speech" : "speakers";
}
