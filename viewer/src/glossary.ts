/** Tooltips that explain terms, on hover, focus and tap. */

import { h } from "./dom";

export const GLOSSARY = {
  stream: "A stream is one speaker label or channel of the system's output.",
  pairing: "The pairing matches speakers and streams one to one. The best pairing counts, so names need not agree.",
  collar: "The collar is the tolerance in seconds between two aligned words. Without one, times are ignored.",
  proven: "Proven optimal: no other pairing or routing has fewer errors.",
} as const;

export type Term = keyof typeof GLOSSARY;

/** A term with its tooltip. */
export function term(name: Term, text: string = name): HTMLElement {
  const said = h("span", { class: "explanation", role: "tooltip", hidden: true }, GLOSSARY[name]);
  const word = h("span", { class: "term", tabindex: "0", "data-term": name, "aria-description": GLOSSARY[name] }, text, said);
  const show = (): void => {
    said.hidden = false;
    said.style.setProperty("--shift", "0px");
    const { left, right } = said.getBoundingClientRect();
    const over = right - (document.documentElement.clientWidth - 8);
    if (over > 0) said.style.setProperty("--shift", `${-Math.min(over, left - 8)}px`);
  };
  const hide = (): void => {
    said.hidden = true;
  };
  for (const event of ["pointerenter", "focus", "click"]) word.addEventListener(event, show);
  for (const event of ["pointerleave", "blur"]) word.addEventListener(event, hide);
  word.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || said.hidden) return;
    event.stopPropagation();
    hide();
  });
  return word;
}

const WORDS = /\b(streams?|pairings?|paired|collar|proven)\b/g;
const MEANT: Record<string, Term> = { streams: "stream", pairings: "pairing", paired: "pairing" };

/** A text in which the first occurrence of each term has a tooltip. */
export function explained(text: string): (HTMLElement | string)[] {
  const parts: (HTMLElement | string)[] = [];
  const seen = new Set<Term>();
  let at = 0;
  for (const found of text.matchAll(WORDS)) {
    const name = MEANT[found[0]] ?? (found[0] as Term);
    if (seen.has(name)) continue;
    seen.add(name);
    parts.push(text.slice(at, found.index), term(name, found[0]));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}
