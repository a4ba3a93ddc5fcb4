/** Exports of the overview: its link, and the listed sessions as tables. */

import type { Index } from "../data/wire";
import type { Group } from "../menu";
import { listed } from "../overview/columns";
import { lengths, ofText, vocabulary } from "../vocabulary";
import { settings } from "../settings";
import { errorsOf } from "../parts";
import { KINDS, type Store } from "../state";
import { savingCharts } from "./charts";
import { copying, fileName, linking, printing, saving } from "./files";
import { scoreTable } from "./scores";
import { type Table, toCsv, toLatex, toMarkdown, toTsv } from "./tables";

/** Rates in percent for Markdown, as fractions for CSV. */
function sessionTable(index: Index, store: Store, forPeople: boolean): Table {
  const { state } = store;
  const rate = (value: number | null): string | number => (value === null ? "" : forPeople ? (100 * value).toFixed(2) : value);
  const name = (score: number): string => `${index.scores[score]!.system} ${index.scores[score]!.title}${forPeople ? " in %" : ""}`;
  const { against } = state;
  const { unit } = index.scores[state.score]!;
  const { many } = vocabulary(unit);
  // Counts in the page are hundredths of seconds or of speakers.
  const number = (value: number): number => (ofText(unit) ? value : value / 100);
  const kinds = unit === "speaker" ? [] : KINDS;
  const seconds = unit === "second" ? " in s" : "";
  return {
    columns: ["session", `${lengths(unit)}${seconds}`, name(state.score), ...(unit === "speaker" ? [] : [`errors${seconds}`]), ...kinds.map((kind) => `${many[kind]}${seconds}`), ...(against === null ? [] : [name(against)])],
    rows: listed(index, state).map(({ name: session, own, other }) => [
      session,
      number(own.length),
      rate(own.rate),
      ...(unit === "speaker" ? [] : [number(own.errors)]),
      ...kinds.map((kind) => number(errorsOf(own, kind))),
      ...(against === null ? [] : [rate(other?.rate ?? null)]),
    ]),
  };
}

/** The tables for a paper or a message. */
export function tablesToCopy(index: Index, store: Store): Group[] {
  return [
    {
      title: "Copy",
      items: [
        copying("Scores as LaTeX", () => toLatex(scoreTable(index))),
        copying("Scores as Markdown", () => toMarkdown(scoreTable(index))),
        copying("Scores as TSV", () => toTsv(scoreTable(index))),
        copying("Sessions as Markdown", () => toMarkdown(sessionTable(index, store, true))),
      ],
    },
  ];
}

export function overviewHandedOn(index: Index, store: Store): Group[] {
  return [
    { title: "Copy", items: linking() },
    {
      title: "Save",
      items: [
        saving("Sessions as CSV", () => fileName(index.title, "csv"), "text/csv", () => toCsv(sessionTable(index, store, false))),
        ...savingCharts(index.title),
        printing(),
      ],
    },
    settings(),
  ];
}
