/** The cause of every error of a score, and the misattributed words. */

import type { Aligned } from "../data/session";
import type { WireBlame } from "../data/wire";

const FIRST = "a".charCodeAt(0);
/** Part of a step without an error, or of an error whose cause is not known. */
export const NONE = -1;

/** A correct word in another place than its reference word. */
export interface MisattributedWord {
  /** The step of its hypothesis word. */
  hypothesis: number;
  /** The step of its reference word. */
  reference: number;
}

export class Causes {
  /** The number of the cause of each step: if both words have one, the first in the chain. */
  readonly part: Int8Array;
  readonly names: readonly string[];
  /** In the order of the reference words. */
  readonly misattributed: MisattributedWord[] = [];
  private readonly byStep = new Map<number, MisattributedWord>();

  constructor(
    aligned: Aligned,
    readonly wire: WireBlame,
  ) {
    const { steps } = aligned;
    this.names = wire.parts.map(([name]) => name);
    this.part = new Int8Array(steps.length).fill(NONE);
    const referenceSteps = new Map<number, number>();
    const hypothesisSteps = new Map<number, number>();
    for (let i = 0; i < steps.length; i++) {
      const [r, h] = [steps.reference[i]!, steps.hypothesis[i]!];
      if (r >= 0) referenceSteps.set(r, i);
      if (h >= 0) hypothesisSteps.set(h, i);
      if (steps.kind[i] === "C") continue;
      const causes = [r < 0 ? NaN : letter(wire.reference, r), h < 0 ? NaN : letter(wire.hypothesis, h)].filter((one) => one >= 0);
      if (causes.length) this.part[i] = Math.min(...causes);
    }
    let [reference, hypothesis] = [0, 0];
    wire.spoken?.forEach((gap, n) => {
      reference += gap;
      hypothesis += wire.written![n]!;
      const [spoken, written] = [referenceSteps.get(reference), hypothesisSteps.get(hypothesis)];
      if (spoken === undefined || written === undefined) return;
      const word = { reference: spoken, hypothesis: written };
      this.misattributed.push(word);
      this.byStep.set(spoken, word);
      if (!this.byStep.has(written)) this.byStep.set(written, word);
    });
  }

  /** The misattributed word that a step belongs to, on either side. */
  misattributedAt(step: number): MisattributedWord | null {
    return this.byStep.get(step) ?? null;
  }
}

function letter(letters: string | undefined, word: number): number {
  const code = letters?.charCodeAt(word) ?? NaN;
  return code >= FIRST ? code - FIRST : NaN;
}

/** The name of the cause of a step; null if it has none. */
export function causeName(causes: Causes, step: number): string | null {
  const part = causes.part[step]!;
  return part < 0 ? null : causes.names[part]!;
}
