/** One line about the chosen word; with a recording, a button to hear it. */

import { type Player, utteranceOf } from "../audio";
import { h, replace } from "../dom";
import { describe, KIND_NAMES } from "../timeline/describe";
import type { Scene } from "./scene";

export class Inspector {
  readonly element = h("div", { class: "inspector", "aria-live": "polite" });

  constructor(
    private readonly scene: Scene,
    private readonly player: Player,
  ) {
    player.onChange = () => {
      const button = this.element.querySelector(".play");
      if (button) button.textContent = player.playing ? "Stop" : "Play";
    };
  }

  update(step: number | null): void {
    if (step === null || step >= this.scene.aligned.steps.length) {
      const key = (name: string): HTMLElement => h("kbd", {}, name);
      replace(
        this.element,
        h(
          "span",
          { class: "hint" },
          ...[key("n"), key("p"), " next and previous error ", key("←"), key("→"), " move ", key("↑"), key("↓"), " zoom "],
          ...[key("/"), " find ", key("Esc"), " back", ...(this.player.ready ? [" ", key("Space"), " play"] : [])],
        ),
        h(
          "span",
          { class: "legend" },
          h("mark", {}, h("ins", {}, "substituted")),
          h("del", {}, "deleted"),
          h("ins", {}, "+inserted"),
          this.scene.aligned.elsewhere.size ? h("span", { class: "elsewhere" }, "on another stream") : null,
        ),
      );
      return;
    }
    const told = describe(this.scene, step);
    const words =
      told.kind === "S"
        ? [h("mark", {}, h("del", {}, told.said), " → ", h("ins", {}, told.heard))]
        : [told.kind === "D" ? h("del", {}, told.said) : told.kind === "I" ? h("ins", {}, told.heard) : told.said];
    replace(
      this.element,
      h("span", { class: `tag ${told.kind}` }, KIND_NAMES[told.kind]),
      h("span", { class: "chosen-words" }, words),
      h(
        "span",
        { class: "facts" },
        [told.speaker, told.stream, told.when].filter(Boolean).join(" · "),
      ),
      told.elsewhere ? h("span", { class: "elsewhere" }, told.elsewhere) : null,
      this.player.ready && this.scene.aligned.timed
        ? h("button", { type: "button", class: "play", on: { click: () => void this.play(step) } }, this.player.playing ? "Stop" : "Play")
        : null,
    );
  }

  async play(step: number): Promise<void> {
    if (this.player.playing) return this.player.stop();
    const problem = await this.player.play(...utteranceOf(this.scene, step));
    if (problem) this.element.append(h("span", { class: "bad" }, problem));
  }
}
