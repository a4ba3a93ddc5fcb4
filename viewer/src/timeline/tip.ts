/** The tooltip of the word under the pointer. */

import { h } from "../dom";
import { clock } from "../format";
import type { Scene } from "../session/scene";
import { allowed } from "./collar";
import { vocabulary } from "../vocabulary";
import { describe } from "./describe";

export interface Hovered {
  step: number;
  /** Whether it is the hypothesis word. */
  heard: boolean;
}

export class Tip {
  readonly element = h("div", { class: "tip", hidden: true });

  constructor(private readonly scene: Scene) {}

  hide(): void {
    this.element.hidden = true;
  }

  /** Shows the tooltip next to a position, within the picture. */
  show({ step, heard }: Hovered, left: number, top: number, width: number): void {
    const description = describe(this.scene, step);
    const window = allowed(this.scene, step, heard);
    this.element.replaceChildren(
      h("span", { class: `tag ${description.kind}` }, vocabulary(this.scene.info.unit).one[description.kind]),
      h("b", {}, h("bdi", {}, description.reference || description.hypothesis), description.kind === "S" ? [" → ", h("bdi", {}, description.hypothesis)] : null),
      h("small", {}, [description.speaker, description.stream, description.when].filter(Boolean).join(" · ")),
      description.cause ? h("small", { class: "why" }, description.cause) : "",
      window
        ? h("small", { class: "window" }, `collar ${window.collar} s: can be aligned from ${clock(Math.max(0, window.from), 1)} to ${clock(window.to, 1)}`)
        : "",
    );
    this.element.hidden = false;
    this.element.style.left = `${Math.max(0, Math.min(left + 12, width - 230))}px`;
    this.element.style.top = `${top + 16}px`;
  }
}
