"""Compact data of the page: times as small integers, and each distinct value of an extra key once."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from zlib import compress

import msgspec

from hubbub import _core
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.model.store import json_bytes
from hubbub.model.tables import fit
from hubbub.model.utterances import Utterance
from hubbub.scoring.outcome import origin

AUDIO_KEYS = ("audio", "audio_path")
"""Keys of segments that contain the path of their recording."""
HUNDREDTHS = 100
"""Times are rounded to hundredths of a second: a third of the size of floats, and finer than the eye sees."""
SMALL, QUICK = 9, 1
"""Compression levels. The quick one takes a twelfth of the time and makes a session a sixth larger."""
MANY = 100_000
"""Number of words above which a page is compressed quickly."""
OWN_BLOCK = 100
"""Maximum number of sessions with a block of their own."""
BLOCK = 2_000
"""Reference words after which a block of several sessions ends: one browser element for each of thousands is slow."""
LONGEST = 200
"""Maximum characters of a value; the transcript has the rest."""

Value = str | int | float | bool


def alignment_with_keys(result: Result | Alignment) -> Alignment | None:
    """Returns the alignment if its words or utterances may have extra keys, such as a confidence; otherwise None."""
    if isinstance(result, Alignment):
        return None
    found = origin(result)
    if found is None:
        return result.alignment
    reader, metric, session = found
    # Not cached: a page of many sessions would keep all of their words as objects.
    return None if reader.extras == (None, None) else reader.alignment(metric, session)


def in_hundredths(start: float, end: float) -> tuple[int, int]:
    """Returns a span in integer hundredths of a second."""
    return round(start * HUNDREDTHS), round(end * HUNDREDTHS)


def level_for(words: int) -> int:
    """Returns the compression level for a page of this many words. Not timed, so pages are reproducible."""
    return SMALL if words <= MANY else QUICK


def pack(data: object, level: int) -> str:
    """Returns data as text that is safe in HTML: compressed JSON in base64."""
    return b64encode(compress(json_bytes(data), level)).decode("ascii")


def in_blocks(sessions: Mapping[str, int]) -> list[list[str]]:
    """Groups consecutive sessions, given with their lengths, into blocks of the page.

    >>> in_blocks({"a": 3, "b": 4})
    [['a'], ['b']]
    """
    if len(sessions) <= OWN_BLOCK:
        return [[name] for name in sessions]
    blocks: list[list[str]] = [[]]
    words = 0
    for name, length in sessions.items():
        if words >= BLOCK:
            blocks.append([])
            words = 0
        blocks[-1].append(name)
        words += length
    return blocks


def plain(value: Any) -> Value:
    """Returns a value for display: numbers with four decimals; lists and objects as JSON.

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


class ExtraKeys(NamedTuple):
    """The extra keys of one side of a session."""

    extra: dict[int, dict[str, Any]]
    """By index of the utterance on its side, for utterances that have some."""
    words: dict[int, dict[str, Any]]

    def packed(self) -> dict[str, Any]:
        """Returns the keys as data for the viewer."""
        rows = {"extra": self.extra, "word_extra": self.words}
        return {name: packed(sorted(keys.items())) for name, keys in rows.items() if keys}


def extra_keys(pieces: Iterable[Utterance], sheet: _core.Sheet, side: int) -> ExtraKeys:
    """Returns the extra keys of the utterances, or parts of utterances, of one side of the sheet."""
    found = ExtraKeys({}, {})
    for piece in pieces:
        if piece.extra is not None:
            found.extra[sheet.utterance(side, piece.speaker, piece.number)] = piece.extra
        if piece.word_extra is not None:
            places = sheet.places(side, piece.speaker, piece.number, piece.offset, len(piece.words))
            for key, values in piece.word_extra.items():
                for place, value in zip(places, values, strict=True):
                    found.words.setdefault(place, {})[key] = value
    return found


def packed(rows: Iterable[tuple[int, Mapping[str, Any]]]) -> list[list[Any]]:
    """Returns, for each key, its name, runs of the indices that have it, its distinct values, and an index into these.

    If most values differ, they are listed one by one, without the last column.
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
    """Run-length encodes indices: for each run, its distance from the end of the previous run, and its length.

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
