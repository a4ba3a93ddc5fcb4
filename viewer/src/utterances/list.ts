/** A list of utterances: their texts with errors, those with most errors first; filtered by system, by error and by words. */

import { Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { abridged, amount, count, percent } from "../format";
import { errorClass, isText, type Line, lines, listed, sortOf, total } from "../overview/columns";
import { nameOfScore, scoreControls } from "../overview/controls";
import { selectedLines } from "../reading/copy";
import { playButton, select } from "../parts";
import { parseQuery } from "../session/search";
import { clipsOf } from "../sound/clips";
import { Player } from "../sound/player";
import type { Differ, State, Store } from "../state";
import { errorsIn } from "../vocabulary";
import { searchSessions } from "./corpus";
import { emptyRow, fill, type Shown } from "./row";
import { VirtualList } from "./virtual";

/** Number of rows on paper. */
const ON_PAPER = 100;
/** Maximum number of unpacked sessions. */
const KEPT = 500;
/** Heights in pixels of a row, of a line of text, and width of a character. */
const [ROW, LINE, CHARACTER] = [16, 27, 8];

const ORDERS = [
  ["-both", "most errors"],
  ["-difference", "largest difference"],
  ["-rate", "highest rate"],
  ["-words", "longest"],
  ["session", "name"],
] as const;

export class UtteranceList {
  readonly element = h("section", { class: "utterances" });
  private readonly controls = h("div", { class: "controls" });
  private readonly classes = h("div", { class: "classes", role: "group", "aria-label": "errors in" });
  private readonly sums = h("div", { class: "sums", "aria-live": "polite" });
  private readonly nothing = h("p", { class: "nothing", hidden: true }, "No utterance matches.");
  private readonly filter: HTMLInputElement;
  private readonly rows = new VirtualList((row) => this.row(row), (row) => this.estimate(row));
  private readonly sessions = new Map<number, Session>();
  private lines: readonly Line[] = [];
  private key = "";
  private turn = 0;
  private player: Player | null = null;
  /** The session that was played last. */
  private played: number | null = null;

  constructor(
    private readonly index: Index,
    private readonly store: Store,
    aside: HTMLElement,
  ) {
    this.filter = h("input", {
      type: "search",
      placeholder: "Words, the → a, name, or 20%-30%",
      "aria-label": "filter utterances",
      dir: "auto",
      value: store.state.sessions,
      on: {
        input: () => store.set({ sessions: this.filter.value, found: null }),
        keydown: (event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          this.rows.element.querySelector("a")?.focus();
        },
      },
    });
    this.element.append(
      h("div", { class: "title-line" }, h("h2", {}, "Utterances"), this.filter, this.controls),
      this.classes,
      this.sums,
      h("div", { class: "columns" }, aside, h("div", { class: "list" }, this.rows.element, this.nothing)),
    );
    this.rows.element.addEventListener("click", (event) => this.openWord(event));
    this.rows.element.addEventListener("copy", (event) => this.copy(event));
    addEventListener("beforeprint", () => this.rows.write(ON_PAPER));
    addEventListener("afterprint", () => this.rows.unwrite());
    store.listen((_, before) => this.update(before));
    this.update(null);
  }

  /** The overview was just put on the page. */
  private update(before: State | null): void {
    const { state } = this.store;
    if (state.session !== null) return;
    if (document.activeElement !== this.filter) this.filter.value = state.sessions;
    if (isText(state.sessions) && state.found === null) void this.search();
    const key = JSON.stringify([state.score, state.against, state.sort, state.sessions, state.differ, state.found?.size]);
    if (key !== this.key) {
      this.key = key;
      this.lines = listed(this.index, state);
      this.drawControls();
      this.drawSums();
      this.rows.show(this.lines.length);
      this.nothing.hidden = this.lines.length > 0;
      void this.readFirst();
    } else this.rows.update();
    const left = before?.session ?? null;
    const row = left === null ? -1 : this.lines.findIndex(({ session }) => session === left);
    if (row >= 0) this.rows.reveal(row)?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  }

  private get shown(): Shown {
    const { score, against, sessions } = this.store.state;
    const scores = against === null ? [score] : [score, against];
    return { scores, names: against === null ? [] : scores.map((one) => nameOfScore(this.index, one)), query: isText(sessions) ? sessions : "" };
  }

  /** Finds the utterances with words of the filter, in either score. */
  private async search(): Promise<void> {
    const turn = ++this.turn;
    const { state } = this.store;
    const query = parseQuery(state.sessions);
    if (query.error || query.wild !== null) return;
    const found = new Set<number>();
    // A certain error is one of the shown score.
    for (const score of query.pair ? [state.score] : this.shown.scores) {
      await searchSessions(this.index, score, query, () => turn === this.turn, (session) => void found.add(session));
    }
    if (turn === this.turn && this.store.state.sessions === state.sessions) this.store.set({ found });
  }

  private drawControls(): void {
    const { state } = this.store;
    const compares = state.against !== null;
    const orders = ORDERS.filter(([key]) => compares || key !== "-difference").map(([value, text]) => ({ value, text }));
    replace(
      this.controls,
      select("Sort by", orders, sortOf(this.index, state), (sort) => this.store.set({ sort })),
      scoreControls(this.index, this.store),
    );
    const all = lines(this.index, state.score, state.against, state.sessions, state.found);
    const [first, second] = [state.score, state.against ?? 0].map((score) => abridged(nameOfScore(this.index, score)));
    const names: [Differ | null, string][] = compares
      ? [[null, "all"], ["first", `only ${first}`], ["second", `only ${second}`], ["both", "both"], ["none", "neither"]]
      : [[null, "all"], ["first", "with errors"], ["none", "without errors"]];
    replace(
      this.classes,
      compares ? h("span", { class: "title" }, "Errors in") : null,
      names.map(([differ, text]) =>
        h(
          "button",
          { type: "button", class: "chip", "data-differ": differ ?? "all", "aria-pressed": String(state.differ === differ), on: { click: () => this.store.set({ differ }) } },
          text,
          h("b", {}, count(differ === null ? all.length : all.filter((line) => errorClass(line) === differ).length)),
        ),
      ),
    );
  }

  /** Number and rates of the listed utterances. */
  private drawSums(): void {
    const { state } = this.store;
    const [all, sums] = [this.index.sessions.length, total(this.lines)];
    const listed = this.lines.length === all ? amount(all, "utterance") : `${count(this.lines.length)} of ${amount(all, "utterance")}`;
    const searching = isText(state.sessions) && state.found === null;
    replace(
      this.sums,
      h("span", { class: "shown" }, searching ? `${listed}, searching …` : listed),
      this.lines.length ? this.shown.scores.map((score, place) => this.sum(score, place ? sums.other : sums.own)) : null,
      this.lines.length > ON_PAPER ? h("span", { class: "on-paper" }, `The first ${ON_PAPER} are printed.`) : null,
    );
  }

  private sum(score: number, counts: Line["other"]): HTMLElement | null {
    if (!counts) return null;
    const several = this.store.state.against !== null;
    return h("span", {}, several ? `${nameOfScore(this.index, score)} ` : "", h("b", {}, percent(counts.rate)), ` ${errorsIn(this.index.scores[score]!.unit, counts)}`);
  }

  private row(number: number): HTMLElement {
    const line = this.lines[number]!;
    const { shown } = this;
    const row = emptyRow(this.index, this.store, line, shown);
    if (clipsOf(this.index, line.session).length) row.querySelector(".name")!.append(playButton(line.name, () => void this.play(line.session)));
    const session = this.sessions.get(line.session);
    if (session) fill(row, this.index, session, line, shown);
    else
      void this.read(line.session).then((read) => {
        if (!row.isConnected) return;
        fill(row, this.index, read, line, shown);
        this.rows.measure();
      });
    return row;
  }

  private async read(number: number): Promise<Session> {
    const session = this.sessions.get(number) ?? new Session(number, this.index.sessions[number]!, await readSession(this.index, number));
    this.sessions.set(number, session);
    const oldest = this.sessions.keys().next();
    if (this.sessions.size > KEPT && !oldest.done) this.sessions.delete(oldest.value);
    return session;
  }

  /** Plays an utterance, or stops it. Without times the recording is the utterance. */
  private async play(number: number): Promise<void> {
    const again = this.played === number && this.player?.playing;
    this.player?.stop();
    if (again) return;
    this.played = number;
    const aligned = (await this.read(number)).score(this.store.state.score);
    this.player = new Player(clipsOf(this.index, number));
    await (aligned?.timed ? this.player.play(aligned.start, aligned.end) : this.player.play(0, Infinity, 0));
  }

  /** Reads the rows that are printed, since printing does not wait. */
  private async readFirst(): Promise<void> {
    const { lines } = this;
    for (const { session } of lines.slice(0, ON_PAPER)) {
      if (lines !== this.lines) return;
      await this.read(session);
    }
  }

  private estimate(number: number): number {
    const { own, other } = this.lines[number]!;
    const wrong = [own, other].filter((counts) => counts && counts.errors > 0);
    const width = Math.max(200, this.rows.element.clientWidth - (innerWidth > 860 ? 340 : 0));
    const characters = this.index.scores[this.store.state.score]!.unit === "character" ? 1.6 : 6;
    const texts = wrong.length ? wrong : [own];
    const high = texts.map((counts) => Math.ceil((((counts!.length + counts!.insertions + counts!.substitutions) * characters + 1) * CHARACTER) / width) * LINE);
    const plain = this.shown.scores.length - texts.length;
    return ROW + high.reduce((sum, one) => sum + one, 0) + plain * LINE + (innerWidth > 860 ? 0 : LINE * (1 + this.shown.scores.length));
  }

  /** A click on a word opens the utterance with the word selected. */
  private openWord(event: MouseEvent): void {
    const word = (event.target as Element).closest<HTMLElement>("[data-step]");
    const session = word?.closest("li")?.querySelector<HTMLElement>("[data-session]")?.dataset["session"];
    if (!word || session === undefined) return;
    const { state } = this.store;
    const score = Number(word.closest<HTMLElement>(".line")!.dataset["score"]);
    const against = state.against === null ? null : score === state.score ? state.against : state.score;
    this.store.set({ session: Number(session), score, against, view: "reading", range: null, step: Number(word.dataset["step"]) });
  }

  private copy(event: ClipboardEvent): void {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !event.clipboardData) return;
    const texts = [...this.rows.element.querySelectorAll(".line")];
    const named = (text: Element): string => [text.closest("li")!.querySelector("a")!.textContent, text.querySelector(".system")?.textContent].filter(Boolean).join(" ");
    event.clipboardData.setData("text/plain", selectedLines(selection.getRangeAt(0), texts, named));
    event.preventDefault();
  }
}
