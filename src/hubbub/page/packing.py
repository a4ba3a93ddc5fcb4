"""What the page holds, packed: words and times as small integers by the core, distinct values of further keys once."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import compress

import msgspec

from hubbub import _core
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.model.tables import fit
from hubbub.model.utterances import Utterance
from hubbub.scoring.outcome import origin

AUDIO_KEYS = ("audio", "audio_path")
"""Keys of segments that name their recording."""
HUNDREDTHS = 100
"""Times are kept to a hundredth of a second: finer than anyone sees, and a third of the size of floats."""
SMALL, QUICK = 9, 1
"""Levels of compression: the quick one takes a twelfth of the time, and a session is a sixth larger."""
MANY = 100_000
"""Words; a page of more is packed quickly."""
LONGEST = 200
"""Letters of a value; the transcript has the rest."""

Value = str | int | float | bool


def alignment_with_keys(result: Result | Alignment) -> Alignment | None:
    """The alignment, if its words or their utterances may have further keys, such as a confidence."""
    if isinstance(result, Alignment):
        return None
    found = origin(result)
    if found is None:
        return result.alignment
    reader, metric, session = found
    # Made anew and not kept: a page of many sessions would hold all of their words as objects.
    return None if reader.extras == (None, None) else reader.alignment(metric, session)


def in_hundredths(start: float, end: float) -> tuple[int, int]:
    """A span in whole hundredths of a second, as it is packed."""
    return round(start * HUNDREDTHS), round(end * HUNDREDTHS)


def level_for(words: int) -> int:
    """How a page of so many words is compressed: not by the clock, so that pages repeat."""
    return SMALL if words <= MANY else QUICK


def pack(data: object, level: int) -> str:
    """Data as text that is safe inside HTML: JSON, compressed, in base64."""
    return b64encode(compress(msgspec.json.encode(data), level)).decode("ascii")


def plain(value: Any) -> Value:
    """A value as the page shows it: numbers to four decimals, whatever is no plain value as JSON.

    >>> plain(0.123456), plain({"a": [1]})
    (0.1235, '{"a":[1]}')
    """
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return round(value, 4)
    if not isinstance(value, str):
        try:
            value = msgspec.json.encode(value, enc_hook=str).decode()
        except (TypeError, ValueError, RecursionError):
            value = str(value)
    return fit(value, LONGEST).encode(errors="replace").decode()


Further = tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]
"""The further keys of one side of a session: of utterances that have some, and of words, by their places."""


def further_of(pieces: Iterable[Utterance], sheet: _core.Sheet, side: int) -> Further:
    """The further keys of utterances, or of parts of them, that stand on a side of the sheet."""
    extra: dict[int, dict[str, Any]] = {}
    words: dict[int, dict[str, Any]] = {}
    for piece in pieces:
        if piece.extra is not None:
            extra[sheet.utterance(side, piece.speaker, piece.number)] = piece.extra
        if piece.word_extra is not None:
            places = sheet.places(side, piece.speaker, piece.number, piece.offset, len(piece.words))
            for key, values in piece.word_extra.items():
                for place, value in zip(places, values, strict=True):
                    words.setdefault(place, {})[key] = value
    return extra, words


def packed(rows: Iterable[tuple[int, Mapping[str, Any]]]) -> list[list[Any]]:
    """For each key: its name, runs of the places that have it, its values, and the number of the value of each place.

    Where most values differ they stand place by place, without numbers.
    """
    columns: dict[str, tuple[list[int], list[Value]]] = {}
    for place, keys in rows:
        for key, value in keys.items():
            if value is not None:
                places, values = columns.setdefault(str(key), ([], []))
                places.append(place)
                values.append(plain(value))
    found: list[list[Any]] = []
    for key, (places, values) in columns.items():
        numbers: dict[tuple[type, Value], int] = {}
        codes = [numbers.setdefault((type(value), value), len(numbers)) for value in values]
        spread = 2 * len(numbers) > len(values)
        distinct = values if spread else [value for _, value in numbers]
        found.append([key, runs(places), distinct, None if spread else codes])
    return found


def runs(places: Sequence[int]) -> list[int]:
    """Run-length encoding of places: for each run, its distance from the end of the run before, and its length.

    >>> runs([4, 5, 6, 10, 11])
    [4, 3, 3, 2]
    """
    packed: list[int] = []
    expected = 0
    begin = -1
    for place in places:
        if place == expected and begin >= 0:
            packed[-1] += 1
        else:
            packed += [place - expected, 1]
            begin = place
        expected = place + 1
    return packed
