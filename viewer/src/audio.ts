/** Plays the stretch of the recording where an utterance is said. */

import type { Scene } from "./session/scene";

const MARGIN = 0.15;

export class Player {
  private readonly element: HTMLAudioElement | null;
  private until = Infinity;
  /** Called when it starts or stops. */
  onChange: () => void = () => undefined;

  constructor(address: string | null) {
    this.element = address === null ? null : new Audio();
    if (!this.element || address === null) return;
    this.element.preload = "none";
    this.element.src = address;
    for (const event of ["play", "pause"] as const) this.element.addEventListener(event, () => this.onChange());
    this.element.addEventListener("timeupdate", () => {
      if (this.element!.currentTime >= this.until) this.element!.pause();
    });
  }

  get ready(): boolean {
    return this.element !== null;
  }

  get playing(): boolean {
    return this.element !== null && !this.element.paused;
  }

  stop(): void {
    this.element?.pause();
  }

  /** From and to are seconds. Resolves to a message where the recording cannot be played. */
  async play(from: number, to: number): Promise<string | null> {
    if (!this.element) return null;
    this.until = to + MARGIN;
    this.element.currentTime = Math.max(0, from - MARGIN);
    try {
      await this.element.play();
      return null;
    } catch {
      return `cannot play ${decodeURIComponent(this.element.getAttribute("src") ?? "")}`;
    }
  }
}

/** When the utterance around a step begins and ends. */
export function utteranceOf(scene: Scene, step: number): [number, number] {
  const { steps, reference, hypothesis } = scene.aligned;
  const [side, word] =
    steps.reference[step]! >= 0 ? [reference, steps.reference[step]!] : [hypothesis, steps.hypothesis[step]!];
  let first = word;
  let last = word;
  while (first > 0 && side.utterance[first - 1] === side.utterance[word]) first--;
  while (last + 1 < side.word.length && side.utterance[last + 1] === side.utterance[word]) last++;
  return [side.start[first]!, side.end[last]!];
}
