import { expect, test } from "vitest";
import { hitsOf } from "../src/overview/hits";
import { findSteps, parseQuery } from "../src/session/search";
import { sameSteps } from "../src/session/systems";
import { scene } from "./meeting";

const { aligned } = scene();
const found = (query: string, most = 9) => hitsOf(7, aligned, findSteps(aligned, parseQuery(query)), most);

test("a hit has the words around it, and is wrong if one of its words is", () => {
  const { hits, all, wrong } = found("hello big");
  expect([all, wrong]).toEqual([1, 1]);
  expect(hits[0]).toMatchObject({ session: 7, step: 0, kind: "S", wrong: true, before: "", after: "world", time: [1, 2] });
  expect(hits[0]!.words.map(({ said, heard }) => [said, heard])).toEqual([["hello", "hello"], ["big", "pig"]]);
});

test("an inserted hit has the words of its stream around it", () => {
  const { hits } = found("world");
  expect(hits.map(({ kind, before, after }) => [kind, before, after])).toEqual([["D", "hello big", ""], ["I", "yes", ""]]);
});

test("hits beyond the most are only counted", () => {
  expect(found("world", 1)).toMatchObject({ all: 2, wrong: 2, hits: { length: 1 } });
});

test("the same place is that of the same word, or of the insertions after it", () => {
  expect(sameSteps(aligned, 1, aligned)).toEqual([1]);
  expect(sameSteps(aligned, 4, aligned)).toEqual([4]);
});
