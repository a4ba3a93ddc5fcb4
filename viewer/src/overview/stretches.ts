/** The worst stretches of all sessions, and the largest differences of two systems. */

import { PART_NAMES } from "../blame/parts";
import { Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { CorpusStretch, Index, ScoreInfo } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { amount, clock } from "../format";
import type { Store } from "../state";
import { Layout } from "../timeline/layout";
import { chosenSection } from "./chosen";
import { comparisonOf } from "./headline";
import { link } from "./savings";

const SHOWN = 4;
/** Seconds shown before and after a stretch. */
const AROUND = 1;
const HUNDREDTHS = 100;
/** Times of words are rounded to hundredths. */
const SLACK = 1 / HUNDREDTHS;

export function worstStretches(index: Index, store: Store): HTMLElement {
  return chosenSection(index, store, "worst list", (info, other) => {
    const differing = differences(index, store);
    if (info.worst.length === 0 && !differing) return null;
    return [differing, info.worst.length ? h("h2", {}, "Worst stretches", other ? ` of ${isolated(info.system)}` : "") : null, info.worst.length ? list(index, store, info) : null];
  });
}

function list(index: Index, store: Store, info: ScoreInfo): HTMLElement {
  const shown = info.worst.slice(0, store.state.against === null ? 2 * SHOWN + 1 : SHOWN);
  return h("ol", {}, shown.map((stretch) => h("li", {}, row(index, store, info, stretch))));
}

/** The words of a stretch that are in another speaker's stream: whose they are, and where. */
function confusion({ segments, words }: CorpusStretch): string {
  const [first] = segments;
  if (!first) return amount(words[0], "word");
  const [stream, paired, speaker, number] = first;
  return `${amount(number, "word")}: ${isolated(speaker)} → ${isolated(paired ?? stream)}`;
}

/** The range in view that shows a stretch. */
function around({ span, positions }: CorpusStretch): [number, number] | null {
  const [start, end] = span ? [span[0] / HUNDREDTHS, span[1] / HUNDREDTHS] : (positions ?? [0, 0]);
  return span || positions ? [start - AROUND, end + AROUND] : null;
}

function row(index: Index, store: Store, info: ScoreInfo, stretch: CorpusStretch): HTMLElement {
  const { session, span, errors } = stretch;
  const all = errors.reduce((sum, one) => sum + one, 0);
  const causes = (info.blame?.parts ?? []).flatMap(([name], n) => (errors.length > 1 ? [`${errors[n] ?? 0} ${PART_NAMES[name] ?? name}`] : []));
  const range = around(stretch);
  const there = { session, view: "timeline", range, step: null } as const;
  const opened = link(index, store, there, where(index, session, span ? [span[0] / HUNDREDTHS, span[1] / HUNDREDTHS] : null), h("span", { class: "what" }, confusion(stretch)), h("span", { class: "times" }, amount(all, "error")));
  opened.title = causes.join(", ");
  opened.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void choose(index, store, stretch).then((step) => store.state.session === session && store.set({ range, step }));
  });
  return opened;
}

/** The first misattributed word of a stretch, else its first error, as a step of the alignment. */
async function choose(index: Index, store: Store, stretch: CorpusStretch): Promise<number | null> {
  const { session, at } = stretch;
  const aligned = new Session(session, index.sessions[session]!, await readSession(session)).score(store.state.score);
  if (!aligned) return null;
  const { middle, inOrder } = new Layout(aligned);
  const [start, end] = around(stretch) ?? [aligned.start, aligned.end];
  const step = at < 0 ? -1 : aligned.steps.hypothesis.indexOf(at);
  const first = inOrder.find((i) => aligned.steps.kind[i] !== "C" && middle[i]! >= start + AROUND - SLACK && middle[i]! <= end);
  return step < 0 ? (first ?? null) : step;
}

function where(index: Index, session: number, span: readonly [number, number] | null): HTMLElement {
  const name = index.sessions.length > 1 ? index.sessions[session] || "(unnamed)" : "";
  return h("span", { class: "where" }, h("bdi", {}, name), span ? h("time", {}, `${name && " "}${clock(span[0])}–${clock(span[1])}`) : null);
}

/** Where two systems differ most. */
function differences(index: Index, store: Store): HTMLElement | null {
  const { score, against } = store.state;
  const pair = against === null ? null : comparisonOf(index, score, against);
  if (!pair || pair.places.length === 0) return null;
  const [a, b] = [index.scores[pair.a]!, index.scores[pair.b]!];
  return h(
    "div",
    {},
    h("h2", {}, "Largest differences in errors"),
    h(
      "ol",
      {},
      pair.places.slice(0, SHOWN).map(([session, start, end, first, second]) => {
        const span = start === null || end === null ? null : ([start, end] as const);
        const range: [number, number] | null = span && [span[0] - AROUND, span[1] + AROUND];
        const [better, fewer] = second > first ? [a, second - first] : [b, first - second];
        const there = { session, view: "timeline", range, step: null } as const;
        const opened = link(index, store, there, where(index, session, span), h("span", { class: "what" }, `${isolated(a.system)} ${first}, ${isolated(b.system)} ${second}`), h("span", { class: "times" }, `${isolated(better.system)} by ${fewer}`));
        opened.title = `${isolated(better.system)} has ${amount(fewer, "error")} fewer here`;
        return h("li", {}, opened);
      }),
    ),
  );
}
