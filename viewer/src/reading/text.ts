/** The words of a paragraph as text, with errors marked for eyes and for screen readers. */

import { pattern } from "../blame/parts";
import { turns } from "../direction";
import { h } from "../dom";
import type { Scene } from "../session/scene";

function hidden(text: string): HTMLElement {
  return h("span", { class: "spoken" }, text);
}

function mark(scene: Scene, step: number): HTMLElement {
  const { aligned } = scene;
  const { causes } = aligned;
  const part = causes?.part[step] ?? -1;
  const drawn = causes && part >= 0 ? pattern(part, causes.names.length) : "plain";
  const props = {
    "data-step": step,
    class: [scene.hits[step] ? "hit" : "", drawn === "plain" ? "" : `cause ${drawn}`].join(" ").trim() || undefined,
  };
  const said = aligned.referenceText(step);
  const heard = aligned.hypothesisText(step);
  switch (aligned.steps.kind[step]) {
    case "S":
      return h("mark", props, hidden("substitution: "), h("del", {}, said), hidden(" became"), " ", h("ins", {}, heard));
    case "D":
      return h("del", props, hidden("deleted: "), said);
    default:
      return h("ins", props, hidden("inserted: "), heard);
  }
}

/** Returns an arrow after the last of several misattributed words, to their speaker or to their stream. */
function belongs(scene: Scene, step: number, next: number | undefined): HTMLElement | string {
  const to = belongsTo(scene, step);
  if (to === null || (next !== undefined && scene.marked[next] && belongsTo(scene, next) === to)) return "";
  return h("small", { class: "home" }, to);
}

function belongsTo(scene: Scene, step: number): string | null {
  const { causes, names, steps, hypothesis } = scene.aligned;
  const home = causes?.misattributedAt(step);
  if (!home || causes!.part[step]! < 0 || scene.layout.speaker[home.reference] === scene.layout.speaker[home.hypothesis]) return null;
  if (home.reference === step) return `← ${names[hypothesis.speaker[steps.hypothesis[home.hypothesis]!]!]!}`;
  const speaker = scene.layout.speaker[home.reference]!;
  return `→ ${speaker < 0 ? "no speaker" : names[speaker]!}`;
}

/** Correct words stay plain text, so an hour of speech needs few elements. */
export function appendWords(parent: HTMLElement, scene: Scene, steps: readonly number[]): void {
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length) parent.append(plain.join(" ") + " ");
    plain = [];
  };
  for (const [n, step] of steps.entries()) {
    const kind = scene.aligned.steps.kind[step]!;
    if (kind !== "C" && scene.marked[step]) {
      flush();
      parent.append(mark(scene, step), belongs(scene, step, steps[n + 1]), " ");
    } else if (scene.hits[step]) {
      flush();
      parent.append(h("span", { class: "hit", "data-step": step }, scene.aligned.referenceText(step) || scene.aligned.hypothesisText(step)), " ");
    } else {
      // An error hidden by the filter is shown as its reference word.
      const text = kind === "I" ? "" : scene.aligned.referenceText(step);
      if (turns(text)) {
        flush();
        parent.append(h("bdi", {}, text), " ");
      } else if (text) plain.push(text);
    }
  }
  flush();
}
