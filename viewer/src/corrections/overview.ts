/** The corrections of the page, by session. */

import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount } from "../format";
import type { Store } from "../state";
import type { CorrectionStore } from "./store";

export function correctedSessions(index: Index, store: Store, corrections: CorrectionStore): HTMLElement {
  const element = h("section", { class: "corrected", hidden: true });
  const show = (): void => {
    const counts = new Map<string, number>();
    for (const { session } of corrections.all) counts.set(session, (counts.get(session) ?? 0) + 1);
    element.hidden = counts.size === 0;
    replace(
      element,
      h("div", { class: "title-line" }, h("h2", {}, "Corrections"), h("span", { class: "shown" }, "Rescore with these: hubbub … --corrections corrections.json")),
      h(
        "div",
        { class: "corrections" },
        [...counts].map(([session, number]) => {
          const place = index.sessions.indexOf(session);
          const open = (): void => store.set({ session: place, view: "timeline", range: null, step: null });
          return h("button", { type: "button", class: "chip", disabled: place < 0, on: { click: open } }, `${session || "(unnamed)"}: ${amount(number, "correction")}`);
        }),
      ),
    );
  };
  corrections.listen(show);
  show();
  return element;
}
