"""Alignments of reference and hypothesis words. All counts come from them, so numbers and pictures agree."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from hubbub.errors import wrong_scores
from hubbub.model.display import Displayed, screenful
from hubbub.model.tables import BOLD, MARKS, counted, painted, percent, visible, width
from hubbub.model.timing import shared_times
from hubbub.model.utterances import Utterance, word_keys
from hubbub.model.word_errors import WordErrors

if TYPE_CHECKING:
    from hubbub import _core

T = TypeVar("T")

CORRECT, SUBSTITUTION, DELETION, INSERTION = "C", "S", "D", "I"
OPTIONAL_DELETION = "O"
"""A missing optional word that counts as correct."""


RULES: dict[str, tuple[str, int, int]] = {
    CORRECT: (CORRECT, 1, 1),
    SUBSTITUTION: (SUBSTITUTION, 1, 1),
    DELETION: (DELETION, 1, 0),
    INSERTION: (INSERTION, 0, 1),
    OPTIONAL_DELETION: (CORRECT, 1, 0),
}
"""By the letter of a step: the kind that it counts as, and its numbers of reference and hypothesis words."""


class Step(NamedTuple):
    """One step of an alignment, with its words as positions in its lane."""

    kind: str
    """The kind that it counts as: correct, substitution, deletion or insertion."""
    reference: range
    hypothesis: range
    rule: str
    """Its letter: the kind, or O for an optional deletion, which counts as correct."""


def decoded(steps: str) -> Iterator[Step]:
    """Yields the steps of a lane from their letters. This is the only decoder outside the core.

    >>> list(decoded("SO"))
    [Step(kind='S', reference=range(0, 1), hypothesis=range(0, 1), rule='S'), \
Step(kind='C', reference=range(1, 2), hypothesis=range(1, 1), rule='O')]
    """
    reference = hypothesis = 0
    for letter in steps:
        kind, first, second = RULES[letter]
        end, other_end = reference + first, hypothesis + second
        yield Step(kind, range(reference, end), range(hypothesis, other_end), letter)
        reference, hypothesis = end, other_end


def count(steps: str) -> WordErrors:
    """Returns the errors of an alignment from its steps.

    >>> count("CCSI")
    WordErrors(insertions=1, deletions=0, substitutions=1, correct=2)
    """
    correct = steps.count(CORRECT) + steps.count(OPTIONAL_DELETION)
    return WordErrors(steps.count(INSERTION), steps.count(DELETION), steps.count(SUBSTITUTION), correct)


class Word(NamedTuple):
    """A word with its utterance and its times."""

    text: str
    speaker: str
    utterance: int
    """The number of its utterance among those of its speaker."""
    start: float | None
    end: float | None
    extra: dict[str, Any] = {}  # noqa: RUF012
    """Further keys of the word, such as a confidence, and of its segment."""

    def __hash__(self) -> int:
        return hash(self[:5])  # further keys may hold lists


class Pair(NamedTuple):
    """One step of an alignment: a reference word, a hypothesis word, or both."""

    kind: str
    """C correct, S substitution, D deletion, I insertion; O a missing optional word that counts as correct."""
    reference: Word | None
    hypothesis: Word | None


def words_of(utterances: Sequence[Utterance]) -> Iterator[Word]:
    """Yields the words of several utterances in turn. Without word times they get the times of their utterance."""
    for utterance in utterances:
        has_extra = utterance.extra is not None or utterance.word_extra is not None
        for index, text in enumerate(utterance.words):
            start, end = utterance.times[index] if utterance.times else (utterance.start, utterance.end)
            word = Word(text, utterance.speaker, utterance.number, start, end)
            yield word._replace(extra=word_keys(index, utterance.extra, utterance.word_extra)) if has_extra else word


def _dump(utterances: Sequence[Utterance]) -> list[dict[str, Any]]:
    # A unit contains no space, so a joined text splits into the same units again.
    dumped = []
    for utterance in utterances:
        times = None if utterance.times is None else tuple(utterance.times)
        data = {**utterance._asdict(), "words": " ".join(utterance.words), "times": times}
        dumped.append({key: value for key, value in data.items() if value is not None})
    return dumped


def _load(utterances: list[dict[str, Any]]) -> tuple[Utterance, ...]:
    def load(data: dict[str, Any]) -> Utterance:
        times = data.get("times")
        words = tuple(data["words"].split(" ")) if data["words"] else ()
        return Utterance(
            **{**data, "words": words, "times": None if times is None else tuple((start, end) for start, end in times)}
        )

    return tuple(map(load, utterances))


def _fitting(utterance: Utterance) -> bool:
    """Returns whether there are as many times, and values of each further key, as words."""
    rows = [utterance.times or utterance.words, *(utterance.word_extra or {}).values()]
    return all(len(row) == len(utterance.words) for row in rows)


class Lane(NamedTuple):
    """Reference utterances aligned with a part of a stream, step by step."""

    speaker: str | None
    """The paired speaker; None if the lane has utterances of several speakers, or of none."""
    stream: str | None
    """The stream; None if the reference words have none."""
    reference: Sequence[Utterance]
    hypothesis: Sequence[Utterance]
    steps: str

    def pairs(self) -> Iterator[Pair]:
        """Yields the alignment, word by word."""
        for step, reference, hypothesis in self.each_step(words_of(self.reference), words_of(self.hypothesis)):
            yield Pair(step.rule, reference, hypothesis)

    def speakers(self) -> Iterator[tuple[Step, str | None, str | None]]:
        """Yields each step with the speaker of its reference word and the stream of its hypothesis word."""
        return self.each_step(*map(_speakers, (self.reference, self.hypothesis)))

    def each_step(self, reference: Iterable[T], hypothesis: Iterable[T]) -> Iterator[tuple[Step, T | None, T | None]]:
        """Yields each step with the values of its words in these iterables; None for a missing word."""
        first, second = list(reference), list(hypothesis)
        for step in decoded(self.steps):
            left = first[step.reference.start] if step.reference else None
            yield step, left, second[step.hypothesis.start] if step.hypothesis else None

    def __repr__(self) -> str:
        return f"<{lane_title(self, '')}>"

    @property
    def errors(self) -> WordErrors:
        return count(self.steps)

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "reference": _dump(self.reference), "hypothesis": _dump(self.hypothesis)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Lane":
        lane = cls(**{**data, "reference": _load(data["reference"]), "hypothesis": _load(data["hypothesis"])})
        taken = [(lane.steps.count(letter), first, second) for letter, (_, first, second) in RULES.items()]
        numbers = sum(times * first for times, first, _ in taken), sum(times * second for times, _, second in taken)
        for side, number in zip((lane.reference, lane.hypothesis), numbers, strict=True):
            words = sum(len(utterance.words) for utterance in side)
            if words != number or not all(map(_fitting, side)) or not RULES.keys() >= set(lane.steps):
                raise wrong_scores(f"an alignment of {words} words has steps or times of {number}")
        return lane


class Alignment(Displayed, Sequence[Lane]):
    """All lanes of a session: one per pair of speaker and stream, or per stream."""

    __slots__ = ("_lanes", "_metric", "_reader", "_session")

    def __init__(self, lanes: Iterable[Lane] = (), reader: Any = None, metric: int = 0, session: int = 0) -> None:
        """Stores a reader that provides the lanes on first use: `lanes` and `pairs` of a metric and a session."""
        self._lanes: tuple[Lane, ...] | None = None if reader else tuple(lanes)
        self._reader = reader
        self._metric = metric
        self._session = session

    @property
    def lanes(self) -> tuple[Lane, ...]:
        if self._lanes is None:
            assert self._reader is not None
            self._lanes = self._reader.lanes(self._metric, self._session)
        return self._lanes

    def __len__(self) -> int:
        return len(self.lanes)

    @overload
    def __getitem__(self, index: int) -> Lane: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Lane, ...]: ...
    def __getitem__(self, index: int | slice) -> Lane | tuple[Lane, ...]:
        return self.lanes[index]

    def __iter__(self) -> Iterator[Lane]:
        return iter(self.lanes)

    def __eq__(self, other: object) -> bool:
        return self.lanes == tuple(other) if isinstance(other, (Alignment, tuple)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.lanes)

    def __repr__(self) -> str:
        return f"<alignment: {counted(self.errors.errors, 'error')}, {counted(len(self), 'lane')}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Alignment, (self.lanes,)

    @property
    def errors(self) -> WordErrors:
        """The counts of the whole session."""
        return count("".join([lane.steps for lane in self]))

    def pairs(self) -> Iterator[Pair]:
        """Yields the alignment of all lanes, word by word."""
        if self._reader is not None:
            return iter(self._reader.pairs(self._metric, self._session))
        return chain.from_iterable(lane.pairs() for lane in self)

    def text(self, columns: int = 80, *, color: bool = False, only_errors: bool = False, unit: str = "") -> str:
        """Returns reference above hypothesis, wrapped to this many columns, with a letter below each error: S, D or I.

        The unit is what was counted, e.g. `word`. Colors are those of a terminal.
        """
        lines: list[str] = []
        for lane in self:
            # Sentences have numbers instead of names, and a single lane needs no heading.
            nameless = {lane.speaker, lane.stream} <= ({"", "0"} if len(self) == 1 else {""})
            if not nameless:
                title = lane_title(lane, unit)
                lines.append(painted(title, BOLD, color))
            lines += _lane_lines(lane, columns, color, only_errors)
        return "\n".join(lines).rstrip("\n")

    def __str__(self) -> str:
        return screenful(self.text(), "text()")

    def shown(self, sheet: "_core.Sheet", score: int = 0, *, in_time: bool = False) -> "_core.PageAlignment":
        """Returns the alignment in the core, which counts it. With `in_time`, steps count by their duration."""
        lanes = (
            (lane.speaker, lane.stream, lane.steps, _pieces(lane.reference), _pieces(lane.hypothesis)) for lane in self
        )
        return sheet.from_lanes(lanes, score, in_time)

    def by_speaker(self) -> dict[str, WordErrors]:
        """Returns the errors of each reference speaker. An insertion has no speaker unless its lane has one."""
        from hubbub import _core

        rows = self.shown(_core.Sheet()).speakers()
        return {speaker: WordErrors(*errors) for speaker, _, errors in rows if speaker is not None}


def _pieces(utterances: Iterable[Utterance]) -> list[tuple[Any, ...]]:
    return [
        (
            *(piece.speaker, piece.number, piece.offset, piece.words, piece.start, piece.end),
            None if piece.times is None else list(chain.from_iterable(piece.times)),
        )
        for piece in utterances
    ]


# In time

Key = tuple[str, int, int]
"""Speaker, number of the utterance among the speaker's, index in it: identifies a word in any alignment."""


_Middles = dict[Key | None, float]


class Event(NamedTuple):
    """A reference word and whether it is wrong, or an inserted word."""

    time: float | None
    """The middle of the word; None if neither it nor its segment has times."""
    error: bool
    key: Key | None
    """The reference word; None for an insertion."""
    reference: str
    hypothesis: str


def events(lanes: Sequence[Lane]) -> list[list[Event]]:
    """Returns every step of an alignment, by lane. Needs all lanes: parts of one segment may be in several."""
    of_reference = _middles(utterance for lane in lanes for utterance in lane.reference)
    of_hypothesis = _middles(utterance for lane in lanes for utterance in lane.hypothesis)
    return [list(_lane_events(lane, of_reference, of_hypothesis)) for lane in lanes]


def _lane_events(lane: Lane, of_reference: _Middles, of_hypothesis: _Middles) -> Iterator[Event]:
    none: tuple[None, str] = None, ""
    for step, reference, hypothesis in lane.each_step(_keyed(lane.reference), _keyed(lane.hypothesis)):
        key, text = reference or none
        other_key, other = hypothesis or none
        time = of_hypothesis.get(other_key) if key is None else of_reference.get(key)
        yield Event(time, step.kind != CORRECT, key, text, other)


def _speakers(utterances: Iterable[Utterance]) -> Iterator[str]:
    for utterance in utterances:
        yield from repeat(utterance.speaker, len(utterance.words))


def _keyed(utterances: Iterable[Utterance]) -> Iterator[tuple[Key, str]]:
    for utterance in utterances:
        for index, text in enumerate(utterance.words, utterance.offset):
            yield (utterance.speaker, utterance.number, index), text


def _middles(utterances: Iterable[Utterance]) -> _Middles:
    """Returns the middle of each word. Words without times share the time of their whole segment by characters."""
    middles: _Middles = {}
    untimed: dict[tuple[str, int], tuple[float, float, dict[int, str]]] = {}
    for speaker, number, words, start, end, times, offset, *_ in utterances:
        if times is not None:
            for index, (first, last) in enumerate(times, offset):
                middles[speaker, number, index] = _middle(first, last)
        elif words and start is not None and end is not None:
            untimed.setdefault((speaker, number), (start, end, {}))[2].update(enumerate(words, offset))
    for (speaker, number), (start, end, texts) in untimed.items():
        indices = sorted(texts)
        shares = shared_times([texts[index] for index in indices], start, end)
        for index, (first, last) in zip(indices, shares, strict=True):
            middles[speaker, number, index] = _middle(first, last)
    return middles


def _middle(start: float, end: float) -> float:
    """Returns the middle from whole nanoseconds, so that equal middles are equal numbers."""
    return round((start + end) * 1e9) / 2e9


# As text

_STYLES = {SUBSTITUTION: MARKS["sub"], DELETION: MARKS["del"], INSERTION: MARKS["ins"]}
_MARGIN = 5
MOST_STREAMS = 4
"""The number of streams above which the heading of a lane only counts them."""


def lane_title(lane: Lane, unit: str) -> str:
    """Returns the heading of a lane: speaker, stream, errors."""
    if lane.speaker is None:
        names = "all streams" if lane.stream is None else f"stream {lane.stream}"
    else:
        names = f"{lane.speaker or 'no name'} → {_streams(lane)}"
    length = lane.errors.length
    errors, words = counted(lane.errors.errors, "error"), counted(length, unit) if unit else length
    return f"{visible(names)}: {errors} in {words} ({percent(lane.errors.rate)})"


def _streams(lane: Lane) -> str:
    """Returns the streams of a lane: the paired one, or those whose segments were routed to its speaker."""
    if lane.stream is not None:
        return lane.stream or "no name"
    streams = list(dict.fromkeys(utterance.speaker or "no name" for utterance in lane.hypothesis if utterance.words))
    return ", ".join(streams) or "no stream" if len(streams) <= MOST_STREAMS else f"{len(streams)} streams"


def _lane_lines(lane: Lane, columns: int, color: bool, only_errors: bool) -> Iterator[str]:
    for row in _lane_rows(lane, max(columns - _MARGIN, 20)):
        if only_errors and all(RULES[pair.kind][0] == CORRECT for pair, _ in row):
            continue
        if lane.speaker is None and (speakers := _speaker_line(row)):
            yield speakers
        yield from _row_lines(row, color)


def _new_speaker(pair: Pair, last: str) -> str:
    """Returns the speaker of the reference word if they are not the last speaker; else an empty string."""
    speaker = "" if pair.reference is None else visible(pair.reference.speaker)
    return speaker if speaker != last else ""


def _speaker_line(row: list[tuple[Pair, int]]) -> str:
    """Returns a line with the name of each speaker above the first word of a turn."""
    line, last, at = "", "", _MARGIN
    for pair, cell_width in row:
        if name := _new_speaker(pair, last):
            line += " " * (at - width(line)) + name
            last = name
        at += cell_width + 1
    return line


def _lane_rows(lane: Lane, columns: int) -> Iterator[list[tuple[Pair, int]]]:
    """Yields the pairs that fit into each row, with the widths of their columns."""
    row: list[tuple[Pair, int]] = []
    used, last = 0, ""
    for pair in lane.pairs():
        texts = [visible(word.text) for word in (pair.reference, pair.hypothesis) if word is not None]
        name = "" if lane.speaker is not None else _new_speaker(pair, last)
        cell_width = max(map(width, [*texts, name]))
        if row and used + cell_width > columns:
            yield row
            row, used = [], 0
            name = "" if lane.speaker is not None else _new_speaker(pair, "")
            cell_width = max(map(width, [*texts, name]))
        row.append((pair, cell_width))
        used += cell_width + 1
        last = name or last
    if row:
        yield row


def _row_lines(row: list[tuple[Pair, int]], color: bool) -> Iterator[str]:
    ref: list[str] = []
    hyp: list[str] = []
    marks: list[str] = []
    for pair, cell_width in row:
        above = visible(pair.reference.text) if pair.reference else "*" * cell_width
        below = visible(pair.hypothesis.text) if pair.hypothesis else "*" * cell_width
        mark = "" if pair.kind == CORRECT else pair.kind
        for line, text in ((ref, above), (hyp, below), (marks, mark)):
            padded = text + " " * (cell_width - width(text))
            line.append(painted(padded, _STYLES[pair.kind]) if color and pair.kind in _STYLES else padded)
    yield "REF  " + " ".join(ref).rstrip()
    yield "HYP  " + " ".join(hyp).rstrip()
    if any(pair.kind != CORRECT for pair, _ in row):
        yield "     " + " ".join(marks).rstrip()
    yield ""
