"""Packs a session into small integers: distinct words once, utterances once, times as gaps and lengths."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from zlib import compress

import msgspec

from hubbub.model.alignment import DELETION, INSERTION, SPARED, Alignment, Lane
from hubbub.model.timing import character_based
from hubbub.model.transcript import Utterance
from hubbub.report import further
from hubbub.report.runs import runs

AUDIO_KEYS = ("audio", "audio_path")
"""Keys of segments that name their recording."""
HUNDREDTHS = 100
"""Times are kept to a hundredth of a second: finer than anyone sees, and a third of the size of floats."""
SECONDS_PER_CHARACTER = 0.07
"""The assumed pace of an utterance that has no end time."""

Times = tuple[int, int]
Key = tuple[str, int]


class Step(NamedTuple):
    """One step of a lane. A word is given by its place in its side, -1 where there is none."""

    kind: str
    reference: int
    hypothesis: int


class Side:
    """All words of the reference or of one system, utterance by utterance, each word once.

    Lanes may hold parts of utterances, or the same words twice; here the utterances are put together again.
    """

    def __init__(self, pieces: Iterable[Utterance]) -> None:
        by_speaker: dict[str, dict[int, dict[int, Utterance]]] = {}
        """By speaker, number and offset."""
        for piece in pieces:
            by_speaker.setdefault(piece.speaker, {}).setdefault(piece.number, {}).setdefault(piece.offset, piece)
        self.words: list[str] = []
        self.speakers: list[str] = []
        """The speaker of each utterance; the next two lists hold its number and its count of words."""
        self.numbers: list[int] = []
        self.counts: list[int] = []
        self.times: list[Times] | None = []
        """Start and end of each word, in hundredths of a second; None if any utterance has no time."""
        self.starts: list[float | None] = []
        """Where each segment begins, by which notes find it again."""
        self.own: list[int] = []
        """The utterances whose words have times of their own."""
        self.extra: dict[int, dict[str, Any]] = {}
        """Further keys of utterances that have some, and, next, of words."""
        self.word_extra: dict[int, dict[str, Any]] = {}
        self._places: dict[Key, dict[int, int] | int] = {}
        for speaker, numbers in by_speaker.items():
            for number in sorted(numbers):
                self._add(speaker, number, numbers[number])

    def _add(self, speaker: str, number: int, parts: dict[int, Utterance]) -> None:
        base = len(self.words)
        first = parts.get(0)
        if len(parts) == 1 and first is not None:
            words, times = list(first.words), first.times
            self._places[speaker, number] = base
            places: Sequence[int] = range(len(words))
        else:
            by_index: dict[int, tuple[str, tuple[float, float] | None]] = {}
            for offset, part in parts.items():
                for i, word in enumerate(part.words):
                    by_index.setdefault(offset + i, (word, part.times[i] if part.times else None))
            order = sorted(by_index)
            words = [by_index[i][0] for i in order]
            found = [by_index[i][1] for i in order]
            times = None if None in found else tuple(time for time in found if time is not None)
            self._places[speaker, number] = {index: base + i for i, index in enumerate(order)}
            places = order
            first = next(iter(parts.values()))
        if first.extra is not None:
            self.extra[len(self.counts)] = first.extra
        if first.word_extra is not None:
            self._add_word_extra(base, dict(zip(places, range(len(places)), strict=True)), parts)
        self.speakers.append(speaker)
        self.numbers.append(number)
        self.starts.append(first.start)
        self.counts.append(len(words))
        self.words += words
        if words and self.times is not None:
            shares = None if first.start is None else spread(words, first.start, first.end)
            known = None if times is None else in_hundredths(times)
            # However the scoring timed its words, they are shown with their own times, else with their shares.
            if known is not None and (shares is None or not _estimated(known, shares)):
                self.own.append(len(self.counts) - 1)
                self.times += known
            elif shares is not None:
                self.times += shares
            else:
                self.times = None

    def _add_word_extra(self, base: int, place_of: dict[int, int], parts: dict[int, Utterance]) -> None:
        for offset, part in parts.items():
            for key, values in (part.word_extra or {}).items():
                for i, value in enumerate(values):
                    self.word_extra.setdefault(base + place_of[offset + i], {})[key] = value

    def places(self, piece: Utterance) -> Sequence[int]:
        """Where the words of an utterance, or of a part of one, stand in this side."""
        base = self._places[piece.speaker, piece.number]
        if isinstance(base, int):
            return range(base + piece.offset, base + piece.offset + len(piece.words))
        return [base[piece.offset + i] for i in range(len(piece.words))]

    def first(self, speaker: str, number: int) -> int:
        """Where the first word of an utterance stands."""
        base = self._places[speaker, number]
        return base if isinstance(base, int) else min(base.values())

    def key(self) -> tuple[Any, ...]:
        """Equal for sides with the same content, so that several metrics share one."""
        lists: tuple[list[Any], ...] = (
            self.words, self.speakers, self.numbers, self.counts, self.own, self.starts
        )  # fmt: skip
        further_keys = repr((self.extra, self.word_extra)) if self.extra or self.word_extra else ""
        return (*map(tuple, lists), None if self.times is None else tuple(self.times), further_keys)

    def pack(self, words: dict[str, int], names: dict[str, int]) -> dict[str, Any]:
        packed: dict[str, Any] = {
            "speaker": [names.setdefault(name, len(names)) for name in self.speakers],
            "number": self.numbers,
            "count": self.counts,
            "word": [words[word] for word in self.words],
        }
        if self.times is not None:
            ends = [0, *(end for _, end in self.times)]
            packed["gap"] = [start - end for (start, _), end in zip(self.times, ends, strict=False)]
            packed["length"] = [end - start for start, end in self.times]
            if self.own:
                packed["own"] = runs(self.own)
            leads = self._leads(self.times)
            if any(leads):
                packed["lead"] = leads
        for name, rows in (("extra", self.extra), ("word_extra", self.word_extra)):
            if rows:
                packed[name] = further.packed(sorted(rows.items()))
        return packed

    def _leads(self, times: Sequence[Times]) -> list[int]:
        """How long before its first word each segment begins, in hundredths of a second."""
        leads, at = [], 0
        for start, count in zip(self.starts, self.counts, strict=True):
            leads.append(times[at][0] - round(start * HUNDREDTHS) if count and start is not None else 0)
            at += count
        return leads


def in_hundredths(times: Iterable[tuple[float, float]]) -> list[Times]:
    """Times in whole hundredths of a second, as they are packed."""
    return [(round(start * HUNDREDTHS), round(end * HUNDREDTHS)) for start, end in times]


def _estimated(times: Sequence[Times], shares: Sequence[Times]) -> bool:
    """Do the words have no times of their own, but points, equal shares, shares by letters, or all the whole time?"""
    (begin, _), (_, end) = shares[0], shares[-1]
    if all(start == stop for start, stop in times) or all(time == (begin, end) for time in times):
        return True
    each = (end - begin) / len(times)
    equal = [(begin + i * each, begin + i * each + each) for i in range(len(times))]
    return _close(times, shares) or _close(times, equal)


def _close(times: Sequence[Times], others: Sequence[tuple[float, float]]) -> bool:
    return all(abs(a - c) <= 1 and abs(b - d) <= 1 for (a, b), (c, d) in zip(times, others, strict=True))


def spread(words: Sequence[str], start: float, end: float | None) -> list[Times]:
    """Estimated word times, where only those of the utterance are known: in proportion to characters.

    >>> spread(["a", "bcd"], 1.0, 1.6)
    [(100, 115), (115, 160)]
    """
    if end is None:
        end = start + SECONDS_PER_CHARACTER * sum(len(word) + 1 for word in words)
    return in_hundredths(character_based(words, start, end))


class Sides(NamedTuple):
    """Both sides of one result."""

    reference: Side
    hypothesis: Side

    @property
    def timed(self) -> bool:
        return self.reference.times is not None and self.hypothesis.times is not None


def sides_of(alignment: Alignment) -> Sides:
    return Sides(
        Side(piece for lane in alignment for piece in lane.reference),
        Side(piece for lane in alignment for piece in lane.hypothesis),
    )


def places(lane: Lane, sides: Sides) -> tuple[list[int], list[int]]:
    """The words of a lane, as places in the two sides, in the lane's order."""
    return (
        [place for piece in lane.reference for place in sides.reference.places(piece)],
        [place for piece in lane.hypothesis for place in sides.hypothesis.places(piece)],
    )


def steps_of(lane: Lane, sides: Sides) -> Iterator[Step]:
    reference, hypothesis = map(iter, places(lane, sides))
    for kind in lane.steps:
        reference_word = -1 if kind == INSERTION else next(reference)
        hypothesis_word = -1 if kind in (DELETION, SPARED) else next(hypothesis)
        yield Step(kind, reference_word, hypothesis_word)


def pack_lane(lane: Lane, sides: Sides, names: dict[str, int]) -> list[Any]:
    def name(text: str | None) -> int:
        return -1 if text is None else names.setdefault(text, len(names))

    return [name(lane.speaker), name(lane.stream), lane.steps, *map(runs, places(lane, sides))]


def word_table(sides: Iterable[Side]) -> dict[str, int]:
    """A number for every distinct word. Frequent words get small numbers, which compresses best."""
    counts = Counter(word for side in sides for word in side.words)
    return {word: number for number, (word, _) in enumerate(counts.most_common())}


def pack(data: object) -> str:
    """Data as text that is safe inside HTML: JSON, compressed, in base64."""
    return b64encode(compress(msgspec.json.encode(data), 9)).decode("ascii")
