"""Alignments as the page holds them: the core packs their words, utterances and times into small integers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from zlib import compress

import msgspec

from hubbub import _core
from hubbub.errors import InputError
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
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


def shown(sheet: _core.Sheet, result: Result | Alignment, score: int = 0) -> _core.Shown:
    """A result on the sheet of its session, under its number there; an alignment alone is one of stretches of time."""
    if isinstance(result, Alignment):
        return sheet.from_lanes(_lanes(result), score, in_time=True)
    found = origin(result)
    if found is not None:
        reader, metric, session = found
        return sheet.from_outcome(reader.outcome, metric, session, score)
    try:
        return sheet.from_lanes(_lanes(result.alignment), score, in_time=False)
    except (ValueError, TypeError, OverflowError):  # saved scores that somebody changed
        raise InputError(f"session {result.session}: the words and the steps of its alignment do not fit") from None


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


def _lanes(alignment: Alignment) -> Iterator[tuple[Any, ...]]:
    for lane in alignment:
        yield lane.speaker, lane.stream, lane.steps, _pieces(lane.reference), _pieces(lane.hypothesis)


def _pieces(utterances: Iterable[Utterance]) -> list[tuple[Any, ...]]:
    return [
        (
            *(piece.speaker, piece.number, piece.offset, piece.words, piece.start, piece.end),
            None if piece.times is None else list(chain.from_iterable(piece.times)),
        )
        for piece in utterances
    ]


def in_hundredths(start: float, end: float) -> tuple[int, int]:
    """A span in whole hundredths of a second, as it is packed."""
    return round(start * HUNDREDTHS), round(end * HUNDREDTHS)


def level_for(words: int) -> int:
    """How a page of so many words is compressed: not by the clock, so that pages repeat."""
    return SMALL if words <= MANY else QUICK


def pack(data: object, level: int) -> str:
    """Data as text that is safe inside HTML: JSON, compressed, in base64."""
    return b64encode(compress(msgspec.json.encode(data), level)).decode("ascii")
