import { expect, test } from "vitest";
import type { Comparison, Index, Part, ScoreInfo, Summary } from "../src/data/wire";
import { headline, share } from "../src/overview/headline";
import { savingsOf } from "../src/overview/savings";
import { scoreTable } from "../src/export/scores";
import { toLatex, toTsv } from "../src/export/tables";
import { INFO } from "./meeting";

const total = (errors: number, length: number): Summary => ({ ...INFO.total, errors, length, rate: length ? errors / length : null });
const rated = (system: string, errors: number, length = 100, more: Partial<ScoreInfo> = {}): ScoreInfo => ({ ...INFO, system, total: total(errors, length), sessions: [total(errors, length)], ...more });
const index = (...scores: ScoreInfo[]): Index => ({ version: "0", digest: "", title: "", sessions: ["m"], blocks: [0], utterances: false, audio: [null], comparisons: [], warnings: [], scores });
const PAIR: Comparison = { a: 0, b: 1, verdict: "", significance: "The difference is significant.", significant: true, difference: 0.04, interval: null, parts: [["attribution", 4], ["recognition", 0]], places: [], notes: [] };
const BLAME = { parts: [["attribution", 15, 15, 15], ["mixed", 1, 1, 1], ["recognition", 34, 34, 34]] as Part[], misattributed: 7, correct: 60, remarks: [], sessions: [null] };

test("one system: how bad it is, and why", () => {
  expect(headline(index(rated("A", 50)), 0, null)).toEqual({ title: "A makes 50 errors for every 100 words (50.00% cpWER)", reasons: [] });
  expect(headline(index(rated("A", 5, 1000)), 0, null).title).toBe("A makes 0.5 errors for every 100 words (0.50% cpWER)");
  expect(headline(index(rated("A", 0)), 0, null).title).toBe("A gets every word right");
  expect(headline(index(rated("A", 3, 0)), 0, null).title).toBe("A is compared with a reference without words");
  expect(headline(index(rated("A", 50, 100, { blame: BLAME })), 0, null).reasons).toEqual([
    "Two thirds of the errors are recognition errors.",
    "Correct speaker labels would save 15.0 points.",
  ]);
});

test("two systems: which is better, by how much and why, in either order", () => {
  const two = { ...index(rated("A", 50), rated("B", 54)), comparisons: [PAIR] };
  const found = { title: "A is better than B by 4.0 points (50.00% vs 54.00% cpWER)", reasons: ["All of it is attribution errors.", "The difference is significant."] };
  expect(headline(two, 0, 1)).toEqual(found);
  expect(headline(two, 1, 0)).toEqual(found);
  expect(headline(index(rated("A", 50), rated("B", 50)), 0, 1).title).toBe("A and B have the same rate (50.00% cpWER)");
});

test("causes that offset each other are all named, and so is the only session in which a system is worse", () => {
  const parts = (attribution: number, mixed: number, recognition: number): Comparison => ({ ...PAIR, parts: [["attribution", attribution], ["mixed", mixed], ["recognition", recognition]] });
  const two = (pair: Comparison): Index => ({ ...index(rated("A", 50), rated("B", 54)), comparisons: [pair] });
  expect(headline(two(parts(1200, -30, -1166)), 0, 1).reasons[0]).toBe("B has 1,200 more attribution, 1,166 fewer recognition and 30 fewer mixed errors.");
  expect(headline(two(parts(4, 0, 0)), 0, 1).reasons[0]).toBe("All of it is attribution errors.");
  expect(headline({ ...index(rated("A", 5000, 10_000), rated("B", 5100, 10_000)), comparisons: [parts(104, -4, 0)] }, 0, 1).reasons[0]).toBe("Nearly all of it is attribution errors.");
  const a = rated("A", 40, 200, { sessions: [total(20, 100), total(20, 100)] });
  const b = rated("B", 42, 200, { sessions: [total(12, 100), total(30, 100)] });
  expect(headline({ ...index(a, b), sessions: ["m", "n"] }, 0, 1).reasons).toEqual(["B is worse only because of n."]);
});

test("where the difference is, and who has no stream there", () => {
  const sessions = (...errors: number[]): Summary[] => errors.map((one) => total(one, 100));
  const a = rated("A", 40, 200, { sessions: sessions(20, 20) });
  const b = rated("B", 60, 200, { sessions: sessions(22, 38), unpaired: [[1, "Ann"]] });
  const two = { ...index(a, b), sessions: ["m", "n"] };
  expect(headline(two, 0, 1).reasons).toEqual(["Nine tenths of it is in n, where B has no stream for speaker Ann."]);
  expect(headline({ ...two, scores: [a, { ...b, unpaired: [] }] }, 1, 0).reasons).toEqual(["Nine tenths of it is in n."]);
});

test("many systems: the best, the next, and which are not significantly different", () => {
  const found = headline({ ...index(rated("B", 30), rated("A", 20), rated("C", 40)), comparisons: [{ ...PAIR, significant: false }] }, 0, null);
  expect(found.title).toBe("A is best of 3 systems (20.00% cpWER)");
  expect(found.reasons).toEqual(["Next: B (30.00%), C (40.00%).", "Not significantly different from A: B."]);
});

test("what would be saved, the most first", () => {
  const slices = { overlap: [["1 speaker", total(20, 80), 0], ["2 speakers", total(30, 20), 0]] as [string, Summary, number][] };
  expect(savingsOf(rated("A", 50, 100, { slices, blame: BLAME })).map(({ text, by }) => [text, by.toFixed(3)])).toEqual([
    ["without overlap", "0.250"],
    ["correct speaker labels", "0.150"],
  ]);
});

test("only the errors of backchannels or of overlap are saved without them", () => {
  const slices = {
    overlap: [["1 speaker", total(20, 80), 0], ["2 speakers", total(10, 10), 0], ["3 or more speakers", total(10, 10), 0], ["no speaker", total(10, 0), 0]],
    backchannel: [["backchannels", total(10, 20), 0], ["other segments", total(20, 80), 0], ["stream without reference words", total(20, 0), 0]],
  } as Record<string, [string, Summary, number][]>;
  const found = savingsOf(rated("A", 50, 100, { slices })).map(({ text, by }) => [text, by.toFixed(3)]);
  expect(found).toEqual([["without overlap", "0.125"]]); // without backchannels: 40 / 80 is no lower
});

test("a table for a paper marks what differs significantly from the best", () => {
  const two = { ...index(rated("A_1", 50, 100, { blame: BLAME }), rated("B", 54)), comparisons: [PAIR] };
  const table = scoreTable(two);
  expect(table.columns).toEqual(["system", "cpWER in %", "recognition", "mixed", "attribution"]);
  expect(table.rows).toEqual([["A_1", "50.00", "34.00", "1.00", "15.00"], ["B", "54.00*", "", "", ""]]);
  expect(toLatex(table).split("\n").slice(0, 5)).toEqual(["\\begin{tabular}{lrrrr}", "\\toprule", "system & cpWER in \\% & recognition & mixed & attribution \\\\", "\\midrule", "A\\_1 & 50.00 & 34.00 & 1.00 & 15.00 \\\\"]);
  expect(toTsv(table).split("\n")[2]).toBe("B\t54.00*\t\t\t");
});

test("shares as people say them", () => {
  expect([0.02, 0.12, 0.31, 0.52, 0.97, 1].map((part) => share(part, 1))).toEqual([null, "a tenth", "a third", "half", "nearly all", "all"]);
  expect(share(0, 0)).toBe(null);
});
