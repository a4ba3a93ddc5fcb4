/** The chosen systems as bars on one axis: by cause if known, with confidence interval; then what would be saved. */

import { intervalText, inWords, partsBar, whisker } from "../blame/parts";
import type { Index, ScoreInfo } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { abridged, amount, percent } from "../format";
import { errorBar, errorsOf, proof } from "../parts";
import { axis, type Scale } from "../scale";
import { KINDS, type Store } from "../state";
import { errorsIn, quantity, vocabulary } from "../vocabulary";
import { overviewScale } from "./axis";
import { chosenSection } from "./chosen";
import { savings } from "./savings";

/** Maximum number of scores without a matrix of all of them. */
export const FEW = 2;
const RANGES = "Causes shown as ranges are not proven: the search stopped early. A larger --effort may narrow them, and --prove proves them.";

function card(info: ScoreInfo, number: number, scale: Scale, store: Store, choice: boolean): HTMLElement {
  const { total, interval, blame } = info;
  const { short } = vocabulary(info.unit);
  const { score, against } = store.state;
  const chosen = choice && number === score;
  const choose = (): void => store.set({ score: number, against: against === number ? score : against });
  const explained = blame && total.length && total.errors ? blame : null;
  const bar = explained ? partsBar(explained, total.length, scale.top, interval) : errorBar(total, scale, info.unit);
  if (interval && !explained) bar.append(whisker(interval, scale.top));
  return h(
    "div",
    { class: `card${chosen ? " active" : ""}`, "data-score": number },
    h(
      choice ? "button" : "div",
      { class: "figures", ...(choice ? { type: "button", "aria-pressed": String(chosen), on: { click: choose } } : {}) },
      h("span", { class: "system", dir: "auto", title: info.system }, abridged(info.system)),
      h("span", { class: "metric" }, info.title),
      h("span", { class: "rate" }, percent(total.rate)),
    ),
    h("div", { class: "measured" }, bar, explained && inWords(explained, total.errors, total.length)),
    h(
      "p",
      { class: "made-of" },
      info.unit === "speaker" ? null : KINDS.map((kind) => h("span", { class: `dot ${kind}` }, h("b", {}, quantity(info.unit, errorsOf(total, kind))), ` ${short[kind]}`)),
      h("span", { class: "of" }, errorsIn(info.unit, total)),
      interval ? h("span", { class: "of sure" }, intervalText(interval)) : null,
      proof(total),
      blame && blame.parts.some(([, , low, high]) => low !== high) ? h("span", { class: "of ranges" }, RANGES) : null,
    ),
  );
}

export function systemBars(index: Index, store: Store): HTMLElement {
  const scale = overviewScale(index);
  return chosenSection(index, store, "cards list", (info) => {
    const { score, against } = store.state;
    const few = index.scores.length <= FEW;
    const shown = few ? [...index.scores.keys()] : against === null ? [score] : [score, against];
    return [
      h("h2", {}, info.blame && info.total.errors ? "Errors by cause" : "Errors by kind"),
      h("div", { class: "card-axis" }, axis(scale)),
      shown.map((number) => card(index.scores[number]!, number, scale, store, few && shown.length > 1)),
      savings(index, store, shown),
      interplay(index, shown),
    ];
  });
}

/** How many sessions the shown totals are made of, if a system lacks some. */
function interplay(index: Index, shown: readonly number[]): HTMLElement | null {
  const lacking = shown.flatMap((number) => {
    const info = index.scores[number]!;
    const missing = info.sessions.filter((summary) => summary === null).length;
    return missing ? [`${isolated(info.system)} was not scored on ${amount(missing, "session")}`] : [];
  });
  return lacking.length ? h("p", { class: "of" }, `${lacking.join("; ")}.`) : null;
}
