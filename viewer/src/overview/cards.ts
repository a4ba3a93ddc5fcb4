/** A card per system and metric: the rate large, what it is made of, and its recipe. */

import type { Index, ScoreInfo } from "../data/wire";
import { h } from "../dom";
import { amount, count, percent } from "../format";
import { copyable, errorBar, errorsOf, KIND_SHORT, proof } from "../parts";
import { KINDS, type Store } from "../state";

function card(info: ScoreInfo, number: number, full: number, store: Store, several: boolean): HTMLElement {
  const { total } = info;
  const choose = (): void => store.set({ score: number, against: store.state.against === number ? null : store.state.against });
  return h(
    "section",
    { class: "card", "data-score": number },
    h(
      several ? "button" : "div",
      { class: "choose", ...(several ? { type: "button", on: { click: choose } } : {}) },
      h("span", { class: "system" }, info.system),
      h("span", { class: "metric" }, info.title),
      h("span", { class: "rate" }, percent(total.rate)),
      errorBar(total, full),
    ),
    h(
      "p",
      { class: "made-of" },
      KINDS.map((kind) => h("span", { class: `dot ${kind}` }, h("b", {}, count(errorsOf(total, kind))), ` ${KIND_SHORT[kind]}`)),
    ),
    h("p", { class: "of" }, `${amount(total.errors, "error")} in ${amount(total.length, "word")}`, proof(total)),
    h("p", { class: "about" }, info.about),
    info.notes.length ? h("ul", { class: "notes" }, info.notes.map((note) => h("li", {}, note))) : null,
    copyable(info.signature),
  );
}

export function cards(index: Index, store: Store): HTMLElement {
  const full = Math.max(...index.scores.map((info) => info.total.rate ?? 0), 0.01);
  const several = index.scores.length > 1;
  const element = h("div", { class: "cards" }, index.scores.map((info, i) => card(info, i, full, store, several)));
  const update = (): void => {
    for (const one of element.querySelectorAll<HTMLElement>(".card")) {
      const active = several && Number(one.dataset["score"]) === store.state.score;
      one.classList.toggle("active", active);
      one.querySelector("button.choose")?.setAttribute("aria-pressed", String(active));
    }
  };
  store.listen(update);
  update();
  return element;
}
