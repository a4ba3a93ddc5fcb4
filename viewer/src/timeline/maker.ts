/** Paths and patterns for a canvas or a file. */

export type Weave = "hatched" | "dotted";

export interface Maker {
  path: () => Path2D;
  /** A pattern in a color, drawn over the background. */
  weave: (weave: Weave, color: string) => string | CanvasPattern;
}

/** Size of the repeated square of a pattern, in CSS pixels. */
export const TILE = 6;

const tiles = new Map<string, CanvasPattern>();

/** For a canvas with this many pixels per CSS pixel. */
export function canvasMaker(context: CanvasRenderingContext2D, ratio: number): Maker {
  const weave = (kind: Weave, color: string): CanvasPattern => {
    const key = `${kind} ${color} ${ratio}`;
    let found = tiles.get(key);
    if (!found) tiles.set(key, (found = tile(context, kind, color, ratio)));
    return found;
  };
  return { path: () => new Path2D(), weave };
}

function tile(target: CanvasRenderingContext2D, kind: Weave, color: string, ratio: number): CanvasPattern {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.round(TILE * ratio);
  const context = canvas.getContext("2d")!;
  const size = canvas.width;
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = ratio;
  context.beginPath();
  if (kind === "hatched") {
    for (const shift of [-size, 0, size]) {
      context.moveTo(shift - 1, size + 1);
      context.lineTo(shift + size + 1, -1);
    }
    context.stroke();
  } else {
    context.arc(size / 2, size / 2, 0.9 * ratio, 0, 7);
    context.fill();
  }
  const pattern = target.createPattern(canvas, "repeat")!;
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
