/** The parameters of drawing functions. */

import type { Scene } from "../session/scene";
import type { Theme } from "../theme";
import type { Maker } from "./maker";
import type { Viewport } from "./viewport";

/** The drawing context and colors. */
export interface Ink extends Maker {
  context: CanvasRenderingContext2D;
  theme: Theme;
}

export interface Frame extends Ink {
  scene: Scene;
  view: Viewport;
  width: number;
  /** Pixels per second, or per word. */
  scale: number;
  chosen: number | null;
}

/** Vertical positions in a row: the reference above, the hypothesis below, links between them. */
export interface Bands {
  top: number;
  referenceTop: number;
  referenceBottom: number;
  hypothesisTop: number;
  hypothesisBottom: number;
  bottom: number;
  /** Number of lines for the words of a side. */
  lines: number;
}

/** Maximum length of links between the sides, in pixels. */
const LINKS = 44;
/** The height of one of several lines. */
export const LINE = 16;

export function bands(top: number, height: number, lines = 1): Bands {
  const low = height < 40;
  const band = lines > 1 ? lines * LINE : low ? (height - 12) / 2 : Math.max(13, Math.min(20, Math.round(height * 0.27)));
  // A tall row gets more space around its words, not longer links.
  const edge = Math.max(4, lines > 1 ? 8 : low ? 0 : Math.round(height * 0.1), Math.round((height - 2 * band - LINKS) / 2));
  return {
    top,
    referenceTop: top + edge,
    referenceBottom: top + edge + band,
    hypothesisTop: top + height - edge - band,
    hypothesisBottom: top + height - edge,
    bottom: top + height,
    lines,
  };
}

export const x = (frame: Frame, moment: number): number => (moment - frame.view.start) * frame.scale;
