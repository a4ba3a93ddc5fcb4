"""Error analysis for the page: frequent errors, errors over time and by speaker, slices."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, SUBSTITUTION, WordErrors
from hubbub.model.result import Result
from hubbub.report.packing import HUNDREDTHS, Sides, Step, steps_of
from hubbub.report.slices import Slice, slices_of

BINS = 240
"""How many bins show the errors of a session over time. A short session has fewer, since a bin has a least length."""
KINDS = (SUBSTITUTION, DELETION, INSERTION)
Frequent = dict[str, Counter[tuple[str, str]]]


class Findings(NamedTuple):
    """The error analysis of one result."""

    frequent: Frequent
    """For each kind of error, how often each pair of reference word and hypothesis word occurs."""
    bins: list[list[int]]
    """Correct, substituted, deleted and inserted words: for each of these, the number in every bin."""
    start: int
    end: int
    """Start and end of the session, in hundredths of a second, or in steps where there are no times."""
    speakers: list[tuple[str | None, str | None, WordErrors]]
    """Speaker, stream (None where it is more than one), errors."""
    slices: list[Slice]


def find(result: Result, sides: Sides) -> Findings:
    """The error analysis of one result."""
    reference, hypothesis = sides
    frequent: Frequent = {kind: Counter() for kind in KINDS}
    kinds: list[tuple[int, str, int]] = []
    steps: list[tuple[int, Step]] = []
    length: dict[tuple[str | None, str | None], int] = defaultdict(int)
    for number, lane in enumerate(result.alignment):
        row = (lane.speaker, None) if lane.speaker is not None else (None, lane.stream)
        for step in steps_of(lane, sides):
            steps.append((number, step))
            # Without times, the position of a word is its number in its row.
            middle = _middle(step, sides) if sides.timed else length[row]
            length[row] += 1
            kinds.append((middle, CORRECT if step.kind == SPARED else step.kind, 1))
            if step.kind in (CORRECT, SPARED):
                continue
            reference_word = reference.words[step.reference] if step.reference >= 0 else ""
            hypothesis_word = hypothesis.words[step.hypothesis] if step.hypothesis >= 0 else ""
            frequent[step.kind][reference_word, hypothesis_word] += 1
    start, end = extent(sides) if sides.timed else (0, max(length.values(), default=0))
    return Findings(
        frequent,
        bins(kinds, start, end, HUNDREDTHS // 2 if sides.timed else 1),
        start,
        end,
        _speakers(result),
        slices_of(steps, sides),
    )


def _middle(step: Step, sides: Sides) -> int:
    side, word = (sides.reference, step.reference) if step.reference >= 0 else (sides.hypothesis, step.hypothesis)
    assert side.times is not None
    return sum(side.times[word]) // 2


def extent(sides: Sides) -> tuple[int, int]:
    """The first start and the last end of all words."""
    times = [time for side in sides for time in side.times or ()]
    return min((start for start, _ in times), default=0), max((end for _, end in times), default=0)


def bins(kinds: Iterable[tuple[int, str, int]], start: int, end: int, shortest: int) -> list[list[int]]:
    """How much of each kind there is in every bin, from moments with a kind and a weight."""
    order = {kind: i for i, kind in enumerate((CORRECT, *KINDS))}
    width = max(end - start, 1)
    number = max(1, min(BINS, width // shortest))
    found = [[0] * number for _ in order]
    for middle, kind, weight in kinds:
        found[order[kind]][min(max((middle - start) * number // width, 0), number - 1)] += weight
    return found


def _speakers(result: Result) -> list[tuple[str | None, str | None, WordErrors]]:
    rows: list[tuple[str | None, str | None, WordErrors]] = [
        (speaker, _only({lane.stream for lane in result.alignment if lane.speaker == speaker}), errors)
        for speaker, errors in result.alignment.by_speaker().items()
    ]
    inserted: dict[str | None, int] = {}
    for lane in result.alignment:
        if lane.speaker is None and lane.errors.insertions:
            inserted[lane.stream] = inserted.get(lane.stream, 0) + lane.errors.insertions
    return rows + [(None, stream, WordErrors(insertions=number)) for stream, number in inserted.items()]


def _only(streams: set[str | None]) -> str | None:
    return streams.pop() if len(streams) == 1 else None


def most_frequent(frequent: Frequent, top: int) -> dict[str, list[list[Any]]]:
    """The most frequent errors of each kind, as plain data. Ties are sorted by word, so that pages are reproducible."""
    return {
        kind: [
            [reference, hypothesis, number]
            for (reference, hypothesis), number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top]
        ]
        for kind, counts in frequent.items()
    }
