/** The text of the reading view, for the clipboard. */

import { literal } from "../export/tables";
import { clock } from "../format";
import { joined } from "../spacing";
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
      return [`${form === "markdown" ? literal(head) : head} ${joined(words)}`.trim()];
    })
    .join(form === "markdown" ? "\n\n" : "\n");
}

/** The part of a paragraph that is selected, as visible text without text for screen readers. */
function selectedText(words: Element, range: Range): string {
  const part = document.createRange();
  part.selectNodeContents(words);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  const box = document.createElement("div");
  box.append(part.cloneContents());
  for (const spoken of box.querySelectorAll(".spoken, .home")) spoken.remove();
  return (box.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Returns a line "speaker: words" for each selected paragraph; within a single one, only the words. */
export function selectedLines(range: Range, sections: readonly Element[], nameOf: (section: Element) => string): string {
  const touched = sections.filter((section) => range.intersectsNode(section));
  const lines = touched.map((section) => [nameOf(section), selectedText(section.querySelector("p")!, range)] as const).filter(([, text]) => text);
  return lines.length === 1 ? lines[0]![1] : lines.map(([name, text]) => `${name}: ${text}`).join("\n");
}
