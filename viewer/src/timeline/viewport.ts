/** The range of the session in view, shared by all views. */

const HAIR = 1e-6;

export class Viewport {
  start: number;
  end: number;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly first: number,
    readonly last: number,
    /** Minimum span. */
    readonly shortest: number,
  ) {
    this.start = first;
    this.end = last;
  }

  get span(): number {
    return this.end - this.start;
  }

  /** Whether the whole session is in view, with a tolerance for rounding. */
  get whole(): boolean {
    const hair = (this.last - this.first) * HAIR;
    return this.start <= this.first + hair && this.end >= this.last - hair;
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  show(start: number, end: number): void {
    const all = this.last - this.first;
    const span = Math.min(Math.max(end - start, Math.min(this.shortest, all)), all);
    const middle = (start + end) / 2;
    const whole = span >= all * (1 - HAIR);
    const from = whole ? this.first : Math.min(Math.max(middle - span / 2, this.first), this.last - span);
    const to = whole ? this.last : from + span;
    if (from === this.start && to === this.end) return;
    this.start = from;
    this.end = to;
    for (const listener of this.listeners) listener();
  }

  /** Zooms by a factor around a fixed time. */
  zoom(factor: number, around = (this.start + this.end) / 2): void {
    const all = this.last - this.first;
    const span = Math.min(Math.max(this.span / factor, Math.min(this.shortest, all)), all);
    const share = (around - this.start) / this.span;
    this.show(around - share * span, around + (1 - share) * span);
  }

  pan(distance: number): void {
    const span = this.span;
    const start = Math.min(Math.max(this.start + distance, this.first), this.last - span);
    this.show(start, start + span);
  }

  /** Brings a time into view, zooming in to the given span; no change if it is visible already. */
  reveal(moment: number, widest: number): void {
    const margin = this.span * 0.08;
    const close = this.span <= widest * 1.5;
    if (close && moment > this.start + margin && moment < this.end - margin) return;
    const span = close ? this.span : widest;
    this.show(moment - span / 2, moment + span / 2);
  }

  /** Moves as little as needed to show a time, without zooming. */
  include(moment: number): void {
    const margin = this.span * 0.08;
    if (moment < this.start + margin) this.pan(moment - margin - this.start);
    else if (moment > this.end - margin) this.pan(moment + margin - this.end);
  }

  reset(): void {
    this.show(this.first, this.last);
  }
}
