/** The audio strip: play, loop, speed, the waveform in view, and the playhead over all timelines. */

import { h, replace } from "../dom";
import { clock } from "../format";
import { select } from "../parts";
import { onThemeChange, readTheme } from "../theme";
import { addGestures } from "../timeline/gestures";
import type { Viewport } from "../timeline/viewport";
import { fromBlob } from "./clips";
import type { Clip, Player } from "./player";
import { loudest, readLoudness } from "./waveform";

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];
const HEIGHT = 44;
const BAR = 2;

export class Strip {
  readonly element = h("div", { class: "sound", role: "group", "aria-label": "recording" });
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly said = h("p", { class: "said", role: "status" });
  private readonly time = h("output", { class: "time" });
  private readonly button: HTMLButtonElement;
  private readonly picture: HTMLElement;
  private heads: HTMLElement[] = [];
  private readonly clickable = new WeakSet<HTMLElement>();
  private readonly known = new Map<Clip, Float32Array | null>();
  private running = false;
  private readonly stop: (() => void)[] = [];

  constructor(
    private readonly player: Player,
    private readonly view: Viewport,
  ) {
    this.button = h("button", { type: "button", class: "start", on: { click: () => void player.toggle() } });
    const loop = h("button", { type: "button", class: "loop", title: "repeat the utterance, or from the playhead", "aria-pressed": "false" }, "Loop");
    loop.addEventListener("click", () => {
      player.looping = !player.looping;
      loop.setAttribute("aria-pressed", String(player.looping));
    });
    const speeds = SPEEDS.map((speed) => ({ value: String(speed), text: `${speed}×` }));
    const speed = select("speed", speeds, "1", (value) => (player.speed = Number(value)));
    this.picture = h("div", { class: "wave", title: "click to play from here" }, this.canvas, this.said);
    this.element.append(h("div", { class: "sound-keys" }, this.button, this.time, loop, speed), this.picture);
    addGestures(this.canvas, view, { click: (left) => void player.play(this.moment(left), Infinity, 0) });
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.picture);
    this.stop.push(
      () => observer.disconnect(),
      () => player.stop(),
      view.listen(() => this.draw()),
      onThemeChange(() => this.draw()),
      player.listen(() => this.update()),
    );
    this.update();
    void this.read();
  }

  close(): void {
    for (const stop of this.stop) stop();
  }

  /** Draws the playhead over these timelines. */
  over(pictures: readonly HTMLElement[]): void {
    for (const head of this.heads) head.remove();
    this.heads = [this.picture, ...pictures].map((picture) => {
      const head = h("div", { class: "playhead", hidden: true });
      picture.append(head);
      if (picture !== this.picture) this.addClicks(picture);
      return head;
    });
    this.placeHead();
  }

  /** A click moves the playhead; a double click plays from there. */
  private addClicks(picture: HTMLElement): void {
    if (this.clickable.has(picture)) return;
    this.clickable.add(picture);
    let pressed = 0;
    picture.addEventListener("pointerdown", (event) => (pressed = event.clientX));
    const at = (event: MouseEvent): number => this.moment(event.clientX - picture.getBoundingClientRect().left);
    picture.addEventListener("click", (event) => Math.abs(event.clientX - pressed) < 4 && void this.player.seek(at(event)));
    picture.addEventListener("dblclick", (event) => void this.player.play(at(event), Infinity, 0));
  }

  private moment(left: number): number {
    return this.view.start + (left / Math.max(this.canvas.clientWidth, 1)) * this.view.span;
  }

  private update(): void {
    const { playing } = this.player;
    this.button.textContent = playing ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", playing ? "pause" : "play");
    const { problem } = this.player;
    if (problem) this.say(problem);
    else if (playing) this.say(null);
    this.placeHead();
    if (playing && !this.running) this.run();
  }

  private run(): void {
    this.running = true;
    const step = (): void => {
      this.player.tick();
      this.placeHead();
      if (this.player.playing) requestAnimationFrame(step);
      else this.running = false;
    };
    requestAnimationFrame(step);
  }

  private placeHead(): void {
    const { at, playing } = this.player;
    this.time.textContent = at === null ? "" : clock(at, 1);
    // The view follows the playhead, a page at a time.
    if (playing && at !== null && at > this.view.end && at < this.view.last) this.view.show(at, at + this.view.span);
    const share = at === null ? -1 : (at - this.view.start) / this.view.span;
    for (const head of this.heads) {
      head.hidden = share < 0 || share > 1;
      head.style.setProperty("left", `${(100 * share).toFixed(3)}%`);
    }
  }

  /** Shows a message, with a button to choose the recording. */
  private say(message: string | null): void {
    this.said.hidden = message === null;
    if (message === null || this.said.dataset["message"] === message) return;
    this.said.dataset["message"] = message;
    const input = h("input", { type: "file", accept: "audio/*,video/*", hidden: true, tabindex: "-1", "aria-hidden": "true" });
    input.addEventListener("change", () => this.take(input.files?.[0]));
    replace(this.said, message, " ", h("button", { type: "button", on: { click: () => input.click() } }, "Choose the recording"), input);
  }

  private take(file: File | undefined): void {
    if (!file) return;
    this.player.replace([fromBlob(file, file.name)]);
    delete this.said.dataset["message"];
    this.say(null);
    void this.read();
  }

  /** Reads the waveform. A page opened from disk can play a local file, but not read it. */
  private async read(): Promise<void> {
    const { parts } = this.player;
    for (const clip of parts) {
      try {
        this.known.set(clip, await readLoudness(await clip.content()));
      } catch {
        this.known.set(clip, null);
        const disk = location.protocol === "file:" && clip.end === Infinity;
        const why = disk ? "browsers may not read local files" : `${clip.name} cannot be read`;
        if (!this.player.problem) this.say(`No waveform: ${why}.`);
      }
      this.draw();
    }
    this.element.dataset["read"] = String([...this.known.values()].filter(Boolean).length);
  }

  private draw(): void {
    const width = this.picture.clientWidth;
    if (width === 0) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    const context = this.canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const theme = readTheme();
    const perPixel = this.view.span / width;
    for (const clip of this.player.parts) {
      const found = this.known.get(clip);
      for (let left = 0; found && left < width; left += BAR) {
        const from = this.view.start + left * perPixel;
        const loud = loudest(found, clip.start, from, from + BAR * perPixel);
        if (loud < 0) continue;
        const high = Math.max(1, Math.sqrt(loud) * (HEIGHT - 4));
        context.fillStyle = theme.muted;
        context.fillRect(left, (HEIGHT - high) / 2, BAR - 0.5, high);
      }
    }
    this.placeHead();
  }
}
