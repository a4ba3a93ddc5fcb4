/** Regular expressions that may take forever: they are tried beside the page, and only for so long. */

import type { Query } from "./search";

const MILLISECONDS = 2000;

/** Runs in the worker, of which it is the whole script: it may use nothing from outside. */
function work(): void {
  onmessage = ({ data }: MessageEvent<{ pattern: string; words: string[] }>) => {
    const regex = new RegExp(data.pattern, "iu");
    postMessage(data.words.filter((word) => regex.test(word)));
  };
}

/**
 * Does it match any word at once? Not surely where a repeat or a choice is repeated, which may try every way to share
 * out a word, nor where there are many repeats.
 */
export function isTame(pattern: string): boolean {
  const tokens = pattern.match(/\\.|\[(?:[^\]\\]|\\.)*\]?|\{\d*,?\d*\}|[^]/gu) ?? [];
  const groups = [false]; // is there a repeat or a choice in the groups that are open?
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

/** The words that a wild pattern matches, once they are known. */
export class WildSearch {
  /** What is known so far. */
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
