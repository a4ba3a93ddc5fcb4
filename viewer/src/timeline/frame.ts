/** What a drawing function needs to know about the picture that it draws into. */

import type { Scene } from "../session/scene";
import type { Theme } from "../theme";
import type { Viewport } from "./viewport";

export interface Frame {
  context: CanvasRenderingContext2D;
  scene: Scene;
  theme: Theme;
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
}

/** The longest that lines between the two sides become. */
const LINES = 44;

export function bands(top: number, height: number): Bands {
  const band = Math.max(13, Math.min(20, Math.round(height * 0.27)));
  // A tall row gets air around its words, not longer lines between them.
  const edge = Math.max(4, Math.round(height * 0.1), Math.round((height - 2 * band - LINES) / 2));
  return {
    top,
    referenceTop: top + edge,
    referenceBottom: top + edge + band,
    hypothesisTop: top + height - edge - band,
    hypothesisBottom: top + height - edge,
    bottom: top + height,
  };
}

export const x = (frame: Frame, moment: number): number => (moment - frame.view.start) * frame.scale;
