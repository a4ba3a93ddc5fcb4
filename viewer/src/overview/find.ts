/** Search in all sessions, one after the other, so the page stays responsive. */

import { Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount, count } from "../format";
import { findSteps, mayHold, parseQuery } from "../session/search";
import type { Store } from "../state";

const SHOWN = 20;

interface Hit {
  session: number;
  times: number;
}

export class CorpusSearch {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly said = h("p", { class: "said", "aria-live": "polite" });
  private readonly list = h("ol");
  private turn = 0;

  constructor(
    private readonly index: Index,
    private readonly store: Store,
  ) {
    this.field = h("input", {
      type: "search",
      placeholder: "Find a word in all sessions",
      "aria-label": "find words in all sessions",
      spellcheck: "false",
      on: { keydown: (event) => event.key === "Enter" && void this.find() },
    });
    const start = h("button", { type: "button", class: "start", on: { click: () => void this.find() } }, "Find");
    this.element = h(
      "section",
      { class: "corpus-search" },
      h("div", { class: "title-line" }, h("h2", {}, "Find words"), this.field, start, this.said),
      this.list,
    );
  }

  private async find(): Promise<void> {
    const turn = ++this.turn;
    const text = this.field.value;
    const query = parseQuery(text);
    const { score } = this.store.state;
    const hits: Hit[] = [];
    this.list.replaceChildren();
    if (query.error || query.wild !== null) {
      this.said.textContent = query.error ?? "this pattern may take too long; try it in one session";
      return;
    }
    if (query.tests.length === 0 && !query.pair) {
      this.said.textContent = "";
      return;
    }
    const { sessions } = this.index;
    let drawn = performance.now();
    for (let number = 0; number < sessions.length; number++) {
      if (!this.index.scores[score]!.sessions[number]) continue;
      const wire = await readSession(number);
      if (turn !== this.turn) return; // another search has started
      const aligned = mayHold(wire.words, query) ? new Session(number, sessions[number]!, wire).score(score) : null;
      const times = aligned ? findSteps(aligned, query).heads.reduce((sum, hit) => sum + hit, 0) : 0;
      if (times) hits.push({ session: number, times });
      if (performance.now() - drawn > 200) {
        this.show(hits, text, `${count(number + 1)} of ${amount(sessions.length, "session")} searched …`);
        drawn = performance.now();
      }
    }
    const all = hits.reduce((sum, hit) => sum + hit.times, 0);
    this.show(hits, text, all ? `${amount(all, "hit")} in ${amount(hits.length, "session")}` : "no hits");
  }

  private show(hits: readonly Hit[], query: string, said: string): void {
    const sorted = [...hits].sort((a, b) => b.times - a.times || a.session - b.session);
    const most = sorted[0]?.times ?? 1;
    this.said.textContent = said;
    replace(
      this.list,
      sorted.slice(0, SHOWN).map(({ session, times }) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", on: { click: () => this.store.set({ session, view: "timeline", query, range: null, step: null }) } },
            h("span", { class: "words" }, this.index.sessions[session] || "(unnamed)"),
            h("span", { class: "times" }, count(times)),
            h("i", { style: { width: `${((100 * times) / most).toFixed(1)}%` } }),
          ),
        ),
      ),
      sorted.length > SHOWN ? h("li", { class: "rest" }, `and ${amount(sorted.length - SHOWN, "more session")}`) : null,
    );
  }
}
