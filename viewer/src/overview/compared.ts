/** The comparison of two systems: difference with interval, and by cause. */

import { PART_NAMES } from "../blame/parts";
import type { Comparison, Index } from "../data/wire";
import { isolated } from "../direction";
import { h, svg } from "../dom";
import { abridged, capital, count } from "../format";

const HEIGHT = 74;
const AXIS = 36;

const size = (value: number): string => Math.abs(100 * value).toFixed(2);

/** Formats a difference on the axis: with its sign, in tenths of a point. */
export function onAxis(value: number): string {
  const text = Math.abs(100 * value).toFixed(1);
  return text === "0.0" ? text : `${value < 0 ? "−" : "+"}${text}`;
}

export function compared(index: Index, pair: Comparison): HTMLElement {
  const [a, b] = [index.scores[pair.a]!, index.scores[pair.b]!];
  const parts = pair.parts.map(([name, errors]) => `${count(Math.abs(errors))} ${errors < 0 ? "fewer" : "more"} ${PART_NAMES[name] ?? name}`);
  return h(
    "figure",
    { class: "list compared" },
    h("figcaption", {}, h("h3", {}, "Difference of the rates in points")),
    dotAndInterval(pair, a.system, b.system),
    parts.length ? h("p", { class: "by-part" }, `Errors of ${isolated(b.system)} by cause, compared with ${isolated(a.system)}: ${parts.join(", ")}.`) : null,
    pair.notes.map((text) => h("p", { class: "by-part" }, `${capital(text)}.`)),
  );
}

/** The difference as a dot, its confidence interval as a line, zero as a vertical line. */
function dotAndInterval({ difference, interval }: Comparison, ...systems: [string, string]): SVGElement {
  const [a, b] = systems.map(isolated);
  const [shortA, shortB] = systems.map((name) => isolated(abridged(name)));
  const ends = [0, difference, ...(interval ? [interval.low, interval.high] : [])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const width = Math.max(240, Math.min(420, innerWidth - 64)); // drawn at its own size, so that letters keep theirs
  const room = Math.max(high - low, 0.002) * 0.12;
  const x = (value: number): number => 8 + ((value - low + room) / (high - low + 2 * room)) * (width - 16);
  // Above 0 the first system is better.
  const inWords = (value: number): string => `${value < 0 ? b : a} is better by ${size(value)} points`;
  const label = `${inWords(difference)}${interval ? `; ${Number((100 * interval.level).toFixed(1))}% CI: from ${inWords(interval.low)} to ${inWords(interval.high)}` : ""}`;
  const y = AXIS - 16;
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label },
    svg("title", {}, label),
    svg("line", { x1: 8, x2: width - 8, y1: AXIS, y2: AXIS, class: "grid" }),
    svg("line", { x1: x(0), x2: x(0), y1: 4, y2: AXIS + 4, class: "zero" }),
    interval ? svg("line", { x1: x(interval.low), x2: x(interval.high), y1: y, y2: y, class: "reach" }) : null,
    interval ? [interval.low, interval.high].map((end) => svg("text", { x: x(end), y: AXIS + 14, class: "tick" }, onAxis(end))) : null,
    svg("circle", { cx: x(difference), cy: y, r: 6, class: "at" }),
    svg("text", { x: x(difference), y: y - 10, class: "tick name" }, onAxis(difference)),
    svg("text", { x: 8, y: AXIS + 32, class: "side" }, `← ${shortB} better`),
    svg("text", { x: width - 8, y: AXIS + 32, class: "value" }, `${shortA} better →`),
  );
}
