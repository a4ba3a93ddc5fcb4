/** Plays the recording of a session, from its file or from clips in the page. Times are seconds of the session. */

import type { Scene } from "../session/scene";

const MARGIN = 0.15;

/** A stretch of the recording. */
export interface Clip {
  start: number;
  end: number;
  /** URL of the audio, requested when it is first played. */
  address: () => string;
  content: () => Promise<ArrayBuffer>;
  name: string;
}

export class Player {
  private readonly element = new Audio();
  private clip: Clip | null = null;
  private range: [number, number] = [0, Infinity];
  private head: number | null = null;
  looping = false;
  /** Why it cannot play; null if it can. */
  problem: string | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private clips: readonly Clip[]) {
    this.element.preload = "none";
    for (const event of ["play", "pause", "seeked", "ended"] as const) this.element.addEventListener(event, () => this.notify());
    this.element.addEventListener("timeupdate", () => this.tick());
  }

  get ready(): boolean {
    return this.clips.length > 0;
  }

  get playing(): boolean {
    return !this.element.paused && !this.element.ended;
  }

  get speed(): number {
    return this.element.playbackRate;
  }

  set speed(speed: number) {
    this.element.defaultPlaybackRate = this.element.playbackRate = speed;
  }

  get parts(): readonly Clip[] {
    return this.clips;
  }

  /** Position of the playhead; null before the first playback or click. */
  get at(): number | null {
    return this.playing && this.clip ? this.clip.start + this.element.currentTime : this.head;
  }

  /** Called when it starts, stops or jumps. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Replaces a missing recording. */
  replace(clips: readonly Clip[]): void {
    this.stop();
    this.clips = clips;
    this.clip = this.problem = null;
    this.notify();
  }

  stop(): void {
    this.head = this.at;
    this.element.pause();
  }

  /** Moves the playhead; playback continues from there. */
  async seek(moment: number): Promise<void> {
    this.head = moment;
    if (this.playing) await this.play(moment, Infinity, 0);
    else this.notify();
  }

  async toggle(): Promise<void> {
    if (!this.ready) return;
    if (this.playing) this.stop();
    else await this.play(this.head ?? this.clips[0]?.start ?? 0, Infinity, 0);
  }

  async play(from: number, to = Infinity, margin = MARGIN): Promise<void> {
    // The clip that covers at least part of the stretch.
    const clip = this.clips.find((one) => from < one.end && one.start < (to < Infinity ? to : from + MARGIN));
    this.head = clip ? Math.max(from, clip.start) : from;
    if (!clip) {
      this.stop();
      return this.fail("this page has audio only around errors");
    }
    this.problem = null;
    this.range = [Math.max(clip.start, from - margin), to + margin];
    if (clip !== this.clip) {
      this.clip = clip;
      this.element.src = clip.address();
    }
    this.element.currentTime = this.range[0] - clip.start;
    try {
      await this.element.play();
    } catch (error) {
      // Aborted by another click, which is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.fail(`cannot play ${clip.name}`);
    }
  }

  /** Stops or repeats at the end of the range. */
  tick(): void {
    if (!this.playing || !this.clip) return;
    const [from, to] = this.range;
    if (this.clip.start + this.element.currentTime < to) return;
    if (this.looping) this.element.currentTime = from - this.clip.start;
    else this.stop();
  }

  private fail(problem: string): void {
    this.problem = problem;
    this.notify();
  }

  private notify(): void {
    if (this.element.ended && this.clip) {
      this.head = Math.min(this.clip.end, this.clip.start + this.element.duration);
      if (this.looping) return void this.play(this.range[0], this.range[1], 0);
      // A long run of errors has several clips.
      const { end } = this.clip;
      if (this.range[1] > end && this.clips.some((one) => one.start === end)) return void this.play(end, this.range[1], 0);
    }
    for (const listener of this.listeners) listener();
  }
}

/** Returns the start and end of the utterance of a step. */
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
