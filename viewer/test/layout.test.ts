import { expect, test } from "vitest";
import { firstFrom } from "../src/timeline/layout";
import { ROUTED, scene, WIRE } from "./meeting";

const told = (by: "speaker" | "stream", wire = WIRE) =>
  scene(wire)
    .layout.rows(by)
    .map((row) => [row.label, `${row.before} ${row.other}`.trim(), [...row.reference], [...row.hypothesis]]);

test("a row per speaker, with the paired stream", () => {
  expect(told("speaker")).toEqual([
    ["Alice", "in s0", [0, 1, 2], [0, 1]],
    ["Bob", "in s1", [3], [3, 4]],
  ]);
});

test("routed words stand with the speaker of the words around them", () => {
  expect(told("speaker", ROUTED)).toEqual([
    ["Alice", "in 2 streams", [0, 1, 2], [0, 1, 3]],
    ["Bob", "in s1", [4], [4]],
  ]);
});

test("rows by stream", () => {
  expect(told("stream", ROUTED).map(([label]) => label)).toEqual(["s0", "s1"]);
});

test("without times, words stand one after the other", () => {
  const wire = { ...WIRE, scores: [{ ...WIRE.scores[0]!, timed: false, start: 0, end: 3 }] };
  const { layout } = scene(wire);
  expect([...layout.middle]).toEqual([0.5, 1.5, 2.5, 0.5, 1.5]);
  expect(layout.rowsAreFixed).toBe(true);
});

test("steps are gone through in order of time", () => {
  expect([...scene().layout.inOrder]).toEqual([0, 1, 2, 3, 4]);
  expect([...scene(ROUTED).layout.inOrder].map((i) => scene(ROUTED).layout.middle[i])).toEqual([1.25, 1.75, 2.5, 2.5, 2.75].sort());
});

test("a word said over another stands outside", () => {
  const [side] = WIRE.sides;
  const sides = [{ ...side!, gap: [100, -30, 0, 0] }, WIRE.sides[1]!];
  const [alice] = scene({ ...WIRE, sides }).layout.rows("speaker");
  expect([...alice!.outerReference]).toEqual([0, 1, 0]);
});

test("the first word in view is found by its start", () => {
  const start = Float64Array.of(5, 1, 3);
  const list = Int32Array.of(1, 2, 0);
  expect([0, 1, 2, 3, 5.5].map((from) => firstFrom(list, start, from))).toEqual([0, 0, 1, 1, 3]);
});
