/** The parts of an error rate: in words, and as a bar with its interval. */

import type { BlameParts, IntervalInfo, Part } from "../data/wire";
import { h, type Child } from "../dom";
import { amount } from "../format";

export const PART_NAMES: Record<string, string> = {
  labels: "who said it",
  inside: "inside segments",
  split: "cut across streams",
  words: "words",
};

export const PART_MEANINGS: Record<string, string> = {
  labels: "whole segments that stand under the wrong name",
  inside: "segments that hold words of several speakers; below one point this is mostly chance",
  split: "utterances that are cut across streams",
  words: "what no relabelling mends: recognition",
};

/** How a part is drawn, by its place in the chain: hatched, dotted, plain. */
export function pattern(place: number, parts: number): "hatched" | "dotted" | "plain" {
  if (place === parts - 1) return "plain";
  return place === 0 ? "hatched" : "dotted";
}

const tenths = (errors: number, length: number): string => ((100 * errors) / length).toFixed(1);

/** The points of a part, or between which it lies where it is not proven. */
function points([, errors, low, high]: Part, length: number): string {
  return low === high ? tenths(errors, length) : `${tenths(low, length)}–${tenths(high, length)}`;
}

/** As in `50.3% = 34.4 words + 0.8 inside segments + 15.0 who said it`. */
export function inWords({ parts }: BlameParts, errors: number, length: number): HTMLElement {
  const terms = parts.map((part, place) => ({ part, place })).reverse();
  return h(
    "p",
    { class: "in-parts" },
    h("b", {}, `${tenths(errors, length)}%`),
    " = ",
    terms.flatMap(({ part, place }, n): Child[] => [
      n ? " " : "",
      h(
        "span",
        { class: "part", title: PART_MEANINGS[part[0]] ?? "" },
        n ? "+ " : "",
        h("i", { class: pattern(place, parts.length) }),
        `${points(part, length)} ${PART_NAMES[part[0]] ?? part[0]}`,
      ),
    ]),
  );
}

/** Words plain, inside dotted, labels hatched; the full width stands for the given rate. */
export function partsBar({ parts }: BlameParts, length: number, full: number, interval: IntervalInfo | null = null): HTMLElement {
  const label = parts.map(([name, errors]) => `${PART_NAMES[name] ?? name}: ${amount(errors, "error")}`).reverse().join(", ");
  const share = (errors: number): string => `${length && full ? ((100 * errors) / length / full).toFixed(2) : 0}%`;
  return h(
    "span",
    { class: "bar parts", role: "img", "aria-label": label, title: label },
    parts.map(([, errors], place) => h("i", { class: pattern(place, parts.length), style: { width: share(errors) } })).reverse(),
    interval ? whisker(interval, full) : null,
  );
}

function whisker({ low, high }: IntervalInfo, full: number): HTMLElement {
  const at = (rate: number): number => Math.min(100, (100 * rate) / full);
  return h("span", { class: "whisker", style: { left: `${at(low).toFixed(2)}%`, width: `${(at(high) - at(low)).toFixed(2)}%` } });
}

/** Where the rate would lie on other sessions of the same kind. */
export function intervalText({ low, high, level, unit, units }: IntervalInfo): string {
  const places = high - low >= 0.01 ? 1 : 2;
  const range = `${(100 * low).toFixed(places)}–${(100 * high).toFixed(places)}%`;
  const sure = `${Number((100 * level).toFixed(1))}%`;
  if (unit === "block") return `within this session ${range} (${sure})`;
  return `on other sessions ${range} (${sure}; ${units < FEW ? "only " : ""}${amount(units, unit)} here)`;
}

const FEW = 6;
