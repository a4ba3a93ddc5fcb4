/** Cards of the chosen score and of the compared one: rate, errors by kind and cause, signature. */

import { intervalText, inWords, partsBar } from "../blame/parts";
import type { Index, ScoreInfo } from "../data/wire";
import { h, replace } from "../dom";
import { amount, percent } from "../format";
import { explained } from "../glossary";
import { copyable, errorBar, errorsOf, proof } from "../parts";
import { axis, type Scale, scaleOf } from "../scale";
import { KINDS, type Store } from "../state";
import { errorsIn, quantity, vocabulary } from "../vocabulary";

/** Maximum number of cards. More scores are shown as a matrix, with cards only for the chosen ones. */
export const CARDS = 2;

function card(info: ScoreInfo, number: number, scale: Scale, store: Store, choice: boolean): HTMLElement {
  const { total } = info;
  const { short } = vocabulary(info.unit);
  const { score, against } = store.state;
  const chosen = choice && number === score;
  const choose = (): void => store.set({ score: number, against: against === number ? score : against });
  return h(
    "section",
    { class: `card${chosen ? " active" : ""}`, "data-score": number },
    h(
      choice ? "button" : "div",
      { class: "figures", ...(choice ? { type: "button", "aria-pressed": String(chosen), on: { click: choose } } : {}) },
      h("span", { class: "system" }, info.system),
      h("span", { class: "metric" }, info.title),
      h("span", { class: "rate" }, percent(total.rate)),
      errorBar(total, scale, info.unit),
      axis(scale),
    ),
    info.unit === "speaker"
      ? null
      : h(
          "p",
          { class: "made-of" },
          KINDS.map((kind) => h("span", { class: `dot ${kind}` }, h("b", {}, quantity(info.unit, errorsOf(total, kind))), ` ${short[kind]}`)),
        ),
    h("p", { class: "of" }, errorsIn(info.unit, total), proof(total)),
    blameOf(info, scale.top),
    h("p", { class: "about" }, explained(info.about)),
    notes(info),
    copyable(info.signature),
  );
}

/** The rate by cause, with its confidence interval. */
function blameOf(info: ScoreInfo, full: number): (HTMLElement | null)[] {
  const { blame, interval, total } = info;
  return [
    blame && total.length ? inWords(blame, total.errors, total.length) : null,
    blame && total.length ? partsBar(blame, total.length, full, interval) : null,
    interval ? h("p", { class: "of sure" }, intervalText(interval)) : null,
  ];
}

/** Notes and warnings, collapsed at first. */
function notes(info: ScoreInfo): HTMLElement | null {
  const all = [...info.notes, ...(info.blame?.remarks ?? [])];
  if (all.length === 0) return null;
  return h(
    "details",
    { class: "remarks" },
    h("summary", {}, amount(all.length, "note")),
    h("ul", {}, all.map((note) => h("li", {}, explained(note)))),
  );
}

export function cards(index: Index, store: Store): HTMLElement {
  // The axis includes the intervals, up to a limit, so bars stay visible.
  const highest = Math.max(...index.scores.map((info) => info.total.rate ?? 0));
  const reach = index.scores.map(({ interval }) => Math.min(interval?.high ?? 0, 2 * highest));
  const scale = scaleOf([highest, ...reach]);
  const element = h("div", { class: "cards" });
  let drawn = "";
  const update = (): void => {
    const { score, against } = store.state;
    const key = `${score} ${against}`;
    if (key === drawn) return;
    drawn = key;
    const few = index.scores.length <= CARDS;
    const shown = few ? [...index.scores.keys()] : against === null ? [score] : [score, against];
    replace(element, shown.map((number) => card(index.scores[number]!, number, scale, store, few && shown.length > 1)));
  };
  store.listen(update);
  update();
  return element;
}
