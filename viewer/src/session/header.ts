/** The head of a session: where we are, which score, and its counts. */

import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount, count, percent, points } from "../format";
import { type Group, menu } from "../menu";
import { errorsOf, KIND_SHORT, proof, select } from "../parts";
import { KINDS, scoreName, type Store, type View } from "../state";

const TITLES: Record<View, string> = { timeline: "Timeline", reading: "Reading", wrong: "What goes wrong" };

export class Header {
  readonly element = h("header", { class: "session-head" });
  private readonly numbers = h("div", { class: "numbers" });
  private readonly tabs = h("nav", { class: "tabs", "aria-label": "views" });

  constructor(
    private readonly index: Index,
    private readonly store: Store,
    handedOn: () => Group[],
  ) {
    const { session, score, against } = store.state;
    const { scores, sessions } = index;
    const names = scores.map((info, i) => ({ value: scoreName(index, i), text: `${info.system} · ${info.title}` }));
    const here = names.filter((_, i) => scores[i]!.sessions[session!] !== null);
    const find = (value: string): number => names.findIndex((one) => one.value === value);
    const go = (to: number): void => store.set({ session: to, range: null, step: null, speaker: null, stream: null });
    this.element.append(
      h(
        "div",
        { class: "crumbs" },
        h(
          "button",
          { type: "button", class: "back", on: { click: () => store.set({ session: null }) } },
          h("span", { "aria-hidden": "true" }, "‹ "),
          "All sessions",
        ),
        h("h1", {}, sessions[session!] || "(unnamed)"),
        sessions.length > 1
          ? h(
              "span",
              { class: "turn" },
              h("button", { type: "button", "aria-label": "previous session", disabled: session === 0, on: { click: () => go(session! - 1) } }, "‹"),
              h("button", { type: "button", "aria-label": "next session", disabled: session === sessions.length - 1, on: { click: () => go(session! + 1) } }, "›"),
            )
          : null,
        h(
          "div",
          { class: "controls" },
          scores.length > 1
            ? [
                select("Show", here, scoreName(index, score), (value) => store.set({ score: find(value), step: null })),
                select(
                  "beside",
                  [{ value: "", text: "nothing" }, ...here.filter((one) => one.value !== scoreName(index, score))],
                  against === null ? "" : scoreName(index, against),
                  (value) => store.set({ against: value === "" ? null : find(value) }),
                ),
              ]
            : null,
          menu("Copy and save", handedOn),
        ),
      ),
      h("div", { class: "head-line" }, this.numbers, this.tabs),
    );
    this.update();
  }

  update(): void {
    const { state } = this.store;
    const one = (score: number): HTMLElement | null => {
      const info = this.index.scores[score];
      const counts = info?.sessions[state.session!];
      if (!info || !counts) return null;
      const named = this.index.scores.length > 1;
      return h(
        "p",
        { class: "score-line", "data-score": score, title: info.signature },
        named ? h("span", { class: "system" }, `${info.system} · ${info.title}`) : h("span", { class: "system" }, info.title),
        h("b", { class: "rate" }, percent(counts.rate)),
        h("span", {}, `${amount(counts.errors, "error")} in ${amount(counts.length, "word")}`),
        KINDS.map((kind) => h("span", { class: `dot ${kind}` }, `${count(errorsOf(counts, kind))} ${KIND_SHORT[kind]}`)),
        proof(counts),
      );
    };
    const own = this.index.scores[state.score]?.sessions[state.session!]?.rate ?? null;
    const other = state.against === null ? null : (this.index.scores[state.against]?.sessions[state.session!]?.rate ?? null);
    replace(
      this.numbers,
      one(state.score),
      state.against === null ? null : one(state.against),
      own !== null && other !== null
        ? h("p", { class: "score-line delta" }, h("span", { class: "system" }, "difference"), h("b", { class: "rate" }, points(own - other)), h("span", {}, "points"))
        : null,
    );
    replace(
      this.tabs,
      (Object.keys(TITLES) as View[]).map((view) =>
        h(
          "button",
          { type: "button", "aria-current": state.view === view ? "page" : undefined, on: { click: () => this.store.set({ view }) } },
          TITLES[view],
        ),
      ),
    );
  }
}
