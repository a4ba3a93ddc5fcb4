/** The text of the reading view, for the clipboard. */

import { literal } from "../export/tables";
import { clock } from "../format";
import type { Scene } from "../session/scene";
import type { Paragraph } from "./paragraphs";

export type Form = "reference" | "hypothesis" | "both" | "markdown";

/** Returns a word with errors marked as in wdiff, [-reference-] {+hypothesis+}, or in Markdown struck out and bold. */
function word(scene: Scene, step: number, form: Form): string {
  const said = scene.aligned.referenceText(step);
  const heard = scene.aligned.hypothesisText(step);
  if (form === "reference") return said;
  if (form === "hypothesis") return heard;
  if (form === "markdown") {
    if (scene.aligned.steps.kind[step] === "C") return literal(said || heard);
    return [said && `~~${literal(said)}~~`, heard && `**${literal(heard)}**`].filter(Boolean).join(" ");
  }
  if (scene.aligned.steps.kind[step] === "C") return said || heard;
  return [said && `[-${said}-]`, heard && `{+${heard}+}`].filter(Boolean).join(" ");
}

/** Returns a line per paragraph, with speaker and time; omits empty ones. */
export function plainText(scene: Scene, paragraphs: readonly Paragraph[], form: Form): string {
  return paragraphs
    .flatMap((paragraph) => {
      const words = paragraph.steps
        .filter((step) => scene.passes[step])
        .map((step) => word(scene, step, form))
        .filter(Boolean);
      if (words.length === 0) return [];
      const who = paragraph.speaker < 0 ? "" : scene.aligned.names[paragraph.speaker]!;
      const head = [scene.aligned.timed ? `[${clock(paragraph.start)}]` : "", who && `${who}:`].filter(Boolean).join(" ");
      return [`${form === "markdown" ? literal(head) : head} ${words.join(" ")}`.trim()];
    })
    .join(form === "markdown" ? "\n\n" : "\n");
}

/** Returns the selection as visible text, without text for screen readers, a line per header and paragraph. */
export function seenText(range: Range): string {
  const box = document.createElement("div");
  box.append(range.cloneContents());
  for (const spoken of box.querySelectorAll(".spoken, .home")) spoken.remove();
  for (const time of box.querySelectorAll("time")) time.prepend(" ");
  const lines: string[] = [];
  const blocks = box.querySelectorAll("header, p, h3");
  if (blocks.length === 0) return (box.textContent ?? "").replace(/\s+/g, " ").trim();
  for (const block of blocks) {
    const text = (block.textContent ?? "").replace(/\s+/g, " ").trim();
    if (text) lines.push(text);
  }
  return lines.join("\n");
}
