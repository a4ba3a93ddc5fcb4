"""What goes wrong: the frequent errors, when and by whom they are made, and words that came out on another stream."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, SUBSTITUTION, WordErrors
from hubbub.model.result import Result
from hubbub.report.packing import HUNDREDTHS, Sides, Step, steps_of

BINS = 240
"""Stretches into which a session is cut to show its errors over time; short ones into fewer, no shorter than a step."""
SAME_TIME = 2 * HUNDREDTHS
"""How far apart two words may be said and still be taken for the same one."""
SAME_PLACE = 10
"""The same where there are no times, in words."""

KINDS = (SUBSTITUTION, DELETION, INSERTION)
Frequent = dict[str, Counter[tuple[str, str]]]


class Lost(NamedTuple):
    """A deleted word that another stream inserted at about the same time."""

    reference: int
    hypothesis: int
    speaker: str
    expected: str | None
    """The stream with which the deleted word was compared; "several" where segments of many were."""
    stream: str
    """The stream on which it came out."""


class Findings(NamedTuple):
    """What one result shows."""

    frequent: Frequent
    """By kind of error: reference word and hypothesis word, and how often."""
    bins: list[list[int]]
    """Correct, substituted, deleted, inserted words of each stretch."""
    start: int
    end: int
    """Of the session, in hundredths of a second, or in steps where there are no times."""
    lost: list[Lost]
    speakers: list[tuple[str | None, str | None, WordErrors]]
    """Speaker, stream (None where it is more than one), errors."""


class _Error(NamedTuple):
    at: int
    word: int
    lane: int


def find(result: Result, sides: Sides) -> Findings:
    """Everything that the page tells about one result besides its words."""
    reference, hypothesis = sides
    frequent: Frequent = {kind: Counter() for kind in KINDS}
    missing: dict[str, list[_Error]] = defaultdict(list)
    surplus: dict[str, list[_Error]] = defaultdict(list)
    at: list[tuple[int, str]] = []
    length: dict[tuple[str | None, str | None], int] = defaultdict(int)
    for number, lane in enumerate(result.alignment):
        row = (lane.speaker, None) if lane.speaker is not None else (None, lane.stream)
        for step in steps_of(lane, sides):
            # Without times the words of a row stand one after the other.
            middle = _middle(step, sides) if sides.timed else length[row]
            length[row] += 1
            at.append((middle, CORRECT if step.kind == SPARED else step.kind))
            if step.kind in (CORRECT, SPARED):
                continue
            said = reference.words[step.reference] if step.reference >= 0 else ""
            heard = hypothesis.words[step.hypothesis] if step.hypothesis >= 0 else ""
            frequent[step.kind][said, heard] += 1
            if step.kind == DELETION:
                missing[said].append(_Error(middle, step.reference, number))
            elif step.kind == INSERTION:
                surplus[heard].append(_Error(middle, step.hypothesis, number))
    start, end = _extent(sides) if sides.timed else (0, max(length.values(), default=0))
    return Findings(
        frequent,
        _bins(at, start, end, HUNDREDTHS // 2 if sides.timed else 1),
        start,
        end,
        _lost(result, sides, missing, surplus),
        _speakers(result),
    )


def _middle(step: Step, sides: Sides) -> int:
    side, word = (sides.reference, step.reference) if step.reference >= 0 else (sides.hypothesis, step.hypothesis)
    assert side.times is not None
    return sum(side.times[word]) // 2


def _extent(sides: Sides) -> tuple[int, int]:
    times = [time for side in sides for time in side.times or ()]
    return min((start for start, _ in times), default=0), max((end for _, end in times), default=0)


def _bins(at: list[tuple[int, str]], start: int, end: int, shortest: int) -> list[list[int]]:
    order = {kind: i for i, kind in enumerate((CORRECT, *KINDS))}
    width = max(end - start, 1)
    number = max(1, min(BINS, width // shortest))
    bins = [[0] * number for _ in order]
    for middle, kind in at:
        bins[order[kind]][min(max((middle - start) * number // width, 0), number - 1)] += 1
    return bins


def _lost(
    result: Result, sides: Sides, missing: dict[str, list[_Error]], surplus: dict[str, list[_Error]]
) -> list[Lost]:
    """Each deleted word takes the nearest insertion of the same word in another lane that no other has taken."""
    tolerance = SAME_TIME if sides.timed else SAME_PLACE
    speakers, streams = sides.reference.speaker_of(), sides.hypothesis.speaker_of()
    found: list[Lost] = []
    for text, deleted in missing.items():
        inserted = sorted(surplus.get(text, ()))
        if not inserted:
            continue
        taken = [False] * len(inserted)
        moments = [error.at for error in inserted]
        for error in sorted(deleted):
            lane = result.alignment[error.lane]
            expected = "several" if lane.stream is None and lane.hypothesis else lane.stream
            best, i = None, bisect_left(moments, error.at - tolerance)
            while i < len(inserted) and moments[i] <= error.at + tolerance:
                other = inserted[i]
                elsewhere = other.lane != error.lane and streams[other.word] != expected
                nearer = best is None or abs(moments[i] - error.at) < abs(moments[best] - error.at)
                if elsewhere and nearer and not taken[i]:
                    best = i
                i += 1
            if best is not None:
                taken[best] = True
                word = inserted[best].word
                found.append(Lost(error.word, word, speakers[error.word], expected, streams[word]))
    return sorted(found)


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
    """The first of each kind, as plain data; equal counts by their words, so that a page can be made again."""
    return {
        kind: [
            [said, heard, number]
            for (said, heard), number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top]
        ]
        for kind, counts in frequent.items()
    }
