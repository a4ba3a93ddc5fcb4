/** The table of sessions: sortable, filterable, with links to their timelines. */

import { partsBar } from "../blame/parts";
import type { Index, Unit } from "../data/wire";
import { h, replace } from "../dom";
import { count, percent, points } from "../format";
import { errorBar, proof, select } from "../parts";
import { axis, type Scale, scaleOf } from "../scale";
import { scoreName, type Store, toFragment } from "../state";
import { AGAINST, type Column, columnsOf, difference, type Line, listed, rateFilter, sortOf } from "./columns";
import { Spread } from "./spread";

/** With more sessions than `MANY`, only `FEW` rows are shown at first, since the charts show all of them. */
const MANY = 40;
const FEW = 15;

export class SessionTable {
  readonly element = h("section", { class: "sessions" });
  private readonly head = h("thead");
  private readonly body = h("tbody");
  private readonly more = h("p", { class: "more" });
  private readonly controls = h("div", { class: "controls" });
  private readonly shown = h("span", { class: "shown", "aria-live": "polite" });
  private most: number;
  private key = "";

  constructor(
    private readonly index: Index,
    private readonly store: Store,
  ) {
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
      new Spread(index, store, (from, to) => {
        filter.value = rateFilter(from, to);
        store.set({ sessions: filter.value });
      }).element,
      h("div", { class: "scroll" }, h("table", {}, this.head, this.body)),
      this.more,
    );
    store.listen(() => this.update());
    this.update();
  }

  private get columns(): readonly Column[] {
    const { against } = this.store.state;
    const columns = columnsOf(this.unit);
    if (against === null) return columns;
    const [other, by] = AGAINST as [Column, Column];
    return [...columns, { ...other, title: this.name(against) }, by];
  }

  private get unit(): Unit {
    return this.index.scores[this.store.state.score]!.unit;
  }

  private name(score: number): string {
    const info = this.index.scores[score]!;
    const systems = new Set(this.index.scores.map((one) => one.system));
    const metrics = new Set(this.index.scores.map((one) => one.metric));
    if (systems.size === 1) return info.title;
    return metrics.size === 1 ? info.system : `${info.system} ${info.title}`;
  }

  private update(): void {
    const { state } = this.store;
    if (state.session !== null) return;
    const key = JSON.stringify([state.score, state.against, state.sort, state.sessions, this.most]);
    if (key === this.key) return;
    this.key = key;
    const all = listed(this.index, state);
    this.drawControls();
    const scale = scaleOf(all.map((line) => line.own.rate));
    this.drawHead(scale);
    const widest = Math.max(0.001, ...all.map((line) => Math.abs(difference(line) ?? 0)));
    this.body.replaceChildren(...all.slice(0, this.most).map((line) => this.row(line, scale, widest)));
    this.shown.textContent =
      all.length === this.index.sessions.length ? count(all.length) : `${count(all.length)} of ${count(this.index.sessions.length)}`;
    const rest = all.length - this.most;
    replace(
      this.more,
      rest > 0 &&
        h("button", { type: "button", on: { click: () => { this.most = Infinity; this.update(); } } }, `Show ${count(rest)} more`),
    );
  }

  private drawControls(): void {
    const { scores } = this.index;
    if (scores.length < 2) return;
    const { score, against } = this.store.state;
    const choices = scores.map((_, i) => ({ value: scoreName(this.index, i), text: this.name(i) }));
    const find = (value: string): number | null => {
      const found = choices.findIndex((one) => one.value === value);
      return found < 0 ? null : found;
    };
    replace(
      this.controls,
      select("Show", choices, scoreName(this.index, score), (value) => this.store.set({ score: find(value) ?? 0 })),
      select(
        "against",
        [{ value: "", text: "nothing" }, ...choices.filter((_, i) => i !== score)],
        against === null ? "" : scoreName(this.index, against),
        (value) => this.store.set({ against: find(value), sort: null }),
      ),
    );
  }

  private drawHead(scale: Scale): void {
    const sort = sortOf(this.store.state);
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
              ? h("button", { type: "button", on: { click: () => this.store.set({ sort: own ? turned : first }) } }, column.title)
              : axis(scale, "errors as a bar"),
          );
        }),
      ),
    );
  }

  private row(line: Line, scale: Scale, widest: number): HTMLElement {
    const there = { session: line.session, view: "timeline", range: null, step: null } as const;
    const open = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey) return; // the link opens a tab of its own
      event.preventDefault();
      this.store.set(there);
    };
    return h(
      "tr",
      { on: { click: open } },
      this.columns.map((column) => {
        const props = { class: `col-${column.key}${column.minor ? " minor" : ""}` };
        if (column.key === "session") {
          const link = h("a", { class: "long", dir: "auto", "data-session": line.session, href: `#${toFragment({ ...this.store.state, ...there }, this.index)}` }, line.name || "(unnamed)");
          return h("th", { ...props, scope: "row" }, link, proof(line.own));
        }
        if (column.key === "bar") {
          const blame = this.index.scores[this.store.state.score]!.blame?.sessions[line.session];
          return h("td", props, errorBar(line.own, scale, this.unit), blame && line.own.length ? partsBar(blame, line.own.length, scale.top) : null);
        }
        if (column.key === "difference") return h("td", props, this.differenceCell(line, widest));
        return h("td", props, column.text?.(line) ?? "");
      }),
    );
  }

  private differenceCell(line: Line, widest: number): HTMLElement | string {
    const by = difference(line);
    if (by === null) return "";
    const share = `${((50 * Math.abs(by)) / widest).toFixed(1)}%`;
    const worse = by > 0;
    const title = `${percent(line.own.rate)} against ${percent(line.other!.rate)}`;
    return h(
      "span",
      { class: `difference ${worse ? "worse" : "better"}`, title },
      h("span", { class: "number" }, points(by)),
      h("span", { class: "diverging" }, h("i", { style: { width: share, [worse ? "left" : "right"]: "50%" } })),
    );
  }
}
