/** Reads the data in the page and shows the view in the address. */

import "./style/base.css";
import "./style/overview.css";
import "./style/session.css";
import "./style/views.css";
import "./style/utterances.css";
import "./style/corrections.css";
import "./style/sound.css";
import "./style/print.css";

import { Session } from "./data/session";
import { readIndex, readSession } from "./data/unpack";
import type { Index } from "./data/wire";
import { h } from "./dom";
import { CorrectionStore } from "./corrections/store";
import { overviewPage } from "./overview/page";
import { SessionPage } from "./session/page";
import { restoreSettings } from "./settings";
import { type State, Store } from "./state";

const KEPT = 4;

class App {
  private readonly root = document.getElementById("app")!;
  private readonly sessions = new Map<number, Session>();
  private overview: HTMLElement | null = null;
  private open: SessionPage | null = null;
  /** The session that was open last. */
  private left: number | null = null;
  private key = "";
  private readonly correctionStore: CorrectionStore;

  constructor(
    private readonly index: Index,
    private readonly store: Store,
  ) {
    this.correctionStore = new CorrectionStore(index.digest);
    store.listen((state) => void this.tryToShow(state));
    void this.tryToShow(store.state);
  }

  /** An error in one session does not affect the others. */
  private async tryToShow(state: State): Promise<void> {
    try {
      await this.show(state);
    } catch (error) {
      const name = state.session === null ? "The overview" : `Session ${this.index.sessions[state.session]}`;
      const back = h("button", { on: { click: () => this.store.set({ session: null }) } }, "All sessions");
      this.place(h("main", { class: "waiting" }, h("p", {}, sorry(name, error)), state.session !== null && back), null);
    }
  }

  /** The part of the state that needs another page; other changes stay within one. */
  private async show(state: State): Promise<void> {
    const key = state.session === null ? "overview" : [state.session, state.score, state.against].join();
    if (key === this.key) return;
    this.key = key;
    // Until the new page is ready, shortcuts and timers of the old one must not change the new state.
    this.leave();
    const name = state.session === null ? null : this.index.sessions[state.session];
    document.title = [name, this.index.title].filter(Boolean).join(" · ");
    if (state.session === null) {
      this.overview ??= overviewPage(this.index, this.store, this.correctionStore);
      this.place(this.overview, null);
      return;
    }
    const session = await this.load(state.session);
    if (this.key !== key) return; // another page was requested in the meantime
    const usable = session.score(state.score) !== null;
    if (!usable) {
      this.store.set({ score: this.index.scores.findIndex((_, i) => session.score(i) !== null), against: null });
      return;
    }
    const page = new SessionPage(this.index, session, this.store, this.correctionStore);
    this.place(page.element, page);
  }

  private place(element: HTMLElement, page: SessionPage | null): void {
    const first = !this.root.hasChildNodes();
    this.leave();
    const { left } = this;
    this.left = null;
    this.open = page;
    this.root.replaceChildren(element);
    scrollTo(0, 0);
    // Keyboard focus follows the view: to the header of a session, or to the link of the session just left.
    if (first) return;
    const target = page ? element.querySelector<HTMLElement>("h1") : element.querySelector<HTMLElement>(`a[data-session="${left}"]`);
    target?.focus({ preventScroll: page !== null });
  }

  private leave(): void {
    if (this.open === null) return;
    this.left = this.open.session;
    this.open.close();
    this.open = null;
  }

  private async load(number: number): Promise<Session> {
    let session = this.sessions.get(number);
    if (!session) {
      session = new Session(number, this.index.sessions[number]!, await readSession(this.index, number));
      // Caches only the last few sessions, since unpacked ones need much memory.
      const oldest = this.sessions.keys().next();
      if (this.sessions.size >= KEPT && !oldest.done) this.sessions.delete(oldest.value);
      this.sessions.set(number, session);
    }
    return session;
  }
}

function sorry(what: string, error: unknown): string {
  return `${what} cannot be shown: ${error instanceof Error ? error.message : String(error)}. Create the page again.`;
}

async function start(): Promise<void> {
  try {
    const index = await readIndex();
    new App(index, new Store(index));
  } catch (error) {
    document.getElementById("app")!.replaceChildren(h("p", { class: "waiting" }, sorry("This page", error)));
  }
}

restoreSettings();
void start();
