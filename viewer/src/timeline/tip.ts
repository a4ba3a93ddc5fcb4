/** The word under the pointer, in a few words beside it. */

import { h } from "../dom";
import { clock } from "../format";
import type { Scene } from "../session/scene";
import { allowed } from "./collar";
import { vocabulary } from "../vocabulary";
import { describe } from "./describe";

export interface Hovered {
  step: number;
  /** Is it the word below, of the hypothesis? */
  heard: boolean;
}

export class Tip {
  readonly element = h("div", { class: "tip", hidden: true });

  constructor(private readonly scene: Scene) {}

  hide(): void {
    this.element.hidden = true;
  }

  /** Beside a place of the picture, and within it. */
  show({ step, heard }: Hovered, left: number, top: number, width: number): void {
    const told = describe(this.scene, step);
    const window = allowed(this.scene, step, heard);
    this.element.replaceChildren(
      h("span", { class: `tag ${told.kind}` }, vocabulary(this.scene.info.unit).one[told.kind]),
      h("b", {}, h("bdi", {}, told.said || told.heard), told.kind === "S" ? [" → ", h("bdi", {}, told.heard)] : null),
      h("small", {}, [told.speaker, told.stream, told.when].filter(Boolean).join(" · ")),
      told.cause ? h("small", { class: "why" }, told.cause) : "",
      window
        ? h("small", { class: "window" }, `collar ${window.collar} s: can be aligned from ${clock(Math.max(0, window.from), 1)} to ${clock(window.to, 1)}`)
        : "",
    );
    this.element.hidden = false;
    this.element.style.left = `${Math.max(0, Math.min(left + 12, width - 230))}px`;
    this.element.style.top = `${top + 16}px`;
  }
}
