"""Collects the segments of a recognizer's JSON: one recording, named after the file."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, BinaryIO, NamedTuple

from hubbub.formats import asides
from hubbub.formats.base import Format
from hubbub.formats.decimals import number, total
from hubbub.formats.files import stem
from hubbub.formats.jsonvalues import Value, label
from hubbub.formats.pieces import CONFIDENCE, Piece, timed
from hubbub.model.transcript import Segment, Transcript

Reader = Callable[[BinaryIO, str], Transcript]
Span = tuple[float | None, float | None]

ALTERNATIVES, EVENTS, MISFITS = "further alternatives", asides.EVENTS, "word times that do not fit the text"
"""Items that are skipped and counted."""

TOO_LATE = 10
"""If a segment starts after this many times the length of its recording, its times are in another unit."""


class Shape(NamedTuple):
    """The keys of turns and of words in a format."""

    text: str = "text"
    words: str = "words"
    word: str = "word"
    start: str = "start"
    end: str = "end"
    duration: str = ""
    """Instead of the end."""
    unit: int = 1
    """Units per second."""
    speaker: str = "speaker"
    channel: str = "channel"
    blank: bool = False
    """Whether words contain the spaces between them. Otherwise a space is added before each."""
    untimed: bool = False
    """Whether a word may have no times."""

    def span(self, value: Value, untimed: bool = False) -> Span:
        """Returns start and end of a turn or a word. Raises FormatError for missing keys, unless `untimed`."""
        if self.duration:
            return lasting(value, self.start, self.duration, self.unit)
        if untimed and value.get(self.start, self.end) is None:
            return None, None
        start, end = (
            None if one.raw is None else one.seconds(self.unit) for one in (value[self.start], value[self.end])
        )
        return in_order(value, start, end)

    def piece(self, value: Value, *used: str) -> Piece:
        """Returns a word, with the values of unused keys."""
        text = value[self.word].text()
        used = (self.word, self.start, self.end, self.duration, *(used or (self.speaker, self.channel)))
        return Piece(text if self.blank else f" {text}", *self.span(value, self.untimed), values(value, *used))

    def pieces(self, turn: Value) -> list[Piece]:
        """Returns the words of a turn. Their speakers are kept if some differ from the turn's."""
        words = turn.get_list(self.words)
        own = turn.raw.get(self.speaker)
        mixed = any(word.mapping().get(self.speaker, own) not in (None, own) for word in words)
        used = (self.channel,) if mixed else ()
        return [self.piece(word, *used) for word in words]


def values(value: Value, *used: str) -> dict[str, Any]:
    """Returns the other values of a word. A confidence in digits becomes a number."""
    rest = value.rest(*used)
    for key in CONFIDENCE:
        if key in rest:
            rest[key] = value[key].number()
    return rest


def in_order(value: Value, start: float | None, end: float | None) -> Span:
    """Returns start and end. Raises FormatError if the end is before the start."""
    if start is not None and end is not None and end < start:
        raise value.error(f"end {number(end)} is before start {number(start)}", "swap them or drop it")
    return start, end


def lasting(value: Value, start: str, duration: str, unit: int = 1, base: float = 0.0) -> Span:
    """Returns start and end from a start relative to `base` and a duration."""
    return until(total(base, value[start].seconds(unit)), value[duration], unit)


def until(start: float, duration: Value, unit: int = 1) -> Span:
    """Returns start and end from a duration."""
    length = duration.seconds(unit)
    if length < 0:
        raise duration.error(f"{number(length)} is negative", "give a duration of at least 0")
    return start, total(start, length)


class Word(NamedTuple):
    """A word of a list that is not divided into turns."""

    piece: Piece
    speaker: str | None = None
    channel: str | None = None
    turn: int = 0
    """The number of its turn; words of different turns are never joined."""


class SegmentBuilder:
    """The segments of one recording so far."""

    def __init__(self, name: str, session: str | None = None) -> None:
        self.name, self.session = name, stem(name) if session is None else session
        self.segments: list[Segment] = []
        self.left_out: Counter[str] = Counter()
        self._duration: tuple[Value, float] | None = None

    def set_duration(self, duration: Value | None, unit: int = 1) -> None:
        """Records the length of the recording, if the file has it."""
        if duration is not None:
            self._duration = duration, duration.seconds(unit)

    def first_alternative(self, value: Value, key: str) -> Value:
        """Returns the first alternative and counts the others."""
        found = value[key].elements()
        if not found:
            raise value.error(f"{key} is empty", "download the file again")
        if len(found) > 1:
            self.left_out[ALTERNATIVES] += len(found) - 1
        return found[0]

    def add(
        self,
        text: str,
        pieces: Sequence[Piece] = (),
        speaker: str | None = None,
        span: Span = (None, None),
        channel: str | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        """Adds a segment. Without times it gets those of its words."""
        text = " ".join(text.split())
        found = timed(text, pieces) if pieces else (None, {})
        if found is None:
            self.left_out[MISFITS] += len(pieces)
            found = None, {}
        times, per_word = found
        if times and span == (None, None):
            span = min(start for start, _ in times), max(end for _, end in times)
        more = {**(extra or {}), **per_word}
        self.segments.append(Segment(text, self.session, speaker, *span, channel, times or None, more or None))

    def add_text(self, text: Value, channel: str | None = None, extra: dict[str, Any] | None = None) -> None:
        """Adds a segment from a text alone, unless that is empty or null."""
        if text.raw is not None and text.text().strip():
            self.add(text.text(), channel=channel, extra=extra)

    def add_turn(self, value: Value, shape: Shape, pieces: Sequence[Piece] | None = None) -> None:
        """Adds a segment from the object of a turn."""
        text, span = value[shape.text].text(), shape.span(value, shape.untimed)
        own = shape.pieces(value) if pieces is None else pieces
        speaker, channel = label(value.get(shape.speaker)), label(value.get(shape.channel))
        used = (shape.text, shape.words, shape.start, shape.end, shape.duration, shape.speaker, shape.channel)
        self.add(text, own, speaker, span, channel, value.rest(*used))

    def add_words(self, words: Iterable[Word], extra: dict[str, Any] | None = None) -> None:
        """Adds segments from a list of words: consecutive words of one speaker are a turn.

        If the words come channel by channel, a turn also ends in a pause during which another channel starts to speak.
        """
        words = list(words)
        starts: dict[str | None, list[float]] = {}
        for word in words:
            if word.piece.start is not None:
                starts.setdefault(word.channel, []).append(word.piece.start)
        others = {
            channel: sorted(start for name, own in starts.items() if name != channel for start in own)
            for channel in starts
        }
        for (speaker, channel, _), group in groupby(words, key=lambda word: (word.speaker, word.channel, word.turn)):
            for pieces in _parted([word.piece for word in group], others.get(channel, ())):
                text = "".join(piece.text for piece in pieces)
                if text.strip():
                    self.add(text, pieces, speaker, channel=channel, extra=extra)

    def transcript(self) -> Transcript:
        """Returns the transcript. A recording without words becomes one segment without words."""
        self._check_unit()
        segments = by_channel(self.segments) or [Segment("", self.session, None, 0.0, 0.0)]
        return Transcript(segments, self.name, left_out=self.left_out)

    def _check_unit(self) -> None:
        """Raises FormatError if times are far beyond the end of the recording: they are in another unit."""
        latest = max((segment.start for segment in self.segments if segment.start is not None), default=0.0)
        if self._duration is not None and 0 < self._duration[1] * TOO_LATE < latest:
            value, seconds = self._duration
            what = f"the recording has {number(seconds)} seconds, but a segment starts at {number(latest)}"
            raise value.error(what, "check the unit of the times")


def _parted(pieces: list[Piece], others: Sequence[float]) -> Iterator[list[Piece]]:
    """Splits the pieces at pauses in which another channel starts to speak; `others` are the starts of its words."""
    if not others:
        yield pieces
        return
    part: list[Piece] = []
    end: float | None = None
    for piece in pieces:
        if piece.start is not None:
            if end is not None and bisect_left(others, end) < bisect_left(others, piece.start):
                yield part
                part = []
            end = piece.end
        part.append(piece)
    yield part


def by_channel(segments: list[Segment]) -> list[Segment]:
    """Names the speakers of recordings whose channels were transcribed separately.

    Without speaker names, a channel is a speaker. If several channels use the same name, it means different speakers.

    >>> left, right = (Segment("hi", speaker="A", channel=channel) for channel in ("left", "right"))
    >>> [segment.speaker for segment in by_channel([left, right])]
    ['left-A', 'right-A']
    """
    channels = {segment.channel for segment in segments}
    if len(channels) < 2:
        return segments
    named = {(segment.channel, segment.speaker) for segment in segments if segment.speaker is not None}
    repeated = len({speaker for _, speaker in named}) < len(named)
    return [
        segment._replace(speaker=segment.channel)
        if segment.speaker is None
        else segment._replace(speaker=f"{segment.channel}-{segment.speaker}")
        if repeated
        else segment
        for segment in segments
    ]


def only_read(
    name: str,
    about: str,
    read: Reader,
    looks: Callable[[str], bool],
    one_session: bool = True,
    suffixes: tuple[str, ...] = (".json",),
) -> Format:
    """Returns a read-only format that is recognized by its keys."""
    return Format(
        name, about, suffixes, read, None, looks, frozenset(), 90, is_distinctive=True, one_session=one_session
    )
