/** The table of sessions: sortable, filterable, with links to their timelines. */

import { partsBar } from "../blame/parts";
import type { Index, Unit } from "../data/wire";
import { h, replace } from "../dom";
import { abridged, count, percent } from "../format";
import { errorBar, proof } from "../parts";
import { axis, type Scale } from "../scale";
import type { Store } from "../state";
import { overviewScale } from "./axis";
import { AGAINST, type Column, columnsOf, difference, type Line, listed, rateFilter, sortOf, total } from "./columns";
import { nameOfScore, scoreControls } from "./controls";
import { link } from "./savings";
import { sessionStrip } from "./strip";
import { Spread } from "./spread";

/** With more sessions than `MANY`, only `FEW` rows are shown at first, since the charts show all of them. */
const MANY = 40;
const FEW = 15;

export class SessionTable {
  readonly element = h("section", { class: "sessions" });
  private readonly head = h("thead");
  private readonly body = h("tbody");
  private readonly foot = h("tfoot");
  private readonly scale: Scale;
  private readonly more = h("p", { class: "more" });
  private readonly controls = h("div", { class: "controls" });
  private readonly shown = h("span", { class: "shown", "aria-live": "polite" });
  private most: number;
  private key = "";

  constructor(
    private readonly index: Index,
    private readonly store: Store,
  ) {
    this.scale = overviewScale(index);
    this.most = index.sessions.length > MANY ? FEW : MANY;
    const filter = h("input", {
      type: "search",
      placeholder: "Name, or 20%-30%",
      "aria-label": "filter sessions",
      value: store.state.sessions,
      on: { input: () => store.set({ sessions: filter.value }) },
    });
    this.element.append(
      h("div", { class: "title-line" }, h("h2", {}, "Sessions"), this.shown, filter, this.controls),
      h("div", { class: "scroll" }, h("table", {}, this.head, this.body, this.foot)),
      this.more,
      new Spread(index, store, (...ranges) => {
        filter.value = rateFilter(...ranges);
        store.set({ sessions: filter.value });
      }).element,
    );
    store.listen(() => this.update());
    this.update();
  }

  private get columns(): readonly Column[] {
    const { score, against } = this.store.state;
    const wrong = [score, against ?? score].some((one) => this.index.scores[one]!.total.errors > 0);
    const columns = columnsOf(this.unit).filter(({ key }) => key !== "strip" || (wrong && this.index.scores[score]!.strips));
    if (against === null) return columns;
    const [other, by] = AGAINST as [Column, Column];
    const beside = (column: Column): Column[] => (column.key === "rate" ? [{ ...column, title: nameOfScore(this.index, score) }, { ...other, title: nameOfScore(this.index, against) }, by] : [column]);
    return columns.filter(({ key, minor }) => key !== "bar" && !minor).flatMap(beside);
  }

  private get unit(): Unit {
    return this.index.scores[this.store.state.score]!.unit;
  }

  private update(): void {
    const { state } = this.store;
    if (state.session !== null) return;
    const key = JSON.stringify([state.score, state.against, state.sort, state.sessions, this.most]);
    if (key === this.key) return;
    this.key = key;
    const all = listed(this.index, state);
    replace(this.controls, scoreControls(this.index, this.store));
    this.drawHead();
    const widest = Math.max(0.001, ...all.map((line) => Math.abs(difference(line) ?? 0)));
    this.body.replaceChildren(...all.slice(0, this.most).map((line) => this.row(line, widest)));
    if (all.length === 0) this.body.append(h("tr", { class: "none" }, h("td", { class: "name", colspan: this.columns.length }, "No session matches.")));
    this.foot.replaceChildren(...(all.length > 1 ? [this.totalRow(all)] : []));
    this.shown.textContent = this.inShort(all);
    const rest = all.length - this.most;
    replace(
      this.more,
      rest > 0 &&
        h("button", { type: "button", on: { click: () => { this.most = Infinity; this.update(); } } }, `Show ${count(rest)} more`),
    );
  }

  /** Number of the listed sessions, and if they are filtered, their rates. */
  private inShort(all: readonly Line[]): string {
    const { score, against } = this.store.state;
    if (all.length === this.index.sessions.length) return count(all.length);
    const { own, other } = total(all);
    const rates = this.unit === "speaker" || all.length === 0 ? [] : against === null ? [percent(own.rate)] : [`${nameOfScore(this.index, score)} ${percent(own.rate)}`, ...(other ? [`${nameOfScore(this.index, against)} ${percent(other.rate)}`] : [])];
    return [`${count(all.length)} of ${count(this.index.sessions.length)}`, ...rates].join(" · ");
  }

  private drawHead(): void {
    const sort = sortOf(this.index, this.store.state);
    replace(
      this.head,
      h(
        "tr",
        {},
        this.columns.map((column) => {
          const own = sort.replace("-", "") === column.key;
          const down = sort.startsWith("-");
          const first = column.key === "session" ? column.key : `-${column.key}`;
          const turned = down ? column.key : `-${column.key}`;
          return h(
            "th",
            {
              class: `col-${column.key}${column.minor ? " minor" : ""}`,
              "aria-sort": own ? (down ? "descending" : "ascending") : undefined,
              scope: "col",
            },
            column.title
              ? h("button", { type: "button", title: abridged(column.title) === column.title ? undefined : column.title, on: { click: () => this.store.set({ sort: own ? turned : first }) } }, abridged(column.title))
              : column.key === "bar"
                ? axis(this.scale, "errors as a bar")
                : "errors over time",
          );
        }),
      ),
    );
  }

  private row(line: Line, widest: number): HTMLElement {
    const there = { session: line.session, view: "timeline", range: null, step: null } as const;
    const open = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey) return; // the link opens a tab of its own
      event.preventDefault();
      this.store.set(there);
    };
    const name = link(this.index, this.store, there, line.name || "(unnamed)");
    name.classList.add("long");
    name.dir = "auto";
    name.dataset["session"] = String(line.session);
    return h("tr", { on: { click: open } }, this.columns.map((column) => this.cell(column, line, widest, name)));
  }

  /** The sum of the listed sessions. */
  private totalRow(all: readonly Line[]): HTMLElement {
    const everything = all.length === this.index.sessions.length;
    const { score, against } = this.store.state;
    const line = total(all);
    // A mean over speakers is not the rate of a sum.
    if (everything) {
      line.own = this.index.scores[score]!.total;
      if (against !== null && line.other) line.other = this.index.scores[against]!.total;
    }
    const name = everything ? "total" : `total of ${count(all.length)}`;
    return h("tr", {}, this.columns.map((column) => this.cell(column, line, 0, name)));
  }

  private cell(column: Column, line: Line, widest: number, name: HTMLElement | string): HTMLElement {
    const props = { class: `col-${column.key}${column.minor ? " minor" : ""}` };
    const { score, against } = this.store.state;
    const info = this.index.scores[score]!;
    if (column.key === "session") return h("th", { ...props, scope: "row" }, name, proof(line.own));
    if (column.key === "strip") {
      const timed = info.total.length > 0;
      return h("td", props, line.session < 0 ? null : sessionStrip(info.strips?.[line.session], against === null ? null : this.index.scores[against]!.strips?.[line.session], timed));
    }
    if (column.key === "bar") {
      const blame = line.session < 0 ? info.blame : info.blame?.sessions[line.session];
      const bar = blame && line.own.length ? partsBar(blame, line.own.length, this.scale.top) : errorBar(line.own, this.scale, this.unit);
      return h("td", props, line.session < 0 && line.own !== info.total ? errorBar(line.own, this.scale, this.unit) : bar);
    }
    if (column.key === "difference") return h("td", props, this.differenceCell(line, widest));
    return h("td", props, column.text?.(line) ?? "");
  }

  /** Which of the two is better, and by how much. */
  private differenceCell(line: Line, widest: number): HTMLElement | string {
    const by = difference(line);
    if (by === null) return "";
    const { score, against } = this.store.state;
    const title = `${percent(line.own.rate)} against ${percent(line.other!.rate)}`;
    const better = by === 0 ? "equal" : abridged(nameOfScore(this.index, by < 0 ? score : against!), 14);
    const share = `${((50 * Math.abs(by)) / (widest || Math.abs(by) || 1)).toFixed(1)}%`;
    return h(
      "span",
      { class: "difference", title },
      h("span", { class: "better" }, better),
      h("span", { class: "number" }, (100 * Math.abs(by)).toFixed(2)),
      widest ? h("span", { class: "diverging" }, h("i", { style: { width: share, [by < 0 ? "right" : "left"]: "50%" } })) : null,
    );
  }
}
