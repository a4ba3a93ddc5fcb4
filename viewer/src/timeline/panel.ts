/** The timeline of one score: a row per speaker, drawn on a canvas. */

import { h } from "../dom";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { onThemeChange, readTheme, type Theme } from "../theme";
import { allowed } from "./collar";
import { drawHomes } from "./causes";
import { drawDensity } from "./density";
import { type Bands, bands, type Frame, x } from "./frame";
import { addGestures } from "./gestures";
import { firstFrom, type Row } from "./layout";
import { drawSegments } from "./segments";
import { ticks } from "./ticks";
import { type Hovered, Tip } from "./tip";
import type { Viewport } from "./viewport";
import { drawWords } from "./words";

const AXIS = 26;
/** Pixels that a word needs on average to show its letters, and to show at all. */
const LETTERS = 20;
const BLOCKS = 2.6;

export class Panel {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { tabindex: "-1", "aria-hidden": "true" });
  private readonly gutter = h("div", { class: "gutter" });
  private readonly tip: Tip;
  private hovered: Hovered | null = null;
  private rows: Row[] = [];
  private theme: Theme = readTheme();
  private readonly meanLength: number;
  private waiting = false;
  private shownRows = "";
  private readonly stop: (() => void)[] = [];

  constructor(
    readonly scene: Scene,
    private readonly store: Store,
    private readonly view: Viewport,
    private readonly room: () => number,
    private readonly chosen: () => number | null,
    choose: (step: number | null) => void,
  ) {
    this.tip = new Tip(scene);
    this.element = h(
      "div",
      { class: "panel" },
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
        this.leave(); // what was under the pointer has moved away
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
    for (const stop of this.stop) stop();
  }

  /** Seconds, or words, that fit when letters can be read. */
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
    this.scene.filter(this.store.state);
    const { passes } = this.scene;
    const some = (list: Int32Array): boolean => list.some((i) => passes[i] === 1);
    this.rows = this.scene.layout.rows(by).filter((row) => some(row.reference) || some(row.hypothesis));
    this.gutter.replaceChildren(
      ...this.rows.map((row) =>
        h(
          "div",
          { class: "who" },
          h("span", { class: "sides", "aria-hidden": "true" }, h("abbr", { title: "reference: what was said" }, "REF"), h("abbr", { title: "hypothesis: what was heard" }, "HYP")),
          h("strong", { title: row.label }, row.label),
          h("span", { title: `${row.before} ${row.other}` }, h("i", {}, row.before), " ", row.other),
        ),
      ),
    );
  }

  private height(): number {
    const rows = Math.max(this.rows.length, 1);
    return Math.max(50, Math.min(136, Math.floor((this.room() - AXIS) / rows)));
  }

  private bandsOf(row: number): Bands {
    return bands(AXIS + row * this.height(), this.height());
  }

  private draw(): void {
    this.layRows();
    this.scene.filter(this.store.state);
    const width = this.canvas.parentElement!.clientWidth;
    const rowHeight = this.height();
    const height = AXIS + rowHeight * Math.max(this.rows.length, 1);
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
      const { referenceTop, hypothesisBottom, top } = this.bandsOf(0);
      this.gutter.style.setProperty("--row", `${rowHeight}px`);
      this.gutter.style.setProperty("--inset", `${referenceTop - top}px`);
      this.gutter.style.setProperty("--words", `${hypothesisBottom - referenceTop}px`);
    }
    const context = this.canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const scale = width / this.view.span;
    const chosen = this.chosen();
    const frame: Frame = { context, scene: this.scene, theme: this.theme, view: this.view, width, scale, chosen };
    delete this.canvas.dataset["allowed"];
    this.drawAxis(frame, height);
    const perWord = scale * this.meanLength;
    const size = Math.max(11, Math.min(13.5, perWord / 2.6));
    context.font = `${size}px ${this.theme.font}`;
    context.textBaseline = "middle";
    this.rows.forEach((row, number) => {
      const at = this.bandsOf(number);
      if (number > 0) {
        context.fillStyle = this.theme.line;
        context.fillRect(0, at.top, width, 1);
      }
      this.drawAllowed(frame, row, at);
      if (perWord < BLOCKS) {
        drawDensity(frame, row, at);
        return;
      }
      drawSegments(frame, row, at);
      drawWords(frame, row, at, perWord >= LETTERS);
    });
    if (perWord >= BLOCKS) drawHomes(frame, this.rows, (number) => this.bandsOf(number), perWord >= LETTERS);
    this.canvas.dataset["detail"] = perWord < BLOCKS ? "density" : perWord < LETTERS ? "blocks" : "letters";
  }

  private drawAxis(frame: Frame, height: number): void {
    const { context, theme, width, view } = frame;
    context.font = `11px ${theme.font}`;
    context.textBaseline = "middle";
    for (const tick of ticks(view.start, view.end, Math.max(2, width / 96), this.scene.aligned.timed)) {
      const left = x(frame, tick.at);
      context.fillStyle = theme.line;
      context.fillRect(Math.round(left), AXIS - 6, 1, height);
      context.fillStyle = theme.muted;
      const wide = context.measureText(tick.label).width;
      context.fillText(tick.label, Math.max(0, Math.min(left - wide / 2, width - wide)), 10);
    }
    context.fillStyle = theme.line;
    context.fillRect(0, AXIS - 1, width, 1);
    if (frame.chosen !== null && frame.chosen < this.scene.layout.middle.length) {
      context.fillStyle = theme.ink;
      const left = x(frame, this.scene.layout.middle[frame.chosen]!);
      context.beginPath();
      context.moveTo(left - 5, AXIS - 7);
      context.lineTo(left + 5, AXIS - 7);
      context.lineTo(left, AXIS - 1);
      context.fill();
    }
  }

  /** The word at a place of the picture. */
  private pick(left: number, top: number): Hovered | null {
    const number = Math.floor((top - AXIS) / this.height());
    const row = this.rows[number];
    if (!row || top < AXIS) return null;
    const { layout } = this.scene;
    const above = top < AXIS + (number + 0.5) * this.height();
    const [list, start, end] = above
      ? [row.reference, layout.referenceStart, layout.referenceEnd]
      : [row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd];
    const scale = this.canvas.clientWidth / this.view.span;
    const moment = this.view.start + left / scale;
    const at = this.bandsOf(number);
    const out = Number(top < at.referenceTop || top > at.hypothesisBottom);
    const outer = above ? row.outerReference : row.outerHypothesis;
    let best: number | null = null;
    let nearest = 4 / scale;
    for (let n = firstFrom(list, start, moment - row.longest); n < list.length; n++) {
      const i = list[n]!;
      if (start[i]! > moment + nearest) break;
      const away = moment < start[i]! ? start[i]! - moment : moment > end[i]! ? moment - end[i]! : 0;
      if (away <= nearest && this.scene.passes[i]) {
        nearest = away;
        best = i;
        if (away === 0 && outer[n] === out) break;
      }
    }
    return best === null ? null : { step: best, heard: !above };
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

  /** Behind the words of the other side, those that the collar lets pair with the word under the pointer. */
  private drawAllowed(frame: Frame, row: Row, at: Bands): void {
    if (this.hovered === null) return;
    const { step, heard } = this.hovered;
    const window = allowed(this.scene, step, heard);
    if (!window || !(heard ? row.hypothesis : row.reference).includes(step)) return;
    const { context, theme } = frame;
    const left = Math.max(-2, x(frame, window.from));
    const right = Math.min(frame.width + 2, x(frame, window.to));
    const [top, bottom] = heard ? [at.referenceTop, at.referenceBottom] : [at.hypothesisTop, at.hypothesisBottom];
    context.fillStyle = theme.accent;
    context.globalAlpha = 0.14;
    context.fillRect(left, top - 3, right - left, bottom - top + 6);
    context.globalAlpha = 1;
    context.fillRect(left, top - 3, 1.5, bottom - top + 6);
    context.fillRect(right - 1.5, top - 3, 1.5, bottom - top + 6);
    this.canvas.dataset["allowed"] = `${window.from.toFixed(2)}-${window.to.toFixed(2)}`;
  }
}
