/** Charts of all sessions: the distribution of their rates, or the rates of two scores. */

import type { Index } from "../data/wire";
import { isolated } from "../direction";
import { h, svg } from "../dom";
import { amount, percent, points } from "../format";
import { TABBED } from "../parts";
import type { Store } from "../state";
import { compared } from "./compared";
import { comparisonOf } from "./headline";
import { difference, type Line, lines } from "./columns";

/** Minimum number of sessions for a chart. */
const ENOUGH = 12;
/** Maximum number of dots. */
const DOTS = 3000;
/** Drawn at its own size on a phone too, so its text is as large as the page's. */
const widest = (): number => Math.max(240, Math.min(560, innerWidth - 64));
const HEIGHT = 150;
const SIDE = 46;
const FOOT = 22;
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const BARS = 30;

export class Spread {
  readonly element = h("div", { class: "spread" });
  private key = "";

  constructor(
    private readonly index: Index,
    private readonly store: Store,
    /** Shows the sessions of a range of rates. */
    private readonly between: (from: number, to: number) => void,
  ) {
    store.listen(() => this.update());
    this.update();
  }

  private update(): void {
    const { score, against, session } = this.store.state;
    const key = `${score} ${against}`;
    if (session !== null || key === this.key) return;
    this.key = key;
    const rated = lines(this.index, score, against, "").filter((line) => line.own.rate !== null);
    const both = rated.filter((line) => difference(line) !== null);
    const pair = comparisonOf(this.index, score, against);
    this.element.replaceChildren(
      ...(pair ? [compared(this.index, pair)] : []),
      ...(against !== null && both.length > 1 && both.length <= DOTS ? [this.dots(both, against)] : []),
      ...(rated.length >= ENOUGH ? [this.bars(rated)] : []),
    );
    this.element.hidden = !this.element.hasChildNodes();
  }

  /** A dot per session; above the diagonal, the rate on the left axis is higher. */
  private dots(both: readonly Line[], against: number): HTMLElement {
    const [own, other] = [this.index.scores[this.store.state.score]!, this.index.scores[against]!];
    const top = ceiling(Math.max(...both.flatMap((line) => [line.own.rate!, line.other!.rate!])));
    const size = 250;
    const x = (rate: number): number => SIDE + (rate / top) * (size - SIDE - 8);
    const y = (rate: number): number => size - SIDE - (rate / top) * (size - SIDE - 8);
    const worse = both.filter((line) => difference(line)! > 0).length;
    const better = both.filter((line) => difference(line)! < 0).length;
    const [left, below] = names(own, other);
    const axis = [0, top / 2, top].flatMap((rate) => [
      svg("line", { x1: x(rate), x2: x(rate), y1: y(0), y2: y(top), class: "grid" }),
      svg("line", { x1: x(0), x2: x(top), y1: y(rate), y2: y(rate), class: "grid" }),
      svg("text", { x: x(rate), y: y(0) + 14, class: "tick" }, short(rate)),
      rate === 0 ? null : svg("text", { x: SIDE - 5, y: y(rate) + 4, class: "value" }, short(rate)),
    ]);
    const marks = both.map((line) => {
      const title = `${isolated(line.name)}: ${left} ${percent(line.own.rate)}, ${below} ${percent(line.other!.rate)} (${points(difference(line)!)})`;
      const mark = svg("circle", { cx: x(line.other!.rate!), cy: y(line.own.rate!), r: 4.5, class: "session-dot", tabindex: both.length > TABBED ? "-1" : "0", role: "link", "aria-label": title }, svg("title", {}, title));
      const open = (): void => this.store.set({ session: line.session, view: "timeline", range: null, step: null });
      mark.addEventListener("click", open);
      mark.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Enter" && open());
      return mark;
    });
    return h(
      "figure",
      { class: "list against" },
      h("figcaption", {}, h("h3", {}, "Session by session"), h("p", {}, `${left} is better in ${amount(better, "session")}, worse in ${worse}.`)),
      svg(
        "svg",
        { viewBox: `-10 0 ${size + 10} ${size}`, class: "chart", role: "group", "aria-label": `rates of ${left} against those of ${below}` },
        axis,
        svg("line", { x1: x(0), y1: y(0), x2: x(top), y2: y(top), class: "mean" }),
        svg("text", { x: x(top / 2), y: size - 4, class: "tick name" }, `${below} →`),
        svg("text", { x: -1, y: y(top / 2), class: "tick name", transform: `rotate(-90 -1 ${y(top / 2)})` }, `${left} →`),
        marks,
      ),
    );
  }

  /** Histogram of the rates. A click on a bar lists its sessions. */
  private bars(rated: readonly Line[]): HTMLElement {
    const rates = rated.map((line) => line.own.rate!).sort((a, b) => a - b);
    const highest = rates[rates.length - 1]!;
    const step = STEPS.find((one) => highest / one <= BARS) ?? 1;
    const number = Math.min(Math.floor(highest / step + 1e-9) + 1, 2 * BARS);
    const bins = new Array<number>(number).fill(0);
    for (const rate of rates) bins[Math.min(Math.floor(rate / step + 1e-9), number - 1)]!++;
    const most = Math.max(...bins);
    const width = widest();
    const room = width - 8;
    const x = (rate: number): number => 4 + (rate / (number * step)) * room;
    const y = (sessions: number): number => HEIGHT - FOOT - (sessions / most) * (HEIGHT - FOOT - 16);
    const middle = rates[Math.floor(rates.length / 2)]!;
    const tenth = rates[Math.floor(0.9 * rates.length)]!;
    const every = Math.ceil(number / (width / 70));
    return h(
      "figure",
      { class: "list distribution" },
      h(
        "figcaption",
        {},
        h("h3", {}, "Rates of the sessions"),
        h("p", {}, `Half of the ${amount(rates.length, "session")} ${middle ? `are below ${percent(middle)}` : "have no error"}, one in ten ${tenth ? `is above ${percent(tenth)}` : "or fewer have errors"}.`),
      ),
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "group", "aria-label": "how many sessions have which rate" },
        bins.map((sessions, i) => {
          const title = `${amount(sessions, "session")} from ${percent(i * step)} to ${percent((i + 1) * step)}`;
          const bar = svg(
            "rect",
            { x: x(i * step) + 1, y: y(sessions), width: Math.max(room / number - 2, 1), height: HEIGHT - FOOT - y(sessions), class: "bin", ...(sessions ? { tabindex: "0", role: "button", "aria-label": title } : {}) },
            svg("title", {}, title),
          );
          const open = (): void => this.between(i * step, i === number - 1 ? Infinity : (i + 1) * step);
          bar.addEventListener("click", open);
          bar.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Enter" && open());
          return bar;
        }),
        svg("line", { x1: x(middle), x2: x(middle), y1: 6, y2: HEIGHT - FOOT, class: "mean" }),
        bins.map((_, i) => (i % every ? null : svg("text", { x: x(i * step), y: HEIGHT - 6, class: i ? "tick" : "tick first" }, short(i * step)))),
      ),
    );
  }
}

function names(own: { system: string; title: string }, other: { system: string; title: string }): [string, string] {
  return own.system === other.system ? [own.title, other.title] : [isolated(own.system), isolated(other.system)];
}

function short(rate: number): string {
  return `${Number((100 * rate).toFixed(1))}%`;
}

/** Rounds a rate up. */
function ceiling(rate: number): number {
  const step = STEPS.find((one) => rate / one <= 10) ?? 1;
  return Math.max(step, Math.ceil(rate / step - 1e-9) * step);
}
