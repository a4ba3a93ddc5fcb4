"""Details of a result besides its counts: the stages of its search, its routing, and doubts about word times.

Doubts are self-overlap of speakers, and segments far longer than the collar, unless they have word times.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from hubbub.model.messages import Caution, Message
from hubbub.model.tables import counted, listed


class Stage(NamedTuple):
    """The state of a search after one of its stages."""

    name: str
    best: int
    """The best cost so far."""
    bound: float
    """The proven lower bound so far. A fraction may be rounded up, since costs are whole numbers."""
    cells: int
    """Cells of the search space that are not yet pruned."""
    work: int
    """The work so far, in units of the stage: states, windows, steps."""
    seconds: float
    """Time since the start of the search."""


class Routed(NamedTuple):
    """The stream to which one utterance was routed."""

    speaker: Any
    """As text, or as the caller gave it, such as an int."""
    number: int
    """The utterance's number among those of this speaker."""
    stream: Any
    """As text, or as the caller gave it; None if there is none."""

    def to_list(self) -> list[Any]:
        """Returns plain data, as in the JSON."""
        ((speaker, stream),) = as_text([(self.speaker, self.stream)])
        return [speaker, self.number, stream]


Given = Mapping[str, Any]
"""Names of the caller's objects that are not text, by their text."""
NAMED: tuple[Given, Given] = {}, {}
"""Those of speakers and streams, if all are text."""
NamePair = tuple[Any, Any]
"""Names of a speaker and a stream, None for none: as the caller gave them, or as text."""


def as_given(pairs: Iterable[NamePair], given: tuple[Given, Given]) -> tuple[NamePair, ...]:
    """Returns pairs of text with names as the caller gave them.

    >>> as_given([("1", "x"), (None, "2")], ({"1": 1}, {}))
    ((1, 'x'), (None, '2'))
    """
    return tuple((given[0].get(speaker, speaker), given[1].get(stream, stream)) for speaker, stream in pairs)


def as_text(pairs: Iterable[NamePair] | None) -> tuple[tuple[str | None, str | None], ...]:
    """Returns pairs of names as text.

    >>> as_text([(1, "x"), (None, 2)])
    (('1', 'x'), (None, '2'))
    """
    return tuple((_text(speaker), _text(stream)) for speaker, stream in pairs or ())


def _text(name: Any) -> str | None:
    return None if name is None else str(name)


LONG = 4
"""The core calls a segment long if it is longer than this many collars."""

NAMES = 3
"""The number of streams that a warning names."""


class SelfOverlap(NamedTuple):
    """The self-overlap of the speakers of one side."""

    seconds: float
    """Seconds of speech of a speaker or stream during another segment of the same one."""
    total: float
    """Seconds of speech of all speakers; self-overlap counts once."""
    segments: dict[str, int]
    """The number of segments of each speaker that begin before another segment of theirs has ended."""

    @property
    def rate(self) -> float:
        """Self-overlap per second of speech. Can be above 1 if more than two segments of a speaker overlap."""
        return self.seconds / self.total if self.total else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return {**self._asdict(), "rate": self.rate}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SelfOverlap":
        """Returns the self-overlap from plain data of `to_dict`."""
        return cls(*(data[field] for field in cls._fields))


class LongSegments(NamedTuple):
    """Segments of one side far longer than the collar, whose word times are guesses."""

    segments: int
    words: int
    """Words in these segments."""
    longest: float
    """The length of the longest, in seconds."""
    limit: float
    """The duration in seconds above which a segment is long."""


class Doubts(NamedTuple):
    """All doubts about the word times of a session, by side."""

    self_overlap: dict[str, SelfOverlap] = {}  # noqa: RUF012
    long_segments: dict[str, LongSegments] = {}  # noqa: RUF012


def warnings(sides: Mapping[str, str], doubts: Mapping[str, Doubts]) -> list[Message]:
    """Yields the warnings about both sides, by their names: a line per kind over all sessions."""
    lines = []
    for side, called in sides.items():
        found = {name: one.self_overlap[side] for name, one in doubts.items() if side in one.self_overlap}
        long = [one.long_segments[side] for one in doubts.values() if side in one.long_segments]
        lines += [*_overlap_warning(called, found), *_long_warning(called, long)]
    return lines


def _overlap_warning(side: str, overlaps: Mapping[str, SelfOverlap]) -> list[Message]:
    names = sorted(f"{name} {speaker}".strip() for name, overlap in overlaps.items() for speaker in overlap.segments)
    if not names:
        return []
    segments = sum(number for overlap in overlaps.values() for number in overlap.segments.values())
    seconds = fsum(overlap.seconds for overlap in overlaps.values())
    whole = SelfOverlap(seconds, fsum(overlap.total for overlap in overlaps.values()), {})
    share = f"{100 * whole.rate:.1f}% of its speech; {listed(names, NAMES)}"
    number = counted(segments, "segment")
    line = f"{side} has self-overlap in {number} ({share}); check the times and the speaker names"
    return [Caution(line, "self_overlap")]


def _long_warning(side: str, longs: Sequence[LongSegments]) -> list[Message]:
    if not longs:
        return []
    segments, words = sum(long.segments for long in longs), sum(long.words for long in longs)
    longest = max(long.longest for long in longs)
    line = (
        f"{side} has {counted(segments, 'segment')} longer than {LONG} collars ({longs[0].limit:g} s), the longest"
        f" {longest:.1f} s, so the times of {counted(words, 'word')} are guesses;"
        " give word times, shorter segments or a larger collar"
    )
    return [Caution(line, "long_segments")]
