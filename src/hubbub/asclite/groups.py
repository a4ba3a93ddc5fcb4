"""Groups of segments that overlap, as asclite forms them.

Times are whole milliseconds. A group begins with the earliest segment that is not in one yet and goes on while a
speaker's next segment starts before its end. Segments belong to the group that holds their middle.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import floor
from typing import NamedTuple

from hubbub.model.transcript import Utterance


class Stretch(NamedTuple):
    """What someone says, or what a file excludes, between two milliseconds; an exclusion has no words."""

    start: int
    end: int
    utterance: Utterance

    @property
    def middle(self) -> int:
        return (self.start + self.end) // 2


class Group(NamedTuple):
    """A stretch of time that is scored by itself."""

    start: float
    end: float
    speakers: Mapping[str, Sequence[Utterance]]
    """In the order of their names, those without words too."""
    ignored: bool = False
    """Does the file exclude a part of it, and so all of it?"""


def milliseconds(seconds: float) -> int:
    """As asclite rounds them.

    >>> milliseconds(1.0005), milliseconds(39.14)
    (1001, 39140)
    """
    return floor(seconds * 1000 + 0.5)


class _Voice:
    """The segments of one speaker, by start."""

    def __init__(self, segments: list[Stretch]) -> None:
        self.segments = segments
        self.reach = list(accumulate((segment.end for segment in segments), max))

    def next_after(self, time: float) -> Stretch | None:
        """The first that ends later."""
        at = bisect_right(self.reach, time)
        return self.segments[at] if at < len(self.segments) else None


def groups(speakers: Mapping[str | None, list[Stretch]]) -> Iterator[Group]:
    """The groups of one channel, in order of time. Nobody (None) says what the file excludes."""
    voices = [_Voice(own) for own in speakers.values()]
    waiting = {name: deque(sorted(enumerate(own), key=lambda one: one[1].middle)) for name, own in speakers.items()}
    end = float("-inf")
    while starts := [segment for own in voices if (segment := own.next_after(end)) is not None]:
        first = min(starts, key=lambda segment: segment.start)
        end = first.end
        while reach := [s.end for own in voices if (s := own.next_after(end)) is not None and s.start < end]:
            end = max(reach)
        inside: dict[str | None, list[tuple[int, Stretch]]] = {}
        for name, own in waiting.items():
            while own and own[0][1].middle < first.start:
                own.popleft()  # it has no duration, and asclite has no group for such
            while own and own[0][1].middle < end:
                inside.setdefault(name, []).append(own.popleft())
        ignored = inside.pop(None, None) is not None
        # The middle says where they belong; they stay in the order in which they came.
        said = {name: [one.utterance for _, one in sorted(own)] for name, own in inside.items() if name is not None}
        yield Group(first.start, end, {name: said[name] for name in sorted(said)}, ignored)


def gaps(found: Sequence[Group], regions: Sequence[tuple[float, float]]) -> list[Group]:
    """What lies in the regions but in no group. Whatever is heard there is an insertion.

    >>> [(gap.start, gap.end) for gap in gaps([Group(2, 5, {}), Group(5, 6, {}), Group(8, 9, {})], [(0, 10)])]
    [(0, 2), (6, 8), (9, 10)]
    """
    made = []
    for start, end in regions:
        at = start
        for group in found:
            if group.end <= start or group.start >= end:
                continue
            if group.start > at:
                made.append(Group(at, group.start, {}))
            at = max(at, group.end)
        if at < end:
            made.append(Group(at, end, {}))
    return made
