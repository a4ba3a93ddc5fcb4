"""When each word of a segment was said, where the file gives only the segment's own times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from hubbub.errors import InputError

Times = tuple[tuple[float, float], ...]


def _shares(start: float, end: float, sizes: Sequence[int]) -> Times:
    """The stretch cut into pieces of these relative sizes."""
    total, length = sum(sizes) or 1, end - start
    cuts = [start + length * done / total for done in accumulate(sizes, initial=0)]
    return tuple(pairwise(cuts))


def _points(times: Times) -> Times:
    middles = [(start + end) / 2 for start, end in times]
    return tuple(zip(middles, middles, strict=True))


def character_based(words: Sequence[str], start: float, end: float) -> Times:
    """Each word's share by its number of characters.

    >>> character_based(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    """
    return _shares(start, end, list(map(len, words)))


def character_based_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's share by characters."""
    return _points(character_based(words, start, end))


def equidistant_intervals(words: Sequence[str], start: float, end: float) -> Times:
    """The same share for every word."""
    return _shares(start, end, [1] * len(words))


def equidistant_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's equal share."""
    return _points(equidistant_intervals(words, start, end))


def full_segment(words: Sequence[str], start: float, end: float) -> Times:
    """The whole segment for every word."""
    return ((start, end),) * len(words)


def none(words: Sequence[str], start: float, end: float) -> Times:
    """The segment's own times, if it is a single word."""
    if len(words) > 1:
        raise InputError(
            f"the segment at {start:g} s has {len(words)} words but no time for each;"
            " give word times, or choose another way with --ref-timing and --hyp-timing"
        )
    return full_segment(words, start, end)


class Timing(NamedTuple):
    """One way to time the words of a segment."""

    times: Callable[[Sequence[str], float, float], Times]
    short: str
    """As in the signature."""
    guesses: bool = True
    """Is each word given a place of its own in the segment?"""


TIMINGS: dict[str, Timing] = {
    timing.times.__name__: timing
    for timing in (
        Timing(character_based, "chars"),
        Timing(character_based_points, "points"),
        Timing(equidistant_intervals, "equal"),
        Timing(equidistant_points, "equal-points"),
        Timing(full_segment, "segment", guesses=False),
        Timing(none, "none", guesses=False),
    )
}

SORTS: dict[str, str] = {
    "segment": "Segments by start time; words stay in their segments.",
    "word": "The words of each speaker by their own start times.",
    "none": "As in the file.",
    "strict": "As in the file, which must be in order of time.",
}
