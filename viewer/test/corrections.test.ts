import { describe, expect, it, test } from "vitest";

import { estimatedRate } from "../src/corrections/estimate";
import { type Correction, keyOf, parseCorrections } from "../src/corrections/store";
import { nameStep, stepsOf } from "../src/corrections/naming";
import { INFO, scene } from "./meeting";

describe("corrections", () => {
  const here = scene();

  it("name the words of a step so that they are found again", () => {
    const substituted = nameStep(here, "m", 1);
    expect(substituted.reference).toEqual({ speaker: "Alice", segment: 0, word: 1, text: "big", start: 1 });
    expect(substituted.hypothesis).toEqual({ speaker: "s0", segment: 0, word: 1, text: "pig", start: 1, system: here.info.system });
    for (let step = 0; step < here.aligned.steps.length; step++) {
      const note = { ...nameStep(here, "m", step), mark: "ignore" as const };
      expect(stepsOf(here, "m", [note]).get(keyOf(note))).toBe(step);
    }
  });

  it("of other files say which entry is none", () => {
    const word = { speaker: "A", segment: 0, word: 0, text: "a" };
    const good = { session: "m", mark: "ignore", reference: word };
    expect(parseCorrections(JSON.stringify({ corrections: [good] }))).toHaveLength(1);
    expect(parseCorrections(JSON.stringify({ hubbub: "notes", notes: [good] })), "as version 0.2 exported them").toHaveLength(1);
    expect(() => parseCorrections("{")).toThrow("not corrections");
    expect(() => parseCorrections(JSON.stringify({ corrections: [good, { ...good, mark: "x" }] }))).toThrow("entry 2");
    expect(() => parseCorrections(JSON.stringify({ corrections: [{ session: "m", mark: "ignore" }] }))).toThrow("entry 1");
  });
});

test("the rate with corrections is estimated at once", () => {
  const word = (text: string) => ({ speaker: "A", segment: 0, word: 0, text });
  const corrections: Correction[] = [
    { session: "m", mark: "wrong", instead: "pig", reference: word("big"), hypothesis: { ...word("pig"), system: "hyp" } },
    { session: "m", mark: "ignore", reference: word("world") },
    { session: "m", mark: "comment", hypothesis: { ...word("x"), system: "hyp" } },
  ];
  expect(estimatedRate(INFO, corrections)).toBe(1 / 3);
  expect(estimatedRate({ ...INFO, system: "other" }, corrections.slice(0, 1))).toBeNull();
});
