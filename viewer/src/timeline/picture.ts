/** Draws a timeline (axis, rows, words) into a canvas or a file. */

import { drawHomes } from "./causes";
import { allowed } from "./collar";
import { drawDensity } from "./density";
import { type Bands, type Frame, x } from "./frame";
import type { Row } from "./layout";
import { AXIS, type Plan } from "./plan";
import { drawSegments } from "./segments";
import { drawSpeech } from "./speech";
import { ticks } from "./ticks";
import type { Hovered } from "./tip";
import { drawWords } from "./words";

export function drawTimeline(frame: Frame, plan: Plan, hovered: Hovered | null): void {
  const { context, theme, width } = frame;
  drawAxis(frame, plan.height);
  context.font = `${plan.font}px ${theme.font}`;
  context.textBaseline = "middle";
  plan.spots.forEach(({ row, bands, silent, top }, number) => {
    if (number > 0) {
      context.fillStyle = theme.line;
      context.fillRect(0, top, width, 1);
    }
    if (hovered) drawAllowed(frame, row, bands, hovered);
    if (plan.detail === "density") {
      drawDensity(frame, row, bands);
      return;
    }
    if (plan.detail === "speech") {
      drawSpeech(frame, row, bands);
      return;
    }
    drawSegments(frame, row, bands);
    drawWords(frame, row, bands, plan.detail === "letters" && !silent);
  });
  if (plan.detail !== "density") drawHomes(frame, plan, plan.detail === "letters");
}

function drawAxis(frame: Frame, height: number): void {
  const { context, theme, width, view, scene } = frame;
  context.font = `11px ${theme.font}`;
  context.textBaseline = "middle";
  for (const tick of ticks(view.start, view.end, Math.max(2, width / 96), scene.aligned.timed, scene.info.unit)) {
    const left = x(frame, tick.at);
    context.fillStyle = theme.line;
    context.fillRect(Math.round(left), AXIS - 6, 1, height - AXIS + 6);
    context.fillStyle = theme.muted;
    const wide = context.measureText(tick.label).width;
    context.fillText(tick.label, Math.max(0, Math.min(left - wide / 2, width - wide)), 10);
  }
  context.fillStyle = theme.line;
  context.fillRect(0, AXIS - 1, width, 1);
  if (frame.chosen !== null && frame.chosen < scene.layout.middle.length) {
    context.fillStyle = theme.ink;
    const left = x(frame, scene.layout.middle[frame.chosen]!);
    context.beginPath();
    context.moveTo(left - 5, AXIS - 7);
    context.lineTo(left + 5, AXIS - 7);
    context.lineTo(left, AXIS - 1);
    context.fill();
  }
}

/** Marks the span in which the collar allows the word under the pointer to be aligned. */
function drawAllowed(frame: Frame, row: Row, at: Bands, { step, heard }: Hovered): void {
  const window = allowed(frame.scene, step, heard);
  if (!window || !(heard ? row.hypothesis : row.reference).includes(step)) return;
  const { context, theme } = frame;
  const left = Math.max(-2, x(frame, window.from));
  const right = Math.min(frame.width + 2, x(frame, window.to));
  const [top, bottom] = heard ? [at.referenceTop, at.referenceBottom] : [at.hypothesisTop, at.hypothesisBottom];
  context.fillStyle = theme.accent;
  context.globalAlpha = 0.14;
  context.fillRect(left, top - 3, right - left, bottom - top + 6);
  context.globalAlpha = 1;
  context.fillRect(left, top - 3, 1.5, bottom - top + 6);
  context.fillRect(right - 1.5, top - 3, 1.5, bottom - top + 6);
}
