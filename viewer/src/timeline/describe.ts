/** A step as text, for tooltips, the line below the timeline and screen readers. */

import { causeName } from "../blame/causes";
import type { Aligned } from "../data/session";
import type { Kind } from "../data/wire";
import { isolated } from "../direction";
import { clock } from "../format";
import type { Scene } from "../session/scene";

export interface Description {
  kind: Kind;
  /** The words of both sides; empty if there is none. */
  reference: string;
  hypothesis: string;
  /** The speaker, or for an insertion the speaker of its lane. */
  speaker: string;
  stream: string;
  when: string;
  /** The cause, and the right place of a misattributed word; empty if not known. */
  cause: string;
  part: string;
  /** Extra keys of the words, a line for each side that has some. */
  extraKeys: string[];
}

function causeOf(scene: Scene, step: number): string {
  const { aligned, layout } = scene;
  const part = aligned.causes && causeName(aligned.causes, step);
  if (!aligned.causes || !part) return "";
  if (part === "recognition") return "recognition error: wrong under any speaker label";
  const home = aligned.causes.misattributedAt(step);
  const why = { attribution: "its whole segment has the wrong speaker label", mixed: "its segment has words of several speakers", split: "its utterance is split across streams" }[part] ?? "";
  if (!home) return why;
  const name = (number: number): string => (number < 0 ? "no speaker" : isolated(aligned.names[number]!));
  if (layout.speaker[home.reference] === layout.speaker[home.hypothesis]) return "correct once neighboring segments are relabeled";
  const [speaker, stream] = [name(layout.speaker[home.reference]!), name(streamOf(aligned, home.hypothesis))];
  return home.reference === step ? `in stream ${stream}: ${why}` : `said by ${speaker}: ${why}`;
}

function streamOf(aligned: Aligned, step: number): number {
  return aligned.hypothesis.speaker[aligned.steps.hypothesis[step]!]!;
}

export function describe(scene: Scene, step: number): Description {
  const { aligned, layout } = scene;
  const name = (number: number): string => (number < 0 ? "" : isolated(aligned.names[number]!));
  const isUnnamed = (number: number): boolean => number >= 0 && aligned.names[number] === "";
  return {
    kind: aligned.steps.kind[step]!,
    reference: aligned.referenceText(step),
    hypothesis: aligned.hypothesisText(step),
    speaker: isUnnamed(layout.speaker[step]!) ? "" : speakerText(aligned.steps.kind[step]!, name(layout.speaker[step]!)),
    stream: isUnnamed(layout.stream[step]!) ? "" : streamText(aligned.steps.kind[step]!, name(layout.stream[step]!)),
    when: aligned.timed ? clock(layout.middle[step]!, 1) : "",
    cause: causeOf(scene, step),
    part: (aligned.causes && causeName(aligned.causes, step)) ?? "",
    extraKeys: [
      { side: "reference", keys: aligned.reference.extraKeys(aligned.steps.reference[step]!) },
      { side: "hypothesis", keys: aligned.hypothesis.extraKeys(aligned.steps.hypothesis[step]!) },
    ].flatMap(({ side, keys }) => (keys.length ? [`${side} ${keys.join(", ")}`] : [])),
  };
}

/** An inserted word has no speaker; it is scored against the words of its lane's speaker. */
function speakerText(kind: Kind, speaker: string): string {
  if (kind === "I") return speaker ? `scored against ${speaker}` : "no speaker";
  return speaker ? `said by ${speaker}` : "no speaker";
}

/** A deleted word is in no stream. */
function streamText(kind: Kind, stream: string): string {
  if (kind === "D") return stream ? `scored against stream ${stream}` : "no stream";
  return stream ? `in stream ${stream}` : "no stream";
}
