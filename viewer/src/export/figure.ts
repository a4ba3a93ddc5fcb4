/** The timelines in view as a figure for a paper: names, axis, words and a legend, light whatever the page shows. */

import { lightTheme, type Theme } from "../theme";
import { KINDS } from "../state";
import type { Panel } from "../timeline/panel";
import { vocabulary } from "../vocabulary";
import { SvgContext, SvgPath } from "./svg";

const NAMES = 110;
const TITLE = 24;
const LEGEND = 28;
const EDGE = 12;

interface Sheet {
  context: CanvasRenderingContext2D;
  path: () => Path2D;
  within: (x: number, y: number, width: number, height: number, draw: () => void) => void;
}

function size(panels: readonly Panel[]): [number, number] {
  const heads = panels.length > 1 ? TITLE * panels.length : 0;
  const pictures = panels.map((panel) => panel.size());
  return [NAMES + pictures[0]![0] + 2 * EDGE, heads + LEGEND + EDGE + pictures.reduce((sum, [, high]) => sum + high, 0)];
}

function draw({ context, path, within }: Sheet, panels: readonly Panel[], theme: Theme): void {
  const [width, height] = size(panels);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  let top = 0;
  const text = (words: string, left: number, at: number, font: string, colour: string, widest?: number): void => {
    context.textBaseline = "middle";
    context.font = `${font} ${theme.font}`;
    context.fillStyle = colour;
    context.fillText(words, left, at, widest);
  };
  for (const panel of panels) {
    if (panels.length > 1) {
      text(`${panel.scene.info.system} · ${panel.scene.info.title}`, EDGE, top + TITLE / 2 + 2, "600 13px", theme.ink);
      top += TITLE;
    }
    const [wide, high] = panel.size();
    for (const { row, top: at, height: tall, silent } of panel.spots()) {
      const middle = top + at + tall / 2;
      text(row.label, EDGE, silent ? middle : middle - 8, "600 13px", theme.ink, NAMES - EDGE - 6);
      if (!silent) text(`${row.before} ${row.other}`.trim(), EDGE, middle + 9, "11px", theme.muted, NAMES - EDGE - 6);
    }
    within(NAMES + EDGE, top, wide, high, () => panel.paint(context, theme, path));
    top += high;
  }
  let left = NAMES + EDGE;
  const { many } = vocabulary(panels[0]!.scene.info.unit);
  for (const kind of KINDS) {
    const name = many[kind];
    context.fillStyle = theme.fills[kind];
    context.fillRect(left, top + LEGEND / 2 - 1, 12, 10);
    text(name, left + 18, top + LEGEND / 2 + 4, "11px", theme.muted);
    left += 36 + context.measureText(name).width;
  }
}

/** The patterns of areas, as SVG has them. */
function definitions(theme: Theme): string {
  const pattern = (id: string, colour: string, marks: string): string =>
    `<pattern id="${id}" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="${colour}"/>${marks}</pattern>`;
  return (
    pattern("deleted", theme.kinds.D.strong, '<path d="M-1 1L1 -1M0 4L4 0M3 5L5 3" stroke="#fff" stroke-opacity="0.6"/>') +
    pattern("inserted", theme.kinds.I.strong, '<circle cx="1.5" cy="1.5" r="0.7" fill="#fff" fill-opacity="0.6"/><circle cx="3.5" cy="3.5" r="0.7" fill="#fff" fill-opacity="0.6"/>')
  );
}

export function figureSvg(panels: readonly Panel[]): string {
  const theme = lightTheme();
  const context = new SvgContext();
  const sheet: Sheet = {
    context: context as unknown as CanvasRenderingContext2D,
    path: () => new SvgPath() as unknown as Path2D,
    within: (...box) => context.within(...box),
  };
  draw(sheet, panels, { ...theme, fills: { S: theme.kinds.S.strong, D: "url(#deleted)", I: "url(#inserted)" } });
  return context.text(...size(panels), definitions(theme));
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
  draw({ context, path: () => new Path2D(), within }, panels, lightTheme());
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}
