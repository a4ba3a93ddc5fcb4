import { expect, test } from "vitest";
import { joined } from "../src/spacing";

test("no spaces between Chinese and Japanese characters", () => {
  expect(joined(["今", "天", "天气", "，", "很", "好"])).toBe("今天天气，很好");
  expect(joined(["きょう", "は", "sunny", "day", "です"])).toBe("きょうは sunny day です");
  expect(joined(["one", "", "two"])).toBe("one two");
});
