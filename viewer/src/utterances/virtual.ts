/** A list of rows of which only those near the screen exist. Their heights are estimated until they are seen. */

import { h } from "../dom";

/** Pixels above and below the screen in which rows exist. */
const BEYOND = 500;

export class VirtualList {
  readonly element = h("ol", { class: "rows" });
  private heights = new Float64Array(0);
  /** The top of every row, and the end of the last. */
  private tops = new Float64Array(1);
  private written = false;
  private shown = new Map<number, HTMLElement>();

  constructor(
    private readonly make: (row: number) => HTMLElement,
    /** Height of a row in pixels. */
    private readonly estimate: (row: number) => number,
  ) {
    addEventListener("scroll", () => this.update(), { passive: true });
    // The list is on the page, or has another width.
    let width = 0;
    new ResizeObserver(() => {
      const { clientWidth } = this.element;
      if (clientWidth === 0 || clientWidth === width || this.written) return;
      width = clientWidth;
      this.show(this.heights.length);
    }).observe(this.element);
    this.element.addEventListener("keydown", (event) => this.move(event));
  }

  /** Replaces all rows. */
  show(rows: number): void {
    this.heights = Float64Array.from({ length: rows }, (_, row) => this.estimate(row));
    this.shown.clear();
    this.element.replaceChildren();
    this.place(0, -1);
    this.update();
  }

  /** Scrolls to a row, and returns it. */
  reveal(row: number): HTMLElement | undefined {
    // Twice, since rows get their real heights when they are seen.
    for (let turn = 0; turn < 2; turn++) {
      const { top } = this.element.getBoundingClientRect();
      scrollTo({ top: scrollY + top + this.tops[row]! - innerHeight / 3, behavior: "instant" });
      this.update();
    }
    return this.shown.get(row);
  }

  /** Measures the rows on the screen, whose content may have come, and keeps the first of them where it is. */
  measure(): void {
    if (!this.element.isConnected || this.shown.size === 0) return;
    const [first, last] = this.ends();
    const seen = this.rowAt(-this.element.getBoundingClientRect().top);
    const before = this.tops[seen]!;
    for (const [row, element] of this.shown) this.heights[row] = element.offsetHeight;
    this.place(first, last);
    const moved = this.tops[seen]! - before;
    if (moved && scrollY > 0 && seen > first) scrollBy({ top: moved, behavior: "instant" });
  }

  /** Creates the first rows, which stay until `unwrite`, for paper. */
  write(rows: number): void {
    this.draw(0, Math.min(rows, this.heights.length) - 1);
    this.element.style.setProperty("padding-bottom", "0");
    this.written = true;
  }

  unwrite(): void {
    this.written = false;
    this.show(this.heights.length);
  }

  update(): void {
    if (!this.element.isConnected || this.heights.length === 0 || this.written) return;
    const above = -this.element.getBoundingClientRect().top;
    this.draw(this.rowAt(above - BEYOND), this.rowAt(above + innerHeight + BEYOND));
  }

  private draw(first: number, last: number): void {
    const [from, to] = this.shown.size ? this.ends() : [0, -1];
    if (first === from && last === to) return;
    for (const [row, element] of this.shown) {
      if (row >= first && row <= last) continue;
      element.remove();
      this.shown.delete(row);
    }
    let next: HTMLElement | null = this.shown.size ? this.shown.get(Math.min(...this.shown.keys()))! : null;
    for (let row = first; row <= last; row++) {
      const there = this.shown.get(row);
      if (there) {
        next = there.nextElementSibling as HTMLElement | null;
        continue;
      }
      const made = this.make(row);
      made.setAttribute("aria-posinset", String(row + 1));
      made.setAttribute("aria-setsize", String(this.heights.length));
      this.element.insertBefore(made, next);
      this.shown.set(row, made);
    }
    this.place(first, last);
    this.measure();
  }

  private ends(): [number, number] {
    const rows = [...this.shown.keys()];
    return [Math.min(...rows), Math.max(...rows)];
  }

  /** The row at a distance from the top of the list. */
  private rowAt(distance: number): number {
    let [low, high] = [0, this.heights.length - 1];
    while (low < high) {
      const half = (low + high) >> 1;
      if (this.tops[half + 1]! <= distance) low = half + 1;
      else high = half;
    }
    return low;
  }

  /** Keeps the space of the rows that do not exist. */
  private place(first: number, last: number): void {
    const { length } = this.heights;
    this.tops = new Float64Array(length + 1);
    for (let row = 0; row < length; row++) this.tops[row + 1] = this.tops[row]! + this.heights[row]!;
    this.element.style.setProperty("padding-top", `${this.tops[first]}px`);
    this.element.style.setProperty("padding-bottom", `${this.tops[length]! - this.tops[last + 1]!}px`);
  }

  /** Arrow keys move from row to row. */
  private move(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = [...this.shown].find(([, element]) => element.contains(event.target as Node))?.[0];
    if (!by || at === undefined || !(at + by in this.heights)) return;
    event.preventDefault();
    if (!this.shown.has(at + by)) this.reveal(at + by);
    this.shown.get(at + by)?.querySelector<HTMLElement>("a")?.focus();
  }
}
