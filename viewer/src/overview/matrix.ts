/** Matrix of scores: a row per system, a column per metric; each rate is a button. */

import type { Index, ScoreInfo } from "../data/wire";
import { h } from "../dom";
import { percent } from "../format";
import { errorBar, firstRows, proof } from "../parts";
import { axis } from "../scale";
import type { Store } from "../state";
import { overviewScale } from "./axis";

/** Number of systems shown at first, the best of the first metric first. */
const SHOWN = 6;

/** The systems, those with the lowest rate of the first metric first. */
export function systemsInOrder({ scores }: Index): string[] {
  const first = (system: string): number => scores.find((info) => info.system === system && info.metric === scores[0]!.metric)?.total.rate ?? Infinity;
  return [...new Set(scores.map((info) => info.system))].sort((a, b) => first(a) - first(b) || 0);
}

export function scoreMatrix(index: Index, store: Store): HTMLElement {
  const { scores } = index;
  const systems = systemsInOrder(index);
  const metrics = [...new Map(scores.map((info) => [info.metric, info])).values()];
  const scale = overviewScale(index);
  const best = new Map(metrics.map(({ metric }) => [metric, lowest(scores, metric)]));
  const cell = (system: string, metric: string): HTMLElement => {
    const number = scores.findIndex((info) => info.system === system && info.metric === metric);
    const info = scores[number];
    if (!info) return h("td", {}, h("span", { class: "none" }, "–"));
    const lead = systems.length > 1 && info.total.rate !== null && info.total.rate === best.get(metric);
    return h(
      "td",
      {},
      h(
        "button",
        { type: "button", class: "choose", "data-score": number, on: { click: () => choose(index, store, number) } },
        h("span", { class: "rate" }, percent(info.total.rate), " ", lead ? h("span", { class: "lead", title: "the lowest rate" }, "lowest") : null),
        errorBar(info.total, scale, info.unit),
      ),
      proof(info.total),
    );
  };
  const body = h("tbody");
  const more = firstRows(body, systems, SHOWN, (system) => h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, system)), metrics.map(({ metric }) => cell(system, metric))));
  const element = h(
    "div",
    { class: `scores scroll${metrics.length === 1 ? " one" : ""}` },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "system"), metrics.map((info) => h("th", { scope: "col", title: info.about, style: { width: `${99 / metrics.length}%` } }, info.title, axis(scale))))),
      body,
    ),
    more,
  );
  const update = (): void => {
    for (const button of element.querySelectorAll<HTMLElement>("button.choose")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset["score"]) === store.state.score));
    }
  };
  store.listen(update);
  update();
  return element;
}

/** The compared system stays, under the same metric. */
function choose(index: Index, store: Store, number: number): void {
  const { against, score } = store.state;
  const chosen = index.scores[number]!;
  const beside = against === null ? undefined : index.scores[against]!.system === chosen.system ? index.scores[score] : index.scores[against];
  const other = index.scores.findIndex((info) => info.system === beside?.system && info.metric === chosen.metric);
  store.set({ score: number, against: other >= 0 && other !== number ? other : against });
}

function lowest(scores: readonly ScoreInfo[], metric: string): number {
  return Math.min(...scores.filter((info) => info.metric === metric).map((info) => info.total.rate ?? Infinity));
}
