/** Wheel, drag and pinch on the timeline. */

import type { Viewport } from "./viewport";

const WHEEL = 0.0018;
const LINE = 16;
const SLACK = 8;

export interface Gestures {
  /** A press and release without a drag. */
  click?: (x: number, y: number) => void;
}

export function addGestures(element: HTMLElement, view: Viewport, gestures: Gestures = {}): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const perPixel = (): number => view.span / Math.max(element.clientWidth, 1);
  /** Whether the wheel has zoomed since the pointer entered; then it does not begin to scroll. */
  let zooming = false;
  element.addEventListener("pointerleave", () => (zooming = false));
  const left = (): number => element.getBoundingClientRect().left;

  element.addEventListener(
    "wheel",
    (event) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const along = sideways || event.shiftKey;
      // A page taller than the window scrolls, as does any page at the limits of the zoom; Control zooms.
      const tall = document.documentElement.scrollHeight > innerHeight + SLACK;
      const ended = event.deltaY > 0 ? view.whole : view.span <= view.shortest * 1.001;
      if (!along && !event.ctrlKey && ((tall && !zooming) || ended)) return;
      if (!along) zooming = true;
      event.preventDefault();
      if (along) {
        view.pan((sideways ? event.deltaX : event.deltaY) * unit * perPixel());
        return;
      }
      // A trackpad pinch arrives as wheel events with the control key and small steps.
      const small = event.ctrlKey && Math.abs(event.deltaY * unit) < 40;
      const speed = small ? WHEEL * 6 : WHEEL;
      const at = view.start + (event.clientX - left()) * perPixel();
      view.zoom(Math.exp(-event.deltaY * unit * speed), at);
    },
    { passive: false },
  );

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    element.setPointerCapture(event.pointerId);
  });

  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const wide = Math.max(Math.abs(before.x - other.x), 8);
      const wider = Math.max(Math.abs(now.x - other.x), 8);
      view.zoom(wider / wide, view.start + ((now.x + other.x) / 2 - left()) * perPixel());
    } else if (moved > 3) {
      element.classList.add("dragging");
      view.pan((before.x - now.x) * perPixel());
    }
    pointers.set(event.pointerId, now);
  });

  const release = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    element.classList.remove("dragging");
    if (event.type === "pointerup" && moved <= 3 && pointers.size === 0) {
      const box = element.getBoundingClientRect();
      gestures.click?.(event.clientX - box.left, event.clientY - box.top);
    }
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
}
