/** For every step of a score the cause of its error, and where a misplaced word belongs. */

import type { Aligned } from "../data/session";
import type { WireBlame } from "../data/wire";

const FIRST = "a".charCodeAt(0);
/** No error, or one of which nobody knows. */
export const NONE = -1;

export interface Home {
  /** The step where the word stands, on a stream. */
  stands: number;
  /** The step of the word as it was said. */
  said: number;
}

export class Causes {
  /** The number of the part of the chain, by step: the part that can be mended most easily where both words have one. */
  readonly part: Int8Array;
  readonly names: readonly string[];
  /** In the order of the words as they were said. */
  readonly homes: Home[] = [];
  private readonly byStep = new Map<number, Home>();

  constructor(
    aligned: Aligned,
    readonly wire: WireBlame,
  ) {
    const { steps } = aligned;
    this.names = wire.parts.map(([name]) => name);
    this.part = new Int8Array(steps.length).fill(NONE);
    const said = new Map<number, number>();
    const heard = new Map<number, number>();
    for (let i = 0; i < steps.length; i++) {
      const [r, h] = [steps.reference[i]!, steps.hypothesis[i]!];
      if (r >= 0) said.set(r, i);
      if (h >= 0) heard.set(h, i);
      if (steps.kind[i] === "C") continue;
      const causes = [r < 0 ? NaN : letter(wire.reference, r), h < 0 ? NaN : letter(wire.hypothesis, h)].filter((one) => one >= 0);
      if (causes.length) this.part[i] = Math.min(...causes);
    }
    let [reference, hypothesis] = [0, 0];
    wire.homes?.forEach((gap, n) => {
      reference += gap;
      hypothesis += wire.stand![n]!;
      const home = { said: said.get(reference), stands: heard.get(hypothesis) };
      if (home.said === undefined || home.stands === undefined) return;
      this.homes.push(home as Home);
      this.byStep.set(home.said, home as Home);
      if (!this.byStep.has(home.stands)) this.byStep.set(home.stands, home as Home);
    });
  }

  /** Where the word of a step stands, or who said it. */
  home(step: number): Home | null {
    return this.byStep.get(step) ?? null;
  }
}

function letter(letters: string | undefined, word: number): number {
  const code = letters?.charCodeAt(word) ?? NaN;
  return code >= FIRST ? code - FIRST : NaN;
}

/** How the page tells of a cause. */
export function causeName(causes: Causes, step: number): string | null {
  const part = causes.part[step]!;
  return part < 0 ? null : causes.names[part]!;
}
