/** Error rates of the groups of each slice: overlap, segment length, backchannels. */

import { partLabel, SLICE_TITLES } from "../data/slices";
import type { Counts, Slices, Unit } from "../data/wire";
import { h } from "../dom";
import { amount, percent } from "../format";
import { errorBar } from "../parts";
import { errorsIn, measure } from "../vocabulary";
import { axis, type Scale, scaleOf } from "../scale";

/** The common axis of slices side by side. */
export function sliceScale(all: readonly Slices[]): Scale {
  return scaleOf(all.flatMap((slices) => Object.values(slices).flatMap((parts) => parts.map(([, counts]) => counts.rate))));
}

/** Tables of rates, with differences to another score if given; a click on a group calls `open`. */
export function sliceTables(slices: Slices, unit: Unit, other: Slices | null, open: ((part: string, session: number | null) => void) | null, scale = sliceScale([slices])): HTMLElement {
  return h(
    "div",
    { class: "slices" },
    Object.entries(slices)
      .filter(([, parts]) => parts.length)
      .map(([name, parts]) => {
      const beside = new Map((other?.[name] ?? []).map(([label, counts]) => [label, counts]));
      return h(
        "div",
        { class: "list", "data-slice": name },
        h("h3", {}, SLICE_TITLES[name] ?? name),
        axis(scale),
        h("ul", {}, parts.map(([label, counts, session]) => h("li", {}, line(partLabel(name, label, unit), counts, unit, beside.get(label), scale, open && (() => open(`${name}:${label}`, session ?? null)))))),
      );
    }),
  );
}

function line(label: string, counts: Counts, unit: Unit, other: Counts | undefined, scale: Scale, open: (() => void) | null): HTMLElement {
  const rated = counts.rate !== null;
  const by = rated && other && other.rate !== null ? counts.rate! - other.rate : null;
  const title = errorsIn(unit, counts);
  return h(
    open ? "button" : "div",
    { class: "slice", title, ...(open ? { type: "button", on: { click: open } } : {}) },
    h("span", { class: "label" }, h("span", {}, label), rated ? h("small", {}, measure(unit, counts.length)) : null),
    rated ? errorBar(counts, scale) : null,
    h("span", { class: "rate" }, rated ? percent(counts.rate) : amount(counts.insertions, "insertion")),
    by === null ? null : h("span", { class: "by" }, inWords(by)),
  );
}

/** The difference to the other score: better if the rate is lower. */
function inWords(by: number): string {
  const size = (100 * Math.abs(by)).toFixed(2);
  return size === "0.00" ? "equal" : `${size} ${by < 0 ? "better" : "worse"}`;
}
