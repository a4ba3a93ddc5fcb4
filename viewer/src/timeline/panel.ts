/** The timeline of one score: a row per speaker, drawn on a canvas. */

import { isolated } from "../direction";
import { type Child, h } from "../dom";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { ofText } from "../vocabulary";
import { onThemeChange, readTheme, type Theme } from "../theme";
import { allowed } from "./collar";
import { inWords } from "./in-words";
import type { Frame } from "./frame";
import { addGestures } from "./gestures";
import type { Row } from "./layout";
import { canvasMaker, type Maker } from "./maker";
import { pick } from "./pick";
import { drawTimeline } from "./picture";
import { type Detail, LETTERS, pace, type Plan, plan, speechPlan, type Spot } from "./plan";
import { type Hovered, Tip } from "./tip";
import type { Viewport } from "./viewport";

const AT_REST = 160;
/** Height of a row with a line for each of its two names. */
const TWO_LINES = 44;

/** For names such as `speaker 7`: keeps the number visible if there is little room. */
function numbered(name: string): Child[] {
  const [, kind, number] = /^(\D+ )(\d+)$/.exec(name) ?? [];
  return number === undefined ? [name] : [h("small", { class: "kind" }, kind), number];
}

export class Panel {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { role: "img" });
  private readonly gutter = h("div", { class: "gutter" });
  private readonly tip: Tip;
  private readonly strict: boolean;
  private hovered: Hovered | null = null;
  private rows: Row[] = [];
  private theme: Theme = readTheme();
  private readonly meanLength: number;
  private waiting = false;
  private shownRows = "";
  /** Median time per word of each row in the last view at rest; null without speech. */
  private paces: (number | null)[] = [];
  private settling = 0;
  private planned: Plan | null = null;
  /** The layout of the row names, to detect changes. */
  private placed = "";
  private readonly stop: (() => void)[] = [];

  constructor(
    readonly scene: Scene,
    private readonly store: Store,
    private readonly view: Viewport,
    private readonly room: () => number,
    /** Of one of several, which fit the window together: a higher picture scrolls in its own box. */
    title: string | null,
    private readonly chosen: () => number | null,
    choose: (step: number | null) => void,
  ) {
    this.strict = title !== null;
    this.tip = new Tip(scene);
    this.element = h(
      "div",
      { class: `panel${title === null ? "" : " strict"}` },
      title === null ? null : h("h2", { class: "panel-title", title }, title),
      this.gutter,
      h("div", { class: "picture" }, this.canvas, this.tip.element),
    );
    this.meanLength = this.averageLength();
    addGestures(this.canvas, view, { click: (left, top) => choose(this.pick(left, top)?.step ?? null) });
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => this.leave());
    const observer = new ResizeObserver(() => this.redraw());
    observer.observe(this.element);
    this.stop.push(
      () => observer.disconnect(),
      view.listen(() => {
        this.leave(); // the word under the pointer has moved
        this.settle();
        this.redraw();
      }),
      store.listen(() => this.redraw()),
      onThemeChange(() => {
        this.theme = readTheme();
        this.redraw();
      }),
    );
    this.redraw();
  }

  close(): void {
    clearTimeout(this.settling);
    for (const stop of this.stop) stop();
  }

  /** Seconds, or words, that fit if text is readable. */
  readable(): number {
    const width = this.canvas.clientWidth || 800;
    return (width / (LETTERS * 1.8)) * this.meanLength;
  }

  private averageLength(): number {
    const { layout, aligned } = this.scene;
    let sum = 0;
    let number = 0;
    for (let i = 0; i < aligned.steps.length; i++) {
      const length = layout.referenceEnd[i]! - layout.referenceStart[i]!;
      if (length > 0) {
        sum += length;
        number++;
      }
    }
    return number ? sum / number : 0.3;
  }

  private redraw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private layRows(): void {
    const { rows: by, speaker, stream } = this.store.state;
    const key = `${by} ${speaker} ${stream}`;
    if (key === this.shownRows) return;
    this.shownRows = key;
    this.paces = [];
    this.placed = "";
    this.scene.filter(this.store.state);
    const { passes } = this.scene;
    const some = (list: Int32Array): boolean => list.some((i) => passes[i] === 1);
    this.rows = this.scene.layout.rows(by).filter((row) => some(row.reference) || some(row.hypothesis));
    this.gutter.replaceChildren(
      ...this.rows.map((row) =>
        h(
          "div",
          { class: "who" },
          h("span", { class: "sides", "aria-hidden": "true" }, h("abbr", { title: "reference: the correct transcript" }, "REF"), h("abbr", { title: "hypothesis: the system's output" }, "HYP")),
          h("strong", { title: row.label, dir: "auto" }, numbered(row.label)),
          h("span", { title: `${row.before} ${isolated(row.other)}` }, h("i", {}, row.before), " ", h("bdi", {}, numbered(row.other))),
        ),
      ),
    );
  }

  /** Row heights change only when the view is at rest. */
  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.paces = [];
      this.redraw();
    }, AT_REST) as unknown as number;
  }

  private plan(width: number): Plan {
    if (this.paces.length !== this.rows.length) this.paces = this.rows.map((row) => pace(this.scene, this.view, row));
    if (!ofText(this.scene.info.unit)) return speechPlan(this.rows, this.paces, this.room(), this.strict);
    const scale = width / this.view.span;
    const each = this.paces.map((one) => (one === null ? null : scale * one));
    return plan(this.rows, each, this.room(), scale * this.meanLength, this.strict);
  }

  private frame(context: CanvasRenderingContext2D, width: number, theme: Theme, maker: Maker): Frame {
    const scale = width / this.view.span;
    return { context, scene: this.scene, theme, view: this.view, width, scale, chosen: this.chosen(), ...maker };
  }

  /** The size, the rows and the picture, for exports. */
  size(): [number, number] {
    return [this.canvas.clientWidth, this.planned?.height ?? 0];
  }

  spots(): readonly Spot[] {
    return this.planned?.spots ?? [];
  }

  detail(): Detail {
    return this.planned?.detail ?? "density";
  }

  paint(context: CanvasRenderingContext2D, theme: Theme, maker: Maker): void {
    if (this.planned) drawTimeline(this.frame(context, this.canvas.clientWidth, theme, maker), this.planned, null);
  }

  private draw(): void {
    this.layRows();
    this.scene.filter(this.store.state);
    const width = this.canvas.parentElement!.clientWidth;
    this.planned = this.plan(width);
    const { height, spots, detail } = this.planned;
    if (this.strict) this.scrollIfHigher(height);
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
    }
    const key = spots.map((spot) => [spot.height, spot.bands.lines]).join();
    if (key !== this.placed) {
      this.placed = key;
      spots.forEach((spot, number) => this.placeName(this.gutter.children[number] as HTMLElement, spot));
    }
    const context = this.canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    drawTimeline(this.frame(context, width, this.theme, canvasMaker(context, ratio)), this.planned, this.hovered);
    this.canvas.dataset["detail"] = detail;
    const words = inWords(this.scene, this.view, this.rows);
    if (words !== this.canvas.getAttribute("aria-label")) this.canvas.setAttribute("aria-label", words);
    const range = this.hovered && allowed(this.scene, this.hovered.step, this.hovered.heard);
    if (range) this.canvas.dataset["allowed"] = `${range.from.toFixed(2)}-${range.to.toFixed(2)}`;
    else delete this.canvas.dataset["allowed"];
  }

  /** A picture that is higher than its room scrolls in its own box, also with the keyboard. */
  private scrollIfHigher(height: number): void {
    const room = Math.ceil(this.room());
    const higher = height > room;
    this.element.style.maxHeight = higher ? `${room}px` : "";
    this.element.classList.toggle("higher", higher);
    if (higher) this.element.setAttribute("tabindex", "0");
    else this.element.removeAttribute("tabindex");
  }

  private placeName(name: HTMLElement, { height, silent, bands }: Spot): void {
    name.classList.toggle("silent", silent);
    name.classList.toggle("low", height < TWO_LINES);
    name.style.setProperty("--row", `${height}px`);
    name.style.setProperty("--inset", `${bands.referenceTop - bands.top}px`);
    name.style.setProperty("--words", `${bands.hypothesisBottom - bands.referenceTop}px`);
  }

  private pick(left: number, top: number): Hovered | null {
    return this.planned && pick(this.scene, this.view, this.planned, this.canvas.clientWidth, left, top);
  }

  private hover(event: PointerEvent): void {
    if (event.buttons || this.canvas.dataset["detail"] === "density") return this.leave();
    const box = this.canvas.getBoundingClientRect();
    const left = event.clientX - box.left;
    const top = event.clientY - box.top;
    const found = this.pick(left, top);
    if (found === null) return this.leave();
    this.canvas.style.cursor = "pointer";
    this.tip.show(found, left, top, box.width);
    if (found.step === this.hovered?.step && found.heard === this.hovered.heard) return;
    this.hovered = found;
    this.redraw();
  }

  private leave(): void {
    this.canvas.style.cursor = "";
    this.tip.hide();
    if (this.hovered === null) return;
    this.hovered = null;
    this.redraw();
  }
}
