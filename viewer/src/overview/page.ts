/** The overview: rates, causes, and links to the sessions. */

import type { Index } from "../data/wire";
import { h } from "../dom";
import { overviewHandedOn } from "../export/overview";
import { amount } from "../format";
import { measure, ofText, unitOfParts } from "../vocabulary";
import { menu } from "../menu";
import type { CorrectionStore } from "../corrections/store";
import { correctionsMenu } from "../corrections/control";
import { correctedSessions } from "../corrections/overview";
import { pairQuery } from "../session/search";
import { copyable } from "../parts";
import type { Store } from "../state";
import { frequentLists } from "../errors/frequent";
import { CARDS, cards } from "./cards";
import { CorpusSearch } from "./find";
import { scoreMatrix } from "./matrix";
import { sentence } from "./sentence";
import { SessionTable } from "./table";
import { whereWrong } from "./where";

export function overviewPage(index: Index, store: Store, stored: CorrectionStore): HTMLElement {
  const longest = index.scores.reduce((most, info) => (info.unit === most.unit && info.total.length > most.total.length ? info : most));
  const facts = [
    amount(index.sessions.length, "session"),
    ofText(longest.unit) ? amount(longest.total.length, `reference ${longest.unit}`) : measure(longest.unit, longest.total.length),
  ];
  const wrong = h("section", { class: "overall" });
  const inShort = h("p", { class: "in-short", "aria-live": "polite" });
  let drawn = -1;
  const update = (): void => {
    const { score, against } = store.state;
    inShort.textContent = sentence(index, score, against);
    if (drawn === score) return;
    drawn = score;
    const info = index.scores[score];
    if (!info) return;
    wrong.replaceChildren(
      h("div", { class: "title-line" }, h("h2", {}, ofText(info.unit) ? "Most frequent errors" : "Speaker confusions"), h("span", { class: "shown" }, `${info.system} · ${info.title}`)),
      frequentLists(info.frequent, unitOfParts(info.unit), (row) => {
        const [said, heard] = row;
        const places = row[3];
        const worst = [...places].sort((a, b) => b[1] - a[1])[0];
        return {
          where: places.length === 1 ? index.sessions[places[0]![0]]! : amount(places.length, "session"),
          open: () => worst && store.set({ session: worst[0], view: "timeline", query: pairQuery(said, heard), range: null, step: null }),
        };
      }),
    );
  };
  store.listen(update);
  update();
  return h(
    "main",
    { class: "overview" },
    h("header", { class: "hero" }, h("h1", {}, index.title), h("p", {}, facts.join(" · ")), menu("Menu", () => [...overviewHandedOn(index, store), correctionsMenu(stored)]), inShort, made(index)),
    index.scores.length > CARDS ? scoreMatrix(index, store) : "",
    cards(index, store),
    new SessionTable(index, store).element,
    correctedSessions(index, store, stored),
    whereWrong(index, store),
    wrong,
    index.sessions.length > 1 && index.scores.some((info) => ofText(info.unit)) ? new CorpusSearch(index, store).element : "",
    h("footer", {}, `Made by hubbub ${index.version}. This page contains its data and works offline.`),
  );
}

/** The command that created the page. */
function made({ command }: Index): HTMLElement | null {
  return command === undefined ? null : h("details", { class: "made" }, h("summary", {}, "Command"), copyable(command));
}
