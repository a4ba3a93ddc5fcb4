import { expect, test } from "vitest";
import type { Index } from "../src/data/wire";
import { share, sentence } from "../src/overview/sentence";
import { INFO } from "./meeting";

const rated = (system: string, errors: number, length: number) => ({
  ...INFO,
  system,
  total: { ...INFO.total, errors, length, rate: length ? errors / length : null },
});

const index = (...scores: Index["scores"]): Index => ({ version: "0", digest: "", title: "", sessions: ["m"], audio: [null], comparisons: [], scores });

test("how bad it is, in words", () => {
  expect(sentence(index(rated("A", 50, 100)), 0, null)).toBe("A makes 50 errors for every 100 words.");
  expect(sentence(index(rated("A", 5, 1000)), 0, null)).toBe("A makes 0.5 errors for every 100 words.");
  expect(sentence(index(rated("A", 124, 100)), 0, null)).toBe("A makes 124 errors for every 100 words.");
  expect(sentence(index(rated("A", 0, 100)), 0, null)).toBe("A gets every word right.");
  expect(sentence(index(rated("A", 3, 0)), 0, null)).toBe("A is compared with a reference without words.");
});

test("and beside another system", () => {
  expect(sentence(index(rated("A", 50, 100), rated("B", 54, 100)), 0, 1)).toBe("A makes 50 errors for every 100 words (B 54).");
  expect(sentence(index(rated("A", 50, 100), rated("B", 50, 100)), 0, 1)).toBe("A makes 50 errors for every 100 words (B as many).");
  expect(sentence(index(rated("A", 50, 100), rated("B", 124, 100)), 0, 1)).toContain("A makes 50 errors for every 100 words (B 124).");
});

test("the share of attribution errors", () => {
  const blame = { parts: [["attribution", 15, 15, 15], ["mixed", 1, 1, 1], ["recognition", 34, 34, 34]] as [string, number, number, number][], misattributed: 7, correct: 60, remarks: [], sessions: [] };
  expect(sentence(index({ ...rated("A", 50, 100), blame }), 0, null)).toBe("A makes 50 errors for every 100 words; a third of them are attribution errors.");
});

test("shares as people say them", () => {
  expect([0.02, 0.12, 0.31, 0.52, 0.97].map((part) => share(part, 1))).toEqual([null, "a tenth", "a third", "half", "nearly all"]);
  expect(share(0, 0)).toBe(null);
});
