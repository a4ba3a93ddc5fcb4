/** Right-to-left text and direction marks must not affect the text around them. */

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Whether the text contains direction marks. */
export function turns(text: string): boolean {
  return text.search(TURNS) >= 0;
}

/** Returns the direction of a line, given by its first letter. */
export function directionOf(words: Iterable<string>): "ltr" | "rtl" {
  for (const word of words) {
    const letter = /\p{L}/u.exec(word)?.[0];
    if (letter) return FROM_RIGHT.test(letter) ? "rtl" : "ltr";
  }
  return "ltr";
}

/** Isolates the direction of a text within a string. */
export function isolated(text: string): string {
  return FROM_RIGHT.test(text) || turns(text) ? `\u2068${text.replace(TURNS, "")}\u2069` : text;
}
