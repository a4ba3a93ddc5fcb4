/** The worst stretches of all sessions, and the largest differences of two systems. */

import { PART_NAMES } from "../blame/parts";
import { Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { CorpusStretch, Index, ScoreInfo } from "../data/wire";
import { isolated } from "../direction";
import { h } from "../dom";
import { abridged, amount, clock, count } from "../format";
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
    return [differing, info.worst.length ? h("h2", {}, "Worst stretches", other ? ` of ${isolated(info.system)}` : "") : null, info.worst.length ? worst(index, store, info) : null];
  });
}

/** What a line of either list leads to. */
interface Place {
  session: number;
  /** In seconds. */
  span: readonly [number, number] | null;
  /** Without times: positions of words. */
  positions?: readonly [number, number] | undefined;
  /** The hypothesis word that is selected; without one, the first error. */
  at: number;
}

/** The worst stretches of one system. */
function worst(index: Index, store: Store, info: ScoreInfo): HTMLElement {
  const shown = info.worst.slice(0, store.state.against === null ? 2 * SHOWN + 1 : SHOWN);
  const lines = shown.map((stretch) => {
    const { session, span, positions, at, errors } = stretch;
    const causes = (info.blame?.parts ?? []).flatMap(([name], n) => (errors.length > 1 ? [`${errors[n] ?? 0} ${PART_NAMES[name] ?? name}`] : []));
    const place = { session, span: span && ([span[0] / HUNDREDTHS, span[1] / HUNDREDTHS] as const), positions, at };
    return line(index, store, place, confusion(stretch), amount(errors.reduce((sum, one) => sum + one, 0), "error"), causes.join(", "));
  });
  return h("ol", {}, lines);
}

/** The words of a stretch that are in another speaker's stream: whose they are, and where. */
function confusion({ segments, words }: CorpusStretch): string {
  const [first] = segments;
  if (!first) return amount(words[0], "word");
  const [stream, paired, speaker, number] = first;
  return `${amount(number, "word")}: ${isolated(speaker)} → ${isolated(paired ?? stream)}`;
}

/** Where two systems differ most. */
function differences(index: Index, store: Store): HTMLElement | null {
  const { score, against } = store.state;
  const pair = against === null ? null : comparisonOf(index, score, against);
  if (!pair || pair.places.length === 0) return null;
  const [a, b] = [pair.a, pair.b].map((number) => isolated(index.scores[number]!.system)) as [string, string];
  const [shortA, shortB] = [pair.a, pair.b].map((number) => isolated(abridged(index.scores[number]!.system))) as [string, string];
  const lines = pair.places.slice(0, SHOWN).map(([session, start, end, first, second]) => {
    const place = { session, span: start === null || end === null ? null : ([start, end] as const), at: -1 };
    const [better, short, fewer] = second > first ? [a, shortA, second - first] : [b, shortB, first - second];
    return line(index, store, place, `${shortA} ${count(first)}, ${shortB} ${count(second)}`, `${short} by ${count(fewer)}`, `${better} has ${amount(fewer, "error")} fewer here`);
  });
  return h("div", {}, h("h2", {}, "Largest differences in errors"), h("ol", {}, lines));
}

function line(index: Index, store: Store, place: Place, what: string, times: string, title: string): HTMLElement {
  const { session, span } = place;
  const range = around(place);
  const name = index.sessions.length > 1 ? index.sessions[session] || "(unnamed)" : "";
  const where = h("span", { class: "where" }, h("bdi", {}, name), span ? h("time", {}, `${name && " "}${clock(span[0])}–${clock(span[1])}`) : null);
  const opened = link(index, store, { session, view: "timeline", range, step: null }, where, h("span", { class: "what" }, what), h("span", { class: "times" }, times));
  opened.title = title;
  opened.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void choose(index, store, place).then((step) => store.state.session === session && store.set({ range, step }));
  });
  return h("li", {}, opened);
}

/** The range in view that shows a place. */
function around({ span, positions }: Place): [number, number] | null {
  const inside = span ?? positions;
  return inside ? [inside[0] - AROUND, inside[1] + AROUND] : null;
}

/** The word of a place that is selected, as a step of the alignment. */
async function choose(index: Index, store: Store, place: Place): Promise<number | null> {
  const { session, at } = place;
  const aligned = new Session(session, index.sessions[session]!, await readSession(index, session)).score(store.state.score);
  if (!aligned) return null;
  const { middle, inOrder } = new Layout(aligned);
  const [start, end] = around(place) ?? [aligned.start, aligned.end];
  const step = at < 0 ? -1 : aligned.steps.hypothesis.indexOf(at);
  const first = inOrder.find((i) => aligned.steps.kind[i] !== "C" && middle[i]! >= start + AROUND - SLACK && middle[i]! <= end);
  return step < 0 ? (first ?? null) : step;
}
