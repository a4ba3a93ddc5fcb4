/** How high each row is, how much of it is shown, and in how many lines words stand. */

import type { Scene } from "../session/scene";
import { type Bands, bands, LINE } from "./frame";
import { firstFrom, type Row } from "./layout";
import type { Viewport } from "./viewport";

/** The height of the axis above the rows. */
export const AXIS = 26;
/** Pixels that a word needs on average to show letters, to be read with ease, and to show at all. */
export const LETTERS = 20;
const EASE = 38;
const BLOCKS = 2.6;
const HIGHEST = 136;
const LOWEST = 50;
/** A row in which nobody speaks now. */
const SILENT = 28;
const MOST_LINES = 6;
const WORTH = 3;
/** What a row needs besides the lines of its words: links, and air above and below. */
const LINKS = 26;
const AIR = 20;

/** From afar, word by word, with letters; or who speaks when, where there are no words. */
export type Detail = "density" | "blocks" | "letters" | "speech";

export interface Spot {
  row: Row;
  top: number;
  height: number;
  silent: boolean;
  bands: Bands;
}

export interface Plan {
  spots: Spot[];
  detail: Detail;
  /** The size of letters, in pixels. */
  font: number;
  height: number;
}

/** Does anyone speak or is anything heard in a row, in what is in view? */
export function speaks(scene: Scene, view: Viewport, row: Row): boolean {
  const { layout, passes } = scene;
  const some = (list: Int32Array, start: Float64Array, end: Float64Array): boolean => {
    for (let n = firstFrom(list, start, view.start - row.longest); n < list.length; n++) {
      const i = list[n]!;
      if (start[i]! > view.end) return false;
      if (passes[i] && end[i]! >= view.start) return true;
    }
    return false;
  };
  return (
    some(row.reference, layout.referenceStart, layout.referenceEnd) ||
    some(row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd)
  );
}

/** Rows of who speaks when: stretches of time need no letters. */
export function speechPlan(rows: readonly Row[], speaking: readonly boolean[], room: number): Plan {
  return { ...plan(rows, speaking, room, EASE), detail: "speech" };
}

/**
 * Silent rows are low, and the others share the room. Where words are too narrow for their letters, they stand in several
 * lines, each a step below the one before, as far as the room allows.
 */
export function plan(rows: readonly Row[], speaking: readonly boolean[], room: number, perWord: number): Plan {
  const nobody = !speaking.some(Boolean);
  const loud = rows.map((_, number) => nobody || (speaking[number] ?? true));
  const number = Math.max(1, loud.filter(Boolean).length);
  const wanted = perWord < BLOCKS ? 1 : Math.min(MOST_LINES, Math.max(1, Math.ceil(EASE / perWord)));
  const high = (lines: number): number => (lines > 1 ? 2 * lines * LINE + LINKS + AIR : 0);
  // Where two or three lines make letters of blocks, a taller page is worth it.
  const least = perWord < BLOCKS ? 1 : Math.ceil(LETTERS / perWord);
  const lowest = Math.max(LOWEST, least <= WORTH ? high(least) : 0);
  const share = Math.floor((room - AXIS - SILENT * (rows.length - number)) / number);
  const height = Math.max(lowest, Math.min(share, Math.max(HIGHEST, high(wanted))));
  const fitting = Math.max(1, Math.min(wanted, Math.floor((height - LINKS - AIR) / 2 / LINE)));
  const letters = perWord * fitting >= LETTERS;
  const lines = letters ? fitting : 1;
  let top = AXIS;
  const spots = rows.map((row, index): Spot => {
    const silent = !loud[index];
    const spot = { row, top, height: silent ? SILENT : height, silent, bands: bands(top, silent ? SILENT : height, silent ? 1 : lines) };
    top += spot.height;
    return spot;
  });
  return {
    spots,
    detail: perWord < BLOCKS ? "density" : letters ? "letters" : "blocks",
    font: Math.max(11, Math.min(13.5, perWord / 2.6)),
    height: Math.max(top, AXIS + LOWEST),
  };
}
