/** The timelines in view as a figure for a paper: names, axis, words and a legend, always in light colors. */

import { lightTheme, type Theme } from "../theme";
import { canvasMaker, type Maker } from "../timeline/maker";
import type { Panel } from "../timeline/panel";
import { drawLegend, LEGEND } from "./legend";
import { svgFills, svgMaker } from "./patterns";
import { SvgContext } from "./svg";

const NAMES = 126;
const TITLE = 24;
const EDGE = 12;
/** Right edge of the names of the two sides. */
const SIDES = 6;

interface Sheet {
  context: CanvasRenderingContext2D;
  maker: Maker;
  within: (x: number, y: number, width: number, height: number, draw: () => void) => void;
}

function size(panels: readonly Panel[]): [number, number] {
  const heads = panels.length > 1 ? TITLE * panels.length : 0;
  const pictures = panels.map((panel) => panel.size());
  return [NAMES + pictures[0]![0] + 2 * EDGE, heads + LEGEND + EDGE + pictures.reduce((sum, [, high]) => sum + high, 0)];
}

function draw({ context, maker, within }: Sheet, panels: readonly Panel[], theme: Theme): void {
  const [width, height] = size(panels);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  let top = 0;
  const text = (words: string, left: number, at: number, font: string, color: string, widest?: number): void => {
    context.textBaseline = "middle";
    context.font = `${font} ${theme.font}`;
    context.fillStyle = color;
    context.fillText(words, left, at, widest);
  };
  for (const panel of panels) {
    if (panels.length > 1) {
      text(`${panel.scene.info.system} · ${panel.scene.info.title}`, EDGE, top + TITLE / 2 + 2, "600 13px", theme.ink);
      top += TITLE;
    }
    const [wide, high] = panel.size();
    for (const { row, top: at, height: tall, silent, bands } of panel.spots()) {
      const middle = top + at + tall / 2;
      const room = NAMES - EDGE - (silent ? 0 : 26);
      text(row.label, EDGE, silent ? middle : middle - 8, "600 13px", theme.ink, room);
      if (silent) continue;
      text(`${row.before} ${row.other}`.trim(), EDGE, middle + 9, "11px", theme.muted, room);
      for (const [name, place] of [["REF", (bands.referenceTop + bands.referenceBottom) / 2], ["HYP", (bands.hypothesisTop + bands.hypothesisBottom) / 2]] as const) {
        context.font = `9px ${theme.font}`;
        text(name, NAMES + EDGE - SIDES - context.measureText(name).width, top + place, "9px", theme.muted);
      }
    }
    within(NAMES + EDGE, top, wide, high, () => panel.paint(context, theme, maker));
    top += high;
  }
  drawLegend({ context, theme, ...maker }, panels, NAMES + EDGE, top);
}

export function figureSvg(panels: readonly Panel[]): string {
  const context = new SvgContext();
  const theme = lightTheme();
  const within: Sheet["within"] = (...box) => context.within(...box);
  draw({ context: context as unknown as CanvasRenderingContext2D, maker: svgMaker(context), within }, panels, { ...theme, fills: svgFills(context, theme) });
  return context.text(...size(panels));
}

export function figurePng(panels: readonly Panel[], scale: number): Promise<Blob> {
  const [width, height] = size(panels);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  const within: Sheet["within"] = (left, top, wide, high, paint) => {
    context.save();
    context.translate(left, top);
    context.beginPath();
    context.rect(0, 0, wide, high);
    context.clip();
    paint();
    context.restore();
  };
  draw({ context, maker: canvasMaker(context, scale), within }, panels, lightTheme());
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}
