"""Estimates of word times, where the file gives only the times of the segment."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, overload

from hubbub.errors import InputError, written

Times = Sequence[tuple[float, float]]
Share = Literal["letters", "equal", "whole"]
"""How the time of a segment is shared: by letters, equally, or the whole segment for every word."""


class WordTimes(Sequence[tuple[float, float]]):
    """Starts and ends of words in one flat array: a meeting has ten thousand words, and few are looked at.

    >>> WordTimes(array("d", [0, 3, 3, 4]))
    ((0.0, 3.0), (3.0, 4.0))
    """

    __slots__ = ("flat",)

    def __init__(self, flat: "array[float]") -> None:
        self.flat = flat
        """Start and end in turn."""

    def __len__(self) -> int:
        return len(self.flat) // 2

    @overload
    def __getitem__(self, place: int) -> tuple[float, float]: ...
    @overload
    def __getitem__(self, place: slice) -> Times: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return tuple(self)[place]
        start, end = self.flat[2 * place : 2 * place + 2] if place >= 0 else tuple(self)[place]
        return start, end

    def __iter__(self) -> Iterator[tuple[float, float]]:
        flat = iter(self.flat)
        return zip(flat, flat, strict=True)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, WordTimes) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def _shares(words: Sequence[str], start: float, end: float, by: Share, points: bool = False, shape: str = "") -> Times:
    from hubbub import _core  # imported late: --help lists the names below and must not wait for the core

    return WordTimes(array("d", _core.shares(words, start, end, by, points, shape)))


def character_based(words: Sequence[str], start: float, end: float) -> Times:
    """Each word's share by its number of characters.

    >>> character_based(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    """
    return _shares(words, start, end, "letters")


def character_based_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's share by characters."""
    return _shares(words, start, end, "letters", points=True)


def equidistant_intervals(words: Sequence[str], start: float, end: float, shape: str = "") -> Times:
    """The same share for every word. An alternation takes as many shares as its longest branch.

    >>> equidistant_intervals(["a", "b", "cd", "e"], 0, 3, "w{w/w}w")
    ((0.0, 1.0), (1.0, 2.0), (1.0, 2.0), (2.0, 3.0))
    """
    return _shares(words, start, end, "equal", shape=shape)


def equidistant_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's equal share."""
    return _shares(words, start, end, "equal", points=True)


def full_segment(words: Sequence[str], start: float, end: float) -> Times:
    """The whole segment for every word."""
    return ((start, end),) * len(words)


def none(words: Sequence[str], start: float, end: float) -> Times:
    """The segment's own times, if it holds a single word; else an error."""
    if len(words) > 1:
        raise InputError(
            f"the segment at {start:g} s has {len(words)} words but no time for each;"
            f" give word times, or choose another way with {written('ref_timing')} and {written('hyp_timing')}"
        )
    return full_segment(words, start, end)


class Timing(NamedTuple):
    """One way to time the words of a segment."""

    times: Callable[[Sequence[str], float, float], Times]
    short: str
    """Its name in the signature."""
    share: Share
    points: bool = False
    """Is the time of a word the middle of its share, not the whole share?"""

    @property
    def only_own(self) -> bool:
        """Must a segment of several words come with word times?"""
        return self.times is none


TIMINGS: dict[str, Timing] = {
    timing.times.__name__: timing
    for timing in (
        Timing(character_based, "chars", "letters"),
        Timing(character_based_points, "points", "letters", points=True),
        Timing(equidistant_intervals, "equal", "equal"),
        Timing(equidistant_points, "equal-points", "equal", points=True),
        Timing(full_segment, "segment", "whole"),
        Timing(none, "none", "whole"),
    )
}

SORTS: dict[str, str] = {
    "segment": "Segments by start time; words stay in their segments.",
    "word": "The words of each speaker by their own start times.",
    "none": "As in the file.",
    "strict": "As in the file, which must be in order of time.",
}
