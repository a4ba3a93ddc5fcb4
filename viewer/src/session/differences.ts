/** Errors of two systems on the same reference: of only one of them, or of both; with buttons to step through them. */

import { isolated } from "../direction";
import { h, replace } from "../dom";
import { abridged, count } from "../format";
import type { Differ, Store } from "../state";
import type { Scene } from "./scene";

/** Class of a step: no error, error only in the first score, only in the second, in both. */
export const CLASSES: readonly (Differ | null)[] = [null, "first", "second", "both"];
/** Insertions of the same word within this many seconds count as the same error. */
const NEAR = 1;

interface Place {
  moment: number;
  scene: number;
  step: number;
}

/** Returns the class of every step for both scores; null if their references differ. */
export function classes(first: Scene, second: Scene): [Uint8Array, Uint8Array] | null {
  if (first.aligned.reference !== second.aligned.reference) return null;
  const both = [first, second] as const;
  const wrong = both.map(({ aligned }) => {
    const found = new Set<number>();
    aligned.steps.kind.forEach((kind, i) => (kind === "S" || kind === "D") && found.add(aligned.steps.reference[i]!));
    return found;
  });
  const inserted = both.map(insertions);
  return both.map(({ aligned, layout }, own) => {
    const other = 1 - own;
    return Uint8Array.from(aligned.steps.kind, (kind, i) => {
      if (kind === "C") return 0;
      const shared =
        kind === "I"
          ? (inserted[other]!.get(aligned.hypothesisText(i)) ?? []).some((moment) => Math.abs(moment - layout.middle[i]!) <= NEAR)
          : wrong[other]!.has(aligned.steps.reference[i]!);
      return shared ? 3 : own + 1;
    });
  }) as [Uint8Array, Uint8Array];
}

function insertions({ aligned, layout }: Scene): Map<string, number[]> {
  const found = new Map<string, number[]>();
  aligned.steps.kind.forEach((kind, i) => {
    if (kind !== "I") return;
    const word = aligned.hypothesisText(i);
    found.set(word, [...(found.get(word) ?? []), layout.middle[i]!]);
  });
  return found;
}

export class Differences {
  readonly element = h("div", { class: "differences", role: "group", "aria-label": "errors of two systems" });
  private readonly codes: [Uint8Array, Uint8Array] | null;
  /** Steps in which the systems differ, in order. */
  private readonly places: Place[] = [];
  private last: Place | null = null;
  /** The step of the first score that was chosen for it. */
  private chosen: number | null = null;
  private drawn = "";

  constructor(
    private readonly scenes: readonly Scene[],
    private readonly store: Store,
    private readonly choose: (step: number, scene: number) => void,
  ) {
    const [first, second] = scenes;
    this.codes = first && second ? classes(first, second) : null;
    this.codes?.forEach((codes, scene) => {
      scenes[scene]!.differs = codes;
      scenes[scene]!.filter(store.state);
      codes.forEach((code, step) => {
        if (code === scene + 1) this.places.push({ moment: scenes[scene]!.layout.middle[step]!, scene, step });
      });
    });
    this.places.sort((a, b) => a.moment - b.moment || a.scene - b.scene || a.step - b.step);
    this.element.hidden = this.codes === null;
    this.update();
  }

  update(): void {
    const { differ } = this.store.state;
    const key = `${this.scenes.map((scene) => scene.version).join()} ${differ}`;
    if (!this.codes || this.drawn === key) return;
    this.drawn = key;
    const [first, second] = this.scenes.map(({ info }) => info);
    const named = (first!.system === second!.system ? [first!.title, second!.title] : [first!.system, second!.system]).map((name) => abridged(name));
    const number = (scene: number, code: number): number => this.codes![scene]!.reduce((sum, own, step) => sum + Number(own === code && this.scenes[scene]!.shows(step)), 0);
    const button = (which: Differ, text: string, errors: number): HTMLElement =>
      h(
        "button",
        { type: "button", class: "chip", "data-differ": which, "aria-pressed": String(differ === which), on: { click: () => this.store.set({ differ: differ === which ? null : which }) } },
        text,
        h("b", {}, count(errors)),
      );
    const move = (forward: boolean): HTMLElement =>
      h(
        "button",
        { type: "button", title: `${forward ? "next" : "previous"} difference (${forward ? "d" : "Shift+D"})`, on: { click: () => this.go(forward) } },
        forward ? "Next difference" : "Previous",
      );
    replace(
      this.element,
      h("span", { class: "title" }, "Errors in"),
      button("first", `only ${isolated(named[0]!)}`, number(0, 1)),
      button("second", `only ${isolated(named[1]!)}`, number(1, 2)),
      button("both", "both", number(0, 3)),
      h("span", { class: "moves" }, move(false), move(true)),
    );
  }

  /** Moves to the next difference of the chosen class; returns whether there is one. */
  go(forward: boolean): boolean {
    const { differ, step } = this.store.state;
    const wanted = this.places.filter((place) => (differ === null || differ === "both" || CLASSES[place.scene + 1] === differ) && this.scenes[place.scene]!.shows(place.step));
    if (wanted.length === 0) return false;
    const main = this.scenes[0]!;
    const from = this.last ? wanted.indexOf(this.last) : -1;
    let next: number;
    // Another word may have been chosen since.
    if (from >= 0 && step !== null && step === this.chosen) next = from + (forward ? 1 : -1);
    else {
      const moment = step === null ? -Infinity : main.layout.middle[step]!;
      const after = wanted.findIndex((place) => place.moment > moment);
      next = forward ? after : (after < 0 ? wanted.length : after) - 1;
    }
    this.last = wanted[((next % wanted.length) + wanted.length) % wanted.length]!;
    this.choose(this.last.step, this.last.scene);
    this.chosen = this.store.state.step;
    return true;
  }
}
