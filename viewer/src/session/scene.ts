/** One score of the open session, with the effect of the filters on its steps. */

import type { Aligned } from "../data/session";
import { stepsInSlice } from "../data/slices";
import type { ErrorKind, ScoreInfo } from "../data/wire";
import { byName } from "../order";
import type { State } from "../state";
import { Layout } from "../timeline/layout";
import { CLASSES } from "./differences";
import { WildSearch } from "./patterns";
import { findSteps, parseQuery, type Query } from "./search";

export class Scene {
  readonly layout: Layout;
  /** 1 for steps that pass the filters by speaker, stream and slice. */
  passes: Uint8Array;
  /** 1 for marked errors. */
  marked: Uint8Array;
  /** 1 for steps that the search finds. */
  hits: Uint8Array;
  /** 1 for the first step of a hit; a phrase is one hit. */
  heads: Uint8Array;
  /** If another score is shown too: which of the two has an error at each step. */
  differs: Uint8Array | null = null;
  queryError: string | null = null;
  /** The first step of every hit, and the marked errors, in session order. */
  hitList: number[] = [];
  errorList: number[] = [];
  /** Incremented when the filters change, so views know when to redraw. */
  version = 0;
  private kinds = new Set<string>();
  private seen = "";
  private wild: WildSearch | null = null;

  constructor(
    readonly number: number,
    readonly info: ScoreInfo,
    readonly aligned: Aligned,
    /** Called when a slow search has finished; filter() then shows its hits. */
    private readonly found: () => void = () => undefined,
  ) {
    this.layout = new Layout(aligned);
    const size = aligned.steps.length;
    this.passes = new Uint8Array(size);
    this.marked = new Uint8Array(size);
    this.hits = new Uint8Array(size);
    this.heads = new Uint8Array(size);
  }

  filter(state: State): void {
    const key = JSON.stringify([state.query, state.kinds, state.speaker, state.stream, state.slice, this.differs && state.differ]);
    if (key === this.seen) return;
    this.seen = key;
    this.version++;
    const { steps, names } = this.aligned;
    const query = this.tried(parseQuery(state.query));
    this.queryError = query.error;
    ({ hits: this.hits, heads: this.heads } = findSteps(this.aligned, query));
    this.kinds = new Set<string>(state.kinds satisfies ErrorKind[]);
    const speaker = state.speaker === null ? -2 : names.indexOf(state.speaker);
    const stream = state.stream === null ? -2 : names.indexOf(state.stream);
    const wanted = state.differ === null || !this.differs ? 0 : CLASSES.indexOf(state.differ);
    const inSlice = stepsInSlice(this.aligned, state.slice);
    for (let i = 0; i < steps.length; i++) {
      const passes =
        inSlice?.[i] !== 0 &&
        (speaker === -2 || this.layout.speaker[i] === speaker) && (stream === -2 || this.layout.stream[i] === stream);
      this.passes[i] = Number(passes);
      this.marked[i] = Number(this.shows(i) && (wanted === 0 || this.differs![i] === wanted));
      if (!passes) this.hits[i] = this.heads[i] = 0;
    }
    this.hitList = [];
    this.errorList = [];
    for (const i of this.layout.inOrder) {
      if (this.heads[i]) this.hitList.push(i);
      if (this.marked[i]) this.errorList.push(i);
    }
  }

  /** Whether a step is an error that passes the filters, whichever score has it. */
  shows(step: number): boolean {
    return this.passes[step] === 1 && this.kinds.has(this.aligned.steps.kind[step]!);
  }

  /** Whether a search is still running. */
  get searching(): boolean {
    return this.wild?.running ?? false;
  }

  close(): void {
    this.wild?.close();
  }

  private tried(query: Query): Query {
    if (query.wild === this.wild?.pattern) return this.wild.query;
    this.wild?.close();
    this.wild = null;
    if (query.wild === null) return query;
    const { reference, hypothesis } = this.aligned;
    this.wild = new WildSearch(query.wild, [...new Set([...reference.table, ...hypothesis.table])], () => {
      this.seen = "";
      this.found();
    });
    return this.wild.query;
  }

  /** Returns the next or previous step of a list, from the chosen one or from the view; wraps around. */
  neighbor(list: readonly number[], step: number | null, view: { start: number; end: number }, forward: boolean): number | null {
    if (list.length === 0) return null;
    const { middle } = this.layout;
    const chosen = step !== null && step < this.aligned.steps.length;
    const from = chosen ? middle[step]! : forward ? view.start : view.end;
    const after = (i: number): boolean => middle[i]! > from || (middle[i]! === from && chosen && i > step);
    const at = list.findIndex(after);
    if (forward) return list[at < 0 ? 0 : at]!;
    const end = at < 0 ? list.length : at;
    let before = end - 1;
    if (before >= 0 && list[before] === step) before--;
    return list[before < 0 ? list.length - 1 : before]!;
  }

  /** Names of all speakers or streams with a word in this session. */
  people(side: "speaker" | "stream"): string[] {
    const found = new Set<number>(this.layout[side]);
    found.delete(-1);
    return [...found].map((name) => this.aligned.names[name]!).sort(byName);
  }

  /** Returns the step of this score for another score's step: of the same reference word, or the nearest in time. */
  counterpart(other: Scene, step: number): number | null {
    if (other === this) return step;
    const { steps } = this.aligned;
    const word = other.aligned.steps.reference[step] ?? -1;
    if (word >= 0 && other.aligned.reference === this.aligned.reference) {
      const found = steps.reference.indexOf(word);
      if (found >= 0) return found;
    }
    const moment = other.layout.middle[step]!;
    let best: number | null = null;
    for (const i of this.layout.inOrder) {
      if (best === null || Math.abs(this.layout.middle[i]! - moment) < Math.abs(this.layout.middle[best]! - moment)) best = i;
    }
    return best;
  }
}
