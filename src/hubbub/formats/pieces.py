"""Finds the times of words in a text from the pieces that recognizers time: words, subwords, punctuation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple

CONFIDENCE = ("confidence", "probability", "score", "p")
"""Names of the confidence of a word in the files of recognizers."""


class Piece(NamedTuple):
    """A word, a subword or punctuation. Spaces around the text separate it from its neighbors."""

    text: str
    start: float | None = None
    end: float | None = None
    values: Mapping[str, Any] = MappingProxyType({})
    """Its other values, by their names in the file."""


Times = tuple[tuple[float, float], ...]


class SpeakerSpans:
    """The time spans of speakers, to find the one at a given time.

    >>> SpeakerSpans([(0, 5), (2, 3)]).at(2.5), SpeakerSpans([(0, 5), (2, 3)]).at(4), SpeakerSpans([(0, 1)]).at(7)
    (1, 0, None)
    """

    def __init__(self, spans: Sequence[tuple[float | None, float | None]]) -> None:
        begun = sorted((start or 0.0, end or 0.0, place) for place, (start, end) in enumerate(spans))
        self._starts, self._ends = [start for start, _, _ in begun], [end for _, end, _ in begun]
        self._places, self._latest = [place for _, _, place in begun], list(accumulate(self._ends, max))

    def at(self, time: float) -> int | None:
        """Returns the index of the last span that contains this time; None if there is none."""
        last = bisect_right(self._starts, time) - 1
        while last >= 0 and self._latest[last] > time:
            if self._ends[last] > time:
                return self._places[last]
            last -= 1
        return None


def timed(text: str, pieces: Sequence[Piece]) -> tuple[Times | None, dict[str, Any]] | None:
    """Returns start and end of every word if all are known (else None), and lists of the other values per word.

    Returns None if the pieces do not spell the text, spaces and punctuation aside.

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
            # Punctuation between spaces has no times; it gets the end of the word before it.
            starts[place] = ends[place] = ends[place - 1] if place else next((one for one in starts if one), None)
    times = [(start, end) for start, end in zip(starts, ends, strict=True) if start is not None and end is not None]
    if len(times) == len(words):
        return tuple(times), extra
    if times:
        extra |= {"word_start": starts, "word_end": ends}
    return None, extra


def _one(name: str, values: list[Any]) -> Any:
    """Returns one value for the pieces of a word; the confidence is the lowest."""
    if name == "confidence" and values:
        return min(values)
    return None if not values else values[0] if all(value == values[0] for value in values) else values


def _fit(words: list[str], pieces: list[str]) -> list[tuple[int, int]] | None:
    """Returns the range of pieces of each word. Ignores spaces, and case and punctuation if the letters agree."""
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
    """Returns the letters and digits of a text, lowercase."""
    return "".join(filter(str.isalnum, text)).casefold()
