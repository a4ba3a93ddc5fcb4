"""Alignments: which word was matched with which. All counts are taken from here, so that numbers and pictures agree."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from hubbub.errors import wrong_scores
from hubbub.model.tables import BOLD, MARKS, counted, painted, percent, visible, width
from hubbub.model.timing import shared_times
from hubbub.model.utterances import Utterance, at
from hubbub.model.word_errors import WordErrors

if TYPE_CHECKING:
    from hubbub import _core

T = TypeVar("T")

CORRECT, SUBSTITUTION, DELETION, INSERTION = "C", "S", "D", "I"
SPARED = "O"
"""An optional word that is missing, where that counts as correct."""


RULES: dict[str, tuple[str, int, int]] = {
    CORRECT: (CORRECT, 1, 1),
    SUBSTITUTION: (SUBSTITUTION, 1, 1),
    DELETION: (DELETION, 1, 0),
    INSERTION: (INSERTION, 0, 1),
    SPARED: (CORRECT, 1, 0),
}
"""By the letter of a step: as what it counts, and how many words it takes of the reference and of the hypothesis."""


class Step(NamedTuple):
    """One step of an alignment, with the words of its lane that it takes."""

    kind: str
    """As what it counts: correct, substitution, deletion or insertion."""
    reference: range
    hypothesis: range
    rule: str
    """Its letter: the kind, or the rule by which it counts so."""


def decoded(steps: str) -> Iterator[Step]:
    """The steps of a lane, given by their letters. This is the only decoder outside the core.

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
    """The errors of an alignment that is given by its steps.

    >>> count("CCSI")
    WordErrors(insertions=1, deletions=0, substitutions=1, correct=2)
    """
    correct = steps.count(CORRECT) + steps.count(SPARED)
    return WordErrors(steps.count(INSERTION), steps.count(DELETION), steps.count(SUBSTITUTION), correct)


class Word(NamedTuple):
    """A word with its utterance and its time."""

    text: str
    speaker: str
    utterance: int
    """Its number among the utterances of its speaker."""
    start: float | None
    end: float | None
    extra: dict[str, Any] = {}  # noqa: RUF012
    """Further keys of the word, such as a confidence, and of its segment."""

    def __hash__(self) -> int:
        return hash(self[:5])  # further keys may hold lists


class Pair(NamedTuple):
    """One step of an alignment: a reference word, a hypothesis word, or both."""

    kind: str
    """C correct, S substitution, D deletion, I insertion; O an optional word that is missing and counts as correct."""
    reference: Word | None
    hypothesis: Word | None


def words_of(utterances: Sequence[Utterance]) -> Iterator[Word]:
    """The words of several utterances, one after the other. Without word times they get their utterance's times."""
    for utterance in utterances:
        plain = utterance.extra is None and utterance.word_extra is None
        for place, text in enumerate(utterance.words):
            start, end = utterance.times[place] if utterance.times else (utterance.start, utterance.end)
            word = Word(text, utterance.speaker, utterance.number, start, end)
            yield word if plain else word._replace(extra=at(place, utterance.extra, utterance.word_extra))


def _dump(utterances: Sequence[Utterance]) -> list[dict[str, Any]]:
    # A unit holds no blank, so that a joined text splits back into the same units.
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
    """Are there as many times, and values of further keys, as words?"""
    rows = [utterance.times or utterance.words, *(utterance.word_extra or {}).values()]
    return all(len(row) == len(utterance.words) for row in rows)


class Lane(NamedTuple):
    """Utterances of the reference aligned with a stretch of a stream, step by step."""

    speaker: str | None
    """The paired speaker; None where the lane holds utterances of several speakers, or of none."""
    stream: str | None
    """The stream; None where the words of the reference have none."""
    reference: Sequence[Utterance]
    hypothesis: Sequence[Utterance]
    steps: str

    def pairs(self) -> Iterator[Pair]:
        """The alignment, word by word."""
        for step, reference, hypothesis in self.each_step(words_of(self.reference), words_of(self.hypothesis)):
            yield Pair(step.rule, reference, hypothesis)

    def speakers(self) -> Iterator[tuple[Step, str | None, str | None]]:
        """Each step with the speaker of its reference word and the stream of its hypothesis word."""
        return self.each_step(*map(_speakers, (self.reference, self.hypothesis)))

    def each_step(self, reference: Iterable[T], hypothesis: Iterable[T]) -> Iterator[tuple[Step, T | None, T | None]]:
        """Each step with what is known of its words; None where it takes none."""
        first, second = list(reference), list(hypothesis)
        for step in decoded(self.steps):
            left = first[step.reference.start] if step.reference else None
            yield step, left, second[step.hypothesis.start] if step.hypothesis else None

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


class Alignment(Sequence[Lane]):
    """All lanes of a session: a lane per pair of speaker and stream, or per stream."""

    __slots__ = ("_lanes", "_metric", "_reader", "_session")

    def __init__(self, lanes: Iterable[Lane] = (), reader: Any = None, metric: int = 0, session: int = 0) -> None:
        """With a reader, lanes are read when they are looked at: its `lanes` and `pairs` are those of a session under a
        metric, by their numbers.
        """
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
        return repr(self.lanes)

    def __reduce__(self) -> tuple[Any, ...]:
        return Alignment, (self.lanes,)

    @property
    def errors(self) -> WordErrors:
        """The count of the whole session."""
        return count("".join([lane.steps for lane in self]))

    def pairs(self) -> Iterator[Pair]:
        """The alignment of all lanes, word by word."""
        if self._reader is not None:
            return iter(self._reader.pairs(self._metric, self._session))
        return chain.from_iterable(lane.pairs() for lane in self)

    def text(self, columns: int = 80, *, color: bool = False, only_errors: bool = False, unit: str = "") -> str:
        """Reference above hypothesis, wrapped to so many columns, with a letter below each error: S, D or I.

        The unit is what was counted, as in `word`. Colors are those of a terminal.
        """
        lines: list[str] = []
        for lane in self:
            # A list of sentences has no names but numbers, and with a single lane the result tells the rest.
            nameless = {lane.speaker, lane.stream} <= ({"", "0"} if len(self) == 1 else {""})
            if not nameless:
                title = _title(lane, unit)
                lines.append(painted(title, BOLD, color))
            lines += _lane_lines(lane, columns, color, only_errors)
        return "\n".join(lines).rstrip("\n")

    def __str__(self) -> str:
        return self.text()

    def shown(self, sheet: "_core.Sheet", score: int = 0, *, in_time: bool = False) -> "_core.PageAlignment":
        """The alignment in the core, which counts it. Steps that are stretches of time count by how long they last."""
        lanes = (
            (lane.speaker, lane.stream, lane.steps, _pieces(lane.reference), _pieces(lane.hypothesis)) for lane in self
        )
        return sheet.from_lanes(lanes, score, in_time)

    def by_speaker(self) -> dict[str, WordErrors]:
        """Errors on the words of each reference speaker. An insertion has no speaker unless its lane has one."""
        from hubbub import _core

        found = self.shown(_core.Sheet()).speakers()
        return {speaker: WordErrors(*errors) for speaker, _, errors in found if speaker is not None}


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
"""Speaker, number of the utterance among the speaker's, and place in it: the same word in any alignment of it."""


_Middles = dict[Key | None, float]


class Event(NamedTuple):
    """A reference word with what became of it, or an inserted word."""

    time: float | None
    """The middle of the word; None where neither it nor its segment has times."""
    error: bool
    key: Key | None
    """The reference word; None for an insertion."""
    reference: str
    hypothesis: str


def events(lanes: Sequence[Lane]) -> list[list[Event]]:
    """Every step of an alignment, by lane. All lanes are needed: parts of one segment may be in several."""
    of_reference = _middles(utterance for lane in lanes for utterance in lane.reference)
    of_hypothesis = _middles(utterance for lane in lanes for utterance in lane.hypothesis)
    return [list(_lane_events(lane, of_reference, of_hypothesis)) for lane in lanes]


def _lane_events(lane: Lane, of_reference: _Middles, of_hypothesis: _Middles) -> Iterator[Event]:
    none: tuple[None, str] = None, ""
    for step, reference, hypothesis in lane.each_step(_keyed(lane.reference), _keyed(lane.hypothesis)):
        key, text = reference or none
        place, other = hypothesis or none
        time = of_hypothesis.get(place) if key is None else of_reference.get(key)
        yield Event(time, step.kind != CORRECT, key, text, other)


def _speakers(utterances: Iterable[Utterance]) -> Iterator[str]:
    for utterance in utterances:
        yield from repeat(utterance.speaker, len(utterance.words))


def _keyed(utterances: Iterable[Utterance]) -> Iterator[tuple[Key, str]]:
    for utterance in utterances:
        for place, text in enumerate(utterance.words, utterance.offset):
            yield (utterance.speaker, utterance.number, place), text


def _middles(utterances: Iterable[Utterance]) -> _Middles:
    """The middle of each word. Words without times share that of their segment by letters, all its parts together."""
    middles: _Middles = {}
    untimed: dict[tuple[str, int], tuple[float, float, dict[int, str]]] = {}
    for speaker, number, words, start, end, times, offset, *_ in utterances:
        if times is not None:
            for place, (first, last) in enumerate(times, offset):
                middles[speaker, number, place] = (first + last) / 2
        elif words and start is not None and end is not None:
            untimed.setdefault((speaker, number), (start, end, {}))[2].update(enumerate(words, offset))
    for (speaker, number), (start, end, texts) in untimed.items():
        places = sorted(texts)
        shares = shared_times([texts[place] for place in places], start, end)
        for place, (first, last) in zip(places, shares, strict=True):
            middles[speaker, number, place] = (first + last) / 2
    return middles


# As text

_STYLES = {SUBSTITUTION: MARKS["sub"], DELETION: MARKS["del"], INSERTION: MARKS["ins"]}
_MARGIN = 5


def _title(lane: Lane, unit: str) -> str:
    """Who is matched with whom."""
    if lane.speaker is None:
        names = "all streams" if lane.stream is None else f"stream {lane.stream}"
    else:
        stream = "no stream" if lane.stream is None else lane.stream or "no name"
        names = f"{lane.speaker or 'no name'} → {stream}"
    length = lane.errors.length
    errors, words = counted(lane.errors.errors, "error"), counted(length, unit) if unit else length
    return f"{visible(names)}: {errors} in {words} ({percent(lane.errors.rate)})"


def _lane_lines(lane: Lane, columns: int, color: bool, only_errors: bool) -> Iterator[str]:
    for row in _lane_rows(lane, max(columns - _MARGIN, 20)):
        if only_errors and all(RULES[pair.kind][0] == CORRECT for pair, _ in row):
            continue
        if lane.speaker is None and (speakers := _speaker_line(row)):
            yield speakers
        yield from _row_lines(row, color)


def _new_speaker(pair: Pair, last: str) -> str:
    """The speaker of the reference word if it differs from the last speaker; else empty."""
    speaker = "" if pair.reference is None else visible(pair.reference.speaker)
    return speaker if speaker != last else ""


def _speaker_line(row: list[tuple[Pair, int]]) -> str:
    """A line with the name of each speaker above the first word of a turn."""
    line, last, at = "", "", _MARGIN
    for pair, cell_width in row:
        if name := _new_speaker(pair, last):
            line += " " * (at - width(line)) + name
            last = name
        at += cell_width + 1
    return line


def _lane_rows(lane: Lane, columns: int) -> Iterator[list[tuple[Pair, int]]]:
    """The pairs that fit into each row, with the width of their column."""
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
