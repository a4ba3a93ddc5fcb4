"""A segment as it is scored. It is looked at with its words alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple


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
