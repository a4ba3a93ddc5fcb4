/** The session as text: one conversation, or by speaker; two scores in two columns. */

import { directionOf } from "../direction";
import { h } from "../dom";
import { amount, clock } from "../format";
import { byName } from "../order";
import { silence } from "../parts";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { type Form, plainText, selectedLines } from "./copy";
import { type Paragraph, paragraphs, scoredAgainst } from "./paragraphs";
import { appendWords } from "./text";

const AT_ONCE = 80;
/** Height of what stays above the text while it scrolls, as in the style sheet. */
const HEAD = 96;

/** A paragraph, or two side by side, and whether it has a marked error. */
interface Piece {
  make: () => HTMLElement | null;
  marked: boolean;
}

export class Reading {
  readonly element = h("div", { class: "reading" });
  private readonly body = h("div", { class: "pages" });
  private readonly stop: (() => void)[] = [];
  private drawn = "";
  private timer = 0;
  /** Paragraphs still to be created, in order. */
  private rest: (() => HTMLElement | null)[] = [];
  private readonly paragraphOf = new WeakMap<Element, Paragraph>();

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
    // A selection of the whole page is copied from the document.
    const copy = (event: ClipboardEvent): void => {
      const selection = getSelection();
      if (!selection || selection.isCollapsed || !event.clipboardData || event.target instanceof HTMLInputElement) return;
      const range = selection.getRangeAt(0);
      if (!range.intersectsNode(this.body)) return;
      if (!this.body.contains(range.commonAncestorContainer)) this.write(Infinity);
      event.clipboardData.setData("text/plain", selectedLines(range, [...this.body.querySelectorAll("section")], (section) => this.nameOf(section)));
      event.preventDefault();
    };
    document.addEventListener("copy", copy);
    this.stop.push(() => document.removeEventListener("copy", copy));
    this.update();
  }

  /** Returns the selected paragraphs, or all, in one form; one score after the other. */
  text(form: Form): string {
    const selection = getSelection();
    const chosen = selection && !selection.isCollapsed && this.body.contains(selection.anchorNode) ? selection : null;
    if (!chosen) this.write(Infinity);
    return this.scenes
      .map((scene, number) => {
        const sections = [...this.body.querySelectorAll(`[data-scene="${number}"] section`)];
        const touched = chosen ? sections.filter((section) => chosen.containsNode(section, true)) : sections;
        const text = plainText(scene, touched.flatMap((section) => this.paragraphOf.get(section) ?? []), form);
        return this.scenes.length > 1 && text ? `${scene.info.system} · ${scene.info.title}\n${text}` : text;
      })
      .filter(Boolean)
      .join("\n\n");
  }

  close(): void {
    clearTimeout(this.timer);
    for (const stop of this.stop) stop();
  }

  private orderSwitch(): HTMLElement {
    const choice = (order: "conversation" | "speakers", text: string): HTMLElement =>
      h("button", { type: "button", "data-order": order, on: { click: () => this.store.set({ order }) } }, text);
    return h(
      "div",
      { class: "switch", role: "group", "aria-label": "order of the text", hidden: this.scenes.every((scene) => scene.people("speaker").every((name) => name === "")) },
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
    const find = (): Element | null => this.body.querySelector(`[data-scene="0"] [data-step="${step}"]`);
    if (!find()) this.write(Infinity);
    const found = find();
    found?.classList.add("chosen");
    found?.scrollIntoView({ block: "center", behavior: "instant" });
  }

  /** Scrolls to the first paragraph that begins at a time or later. */
  goTo(moment: number): void {
    const find = (): Element | undefined => [...this.body.querySelectorAll("section")].find((section) => this.paragraphOf.get(section)!.start >= moment);
    if (!find()) this.write(Infinity);
    const found = find();
    const scroll = (): void => found?.scrollIntoView({ block: "start", behavior: "instant" });
    scroll();
    // Paragraphs get their real height when they are near the screen, which moves the others.
    requestAnimationFrame(() => {
      scroll();
      requestAnimationFrame(scroll);
    });
  }

  /** The start of the first paragraph on the screen; null if it has not been scrolled. */
  position(): number | null {
    if (scrollY === 0) return null;
    const first = [...this.body.querySelectorAll("section")].find((section) => section.getBoundingClientRect().top >= HEAD - 1);
    return first ? this.paragraphOf.get(first)!.start : null;
  }

  private draw(): void {
    const { order } = this.store.state;
    const two = this.scenes.length > 1;
    this.body.classList.toggle("two", two);
    if (this.scenes.every((scene) => scene.aligned.steps.length === 0)) {
      this.body.replaceChildren(silence(this.scenes[0]!.info.unit));
      return;
    }
    this.body.replaceChildren(two ? h("div") : h("article", { "data-scene": 0 }));
    const pieces = two ? this.planTwo(order) : this.planOne(order);
    // With the errors of one system only, the rest is gray, and paragraphs without such errors are folded.
    const { differ } = this.store.state;
    this.body.classList.toggle("faded", differ !== null && two);
    this.rest = differ !== null && two ? this.folded(pieces) : pieces.map((piece) => piece.make);
    this.write(AT_ONCE);
    if (differ !== null && two) this.body.querySelector("mark, del, ins")?.scrollIntoView({ block: "center", behavior: "instant" });
  }

  /** Replaces paragraphs without a marked error by a button that shows them. */
  private folded(pieces: readonly Piece[]): (() => HTMLElement | null)[] {
    const found: (() => HTMLElement | null)[] = [];
    let hidden: Piece[] = [];
    const close = (): void => {
      const all = hidden;
      hidden = [];
      if (all.length) found.push(() => this.fold(all));
    };
    for (const [n, piece] of pieces.entries()) {
      if (n > 0 && !piece.marked) hidden.push(piece);
      else {
        close();
        found.push(piece.make);
      }
    }
    close();
    return found;
  }

  private fold(pieces: readonly Piece[]): HTMLElement {
    const text = `${amount(pieces.length, "paragraph")} without these errors`;
    const button = h("button", { type: "button", class: "fold quiet", on: { click: () => button.replaceWith(...pieces.flatMap((piece) => piece.make() ?? [])) } }, text);
    return button;
  }

  private isMarked(scene: Scene, paragraph: Paragraph | null): boolean {
    return paragraph !== null && paragraph.steps.some((step) => scene.marked[step] && scene.aligned.steps.kind[step] !== "C");
  }

  /** Creates a few paragraphs at a time: the first screen at once, the rest in the background. */
  private write(pieces: number): void {
    clearTimeout(this.timer);
    const now = this.rest.splice(0, pieces);
    this.body.firstElementChild?.append(...now.flatMap((make) => make() ?? []));
    if (this.rest.length) this.timer = setTimeout(() => this.write(AT_ONCE), 0) as unknown as number;
  }

  private planOne(order: "conversation" | "speakers"): Piece[] {
    const scene = this.scenes[0]!;
    let speaker: number | null = null;
    return paragraphs(scene, order).flatMap((paragraph) => {
      const piece: Piece = { make: () => this.paragraph(scene, paragraph, order === "conversation"), marked: this.isMarked(scene, paragraph) };
      if (order === "conversation" || paragraph.speaker === speaker) return [piece];
      speaker = paragraph.speaker;
      return [{ make: () => h("h2", {}, this.name(scene, paragraph.speaker, "no speaker")), marked: true }, piece];
    });
  }

  /** Merges the paragraphs of both scores; those that begin together are side by side. */
  private planTwo(order: "conversation" | "speakers"): Piece[] {
    const all = this.scenes.map((scene) => paragraphs(scene, order));
    const head = (): HTMLElement => h("div", { class: "pair head" }, this.scenes.map((s) => h("h2", {}, `${s.info.system} · ${s.info.title}`)));
    const plan: Piece[] = [{ make: head, marked: true }];
    const at = [0, 0];
    const ranks = this.ranks();
    const key = (p: Paragraph | undefined, side: number): [number, number] =>
      p ? [order === "speakers" ? (ranks.get(this.speaker(side, p)) ?? 0) : 0, p.start] : [Infinity, Infinity];
    while (at.some((n, side) => n < all[side]!.length)) {
      const heads = at.map((n, side) => key(all[side]![n], side));
      const first = heads[0]![0] < heads[1]![0] || (heads[0]![0] === heads[1]![0] && heads[0]![1] <= heads[1]![1]) ? 0 : 1;
      const together = heads[0]![0] === heads[1]![0] && Math.abs(heads[0]![1] - heads[1]![1]) < 0.5;
      const pair = [0, 1].map((side) => (together || side === first ? all[side]![at[side]!++]! : null));
      plan.push({ make: () => this.pair(pair), marked: pair.some((one, side) => this.isMarked(this.scenes[side]!, one)) });
    }
    return plan;
  }

  private speaker(side: number, paragraph: Paragraph): string | null {
    return this.scenes[side]!.aligned.names[paragraph.speaker] ?? null;
  }

  /** The rank of every speaker of either score. */
  private ranks(): Map<string | null, number> {
    const all = new Set<string | null>(this.scenes.flatMap((scene) => scene.people("speaker")));
    all.add(null);
    return new Map([...all].sort(byName).map((name, rank) => [name, rank]));
  }

  private pair(paragraphs: readonly (Paragraph | null)[]): HTMLElement | null {
    const made = paragraphs.map((one, side) => one && this.paragraph(this.scenes[side]!, one, true));
    if (made.every((one) => one === null)) return null;
    return h("div", { class: "pair" }, made.map((one, side) => h("div", { "data-scene": side }, one)));
  }

  /** The speaker of a paragraph, after the system if there are two. */
  private nameOf(section: Element): string {
    const scene = this.scenes[Number(section.closest<HTMLElement>("[data-scene]")!.dataset["scene"])]!;
    const speaker = this.name(scene, this.paragraphOf.get(section)!.speaker, "no speaker");
    const { info } = scene;
    const called = this.scenes.every((one) => one.info.system === info.system) ? info.title : info.system;
    return this.scenes.length > 1 ? `[${called}] ${speaker}` : speaker;
  }

  private name(scene: Scene, name: number, nobody: string): string {
    return name < 0 ? nobody : scene.aligned.names[name]!;
  }

  private paragraph(scene: Scene, paragraph: Paragraph, named: boolean): HTMLElement | null {
    const steps = paragraph.steps.filter((step) => scene.passes[step]);
    if (steps.length === 0) return null;
    const dir = directionOf(steps.map((step) => scene.aligned.referenceText(step) || scene.aligned.hypothesisText(step)));
    const words = h("p", { dir });
    appendWords(words, scene, steps);
    if (!words.hasChildNodes()) return null;
    const who = this.name(scene, paragraph.speaker, "no speaker");
    const when = scene.aligned.timed ? h("time", {}, clock(paragraph.start)) : null;
    // With its direction, the name is next to the first word.
    const section = h(
      "section",
      { dir },
      h("header", { title: scoredAgainst(scene, paragraph) }, named ? h("b", { dir: "auto" }, who) : null, when),
      words,
    );
    this.paragraphOf.set(section, paragraph);
    return section;
  }
}
