/** The groups of slices, and the steps that belong to them. */

import { PART_NAMES } from "../blame/parts";
import type { Aligned } from "./session";
import type { Unit, WireSlice } from "./wire";

const FIRST = "a".charCodeAt(0);

export const SLICE_TITLES: Record<string, string> = {
  overlap: "Overlap",
  length: "Segment length",
  backchannel: "Backchannels",
};
/** Group of insertions in a stream without reference words: no segments. */
const NOWHERE = "stream without reference words";
/** Prefix of a group in the list of all groups. */
const SHORT: Record<string, string> = { overlap: "overlap: ", length: "segments of ", backchannel: "" };

/** The label of a group, with lengths in the unit of the score. */
export function partLabel(slice: string, label: string, unit: Unit): string {
  return slice === "length" ? label.replace("word", unit) : label;
}

/** Returns the group of every step. */
function parts(aligned: Aligned, slice: WireSlice): Uint8Array {
  const letters = aligned.codes[slice.segments ?? slice.words!]!;
  const { utterance } = aligned.reference;
  let insertions = 0;
  return Uint8Array.from(aligned.steps.reference, (word) => {
    if (word < 0) return slice.inserted.charCodeAt(insertions++) - FIRST;
    return letters.charCodeAt(slice.segments === undefined ? word : utterance[word]!) - FIRST;
  });
}

/** Returns 1 for each step in a group, e.g. `overlap:1 speaker`; null for no group or an unknown one. */
export function stepsInSlice(aligned: Aligned, name: string | null): Uint8Array | null {
  const cause = aligned.causes?.names.findIndex((one) => `cause:${one}` === name) ?? -1;
  if (cause >= 0) return Uint8Array.from(aligned.causes!.part, (part) => Number(part === cause));
  for (const slice of name === null ? [] : aligned.wire.slices) {
    const part = slice.parts.findIndex(([label]) => `${slice.name}:${label}` === name);
    if (part >= 0) return parts(aligned, slice).map((own) => Number(own === part));
  }
  return null;
}

export function sliceChoices(aligned: Aligned, unit: Unit): { value: string; text: string }[] {
  const causes = (aligned.causes?.names ?? []).map((name) => ({ value: `cause:${name}`, text: `${PART_NAMES[name] ?? name} errors` }));
  const parts = aligned.wire.slices.flatMap((slice) =>
    slice.parts.map(([label]) => ({
      value: `${slice.name}:${label}`,
      text: `${label === NOWHERE ? "" : (SHORT[slice.name] ?? `${slice.name}: `)}${partLabel(slice.name, label, unit)}`,
    })),
  );
  return [...causes, ...parts];
}
