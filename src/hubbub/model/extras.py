"""Further keys of segments and words, such as a confidence: from the transcripts to the words of an alignment.

A segment's key is shared by its words. A list under `word_…`, with a value for each word, is one of the words:
`word_confidence` of a segment is the `confidence` of its words, where it stands before the segment's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hubbub import _core

OF_WORDS = "word_"

Shared = dict[str, Any]
OfWords = dict[str, list[Any]]
"""A value for each word, None where it has none."""


class Extras:
    """The further keys of one side, by the places of its segments."""

    def __init__(
        self,
        by_place: Mapping[int, dict[str, Any]],
        columns: _core.Columns,
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
