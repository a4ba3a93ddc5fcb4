import { expect, test } from "vitest";
import { pace, plan, filled } from "../src/timeline/plan";
import { Viewport } from "../src/timeline/viewport";
import { scene } from "./meeting";

test("the lowest rows grow first, and no farther than they need", () => {
  expect(filled([50, 50, 28], [136, 80, 28], 1000)).toEqual([136, 80, 28]);
  expect(filled([50, 100, 28], [136, 136, 28], 210)).toEqual([82, 100, 28]);
  expect(filled([50, 50], [136, 136], 10)).toEqual([50, 50]);
});

test("a row with few words leaves its room to one with many", () => {
  const rows = scene().layout.rows("speaker");
  const { spots, detail } = plan(rows, [10, Infinity], 250, 20);
  expect(detail).toBe("letters");
  expect(spots.map((spot) => spot.bands.lines)).toEqual([4, 1]);
  expect(spots[0]!.height).toBeGreaterThan(2 * spots[1]!.height);
  const silent = plan(rows, [10, null], 300, 20).spots;
  expect(silent.map((spot) => spot.silent)).toEqual([false, true]);
});

test("one of several pictures keeps to its height", () => {
  const rows = scene().layout.rows("speaker");
  for (const perWord of [1, 5, 20, 100]) expect(plan(rows, [perWord, perWord], 126, perWord, true).height).toBeLessThanOrEqual(126);
  expect(plan(rows, [10, 10], 126, 10).height).toBeGreaterThan(126);
});

test("the pace of a row is that of what is in view", () => {
  const one = scene();
  const [alice] = one.layout.rows("speaker");
  const { start, end } = one.aligned;
  expect(pace(one, new Viewport(start, end, 0.1), alice!)).toBeGreaterThan(0);
  expect(pace(one, new Viewport(1000, 1001, 0.1), alice!)).toBe(null);
});
