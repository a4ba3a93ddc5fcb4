/** Patterns as SVG. */

import type { Theme } from "../theme";
import { type Maker, TILE } from "../timeline/maker";
import { type SvgContext, SvgPath } from "./svg";

/** Fills of areas: deletions have light lines, as on the canvas. */
export function svgFills(context: SvgContext, { kinds }: Theme): Theme["fills"] {
  const lines = '<rect y="2" width="4" height="2" fill="#fff" opacity="0.6"/>';
  return {
    S: kinds.S.strong,
    D: context.pattern("deleted", 4, `<rect width="4" height="4" fill="${kinds.D.strong}"/>${lines}`),
    I: kinds.I.strong,
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
