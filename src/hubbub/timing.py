"""When each word of a segment was said, where the file gives only the segment's own times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hubbub.errors import InputError

Times = tuple[tuple[float, float], ...]


def _shares(words: Sequence[str], start: float, end: float, equal: bool, points: bool) -> Times:
    from hubbub import _core  # when it is first used: help lists the names below and must not wait for the core

    return _core.shares(words, start, end, equal, points)


def character_based(words: Sequence[str], start: float, end: float) -> Times:
    """Each word's share by its number of characters.

    >>> character_based(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    """
    return _shares(words, start, end, equal=False, points=False)


def character_based_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's share by characters."""
    return _shares(words, start, end, equal=False, points=True)


def equidistant_intervals(words: Sequence[str], start: float, end: float) -> Times:
    """The same share for every word."""
    return _shares(words, start, end, equal=True, points=False)


def equidistant_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's equal share."""
    return _shares(words, start, end, equal=True, points=True)


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
