"""Slices of a session: errors in overlapped speech, in short and long segments, in backchannels.

Every reference word and every insertion belongs to one part of each slice, so that the parts add up to the session.
An insertion decides by its own time where the slice is one of time; else it goes with the reference word before it in
its lane, or after it where there is none before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, SUBSTITUTION, WordErrors
from hubbub.report.packing import HUNDREDTHS, Side, Sides, Step

PAUSE = 3 * HUNDREDTHS // 2
"""A turn goes on where its speaker pauses for no longer than this."""
REPLY = 3
"""A backchannel has so many words at most."""
SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
NOBODY = "nobody"
LENGTHS = ((1, "1 word"), (5, "2 to 5 words"), (15, "6 to 15 words"))
LONGER = "16 words or more"
REPLIES = ("backchannels", "all else")
NOWHERE = "no segment near"
ORDER = (*SPEAKERS, NOBODY, *(label for _, label in LENGTHS), LONGER, *REPLIES, NOWHERE)
Steps = Sequence[tuple[int, Step]]
"""The steps of an alignment, each with the number of its lane."""


class Slice(NamedTuple):
    """One way to cut a session into parts."""

    name: str
    labels: list[str]
    words: list[int]
    """The part of each reference word."""
    inserted: list[int]
    """The part of each insertion, in the order of the steps."""
    errors: list[WordErrors]
    """Of each part."""


def in_order(labels: Iterable[str]) -> list[str]:
    """The parts of a slice in the order in which people expect them; others by name."""
    return sorted(labels, key=lambda label: (ORDER.index(label), "") if label in ORDER else (len(ORDER), label))


def slices_of(steps: Steps, sides: Sides) -> list[Slice]:
    """Every slice into which this session can be cut."""
    segments = _Segments(sides.reference)
    near = _nearest_words(steps)

    def by_segment(name: str, labels: Sequence[str], part_of: Callable[[int], int]) -> Slice:
        parts = [part_of(segment) for segment in range(len(segments.counts))]
        words = [*(parts[segment] for segment in segments.of_word), len(labels)]
        return _counted(name, [*labels, NOWHERE], words[:-1], [words[word] for word in near], steps)

    found = [by_segment("length", [*(label for _, label in LENGTHS), LONGER], segments.length)]
    if sides.timed and segments.spans:
        overlap = _Overlap(segments)
        inserted = [step.hypothesis for _, step in steps if step.reference < 0]
        by_time = overlap.parts(sides.hypothesis, 0)
        parts = overlap.parts(sides.reference, 1), [by_time[word] for word in inserted]
        found.insert(0, _counted("overlap", [*SPEAKERS, NOBODY], *parts, steps))
        found.append(by_segment("backchannel", REPLIES, segments.reply))
    return found


def _nearest_words(steps: Steps) -> list[int]:
    """For each insertion the reference word before it in its lane, else the one after it; -1 where there is none."""
    words = [step.reference for _, step in steps]
    lanes = [lane for lane, _ in steps]
    for order in (range(1, len(words)), range(len(words) - 2, -1, -1)):
        for i in order:
            near = i - order.step
            if words[i] < 0 and lanes[near] == lanes[i]:
                words[i] = words[near]
    return [word for word, (_, step) in zip(words, steps, strict=True) if step.reference < 0]


def _counted(name: str, labels: Sequence[str], words: list[int], inserted: list[int], steps: Steps) -> Slice:
    """A slice with its errors; parts without any word are left away."""
    insertions = iter(inserted)
    found = Counter(
        (words[step.reference] if step.reference >= 0 else next(insertions), step.kind) for _, step in steps
    )
    there = sorted({*words, *inserted})
    number = {part: i for i, part in enumerate(there)}
    errors = [
        WordErrors(
            insertions=found[part, INSERTION],
            deletions=found[part, DELETION],
            substitutions=found[part, SUBSTITUTION],
            correct=found[part, CORRECT] + found[part, SPARED],
        )
        for part in there
    ]
    return Slice(
        name,
        [labels[part] for part in there],
        [number[part] for part in words],
        [number[part] for part in inserted],
        errors,
    )


Spans = list[tuple[int, int]]


class _Segments:
    """The segments of the reference."""

    def __init__(self, side: Side) -> None:
        self.of_word = [number for number, words in enumerate(side.counts) for _ in range(words)]
        self.counts = side.counts
        self.speakers = side.speakers
        self.spans: Spans = []
        """Start and end of each, where there are times."""
        if side.times is not None:
            for end, words in zip(accumulate(side.counts), side.counts, strict=True):
                own = side.times[end - words : end]
                self.spans.append((min(own)[0], max(last for _, last in own)) if own else (0, 0))
        self._turns: dict[str, Spans] | None = None

    def length(self, segment: int) -> int:
        return bisect_left([most for most, _ in LENGTHS], self.counts[segment])

    def turns(self, pause: int) -> dict[str, Spans]:
        """When each speaker speaks; a pause that is no longer than this is a part of it."""
        found: dict[str, Spans] = {}
        spoken = sorted(
            (span, speaker)
            for span, speaker, words in zip(self.spans, self.speakers, self.counts, strict=True)
            if words
        )
        for (start, end), speaker in spoken:
            own = found.setdefault(speaker, [])
            if own and start <= own[-1][1] + pause:
                own[-1] = own[-1][0], max(own[-1][1], end)
            else:
                own.append((start, end))
        return found

    def reply(self, segment: int) -> int:
        """0 for a backchannel: a few words in the middle of somebody else's turn."""
        if self.counts[segment] > REPLY:
            return 1
        if self._turns is None:
            self._turns = self.turns(PAUSE)
        start, end = self.spans[segment]
        for speaker, turns in self._turns.items():
            at = bisect_left(turns, (start, start)) - 1
            if speaker != self.speakers[segment] and at >= 0 and turns[at][1] > end:
                return 0
        return 1


class _Overlap:
    """How many people speak at once, by the times of the reference."""

    def __init__(self, segments: _Segments) -> None:
        changes: Counter[int] = Counter()
        for turns in segments.turns(pause=0).values():
            for start, end in turns:
                changes[start] += 1
                changes[end] -= 1
        self.moments = sorted(changes)
        self.speaking = [0, *accumulate(changes[moment] for moment in self.moments)]
        """How many speak before the first moment, and from each moment on."""

    def parts(self, side: Side, least: int) -> list[int]:
        """For each word, how many speak at most while it lasts: the number of its part."""
        assert side.times is not None
        found = []
        for start, end in side.times:
            first = bisect_right(self.moments, start)
            last = max(bisect_left(self.moments, end), first)
            # A word of no length may stand at the end of its own segment: somebody says it nevertheless.
            speaking = max(least, *self.speaking[first : last + 1])
            found.append(min(speaking, len(SPEAKERS)) - 1 if speaking else len(SPEAKERS))
        return found
