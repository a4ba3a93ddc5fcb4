/** One line about the chosen word, with a button to play it if there is a recording. */

import { PART_MEANINGS, PART_NAMES, pattern } from "../blame/parts";
import { h, replace } from "../dom";
import type { CorrectionPanel } from "../corrections/control";
import { type Player, utteranceOf } from "../sound/player";
import { describe } from "../timeline/describe";
import { ofText, vocabulary } from "../vocabulary";
import type { Scene } from "./scene";

export class Inspector {
  readonly element = h("div", { class: "inspector", "aria-live": "polite" });

  constructor(
    private readonly scene: Scene,
    private readonly player: Player,
    private readonly choose: (step: number) => void = () => undefined,
    private readonly corrections: CorrectionPanel | null = null,
    /** The lines of the other systems. */
    private readonly others: (step: number) => HTMLElement | null = () => null,
  ) {
    player.listen(() => {
      const button = this.element.querySelector(".play");
      if (button) button.textContent = player.playing ? "Stop" : "Play";
    });
  }

  update(step: number | null): void {
    if (step === null || step >= this.scene.aligned.steps.length) {
      const key = (name: string): HTMLElement => h("kbd", {}, name);
      const words = ofText(this.scene.info.unit);
      replace(
        this.element,
        h(
          "span",
          { class: "hint" },
          ...[key("n"), key("p"), " next and previous error ", key("←"), key("→"), " move ", key("↑"), key("↓"), " or ", key("Ctrl"), " and wheel zoom "],
          ...[key("/"), " find ", key("Esc"), " back", ...(this.player.ready ? [" ", key("Space"), " play"] : [])],
        ),
        h(
          "span",
          { class: "legend" },
          h("mark", {}, h("ins", {}, words ? "substituted" : "confused")),
          h("del", {}, words ? "deleted" : "missed"),
          h("ins", {}, words ? "+inserted" : "false alarm"),
          this.legendOfCauses(),
        ),
      );
      return;
    }
    const description = describe(this.scene, step);
    const words =
      description.kind === "S"
        ? [h("mark", {}, h("del", {}, h("bdi", {}, description.reference)), " → ", h("ins", {}, h("bdi", {}, description.hypothesis)))]
        : [description.kind === "D" ? h("del", {}, description.reference) : description.kind === "I" ? h("ins", {}, description.hypothesis) : description.reference];
    replace(
      this.element,
      h("span", { class: `tag ${description.kind}` }, vocabulary(this.scene.info.unit).one[description.kind]),
      h("span", { class: "chosen-words" }, words),
      h(
        "span",
        { class: "facts" },
        [description.speaker, description.stream, description.when].filter(Boolean).join(" · "),
      ),
      description.cause ? h("span", { class: "why" }, description.cause) : null,
      ...description.extraKeys.map((line) => h("span", { class: "facts", dir: "auto" }, line)),
      this.homeButton(step),
      this.corrections?.control(step),
      this.player.ready && this.scene.aligned.timed
        ? h("button", { type: "button", class: "play", on: { click: () => void this.play(step) } }, this.player.playing ? "Stop" : "Play")
        : null,
      this.others(step),
    );
  }

  tell(text: string): void {
    replace(this.element, h("span", { class: "facts" }, text));
  }

  private legendOfCauses(): HTMLElement[] {
    const { causes } = this.scene.aligned;
    return (causes?.names ?? []).map((name, place, all) =>
      h("span", { class: "part", title: PART_MEANINGS[name] ?? "" }, h("i", { class: pattern(place, all.length) }), PART_NAMES[name] ?? name),
    );
  }

  /** Button from a hypothesis word to its reference word, and back. */
  private homeButton(step: number): HTMLElement | null {
    const home = this.scene.aligned.causes?.misattributedAt(step);
    if (!home) return null;
    const other = home.reference === step ? home.hypothesis : home.reference;
    const text = home.reference === step ? "Show the hypothesis word" : "Show the reference word";
    return h("button", { type: "button", class: "go-home", on: { click: () => this.choose(other) } }, text);
  }

  async play(step: number): Promise<void> {
    if (this.player.playing) this.player.stop();
    else await this.player.play(...utteranceOf(this.scene, step));
  }
}
