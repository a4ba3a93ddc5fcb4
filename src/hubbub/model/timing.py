"""When each word of a segment was said, where the file gives only the segment's own times."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from hubbub.errors import InputError

if TYPE_CHECKING:
    from hubbub.text.alternatives import Choices, Tree

Times = Sequence[tuple[float, float]]
Share = Literal["letters", "equal", "whole"]
"""What part of a segment each word gets: by its letters, the same, or all of it."""


class WordTimes(Sequence[tuple[float, float]]):
    """Starts and ends of words, without an object for each: a meeting has ten thousand of them, and few are looked at.

    >>> WordTimes(array("d", [0, 3, 3, 4]))
    ((0.0, 3.0), (3.0, 4.0))
    """

    __slots__ = ("flat",)

    def __init__(self, flat: array[float]) -> None:
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


def flat(times: Times) -> array[float]:
    """Start and end in turn."""
    return times.flat if isinstance(times, WordTimes) else array("d", [time for pair in times for time in pair])


def _shares(words: Sequence[str], start: float, end: float, by: Share, points: bool = False) -> Times:
    from hubbub import _core  # when it is first used: help lists the names below and must not wait for the core

    return WordTimes(array("d", _core.shares(words, start, end, by, points)))


def character_based(words: Sequence[str], start: float, end: float) -> Times:
    """Each word's share by its number of characters.

    >>> character_based(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    """
    return _shares(words, start, end, "letters")


def character_based_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's share by characters."""
    return _shares(words, start, end, "letters", points=True)


def equidistant_intervals(words: Sequence[str], start: float, end: float) -> Times:
    """The same share for every word."""
    return _shares(words, start, end, "equal")


def equidistant_points(words: Sequence[str], start: float, end: float) -> Times:
    """The middle of each word's equal share."""
    return _shares(words, start, end, "equal", points=True)


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


def spread(
    choices: Choices | None,
    words: Sequence[str],
    times: Callable[[Sequence[str], float, float], Times],
    start: float,
    end: float,
) -> Times:
    """Times for the words of all branches: the longest branch takes its share, the others lie beside it."""
    if choices is None:
        return times(words, start, end)
    found: dict[int, tuple[float, float]] = {}

    def longest(tree: Tree) -> list[int]:
        flat: list[int] = []
        for node in tree:
            branches = [[node]] if isinstance(node, int) else [longest(branch) for branch in node]
            flat += max(branches, key=lambda branch: sum(len(words[place]) for place in branch))
        return flat

    def lay(tree: Tree, start: float, end: float) -> None:
        main = longest(tree)
        found.update(zip(main, times([words[place] for place in main], start, end), strict=True))
        beside(tree, start)

    def beside(tree: Tree, reached: float) -> None:
        for node in tree:
            if isinstance(node, int):
                reached = found[node][1]
                continue
            main = longest((node,))
            first, last = (found[main[0]][0], found[main[-1]][1]) if main else (reached, reached)
            for branch in node:
                if longest(branch) and longest(branch)[0] in main:
                    beside(branch, first)
                elif longest(branch):
                    lay(branch, first, last)
            reached = last

    lay(choices.tree, start, end)
    return tuple(found[place] for place in range(len(words)))


class Timing(NamedTuple):
    """One way to time the words of a segment."""

    times: Callable[[Sequence[str], float, float], Times]
    short: str
    """As in the signature."""
    share: Share
    points: bool = False
    """Has a word the middle of its share, and not all of it?"""

    @property
    def guesses(self) -> bool:
        """Is each word given a place of its own in the segment?"""
        return self.share != "whole"


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
