/** A step in words, for tooltips, the line below the timeline, and screen readers. */

import { causeName } from "../blame/causes";
import type { Aligned } from "../data/session";
import type { Kind } from "../data/wire";
import { isolated } from "../direction";
import { clock } from "../format";
import type { Scene } from "../session/scene";

export interface Description {
  kind: Kind;
  said: string;
  heard: string;
  /** Who said it, or among whose words it was put. */
  speaker: string;
  stream: string;
  when: string;
  /** Whose fault it is, and where a misplaced word belongs; empty where nobody knows. */
  cause: string;
  part: string;
  /** Further keys of the words, a line for each side that has some. */
  further: string[];
}

function causeOf(scene: Scene, step: number): string {
  const { aligned, layout } = scene;
  const part = aligned.causes && causeName(aligned.causes, step);
  if (!aligned.causes || !part) return "";
  if (part === "recognition") return "recognition error: wrong under any speaker label";
  const home = aligned.causes.misattributedAt(step);
  const why = { labels: "its whole segment stands under the wrong name", inside: "its segment holds words of several speakers", split: "its utterance is cut across streams" }[part] ?? "";
  if (!home) return why;
  const name = (number: number): string => (number < 0 ? "no speaker" : isolated(aligned.names[number]!));
  if (layout.speaker[home.reference] === layout.speaker[home.hypothesis]) return "it is right once the segments beside it go where they belong";
  const [speaker, stream] = [name(layout.speaker[home.reference]!), name(streamOf(aligned, home.hypothesis))];
  return home.reference === step ? `it stands on ${stream}: ${why}` : `${speaker} said it: ${why}`;
}

function streamOf(aligned: Aligned, step: number): number {
  return aligned.hypothesis.speaker[aligned.steps.hypothesis[step]!]!;
}

export function describe(scene: Scene, step: number): Description {
  const { aligned, layout } = scene;
  const name = (number: number): string => (number < 0 ? "" : isolated(aligned.names[number]!));
  return {
    kind: aligned.steps.kind[step]!,
    said: aligned.referenceText(step),
    heard: aligned.hypothesisText(step),
    speaker: said(aligned.steps.kind[step]!, name(layout.speaker[step]!)),
    stream: heard(aligned.steps.kind[step]!, name(layout.stream[step]!)),
    when: aligned.timed ? clock(layout.middle[step]!, 1) : "",
    cause: causeOf(scene, step),
    part: (aligned.causes && causeName(aligned.causes, step)) ?? "",
    further: [
      { side: "reference", keys: aligned.reference.further(aligned.steps.reference[step]!) },
      { side: "hypothesis", keys: aligned.hypothesis.further(aligned.steps.hypothesis[step]!) },
    ].flatMap(({ side, keys }) => (keys.length ? [`${side} ${keys.join(", ")}`] : [])),
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
