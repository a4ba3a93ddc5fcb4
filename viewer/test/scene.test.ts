import { expect, test } from "vitest";
import { Session } from "../src/data/session";
import { paragraphs, scoredAgainst } from "../src/reading/paragraphs";
import { Scene } from "../src/session/scene";
import { isTame } from "../src/session/patterns";
import { mayHold, pairQuery, parseQuery } from "../src/session/search";
import { INFO, ROUTED, scene, SWAPPED, WIRE } from "./meeting";

const view = { start: 0, end: 10 };

test("errors are listed in order, as the filters allow", () => {
  expect(scene().errorList).toEqual([1, 2, 4]);
  expect(scene(WIRE, { kinds: ["I"] }).errorList).toEqual([4]);
  expect(scene(WIRE, { speaker: "Bob" }).errorList).toEqual([4]);
  expect(scene(WIRE, { stream: "s0" }).errorList).toEqual([1, 2]);
  expect(scene(WIRE, { speaker: "nobody" }).errorList).toEqual([]);
});

test("next and previous go round", () => {
  const one = scene();
  const next = (step: number | null, forward: boolean) => one.neighbor(one.errorList, step, view, forward);
  expect([next(null, true), next(1, true), next(4, true)]).toEqual([1, 2, 1]);
  expect([next(null, false), next(2, false), next(1, false)]).toEqual([4, 1, 4]);
  expect(one.neighbor([], null, view, true)).toBeNull();
});

test.each([
  ["world", [2, 4]],
  ["WORLD", [2, 4]],
  ["big world", [1]],
  ["wor", []],
  ["/wor/", [2, 4]],
  ["/^[bp]ig$/", [1]],
  ["big → pig", [1]],
  ["world →", [2]],
  ["-> world", [4]],
  ["", []],
])("%j is found in steps %j", (query, hits) => {
  expect(scene(WIRE, { query }).hitList).toEqual(hits);
});

test("a paragraph names the streams that it is scored against", () => {
  const titles = (wire: typeof WIRE) => paragraphs(scene(wire), "speakers").map((one) => scoredAgainst(scene(wire), one));
  expect(titles(WIRE)).toEqual(["Alice, scored against s0", "Bob, scored against s1"]);
  expect(titles(SWAPPED)).toEqual(["Alice, scored against s0", "Bob, scored against s1"]);
  const silent = { ...SWAPPED, scores: [{ ...SWAPPED.scores[0]!, lanes: [[0, -1, "DDD", [0, 3], [0, 0]]] }] } as typeof WIRE;
  expect(titles(silent)).toEqual(["Alice, scored against no stream"]);
});

test("a phrase does not go on in another speaker's words", () => {
  expect(scene(WIRE, { query: "world yes" }).hitList).toEqual([]);
});

test("a broken regex is told", () => {
  expect(parseQuery("/(/").error).toBe("not a regular expression");
});

test.each([
  ["wor", true],
  ["^[a+*]+.*(ing|ed)$", true],
  ["(a+)+$", false],
  ["(?:a|b)*", false],
  ["(x(y+)?)*", false],
  [".*.*.*a", false],
])("/%s/ is tried at once: %j", (pattern, tame) => {
  expect(isTame(pattern)).toBe(tame);
  expect(parseQuery(`/${pattern}/`).wild).toBe(tame ? null : pattern);
});

test("the query of an error finds just this error", () => {
  expect(parseQuery(pairQuery("", "world")).pair).toEqual(["", "world"]);
  expect(parseQuery(pairQuery("world", "")).pair).toEqual(["world", ""]);
});

test("a step has a counterpart in another score of the same words", () => {
  const session = new Session(0, "m", { ...WIRE, scores: [WIRE.scores[0]!, ROUTED.scores[0]!] });
  const [one, other] = [0, 1].map((score) => new Scene(score, INFO, session.score(score)!));
  expect([0, 1, 2, 3].map((step) => other!.counterpart(one!, step))).toEqual([0, 1, 2, 4]);
});

test("a part of a slice lets its own steps pass", () => {
  const shown = (slice: string) => [...scene(WIRE, { slice }).passes].join("");
  expect(shown("overlap:1 speaker")).toBe("11000");
  expect(shown("overlap:2 speakers")).toBe("00111");
  expect(shown("overlap:9 speakers")).toBe("11111");
});

test("a session without the words need not be looked at", () => {
  const words = ["Hello", "world"];
  const held = (text: string): boolean => mayHold(words, parseQuery(text));
  expect(["hello", "hello world", "/^w/", "world → ", "Hello → world"].map(held)).toEqual([true, true, true, true, true]);
  expect(["hell", "hello pig", "/^x/", "pig → ", "Hello → pig"].map(held)).toEqual([false, false, false, false, false]);
});
