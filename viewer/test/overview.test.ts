import { expect, test } from "vitest";
import type { Index, Summary } from "../src/data/wire";
import { difference, errorClass, isText, lines, rateFilter, sorted, total } from "../src/overview/columns";
import { spreadInWords } from "../src/overview/headline";
import { rates, sharedScale } from "../src/errors/rate";
import { INFO, scene } from "./meeting";

const summary = (errors: number, length: number): Summary => ({
  errors,
  length,
  rate: length ? errors / length : null,
  insertions: 0,
  deletions: errors,
  substitutions: 0,
  correct: length - errors,
  lower_bound: errors,
  exact: true,
});

const INDEX: Index = {
  version: "0",
  digest: "",
  title: "t",
  sessions: ["s10", "s9", "silent"],
  blocks: [0],
  utterances: false,
  audio: [null, null, null],
  comparisons: [],
  warnings: [],
  scores: [
    { ...INFO, sessions: [summary(1, 10), summary(5, 10), summary(0, 0)] },
    { ...INFO, system: "B", sessions: [summary(3, 10), summary(4, 10), null] },
  ],
};

const names = (sort: string) => sorted(lines(INDEX, 0, 1, ""), sort).map((line) => line.name);

test("sessions are sorted by rate, by name as people count, by size of the difference", () => {
  expect(names("-rate")).toEqual(["s9", "s10", "silent"]);
  expect(names("session")).toEqual(["s9", "s10", "silent"]);
  expect(names("-difference")).toEqual(["s10", "s9", "silent"]);
  expect(names("difference")).toEqual(["s9", "s10", "silent"]);
});

test("the difference is missing where a side is", () => {
  expect(lines(INDEX, 0, 1, "").map(difference)).toEqual([1 / 10 - 3 / 10, 5 / 10 - 4 / 10, null]);
  expect(lines(INDEX, 0, null, "")[0]!.other).toBeNull();
});

test("sessions are filtered by a part of their name", () => {
  expect(lines(INDEX, 0, null, "S1").map((line) => line.name)).toEqual(["s10"]);
  expect(lines(INDEX, 1, null, "").length).toBe(2);
});

test("a total adds what is listed", () => {
  const found = total(lines(INDEX, 0, null, ""));
  expect([found.own.errors, found.own.length, found.own.rate]).toEqual([6, 20, 0.3]);
  expect(total(lines(INDEX, 0, 1, "")).other).toBeNull();
});

test("the rate over time leaves out silence", () => {
  expect(rates([[1, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]], 0)).toEqual([0.5, null, null]);
  expect(sharedScale([scene().aligned]).top).toBe(0.8);
});

test("sessions are filtered by a range of rates", () => {
  const found = (filter: string) => lines(INDEX, 0, null, filter).map((line) => line.name);
  expect(found("10%-50%")).toEqual(["s10"]);
  expect(found("10%-")).toEqual(["s10", "s9"]);
  expect(found(rateFilter([0.5, Infinity]))).toEqual(["s9"]);
  expect(found("S")).toEqual(["s10", "s9", "silent"]);
});

test("half without an error is not below 0.00%", () => {
  expect(spreadInWords([0, 0, 0, 0.5], "utterance")).toBe("3 of the 4 utterances have no error (75%), 25% are at 50.00%.");
  expect(spreadInWords([0, 0], "session")).toBe("None of the 2 sessions has an error.");
  expect(spreadInWords([0.1, 0.2, 0.3], "session")).toBe("Half of the 3 sessions are at or below 20.00%, 33% are at 30.00%.");
  expect(spreadInWords([0, ...Array<number>(6).fill(0.2), 1, 1, 2], "session")).toContain("10% are at 200.00%.");
  expect(spreadInWords([...Array<number>(16).fill(0), 0.5, 0.5, 1, 1.5], "session")).toContain("10% are at 100.00% or above.");
});

test("sessions are filtered by the rates of both scores, and by whose errors they have", () => {
  const found = (filter: string) => lines(INDEX, 0, 1, filter).map((line) => line.name);
  expect(found(rateFilter([0, 0.2], [0.2, 0.4]))).toEqual(["s10"]);
  expect(found(rateFilter([0, 0.2], [0.4, Infinity]))).toEqual([]);
  expect(isText("20%-30% 0%-5%")).toBe(false);
  expect(lines(INDEX, 0, 1, "").map(errorClass)).toEqual(["both", "both", "none"]);
});

test("words of the filter are found beside names", () => {
  expect(lines(INDEX, 0, null, "s10", new Set([2])).map((line) => line.name)).toEqual(["s10", "silent"]);
});
