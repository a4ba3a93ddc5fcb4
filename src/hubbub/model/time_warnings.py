"""Where the times of words are in doubt: who speaks over itself, and segments far longer than the collar.

A segment with word times is in no doubt, so that neither question is asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.model.tables import counted, percent

LONG = 4
"""Collars from which on the core calls a segment long."""

NAMES = 3
"""How many streams a sentence names before it counts the rest."""


class SelfOverlap(NamedTuple):
    """How much the speakers of one side speak over themselves."""

    seconds: float
    """Said while the same speaker, or stream, was still speaking."""
    total: float
    """In which a speaker speaks, each second once."""
    segments: dict[str, int]
    """How many segments of each speaker begin before another one of theirs has ended."""

    @property
    def rate(self) -> float:
        """Above 1 where a speaker says more than two things at once."""
        return self.seconds / self.total if self.total else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        return {**self._asdict(), "rate": self.rate}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SelfOverlap:
        """The overlap that such plain data speak of."""
        return cls(*(data[field] for field in cls._fields))


class LongSegments(NamedTuple):
    """Segments of one side that are far longer than the collar, with their words placed by guess."""

    segments: int
    words: int
    """In these segments."""
    longest: float
    """Seconds."""
    limit: float
    """Seconds from which on a segment is long."""


def warnings(side: str, overlaps: Mapping[str, SelfOverlap], longs: Iterable[LongSegments]) -> list[str]:
    """What a user must be told of one side, a line for each kind of doubt over all sessions."""
    return [*_overlap_warning(side, overlaps), *_long_warning(side, list(longs))]


def _overlap_warning(side: str, overlaps: Mapping[str, SelfOverlap]) -> list[str]:
    where = [f"{name} {speaker}".strip() for name, one in overlaps.items() for speaker in one.segments]
    if not where:
        return []
    segments = sum(number for one in overlaps.values() for number in one.segments.values())
    sessions = sum(bool(one.segments) for one in overlaps.values())
    whole = SelfOverlap(sum(one.seconds for one in overlaps.values()), sum(one.total for one in overlaps.values()), {})
    more = f" and {len(where) - NAMES} more" if len(where) > NAMES else ""
    return [
        f"{side} overlaps itself: {counted(segments, 'segment')} in {counted(sessions, 'session')}"
        f" ({', '.join(where[:NAMES])}{more}), {whole.seconds:.2f} of {whole.total:.2f} s ({percent(whole.rate)});"
        " check the times, and that no two speakers share a name"
    ]


def _long_warning(side: str, longs: Sequence[LongSegments]) -> list[str]:
    if not longs:
        return []
    segments, words = sum(one.segments for one in longs), sum(one.words for one in longs)
    longest = max(one.longest for one in longs)
    return [
        f"{side} has {counted(segments, 'segment')} longer than {LONG} collars ({longs[0].limit:g} s), the longest"
        f" {longest:.1f} s: when their {counted(words, 'word')} were said is a guess;"
        " give word times, shorter segments or a larger collar"
    ]
