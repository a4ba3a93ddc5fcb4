/** The corrections of the page, by session. */

import type { Index } from "../data/wire";
import { h, replace } from "../dom";
import { amount, percent } from "../format";
import { copyable } from "../parts";
import type { Store } from "../state";
import { estimatedRate } from "./estimate";
import type { CorrectionStore } from "./store";

/** The estimated rate of every system that has corrections. */
function estimates(index: Index, { all }: CorrectionStore): string {
  return index.scores
    .flatMap((info) => {
      const rate = estimatedRate(info, all);
      return rate === null ? [] : [`${info.system} ${info.title} ${percent(info.total.rate)} → about ${percent(rate)}`];
    })
    .join(", ");
}

export function correctedSessions(index: Index, store: Store, corrections: CorrectionStore): HTMLElement {
  const element = h("section", { class: "corrected", hidden: true });
  const show = (): void => {
    const counts = new Map<string, number>();
    for (const { session } of corrections.all) counts.set(session, (counts.get(session) ?? 0) + 1);
    element.hidden = counts.size === 0;
    if (element.hidden) return element.replaceChildren();
    replace(
      element,
      h("div", { class: "title-line" }, h("h2", {}, "Corrections"), h("span", { class: "shown" }, estimates(index, corrections))),
      h("p", {}, "Export them, then rescore with: "),
      copyable(`${index.command ?? "hubbub …"} --corrections corrections.json${index.command ? " --force" : ""}`),
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
