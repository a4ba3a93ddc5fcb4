import { expect, test } from "vitest";
import type { Index, ScoreInfo } from "../src/data/wire";
import { fromFragment, START, type State, toFragment } from "../src/state";
import { INFO } from "./meeting";

const INDEX: Index = {
  version: "0",
  digest: "",
  title: "t",
  sessions: ["a&b=c #1", "second", ""],
  blocks: [0],
  utterances: false,
  audio: [null, null, null],
  comparisons: [],
  warnings: [],
  scores: [INFO, { ...INFO, system: "sys/two" }, { ...INFO, metric: "orcwer" }],
};

const STATES: Partial<State>[] = [
  {},
  { session: 0 },
  { session: 2, view: "errors" },
  { session: 1, score: 2, against: 1, view: "reading", order: "speakers" },
  { session: 1, range: [1.25, 3600.5], query: "/a|b→&=#/", kinds: ["D"], speaker: "A B", stream: "", step: 17, rows: "stream" },
  { session: 1, kinds: [] },
  { sort: "-rate", sessions: "ES20" },
];

test.each(STATES)("%j survives the address", (part) => {
  const state = { ...START, ...part };
  expect(fromFragment(`#${toFragment(state, INDEX)}`, INDEX)).toEqual(state);
});

test("the first view needs no address: it has causes, and two systems are compared", () => {
  expect(toFragment({ ...START, against: 1 }, INDEX)).toBe("");
  expect(toFragment(START, INDEX)).toBe("score=hyp%2Fcpwer");
  const blame = { parts: [], misattributed: null, correct: 0, remarks: [], sessions: [] };
  const [first, , routed] = INDEX.scores as [ScoreInfo, ScoreInfo, ScoreInfo];
  const explained: Index = { ...INDEX, scores: [routed, { ...first, blame }], opened: true };
  expect(fromFragment("", explained)).toEqual({ ...START, session: 0, score: 1 });
  expect(fromFragment("#", { ...explained, scores: [first, first, { ...first, total: { ...first.total, rate: 0 } }] }).score).toBe(2);
  expect(fromFragment("#session=second", explained).score).toBe(0);
});

test("links of version 0.2 open the same view", () => {
  const start = { ...START, session: 1 };
  expect(fromFragment("#session=second&view=wrong", INDEX)).toEqual({ ...start, view: "errors" });
  const slices = ["cause:labels", "cause:inside", "cause:split", "cause:words", "overlap:nobody", "overlap:1 speaker"];
  const renamed = slices.map((slice) => fromFragment(`#session=second&slice=${encodeURIComponent(slice)}`, INDEX).slice);
  expect(renamed).toEqual(["cause:attribution", "cause:mixed", "cause:split", "cause:recognition", "overlap:no speaker", "overlap:1 speaker"]);
});

test("nonsense opens the overview", () => {
  expect(fromFragment("#session=gone&score=x&range=9-1&view=3d&step=-4", INDEX)).toEqual(START);
});
