/** Charts of all sessions: the distribution of their rates, or the rates of two scores. */

import type { Index } from "../data/wire";
import { h, svg } from "../dom";
import { amount, percent } from "../format";
import { tickLabel } from "../scale";
import type { Store } from "../state";
import { compared } from "./compared";
import { comparisonOf, spreadInWords } from "./headline";
import { difference, type Line, lines } from "./columns";
import { scatter, STEPS } from "./scatter";

/** Shows the sessions whose rates are in a range, and those of the compared score in a second one. */
export type Between = (...ranges: (readonly [number, number])[]) => void;
export type Chart = "compared" | "scatter" | "rates";

/** Minimum number of sessions for a chart. */
const ENOUGH = 12;
/** Drawn at its own size on a phone too, so its text is as large as the page's. */
const widest = (utterances: boolean): number => Math.max(240, Math.min(utterances ? 380 : 560, innerWidth - 64));
const HEIGHT = 150;
const FOOT = 22;
const BARS = 30;

export class Spread {
  readonly element = h("div", { class: "spread" });
  private key = "";

  constructor(
    private readonly index: Index,
    private readonly store: Store,
    private readonly between: Between,
    /** The charts for one score, and for two. */
    private readonly charts: (compares: boolean) => readonly Chart[] = () => ["compared", "scatter", "rates"],
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
    const make: Record<Chart, () => HTMLElement | null> = {
      compared: () => pair && compared(this.index, pair),
      scatter: () => (both.length > 1 ? scatter(this.index, this.store, both, this.between) : null),
      rates: () => (rated.length >= ENOUGH && rated.some((line) => line.own.rate) ? this.bars(rated) : null),
    };
    this.element.replaceChildren(...this.charts(both.length > 1).flatMap((chart) => make[chart]() ?? []));
    this.element.hidden = !this.element.hasChildNodes();
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
    const width = widest(this.index.utterances);
    const room = width - 8;
    const x = (rate: number): number => 4 + (rate / (number * step)) * room;
    const y = (sessions: number): number => HEIGHT - FOOT - (sessions / most) * (HEIGHT - FOOT - 16);
    const middle = rates[Math.floor(rates.length / 2)]!;
    const every = Math.ceil(number / (width / 70));
    return h(
      "figure",
      { class: "list distribution" },
      h(
        "figcaption",
        {},
        h("h3", {}, this.index.utterances ? "Rates of the utterances" : "Rates of the sessions"),
        this.index.utterances ? null : h("p", {}, spreadInWords(rates, "session")),
      ),
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "group", "aria-label": "how many sessions have which rate" },
        bins.map((sessions, i) => {
          const title = `${amount(sessions, this.index.utterances ? "utterance" : "session")} from ${percent(i * step)} to ${percent((i + 1) * step)}`;
          const bar = svg(
            "rect",
            { x: x(i * step) + 1, y: y(sessions), width: Math.max(room / number - 2, 1), height: HEIGHT - FOOT - y(sessions), class: "bin", ...(sessions ? { tabindex: "0", role: "button", "aria-label": title } : {}) },
            svg("title", {}, title),
          );
          const open = (): void => this.between([i * step, i === number - 1 ? Infinity : (i + 1) * step]);
          bar.addEventListener("click", open);
          bar.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Enter" && open());
          return bar;
        }),
        svg("line", { x1: x(middle), x2: x(middle), y1: 6, y2: HEIGHT - FOOT, class: "mean" }),
        bins.map((_, i) => (i % every ? null : svg("text", { x: x(i * step), y: HEIGHT - 6, class: i ? "tick" : "tick first" }, tickLabel(i * step)))),
      ),
    );
  }
}
