/** A concordance: every hit of a search in all sessions, with the words around it, correct or wrong. */

import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount, clock, count, percent } from "../format";
import { playButton } from "../parts";
import { parseQuery } from "../session/search";
import { clipsOf } from "../sound/clips";
import { Player } from "../sound/player";
import type { Store } from "../state";
import { searchSessions } from "../utterances/corpus";
import { vocabulary } from "../vocabulary";
import { type Hit, hitsOf } from "./hits";
import { marked } from "./marked";
import { link } from "./savings";

/** Number of hits shown at once, and maximum number of hits with their words. */
const SHOWN = 50;
const LISTED = 2000;
/** Milliseconds between drawings while it searches. */
const PAUSE = 200;

type Which = "all" | "wrong" | "correct";

export class CorpusSearch {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly said = h("p", { class: "said", "aria-live": "polite" });
  private readonly classes = h("span", { class: "classes", role: "group", "aria-label": "kinds of hits" });
  private readonly list = h("ol", { class: "concordance" });
  private readonly more = h("p", { class: "more" });
  private turn = 0;
  private hits: Hit[] = [];
  private all = 0;
  private wrong = 0;
  private which: Which = "all";
  private most = SHOWN;
  private player: Player | null = null;

  constructor(
    private readonly index: Index,
    private readonly store: Store,
  ) {
    this.field = h("input", {
      type: "search",
      placeholder: "Find words in all sessions",
      "aria-label": "find words in all sessions",
      spellcheck: "false",
      dir: "auto",
      on: { keydown: (event) => event.key === "Enter" && void this.find() },
    });
    const start = h("button", { type: "button", class: "start", on: { click: () => void this.find() } }, "Find");
    this.element = h(
      "section",
      { class: "corpus-search" },
      h("div", { class: "title-line" }, h("h2", {}, "Find words"), this.field, start, this.said, this.classes),
      this.list,
      this.more,
    );
  }

  private async find(): Promise<void> {
    const turn = ++this.turn;
    const query = parseQuery(this.field.value);
    const { score } = this.store.state;
    [this.hits, this.all, this.wrong, this.which, this.most] = [[], 0, 0, "all", SHOWN];
    this.draw();
    if (query.error || query.wild !== null) {
      this.said.textContent = query.error ?? "this pattern may take too long; try it in one session";
      return;
    }
    this.said.textContent = "";
    if (query.tests.length === 0 && !query.pair) return;
    let sessions = 0;
    let drawn = performance.now();
    await searchSessions(
      this.index,
      score,
      query,
      () => turn === this.turn,
      (session, aligned, found) => {
        sessions++;
        const { hits, all, wrong } = hitsOf(session, aligned, found, LISTED - this.hits.length);
        this.hits.push(...hits);
        this.all += all;
        this.wrong += wrong;
      },
      (searched) => {
        if (performance.now() - drawn < PAUSE) return;
        this.said.textContent = `${count(searched)} of ${amount(this.index.sessions.length, "session")} searched …`;
        this.draw();
        drawn = performance.now();
      },
    );
    if (turn !== this.turn) return;
    this.said.textContent = this.all ? `${amount(this.all, "hit")} in ${amount(sessions, "session")}, ${count(this.wrong)} wrong (${percent(this.wrong / this.all)})` : "no hits";
    this.draw();
  }

  private draw(): void {
    const button = (which: Which, hits: number): HTMLElement =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(this.which === which), on: { click: () => this.choose(which) } }, which, h("b", {}, count(hits)));
    replace(this.classes, this.all ? [button("all", this.all), button("wrong", this.wrong), button("correct", this.all - this.wrong)] : null);
    const listed = this.which === "all" ? this.hits : this.hits.filter(({ wrong }) => wrong === (this.which === "wrong"));
    const rows = listed.slice(0, this.most);
    replace(this.list, rows.map((hit) => this.row(hit)));
    const rest = listed.length - rows.length;
    const unlisted = this.all > this.hits.length ? `; the first ${count(this.hits.length)} hits are listed` : "";
    replace(
      this.more,
      rest > 0 ? h("button", { type: "button", on: { click: () => this.showMore() } }, `Show ${count(Math.min(rest, 4 * SHOWN))} more`, unlisted) : unlisted.slice(2),
    );
  }

  private choose(which: Which): void {
    [this.which, this.most] = [which, SHOWN];
    this.draw();
  }

  private showMore(): void {
    this.most += 4 * SHOWN;
    this.draw();
  }

  private row(hit: Hit): HTMLElement {
    const { session, step, time } = hit;
    const query = this.field.value;
    const there = { session, view: "timeline", query, range: time && ([time[0] - 2, time[1] + 2] as [number, number]), step } as const;
    const unit = this.index.scores[this.store.state.score]!.unit;
    const clips = time ? clipsOf(this.index, session) : [];
    const name = this.index.sessions[session] || "(unnamed)";
    const opened = link(
      this.index,
      this.store,
      there,
      h("bdi", { class: "before" }, hit.before),
      h("span", { class: "words" }, marked(hit.words)),
      h("bdi", { class: "after" }, hit.after),
      h("span", { class: `tag ${hit.kind}` }, vocabulary(unit).one[hit.kind]),
      h("span", { class: "where" }, h("bdi", {}, name), time ? h("time", {}, ` ${clock(time[0])}`) : null),
    );
    return h("li", {}, opened, clips.length ? playButton(`${name} ${clock(time![0])}`, () => void this.play(session, time!)) : null);
  }

  private async play(session: number, [from, to]: readonly [number, number]): Promise<void> {
    this.player?.stop();
    this.player = new Player(clipsOf(this.index, session));
    await this.player.play(from, to);
    if (this.player.problem) this.said.textContent = this.player.problem;
  }
}
