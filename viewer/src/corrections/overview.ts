/** Where the notes of the page are, session by session. */

import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount } from "../format";
import type { Store } from "../state";
import type { Book } from "./store";

export function notedSessions(index: Index, store: Store, book: Book): HTMLElement {
  const element = h("section", { class: "noted", hidden: true });
  const show = (): void => {
    const counts = new Map<string, number>();
    for (const { session } of book.all) counts.set(session, (counts.get(session) ?? 0) + 1);
    element.hidden = counts.size === 0;
    replace(
      element,
      h("div", { class: "title-line" }, h("h2", {}, "Notes"), h("span", { class: "shown" }, "score anew with them: hubbub … --corrections notes.json")),
      h(
        "div",
        { class: "notes" },
        [...counts].map(([session, number]) => {
          const place = index.sessions.indexOf(session);
          const open = (): void => store.set({ session: place, view: "timeline", range: null, step: null });
          return h("button", { type: "button", class: "chip", disabled: place < 0, on: { click: open } }, `${session || "(unnamed)"}: ${amount(number, "note")}`);
        }),
      ),
    );
  };
  book.listen(show);
  show();
  return element;
}
