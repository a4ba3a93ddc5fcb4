/** What is counted, in words: words of a transcript, or seconds of speech, which the page holds in hundredths. */

import type { Counts, ErrorKind, Kind, Unit } from "./data/wire";
import { amount, count } from "./format";

export interface Vocabulary {
  /** Errors of a kind: many of them, in short, and one of them. */
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

export function vocabulary(unit: Unit): Vocabulary {
  return unit === "word" ? OF_WORDS : OF_SPEECH;
}

/** A number of words, or seconds. */
export function quantity(unit: Unit, value: number): string {
  if (unit === "word") return count(value);
  const seconds = value / 100;
  return unit === "speaker" ? String(Math.round(seconds)) : `${seconds < 100 ? seconds.toFixed(seconds > 0 && seconds < 1 ? 2 : 1) : count(Math.round(seconds))} s`;
}

/** How much there is, with its noun. */
export function measure(unit: Unit, value: number): string {
  if (unit === "word") return amount(value, "word");
  return unit === "second" ? `${quantity(unit, value)} of speech` : amount(Math.round(value / 100), "speaker");
}

export function errorsIn(unit: Unit, counts: Counts): string {
  if (unit === "word") return `${amount(counts.errors, "error")} in ${amount(counts.length, "word")}`;
  if (unit === "second") return `${quantity(unit, counts.errors)} wrong in ${measure(unit, counts.length)}`;
  return `mean over ${measure(unit, counts.length)}`;
}
