/** Whose fault the errors of a session are: its parts, its incidents, and whose words stand on which stream. */

import { h } from "../dom";
import { amount, clock, count, percent } from "../format";
import { type Term, term } from "../glossary";
import { byName } from "../order";
import { firstRows } from "../parts";
import { axis, type Scale } from "../scale";
import type { Scene } from "../session/scene";
import type { BlameParts, WireIncident } from "../data/wire";
import { inWords, PART_NAMES, partsBar, pattern } from "./parts";

const SHOWN = 10;

export function blameSection(scene: Scene, counts: { errors: number; length: number }, scale: Scale, open: (incident: WireIncident) => void): HTMLElement | null {
  const { blame } = scene.aligned.wire;
  if (!blame || counts.length === 0) return null;
  const incidents = blame.incidents ?? [];
  return h(
    "section",
    { class: "blame" },
    h("h3", {}, "Whose fault"),
    inWords(blame, counts.errors, counts.length),
    h("div", { class: "with-axis" }, partsBar(blame, counts.length, scale.top), axis(scale)),
    misattributedText(blame),
    h(
      "div",
      { class: "halves" },
      incidents.length ? incidentList(scene, incidents, open) : h("p", { class: "none" }, "No error here is a matter of who said it."),
      blame.misattributed === null ? null : matrix(scene),
    ),
  );
}

export function misattributedText(blame: BlameParts): HTMLElement | null {
  if (!blame.misattributed || !blame.correct) return null;
  const share = percent(blame.misattributed / blame.correct).replace(/\.\d+/, "");
  return h("p", { class: "misattributed" }, `${count(blame.misattributed)} of ${amount(blame.correct, "correct word")} (${share}) ${blame.misattributed === 1 ? "is" : "are"} in another speaker's `, term("stream" satisfies Term), ".");
}

function incidentList(scene: Scene, incidents: readonly WireIncident[], open: (incident: WireIncident) => void): HTMLElement {
  const body = h("ol", { class: "incidents" });
  const more = firstRows(body, incidents, SHOWN, (incident) => h("li", {}, line(scene, incident, () => open(incident))));
  return h("div", { class: "list" }, h("h4", {}, "Incidents, the longest first"), body, more);
}

function line(scene: Scene, incident: WireIncident, open: () => void): HTMLElement {
  const { names, causes } = scene.aligned;
  const parts = causes?.names ?? [];
  const name = (number: number): string => (number < 0 ? "no speaker" : names[number]!);
  const [first, ...rest] = incident.segments;
  const told = ([stream, paired, speaker, words]: WireIncident["segments"][number]): string =>
    `${amount(words, "word")} on ${name(stream)}${paired < 0 ? "" : ` (${name(paired)})`} ${words === 1 ? "is" : "are"} ${name(speaker)}’s`;
  const what = first
    ? told(first)
    : `${amount(incident.words[0], "word")} said, ${incident.words[1]} heard`;
  const all = incident.errors.reduce((sum, one) => sum + one, 0);
  const label = parts.map((part, n) => `${incident.errors[n]} ${PART_NAMES[part] ?? part}`).join(", ");
  return h(
    "button",
    { type: "button", title: label, on: { click: open } },
    h("time", {}, incident.span ? `${clock(incident.span[0] / 100)} – ${clock(incident.span[1] / 100)}` : ""),
    h("span", { class: "what" }, what, rest.length ? h("small", { title: rest.map(told).join(", ") }, ` and ${rest.length} more`) : null),
    h("span", { class: "times" }, amount(all, "error")),
    h(
      "span",
      { class: "bar parts", role: "img", "aria-label": label },
      incident.errors.map((errors, n) => h("i", { class: pattern(n, incident.errors.length), style: { width: `${((100 * errors) / all).toFixed(1)}%` } })).reverse(),
    ),
  );
}

/** Right words of each speaker on each stream; those of the pairing are where they should be. */
function matrix(scene: Scene): HTMLElement {
  const { aligned } = scene;
  const rows = aligned.wire.blame!.matrix;
  const own = new Set(aligned.steps.lanes.filter(([speaker, stream]) => speaker >= 0 && stream >= 0).map(([speaker, stream]) => `${aligned.names[speaker]}\0${aligned.names[stream]}`));
  const speakers = [...new Set(rows.map(([speaker]) => speaker))].sort(byName);
  const streams = [...new Set(rows.map(([, stream]) => stream))].sort(byName);
  // Streams stand below their speakers, so that what is right lies on the diagonal.
  const order = speakers.flatMap((speaker) => streams.filter((stream) => own.has(`${speaker}\0${stream}`)));
  const columns = [...order, ...streams.filter((stream) => !order.includes(stream))];
  const cells = new Map(rows.map(([speaker, stream, words]) => [`${speaker}\0${stream}`, words]));
  const most = Math.max(1, ...rows.filter(([speaker, stream]) => !own.has(`${speaker}\0${stream}`)).map(([, , words]) => words));
  return h(
    "div",
    { class: "list matrix" },
    h("h4", {}, "Right words, by who said them and where they stand"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "said by"), columns.map((stream) => h("th", { scope: "col" }, `on ${stream}`)))),
        h(
          "tbody",
          {},
          speakers.map((speaker) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, speaker),
              columns.map((stream) => {
                const key = `${speaker}\0${stream}`;
                const words = cells.get(key) ?? 0;
                const right = own.has(key);
                const shade = right ? 0 : Math.round((45 * words) / most);
                return h(
                  "td",
                  { class: right ? "own" : "", title: right ? "where they should be" : "on the stream of another speaker", style: shade ? { "--shade": `${shade}%` } : {} },
                  words ? count(words) : "·",
                );
              }),
            ),
          ),
        ),
      ),
    ),
  );
}
