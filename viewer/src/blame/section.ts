/** The causes of the errors of a session: their shares, the worst stretches, and correct words by speaker and stream. */

import { isolated } from "../direction";
import { h } from "../dom";
import { amount, clock, count, percent } from "../format";
import { type Term, term } from "../glossary";
import { byName } from "../order";
import { firstRows } from "../parts";
import { axis, type Scale } from "../scale";
import type { Scene } from "../session/scene";
import type { BlameParts, WireStretch } from "../data/wire";
import { inWords, PART_NAMES, partsBar, pattern } from "./parts";

const SHOWN = 10;

export function blameSection(scene: Scene, counts: { errors: number; length: number }, scale: Scale, open: (stretch: WireStretch) => void): HTMLElement | null {
  const { blame } = scene.aligned.wire;
  if (!blame || counts.length === 0) return null;
  const stretches = blame.worst ?? [];
  return h(
    "section",
    { class: "blame" },
    h("h3", {}, "Causes of the errors"),
    inWords(blame, counts.errors, counts.length),
    h("div", { class: "with-axis" }, partsBar(blame, counts.length, scale.top), axis(scale)),
    misattributedText(blame),
    h(
      "div",
      { class: "halves" },
      h("div", {}, blame.parts.some(([cause, errors]) => cause === "attribution" && errors > 0) ? null : h("p", { class: "none" }, "No attribution errors in this session."), stretchList(scene, stretches, open)),
      blame.misattributed === null ? null : matrix(scene),
    ),
  );
}

export function misattributedText(blame: BlameParts): HTMLElement | null {
  if (!blame.misattributed || !blame.correct) return null;
  const share = percent(blame.misattributed / blame.correct).replace(/\.\d+/, "");
  return h("p", { class: "misattributed" }, `${count(blame.misattributed)} of ${amount(blame.correct, "correct word")} (${share}) ${blame.misattributed === 1 ? "is" : "are"} in another speaker's `, term("stream" satisfies Term), ".");
}

function stretchList(scene: Scene, stretches: readonly WireStretch[], open: (stretch: WireStretch) => void): HTMLElement | null {
  if (stretches.length === 0) return null;
  const body = h("ol", { class: "stretches" });
  const more = firstRows(body, stretches, SHOWN, (stretch) => h("li", {}, line(scene, stretch, () => open(stretch))));
  return h("div", { class: "list" }, h("h4", {}, "Worst stretches by cause"), body, more);
}

function line(scene: Scene, stretch: WireStretch, open: () => void): HTMLElement {
  const { names, causes } = scene.aligned;
  const parts = causes?.names ?? [];
  const name = (number: number): string => (number < 0 ? "no speaker" : isolated(names[number]!));
  const [first, ...rest] = stretch.segments;
  const description = ([stream, paired, speaker, words]: WireStretch["segments"][number]): string =>
    `${amount(words, "word")} by ${name(speaker)} in stream ${name(stream)}${paired < 0 ? "" : `, paired with ${name(paired)}`}`;
  const what = first
    ? description(first)
    : `${amount(stretch.words[0], "reference word")}, ${amount(stretch.words[1], "hypothesis word")}`;
  const all = stretch.errors.reduce((sum, one) => sum + one, 0);
  const label = parts.map((part, n) => `${stretch.errors[n]} ${PART_NAMES[part] ?? part}`).join(", ");
  return h(
    "button",
    { type: "button", title: label, on: { click: open } },
    h("time", {}, stretch.span ? `${clock(stretch.span[0] / 100)} – ${clock(stretch.span[1] / 100)}` : ""),
    h("span", { class: "what" }, what, rest.length ? h("small", { title: rest.map(description).join(", ") }, ` and ${rest.length} more`) : null),
    h("span", { class: "times" }, amount(all, "error")),
    h(
      "span",
      { class: "bar parts", role: "img", "aria-label": label },
      stretch.errors.map((errors, n) => h("i", { class: pattern(n, stretch.errors.length), style: { width: `${((100 * errors) / all).toFixed(1)}%` } })).reverse(),
    ),
  );
}

/** Correct words of each speaker in each stream. Those of paired speakers and streams are not errors. */
function matrix(scene: Scene): HTMLElement {
  const { aligned } = scene;
  const rows = aligned.wire.blame!.matrix;
  const own = new Set(aligned.steps.lanes.filter(([speaker, stream]) => speaker >= 0 && stream >= 0).map(([speaker, stream]) => `${aligned.names[speaker]}\0${aligned.names[stream]}`));
  const speakers = [...new Set(rows.map(([speaker]) => speaker))].sort(byName);
  const streams = [...new Set(rows.map(([, stream]) => stream))].sort(byName);
  // Streams in the order of their speakers, so the pairs are on the diagonal.
  const order = speakers.flatMap((speaker) => streams.filter((stream) => own.has(`${speaker}\0${stream}`)));
  const columns = [...order, ...streams.filter((stream) => !order.includes(stream))];
  const cells = new Map(rows.map(([speaker, stream, words]) => [`${speaker}\0${stream}`, words]));
  const most = Math.max(1, ...rows.filter(([speaker, stream]) => !own.has(`${speaker}\0${stream}`)).map(([, , words]) => words));
  return h(
    "div",
    { class: "list matrix" },
    h("h4", {}, "Correct words by speaker and stream"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "speaker"), columns.map((stream) => h("th", { scope: "col" }, `in ${stream}`)))),
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
                const paired = own.has(key);
                const shade = paired ? 0 : Math.round((45 * words) / most);
                return h(
                  "td",
                  { class: paired ? "own" : "", title: paired ? "in the speaker's own stream" : "in another speaker's stream", style: shade ? { "--shade": `${shade}%` } : {} },
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
