import { expect, test } from "vitest";
import { scaleOf, tickLabel } from "../src/scale";

test.each([
  [[], 0.05],
  [[0.34, null], 0.4],
  [[0.4], 0.4],
  [[0.99, 0.2], 1],
  [[1.2], 1.5],
  [[2.4], 3],
  [[37.5], 38],
])("rates %j end at %j", (rates, top) => {
  const scale = scaleOf(rates);
  expect([scale.top, scale.above]).toEqual([top, null]);
  expect([scale.ticks[0], scale.ticks[scale.ticks.length - 1]]).toEqual([0, top]);
  expect(scale.ticks.includes(1)).toBe(top >= 1);
});

test("an axis that is cut says what lies above", () => {
  expect(scaleOf([0.5, 7.25], 3)).toEqual({ top: 3, ticks: [0, 1, 2, 3], above: 7.25 });
});

test("labels are short", () => {
  expect([0.025, 0.5, 1].map(tickLabel)).toEqual(["2.5%", "50%", "100%"]);
});
