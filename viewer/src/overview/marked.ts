/** A few words with errors marked, as in the reading view. */

import { h } from "../dom";
import { gap } from "../spacing";
import type { Word } from "./hits";

export function marked(words: readonly Word[]): (HTMLElement | string)[] {
  return words.flatMap(({ kind, said, heard }, place) => {
    const before = words[place - 1];
    return [before ? gap(before.heard || before.said, said || heard) : "", mark(kind, h("bdi", {}, said || heard), heard)];
  });
}

function mark(kind: Word["kind"], word: HTMLElement, heard: string): HTMLElement {
  if (kind === "C") return h("b", {}, word);
  if (kind === "D") return h("del", {}, word);
  if (kind === "I") return h("ins", {}, word);
  return h("mark", {}, h("del", {}, word), gap(word.textContent, heard), h("ins", {}, h("bdi", {}, heard)));
}
