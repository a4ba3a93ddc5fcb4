/** A small meeting as it stands in a page: two speakers, two streams, one word on the wrong stream. */

import { Session } from "../src/data/session";
import type { ScoreInfo, WireSession } from "../src/data/wire";
import { Scene } from "../src/session/scene";
import { START, type State } from "../src/state";

const COUNTS = { errors: 0, length: 2, rate: 0, insertions: 0, deletions: 0, substitutions: 0, correct: 2 };
const NO_BINS: [number[], number[], number[], number[]] = [[2, 0], [1, 0], [0, 1], [0, 1]];

/**
 * Alice (a, 1 s to 3 s): hello big world, heard as `hello pig`, and `world` came out on the other stream.
 * Bob (b, 2 s to 3 s): yes, heard as `yes world`.
 */
export const WIRE: WireSession = {
  words: ["hello", "big", "world", "yes", "pig"],
  names: ["Alice", "Bob", "s0", "s1"],
  sides: [
    { speaker: [0, 1], number: [0, 0], count: [3, 1], word: [0, 1, 2, 3], gap: [100, 0, 0, -100], length: [50, 50, 100, 100] },
    { speaker: [2, 3], number: [0, 0], count: [2, 2], word: [0, 4, 3, 2], gap: [100, 0, 0, 0], length: [50, 50, 50, 50] },
  ],
  codes: ["aabb"],
  scores: [
    {
      reference: 0,
      hypothesis: 1,
      timed: true,
      lanes: [
        [0, 2, "CSD", [0, 3], [0, 2]],
        [1, 3, "CI", [3, 1], [2, 2]],
      ],
      start: 100,
      end: 300,
      bins: NO_BINS,
      frequent: { S: [["big", "pig", 1]], D: [["world", "", 1]], I: [["", "world", 1]] },
      speakers: [],
      slices: [
        { name: "overlap", parts: [["1 speaker", COUNTS], ["2 speakers", COUNTS]], words: 0, inserted: "b" },
      ],
      blame: {
        parts: [["attribution", 2, 2, 2], ["mixed", 0, 0, 0], ["recognition", 1, 1, 1]],
        misattributed: 1,
        correct: 3,
        matrix: [["Alice", "s0", 1], ["Alice", "s1", 1], ["Bob", "s1", 1]],
        reference: "-ca-",
        hypothesis: "-c-a",
        spoken: [2],
        written: [3],
        worst: [],
      },
    },
    null,
  ],
};

/** The same words routed: both streams' lanes take utterances of anyone. */
export const ROUTED: WireSession = {
  ...WIRE,
  scores: [
    {
      ...WIRE.scores[0]!,
      lanes: [
        [-1, 2, "CSDI", [0, 3], [0, 2, 1, 1]],
        [-1, 3, "C", [3, 1], [2, 1]],
      ],
      blame: null,
    },
  ],
};

/** The same words with segments routed to the speakers, as in DI-cpWER: lanes have no stream. */
export const SWAPPED: WireSession = {
  ...WIRE,
  scores: [{ ...WIRE.scores[0]!, lanes: [[0, -1, "CSD", [0, 3], [0, 2]], [1, -1, "CI", [3, 1], [2, 2]]], blame: null }],
};

const counts = { errors: 3, length: 4, rate: 0.75, insertions: 1, deletions: 1, substitutions: 1, correct: 2 };

export const INFO: ScoreInfo = {
  metric: "cpwer",
  unit: "word",
  title: "cpWER",
  about: "",
  system: "hyp",
  signature: "cpwer",
  total: { ...counts, lower_bound: 3, exact: true },
  warnings: [],
  notes: [],
  unpaired: [],
  sessions: [{ ...counts, lower_bound: 3, exact: true }],
  frequent: { S: [], D: [], I: [] },
  interval: null,
  blame: null,
  slices: {},
  speakers: [],
  worst: [],
  strips: null,
};

export function scene(wire: WireSession = WIRE, state: Partial<State> = {}): Scene {
  const made = new Scene(0, INFO, new Session(0, "m", wire).score(0)!);
  made.filter({ ...START, session: 0, ...state });
  return made;
}
