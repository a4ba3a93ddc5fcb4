"""The utterances of a session, with the further keys of its segments and words. Each is built when it is asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from hubbub.model.timing import in_pairs

if TYPE_CHECKING:
    from hubbub import _core


class Utterance(NamedTuple):
    """A segment prepared for scoring: its words are normalised and split into units. It is routed whole."""

    speaker: str
    number: int
    """Its number among the utterances of this speaker, in order."""
    words: tuple[str, ...]
    start: float | None = None
    end: float | None = None
    times: Sequence[tuple[float, float]] | None = None
    """Start and end of every word, where they are known."""
    offset: int = 0
    """Where these words begin in the whole utterance; 0 unless this is a part of an utterance."""
    extra: dict[str, Any] | None = None
    """Further keys of the segment, which its words share."""
    word_extra: dict[str, list[Any]] | None = None
    """Further keys that words have for themselves: a value for each, None where it has none."""

    def part(self, first: int, last: int) -> "Utterance":
        """The words from first up to last, as an utterance with its offset in the whole."""
        times = None if self.times is None else self.times[first:last]
        own = None if self.word_extra is None else {key: row[first:last] for key, row in self.word_extra.items()}
        return self._replace(words=self.words[first:last], times=times, offset=self.offset + first, word_extra=own)

    def taking(self, places: Sequence[int]) -> "Utterance":
        """Only the words at these places."""
        times = None if self.times is None else tuple(self.times[place] for place in places)
        rows = None if self.word_extra is None else self.word_extra.items()
        own = None if rows is None else {key: [row[place] for place in places] for key, row in rows}
        return self._replace(words=tuple(self.words[place] for place in places), times=times, word_extra=own)

    def __hash__(self) -> int:
        return hash(self[:7])  # further keys may hold lists


OF_WORDS = "word_"

Shared = dict[str, Any]
OfWords = dict[str, list[Any]]
"""A value for each word, None where it has none."""


class Extras:
    """The further keys of one side, by the places of its segments."""

    def __init__(
        self,
        by_place: Mapping[int, dict[str, Any]],
        columns: "_core.Columns",
        split: Callable[[str], Sequence[str]] | None,
    ) -> None:
        """The columns hold the texts as they were given. The units of a word are what `split` makes of it."""
        self._by_place = by_place
        self._columns = columns
        self._split = split

    def of(self, segment: int, units: Sequence[str]) -> tuple[Shared | None, OfWords | None]:
        """What the units of a segment share, and what each of them has for itself.

        Where a normaliser makes another text of the whole segment than of its words one by one, nobody knows which
        unit comes from which word.
        """
        keys = self._by_place.get(segment)
        if not keys:
            return None, None
        words = self._columns.text(segment).split()
        own = {
            key.removeprefix(OF_WORDS): value
            for key, value in keys.items()
            if isinstance(key, str) and key.startswith(OF_WORDS) and _fits(value, len(words))
        }
        shared = {key: value for key, value in keys.items() if key not in {OF_WORDS + name for name in own}}
        if not own:
            return shared, None
        parts = [[word] if self._split is None else self._split(word) for word in words]
        if [unit for part in parts for unit in part] != list(units):
            return dict(keys), None
        sizes = list(map(len, parts))
        spread = {
            key: [value for value, size in zip(values, sizes, strict=True) for _ in range(size)]
            for key, values in own.items()
        }
        return shared or None, spread


def _fits(value: Any, words: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == words


def at(place: int, shared: Shared | None, own: OfWords | None) -> Shared:
    """All keys of one word."""
    found = dict(shared or {})
    for key, values in (own or {}).items():
        if values[place] is not None:
            found[key] = values[place]
    return found


class Side:
    """One side of a session, reference or hypothesis."""

    def __init__(
        self,
        look: "Callable[[], _core.Looked]",
        source: "_core.Source",
        names: Sequence[str | None],
        extras: Extras | None,
        hypothesis: bool,
        built: dict[int, Utterance],
    ) -> None:
        self.look = look
        """The session as the core prepares it: asked for when the first word is."""
        self.source = source
        self.names = names
        """Names of speakers or streams, by number."""
        self.hypothesis = hypothesis
        self.extras = extras
        """Further keys of segments and words; None where there are none."""
        self.built = built
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
            times = None if seconds is None else in_pairs(seconds)
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
    def __getitem__(self, index: slice) -> "Utterances": ...
    def __getitem__(self, index: int | slice) -> "Utterance | Utterances":
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
