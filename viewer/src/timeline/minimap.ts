/** The minimap: errors over the whole session, and the range in view. */

import { h } from "../dom";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { onThemeChange, readTheme, type Theme } from "../theme";
import { overInWords } from "./in-words";
import { paintPins, pin } from "./pins";
import type { Viewport } from "./viewport";

const HEIGHT = 46;
/** Two scores share the minimap, one line each. */
const HALF = 22;
/** Above them, which of the two is better: up for the first, down for the second. */
const TRACK = 18;
const COLUMN = 4;
const EDGE = 7;
const ORDER = ["S", "D", "I"] as const;

/** Counts the marked errors of each kind in each column. */
export function tally(scene: Scene, first: number, last: number, columns: number): Float64Array {
  const found = new Float64Array(columns * ORDER.length);
  const { steps } = scene.aligned;
  for (const i of scene.errorList) {
    const column = Math.floor(((scene.layout.middle[i]! - first) / (last - first)) * columns);
    const kind = ORDER.indexOf(steps.kind[i] as "S");
    found[kind * columns + Math.min(Math.max(column, 0), columns - 1)]!++;
  }
  return found;
}

/** Draws where one of two systems has fewer errors: up for the first, down for the second. */
function drawDifference(context: CanvasRenderingContext2D, by: readonly number[], width: number, most: number, theme: Theme): void {
  const middle = TRACK / 2;
  const column = width / by.length;
  by.forEach((more, c) => {
    const high = (Math.abs(more) / most) * (middle - 1);
    context.fillStyle = more > 0 ? theme.accent : theme.muted;
    context.fillRect(c * column, more > 0 ? middle - high : middle, Math.max(column - 0.75, 0.75), high);
  });
  context.fillStyle = theme.faint;
  context.fillRect(0, middle, width, 1);
}

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas");
  private readonly brush = h("div", { class: "brush" });
  private readonly stop: (() => void)[] = [];
  private drawn = "";

  constructor(
    private readonly scenes: readonly Scene[],
    private readonly store: Store,
    private readonly view: Viewport,
  ) {
    this.element = h(
      "div",
      { class: "minimap", role: "img" },
      this.canvas,
      this.brush,
    );
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.element);
    this.stop.push(
      () => observer.disconnect(),
      view.listen(() => this.place()),
      store.listen(() => this.draw()),
      onThemeChange(() => {
        this.drawn = "";
        this.draw();
      }),
    );
    this.addDrag();
  }

  close(): void {
    for (const stop of this.stop) stop();
  }

  private draw(): void {
    for (const scene of this.scenes) scene.filter(this.store.state);
    const width = this.element.clientWidth;
    const ratio = window.devicePixelRatio || 1;
    const key = [width, ratio, ...this.scenes.map((scene) => scene.version)].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const line = this.scenes.length > 1 ? HALF : HEIGHT;
    const two = this.scenes.length === 2;
    const height = line * this.scenes.length + (two ? TRACK : 0);
    this.element.style.setProperty("--strip", `${height}px`);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const theme = readTheme();
    const { first, last } = this.view;
    const columns = Math.max(1, Math.floor(width / COLUMN));
    const tallies = this.scenes.map((scene) => tally(scene, first, last, columns));
    const better = two ? [`Bars up: ${this.scenes[0]!.info.system} is better; down: ${this.scenes[1]!.info.system}.`] : [];
    const label = [...better, ...this.scenes.map((scene) => overInWords(scene))].join(" ");
    this.element.setAttribute("aria-label", label);
    this.element.title = better.join("");
    const sum = (one: Float64Array, c: number): number => one[c]! + one[columns + c]! + one[2 * columns + c]!;
    let most = 1;
    for (const one of tallies) for (let c = 0; c < columns; c++) most = Math.max(most, sum(one, c));
    if (two) {
      const by = Array.from({ length: columns }, (_, c) => sum(tallies[1]!, c) - sum(tallies[0]!, c));
      drawDifference(context, by, width, Math.max(...by.map(Math.abs), 1), theme);
    }
    this.scenes.forEach((scene, number) => {
      const floor = (two ? TRACK : 0) + (number + 1) * line - 1;
      const column = width / columns;
      for (let c = 0; c < columns; c++) {
        let bottom = floor;
        ORDER.forEach((kind, k) => {
          const high = (tallies[number]![k * columns + c]! / most) * (line - 8);
          context.fillStyle = theme.fills[kind];
          context.fillRect(c * column, bottom - high, Math.max(column - 0.75, 0.75), high);
          bottom -= high;
        });
      }
      context.fillStyle = theme.faint;
      context.fillRect(0, floor, width, 1);
      const pins = new Path2D();
      for (const i of scene.hitList) pin(pins, ((scene.layout.middle[i]! - first) / (last - first)) * width, floor - line + 9, true);
      if (scene.hitList.length) paintPins(context, pins, theme.hit, theme.ink);
    });
    this.place();
  }

  private place(): void {
    const all = this.view.last - this.view.first;
    this.brush.style.left = `${(100 * (this.view.start - this.view.first)) / all}%`;
    this.brush.style.width = `${(100 * this.view.span) / all}%`;
    this.brush.classList.toggle("whole", this.view.whole);
  }

  /** Drags the range in view, one of its ends, or a new range. */
  private addDrag(): void {
    const { element, view } = this;
    const all = view.last - view.first;
    const moment = (event: PointerEvent): number => {
      const box = element.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      return view.first + share * all;
    };
    let drag: ((to: number) => void) | null = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const at = moment(event);
      const { start, end } = view;
      const pixel = all / element.clientWidth;
      const outside = EDGE * pixel;
      // A narrow range can only be moved from inside; its ends are dragged from outside.
      const inside = Math.min(outside, (end - start) / 4);
      const closest = Math.min(view.shortest, all);
      const near = !view.whole && at > start - outside && at < end + outside;
      if (near && at < start + (end - start > 2 * outside ? inside : 0)) {
        drag = (to) => view.show(Math.min(to, end - closest), end);
      } else if (near && at > end - (end - start > 2 * outside ? inside : 0)) {
        drag = (to) => view.show(start, Math.max(to, start + closest));
      } else if (near) drag = (to) => view.show(start + to - at, end + to - at);
      else {
        if (!view.whole) view.show(at - view.span / 2, at + view.span / 2);
        drag = (to) => Math.abs(to - at) > outside / 2 && view.show(Math.min(at, to), Math.max(at, to));
      }
    });
    element.addEventListener("pointermove", (event) => drag?.(moment(event)));
    for (const event of ["pointerup", "pointercancel"] as const) element.addEventListener(event, () => (drag = null));
    element.addEventListener("dblclick", () => view.reset());
  }
}
