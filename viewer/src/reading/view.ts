/** The session as text: one conversation, or speaker by speaker; two scores stand in two columns. */

import { h } from "../dom";
import { clock } from "../format";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { type Paragraph, paragraphs } from "./paragraphs";
import { appendWords } from "./text";

export class Reading {
  readonly element = h("div", { class: "reading" });
  private readonly body = h("div", { class: "pages" });
  private readonly stop: (() => void)[] = [];
  private drawn = "";

  constructor(
    private readonly scenes: readonly Scene[],
    private readonly store: Store,
    private readonly choose: (step: number | null, scene: number) => void,
  ) {
    this.element.append(this.orderSwitch(), this.body);
    this.stop.push(store.listen(() => this.update()));
    this.body.addEventListener("click", (event) => {
      const target = (event.target as Element).closest<HTMLElement>("[data-step]");
      const column = target?.closest<HTMLElement>("[data-scene]");
      if (target && column) this.choose(Number(target.dataset["step"]), Number(column.dataset["scene"]));
    });
    this.update();
  }

  close(): void {
    for (const stop of this.stop) stop();
  }

  private orderSwitch(): HTMLElement {
    const choice = (order: "conversation" | "speakers", text: string): HTMLElement =>
      h("button", { type: "button", "data-order": order, on: { click: () => this.store.set({ order }) } }, text);
    return h(
      "div",
      { class: "switch", role: "group", "aria-label": "order of the text" },
      choice("conversation", "One conversation"),
      choice("speakers", "By speaker"),
    );
  }

  private update(): void {
    const { state } = this.store;
    for (const scene of this.scenes) scene.filter(state);
    const key = JSON.stringify([state.order, this.scenes.map((scene) => scene.version)]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.draw();
    }
    for (const button of this.element.querySelectorAll<HTMLElement>("[data-order]")) {
      button.setAttribute("aria-pressed", String(button.dataset["order"] === state.order));
    }
    this.reveal(state.step);
  }

  reveal(step: number | null): void {
    for (const old of this.body.querySelectorAll(".chosen")) old.classList.remove("chosen");
    if (step === null) return;
    const found = this.body.querySelector(`[data-scene="0"] [data-step="${step}"]`);
    found?.classList.add("chosen");
    found?.scrollIntoView({ block: "center", behavior: "instant" });
  }

  private draw(): void {
    const { order } = this.store.state;
    this.body.classList.toggle("two", this.scenes.length > 1);
    if (this.scenes.length > 1) this.drawTwo(order);
    else {
      const page = h("article", { "data-scene": 0 });
      let speaker: number | null = null;
      for (const paragraph of paragraphs(this.scenes[0]!, order)) {
        if (order === "speakers" && paragraph.speaker !== speaker) {
          speaker = paragraph.speaker;
          page.append(h("h3", {}, this.name(this.scenes[0]!, paragraph.speaker, "no speaker")));
        }
        const made = this.paragraph(this.scenes[0]!, paragraph, order === "conversation");
        if (made) page.append(made);
      }
      this.body.replaceChildren(page);
    }
  }

  /** Paragraphs of both scores in one sequence: those that begin together stand side by side. */
  private drawTwo(order: "conversation" | "speakers"): void {
    const all = this.scenes.map((scene) => paragraphs(scene, order));
    const rows: HTMLElement[] = [
      h("div", { class: "pair head" }, this.scenes.map((s) => h("h3", {}, `${s.info.system} · ${s.info.title}`))),
    ];
    const at = [0, 0];
    const key = (p: Paragraph | undefined): [number, number] =>
      p ? [order === "speakers" ? p.speaker : 0, p.start] : [Infinity, Infinity];
    while (at.some((n, side) => n < all[side]!.length)) {
      const heads = at.map((n, side) => key(all[side]![n]));
      const first = heads[0]![0] < heads[1]![0] || (heads[0]![0] === heads[1]![0] && heads[0]![1] <= heads[1]![1]) ? 0 : 1;
      const together = heads[0]![0] === heads[1]![0] && Math.abs(heads[0]![1] - heads[1]![1]) < 0.5;
      const cells = [0, 1].map((side) => {
        const cell = h("div", { "data-scene": side });
        if (together || side === first) {
          const made = this.paragraph(this.scenes[side]!, all[side]![at[side]!]!, true);
          if (made) cell.append(made);
          at[side]!++;
        }
        return cell;
      });
      if (cells.some((cell) => cell.childNodes.length > 0)) rows.push(h("div", { class: "pair" }, cells));
    }
    this.body.replaceChildren(...rows);
  }

  private name(scene: Scene, name: number, nobody: string): string {
    return name < 0 ? nobody : scene.aligned.names[name]!;
  }

  private paragraph(scene: Scene, paragraph: Paragraph, named: boolean): HTMLElement | null {
    const steps = paragraph.steps.filter((step) => scene.passes[step]);
    if (steps.length === 0) return null;
    const words = h("p");
    appendWords(words, scene, steps);
    if (!words.hasChildNodes()) return null;
    const who = this.name(scene, paragraph.speaker, "no speaker");
    const when = scene.aligned.timed ? h("time", {}, clock(paragraph.start)) : null;
    const stream = this.name(scene, paragraph.stream, "no stream");
    return h(
      "section",
      {},
      h("header", { title: `compared with ${stream}` }, named ? h("b", {}, who) : null, when),
      words,
    );
  }
}
