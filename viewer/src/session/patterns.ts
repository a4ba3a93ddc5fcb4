/** Regular expressions that may be slow: they run in a worker, with a time limit. */

import type { Query } from "./search";

const MILLISECONDS = 2000;

/** The whole script of the worker, so it must not use anything defined outside. */
function work(): void {
  onmessage = ({ data }: MessageEvent<{ pattern: string; words: string[] }>) => {
    const regex = new RegExp(data.pattern, "iu");
    postMessage(data.words.filter((word) => regex.test(word)));
  };
}

/**
 * Whether a pattern is fast on any word. It may not be if a repeat or an alternative is itself repeated, which can
 * backtrack exponentially, or if there are many repeats.
 */
export function isTame(pattern: string): boolean {
  const tokens = pattern.match(/\\.|\[(?:[^\]\\]|\\.)*\]?|\{\d*,?\d*\}|[^]/gu) ?? [];
  const groups = [false]; // whether each open group has a repeat or an alternative
  let closed = false;
  let repeats = 0;
  for (const token of tokens) {
    if (/^(?:[*+]|\{\d*,?\d*\})$/.test(token)) {
      if (closed || ++repeats > 2) return false;
      groups[groups.length - 1] = true;
    } else if (token === "|") groups[groups.length - 1] = true;
    else if (token === "(") groups.push(false);
    if (token === ")" && groups.length > 1) {
      closed = groups.pop()!;
      if (closed) groups[groups.length - 1] = true;
    } else closed = false;
  }
  return true;
}

/** Matches of a slow pattern, filled in by the worker. */
export class WildSearch {
  /** The matches so far. */
  query: Query;
  running = true;
  private readonly stop: () => void;

  constructor(
    readonly pattern: string,
    words: string[],
    changed: () => void,
  ) {
    const nothing: Query = { tests: [], pair: null, wild: pattern, error: null };
    const found = new Set<string>();
    this.query = { ...nothing, error: "searching …" };
    const address = URL.createObjectURL(new Blob([`(${work.toString()})()`], { type: "text/javascript" }));
    const worker = new Worker(address);
    const timer = setTimeout(() => end({ ...nothing, error: "the pattern takes too long" }), MILLISECONDS);
    this.stop = () => {
      clearTimeout(timer);
      worker.terminate();
      URL.revokeObjectURL(address);
    };
    const end = (query: Query): void => {
      this.stop();
      this.running = false;
      this.query = query;
      changed();
    };
    worker.onerror = () => end({ ...nothing, error: "the pattern cannot run here" });
    worker.onmessage = ({ data }: MessageEvent<string[]>) => {
      for (const word of data) found.add(word);
      end({ ...nothing, tests: [(word) => found.has(word)] });
    };
    worker.postMessage({ pattern, words });
  }

  close(): void {
    this.stop();
  }
}
