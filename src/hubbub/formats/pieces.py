"""From what recognisers time (words, parts of words, signs) to the words of a text with their times."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple

CONFIDENCE = ("confidence", "probability", "score", "p")
"""What recognisers call the confidence in a word."""


class Piece(NamedTuple):
    """A word, a part of one or a sign. Blanks around the text part it from its neighbours."""

    text: str
    start: float | None = None
    end: float | None = None
    values: Mapping[str, Any] = MappingProxyType({})
    """What else is known of it, by the file's own names."""


Times = tuple[tuple[float, float], ...]


class Stretches:
    """The stretches of speakers, to find the one at a time.

    >>> Stretches([(0, 5), (2, 3)]).at(2.5), Stretches([(0, 5), (2, 3)]).at(4), Stretches([(0, 1)]).at(7)
    (1, 0, None)
    """

    def __init__(self, spans: Sequence[tuple[float | None, float | None]]) -> None:
        begun = sorted((start or 0.0, end or 0.0, place) for place, (start, end) in enumerate(spans))
        self._starts, self._ends = [start for start, _, _ in begun], [end for _, end, _ in begun]
        self._places, self._latest = [place for _, _, place in begun], list(accumulate(self._ends, max))

    def at(self, time: float) -> int | None:
        """The place of the last that has begun by this time and is not over."""
        last = bisect_right(self._starts, time) - 1
        while last >= 0 and self._latest[last] > time:
            if self._ends[last] > time:
                return self._places[last]
            last -= 1
        return None


def timed(text: str, pieces: Sequence[Piece]) -> tuple[Times | None, dict[str, Any]] | None:
    """Start and end of every word of the text, where all are known, and a list per word for whatever else is.

    None if the pieces do not make up the text, whatever blanks and signs they have.

    >>> timed("So, begin!", [Piece("so", 0, 1), Piece("be", 1, 2), Piece("gin", 2, 3, {"p": 0.5})])
    (((0, 1), (1, 3)), {'word_confidence': [None, 0.5]})
    """
    words = text.split()
    spans = _fit(words, [piece.text for piece in pieces])
    if spans is None:
        return None
    parts = [pieces[first:last] for first, last in spans]
    extra: dict[str, Any] = {}
    for key in dict.fromkeys(key for piece in pieces for key in piece.values):
        name = "confidence" if key in CONFIDENCE else key
        found = [_one(name, [piece.values[key] for piece in part if key in piece.values]) for part in parts]
        extra[f"word_{name}"] = found
    starts = [min((piece.start for piece in part if piece.start is not None), default=None) for part in parts]
    ends = [max((piece.end for piece in part if piece.end is not None), default=None) for part in parts]
    for place, word in enumerate(words):
        if starts[place] is None and ends[place] is None and not any(map(str.isalnum, word)):
            # A sign that stands alone has no time of its own: it is where the word before it ends.
            starts[place] = ends[place] = ends[place - 1] if place else next((one for one in starts if one), None)
    times = [(start, end) for start, end in zip(starts, ends, strict=True) if start is not None and end is not None]
    if len(times) == len(words):
        return tuple(times), extra
    if times:
        extra |= {"word_start": starts, "word_end": ends}
    return None, extra


def _one(name: str, values: list[Any]) -> Any:
    """One value for the parts of a word: it is as sure as its least sure part."""
    if name == "confidence" and values:
        return min(values)
    return None if not values else values[0] if all(value == values[0] for value in values) else values


def _fit(words: list[str], pieces: list[str]) -> list[tuple[int, int]] | None:
    """Which pieces each word is made of. Blanks do not matter; nor do case and signs if the letters agree."""
    for form in (_squeezed, letters):
        said, heard = [form(word) for word in words], [form(piece) for piece in pieces]
        if "".join(said) != "".join(heard):
            continue
        ends, spans, begin = list(accumulate(map(len, heard))), [], 0
        for word in said:
            end = begin + len(word)
            spans.append((bisect_right(ends, begin), bisect_left(ends, end) + 1) if word else (0, 0))
            begin = end
        return spans
    return None


def _squeezed(text: str) -> str:
    return "".join(text.split())


def letters(text: str) -> str:
    """The letters and digits of a text, small where there is a choice."""
    return "".join(filter(str.isalnum, text)).casefold()
