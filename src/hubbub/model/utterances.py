"""The utterances of a session, with the further keys of its segments and words, each built when first used."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from hubbub.model.timing import in_pairs

if TYPE_CHECKING:
    from hubbub import _core


class Utterance(NamedTuple):
    """A segment prepared for scoring: its words are normalized and split into units. It is routed whole."""

    speaker: str
    number: int
    """Its number among the utterances of this speaker, in order."""
    words: tuple[str, ...]
    start: float | None = None
    end: float | None = None
    times: Sequence[tuple[float, float]] | None = None
    """Start and end of every word, if known."""
    offset: int = 0
    """The index of the first word in the whole utterance; 0 unless this is a part of one."""
    extra: dict[str, Any] | None = None
    """Further keys of the segment, which its words share."""
    word_extra: dict[str, list[Any]] | None = None
    """Further keys of the words: a value for each, None if it has none."""

    def part(self, first: int, last: int) -> "Utterance":
        """Returns the words from index first to last, exclusive, as an utterance with its offset in the whole."""
        times = None if self.times is None else self.times[first:last]
        extra = None if self.word_extra is None else {key: row[first:last] for key, row in self.word_extra.items()}
        return self._replace(words=self.words[first:last], times=times, offset=self.offset + first, word_extra=extra)

    def taking(self, indices: Sequence[int]) -> "Utterance":
        """Returns the words with these indices only."""
        times = None if self.times is None else tuple(self.times[index] for index in indices)
        rows = None if self.word_extra is None else self.word_extra.items()
        extra = None if rows is None else {key: [row[index] for index in indices] for key, row in rows}
        return self._replace(words=tuple(self.words[index] for index in indices), times=times, word_extra=extra)

    def __hash__(self) -> int:
        return hash(self[:7])  # further keys may hold lists


OF_WORDS = "word_"

Shared = dict[str, Any]
OfWords = dict[str, list[Any]]
"""A value for each word, None if it has none."""


class Extras:
    """The further keys of one side, by the indices of its segments."""

    def __init__(
        self,
        by_segment: Mapping[int, dict[str, Any]],
        columns: "_core.Columns",
        split: Callable[[str], Sequence[str]] | None,
    ) -> None:
        """Takes columns of the original texts; `split` returns the units of a word."""
        self._by_segment = by_segment
        self._columns = columns
        self._split = split

    def of(self, segment: int, units: Sequence[str]) -> tuple[Shared | None, OfWords | None]:
        """Returns the keys that the units of a segment share, and those that each unit has.

        If the normalizer changes the whole segment differently than its single words, units cannot be assigned to
        words, so all keys are shared.
        """
        keys = self._by_segment.get(segment)
        if not keys:
            return None, None
        words = self._columns.text(segment).split()
        of_words = {
            key.removeprefix(OF_WORDS): value
            for key, value in keys.items()
            if isinstance(key, str) and key.startswith(OF_WORDS) and _fits(value, len(words))
        }
        shared = {key: value for key, value in keys.items() if key not in {OF_WORDS + name for name in of_words}}
        if not of_words:
            return shared, None
        parts = [[word] if self._split is None else self._split(word) for word in words]
        if [unit for part in parts for unit in part] != list(units):
            return dict(keys), None
        sizes = list(map(len, parts))
        spread = {
            key: [value for value, size in zip(values, sizes, strict=True) for _ in range(size)]
            for key, values in of_words.items()
        }
        return shared or None, spread


def _fits(value: Any, words: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == words


def word_keys(index: int, shared: Shared | None, of_words: OfWords | None) -> Shared:
    """Returns all keys of one word."""
    keys = dict(shared or {})
    for key, values in (of_words or {}).items():
        if values[index] is not None:
            keys[key] = values[index]
    return keys


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
        """Returns the session as the core prepares it; called for the first word."""
        self.source = source
        self.names = names
        """Names of speakers or streams, by number."""
        self.hypothesis = hypothesis
        self.extras = extras
        """Further keys of segments and words; None without any."""
        self.built = built
        """The utterances that are built already, by index."""

    def utterance(self, index: int) -> Utterance:
        """Returns the whole utterance with this index."""
        utterance = self.built.get(index)
        if utterance is None:
            segment, speaker, number, offset, start, end, seconds, chosen, count = self.look().utterance(
                self.hypothesis, index
            )
            text = self.source.text(segment).split()
            words = text[offset : offset + count] if chosen is None else [text[word] for word in chosen]
            times = None if seconds is None else in_pairs(seconds)
            utterance = Utterance(self.names[speaker] or "", number, tuple(words), start, end, times, offset)
            if self.extras is not None:
                shared, of_words = self.extras.of(segment, text)
                indices = range(offset, offset + count) if chosen is None else chosen
                rows = None
                if of_words is not None:
                    rows = {key: [row[word] for word in indices] for key, row in of_words.items()}
                utterance = utterance._replace(extra=shared, word_extra=rows)
            self.built[index] = utterance
        return utterance


Pieces = tuple[Side, Sequence[tuple[Any, ...]]]
"""A side and pieces of it: utterance, offset, then the first word and the number of words, or a list of words."""


class Utterances(Sequence[Utterance]):
    """Utterances of one side, or parts of them, in order."""

    __slots__ = ("_load", "_loaded")

    def __init__(self, load: Callable[[], Pieces]) -> None:
        self._load = load
        self._loaded: Pieces | None = None

    def _pieces(self) -> Pieces:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

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
            pieces = self.side, self.pieces[index]
            return Utterances(lambda: pieces)
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
        return tuple, (tuple(self),)  # a copy, also in another process, has no columns of the core
