/** The state of the page. It is kept in the address, so a link reopens the same view. */

import type { ErrorKind, Index } from "./data/wire";
import { ofText } from "./vocabulary";

export type View = "timeline" | "reading" | "errors";
export const VIEWS: readonly View[] = ["timeline", "reading", "errors"];
export const KINDS: readonly ErrorKind[] = ["S", "D", "I"];

export type Differ = "first" | "second" | "both" | "none";
const DIFFER: readonly Differ[] = ["first", "second", "both", "none"];

export interface State {
  /** Number of the open session; null for the overview. */
  session: number | null;
  score: number;
  /** The score it is compared with. */
  against: number | null;
  view: View;
  /** Seconds; words if there are no times. */
  range: [number, number] | null;
  query: string;
  /** Kinds of errors that are marked. */
  kinds: ErrorKind[];
  speaker: string | null;
  stream: string | null;
  /** A group of a slice, e.g. `overlap:1 speaker`. */
  slice: string | null;
  /** If two scores are shown: whose errors are marked. In a list of utterances: those with errors of only one, both or none. */
  differ: Differ | null;
  /** The chosen step of the alignment. */
  step: number | null;
  rows: "speaker" | "stream";
  order: "conversation" | "speakers";
  /** Column of the session table, with a minus for descending. */
  sort: string | null;
  /** Filter of the session names. */
  sessions: string;
  /** Sessions whose words match the filter; null if words are not searched. Not part of links. */
  found: ReadonlySet<number> | null;
}

export const START: State = {
  session: null,
  score: 0,
  against: null,
  view: "timeline",
  range: null,
  query: "",
  kinds: [...KINDS],
  speaker: null,
  stream: null,
  slice: null,
  differ: null,
  step: null,
  rows: "speaker",
  order: "conversation",
  sort: null,
  sessions: "",
  found: null,
};

/** Names in links of version 0.2, by key. */
const RENAMED: Record<string, Record<string, string>> = {
  view: { wrong: "errors" },
  slice: {
    "cause:labels": "cause:attribution",
    "cause:inside": "cause:mixed",
    "cause:words": "cause:recognition",
    "overlap:nobody": "overlap:no speaker",
    "backchannel:all else": "backchannel:other segments",
    "length:no segment near": "length:stream without reference words",
    "backchannel:no segment near": "backchannel:stream without reference words",
  },
};

/** The name of a score in links: system and metric, so it does not depend on the order of scores. */
export function scoreName(index: Index, score: number): string {
  const info = index.scores[score];
  return info ? `${info.system}/${info.metric}` : "";
}

function findScore(index: Index, name: string | null): number | null {
  const found = index.scores.findIndex((_, i) => scoreName(index, i) === name);
  return found < 0 ? null : found;
}

/**
 * The state of a page without a fragment: a metric with causes. Two systems are compared; of more, the best is shown.
 */
export function opening(index: Index): State {
  const { scores } = index;
  const first = Math.max(0, scores.findIndex((info) => info.blame));
  const rivals = scores.flatMap((info, i) => (i !== first && info.metric === scores[first]?.metric ? [i] : []));
  const rate = (number: number): number => scores[number]!.total.rate ?? Infinity;
  const score = rivals.length > 1 ? [first, ...rivals].reduce((best, one) => (rate(one) < rate(best) ? one : best)) : first;
  return { ...START, score, against: rivals.length === 1 ? rivals[0]! : null, session: index.opened ? 0 : null };
}

/** An empty fragment is that of the opening state. */
export function toFragment(state: State, index: Index): string {
  const written = inWords(state, index);
  return written === inWords(opening(index), index) ? "" : written || new URLSearchParams({ score: scoreName(index, 0) }).toString();
}

function inWords(state: State, index: Index): string {
  const words = new URLSearchParams();
  const put = (key: string, value: string | null, usual = ""): void => {
    if (value !== null && value !== usual) words.set(key, value);
  };
  put("session", state.session === null ? null : (index.sessions[state.session] ?? null), "\0");
  put("score", scoreName(index, state.score), scoreName(index, 0));
  put("against", state.against === null ? null : scoreName(index, state.against));
  put("sort", state.sort);
  put("sessions", state.sessions);
  if (index.utterances || (state.session !== null && state.against !== null)) put("differ", state.differ);
  if (state.session !== null) {
    put("view", state.view, START.view);
    put("range", state.range === null ? null : state.range.map((x) => x.toFixed(2)).join("-"));
    put("find", state.query);
    put("kinds", state.kinds.join("") || "none", KINDS.join(""));
    put("speaker", state.speaker, "\0");
    put("stream", state.stream, "\0");
    put("slice", state.slice);
    put("step", state.step === null ? null : String(state.step));
    put("rows", state.rows, START.rows);
    put("order", state.order, START.order);
  }
  return words.toString();
}

/** Reads the state from a fragment. Unknown values keep their defaults. */
export function fromFragment(fragment: string, index: Index): State {
  if (/^#?$/.test(fragment)) return opening(index);
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const current = (key: string): string | null => {
    const value = words.get(key);
    return value === null ? null : (RENAMED[key]?.[value] ?? value);
  };
  const name = words.get("session");
  const session = name === null ? -1 : index.sessions.indexOf(name);
  const range = /^(-?\d+(?:\.\d+)?)-(-?\d+(?:\.\d+)?)$/.exec(words.get("range") ?? "");
  const view = VIEWS.find((one) => one === current("view"));
  const kinds = words.get("kinds");
  const step = words.get("step");
  return {
    ...START,
    session: session < 0 ? null : session,
    score: findScore(index, words.get("score")) ?? 0,
    against: findScore(index, words.get("against")),
    view: view ?? START.view,
    range: range && Number(range[1]) < Number(range[2]) ? [Number(range[1]), Number(range[2])] : null,
    query: words.get("find") ?? "",
    kinds: kinds === null ? [...KINDS] : KINDS.filter((kind) => kinds.includes(kind)),
    speaker: words.get("speaker"),
    stream: words.get("stream"),
    slice: current("slice"),
    differ: DIFFER.find((one) => one === words.get("differ")) ?? null,
    step: step !== null && /^\d+$/.test(step) ? Number(step) : null,
    rows: words.get("rows") === "stream" ? "stream" : "speaker",
    order: words.get("order") === "speakers" ? "speakers" : "conversation",
    sort: words.get("sort"),
    sessions: words.get("sessions") ?? "",
  };
}

/** The session that a link names and the page does not have. */
export function unknownSession(fragment: string, index: Index): string | null {
  const name = new URLSearchParams(fragment.replace(/^#/, "")).get("session");
  return name !== null && !index.sessions.includes(name) ? name : null;
}

/** Diarization has no text, so the reading view is replaced by the timeline; a list of utterances has no timelines. */
function readable(state: State, index: Index): State {
  if (index.utterances) return state.view === "timeline" ? { ...state, view: "reading" } : state;
  const unit = index.scores[state.score]?.unit;
  return state.view === "reading" && !(unit && ofText(unit)) ? { ...state, view: START.view } : state;
}

export type Listener = (state: State, before: State) => void;

/** Holds the state, and notifies listeners when it changes. */
export class Store {
  private listeners: Listener[] = [];
  state: State;

  constructor(readonly index: Index) {
    this.state = readable(fromFragment(location.hash, index), index);
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== toFragment(this.state, index)) this.take(readable(fromFragment(location.hash, index), index));
    });
  }

  set(change: Partial<State>): void {
    const next = readable({ ...this.state, ...change }, this.index);
    // Comparing a score with itself is useless: choosing the other one swaps the two.
    if (next.against === next.score) next.against = this.state.score === next.score ? null : this.state.score;
    // A change of session or view adds an entry to the browser's history; a zoom does not.
    const turned = next.session !== this.state.session || next.view !== this.state.view;
    this.take(next);
    try {
      const address = `#${toFragment(this.state, this.index)}`;
      if (turned) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    } catch {
      // A notebook's frame has no address; the page works without it.
    }
  }

  private take(next: State): void {
    const before = this.state;
    this.state = next;
    for (const listener of [...this.listeners]) listener(this.state, before);
  }

  /** Calls the listener after every change, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }
}
