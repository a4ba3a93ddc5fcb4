/** A step in words, for tooltips, the line below the timeline, and screen readers. */

import type { Kind } from "../data/wire";
import { clock } from "../format";
import type { Scene } from "../session/scene";

export const KIND_NAMES: Record<Kind, string> = { C: "correct", S: "substitution", D: "deletion", I: "insertion" };

export interface Description {
  kind: Kind;
  said: string;
  heard: string;
  /** Who said it, or among whose words it was put. */
  speaker: string;
  stream: string;
  when: string;
  /** Where the word came out instead, if it did. */
  elsewhere: string;
}

export function describe(scene: Scene, step: number): Description {
  const { aligned, layout } = scene;
  const name = (number: number): string => (number < 0 ? "" : aligned.names[number]!);
  const other = aligned.elsewhere.get(step);
  let elsewhere = "";
  if (other !== undefined) {
    elsewhere =
      aligned.steps.kind[step] === "D"
        ? `the same word was inserted on ${name(layout.stream[other]!)}`
        : `${name(layout.speaker[other]!)} said this word, and it was missing there`;
    if (aligned.timed) elsewhere += ` at ${clock(layout.middle[other]!, 1)}`;
  }
  return {
    kind: aligned.steps.kind[step]!,
    said: aligned.said(step),
    heard: aligned.heard(step),
    speaker: said(aligned.steps.kind[step]!, name(layout.speaker[step]!)),
    stream: heard(aligned.steps.kind[step]!, name(layout.stream[step]!)),
    when: aligned.timed ? clock(layout.middle[step]!, 1) : "",
    elsewhere,
  };
}

/** Nobody said a word that was inserted: it was compared with the words of someone. */
function said(kind: Kind, speaker: string): string {
  if (kind === "I") return speaker ? `compared with ${speaker}` : "no speaker";
  return speaker ? `said by ${speaker}` : "no speaker";
}

/** And nobody heard a word that was deleted. */
function heard(kind: Kind, stream: string): string {
  if (kind === "D") return stream ? `compared with stream ${stream}` : "no stream";
  return stream ? `heard on stream ${stream}` : "no stream";
}
