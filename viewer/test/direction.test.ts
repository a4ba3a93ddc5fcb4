import { expect, test } from "vitest";
import { directionOf, isolated, turns } from "../src/direction";

test("a line runs as its first letter does", () => {
  expect(directionOf(["12", "مرحبا", "hello"])).toBe("rtl");
  expect(directionOf(["«", "hello", "שלום"])).toBe("ltr");
  expect(directionOf(["中文"])).toBe("ltr");
  expect(directionOf(["1", ""])).toBe("ltr");
});

test("what turns the text after it is shut in", () => {
  expect(isolated("Ann")).toBe("Ann");
  expect(isolated("محمد")).toBe("\u2068محمد\u2069");
  expect(isolated("a\u2069\u202eb")).toBe("\u2068ab\u2069");
  expect([turns("a\u202eb"), turns("a\u202eb"), turns("שלום")]).toEqual([true, true, false]);
});
