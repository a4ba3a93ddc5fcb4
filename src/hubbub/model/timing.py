"""Estimates of word times, where the file gives only the times of the segment."""

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, overload

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


class Timing(NamedTuple):
    """One way to time the words of a segment."""

    short: str
    """Its name in the signature."""
    share: Share
    points: bool = False
    """Is the time of a word the middle of its share, not the whole share?"""
    only_own: bool = False
    """Must a segment of several words come with word times?"""


TIMINGS = {
    "character_based": Timing("chars", "letters"),
    "character_based_points": Timing("points", "letters", points=True),
    "equidistant_intervals": Timing("equal", "equal"),
    "equidistant_points": Timing("equal-points", "equal", points=True),
    "full_segment": Timing("segment", "whole"),
    "none": Timing("none", "whole", only_own=True),
}


def shared_times(
    words: Sequence[str], start: float, end: float, way: str = "character_based", shape: str = ""
) -> Times:
    """Each word's part of a segment's time. An alternation takes as many shares as its longest branch.

    >>> shared_times(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    >>> shared_times(["a", "b", "cd", "e"], 0, 3, "equidistant_intervals", "w{w/w}w")
    ((0.0, 1.0), (1.0, 2.0), (1.0, 2.0), (2.0, 3.0))
    """
    from hubbub import _core  # imported late: --help lists the names above and must not wait for the core

    timing = TIMINGS[way]
    return WordTimes(array("d", _core.shares(words, start, end, timing.share, timing.points, shape)))


SORTS: dict[str, str] = {
    "segment": "Segments by start time; words stay in their segments.",
    "word": "The words of each speaker by their own start times.",
    "none": "As in the file.",
    "strict": "As in the file, which must be in order of time.",
}
