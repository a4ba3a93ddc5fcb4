/** Downloads and copies. */

import { copyText } from "../clipboard";
import type { Item } from "../menu";

/** Returns a valid file name for a session name. */
export function fileName(name: string, suffix: string): string {
  return `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+/, "") || "session"}.${suffix}`;
}

export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function copying(text: string, what: () => string): Item {
  return { text, act: async () => ((await copyText(what())) ? "copied" : "the browser refused to copy") };
}

export function saving(text: string, name: () => string, type: string, what: () => string): Item {
  return {
    text,
    act: () => {
      save(name(), new Blob([what()], { type: `${type};charset=utf-8` }));
      return Promise.resolve("saved");
    },
  };
}

/** The link to the current view; a page in a frame has none. */
export function linking(): Item[] {
  return location.protocol === "about:" ? [] : [copying("Link to this view", () => location.href)];
}

export function printing(): Item {
  return { text: "Print", act: () => print() };
}
