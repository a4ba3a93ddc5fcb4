"""Matched pairs: the errors of two systems in segments of the same words, for a significance test over segments.

A segment begins with an error of either system and ends after two words that both have correct, so the errors of
different segments are nearly independent. The words of all speakers are put in one sequence by time: a word in the
wrong stream is a deletion for one speaker and an insertion for another, with a single cause. Cutting each speaker's
words separately, as NIST's sc_stats does, counts it twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import fsum, sqrt
from typing import NamedTuple

from hubbub.insight.comparison import Place, SegmentTest, Span, Statistic, WordDifference
from hubbub.model.alignment import Event, Key
from hubbub.statistics.paired_tests import sign_flip

RIGHT = 2
"""Number of consecutive words, correct in both systems, that end a segment."""
WORDS, PLACES = 10, 5
"""Number of words and of stretches listed as the largest differences."""


class Step(NamedTuple):
    """A reference word, or a word inserted by either system, with the errors of both."""

    time: float | None
    key: Key | None
    """The reference word; None for an insertion."""
    first: int
    second: int
    positions: tuple[Span, Span] = (None, None)
    """Without times: where it is in a lane of each system."""


Events = Sequence[Sequence[Event]]
"""The events of an alignment, lane by lane."""


def by_time(first: Events, second: Events, session: str = "") -> list[Place] | None:
    """Cuts segments over all speakers in order of time; returns None if words have no times."""
    steps = _joined(list(chain(*first)), list(chain(*second)))
    if any(step.time is None for step in steps):
        return None
    # Insertions come before words at the same time. Other ties are broken by the word itself, so the order does not
    # depend on the lanes of the first system.
    return list(_cut(session, sorted(steps, key=lambda step: (step.time, step.key or ()))))


def _joined(first: list[Event], second: list[Event]) -> list[Step]:
    """Returns every reference word once, and the insertions of both systems."""
    sides = [{event.key: event for event in side if event.key is not None} for side in (first, second)]
    steps = []
    for key in {**sides[0], **sides[1]}:  # the systems may have different branches of an alternation
        times = [side[key].time for side in sides if key in side]
        known = [time for time in times if time is not None]
        one, other = (key in side and side[key].error for side in sides)
        steps.append(Step(min(known) if len(known) == len(times) else None, key, one, other))
    steps += [Step(event.time, None, 1, 0) for event in first if event.key is None]
    return steps + [Step(event.time, None, 0, 1) for event in second if event.key is None]


def by_speaker(first: Events, second: Events, session: str = "") -> list[Place]:
    """Cuts segments of each speaker's words separately, as NIST does. Also used for words without times."""
    sequences: list[list[Step]] = []
    one, other = _anchored(first), _anchored(second)
    for speaker in sorted({*one, *other}):
        mine, theirs = one.get(speaker, {}), other.get(speaker, {})
        steps: list[Step] = []
        for place in sorted({*mine, *theirs}):
            here, there = mine.get(place, _Position()), theirs.get(place, _Position())
            at = here.span, there.span
            steps += [Step(None, None, 1, 0, at)] * here.inserted + [Step(None, None, 0, 1, at)] * there.inserted
            if here.word or there.word:
                steps.append(Step(None, (speaker, *place), here.wrong, there.wrong, at))
        sequences.append(steps)
    for lanes, is_first in ((first, True), (second, False)):
        for lane in lanes:
            if all(event.key is None for event in lane):
                span = 0, len(lane)
                step = Step(None, None, is_first, not is_first, (span, None) if is_first else (None, span))
                sequences.append([step] * len(lane))
    return [segment for steps in sequences for segment in _cut(session, steps)]


class _Position:
    """A reference word of one alignment, with the number of insertions before it."""

    def __init__(self) -> None:
        self.inserted = 0
        self.word = self.wrong = False
        self.span: Span = None
        """Its place in its lane, with that of the insertions before it."""


def _anchored(lanes: Events) -> dict[str, dict[tuple[int, int], _Position]]:
    """Returns each speaker's words by position, with the insertions before them; those at the end get a position."""
    found: dict[str, dict[tuple[int, int], _Position]] = {}
    for lane in lanes:
        waiting, last = 0, None
        for number_in_lane, event in enumerate(lane):
            if event.key is None:
                waiting += 1
                continue
            speaker, *place = event.key
            last = speaker, (place[0], place[1])
            at = found.setdefault(speaker, {}).setdefault(last[1], _Position())
            at.word, at.wrong, at.inserted = True, event.error, at.inserted + waiting
            at.span = number_in_lane - waiting, number_in_lane + 1
            waiting = 0
        if waiting and last is not None:
            speaker, (number, index) = last
            at = found[speaker].setdefault((number, index + 1), _Position())
            at.inserted, at.span = at.inserted + waiting, at.span or (len(lane) - waiting, len(lane))
    return found


def _cut(session: str, steps: Sequence[Step]) -> Iterator[Place]:
    """Yields the segments of a sequence."""
    current: list[Step] = []
    right = 0
    for step in steps:
        wrong = step.first or step.second
        if not current and not wrong:
            continue
        current.append(step)
        right = 0 if wrong else right + 1
        if right == RIGHT:
            yield _segment(session, current)
            current, right = [], 0
    if current:
        yield _segment(session, current)


def _segment(session: str, steps: Sequence[Step]) -> Place:
    times = [step.time for step in steps if step.time is not None and (step.first or step.second)]
    start, end = (times[0], times[-1]) if times else (None, None)
    errors = sum(step.first for step in steps), sum(step.second for step in steps)
    wrong = [step.positions for step in steps if step.first or step.second] if not times else []
    return Place(session, start, end, *errors, (_around(one for one, _ in wrong), _around(two for _, two in wrong)))


def _around(spans: Iterable[Span]) -> Span:
    """Returns the smallest span with all of them."""
    known = [span for span in spans if span is not None]
    return (min(start for start, _ in known), max(end for _, end in known)) if known else None


def statistic(segments: Sequence[Place]) -> Statistic:
    """Returns the mean and Z over segments."""
    differences = [-segment.difference for segment in segments]
    number = len(differences)
    mean = sum(differences) / number if number else 0.0
    sd = sqrt(fsum((one - mean) ** 2 for one in differences) / (number - 1)) if number > 1 else 0.0
    return Statistic(number, mean, sd, mean / (sd / sqrt(number)) if sd else None)


class PairedSegments:
    """Segments of two systems, added session by session. Words are not kept, since a large corpus has millions."""

    def __init__(self, nist: bool = False) -> None:
        """Cuts segments speaker by speaker too if `nist` is true."""
        self.segments: list[Place] = []
        self.by_speaker: list[Place] = []
        self._nist = nist
        self._cut = "time"
        self._wrong: tuple[Counter[tuple[str, bool]], Counter[tuple[str, bool]]] = Counter(), Counter()

    def add(self, session: str, first: Events, second: Events) -> None:
        """Adds a session, from the alignments of both systems."""
        segments = by_time(first, second, session)
        if self._nist or segments is None:
            cut = by_speaker(first, second, session)
            self.by_speaker += cut
            if segments is None:
                self._cut, segments = "speaker", cut
        self.segments += segments
        for wrong, lanes in zip(self._wrong, (first, second), strict=True):
            found = (event for lane in lanes for event in lane if event.error)
            wrong.update((event.hypothesis, True) if event.key is None else (event.reference, False) for event in found)

    def test(self) -> SegmentTest:
        """Returns the significance test over all segments."""
        flipped = sign_flip([segment.difference for segment in self.segments])
        return SegmentTest(*statistic(self.segments), flipped.p, flipped.exact, self._cut, flipped.p)

    def places(self) -> list[Place]:
        """Returns the stretches that differ most, each in the direction in which its whole session differs."""
        more: Counter[str] = Counter()
        for segment in self.segments:
            more[segment.session] += segment.difference
        places = [one for one in self.segments if one.difference and one.difference * more[one.session] >= 0]
        return sorted(places, key=lambda place: -abs(place.difference))[:PLACES]

    def words(self) -> list[WordDifference]:
        """Returns the words whose numbers of errors differ most between the systems."""
        first, second = self._wrong
        rows = [WordDifference(*word, first[word], second[word]) for word in {*first, *second}]
        rows.sort(key=lambda row: (-abs(row.difference), row.word, row.inserted))
        return [row for row in rows[:WORDS] if row.difference]
