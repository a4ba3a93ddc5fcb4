/** The words of a paragraph as text, with errors marked for eyes and for screen readers. */

import { h } from "../dom";
import type { Scene } from "../session/scene";

function hidden(text: string): HTMLElement {
  return h("span", { class: "spoken" }, text);
}

function mark(scene: Scene, step: number): HTMLElement {
  const { aligned } = scene;
  const props = { "data-step": step, class: scene.hits[step] ? "hit" : undefined };
  const said = aligned.said(step);
  const heard = aligned.heard(step);
  switch (aligned.steps.kind[step]) {
    case "S":
      return h("mark", props, hidden("substitution: "), h("del", {}, said), hidden(" became"), " ", h("ins", {}, heard));
    case "D":
      return h("del", props, hidden("deleted: "), said);
    default:
      return h("ins", props, hidden("inserted: "), heard);
  }
}

/** Correct words stay plain text, so that an hour of talk remains a light page. */
export function appendWords(parent: HTMLElement, scene: Scene, steps: readonly number[]): void {
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length) parent.append(plain.join(" ") + " ");
    plain = [];
  };
  for (const step of steps) {
    const kind = scene.aligned.steps.kind[step]!;
    if (kind !== "C" && scene.marked[step]) {
      flush();
      parent.append(mark(scene, step), " ");
    } else if (scene.hits[step]) {
      flush();
      parent.append(h("span", { class: "hit", "data-step": step }, scene.aligned.said(step) || scene.aligned.heard(step)), " ");
    } else {
      // An error that the filter hides reads as what was said.
      const text = kind === "I" ? "" : scene.aligned.said(step);
      if (text) plain.push(text);
    }
  }
  flush();
}
