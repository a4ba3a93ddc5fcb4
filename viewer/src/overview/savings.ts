/** What the rate would be with correct speaker labels, or without words that are hard to recognize. */

import type { Index, ScoreInfo } from "../data/wire";
import { h } from "../dom";
import { abridged, pointsApart } from "../format";
import { type State, type Store, toFragment } from "../state";
import { ofText } from "../vocabulary";

export interface Saving {
  text: string;
  /** Rate that would be saved. */
  by: number;
  /** Where most of these errors are. */
  session: number;
  slice: string;
}

/** A slice, its groups whose words could be left out, and what is then said. */
const WITHOUT: readonly (readonly [string, readonly string[], string])[] = [
  ["overlap", ["2 speakers", "3 or more speakers"], "without overlap"],
  ["backchannel", ["backchannels"], "without backchannels"],
];

/** Returns the possible savings of a score, the largest first. They overlap, so they do not add up. */
export function savingsOf(info: ScoreInfo): Saving[] {
  const { rate, errors, length } = info.total;
  if (rate === null || !ofText(info.unit)) return [];
  const found: Saving[] = [];
  const attribution = info.blame?.parts.findIndex(([name]) => name === "attribution") ?? -1;
  if (info.blame && attribution >= 0) {
    const bySession = info.blame.sessions.map((session) => session?.parts[attribution]![1] ?? 0);
    const session = bySession.indexOf(Math.max(...bySession));
    found.push({ text: "correct speaker labels", by: info.blame.parts[attribution]![1] / length, session, slice: "cause:attribution" });
  }
  for (const [name, groups, text] of WITHOUT) {
    const left = (info.slices[name] ?? []).filter(([label]) => groups.includes(label)).sort((a, b) => b[1].errors - a[1].errors);
    const sum = (of: "errors" | "length"): number => left.reduce((all, [, counts]) => all + counts[of], 0);
    const [most] = left;
    if (sum("length") === length || typeof most?.[2] !== "number") continue;
    found.push({ text, by: rate - (errors - sum("errors")) / (length - sum("length")), session: most[2], slice: `${name}:${most[0]}` });
  }
  return found.filter(({ by }) => by >= 0.0005).sort((a, b) => b.by - a.by);
}

export function savings(index: Index, store: Store, shown: readonly number[]): HTMLElement | null {
  const rows = shown.flatMap((score) => {
    const all = savingsOf(index.scores[score]!);
    return all.length ? [line(index, store, score, all, shown.length > 1)] : [];
  });
  return rows.length ? h("div", { class: "savings" }, h("h3", {}, "Possible savings in points"), rows) : null;
}

function line(index: Index, store: Store, score: number, all: readonly Saving[], named: boolean): HTMLElement {
  const info = index.scores[score]!;
  const name = index.scores.every((one) => one.system === info.system) ? info.title : info.system;
  return h(
    "p",
    {},
    named ? h("span", { class: "system", dir: "auto", title: name }, abridged(name)) : null,
    all.map(({ text, by, session, slice }) => {
      const there: Partial<State> = { session, score, against: score === store.state.score ? store.state.against : null, slice, view: "timeline", range: null, step: null };
      return link(index, store, there, `${text} `, h("b", {}, `−${pointsApart(by)}`));
    }),
  );
}

/** A link to a place in a session. */
export function link(index: Index, store: Store, there: Partial<State>, ...content: (HTMLElement | string)[]): HTMLElement {
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) return; // the link opens a tab of its own
    event.preventDefault();
    store.set(there);
  };
  return h("a", { class: "jump", href: `#${toFragment({ ...store.state, ...there }, index)}`, on: { click: open } }, ...content);
}
