/** A row of diarization: a block for every stretch, with the name of the stream if it is wrong. */

import type { Kind } from "../data/wire";
import { type Bands, type Frame, type Ink, x } from "./frame";
import { firstFrom, type Row } from "./layout";

interface Line {
  list: Int32Array;
  start: Float64Array;
  end: Float64Array;
  text: (step: number) => string;
  top: number;
  bottom: number;
}

export function drawSpeech(frame: Frame, row: Row, at: Bands): void {
  const { aligned, layout } = frame.scene;
  const reference = { list: row.reference, start: layout.referenceStart, end: layout.referenceEnd, text: () => "" };
  const hypothesis = { list: row.hypothesis, start: layout.hypothesisStart, end: layout.hypothesisEnd, text: (i: number) => aligned.hypothesisText(i) };
  drawLine(frame, row, { ...reference, top: at.referenceTop, bottom: at.referenceBottom });
  drawLine(frame, row, { ...hypothesis, top: at.hypothesisTop, bottom: at.hypothesisBottom });
}

function drawLine(frame: Frame, row: Row, { list, start, end, text, top, bottom }: Line): void {
  const { context, scene, theme, view } = frame;
  context.font = `11px ${theme.font}`;
  for (let n = firstFrom(list, start, view.start - row.longest); n < list.length; n++) {
    const i = list[n]!;
    if (start[i]! > view.end) break;
    const left = x(frame, start[i]!);
    const right = Math.max(x(frame, end[i]!), left + 1);
    if (right < 0) continue;
    const kind = scene.marked[i] ? scene.aligned.steps.kind[i]! : "C";
    context.globalAlpha = scene.passes[i] ? 1 : 0.25;
    drawSpeechBlock(frame, kind, left, right, top, bottom);
    if (scene.hits[i]) {
      context.fillStyle = theme.hit;
      context.fillRect(left, bottom, right - left, 3);
    }
    const name = kind === "S" || kind === "I" ? text(i) : "";
    if (name && context.measureText(name).width + 8 < right - left) {
      context.fillStyle = theme.surface;
      context.fillText(name, Math.max(left, 0) + 4, (top + bottom) / 2 + 0.5);
    }
    if (frame.chosen === i) {
      context.strokeStyle = theme.ink;
      context.lineWidth = 1.5;
      context.strokeRect(left - 2.5, top - 2.5, right - left + 5, bottom - top + 5);
    }
  }
  context.globalAlpha = 1;
}

/** Missed speech is hollow, confusion and false alarms are filled, correct speech is pale. */
export function drawSpeechBlock({ context, theme }: Ink, kind: Kind, left: number, right: number, top: number, bottom: number): void {
  if (kind === "D" && right - left > 3) {
    context.strokeStyle = theme.kinds.D.strong;
    context.lineWidth = 2;
    context.strokeRect(left + 1, top + 1, right - left - 2, bottom - top - 2);
    return;
  }
  context.fillStyle = kind === "C" ? theme.quiet : theme.kinds[kind].strong;
  context.fillRect(left, top, right - left, bottom - top);
}
