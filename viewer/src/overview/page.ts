/** The overview: rates, causes, and links to the sessions. */

import type { Index } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { overviewHandedOn, tablesToCopy } from "../export/overview";
import { amount } from "../format";
import { measure, ofText, unitOfParts } from "../vocabulary";
import { menu } from "../menu";
import type { CorrectionStore } from "../corrections/store";
import { correctionsMenu } from "../corrections/control";
import { correctedSessions } from "../corrections/overview";
import { pairQuery } from "../session/search";
import { type Store, unknownSession } from "../state";
import { frequentLists } from "../errors/frequent";
import { UtteranceList } from "../utterances/list";
import { withChosen } from "./chosen";
import { rateFilter } from "./columns";
import { doubts, made, withNames } from "./doubts";
import { CorpusSearch } from "./find";
import { headline } from "./headline";
import { scoreMatrix } from "./matrix";
import { type Between, Spread } from "./spread";
import { worstStretches } from "./stretches";
import { FEW, systemBars } from "./systems";
import { SessionTable } from "./table";
import { speakersOverSessions, whereWrong } from "./where";

export function overviewPage(index: Index, store: Store, stored: CorrectionStore): HTMLElement {
  const unknown = unknownSession(location.hash, index);
  const longest = index.scores.reduce((most, info) => (info.unit === most.unit && info.total.length > most.total.length ? info : most));
  const facts = [
    amount(index.sessions.length, index.utterances ? "utterance" : "session"),
    ofText(longest.unit) ? amount(longest.total.length, `reference ${longest.unit}`) : measure(longest.unit, longest.total.length),
  ];
  const wrong = h("section", { class: "overall" });
  const answer = h("h1", { class: "in-short", "aria-live": "polite" });
  const reasons = h("p", { class: "reasons" });
  withChosen(store, (score, against) => {
    const { title, reasons: lines } = headline(index, score, against);
    answer.textContent = title;
    reasons.textContent = lines.join(" ");
    wrong.replaceChildren(...frequent(index, store));
  });
  return h(
    "main",
    { class: "overview" },
    unknown === null ? "" : h("p", { class: "unknown", role: "alert" }, `This page has no session ${unknown || "without a name"}; all its sessions are listed below.`),
    h(
      "header",
      { class: "hero" },
      h("div", { class: "answer" }, answer, reasons),
      h("div", { class: "menus" }, menu("Copy table", () => tablesToCopy(index, store)), menu("Menu", () => [...overviewHandedOn(index, store), correctionsMenu(stored)])),
      h("div", { class: "facts" }, doubts(index), h("p", {}, h("bdi", { class: "page-title", dir: "ltr" }, withNames(index, index.title)), ` · ${facts.join(" · ")}`), made(index)),
    ),
    index.scores.length > FEW ? scoreMatrix(index, store) : "",
    ...(index.utterances ? ofUtterances(index, store, stored, wrong) : ofSessions(index, store, stored, wrong)),
    h("footer", {}, `Made by hubbub ${index.version}. This page contains its data and works offline.`),
  );
}

function ofSessions(index: Index, store: Store, stored: CorrectionStore, wrong: HTMLElement): HTMLElement[] {
  return [
    h("div", { class: "first-look" }, systemBars(index, store), worstStretches(index, store)),
    whereWrong(index, store),
    new SessionTable(index, store).element,
    correctedSessions(index, store, stored),
    speakersOverSessions(index, store),
    wrong,
    ...(index.scores.some((info) => ofText(info.unit)) ? [new CorpusSearch(index, store).element] : []),
  ];
}

/** Of utterances, the list comes last, since it is long. Charts and frequent errors filter it. */
function ofUtterances(index: Index, store: Store, stored: CorrectionStore, wrong: HTMLElement): HTMLElement[] {
  const between: Between = (...ranges) => store.set({ sessions: rateFilter(...ranges), found: null, differ: null });
  const aside = h("details", { class: "aside", open: innerWidth > 860 }, h("summary", {}, "Frequent errors and more"), wrong, whereWrong(index, store), new Spread(index, store, between, (compares) => (compares ? ["compared", "rates"] : [])).element);
  return [
    h("div", { class: "first-look" }, systemBars(index, store), new Spread(index, store, between, (compares) => [compares ? "scatter" : "rates"]).element),
    new CorpusSearch(index, store).element,
    correctedSessions(index, store, stored),
    speakersOverSessions(index, store),
    new UtteranceList(index, store, aside).element,
  ];
}

/** The most frequent errors of the chosen score; each opens the session with most of them. */
function frequent(index: Index, store: Store): HTMLElement[] {
  const info = index.scores[store.state.score]!;
  if (info.total.errors === 0) return [];
  return [
    h("div", { class: "title-line" }, h("h2", {}, ofText(info.unit) ? "Most frequent errors" : "Speaker confusions"), h("span", { class: "shown" }, `${isolated(info.system)} · ${info.title}`)),
    frequentLists(info.frequent, unitOfParts(info.unit), (row) => {
      const [said, heard] = row;
      const places = row[3];
      const worst = [...places].sort((a, b) => b[1] - a[1])[0];
      return {
        where: places.length === 1 ? index.sessions[places[0]![0]]! : amount(places.length, "session"),
        open: () => index.utterances ? store.set({ sessions: pairQuery(said, heard), found: null, differ: null }) : worst && store.set({ session: worst[0], view: "timeline", query: pairQuery(said, heard), range: null, step: null }),
      };
    }),
  ];
}
