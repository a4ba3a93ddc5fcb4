/** An error rate by cause: as a sum, and as a bar with its interval. */

import type { BlameParts, IntervalInfo, Part } from "../data/wire";
import { h, type Child } from "../dom";
import { amount } from "../format";

export const PART_NAMES: Record<string, string> = {
  attribution: "attribution",
  mixed: "mixed",
  split: "split",
  recognition: "recognition",
};

export const PART_MEANINGS: Record<string, string> = {
  attribution: "whole segments labeled with the wrong speaker",
  mixed: "segments with words of several speakers; below one point mostly coincidence",
  split: "utterances split across streams",
  recognition: "wrong under any speaker labels",
};

/** The pattern of a cause, by its place in the chain: hatched, dotted, plain. */
export function pattern(place: number, parts: number): "hatched" | "dotted" | "plain" {
  if (place === parts - 1) return "plain";
  return place === 0 ? "hatched" : "dotted";
}

const tenths = (errors: number, length: number): string => ((100 * errors) / length).toFixed(1);

/** The points of a cause; a range if they are not proven. */
function points([, errors, low, high]: Part, length: number): string {
  return low === high ? tenths(errors, length) : `${tenths(low, length)}–${tenths(high, length)}`;
}

/** E.g. `50.3% = 34.4 recognition + 0.8 mixed + 15.0 attribution`. */
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

/** Recognition plain, mixed dotted, attribution hatched. The full width is the given rate. */
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

export function whisker({ low, high }: IntervalInfo, full: number): HTMLElement {
  const at = (rate: number): number => Math.min(100, (100 * rate) / full);
  return h("span", { class: "whisker", style: { left: `${at(low).toFixed(2)}%`, width: `${(at(high) - at(low)).toFixed(2)}%` } });
}

/** The confidence interval as text. */
export function intervalText({ low, high, level, unit, units }: IntervalInfo): string {
  const places = high - low >= 0.01 ? 1 : 2;
  const range = `${(100 * low).toFixed(places)}–${(100 * high).toFixed(places)}%`;
  const scope = unit === "block" ? "within this session" : `${units < FEW ? "only " : ""}${amount(units, unit)}`;
  return `${Number((100 * level).toFixed(1))}% CI ${range} (${scope})`;
}

const FEW = 6;
