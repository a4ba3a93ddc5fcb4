/** A session in a table row: its errors over time, those of a second system below the line. */

import type { WireStrip } from "../data/wire";
import { svg } from "../dom";
import { clock } from "../format";
import { KINDS } from "../state";

const WIDTH = 240;
const HALF = 14;

/** Errors per unit of time of each column. */
function densities([start, end, ...kinds]: WireStrip): number[] {
  return kinds[0].map((_, c) => (kinds.reduce((sum, kind) => sum + kind[c]!, 0) * kinds[0].length) / Math.max(end - start, 1));
}

/** Draws up to two strips on one time axis; null if there are none. */
export function sessionStrip(own: WireStrip | null | undefined, other: WireStrip | null | undefined, timed: boolean): SVGElement | null {
  const strips = [own, other].filter((one): one is WireStrip => !!one);
  if (strips.length === 0) return null;
  const first = Math.min(...strips.map(([start]) => start));
  const last = Math.max(...strips.map(([, end]) => end), first + 1);
  const most = Math.max(...strips.flatMap(densities), 1e-9);
  const line = other ? HALF : HALF + 4;
  const label = timed && most > 1e-9 ? `errors over time, most near ${clock(peak(strips[0]!))}` : "errors from start to end";
  const at = (time: number): number => ((time - first) / (last - first)) * WIDTH;
  return svg(
    "svg",
    { class: "strip", viewBox: `0 0 ${WIDTH} ${other ? 2 * HALF : line}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("title", {}, label),
    svg("line", { x1: 0, x2: WIDTH, y1: line, y2: line, class: "grid" }),
    [own, other].flatMap((one, n) => (one ? KINDS.map((kind, k) => svg("path", { class: `fill ${kind}`, d: columns(one, k, at, line, ((n ? 1 : -1) * (line - 1)) / most) })) : [])),
  );
}

/** The middle of the column with most errors, in seconds. */
function peak(strip: WireStrip): number {
  const found = densities(strip);
  const [start, end] = strip;
  return (start + ((end - start) * (found.indexOf(Math.max(...found)) + 0.5)) / found.length) / 100;
}

/** The columns of a kind of errors, on top of the kinds before it. */
function columns([start, end, ...kinds]: WireStrip, k: number, at: (time: number) => number, line: number, unit: number): string {
  const number = kinds[0].length;
  const x = (column: number): number => at(start + ((end - start) * column) / number);
  const y = (errors: number): string => (line + (unit * errors * number) / Math.max(end - start, 1)).toFixed(1);
  return kinds[k]!.map((errors, c) => {
    if (errors === 0) return "";
    const below = kinds.slice(0, k).reduce((sum, kind) => sum + kind[c]!, 0);
    return `M${x(c).toFixed(1)} ${y(below)}V${y(below + errors)}H${(x(c + 1) - 0.5).toFixed(1)}V${y(below)}Z`;
  }).join("");
}
