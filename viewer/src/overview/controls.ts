/** The choice of scores, beside a table or a list of sessions. */

import type { Index } from "../data/wire";
import { select } from "../parts";
import { scoreName, type Store } from "../state";

/** The name of a score, as short as it is unique on the page. */
export function nameOfScore({ scores }: Index, score: number): string {
  const info = scores[score]!;
  if (scores.every(({ system }) => system === info.system)) return info.title;
  return scores.every(({ metric }) => metric === info.metric) ? info.system : `${info.system} ${info.title}`;
}

export function scoreControls(index: Index, store: Store): HTMLElement[] {
  if (index.scores.length < 2) return [];
  const { score, against } = store.state;
  const choices = index.scores.map((_, i) => ({ value: scoreName(index, i), text: nameOfScore(index, i) }));
  const find = (value: string): number | null => {
    const found = choices.findIndex((one) => one.value === value);
    return found < 0 ? null : found;
  };
  return [
    select("Show", choices, scoreName(index, score), (value) => store.set({ score: find(value) ?? 0, found: null })),
    select(
      "against",
      [{ value: "", text: "nothing" }, ...choices.filter((_, i) => i !== score)],
      against === null ? "" : scoreName(index, against),
      (value) => store.set({ against: find(value), sort: null, found: null }),
    ),
  ];
}
