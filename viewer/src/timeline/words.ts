/** A row zoomed in: every word, and links between aligned words. */

import type { Kind } from "../data/wire";
import { drawCause } from "./causes";
import { firstFrom, type Row } from "./layout";
import { type Bands, type Frame, type Ink, LINE, x } from "./frame";
import { drawPins } from "./pins";

/** Maximum length of a link in pixels; longer ones are drawn as stubs. */
const FAR = 420;
const STUB = 16;
/** How far text is narrowed before it is cut off. */
const NARROWEST = 0.74;
/** Height of words that overlap others, if there is no room for text. */
const THIN = 4;

/** Widths of texts in the font of the context, which is set once for all words. */
let widths = new Map<string, number>();
const widthsIn = new Map<string, typeof widths>();
/** Maximum number of fonts and of texts in a font, as each zoom has its own. */
const FONTS = 12;
const TEXTS = 50_000;

function useFont(font: string): void {
  if (widthsIn.size > FONTS) widthsIn.clear();
  if (!widthsIn.has(font)) widthsIn.set(font, new Map());
  widths = widthsIn.get(font)!;
}

/** Caches widths, since measuring text is slow. */
function widthOf(context: CanvasRenderingContext2D, text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size > TEXTS) widths.clear();
    widths.set(text, (width = context.measureText(text).width));
  }
  return width;
}

/** Returns the text, cut off to fit when narrowed; empty if not even two characters fit. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = widthOf(context, text) * NARROWEST;
  if (width <= room) return text;
  const letters = [...text];
  const fits = Math.floor((letters.length * room) / width) - 1;
  return fits < 2 ? "" : `${letters.slice(0, fits).join("")}…`;
}

function ring(frame: Frame, left: number, right: number, top: number, bottom: number): void {
  const { context, theme } = frame;
  context.strokeStyle = theme.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left - 3, top - 3, right - left + 6, bottom - top + 6, 5);
  context.stroke();
}

/** Marks kinds without color: substitutions underlined, deletions struck out, insertions with a plus. */
export function drawCue(ink: Ink, kind: Kind, left: number, right: number, top: number, bottom: number): void {
  const { context, theme } = ink;
  if (kind === "C") return;
  context.strokeStyle = context.fillStyle = theme.kinds[kind].strong;
  context.lineWidth = 1.5;
  context.beginPath();
  if (kind === "S") {
    context.moveTo(left, bottom - 1);
    context.lineTo(right, bottom - 1);
  } else if (kind === "D") {
    const middle = (top + bottom) / 2 + 1;
    context.moveTo(left, middle);
    context.lineTo(right, middle);
  } else {
    context.moveTo(left - 6, top + 0.5);
    context.lineTo(left, top + 0.5);
    context.moveTo(left - 3, top - 2.5);
    context.lineTo(left - 3, top + 3.5);
  }
  context.stroke();
}

interface SideOf {
  list: Int32Array;
  start: Float64Array;
  end: Float64Array;
  text: (step: number) => string;
  top: number;
  bottom: number;
  /** Background of correct words if stems pass behind them. */
  behind: string | null;
}

/** One line of words of a side, by their indices in the list. */
interface Line {
  holds: (n: number) => boolean;
  /** The next index in the same line. */
  after: (n: number) => number;
  top: number;
  bottom: number;
  letters: boolean;
}

/**
 * Returns the lines of a side. With one line, words that overlap others are drawn farther out: in a second line, or as a
 * thin strip. With several lines, words take turns, so each has the width of several.
 */
function linesOf(row: Row, side: SideOf, letters: boolean, lines: number, outwards: number, edge: number): Line[] {
  const { list, top, bottom } = side;
  if (lines > 1) {
    return Array.from({ length: lines }, (_, line) => ({
      holds: (n) => n % lines === line,
      after: (n) => n + lines,
      top: top + line * LINE + 1,
      bottom: top + (line + 1) * LINE - 1,
      letters,
    }));
  }
  const outer = list === row.reference ? row.outerReference : row.outerHypothesis;
  const band = bottom - top;
  const roomy = edge >= band + 2;
  const height = roomy ? band : THIN;
  const outside = outwards < 0 ? top - 1 - height : bottom + 1;
  return [0, 1].map((level) => ({
    holds: (n) => outer[n] === level,
    after: (n) => {
      let next = n + 1;
      while (next < list.length && outer[next] !== level) next++;
      return next;
    },
    top: level ? outside : top,
    bottom: level ? outside + height : bottom,
    letters: level ? letters && roomy : letters,
  }));
}

function drawSide(frame: Frame, row: Row, side: SideOf, from: number, letters: boolean, lines: number, outwards: number, edge: number): void {
  const all = linesOf(row, side, letters, lines, outwards, edge);
  if (lines > 1) drawStems(frame, side, all, from, outwards);
  for (const line of all) drawLine(frame, side, line, from);
}

/** Draws stems from words in several lines to the inner edge, where links begin. */
function drawStems(frame: Frame, side: SideOf, lines: readonly Line[], from: number, outwards: number): void {
  const { context, scene, theme, view } = frame;
  const { list, start, end } = side;
  context.beginPath();
  for (let n = firstFrom(list, start, from); n < list.length; n++) {
    const i = list[n]!;
    if (start[i]! > view.end) break;
    if (!scene.passes[i]) continue;
    const line = lines[n % lines.length]!;
    const middle = x(frame, (start[i]! + end[i]!) / 2);
    context.moveTo(middle, outwards < 0 ? line.bottom : line.top);
    context.lineTo(middle, outwards < 0 ? side.bottom + 2 : side.top - 2);
  }
  context.strokeStyle = theme.faint;
  context.lineWidth = 1;
  context.stroke();
}

function drawLine(frame: Frame, side: SideOf, line: Line, from: number): void {
  const { context, scene, theme, view } = frame;
  const { steps } = scene.aligned;
  const { list, start, end } = side;
  const { top, bottom } = line;
  let passes = 1;
  for (let n = firstFrom(list, start, from); n < list.length; n++) {
    const i = list[n]!;
    if (start[i]! > view.end) break;
    if (!line.holds(n)) continue;
    let left = x(frame, start[i]!);
    const right = Math.max(x(frame, end[i]!) - 1, left + 1);
    if (right < -80) continue;
    const kind = scene.marked[i] ? steps.kind[i]! : "C";
    if (passes !== scene.passes[i]) context.globalAlpha = (passes = scene.passes[i]!) ? 1 : 0.25;
    const after = line.after(n);
    const room = after < list.length ? x(frame, start[list[after]!]!) - left - 3 : Infinity;
    const text = line.letters ? fitted(context, side.text(i), room) : "";
    const full = text === "" ? 0 : widthOf(context, text);
    const narrowed = full > room;
    const needed = narrowed ? room : full;
    // Centered on its time, where the links end.
    if (text !== "") left += Math.max(0, (right - left - needed) / 2);
    const wide = text === "" ? right : left + needed;
    if (scene.hits[i]) {
      context.fillStyle = theme.hit;
      context.fillRect(left - 2, top - 1, wide - left + 4, bottom - top + 2);
    } else if (text !== "" && (kind !== "C" || side.behind)) {
      context.fillStyle = kind === "C" ? side.behind! : theme.kinds[kind].tint;
      context.fillRect(left - 2, top, wide - left + 4, bottom - top);
      if (kind !== "C") drawCause(frame, i, left - 2, wide + 2, top, bottom, theme.kinds[kind].strong);
    }
    if (text !== "") {
      context.fillStyle = kind === "C" ? (scene.hits[i] ? theme.ink : theme.muted) : theme.kinds[kind].ink;
      // With a maximum width, text is measured again.
      if (narrowed) context.fillText(text, left, (top + bottom) / 2 + 0.5, Math.max(wide - left, 1));
      else context.fillText(text, left, (top + bottom) / 2 + 0.5);
      drawCue(frame, kind, left, wide, top, bottom);
    } else {
      drawBlock(frame, kind, left, right, top, bottom);
      if (kind !== "C" && kind !== "D" && right - left > 4) drawCause(frame, i, left, right, top + 2, bottom - 2, theme.surface);
    }
    if (frame.chosen === i) ring(frame, left, wide, top, bottom);
  }
  context.globalAlpha = 1;
}

/** Draws a word too narrow for text: filled for substitutions and insertions, hollow for deletions. */
export function drawBlock({ context, theme }: Ink, kind: Kind, left: number, right: number, top: number, bottom: number): void {
  const inset = bottom - top > 2 * THIN ? 2 : 0;
  if (kind === "D" && right - left > 4) {
    context.strokeStyle = theme.kinds.D.strong;
    context.lineWidth = 1.5;
    context.strokeRect(left + 0.75, top + inset + 0.75, right - left - 1.5, bottom - top - 2 * inset - 1.5);
    return;
  }
  context.fillStyle = kind === "C" ? theme.quiet : theme.kinds[kind].strong;
  context.fillRect(left, top + inset, right - left, bottom - top - 2 * inset);
}

/** Draws links between aligned words, and stubs with a bar for words without a partner. */
function drawLinks(frame: Frame, row: Row, at: Bands, from: number, all: boolean): void {
  const { context, scene, theme, view } = frame;
  const { steps } = scene.aligned;
  const { layout } = scene;
  const quiet = frame.path();
  const loud = { S: frame.path(), D: frame.path(), I: frame.path() };
  const middle = (start: Float64Array, end: Float64Array, i: number): number => x(frame, (start[i]! + end[i]!) / 2);
  const visit = (list: Int32Array, start: Float64Array, own: boolean): void => {
    for (let n = firstFrom(list, start, from); n < list.length; n++) {
      const i = list[n]!;
      if (start[i]! > view.end) break;
      if (!scene.passes[i]) continue;
      const kind = scene.marked[i] ? steps.kind[i]! : "C";
      if (kind === "C" && !all) continue;
      const r = steps.reference[i]! < 0 ? null : middle(layout.referenceStart, layout.referenceEnd, i);
      const h = steps.hypothesis[i]! < 0 ? null : middle(layout.hypothesisStart, layout.hypothesisEnd, i);
      if (r !== null && h !== null) {
        // A pair is drawn from its reference word, or from the hypothesis word if that is out of view.
        if (!own && layout.referenceEnd[i]! >= from && layout.referenceStart[i]! <= view.end) continue;
        const path = kind === "C" ? quiet : loud[kind];
        if (Math.abs(h - r) > FAR) {
          // Only stubs toward a partner that is far away, instead of a line across the picture.
          const way = h > r ? STUB : -STUB;
          path.moveTo(r, at.referenceBottom + 2);
          path.lineTo(r + way, at.referenceBottom + 7);
          path.moveTo(h, at.hypothesisTop - 2);
          path.lineTo(h - way, at.hypothesisTop - 7);
        } else {
          path.moveTo(r, at.referenceBottom + 2);
          path.lineTo(h, at.hypothesisTop - 2);
        }
      } else if (kind !== "C") {
        const path = loud[kind];
        const down = r !== null;
        const base = down ? at.referenceBottom + 2 : at.hypothesisTop - 2;
        const tip = base + (down ? 5 : -5);
        const place = (down ? r : h)!;
        path.moveTo(place, base);
        path.lineTo(place, tip);
        path.moveTo(place - 3, tip);
        path.lineTo(place + 3, tip);
      }
    }
  };
  visit(row.reference, layout.referenceStart, true);
  visit(row.hypothesis, layout.hypothesisStart, false);
  context.lineWidth = 1;
  context.strokeStyle = theme.faint;
  context.stroke(quiet);
  for (const kind of ["S", "D", "I"] as const) {
    context.strokeStyle = theme.kinds[kind].strong;
    context.stroke(loud[kind]);
  }
}

export function drawWords(frame: Frame, row: Row, at: Bands, letters: boolean): void {
  const { scene } = frame;
  const { layout } = scene;
  // With several lines, text may be wider than the time of its word.
  const from = frame.view.start - Math.max(row.longest, at.lines > 1 ? 80 / frame.scale : 0);
  const behind = at.lines > 1 ? (scene.aligned.timed ? frame.theme.sunk : frame.theme.surface) : null;
  if (letters) useFont(frame.context.font);
  drawLinks(frame, row, at, from, letters || row.longest * frame.scale > 12);
  drawSide(
    frame,
    row,
    {
      list: row.reference,
      start: layout.referenceStart,
      end: layout.referenceEnd,
      text: (i) => scene.aligned.referenceText(i),
      top: at.referenceTop,
      bottom: at.referenceBottom,
      behind,
    },
    from,
    letters,
    at.lines,
    -1,
    at.referenceTop - at.top,
  );
  drawSide(
    frame,
    row,
    {
      list: row.hypothesis,
      start: layout.hypothesisStart,
      end: layout.hypothesisEnd,
      text: (i) => scene.aligned.hypothesisText(i),
      top: at.hypothesisTop,
      bottom: at.hypothesisBottom,
      behind,
    },
    from,
    letters,
    at.lines,
    1,
    at.bottom - at.hypothesisBottom,
  );
  if (!letters) drawPins(frame, row, at.referenceTop, at.hypothesisBottom);
}
