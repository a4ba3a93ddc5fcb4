/** What a score would be with the corrections, before it is computed. */

import type { ScoreInfo } from "../data/wire";
import type { Correction } from "./store";

/** The change of errors and of reference words by one correction. The words beside it are taken to stay aligned. */
function change({ mark, instead, reference, hypothesis }: Correction): [number, number] {
  const wrong = Number(!reference || !hypothesis || reference.text !== hypothesis.text);
  if (mark === "ignore") return [-wrong, -Number(reference !== undefined)];
  if (mark === "comment") return [0, 0];
  if (!reference) return [-1, 0]; // the inserted word is removed
  const words = (instead ?? "").split(/\s+/).filter(Boolean);
  const correct = (hypothesis?.text ?? "") === words.join(" ");
  return [correct ? -wrong : 0, words.length - 1];
}

/** Returns the estimated rate; null if no correction concerns this system. */
export function estimatedRate({ system, total }: ScoreInfo, corrections: readonly Correction[]): number | null {
  const own = corrections.filter(({ mark, hypothesis }) => mark !== "comment" && (!hypothesis || hypothesis.system === system));
  if (own.length === 0) return null;
  let { errors, length } = total;
  for (const [fewer, words] of own.map(change)) {
    errors += fewer;
    length += words;
  }
  return length > 0 ? Math.max(0, errors) / length : null;
}
