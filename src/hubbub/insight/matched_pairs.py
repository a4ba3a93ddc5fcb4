"""Matched pairs: what two systems made of the same words, in segments where both are right; what makes the difference.

A segment begins with an error of either system and ends after two words that both have right, so that the errors of
different segments may be taken as independent. All speakers stand in one sequence by time: a word on the wrong stream
is a deletion with one speaker and an insertion with another, and these are one cause. To cut each speaker's words by
themselves, as NIST's sc_stats does, takes them for two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import fsum, sqrt
from typing import NamedTuple

from hubbub.insight.comparison import OnThese, Place, Statistic, WordDifference
from hubbub.model.alignment import Event, Key
from hubbub.statistics.paired_tests import sign_flip

RIGHT = 2
"""Words in a row that end a segment if both systems have them right."""
NOTHING = 0, None
WORDS, PLACES = 10, 5
"""How many words and places that made the difference are told."""


class Step(NamedTuple):
    """A reference word, or a word that either system inserted, with the errors of both."""

    time: float | None
    key: Key | None
    """The reference word; None for an insertion."""
    first: int
    second: int


Events = Sequence[Sequence[Event]]
"""The events of an alignment, lane by lane."""


def by_time(first: Events, second: Events, session: str = "") -> list[Place] | None:
    """The segments over all speakers together; None where words have no times."""
    steps = _joined(list(chain(*first)), list(chain(*second)))
    if any(step.time is None for step in steps):
        return None
    # Words may be said at the same time: in which lanes the first system has them must not decide what comes first.
    return list(_cut(sorted(steps, key=lambda step: (step.time, step.key or ())), session))


def _joined(first: list[Event], second: list[Event]) -> list[Step]:
    """Every reference word once, and the insertions of both."""
    sides = [{event.key: event for event in side if event.key is not None} for side in (first, second)]
    steps = []
    for key in {**sides[0], **sides[1]}:  # of an alternation, they may have taken different branches
        times = [side[key].time for side in sides if key in side]
        known = [time for time in times if time is not None]
        errors = [key in side and side[key].error for side in sides]
        steps.append(Step(min(known) if len(known) == len(times) else None, key, *errors))
    steps += [Step(event.time, None, 1, 0) for event in first if event.key is None]
    return steps + [Step(event.time, None, 0, 1) for event in second if event.key is None]


def by_speaker(first: Events, second: Events, session: str = "") -> list[Place]:
    """The segments of each speaker's words by themselves: NIST's, and what is left to do where there are no times."""
    sequences: list[list[Step]] = []
    one, other = _anchored(first), _anchored(second)
    for speaker in sorted({*one, *other}):
        mine, theirs = one.get(speaker, {}), other.get(speaker, {})
        steps: list[Step] = []
        for place in sorted({*mine, *theirs}):
            (before, wrong), (others, wrong_there) = mine.get(place, NOTHING), theirs.get(place, NOTHING)
            steps += [Step(None, None, 1, 0)] * before + [Step(None, None, 0, 1)] * others
            if wrong is not None or wrong_there is not None:
                steps.append(Step(None, (speaker, *place), bool(wrong), bool(wrong_there)))
        sequences.append(steps)
    for lanes, step in ((first, Step(None, None, 1, 0)), (second, Step(None, None, 0, 1))):
        sequences += [[step] * len(lane) for lane in lanes if all(event.key is None for event in lane)]
    return [piece for steps in sequences for piece in _cut(steps, session)]


Anchored = dict[str, dict[tuple[int, int], tuple[int, bool | None]]]
"""By speaker and place, how many words were inserted before a reference word, and whether that is wrong; None at the
end, where there is no such word."""


def _anchored(lanes: Events) -> Anchored:
    """Each speaker's words in order, with the insertions before them in their lane, and those after the last."""
    found: Anchored = {}
    for lane in lanes:
        waiting, last = 0, None
        for event in lane:
            if event.key is None:
                waiting += 1
                continue
            speaker, *place = event.key
            last = speaker, (place[0], place[1])
            own = found.setdefault(speaker, {})
            own[last[1]] = own.get(last[1], NOTHING)[0] + waiting, event.error
            waiting = 0
        if waiting and last is not None:
            speaker, (number, index) = last
            inserted, wrong = found[speaker].get((number, index + 1), NOTHING)
            found[speaker][number, index + 1] = inserted + waiting, wrong
    return found


def _cut(steps: Sequence[Step], session: str) -> Iterator[Place]:
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
            yield _piece(inside, session)
            inside, right = [], 0
    if inside:
        yield _piece(inside, session)


def _piece(steps: Sequence[Step], session: str) -> Place:
    times = [step.time for step in steps if step.time is not None and (step.first or step.second)]
    start, end = (times[0], times[-1]) if times else (None, None)
    return Place(session, start, end, sum(step.first for step in steps), sum(step.second for step in steps))


def statistic(pieces: Sequence[Place]) -> Statistic:
    """Mean and Z over segments."""
    differences = [-piece.difference for piece in pieces]
    number = len(differences)
    mean = sum(differences) / number if number else 0.0
    sd = sqrt(fsum((one - mean) ** 2 for one in differences) / (number - 1)) if number > 1 else 0.0
    return Statistic(number, mean, sd, mean / (sd / sqrt(number)) if sd else None)


class Recordings:
    """Takes session after session and keeps only what is asked of them: a large corpus has millions of words."""

    def __init__(self, nist: bool = False) -> None:
        """NIST's own segments are cut too, where they are asked for."""
        self.pieces: list[Place] = []
        self.by_speaker: list[Place] = []
        self._nist = nist
        self._cut = "time"
        self._only: tuple[Counter[tuple[str, bool]], Counter[tuple[str, bool]]] = Counter(), Counter()

    def add(self, session: str, first: Events, second: Events) -> None:
        """A session, as both systems have it."""
        pieces = by_time(first, second, session)
        if self._nist or pieces is None:
            cut = by_speaker(first, second, session)
            self.by_speaker += cut
            if pieces is None:
                self._cut, pieces = "speaker", cut
        self.pieces += pieces
        found = [[event for lane in lanes for event in lane if event.error] for lanes in (first, second)]
        wrong = [{event.key: event.reference for event in side if event.key is not None} for side in found]
        inserted = [Counter(event.hypothesis for event in side if event.key is None) for side in found]
        for side, other in ((0, 1), (1, 0)):
            more = inserted[side] - inserted[other]
            self._only[side].update((text, False) for key, text in wrong[side].items() if key not in wrong[other])
            self._only[side].update({(text, True): number for text, number in more.items()})

    def answer(self) -> OnThese:
        """Is the difference more than chance?"""
        flipped = sign_flip([piece.difference for piece in self.pieces])
        return OnThese(*statistic(self.pieces), flipped.p, flipped.exact, self._cut, flipped.p)

    def places(self) -> list[Place]:
        """Where they differ most."""
        places = [piece for piece in self.pieces if piece.difference]
        return sorted(places, key=lambda place: -abs(place.difference))[:PLACES]

    def words(self) -> list[WordDifference]:
        """The words that most often only one of them has wrong; of insertions, how often each has more in a session."""
        first, second = self._only
        rows = [WordDifference(*word, first[word], second[word]) for word in {*first, *second}]
        rows.sort(key=lambda row: (-abs(row.difference), row.word, row.inserted))
        return [row for row in rows[:WORDS] if row.difference]
