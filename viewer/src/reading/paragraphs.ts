/** Splits the alignment into paragraphs, one for each turn of a speaker. */

import { byName } from "../order";
import type { Scene } from "../session/scene";

export interface Paragraph {
  speaker: number;
  stream: number;
  start: number;
  steps: number[];
}

/** Starts a new paragraph if the lane or the reference utterance changes; insertions stay with the words before them. */
export function paragraphs(scene: Scene, order: "conversation" | "speakers"): Paragraph[] {
  const { aligned, layout } = scene;
  const { steps, reference } = aligned;
  const found: Paragraph[] = [];
  let current: Paragraph | null = null;
  let lane = -1;
  let utterance = -1;
  for (let i = 0; i < steps.length; i++) {
    const word = steps.reference[i]!;
    const own = word < 0 ? -1 : reference.utterance[word]!;
    const turned: boolean = own >= 0 && utterance >= 0 && own !== utterance;
    // Insertions long after the utterance get their own paragraph.
    const apart = own < 0 && current !== null && aligned.timed && layout.middle[i]! - lastMiddle(scene, current) > 5;
    if (!current || steps.lane[i] !== lane || turned || apart) {
      current = { speaker: layout.speaker[i]!, stream: layout.stream[i]!, start: layout.middle[i]!, steps: [] };
      found.push(current);
      utterance = -1;
    }
    lane = steps.lane[i]!;
    if (own >= 0) utterance = own;
    current.steps.push(i);
    const word_ = word < 0 ? layout.hypothesisStart[i]! : layout.referenceStart[i]!;
    if (current.steps.length === 1) current.start = word_;
  }
  const name = (one: Paragraph): string | null => aligned.names[one.speaker] ?? null;
  const bySpeaker = (a: Paragraph, b: Paragraph): number => byName(name(a), name(b));
  if (order === "speakers") return found.sort((a, b) => bySpeaker(a, b) || a.start - b.start);
  return aligned.timed ? found.sort((a, b) => a.start - b.start) : found;
}

/** Returns the streams that the words of a paragraph were scored against, e.g. "Bob, scored against s0, s1". */
export function scoredAgainst({ aligned }: Scene, { speaker, stream, steps }: Paragraph): string {
  const of = aligned.steps.hypothesis;
  const heard = steps.filter((step) => of[step]! >= 0).map((step) => aligned.hypothesis.speaker[of[step]!]!);
  const streams = stream < 0 ? [...new Set(heard)].map((one) => aligned.names[one] || "no name") : [aligned.names[stream]!];
  return `${aligned.names[speaker] ?? "no speaker"}, scored against ${streams.join(", ") || "no stream"}`;
}

function lastMiddle(scene: Scene, paragraph: Paragraph): number {
  return scene.layout.middle[paragraph.steps[paragraph.steps.length - 1]!]!;
}
