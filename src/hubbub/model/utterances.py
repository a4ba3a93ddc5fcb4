"""The utterances of a session. Each is built from the core's columns when it is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from hubbub import _core
from hubbub.model.extras import Extras
from hubbub.model.timing import WordTimes
from hubbub.model.utterance import Utterance


class Side:
    """One side of a session, reference or hypothesis."""

    def __init__(
        self,
        look: Callable[[], _core.Looked],
        source: _core.Source,
        names: Sequence[str | None],
        extras: Extras | None,
        hypothesis: bool,
    ) -> None:
        self.look = look
        """The session as the core prepares it: asked for when the first word is."""
        self.source = source
        self.names = names
        """Names of speakers or streams, by number."""
        self.hypothesis = hypothesis
        self.extras = extras
        """Further keys of segments and words; None where there are none."""
        self.built: dict[int, Utterance] = {}
        """The utterances that are built already, by place."""

    def utterance(self, place: int) -> Utterance:
        """The whole utterance at this place."""
        utterance = self.built.get(place)
        if utterance is None:
            segment, voice, number, offset, start, end, seconds, places, count = self.look().utterance(
                self.hypothesis, place
            )
            text = self.source.text(segment).split()
            words = text[offset : offset + count] if places is None else [text[place] for place in places]
            times = None if seconds is None else WordTimes(array("d", seconds))
            utterance = Utterance(self.names[voice] or "", number, tuple(words), start, end, times, offset)
            if self.extras is not None:
                shared, own = self.extras.of(segment, text)
                chosen = range(offset, offset + count) if places is None else places
                rows = None if own is None else {key: [row[one] for one in chosen] for key, row in own.items()}
                utterance = utterance._replace(extra=shared, word_extra=rows)
            self.built[place] = utterance
        return utterance


Pieces = tuple[Side, Sequence[tuple[Any, ...]]]
"""Each piece of a side: its utterance, its offset, then its first word and its number of words, or a list of words."""


class Utterances(Sequence[Utterance]):
    """Some utterances of one side, or parts of them, in order."""

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], Pieces]) -> None:
        self._find = find
        self._found: Pieces | None = None

    def _pieces(self) -> Pieces:
        if self._found is None:
            self._found = self._find()
        return self._found

    @property
    def side(self) -> Side:
        return self._pieces()[0]

    @property
    def pieces(self) -> Sequence[tuple[Any, ...]]:
        return self._pieces()[1]

    def _utterance(self, piece: tuple[Any, ...]) -> Utterance:
        whole = self.side.utterance(piece[0])
        if len(piece) == 3:
            return whole.taking(piece[2])._replace(offset=piece[1])
        _, offset, first, count = piece
        if first == 0 and count == len(whole.words):
            return whole
        return whole.part(first, first + count)._replace(offset=offset)

    def __len__(self) -> int:
        return len(self.pieces)

    @overload
    def __getitem__(self, index: int) -> Utterance: ...
    @overload
    def __getitem__(self, index: slice) -> Utterances: ...
    def __getitem__(self, index: int | slice) -> Utterance | Utterances:
        if isinstance(index, slice):
            some = self.side, self.pieces[index]
            return Utterances(lambda: some)
        return self._utterance(self.pieces[index])

    def __iter__(self) -> Iterator[Utterance]:
        return map(self._utterance, self.pieces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Utterances, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)  # a copy, here or in another process, does without the core's columns
