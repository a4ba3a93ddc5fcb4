/** The words of a paragraph as text, with errors marked for eyes and for screen readers. */

import { pattern } from "../blame/parts";
import { turns } from "../direction";
import { h } from "../dom";
import { gap } from "../spacing";
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
      return h("mark", props, hidden("substitution: "), h("del", {}, said), hidden(gap(said, heard) ? " became" : " became "), gap(said, heard), h("ins", {}, heard));
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
  let plain = "";
  let last = "";
  /** Adds a word after the gap that its language needs. */
  const put = (first: string, text: string, element: Node | null): void => {
    plain += gap(last, first);
    last = text;
    if (!element) {
      plain += text;
      return;
    }
    parent.append(plain, element);
    plain = "";
  };
  for (const [n, step] of steps.entries()) {
    const { aligned } = scene;
    const kind = aligned.steps.kind[step]!;
    const [said, heard] = [aligned.referenceText(step), aligned.hypothesisText(step)];
    if (kind !== "C" && scene.marked[step]) {
      put(said || heard, heard || said, mark(scene, step));
      parent.append(belongs(scene, step, steps[n + 1]));
    } else if (scene.hits[step]) {
      put(said || heard, said || heard, h("span", { class: "hit", "data-step": step }, said || heard));
    } else if (kind !== "I" && said) {
      // An error hidden by the filter is shown as its reference word.
      put(said, said, turns(said) ? h("bdi", {}, said) : null);
    }
  }
  parent.append(plain);
}
