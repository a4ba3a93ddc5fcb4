/** Words that run from right to left, and marks that turn the text after them, must not disturb what stands beside them. */

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Does the text hold marks that turn what comes after it? */
export function turns(text: string): boolean {
  return text.search(TURNS) >= 0;
}

/** As a whole line runs: as its first letter does. */
export function directionOf(words: Iterable<string>): "ltr" | "rtl" {
  for (const word of words) {
    const letter = /\p{L}/u.exec(word)?.[0];
    if (letter) return FROM_RIGHT.test(letter) ? "rtl" : "ltr";
  }
  return "ltr";
}

/** For a line that is one string: the text runs as it should, and what follows it as if it were not there. */
export function isolated(text: string): string {
  return FROM_RIGHT.test(text) || turns(text) ? `\u2068${text.replace(TURNS, "")}\u2069` : text;
}
