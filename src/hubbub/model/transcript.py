"""Segment and Transcript: the only data model between files and metrics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, overload
from zlib import crc32

from hubbub import _core
from hubbub.errors import InputError, shown
from hubbub.model.display import Displayed, picture_of
from hubbub.model.messages import Message
from hubbub.model.tables import counted, fit
from hubbub.model.values import is_iterable, is_name, is_number

SIDES = ("reference", "hypothesis")
LONG_FIELD = 300
"""Columns of a field in the repr of a Segment; a longer one is shortened."""


class Markup:
    """Flags a segment whose words have markup, and says where it came from. The place is ignored in comparisons."""

    __slots__ = ("place",)

    def __init__(self, place: str = "") -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Markup)

    def __hash__(self) -> int:
        return hash(Markup)

    def __repr__(self) -> str:
        return f"Markup({self.place!r})"


class Segment(NamedTuple):
    """Speech of one speaker, e.g. a line of a file.

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
    """Further fields of the segment in its file: a label, a confidence, keys of your own."""
    marked: Markup | None = None
    """Set if the words have alternations {a / b} or optionally deletable words (uh), as NIST writes them."""

    def __repr__(self) -> str:
        fields = zip(self._fields, map(repr, self), strict=True)
        return f"Segment({', '.join(f'{name}={fit(value, LONG_FIELD)}' for name, value in fields)})"


OUTSIDE_TURNS = {"rttm": "LEXEME"}
"""The extra key of a word of an RTTM outside all SPEAKER lines: a word, but no speech to diarization metrics."""


def is_outside_turns(extra: Mapping[str, Any] | None) -> bool:
    """Returns whether a segment with these extra keys is a word outside all turns of its file."""
    return bool(extra) and extra.items() >= OUTSIDE_TURNS.items()  # type: ignore[union-attr]


class Region(NamedTuple):
    """A stretch of time of a recording."""

    session: str
    start: float
    end: float
    channel: str | None = None


def _called(name: Any) -> str:
    """Returns the name of a session or speaker; whole numbers, including 0, are names too."""
    return "" if name is None else str(name)


def given_names(names: Iterable[Any]) -> dict[str, Any]:
    """Returns the names that are not text, by their text.

    >>> given_names(["A", 1, None])
    {'1': 1}
    """
    return {str(name): name for name in names if not (isinstance(name, str) or name is None)}


T = TypeVar("T")


def _checked(items: Iterable[T], kind: type[T]) -> list[T]:
    """Returns a copy of the items; raises InputError if one has another type."""
    if isinstance(items, (str, bytes, kind)) or not is_iterable(items):
        raise InputError(f"{shown(items)} is no list; give a list of {kind.__name__}s")
    checked = list(items)
    if not all(issubclass(found, kind) for found in set(map(type, checked))):
        place, odd = next((place, item) for place, item in enumerate(checked) if not isinstance(item, kind))
        raise InputError(f"item {place} is {shown(odd)}; give a list of {kind.__name__}s")
    return checked


def _checked_regions(regions: Iterable[Region]) -> tuple[Region, ...]:
    for region in (checked := tuple(_checked(regions, Region))):
        names = region.session, region.channel or ""
        if not all(isinstance(name, str) for name in names) or not all(map(is_number, (region.start, region.end))):
            raise InputError(f"{shown(region)} is no stretch of time; give texts for names and seconds as numbers")
    return checked


def _by_place(values: Iterable[T | None], kind: type[T], field: str) -> dict[int, T]:
    """Returns the values of a field by segment index; raises InputError if one has another type."""
    found = {place: value for place, value in enumerate(values) if value is not None}
    for place, value in found.items():
        if not isinstance(value, kind):
            raise InputError(f"segment {place}: {field} is {shown(value)}; give a {kind.__name__}")
    return found


def _columns_of(segments: list[Segment]) -> _core.Columns:
    try:
        return _core.Columns(segments, Segment)
    except (TypeError, IndexError, OverflowError, ValueError) as error:
        raise _wrong_field(segments, error) from None


_NAMES, _TIMES = ("session", "speaker", "channel"), ("start", "end")


def _wrong_field(segments: Sequence[Segment], error: Exception) -> InputError:
    """Returns the error for the first segment with a field of a wrong type."""
    for place, segment in enumerate(segments):
        fields = {"words": isinstance(segment.words, str)}
        fields |= {name: getattr(segment, name) is None or is_name(getattr(segment, name)) for name in _NAMES}
        fields |= {name: getattr(segment, name) is None or is_number(getattr(segment, name)) for name in _TIMES}
        for name in (name for name, right in fields.items() if not right):
            remedy = "seconds as a number" if name in _TIMES else "a text"
            return InputError(f"segment {place}: {name} is {shown(getattr(segment, name))}; give {remedy}")
    return InputError(f"a segment cannot be read ({error}); give texts as str and times as numbers")


def lacking(segment: Segment) -> str:
    """Returns which of its times a segment lacks.

    >>> lacking(Segment("hi", start=2.5)), lacking(Segment("hi"))
    ('a start, 2.5 s, but no end', 'no times')
    """
    if segment.start is not None:
        return f"a start, {segment.start:g} s, but no end"
    return "no times" if segment.end is None else f"an end, {segment.end:g} s, but no start"


def _moved(beside: dict[int, T], segments: Sequence[int]) -> dict[int, T]:
    """Returns values of segments by their new indices."""
    return {new: beside[old] for new, old in enumerate(segments) if old in beside} if beside else {}


class Transcript(Displayed, Sequence[Segment]):
    """Segments in the order of their file, of one or many sessions.

    The core keeps them as columns, from the reader to the result. A Segment is built when it is asked for.
    """

    __slots__ = (
        "_grouped", "_names", "_segments", "by_line", "called_after_file", "columns", "doubts", "extra", "given",
        "ignored", "left_out", "marked", "source",
    )  # fmt: skip

    def __init__(
        self,
        segments: Iterable[Segment],
        source: str = "",
        ignored: Sequence[Region] = (),
        left_out: Mapping[str, int] | None = None,
    ) -> None:
        own = _checked(segments, Segment)
        self._segments: Sequence[Segment] | None = own
        self.columns = _columns_of(own)
        """The segments as columns, in the form that the core takes."""
        self.extra = _by_place((segment.extra for segment in own), dict, "extra")
        """Further fields of segments in their file, by the places of the segments."""
        self.marked = _by_place((segment.marked for segment in own), Markup, "marked")
        """The markup of segments that have some, by their places."""
        self.given = given_names(segment.speaker for segment in own)
        """Names of speakers that the caller gave as other objects than text, such as int, by their text."""
        self._names: list[str] | None = None
        self._grouped: tuple[_core.BySession, dict[str, int]] | None = None
        self.source = source
        """The file it came from, for messages."""
        self.ignored = _checked_regions(ignored)
        """Regions that the file itself excludes from scoring."""
        self.left_out = dict(left_out or {})
        """Items of the file that are not words, such as audio events, with their counts; its reader skipped them."""
        self.doubts: list[Message] = []
        """Warnings and notes of its reader: how it was read, and reasons not to join its files."""
        self.called_after_file = False
        """Is its session called after the file, which names none?"""
        self.by_line = False
        """Whether it is plain text, whose lines are sessions unless the other side is a single recording."""

    @classmethod
    def of_columns(
        cls,
        columns: _core.Columns,
        source: str = "",
        ignored: Sequence[Region] = (),
        extra: dict[int, dict[str, Any]] | None = None,
        marked: dict[int, Markup] | None = None,
        left_out: Mapping[str, int] | None = None,
    ) -> "Transcript":
        """Returns a Transcript from columns. `extra` and `marked` have values for some segments, by index."""
        transcript = cls.__new__(cls)
        transcript._segments = transcript._names = transcript._grouped = None
        transcript.columns, transcript.extra, transcript.marked = columns, extra or {}, marked or {}
        transcript.source, transcript.ignored = source, tuple(ignored)
        transcript.left_out = dict(left_out) if left_out else {}
        transcript.doubts, transcript.given = [], {}
        transcript.called_after_file = transcript.by_line = False
        return transcript

    @property
    def segments(self) -> Sequence[Segment]:
        """All segments, as objects."""
        if self._segments is None:
            self._segments = self.columns.make(0, len(self), Segment, self.extra, self.marked)
        return self._segments

    @overload
    def __getitem__(self, index: int) -> Segment: ...
    @overload
    def __getitem__(self, index: slice) -> "Transcript": ...
    def __getitem__(self, index: int | slice) -> "Segment | Transcript":
        if isinstance(index, slice):
            return Transcript(self.segments[index], self.source, self.ignored, self.left_out)
        return self.segments[index]

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Transcript):
            return NotImplemented
        return list(self.segments) == list(other.segments) and self.ignored == other.ignored

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        slots = {name: getattr(self, name) for name in ("called_after_file", "doubts", "by_line", "given")}
        if self._segments is None:  # bytes are quicker to send, and to take up
            beside = self.extra, self.marked, self.left_out
            return _unpacked, (self.columns.packed(), self.source, self.ignored, *beside), (None, slots)
        return Transcript, (list(self.segments), self.source, self.ignored, self.left_out), (None, slots)

    def __repr__(self) -> str:
        speakers, sessions = len({segment.speaker for segment in self}), len(self.session_names())
        counts = ((len(self), "segment"), (sessions, "session"), (speakers, "speaker"))
        return f"Transcript({', '.join(counted(number, noun) for number, noun in counts)})"

    def plot(self) -> Any:
        """Returns a picture of who speaks when; its `save` writes an SVG, or a PNG."""
        return picture_of(self)

    def session_names(self) -> list[str]:
        """Returns the sessions in file order; then those that have only regions to ignore."""
        if self._names is None:
            names = self.columns.session_names()
            if self.ignored:
                names = list(dict.fromkeys([*names, *(region.session for region in self.ignored)]))
            self._names = names
        return self._names

    def _groups(self) -> tuple[_core.BySession, dict[str, int]]:
        """Returns the segments of each session with their indices."""
        if self._grouped is None:
            names = self.columns.session_names()
            self._grouped = self.columns.by_session(), {name: place for place, name in enumerate(names)}
        return self._grouped

    def letters(self) -> dict[str, int]:
        """Returns the number of characters of each session."""
        groups, places = self._groups()
        return dict(zip(places, self.columns.letters(groups), strict=True))

    def select(self, names: Sequence[str]) -> "Transcript":
        """Returns only these sessions, in this order."""
        groups, places = self._groups()
        chosen = [places[name] for name in names if name in places]
        extra, marked = self.extra, self.marked
        if extra or marked:
            taken = groups.segments(chosen)
            extra, marked = _moved(extra, taken), _moved(marked, taken)
        wanted = set(names)
        ignored = [region for region in self.ignored if region.session in wanted]
        columns = self.columns.of_sessions(chosen)
        selected = Transcript.of_columns(columns, self.source, ignored, extra, marked, self.left_out)
        selected.given = self.given
        return selected

    def digests(self) -> dict[str, str]:
        """Returns a hash of each session: of its segments with all their keys, and of regions that are not scored."""
        halves = dict(zip(self.columns.session_names(), self.columns.digests(), strict=True))
        found = {name: f"{first:016x}{second:016x}" for name, (first, second) in halves.items()}
        further: dict[str, list[object]] = {}
        if self.extra or self.marked:
            groups, places = self._groups()
            for name, place in places.items():
                rows = [(self.extra.get(i), i in self.marked) for i in groups.segments([place])]
                if any(extra or marked for extra, marked in rows):
                    further[name] = [rows]
        for region in self.ignored:
            further.setdefault(region.session, []).append(region)
        if further:
            for name, values in further.items():
                text = repr(values).encode(errors="backslashreplace")
                found[name] = found.get(name, "") + f"{crc32(text):08x}"
        return found

    def sessions(self) -> "dict[str, Transcript]":
        """Returns the segments of each session, sessions and segments in file order."""
        names = self.session_names()
        if len(names) == 1:
            return {names[0]: self}
        groups: dict[str, list[Segment]] = {name: [] for name in names}
        for segment in self.segments:
            groups[_called(segment.session)].append(segment)
        ignored: dict[str, list[Region]] = {}
        for region in self.ignored:
            ignored.setdefault(region.session, []).append(region)
        return {name: Transcript(group, self.source, ignored.get(name, ())) for name, group in groups.items()}

    def speakers(self) -> dict[str, list[Segment]]:
        """Returns the segments of each speaker, speakers in the order of their first segment."""
        groups: dict[str, list[Segment]] = {}
        for segment in self.segments:
            groups.setdefault(_called(segment.speaker), []).append(segment)
        return groups


def _unpacked(columns: bytes, *others: Any) -> Transcript:
    return Transcript.of_columns(_core.Columns.unpacked(columns), *others)


def joined(parts: Sequence[Transcript], source: str) -> Transcript:
    """Returns several transcripts concatenated."""
    extra: dict[int, dict[str, Any]] = {}
    marked: dict[int, Markup] = {}
    left_out: Counter[str] = Counter()
    base = 0
    for part in parts:
        extra.update((base + place, value) for place, value in part.extra.items())
        marked.update((base + place, markup) for place, markup in part.marked.items())
        left_out.update(part.left_out)
        base += len(part)
    columns = _core.Columns.joined([part.columns for part in parts])
    ignored = [region for part in parts for region in part.ignored]
    whole = Transcript.of_columns(columns, source, ignored, extra, marked, left_out)
    for part in parts:
        whole.given |= part.given
    return whole
