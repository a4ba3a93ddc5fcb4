/** The plan of the rows: height, detail and number of lines. */

import type { Scene } from "../session/scene";
import { type Bands, bands, LINE } from "./frame";
import { firstFrom, type Row } from "./layout";
import type { Viewport } from "./viewport";

/** Height of the axis above the rows. */
export const AXIS = 26;
/** Average pixels per word for text, for easily readable text, and for blocks. */
export const LETTERS = 20;
const EASE = 38;
const BLOCKS = 2.6;
const HIGHEST = 136;
const LOWEST = 50;
/** Height of a row without speech in view. */
const SILENT = 28;
const MOST_LINES = 6;
const WORTH = 3;
/** Height of a row besides its lines of words: links and margins. */
const LINKS = 26;
const AIR = 20;

/** Level of detail: density, blocks, text; or speech if there are no words. */
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
  /** Font size in pixels. */
  font: number;
  height: number;
}

/** Maximum number of gaps to measure. */
const ENOUGH = 500;

/**
 * Returns the median time from the start of a word to the next one in view, on the denser side of a row: infinite for a
 * single word, null for a row without words.
 */
export function pace(scene: Scene, view: Viewport, row: Row): number | null {
  const { layout, passes } = scene;
  let spoken = false;
  const median = (list: Int32Array, start: Float64Array, end: Float64Array): number => {
    const gaps: number[] = [];
    let last = -Infinity;
    for (let n = firstFrom(list, start, view.start - row.longest); n < list.length && gaps.length < ENOUGH; n++) {
      const i = list[n]!;
      if (start[i]! > view.end) break;
      if (!passes[i] || end[i]! < view.start) continue;
      spoken = true;
      gaps.push(start[i]! - last);
      last = start[i]!;
    }
    return gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Infinity;
  };
  const gap = Math.min(
    median(row.reference, layout.referenceStart, layout.referenceEnd),
    median(row.hypothesis, layout.hypothesisStart, layout.hypothesisEnd),
  );
  return spoken ? gap : null;
}

/** Rows of diarization, which need no text. */
export function speechPlan(rows: readonly Row[], paces: readonly (number | null)[], room: number, strict = false): Plan {
  const each = paces.map((one) => (one === null ? null : EASE));
  return { ...plan(rows, each, room, EASE, strict), detail: "speech" };
}

/** Distributes a total height over rows with minimum and maximum heights: the lowest grow first. */
export function filled(low: readonly number[], high: readonly number[], room: number): number[] {
  const at = (level: number): number[] => low.map((least, n) => Math.max(least, Math.min(high[n]!, level)));
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  let [under, over] = [0, Math.max(0, ...high)];
  if (sum(at(over)) <= room) return at(over);
  while (over - under > 1) {
    const level = Math.floor((under + over) / 2);
    if (sum(at(level)) > room) over = level;
    else under = level;
  }
  return at(under);
}

/**
 * Plans the rows. Silent rows are low, and the others share the height. If words are too narrow for text, they are put in
 * several lines, as far as the height allows. `each` has the pixels per word of every row, null for a silent one, and
 * `perWord` those of all rows. `strict` keeps to the height, as far as rows can be that low.
 */
export function plan(rows: readonly Row[], each: readonly (number | null)[], room: number, perWord: number, strict = false): Plan {
  const nobody = each.every((one) => one === null);
  const loud = each.map((one) => nobody || one !== null);
  const words = each.map((one) => Math.max(one ?? perWord, perWord / 2));
  const high = (lines: number): number => (lines > 1 ? 2 * lines * LINE + LINKS + AIR : 0);
  const lines = (pixels: number): number[] => words.map((own) => (perWord < BLOCKS ? 1 : Math.max(1, Math.ceil(pixels / own))));
  const wanted = lines(EASE).map((one) => Math.min(MOST_LINES, one));
  // A taller page is acceptable if two or three lines make text readable.
  const share = Math.max(SILENT, Math.min(LOWEST, (room - AXIS) / rows.length));
  const lowest = lines(LETTERS).map((least) => (strict ? share : Math.max(LOWEST, least <= WORTH ? high(least) : 0)));
  const silent = (heights: readonly number[]): number[] => heights.map((one, n) => (loud[n] ? one : SILENT));
  const needed = silent(wanted.map((one, n) => Math.max(lowest[n]!, high(one))));
  const heights = filled(filled(silent(lowest), needed, room - AXIS), needed.map((one, n) => (loud[n] ? Math.max(HIGHEST, one) : SILENT)), room - AXIS);
  const fitting = heights.map((height, n) => Math.max(1, Math.min(wanted[n]!, Math.floor((height - LINKS - AIR) / 2 / LINE))));
  const letters = fitting.map((one, n) => words[n]! * one >= LETTERS);
  let top = AXIS;
  const spots = rows.map((row, n): Spot => {
    const height = heights[n]!;
    const spot = { row, top, height, silent: !loud[n], bands: bands(top, height, loud[n] && letters[n] ? fitting[n] : 1) };
    top += height;
    return spot;
  });
  return {
    spots,
    detail: perWord < BLOCKS ? "density" : letters.some((one, n) => loud[n] && one) ? "letters" : "blocks",
    font: Math.max(11, Math.min(13.5, perWord / 2.6)),
    height: Math.max(top, AXIS + (strict ? SILENT : LOWEST)),
  };
}
