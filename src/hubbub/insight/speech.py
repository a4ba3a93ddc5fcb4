"""What kind of speech a word is in: how many speak at once, how long its segment is, whether that is a backchannel.

All of it is told by the reference. Times may be in any unit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

PAUSE = 1.5
"""A turn goes on where its speaker pauses for no longer than this (seconds)."""
REPLY = 3
"""A backchannel has so many words at most."""
SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
NOBODY = "nobody"
OVERLAP = (*SPEAKERS, NOBODY)
_LONGEST = (1, 5, 15)
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "all else")

Spans = list[tuple[float, float]]


def length_of(words: int) -> int:
    """The place in LENGTHS of a segment of so many words.

    >>> [LENGTHS[length_of(words)] for words in (1, 5, 6, 100)]
    ['1 word', '2 to 5 words', '6 to 15 words', '16 words or more']
    """
    return bisect_left(_LONGEST, words)


class Speech:
    """The segments of the reference, each with its speaker, its number of words and the times of these."""

    def __init__(
        self,
        speakers: Sequence[str],
        counts: Sequence[int],
        times: Sequence[tuple[float, float]],
        second: float = 1,
    ) -> None:
        self._speakers = speakers
        self._counts = counts
        self._pause = PAUSE * second
        self.spans: Spans = []
        """Start and end of each segment."""
        for end, words in zip(accumulate(counts), counts, strict=True):
            own = times[end - words : end]
            self.spans.append((min(own)[0], max(last for _, last in own)) if own else (0, 0))

    def turns(self, pause: float) -> dict[str, Spans]:
        """When each speaker speaks; a pause that is no longer than this is a part of it."""
        found: dict[str, Spans] = {}
        spoken = sorted(
            (span, speaker)
            for span, speaker, words in zip(self.spans, self._speakers, self._counts, strict=True)
            if words
        )
        for (start, end), speaker in spoken:
            own = found.setdefault(speaker, [])
            if own and start <= own[-1][1] + pause:
                own[-1] = own[-1][0], max(own[-1][1], end)
            else:
                own.append((start, end))
        return found

    @cached_property
    def _long_turns(self) -> dict[str, Spans]:
        return self.turns(self._pause)

    def reply(self, words: int, span: tuple[float, float], speaker: str | None = None) -> int:
        """The place in REPLIES of a segment: a backchannel is a few words in the middle of somebody else's turn."""
        if words > REPLY:
            return 1
        start, end = span
        for other, turns in self._long_turns.items():
            at = bisect_left(turns, (start, start)) - 1
            if other != speaker and at >= 0 and turns[at][1] > end:
                return 0
        return 1

    @cached_property
    def _speaking(self) -> tuple[list[float], list[int]]:
        """The moments at which somebody begins or ends; how many speak before the first, and from each one on."""
        changes: Counter[float] = Counter()
        for turns in self.turns(pause=0).values():
            for start, end in turns:
                changes[start] += 1
                changes[end] -= 1
        moments = sorted(changes)
        return moments, [0, *accumulate(changes[moment] for moment in moments)]

    def overlap(self, span: tuple[float, float], least: int) -> int:
        """The place in OVERLAP of a word: how many speak at most while it lasts, and at least so many."""
        moments, speaking = self._speaking
        first = bisect_right(moments, span[0])
        most = max(least, speaking[first])
        if first < len(moments) and moments[first] < span[1]:  # most words lie between two changes
            most = max(most, *speaking[first + 1 : bisect_left(moments, span[1], first) + 1])
        return min(most, len(SPEAKERS)) - 1 if most else len(SPEAKERS)
