/** Search in the words of all sessions, a few of which are read ahead. */

import { type Aligned, Session } from "../data/session";
import { readSession } from "../data/unpack";
import type { Index, WireSession } from "../data/wire";
import { findSteps, type Found, mayHold, type Query } from "../session/search";

const AHEAD = 8;

/** Calls `hit` for every session with hits, and `done` after every session, until `goOn` is false. */
export async function searchSessions(
  index: Index,
  score: number,
  query: Query,
  goOn: () => boolean,
  hit: (session: number, aligned: Aligned, found: Found) => void,
  done: (sessions: number) => void = () => undefined,
): Promise<void> {
  const { sessions } = index.scores[score]!;
  const wanted = index.sessions.flatMap((_, number) => (sessions[number] ? [number] : []));
  const read: Promise<WireSession>[] = [];
  for (const [place, number] of wanted.entries()) {
    while (read.length < Math.min(place + AHEAD, wanted.length)) read.push(readSession(index, wanted[read.length]!));
    const wire = await read[place]!;
    delete read[place];
    if (!goOn()) return;
    if (mayHold(wire.words, query)) {
      const aligned = new Session(number, index.sessions[number]!, wire).score(score);
      const found = aligned && findSteps(aligned, query);
      if (found?.heads.includes(1)) hit(number, aligned!, found);
    }
    done(place + 1);
  }
}
