"""Matched pairs: what two systems made of the same words, cut into segments where both are right.

A segment begins with an error of either system and ends after two words that both have right, so that the errors of
different segments may be taken as independent. All speakers stand in one sequence by time: a word on the wrong stream
is a deletion with one speaker and an insertion with another, and these are one cause. To cut each speaker's words by
themselves, as NIST's sc_stats does, takes them for two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import sqrt
from typing import NamedTuple

from hubbub.model.alignment import Event, Lane, events

RIGHT = 2
"""Words in a row that end a segment if both systems have them right."""


class Piece(NamedTuple):
    """A segment in which either system errs."""

    first: int
    """Errors of the first system."""
    second: int
    start: float | None
    end: float | None

    @property
    def difference(self) -> int:
        """How many errors more the second has."""
        return self.second - self.first


class Step(NamedTuple):
    """A reference word, or a word that either system inserted, with the errors of both."""

    time: float | None
    word: bool
    first: int
    second: int


Events = Sequence[Sequence[Event]]
"""The events of an alignment, lane by lane."""


def events_of(lanes: Sequence[Lane]) -> Events:
    """The events of these lanes."""
    return [list(events([lane])) for lane in lanes]


def by_time(first: Events, second: Events) -> list[Piece] | None:
    """The segments over all speakers together; None where words have no times."""
    steps = _joined(list(chain(*first)), list(chain(*second)))
    if any(step.time is None for step in steps):
        return None
    return list(_cut(sorted(steps, key=lambda step: (step.time, step.word))))


def _joined(first: list[Event], second: list[Event]) -> list[Step]:
    """Every reference word once, and the insertions of both."""
    wrong = {event.key: event.error for event in second if event.key is not None}
    steps = [Step(event.time, True, event.error, wrong.pop(event.key, False)) for event in first if event.key]
    if wrong:  # of an alternation, the second took another branch
        left = (event for event in second if event.key in wrong)
        steps += [Step(event.time, True, 0, event.error) for event in left]
    steps += [Step(event.time, False, 1, 0) for event in first if event.key is None]
    return steps + [Step(event.time, False, 0, 1) for event in second if event.key is None]


def by_speaker(first: Events, second: Events) -> list[Piece]:
    """The segments of each speaker's words by themselves: NIST's, and what is left to do where there are no times."""
    sequences: list[list[Step]] = []
    one, other = _anchored(first), _anchored(second)
    for speaker in dict.fromkeys([*one, *other]):
        mine, theirs = one.get(speaker, {}), other.get(speaker, {})
        steps: list[Step] = []
        for place in sorted({*mine, *theirs}):
            here, there = mine.get(place, _Place()), theirs.get(place, _Place())
            steps += [Step(None, False, 1, 0)] * here.inserted + [Step(None, False, 0, 1)] * there.inserted
            if here.word or there.word:
                steps.append(Step(None, True, here.wrong, there.wrong))
        sequences.append(steps)
    for lanes, step in ((first, Step(None, False, 1, 0)), (second, Step(None, False, 0, 1))):
        sequences += [[step] * len(lane) for lane in lanes if all(event.key is None for event in lane)]
    return [piece for steps in sequences for piece in _cut(steps)]


class _Place:
    """A reference word of one alignment, and how many words were inserted before it."""

    def __init__(self) -> None:
        self.inserted = 0
        self.word = self.wrong = False


def _anchored(lanes: Events) -> dict[str, dict[tuple[int, int], _Place]]:
    """Each speaker's words in order, with the insertions before them in their lane, and those after the last."""
    found: dict[str, dict[tuple[int, int], _Place]] = {}
    for lane in lanes:
        waiting, last = 0, None
        for event in lane:
            if event.key is None:
                waiting += 1
                continue
            speaker, *place = event.key
            last = speaker, (place[0], place[1])
            at = found.setdefault(speaker, {}).setdefault(last[1], _Place())
            at.word, at.wrong, at.inserted = True, event.error, at.inserted + waiting
            waiting = 0
        if waiting and last is not None:
            speaker, (number, index) = last
            found[speaker].setdefault((number, index + 1), _Place()).inserted += waiting
    return found


def _cut(steps: Sequence[Step]) -> Iterator[Piece]:
    """The segments of a sequence."""
    inside: list[Step] = []
    right = 0
    for step in steps:
        wrong = step.first or step.second
        if not inside and not wrong:
            continue
        inside.append(step)
        right = 0 if wrong else right + 1
        if right == RIGHT:
            yield _piece(inside)
            inside, right = [], 0
    if inside:
        yield _piece(inside)


def _piece(steps: Sequence[Step]) -> Piece:
    times = [step.time for step in steps if step.time is not None and (step.first or step.second)]
    ends = (times[0], times[-1]) if times else (None, None)
    return Piece(sum(step.first for step in steps), sum(step.second for step in steps), *ends)


class Statistic(NamedTuple):
    """The matched pairs' statistic: the mean of the differences, first less second as NIST has it, and its Z."""

    segments: int
    mean: float
    sd: float
    z: float | None
    """None where all differences are the same, or there is one alone."""


def statistic(pieces: Sequence[Piece]) -> Statistic:
    """Mean and Z over segments."""
    differences = [-piece.difference for piece in pieces]
    number = len(differences)
    mean = sum(differences) / number if number else 0.0
    sd = sqrt(sum((one - mean) ** 2 for one in differences) / (number - 1)) if number > 1 else 0.0
    return Statistic(number, mean, sd, mean / (sd / sqrt(number)) if sd else None)
