/** What a drawing function needs to know about the picture that it draws into. */

import type { Scene } from "../session/scene";
import type { Theme } from "../theme";
import type { Maker } from "./maker";
import type { Viewport } from "./viewport";

/** What draws, in which colours. */
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

/** The heights of a row: the reference above, the hypothesis below, and room for lines between them. */
export interface Bands {
  top: number;
  referenceTop: number;
  referenceBottom: number;
  hypothesisTop: number;
  hypothesisBottom: number;
  bottom: number;
  /** In how many lines the words of a side stand. */
  lines: number;
}

/** The longest that links between the two sides become. */
const LINKS = 44;
/** The height of one of several lines. */
export const LINE = 16;

export function bands(top: number, height: number, lines = 1): Bands {
  const low = height < 40;
  const band = lines > 1 ? lines * LINE : low ? (height - 12) / 2 : Math.max(13, Math.min(20, Math.round(height * 0.27)));
  // A tall row gets air around its words, not longer links between them.
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
