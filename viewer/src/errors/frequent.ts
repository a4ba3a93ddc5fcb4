/** The most frequent errors, as a list for each kind. */

import type { ErrorKind, Frequent, Unit } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { capital } from "../format";
import { firstRows } from "../parts";
import { KINDS } from "../state";
import { quantity, vocabulary } from "../vocabulary";

export interface Link {
  /** Where it occurs, as short text. */
  where?: string;
  open: () => void;
}

const SHOWN = 12;

function line(kind: ErrorKind, row: readonly [string, string, number, ...unknown[]], most: number, unit: Unit, link: Link): HTMLElement {
  const [said, heard, times] = row;
  const words =
    kind === "S"
      ? [h("bdi", { class: "said" }, said), h("span", { class: "arrow", "aria-label": "became" }, "→"), h("bdi", {}, heard)]
      : [h("bdi", {}, said || heard)];
  const what = [said, heard].filter(Boolean).map(isolated).join(" → ");
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", title: link.where ? `${what} in ${link.where}` : `show where: ${what}`, on: { click: link.open } },
      h("span", { class: "words" }, words),
      h("span", { class: "times" }, quantity(unit, times)),
      h("i", { class: kind, style: { width: `${((100 * times) / most).toFixed(1)}%` } }),
    ),
  );
}

export function frequentLists<T extends Frequent | [string, string, number, [number, number][]]>(
  frequent: Record<ErrorKind, T[]>,
  unit: Unit,
  link: (row: T, kind: ErrorKind) => Link,
): HTMLElement {
  const { many } = vocabulary(unit);
  return h(
    "div",
    { class: "frequent" },
    KINDS.map((kind) => {
      const rows = frequent[kind].filter((row) => row[2] > 0); // less than a hundredth of a second is not shown
      const most = Math.max(1, ...rows.map((row) => row[2]));
      const list = h("ol");
      const more = firstRows(list, rows, SHOWN, (row) => line(kind, row, most, unit, link(row, kind)));
      return h(
        "div",
        { class: "list" },
        h("h3", { class: `dot ${kind}` }, capital(many[kind])),
        rows.length ? list : h("p", { class: "none" }, "none"),
        more,
      );
    }),
  );
}
