/** The legend of a figure: kinds of errors and patterns of causes. */

import { PART_NAMES, pattern } from "../blame/parts";
import { type Ink, LINE } from "../timeline/frame";
import { KINDS } from "../state";
import type { ErrorKind } from "../data/wire";
import type { Detail } from "../timeline/plan";
import type { Panel } from "../timeline/panel";
import { drawSpeechBlock } from "../timeline/speech";
import { drawBlock, drawCue } from "../timeline/words";
import { vocabulary } from "../vocabulary";

export const LEGEND = 30;
const SWATCH = 13;
const GAP = 6;
const APART = 18;

export function drawLegend(ink: Ink, panels: readonly Panel[], left: number, top: number): void {
  const { context, theme } = ink;
  const middle = top + LEGEND / 2 + 3;
  const [above, below] = [middle - LINE / 2 + 1, middle + LINE / 2 - 1];
  const { scene } = panels[0]!;
  const detail = panels[0]!.detail();
  context.font = `11px ${theme.font}`;
  context.textBaseline = "middle";
  const write = (text: string, color: string): void => {
    context.fillStyle = color;
    context.fillText(text, left, middle + 0.5);
    left += context.measureText(text).width + APART;
  };
  for (const kind of KINDS) {
    const name = vocabulary(scene.info.unit).many[kind];
    if (detail === "letters") {
      const right = left + context.measureText(name).width;
      context.fillStyle = theme.kinds[kind].tint;
      context.fillRect(left - 2, above, right - left + 4, below - above);
      drawCue(ink, kind, left, right, above, below);
      write(name, theme.kinds[kind].ink);
      left += GAP;
    } else {
      swatch(ink, kind, detail, left, above, below);
      left += SWATCH + GAP;
      write(name, theme.muted);
    }
  }
  const causes = detail === "density" ? [] : (panels.find((panel) => panel.scene.aligned.causes)?.scene.aligned.causes?.names ?? []);
  causes.forEach((name, place) => {
    context.fillStyle = theme.muted;
    context.fillRect(left, above + 1, SWATCH, below - above - 2);
    const kind = pattern(place, causes.length);
    if (kind !== "plain") {
      context.fillStyle = ink.weave(kind, theme.surface);
      context.fillRect(left, above + 1, SWATCH, below - above - 2);
    }
    left += SWATCH + GAP;
    write(PART_NAMES[name] ?? name, theme.muted);
  });
}

/** Draws an error without text, as in the figure. */
function swatch(ink: Ink, kind: ErrorKind, detail: Detail, left: number, top: number, bottom: number): void {
  const { context, theme } = ink;
  if (detail === "blocks") drawBlock(ink, kind, left, left + SWATCH, top, bottom);
  else if (detail === "speech") drawSpeechBlock(ink, kind, left, left + SWATCH, top + 1, bottom - 1);
  else {
    context.fillStyle = theme.fills[kind];
    context.fillRect(left, top + 1, SWATCH, bottom - top - 2);
  }
}
