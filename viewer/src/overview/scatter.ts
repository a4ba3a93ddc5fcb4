/** The rates of two scores against each other: a dot per session, or with many sessions a dot per pair of ranges. */

import type { Index } from "../data/wire";
import { isolated } from "../direction";
import { h, svg } from "../dom";
import { abridged, amount, count, percent, points } from "../format";
import { TABBED } from "../parts";
import { tickLabel } from "../scale";
import type { Store } from "../state";
import { difference, type Line } from "./columns";
import type { Between } from "./spread";

export const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
/** Maximum number of sessions with a dot each. */
const DOTS = 200;
const CELLS = 10;
const SIZE = 250;
const SIDE = 46;
/** A few insertions in short sessions would flatten the rest; higher rates are in the last range. */
const LONGEST = 1;
/** A rate below that of any error. */
const NOTHING = 0.0001;

interface Dot {
  /** The rates at its center. */
  at: [number, number];
  radius: number;
  title: string;
  open: () => void;
}

/** Above the diagonal, the rate on the left axis is higher. */
export function scatter(index: Index, store: Store, both: readonly Line[], between: Between): HTMLElement {
  const [own, other] = [index.scores[store.state.score]!, index.scores[store.state.against!]!];
  const names = own.system === other.system ? [own.title, other.title] : [own.system, other.system];
  const [left, below] = names.map(isolated) as [string, string];
  const [shortLeft, shortBelow] = names.map((name) => isolated(abridged(name)));
  const many = both.length > DOTS;
  const highest = Math.max(...both.map((line) => Math.max(line.own.rate!, line.other!.rate!)));
  const top = ceiling(many ? Math.min(highest, LONGEST) : highest);
  const scale = (rate: number): number => (rate / top) * (SIZE - SIDE - 8);
  const x = (rate: number): number => SIDE + scale(rate);
  const y = (rate: number): number => SIZE - SIDE - scale(rate);
  const noun = index.utterances ? "utterance" : "session";
  const dots = many ? cells(both, top, between, [left, below], noun) : both.map((line) => dot(line, [left, below], store));
  const [worse, better] = [both.filter((line) => difference(line)! > 0).length, both.filter((line) => difference(line)! < 0).length];
  const axis = [0, top / 2, top].flatMap((rate) => [
    svg("line", { x1: x(rate), x2: x(rate), y1: y(0), y2: y(top), class: "grid" }),
    svg("line", { x1: x(0), x2: x(top), y1: y(rate), y2: y(rate), class: "grid" }),
    svg("text", { x: x(rate), y: y(0) + 14, class: "tick" }, tickLabel(rate)),
    rate === 0 ? null : svg("text", { x: SIDE - 5, y: y(rate) + 4, class: "value" }, tickLabel(rate)),
  ]);
  const marks = dots.map(({ at, radius, title, open }) => {
    const mark = svg("circle", { cx: x(at[1]), cy: y(at[0]), r: radius, class: "session-dot", tabindex: dots.length > TABBED ? "-1" : "0", role: "link", "aria-label": title }, svg("title", {}, title));
    mark.addEventListener("click", open);
    mark.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Enter" && open());
    return mark;
  });
  return h(
    "figure",
    { class: "list against" },
    h(
      "figcaption",
      {},
      h("h3", {}, index.utterances ? "Utterance by utterance" : "Session by session"),
      h("p", {}, `${left} is better in ${amount(better, noun)}, worse in ${count(worse)}${better + worse < both.length ? `; ${count(both.length - better - worse)} are equal` : ""}.`),
      many ? h("p", {}, `A dot lists its ${noun}s; larger dots have more.`) : null,
    ),
    svg(
      "svg",
      { viewBox: `-10 0 ${SIZE + 10} ${SIZE}`, class: "chart", role: "group", "aria-label": `rates of ${left} against those of ${below}` },
      axis,
      svg("line", { x1: x(0), y1: y(0), x2: x(top), y2: y(top), class: "mean" }),
      svg("text", { x: x(top / 2), y: SIZE - 4, class: "tick name" }, `${shortBelow} →`),
      svg("text", { x: -1, y: y(top / 2), class: "tick name", transform: `rotate(-90 -1 ${y(top / 2)})` }, `${shortLeft} →`),
      marks,
    ),
  );
}

function dot(line: Line, [left, below]: readonly [string, string], store: Store): Dot {
  const title = `${line.name}: ${left} ${percent(line.own.rate)}, ${below} ${percent(line.other!.rate)} (${points(difference(line)!)})`;
  const open = (): void => store.set({ session: line.session, view: "timeline", range: null, step: null });
  return { at: [line.own.rate!, line.other!.rate!], radius: 4.5, title, open };
}

/** Sessions by ranges of both rates. Those without errors are a range of their own. */
function cells(both: readonly Line[], top: number, between: Between, [left, below]: readonly [string, string], noun: string): Dot[] {
  const step = top / CELLS;
  const cell = (rate: number): number => (rate === 0 ? 0 : Math.min(Math.floor(rate / step + 1e-9), CELLS - 1) + 1);
  const found = new Map<number, number>();
  for (const line of both) {
    const key = cell(line.own.rate!) * (CELLS + 1) + cell(line.other!.rate!);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const most = Math.max(...found.values());
  const range = (n: number): [number, number] => (n === 0 ? [0, NOTHING] : [Math.max((n - 1) * step, NOTHING), n === CELLS ? Infinity : n * step]);
  const shown = (n: number): string => (n === 0 ? "0%" : n === CELLS ? `${tickLabel((n - 1) * step)} or more` : `${tickLabel((n - 1) * step)} to ${tickLabel(n * step)}`);
  return [...found].map(([key, sessions]) => {
    const [own, other] = [Math.floor(key / (CELLS + 1)), key % (CELLS + 1)];
    const at = (n: number): number => (n === 0 ? 0 : (n - 0.5) * step);
    return {
      at: [at(own), at(other)],
      radius: 2 + (7 * Math.log1p(sessions)) / Math.log1p(most),
      title: `${amount(sessions, noun)}: ${left} ${shown(own)}, ${below} ${shown(other)}`,
      open: () => between(range(own), range(other)),
    };
  });
}

/** Rounds a rate up. */
function ceiling(rate: number): number {
  const step = STEPS.find((one) => rate / one <= 10) ?? 1;
  return Math.max(step, Math.ceil(rate / step - 1e-9) * step);
}
