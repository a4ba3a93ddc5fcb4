"""Estimates of word times from the times of their segment."""

from collections.abc import Sequence
from struct import iter_unpack
from typing import Literal, NamedTuple

Times = Sequence[tuple[float, float]]
Share = Literal["letters", "equal", "whole"]
"""How the time of a segment is shared: by letters, equally, or the whole segment for every word."""


def in_pairs(flat: bytes) -> Times:
    """Returns word times from those of the core, the bytes of an array of alternating starts and ends."""
    return tuple(iter_unpack("2d", flat))


class Timing(NamedTuple):
    """One way to time the words of a segment."""

    short: str
    """Its name in the signature."""
    share: Share
    points: bool = False
    """Whether the time of a word is the middle of its share, not the whole share."""
    only_own: bool = False
    """Whether a segment of several words must have word times."""


TIMINGS = {
    "character_based": Timing("chars", "letters"),
    "character_based_points": Timing("points", "letters", points=True),
    "equidistant_intervals": Timing("equal", "equal"),
    "equidistant_points": Timing("equal-points", "equal", points=True),
    "full_segment": Timing("segment", "whole"),
    "none": Timing("none", "whole", only_own=True),
}


SHORT_TIMINGS = {timing.short: name for name, timing in TIMINGS.items()}
"""The names of signatures, which options take too."""


def shared_times(
    words: Sequence[str], start: float, end: float, way: str = "character_based", shape: str = ""
) -> Times:
    """Returns each word's share of a segment's time. An alternation has as many shares as its longest branch.

    >>> shared_times(["abc", "b"], 0, 4)
    ((0.0, 3.0), (3.0, 4.0))
    >>> shared_times(["a", "b", "cd", "e"], 0, 3, "equidistant_intervals", "w{w/w}w")
    ((0.0, 1.0), (1.0, 2.0), (1.0, 2.0), (2.0, 3.0))
    """
    from hubbub import _core  # imported late: --help lists the names above and must not wait for the core

    timing = TIMINGS[way]
    return in_pairs(_core.shares(words, start, end, timing.share, timing.points, shape))


SORTS: dict[str, str] = {
    "segment": "Segments by start time; words stay in their segments.",
    "word": "The words of each speaker by their own start times.",
    "none": "As in the file.",
    "strict": "As segment; an error if the words of a speaker are then not in time order.",
}
