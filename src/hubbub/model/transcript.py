"""Segment and Transcript: the only data model between files and metrics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

import msgspec

from hubbub.model.tables import counted
from hubbub.text.alternatives import Choices
from hubbub.text.markup import Markup


class Segment(
    msgspec.Struct,
    frozen=True,
    gc=False,  # it holds no reference cycles, and files have millions of them
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"session": "session_id", "start": "start_time", "end": "end_time", "extra": " extra", "marked": " marked"},
):
    """What one speaker said in one go, as in a line of a file.

    >>> Segment("hello world", session="meeting", speaker="Alice", start=0.5, end=1.25).speaker
    'Alice'
    """

    words: str
    """The words, separated by white space. Empty is allowed."""
    session: str | None = None
    """The recording. None where the input has only one."""
    speaker: str | None = None
    """The speaker (reference) or stream (hypothesis)."""
    start: float | None = None
    """Seconds."""
    end: float | None = None
    """Seconds."""
    channel: str | None = None
    """The recording's channel, where the format has one."""
    word_times: tuple[tuple[float, float], ...] | None = None
    """Start and end of every word, where the input has them."""
    extra: dict[str, Any] | None = None
    """Whatever else the file says of this segment: a label, a confidence, keys of your own."""
    marked: Markup | None = None
    """Set where the words have alternations {a / b} or optionally deletable words (uh), as NIST writes them."""


class Region(NamedTuple):
    """A stretch of a recording."""

    session: str
    start: float
    end: float
    channel: str | None = None


class Transcript(Sequence[Segment]):
    """Segments in the order of their file, of one or many sessions."""

    __slots__ = ("ignored", "segments", "source")

    def __init__(self, segments: Sequence[Segment], source: str = "", ignored: Sequence[Region] = ()) -> None:
        self.segments = segments
        self.source = source
        """Where it came from, for messages."""
        self.ignored = tuple(ignored)
        """Stretches that the file itself excludes from scoring."""

    @overload
    def __getitem__(self, index: int) -> Segment: ...
    @overload
    def __getitem__(self, index: slice) -> Transcript: ...
    def __getitem__(self, index: int | slice) -> Segment | Transcript:
        if isinstance(index, slice):
            return Transcript(self.segments[index], self.source, self.ignored)
        return self.segments[index]

    def __len__(self) -> int:
        return len(self.segments)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Transcript):
            return NotImplemented
        return list(self.segments) == list(other.segments) and self.ignored == other.ignored

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        speakers = len({segment.speaker for segment in self})
        counts = ((len(self), "segment"), (len(self.sessions()), "session"), (speakers, "speaker"))
        return f"Transcript({', '.join(counted(number, noun) for number, noun in counts)})"

    def sessions(self) -> dict[str, Transcript]:
        """The segments of each session, sessions and segments in the order of the file."""
        names = {segment.session or "" for segment in self.segments}
        if len(names) == 1 and all(region.session in names for region in self.ignored):
            return {names.pop(): self}
        groups: dict[str, list[Segment]] = {}
        for segment in self.segments:
            name = segment.session or ""
            group = groups.get(name)
            if group is None:
                groups[name] = group = []
            group.append(segment)
        ignored: dict[str, list[Region]] = {}
        for region in self.ignored:
            ignored.setdefault(region.session, []).append(region)
            groups.setdefault(region.session, [])
        return {name: Transcript(group, self.source, ignored.get(name, ())) for name, group in groups.items()}

    def speakers(self) -> dict[str, list[Segment]]:
        """The segments of each speaker, speakers in the order of their first segment."""
        groups: dict[str, list[Segment]] = {}
        for segment in self.segments:
            groups.setdefault(segment.speaker or "", []).append(segment)
        return groups


class Utterance(NamedTuple):
    """A segment made ready for scoring: its words normalised and split into units. It is routed whole."""

    speaker: str
    number: int
    """Among the utterances of this speaker, in order."""
    words: tuple[str, ...]
    start: float | None = None
    end: float | None = None
    times: Sequence[tuple[float, float]] | None = None
    """Start and end of every word, where they are known."""
    offset: int = 0
    """Where these words begin in the whole utterance: not 0 only for a part of one."""
    choices: Choices | None = None
    """Before it is scored, where the words have alternatives: then all branches are in them. After that, only those
    that were taken."""

    def part(self, first: int, last: int) -> Utterance:
        """The words from first up to last, as an utterance that knows where it came from."""
        times = None if self.times is None else self.times[first:last]
        return self._replace(words=self.words[first:last], times=times, offset=self.offset + first)

    def taking(self, places: Sequence[int]) -> Utterance:
        """Only these words, and no choice left among them."""
        times = None if self.times is None else tuple(self.times[place] for place in places)
        return self._replace(words=tuple(self.words[place] for place in places), times=times, choices=None)
