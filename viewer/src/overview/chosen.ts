/** Sections of the overview that show the chosen score, and the one it is compared with. */

import type { Index, ScoreInfo } from "../data/wire";
import { type Child, h, replace } from "../dom";
import type { Store } from "../state";

type Content = (info: ScoreInfo, other: ScoreInfo | null) => readonly (Child | readonly Child[])[] | null;

/** Calls `draw` now, and when other scores are chosen. */
export function withChosen(store: Store, draw: (score: number, against: number | null) => void): void {
  let drawn = "";
  const update = (): void => {
    const { score, against } = store.state;
    const key = `${score} ${against}`;
    if (key === drawn) return;
    drawn = key;
    draw(score, against);
  };
  store.listen(update);
  update();
}

/** A section of the chosen scores, hidden if it has no content. Keyboard focus stays on the same control. */
export function chosenSection(index: Index, store: Store, name: string, content: Content): HTMLElement {
  const element = h("section", { class: name });
  withChosen(store, (score, against) => {
    const parts = content(index.scores[score]!, against === null ? null : index.scores[against]!);
    element.hidden = parts === null;
    replace(element, ...(parts ?? []));
  });
  return element;
}
