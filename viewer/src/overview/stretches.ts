/** The worst stretches of all sessions, and the largest differences of two systems. */

import { Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { Index, ScoreInfo } from "../data/wire";
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
}

/** The worst stretches of one system. */
function worst(index: Index, store: Store, info: ScoreInfo): HTMLElement {
  const shown = info.worst.slice(0, store.state.against === null ? 2 * SHOWN + 1 : SHOWN);
  const lines = shown.map(({ session, span, positions, errors, words }) => {
    const place = { session, span: span ? ([span[0] / HUNDREDTHS, span[1] / HUNDREDTHS] as const) : null, positions };
    return line(index, store, place, amount(words, "word"), amount(errors, "error"));
  });
  return h("ol", {}, lines);
}

/** Where two systems differ most. */
function differences(index: Index, store: Store): HTMLElement | null {
  const { score, against } = store.state;
  const pair = against === null ? null : comparisonOf(index, score, against);
  if (!pair || pair.places.length === 0) return null;
  const [a, b] = [pair.a, pair.b].map((number) => isolated(index.scores[number]!.system)) as [string, string];
  const [shortA, shortB] = [pair.a, pair.b].map((number) => isolated(abridged(index.scores[number]!.system))) as [string, string];
  const lines = pair.places.slice(0, SHOWN).map(([session, start, end, first, second, positions]) => {
    const place = { session, span: start === null || end === null ? null : ([start, end] as const), positions: positions[pair.a === score ? 0 : 1] ?? undefined };
    const [better, short, fewer] = second > first ? [a, shortA, second - first] : [b, shortB, first - second];
    return line(index, store, place, `${shortA} ${count(first)}, ${shortB} ${count(second)}`, `${short} by ${count(fewer)}`, `${better} has ${amount(fewer, "error")} fewer here`);
  });
  return h("div", {}, h("h2", {}, "Largest differences in errors"), h("ol", {}, lines));
}

function line(index: Index, store: Store, place: Place, what: string, times: string, title = ""): HTMLElement {
  const { session, span, positions } = place;
  const range = around(place);
  const name = index.sessions.length > 1 ? index.sessions[session] || "(unnamed)" : "";
  const at = span ? `${clock(span[0])}–${clock(span[1])}` : positions ? `words ${count(positions[0] + 1)}–${count(positions[1])}` : "";
  const where = h("span", { class: "where" }, h("bdi", {}, name), at ? h("time", {}, `${name && " "}${at}`) : null);
  const opened = link(index, store, { session, view: "timeline", range, step: null }, where, h("span", { class: "what" }, what), h("span", { class: "times" }, times));
  if (title) opened.title = title;
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
  const { session } = place;
  const aligned = new Session(session, index.sessions[session]!, await readSession(index, session)).score(store.state.score);
  if (!aligned) return null;
  const { middle, inOrder } = new Layout(aligned);
  const [start, end] = around(place) ?? [aligned.start, aligned.end];
  return inOrder.find((i) => aligned.steps.kind[i] !== "C" && middle[i]! >= start + AROUND - SLACK && middle[i]! <= end) ?? null;
}
