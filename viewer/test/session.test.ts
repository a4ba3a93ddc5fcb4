import { expect, test } from "vitest";
import { places, Session } from "../src/data/session";
import type { WireExtraKeys } from "../src/data/wire";
import { stepsInSlice } from "../src/data/slices";
import { inflate } from "../src/data/unpack";
import { WIRE } from "./meeting";

test("runs become places", () => {
  expect(places([4, 3, 3, 2])).toEqual([4, 5, 6, 10, 11]);
  expect(places([5, 1, -4, 2])).toEqual([5, 2, 3]);
  expect(places([])).toEqual([]);
});

test("times are added up from gaps and lengths", () => {
  const { reference } = new Session(0, "m", WIRE).score(0)!;
  expect([...reference.start]).toEqual([1, 1.5, 2, 2]);
  expect([...reference.end]).toEqual([1.5, 2, 3, 3]);
});

test("words share the time of their segment by letters", () => {
  const shared = { speaker: [0, 1], number: [0, 0], count: [3, 1], word: [0, 1, 2, 3], gap: [300], length: [50] };
  const side = { ...shared, shared: [0, 1], start: [1004], span: [1300] };
  const { reference } = new Session(0, "m", { ...WIRE, sides: [side, WIRE.sides[1]!] }).score(0)!;
  expect([...reference.start]).toEqual([1, 1.5, 1.8, 3]);
  expect([...reference.end]).toEqual([1.5, 1.8, 2.3, 3.5]);
});

test("correct words are copied from the reference, but those that are unlike it", () => {
  const heard = { ...WIRE.sides[1]!, copied: 0, word: [4, 2] };
  const texts = (side: typeof heard & { unlike?: number[] }): string[] => {
    const { hypothesis } = new Session(0, "m", { ...WIRE, sides: [WIRE.sides[0]!, side] }).score(0)!;
    return [0, 1, 2, 3].map((word) => hypothesis.text(word));
  };
  expect(texts(heard)).toEqual(["hello", "pig", "yes", "world"]);
  expect(texts({ ...heard, word: [3, 4, 2], unlike: [0, 1] })).toEqual(["yes", "pig", "yes", "world"]);
});

test("slices of segments have a letter for each of them", () => {
  const { parts, inserted } = WIRE.scores[0]!.slices[0]!;
  const slice = { name: "length", parts, segments: 0, inserted };
  const scores = [{ ...WIRE.scores[0]!, slices: [slice] }];
  const aligned = new Session(0, "m", { ...WIRE, codes: ["ab"], scores }).score(0)!;
  expect([...stepsInSlice(aligned, "length:2 speakers")!]).toEqual([0, 0, 0, 1, 1]);
});

test("extra keys of a word come before those of its utterance", () => {
  const side = { ...WIRE.sides[1]!, extra: [["confidence", [0, 2], [0.5], [0, 0]], ["id", [1, 1], [7], null]] as WireExtraKeys[] };
  side.word_extra = [["confidence", [0, 1, 2, 1], [0.9, 0.8], null]];
  const { hypothesis, reference } = new Session(0, "m", { ...WIRE, sides: [WIRE.sides[0]!, side] }).score(0)!;
  const told = [0, 1, 2, 3].map((word) => hypothesis.extraKeys(word).join(", "));
  expect(told).toEqual(["confidence: 0.9", "confidence: 0.5", "confidence: 0.5, id: 7", "confidence: 0.8, id: 7"]);
  expect([hypothesis.extraKeys(-1), reference.extraKeys(0)]).toEqual([[], []]);
});

test("steps hold a word of each side, or none", () => {
  const aligned = new Session(0, "m", WIRE).score(0)!;
  expect(aligned.steps.kind.join("")).toBe("CSDCI");
  expect(aligned.steps.reference).toEqual([0, 1, 2, 3, -1]);
  expect(aligned.steps.hypothesis).toEqual([0, 1, -1, 2, 3]);
  expect([aligned.referenceText(1), aligned.hypothesisText(1), aligned.hypothesisText(2), aligned.referenceText(4)]).toEqual(["big", "pig", "", ""]);
});

test("every wrong word has its cause, and a misplaced one knows where it belongs", () => {
  const { causes } = new Session(0, "m", WIRE).score(0)!;
  expect([...causes!.part]).toEqual([-1, 2, 0, -1, 0]);
  expect(causes!.misattributed).toEqual([{ reference: 2, hypothesis: 4 }]);
  expect(causes!.misattributedAt(4)).toBe(causes!.misattributedAt(2));
  expect(causes!.misattributedAt(1)).toBeNull();
});

test("a score that lacks the session is null", () => {
  expect(new Session(0, "m", WIRE).score(1)).toBeNull();
});

test("data are inflated from base64", async () => {
  const stream = new Blob([JSON.stringify({ word: "</script>" })]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(await inflate(btoa(String.fromCharCode(...bytes)))).toEqual({ word: "</script>" });
});
