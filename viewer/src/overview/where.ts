/** Errors of all sessions by slice and by speaker; each leads to the session with most of them. */

import type { Index, ScoreInfo, Unit } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { count, percent } from "../format";
import { firstRows, plainBar, TABBED } from "../parts";
import { axis, scaleOf } from "../scale";
import { overviewScale } from "./axis";
import { chosenSection } from "./chosen";
import type { Store } from "../state";
import { lengths, measure, quantity, unitOfParts } from "../vocabulary";
import { sliceTables } from "../errors/slices";

const SHOWN = 12;
/** Maximum number of dots, which make a page slow. */
const MARKS = 500;
/** Upper end of the axis, so a speaker with a few words does not flatten the rest; higher rates are drawn at the edge. */
const LONGEST = 3;

export function whereWrong(index: Index, store: Store): HTMLElement {
  return chosenSection(index, store, "where-wrong", (info, other) => {
    if (Object.keys(info.slices).length === 0 || info.total.errors + (other?.total.errors ?? 0) === 0) return null;
    const slices = sliceTables(info.slices, info.unit, other?.slices ?? null, index.utterances ? null : (slice, session) => session !== null && store.set({ session, slice, view: "timeline", range: null, step: null }), overviewScale(index));
    const beside = other ? ` against ${isolated(other.system)} · ${other.title}` : "";
    return [h("div", { class: "title-line" }, h("h2", {}, "Where the errors are"), h("span", { class: "shown" }, `${isolated(info.system)} · ${info.title}${beside}, on the same axis`)), slices];
  });
}

export function speakersOverSessions(index: Index, store: Store): HTMLElement {
  return chosenSection(index, store, "speakers", (info) => {
    const people = speakers(index, info, store);
    return people && [h("h2", {}, "Speakers"), people];
  });
}

type Named = [string, [number, number, number][]];
const sum = (sessions: Named[1], at: 1 | 2): number => sessions.reduce((total, one) => total + one[at], 0);

/** Speakers in several sessions: their overall rate as a bar, and each session as a dot. */
function speakers(index: Index, info: ScoreInfo, store: Store): HTMLElement | null {
  const again = info.speakers.filter(([, sessions]) => sessions.length > 1);
  // One speaker without a name in a list of texts is nobody.
  if (again.every(([name]) => name === "")) return null;
  const rate = (one: Named): number => sum(one[1], 1) / sum(one[1], 2);
  const sorted = [...again].sort((a, b) => rate(b) - rate(a) || a[0].localeCompare(b[0], "en", { numeric: true }));
  const scale = scaleOf(again.flatMap(([, sessions]) => sessions.map(([, errors, words]) => errors / words)), LONGEST);
  const full = scale.top;
  const unit = unitOfParts(info.unit);
  const marks = again.reduce((all, [, sessions]) => all + sessions.length, 0);
  const body = h("tbody");
  const row = (one: Named): HTMLElement => {
    const [name, sessions] = one;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("bdi", { class: "long" }, name || "(unnamed)")),
      h("td", {}, count(sessions.length)),
      h("td", {}, quantity(unit, sum(sessions, 2))),
      h("td", { class: "col-rate" }, percent(rate(one))),
      h("td", { class: "col-bar" }, plainBar(Math.min(1, rate(one) / full), percent(rate(one)), marks > MARKS ? [] : dots(index, name, sessions, full, store, unit, marks <= TABBED))),
    );
  };
  const more = firstRows(body, sorted, SHOWN, row);
  return h(
    "div",
    { class: "list speakers-over-sessions" },
    h("h3", {}, "Speakers in several sessions"),
    h("p", {}, `Each bar is a speaker's rate over all sessions${marks > MARKS ? "" : ", each dot one session"}${scale.above ? `; higher rates are drawn at the edge (maximum ${percent(scale.above)})` : ""}.`),
    h(
      "div",
      { class: "scroll" },
      h("table", {}, h("thead", {}, h("tr", {}, ["speaker", "sessions", lengths(unit), "rate", axis(scale, "rate as a bar")].map((title) => h("th", { scope: "col" }, title)))), body),
    ),
    more,
  );
}

function dots(index: Index, speaker: string, sessions: Named[1], full: number, store: Store, unit: Unit, tabbed: boolean): HTMLElement[] {
  return sessions.map(([session, errors, words]) => {
    const title = `${isolated(index.sessions[session]!)}: ${percent(errors / words)} of ${measure(unit, words)}`;
    return h("button", {
      type: "button",
      class: "spot",
      title,
      "aria-label": title,
      tabindex: tabbed ? undefined : "-1",
      style: { left: `${Math.min(100, (100 * errors) / words / full).toFixed(2)}%` },
      on: { click: () => store.set({ session, speaker, view: "timeline", range: null, step: null }) },
    });
  });
}

