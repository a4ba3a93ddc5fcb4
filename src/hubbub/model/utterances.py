"""The utterances of one side of a session as columns, which the core takes whole. Each is made when it is looked at.

A meeting has thousands of utterances and ten thousands of words, and to score it none of them is needed as an object.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

from hubbub import _core
from hubbub.model.timing import WordTimes, flat
from hubbub.model.transcript import Utterance


def numbered(speakers: Iterable[str]) -> list[int]:
    """How many utterances of the same speaker came before each.

    >>> numbered("ABAA")
    [0, 0, 1, 2]
    """
    counts: dict[str, int] = {}
    numbers = []
    for speaker in speakers:
        number = counts.get(speaker, 0)
        counts[speaker] = number + 1
        numbers.append(number)
    return numbers


class Columns:
    """What there is to know of each utterance."""

    def __init__(
        self,
        speakers: list[str],
        texts: list[str] | list[tuple[str, ...]],
        starts: Sequence[float | None],
        ends: Sequence[float | None],
        speech: _core.Speech,
    ) -> None:
        self.speakers = speakers
        self.texts = texts
        """To be split at white space, or split into units."""
        self.starts = starts
        self.ends = ends
        self.speech = speech
        self.made: dict[int, Utterance] = {}
        """Those that were looked at."""
        self.choices = False
        """Have some words alternatives?"""

    @cached_property
    def numbers(self) -> list[int]:
        """Of each among the utterances of its speaker."""
        return numbered(self.speakers)


class Utterances(Sequence[Utterance]):
    """Some utterances of one side, in order.

    >>> one = Utterances.of([Utterance("A", 0, ("hello", "world"))], _core.Vocabulary())
    >>> one, len(one.row())
    ((Utterance(speaker='A', number=0, words=('hello', 'world'), ...),), 2)
    """

    __slots__ = ("columns", "places")

    def __init__(self, columns: Columns, places: Sequence[int]) -> None:
        self.columns = columns
        self.places = places

    @classmethod
    def of(
        cls, utterances: Sequence[Utterance], vocabulary: _core.Vocabulary, key: Callable[[str], str] | None = None
    ) -> Utterances:
        """Those that are made already. Words that are equal under the key have equal numbers."""
        texts = [one.words for one in utterances]
        own = [-1 if one.times is None else len(one.times) for one in utterances]
        seconds = array("d", b"".join([flat(one.times) for one in utterances if one.times is not None]))
        speech = _core.Speech(
            vocabulary,
            texts if key is None else [tuple(map(key, words)) for words in texts],
            (),
            (),
            "whole",
            False,
            own,
            seconds,
        )
        columns = Columns(
            [one.speaker for one in utterances],
            texts,
            [one.start for one in utterances],
            [one.end for one in utterances],
            speech,
        )
        columns.numbers = [one.number for one in utterances]
        columns.made = dict(enumerate(utterances))
        columns.choices = any(one.choices is not None for one in utterances)
        return cls(columns, range(len(utterances)))

    def row(self, widened: int | None = None) -> _core.Row:
        """All words one after the other; with their times, widened by so many nanoseconds, unless it is None."""
        return self.columns.speech.pick(self.places, widened is not None, widened or 0)

    def some(self, places: Iterable[int]) -> Utterances:
        """Those at some of our places."""
        return Utterances(self.columns, [self.places[place] for place in places])

    def by_speaker(self) -> dict[str, Utterances]:
        """The utterances of each speaker; the first to speak comes first."""
        groups: dict[str, list[int]] = {}
        speakers = self.columns.speakers
        for place in self.places:
            own = groups.get(speakers[place])
            if own is None:
                groups[speakers[place]] = own = []
            own.append(place)
        return {speaker: Utterances(self.columns, own) for speaker, own in groups.items()}

    @property
    def speakers(self) -> list[str]:
        """Who says each."""
        column = self.columns.speakers
        return column if self._all else [column[place] for place in self.places]

    @property
    def numbers(self) -> list[int]:
        """Of each among the utterances of its speaker."""
        column = self.columns.numbers
        return column if self._all else [column[place] for place in self.places]

    @property
    def _all(self) -> bool:
        return self.places == range(len(self.columns.speakers))

    def _made(self, place: int) -> Utterance:
        columns = self.columns
        made = columns.made.get(place)
        if made is None:
            text = columns.texts[place]
            words = tuple(text.split()) if isinstance(text, str) else text
            seconds = columns.speech.seconds(place)
            times = None if seconds is None else WordTimes(array("d", seconds))
            who = columns.speakers[place], columns.numbers[place]
            made = Utterance(*who, words, columns.starts[place], columns.ends[place], times)
            columns.made[place] = made
        return made

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Utterance: ...
    @overload
    def __getitem__(self, index: slice) -> Utterances: ...
    def __getitem__(self, index: int | slice) -> Utterance | Utterances:
        if isinstance(index, slice):
            return Utterances(self.columns, self.places[index])
        return self._made(self.places[index])

    def __iter__(self) -> Iterator[Utterance]:
        return map(self._made, self.places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Utterances, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)  # a copy, here or in another process, needs no columns
