"""Alignments: which word was matched with which. All counts are taken from here, so that numbers and pictures agree."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hubbub.model.extras import at
from hubbub.model.transcript import Utterance

CORRECT, SUBSTITUTION, DELETION, INSERTION = "C", "S", "D", "I"
SPARED = "O"
"""An optional word that is missing, where that counts as correct."""


class WordErrors(NamedTuple):
    """Counts of one comparison. Counts add; rates do not.

    >>> WordErrors(insertions=1, correct=3) + WordErrors(deletions=1)
    WordErrors(insertions=1, deletions=1, substitutions=0, correct=3)
    >>> WordErrors(insertions=1, deletions=1, correct=3).rate
    0.5
    """

    insertions: int = 0
    deletions: int = 0
    substitutions: int = 0
    correct: int = 0

    @property
    def errors(self) -> int:
        return self.insertions + self.deletions + self.substitutions

    @property
    def length(self) -> int:
        """Words of the reference."""
        return self.deletions + self.substitutions + self.correct

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None where the reference has no word."""
        return self.errors / self.length if self.length else None

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per step of the alignment, so never above 1; None where it has none."""
        steps = self.errors + self.correct
        return self.errors / steps if steps else None

    @property
    def wip(self) -> float | None:
        """Word information preserved: the share of correct words in the reference, times that in the hypothesis.

        None where the reference has no word, 0 where the hypothesis alone has none.
        """
        hypothesis = self.correct + self.substitutions + self.insertions
        if not self.length:
            return None
        return self.correct / self.length * (self.correct / hypothesis) if hypothesis else 0.0

    @property
    def wil(self) -> float | None:
        """Word information lost: 1 minus `wip`."""
        return None if self.wip is None else 1 - self.wip

    def __add__(self, other: object) -> "WordErrors":
        if not isinstance(other, WordErrors):
            return NotImplemented
        return WordErrors(*map(sum, zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return {"errors": self.errors, "length": self.length, "rate": self.rate, **self._asdict()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "WordErrors":
        return cls(*(data[field] for field in cls._fields))


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
        reference, hypothesis = words_of(self.reference), words_of(self.hypothesis)
        for kind in self.steps:
            yield Pair(
                kind,
                None if kind == INSERTION else next(reference),
                None if kind in (DELETION, SPARED) else next(hypothesis),
            )

    @property
    def errors(self) -> WordErrors:
        return count(self.steps)

    def to_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "reference": _dump(self.reference), "hypothesis": _dump(self.hypothesis)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Lane":
        lane = cls(**{**data, "reference": _load(data["reference"]), "hypothesis": _load(data["hypothesis"])})
        needed = [len(lane.steps) - sum(map(lane.steps.count, kinds)) for kinds in (INSERTION, (DELETION, SPARED))]
        for side, number in zip((lane.reference, lane.hypothesis), needed, strict=True):
            words = sum(len(utterance.words) for utterance in side)
            if words != number or not all(map(_fitting, side)):
                from hubbub.model.schema import wrong_scores

                raise wrong_scores(f"an alignment of {words} words has steps or times of {number}")
        return lane


class Alignment(tuple[Lane, ...]):
    """All lanes of a session: a lane per pair of speaker and stream, or per stream."""

    __slots__ = ()

    @property
    def errors(self) -> WordErrors:
        """The count of the whole session."""
        return count("".join([lane.steps for lane in self]))

    def pairs(self) -> Iterator[Pair]:
        """The alignment of all lanes, word by word."""
        for lane in self:
            yield from lane.pairs()

    def by_speaker(self) -> dict[str, WordErrors]:
        """Errors on the words of each reference speaker. An insertion has no speaker unless its lane has one."""
        counts: dict[str, WordErrors] = {}
        for lane in self:
            if lane.speaker is not None:
                counts[lane.speaker] = counts.get(lane.speaker, WordErrors()) + lane.errors
                continue
            speakers = [utterance.speaker for utterance in lane.reference for _ in utterance.words]
            kinds = lane.steps.replace(INSERTION, "")
            steps: dict[str, list[str]] = {}
            for speaker, kind in zip(speakers, kinds, strict=True):
                steps.setdefault(speaker, []).append(kind)
            for speaker, kinds_of_speaker in steps.items():
                counts[speaker] = counts.get(speaker, WordErrors()) + count("".join(kinds_of_speaker))
        return counts
