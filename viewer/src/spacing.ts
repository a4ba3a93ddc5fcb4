/** Chinese and Japanese are written without spaces between words and characters. */

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Returns what is between two words: nothing if both sides of the gap are Chinese or Japanese. */
export function gap(before: string, after: string): "" | " " {
  if (before === "" || after === "") return "";
  return UNSPACED.test([...before].at(-1)!) && UNSPACED.test([...after][0]!) ? "" : " ";
}

export function joined(words: readonly string[]): string {
  let [text, last] = ["", ""];
  for (const word of words) {
    if (word === "") continue;
    text += gap(last, word) + word;
    last = word;
  }
  return text;
}
