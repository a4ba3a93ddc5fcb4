/** Patterns as SVG. */

import type { Theme } from "../theme";
import { type Maker, TILE } from "../timeline/maker";
import { type SvgContext, SvgPath } from "./svg";

/** Fills of areas: deletions hatched, insertions dotted, as on the canvas. */
export function svgFills(context: SvgContext, { kinds }: Theme): Theme["fills"] {
  const area = (id: string, color: string, marks: string): string =>
    context.pattern(id, 4, `<rect width="4" height="4" fill="${color}"/><g stroke="#fff" fill="#fff" opacity="0.6">${marks}</g>`);
  return {
    S: kinds.S.strong,
    D: area("deleted", kinds.D.strong, '<path d="M-1 1L1 -1M0 4L4 0M3 5L5 3"/>'),
    I: area("inserted", kinds.I.strong, '<path stroke="none" d="M1 1h1v1h-1zM3 3h1v1h-1z"/>'),
  };
}

/** Patterns of causes, drawn over the words. */
export function svgMaker(context: SvgContext): Maker {
  return {
    path: () => new SvgPath() as unknown as Path2D,
    weave: (kind, color) => {
      const [half, end] = [TILE / 2, TILE + 1];
      const marks =
        kind === "hatched"
          ? `<path d="M-1 1L1 -1M-1 ${end}L${end} -1M${end - 2} ${end}L${end} ${end - 2}" stroke="${color}"/>`
          : `<circle cx="${half}" cy="${half}" r="0.9" fill="${color}"/>`;
      return context.pattern(`${kind}-${color.replace(/\W/g, "")}`, TILE, marks);
    },
  };
}
