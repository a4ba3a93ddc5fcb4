/** Replaces timelines by figures for printing, since a canvas cannot be redrawn for the paper. */

import type { Panel } from "../timeline/panel";
import { figureSvg } from "./figure";

/** Active until the returned function is called. */
export function onPaper(place: HTMLElement, panels: () => readonly Panel[]): () => void {
  let sheet: Element | null = null;
  const before = (): void => {
    const shown = panels();
    if (sheet || shown.length === 0) return;
    sheet = document.importNode(new DOMParser().parseFromString(figureSvg(shown), "image/svg+xml").documentElement, true);
    sheet.classList.add("on-paper");
    place.append(sheet);
  };
  const after = (): void => {
    sheet?.remove();
    sheet = null;
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
    after();
  };
}
