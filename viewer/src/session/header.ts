/** The header of a session: navigation, choice of scores, counts. */

import type { Index } from "../data/wire";
import { isolated } from "../direction";
import { h, replace } from "../dom";
import { percent } from "../format";
import { type Group, menu } from "../menu";
import { listed } from "../overview/columns";
import { errorsOf, proof, select } from "../parts";
import { errorsIn, ofText, quantity, vocabulary } from "../vocabulary";
import { KINDS, scoreName, type Store, type View } from "../state";

const TITLES: Record<View, string> = { timeline: "Timeline", reading: "Reading", errors: "Errors" };

export class Header {
  readonly element = h("header", { class: "session-head" });
  private readonly numbers = h("div", { class: "numbers" });
  private readonly turns = h("span", { class: "turn" });
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
    this.element.append(
      h(
        "div",
        { class: "crumbs" },
        h(
          "button",
          { type: "button", class: "back", on: { click: () => store.set({ session: null }) } },
          h("span", { "aria-hidden": "true" }, "‹ "),
          index.utterances ? "All utterances" : "All sessions",
        ),
        h("h1", { dir: "auto", tabindex: "-1" }, sessions[session!] || "(unnamed)"),
        sessions.length > 1 ? this.turns : null,
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
          menu("Menu", handedOn),
        ),
        this.optionsButton(),
      ),
      h("div", { class: "head-line" }, this.numbers, this.tabs),
    );
    this.update();
    const measured = new ResizeObserver(() => {
      const { parentElement } = this.element;
      parentElement?.style.setProperty("--head", `${this.element.offsetHeight}px`);
      parentElement?.style.setProperty("--tabs", `${this.tabs.offsetHeight}px`);
    });
    measured.observe(this.element);
  }

  /** Which of the two is better here, and by how much. */
  private difference(by: number): HTMLElement {
    const { score, against } = this.store.state;
    if (by === 0) return h("span", {}, "both have the same rate");
    const [better, worse] = [this.index.scores[by < 0 ? score : against!]!, this.index.scores[by < 0 ? against! : score]!];
    const name = better.system === worse.system ? better.title : isolated(better.system);
    return h("span", {}, `${name} is better by `, h("b", { class: "rate" }, (100 * Math.abs(by)).toFixed(2)), " points");
  }

  /** Buttons for the previous and the next session, in table order. */
  private turn(): HTMLElement[] {
    const { state } = this.store;
    const inTable = [state, { ...state, sessions: "" }].map((one) => listed(this.index, one).map((line) => line.session));
    const order = inTable.find((all) => all.includes(state.session!)) ?? [];
    const at = order.indexOf(state.session!);
    const button = (label: string, sign: string, to: number | undefined): HTMLElement => {
      const go = (): void => this.store.set({ session: to!, range: null, step: null, speaker: null, stream: null });
      const title = to === undefined ? "" : `${label}: ${this.index.sessions[to]}`;
      return h("button", { type: "button", "aria-label": label, title, disabled: to === undefined, on: { click: go } }, sign);
    };
    return [button("previous session", "‹", order[at - 1]), button("next session", "›", order[at + 1])];
  }

  /** On a phone the choices would fill half of the screen, so a button opens them. */
  private optionsButton(): HTMLElement {
    const button = h("button", { type: "button", class: "options-button", "aria-expanded": "false" }, "Options");
    button.addEventListener("click", () => {
      const open = button.closest(".session")!.classList.toggle("options-open");
      button.setAttribute("aria-expanded", String(open));
    });
    return button;
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
        h("span", {}, errorsIn(info.unit, counts)),
        info.unit === "speaker"
          ? null
          : KINDS.map((kind) => h("span", { class: `dot ${kind}` }, `${quantity(info.unit, errorsOf(counts, kind))} ${vocabulary(info.unit).short[kind]}`)),
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
        ? h("p", { class: "delta" }, this.difference(own - other))
        : null,
    );
    replace(this.turns, this.turn());
    replace(
      this.tabs,
      (Object.keys(TITLES) as View[]).filter((view) => (view === "reading" ? ofText(this.index.scores[state.score]!.unit) : view !== "timeline" || !this.index.utterances)).map((view) =>
        h(
          "button",
          { type: "button", "aria-current": state.view === view ? "page" : undefined, on: { click: () => this.store.set({ view }) } },
          TITLES[view],
        ),
      ),
    );
  }
}
