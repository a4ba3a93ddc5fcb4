/** One session: header, toolbar, and one of three views, of one score or of two side by side. */

import type { Session } from "../data/session";
import type { Index } from "../data/wire";
import { h } from "../dom";
import { handedOn } from "../export/session";
import { onPaper } from "../export/paper";
import type { Group } from "../menu";
import type { CorrectionStore } from "../corrections/store";
import { CorrectionPanel, correctionsMenu } from "../corrections/control";
import { Reading } from "../reading/view";
import { clipsOf } from "../sound/clips";
import { Player } from "../sound/player";
import { Strip } from "../sound/strip";
import type { State, Store } from "../state";
import { silence } from "../parts";
import { ofText } from "../vocabulary";
import { Minimap } from "../timeline/minimap";
import { Panel } from "../timeline/panel";
import { Viewport } from "../timeline/viewport";
import { errorsView } from "../errors/view";
import { Differences } from "./differences";
import { Header } from "./header";
import { InViewLine } from "./in-view";
import { Inspector } from "./inspector";
import { addKeys } from "./keys";
import { Scene } from "./scene";
import { inOthers } from "./systems";
import { Toolbar } from "./toolbar";

/** The smallest range in view, in seconds or words. */
const SHORTEST = 2;
/** Pixels below the minimap. */
const MARGIN = 12;

export class SessionPage {
  readonly element = h("main", { class: "session" });
  readonly session: number;
  private readonly body = h("div", { class: "body" });
  private readonly dock = h("div", { class: "dock" });
  private readonly strip: Strip | null;
  private readonly scenes: Scene[];
  private readonly view: Viewport;
  private readonly header: Header;
  private readonly toolbar: Toolbar;
  private readonly inspector: Inspector;
  private readonly differences: Differences;
  private panels: Panel[] = [];
  private reading: Reading | null = null;
  private parts: { close: () => void }[] = [];
  private shown: State["view"] | null = null;
  private readonly stop: (() => void)[] = [];
  private timer = 0;
  /** The chosen word of the compared score, such as an insertion, and the word of the main score beside it. */
  private beside: { own: number; step: number } | null = null;
  /** The search whose first hit was chosen. */
  private sought = "";

  constructor(
    index: Index,
    session: Session,
    private readonly store: Store,
    private readonly stored: CorrectionStore,
  ) {
    this.session = session.number;
    const { state } = store;
    this.scenes = [state.score, state.against].flatMap((score) => {
      const aligned = score === null ? null : session.score(score);
      return aligned ? [new Scene(score!, index.scores[score!]!, aligned, () => store.set({}))] : [];
    });
    this.differences = new Differences(this.scenes, store, (step, scene) => this.choose(step, scene));
    for (const scene of this.scenes) scene.filter(state);
    const first = Math.min(...this.scenes.map((scene) => scene.aligned.start));
    const last = Math.max(...this.scenes.map((scene) => scene.aligned.end));
    this.view = new Viewport(first, last, SHORTEST);
    if (state.range) this.view.show(...state.range);
    const player = new Player(this.main.aligned.timed ? clipsOf(index, session.number) : []);
    this.header = new Header(index, store, () => this.handedOn(session.name));
    this.toolbar = new Toolbar(this.main, store, this.view, {
      error: (forward) => this.toError(forward),
      hit: (forward) => void this.go(this.main.hitList, forward),
    });
    const corrections = new CorrectionPanel(stored, this.main, session.name, (step) => this.choose(step));
    // Diarization has no words to correct.
    const marks = ofText(this.main.info.unit) ? corrections : null;
    const next = h(
      "div",
      { class: "next-error" },
      h("button", { type: "button", on: { click: () => this.toError(false) } }, "‹ Previous error"),
      h("button", { type: "button", on: { click: () => this.toError(true) } }, "Next error ›"),
    );
    this.inspector = new Inspector(this.main, player, (step) => this.choose(step), marks, (step) => inOthers(index, session, store, this.main, step, this.besides(step)));
    this.element.append(
      ...[this.header, this.toolbar, this.differences].map((part) => part.element),
      ...[this.body, this.dock],
    );
    this.strip = player.ready ? new Strip(player, this.view) : null;
    this.dock.append(...(this.strip ? [this.strip.element] : []), corrections.element, this.inspector.element, next);
    this.stop.push(
      this.view.listen(() => this.keepRange()),
      this.view.listen(() => this.tellRange()),
      store.listen((now, before) => this.update(now, before)),
      addKeys({
        error: (forward) => this.toError(forward),
        difference: (forward) => void this.differences.go(forward),
        pan: (share) => this.view.pan(share * this.view.span),
        zoom: (factor) => this.view.zoom(factor, this.focus()),
        find: () => this.toolbar.search.select(),
        escape: () => this.escape(),
        play: () => void (store.state.step === null ? player.toggle() : this.inspector.play(store.state.step)),
        arrows: () => store.state.view === "timeline",
      }),
      () => this.strip?.close(),
      () => corrections.close(),
      onPaper(this.body, () => this.panels),
    );
    this.tellRange();
    this.showView();
    this.inspector.update(state.step);
    this.chooseFirst(true);
  }

  close(): void {
    clearTimeout(this.timer);
    for (const part of this.parts) part.close();
    for (const stop of this.stop) stop();
    for (const scene of this.scenes) scene.close();
  }

  private handedOn(session: string): Group[] {
    const { scenes, view, panels, reading } = this;
    return [...handedOn({ session, scenes, view, state: this.store.state, panels, reading }), correctionsMenu(this.stored)];
  }

  private get main(): Scene {
    return this.scenes[0]!;
  }

  private showView(): void {
    const { view } = this.store.state;
    if (view === this.shown) return;
    const left = this.reading?.position() ?? null;
    this.shown = view;
    for (const part of this.parts) part.close();
    this.parts = [];
    this.panels = [];
    this.reading = null;
    this.element.dataset["view"] = view;
    // Both views keep the position. What is far from the range in view moves it.
    if (left !== null && !this.view.whole && (left < this.view.start || left > this.view.end)) this.view.show(left, left + this.view.span);
    if (view === "timeline") this.showTimeline();
    else if (view === "reading") {
      const reading = new Reading(this.scenes.filter((scene) => ofText(scene.info.unit)), this.store, (step, scene) => this.choose(step, scene));
      const line = new InViewLine(this.scenes, this.store, null);
      this.parts = [reading, line];
      this.reading = reading;
      reading.element.prepend(line.element);
      this.body.replaceChildren(reading.element);
      this.showPlayhead();
      if (this.store.state.step !== null) reading.reveal(this.store.state.step);
      else if (!this.view.whole) reading.goTo(this.view.start);
    } else {
      this.body.replaceChildren(
        errorsView(this.scenes, this.store, (step, scene) => {
          this.choose(step, scene);
          this.store.set({ view: "timeline" });
        }),
      );
    }
  }

  private showTimeline(): void {
    const room = (): number => {
      const above = map.element.getBoundingClientRect().bottom + scrollY + MARGIN;
      const free = innerHeight - above - this.dock.offsetHeight;
      // On a phone, and zoomed, the page scrolls rather than its rows becoming too low.
      return Math.max(free, innerWidth <= 600 || innerHeight <= 560 ? 520 : 240) / this.scenes.length;
    };
    const map = new Minimap(this.scenes, this.store, this.view);
    this.panels = this.scenes.map(
      (scene, number) =>
        new Panel(
          scene,
          this.store,
          this.view,
          room,
          this.scenes.length > 1 ? this.called(scene) : null,
          () => {
            const { step } = this.store.state;
            return step === null ? null : ((number ? this.besides(step) : null) ?? scene.counterpart(this.main, step));
          },
          (step) => this.store.set({ step: step === null ? null : this.main.counterpart(this.scenes[number]!, step) }),
        ),
    );
    const line = new InViewLine(this.scenes, this.store, this.view);
    this.parts = [map, line, ...this.panels];
    this.body.replaceChildren(
      h("div", { class: "map-line" }, line.element, map.element),
      ...this.panels.map((panel) => panel.element),
      this.scenes.every((scene) => scene.aligned.steps.length === 0) ? silence(this.main.info.unit) : "",
    );
    this.showPlayhead();
  }

  /** The system, or the metric if both are of one system. */
  private called({ info }: Scene): string {
    return this.scenes.every((scene) => scene.info.system === info.system) ? info.title : info.system;
  }

  private showPlayhead(): void {
    this.strip?.over(this.panels.map((panel) => panel.element.querySelector<HTMLElement>(".picture")!));
  }

  private update(now: State, before: State): void {
    if (now.session !== before.session) return; // this page is being replaced
    for (const scene of this.scenes) scene.filter(now);
    this.header.update();
    this.toolbar.update();
    this.differences.update();
    if (now.range && now.range !== before.range) this.view.show(...now.range);
    else if (!now.range && before.range) this.view.reset(); // a link without a range shows the whole session
    this.showView();
    if (now.step !== before.step) this.inspector.update(now.step);
    this.chooseFirst(false);
  }

  /** Chooses the first hit after the current position; if the search opened the session, also shows it. */
  private chooseFirst(opening: boolean): void {
    const { query, step, range } = this.store.state;
    if (query === this.sought || this.main.searching) return;
    this.sought = query;
    if (query.trim() === "" || (step !== null && this.main.hits[step])) return;
    const first = this.main.neighbor(this.main.hitList, null, this.view, true);
    if (first === null) return;
    if (opening && range === null) this.reveal(first);
    else this.view.include(this.main.layout.middle[first]!);
    // Deferred until all listeners have handled the current change.
    queueMicrotask(() => this.store.state.query === query && this.store.set({ step: first }));
  }

  /** Converts the chosen step of any score to one of the main score. */
  private choose(step: number | null, scene = 0): void {
    const own = step === null ? null : this.main.counterpart(this.scenes[scene]!, step);
    this.beside = own !== null && step !== null && scene > 0 ? { own, step } : null;
    if (own !== null) this.reveal(own);
    const again = own === this.store.state.step;
    this.store.set({ step: own });
    if (again) this.inspector.update(own);
  }

  /** The word of the compared score that was chosen together with a step of the main score. */
  private besides(step: number): number | null {
    return this.beside?.own === step ? this.beside.step : null;
  }

  /** Errors of only the compared score are reached as differences. */
  private toError(forward: boolean): void {
    const moved = this.store.state.differ === "second" && this.main.differs ? this.differences.go(forward) : this.go(this.main.errorList, forward);
    if (!moved) this.inspector.tell("No error passes the filters.");
  }

  private go(list: readonly number[], forward: boolean): boolean {
    const next = this.main.neighbor(list, this.store.state.step, this.view, forward);
    if (next !== null) this.choose(next);
    return next !== null;
  }

  private reveal(step: number): void {
    const widest = this.panels[0]?.readable() ?? (this.main.aligned.timed ? 12 : 30);
    this.view.reveal(this.main.layout.middle[step]!, widest);
  }

  private focus(): number {
    const { step } = this.store.state;
    const at = step === null ? NaN : this.main.layout.middle[step]!;
    return at > this.view.start && at < this.view.end ? at : (this.view.start + this.view.end) / 2;
  }

  /** Undoes one thing at a time: the chosen word, the search, the zoom, the session. */
  private escape(): void {
    const { state } = this.store;
    if (state.step !== null) this.store.set({ step: null });
    else if (state.query) this.store.set({ query: "" });
    else if (!this.view.whole) this.view.reset();
    else this.store.set({ session: null });
  }

  private tellRange(): void {
    this.element.dataset["range"] = `${this.view.start.toFixed(3)}-${this.view.end.toFixed(3)}`;
  }

  /** Updates the address when the view is at rest, not for every frame of a zoom. */
  private keepRange(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.store.set({ range: this.view.whole ? null : [this.view.start, this.view.end] });
    }, 200) as unknown as number;
  }
}
