import { expect, test } from "vitest";
import { abridged, amount, clock, parseClock, parseRange, percent, points } from "../src/format";
import { onAxis } from "../src/overview/compared";

test("rates have two decimals, and none is said so", () => {
  expect(percent(0.2717)).toBe("27.17%");
  expect(percent(0)).toBe("0.00%");
  expect(percent(null)).toBe("n/a");
});

test("one is not many", () => {
  expect([amount(1, "error"), amount(1200, "error")]).toEqual(["1 error", "1,200 errors"]);
});

test("differences have a sign", () => {
  expect(points(0.0118)).toBe("+1.18");
  expect(points(-0.1289)).toBe("−12.89");
  expect(points(0.00001)).toBe("±0.00");
});

test.each([
  [0, 0, "0:00"],
  [59.96, 1, "1:00.0"],
  [61.25, 0, "1:01"],
  [3600, 0, "1:00:00"],
  [3725.5, 1, "1:02:05.5"],
])("%d seconds with %d decimals is %s", (seconds, decimals, text) => {
  expect(clock(seconds, decimals)).toBe(text);
});

test.each([0, 7.5, 61, 3725.5])("a clock of %d is read back", (seconds) => {
  expect(parseClock(clock(seconds, 1))).toBe(seconds);
});

test("ranges are typed in several ways", () => {
  expect(parseRange("1:20-2:05")).toEqual([80, 125]);
  expect(parseRange("1:20 – 2:05.5")).toEqual([80, 125.5]);
  expect(parseRange("80 to 90")).toEqual([80, 90]);
  expect(parseRange("1:00:00 1:00:10")).toEqual([3600, 3610]);
  expect(parseRange("2:00")).toEqual([115, 125]);
});

test.each(["", "later", "5-2", "1-2-3", "1:x"])("%j is no range", (text) => {
  expect(parseRange(text)).toBeNull();
});

test("a long name keeps its start and its end", () => {
  expect(abridged("a_very_long_name_of_a_system_1")).toBe("a_very_long_…_a_system_1");
  expect(abridged("twenty-four letters long")).toBe("twenty-four letters long");
});

test("an end of the axis below zero keeps its sign", () => {
  expect([-0.013, 0.0337, 0.0804, 0, -0.0001].map(onAxis)).toEqual(["−1.3", "+3.4", "+8.0", "0.0", "0.0"]);
});
