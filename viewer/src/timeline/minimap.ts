/** The whole session in one strip: how many errors there are when, and which part is in view. */

import { h } from "../dom";
import type { Scene } from "../session/scene";
import type { Store } from "../state";
import { onThemeChange, readTheme } from "../theme";
import type { Viewport } from "./viewport";

const HEIGHT = 46;
const EDGE = 7;
const ORDER = [
  ["S", 1],
  ["D", 2],
  ["I", 3],
] as const;

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas");
  private readonly brush = h("div", { class: "brush" });
  private readonly stop: (() => void)[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly store: Store,
    private readonly view: Viewport,
  ) {
    this.element = h(
      "div",
      { class: "minimap", role: "img", "aria-label": "errors over the session; drag to move the view" },
      this.canvas,
      this.brush,
    );
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.element);
    this.stop.push(
      () => observer.disconnect(),
      view.listen(() => this.place()),
      store.listen((state, before) => state.kinds !== before.kinds && this.draw()),
      onThemeChange(() => this.draw()),
    );
    this.addDrag();
  }

  close(): void {
    for (const stop of this.stop) stop();
  }

  private draw(): void {
    const width = this.element.clientWidth;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const theme = readTheme();
    const { bins } = this.scene.aligned.wire;
    const size = bins[0].length;
    const kinds = ORDER.filter(([kind]) => this.store.state.kinds.includes(kind));
    let most = 1;
    for (let i = 0; i < size; i++) most = Math.max(most, kinds.reduce((sum, [, k]) => sum + bins[k][i]!, 0));
    const column = width / size;
    for (let i = 0; i < size; i++) {
      let bottom = HEIGHT - 1;
      for (const [kind, k] of kinds) {
        const height = (bins[k][i]! / most) * (HEIGHT - 6);
        context.fillStyle = theme.kinds[kind].strong;
        context.fillRect(i * column, bottom - height, Math.max(column - 0.75, 0.75), height);
        bottom -= height;
      }
    }
    this.place();
  }

  private place(): void {
    const all = this.view.last - this.view.first;
    this.brush.style.left = `${(100 * (this.view.start - this.view.first)) / all}%`;
    this.brush.style.width = `${(100 * this.view.span) / all}%`;
    this.brush.classList.toggle("whole", this.view.whole);
  }

  /** Drag the part in view, one of its ends, or a new part. */
  private addDrag(): void {
    const moment = (event: PointerEvent): number => {
      const box = this.element.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      return this.view.first + share * (this.view.last - this.view.first);
    };
    let drag: ((to: number) => void) | null = null;
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      const at = moment(event);
      const { start, end } = this.view;
      const edge = (EDGE * (this.view.last - this.view.first)) / this.element.clientWidth;
      if (!this.view.whole && Math.abs(at - start) < edge) drag = (to) => this.view.show(Math.min(to, end), end);
      else if (!this.view.whole && Math.abs(at - end) < edge) drag = (to) => this.view.show(start, Math.max(to, start));
      else if (!this.view.whole && at > start && at < end) drag = (to) => this.view.show(start + to - at, end + to - at);
      else drag = (to) => Math.abs(to - at) > edge / 2 && this.view.show(Math.min(at, to), Math.max(at, to));
      if (!this.view.whole && (at < start - edge || at > end + edge)) {
        this.view.show(at - this.view.span / 2, at + this.view.span / 2);
      }
    });
    this.element.addEventListener("pointermove", (event) => drag?.(moment(event)));
    this.element.addEventListener("pointerup", () => (drag = null));
    this.element.addEventListener("dblclick", () => this.view.reset());
  }
}
