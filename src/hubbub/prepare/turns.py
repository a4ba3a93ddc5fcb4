"""Who speaks when, as callers may hand it over: tuples, pyannote's annotations, and whatever can be scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hubbub.errors import InputError, shown
from hubbub.model.kinds import is_name, is_number
from hubbub.model.transcript import Segment, Transcript
from hubbub.prepare.inputs import Given, Text, given


def given_turns(data: Text | Any, format: str | None = None) -> Given:
    """The input as a Transcript: tuples (start, end, speaker), an annotation or a dict of them by session, or any text.

    >>> given_turns([(0, 4.5, "Alice"), (4, 6, "Bob")]).transcript
    Transcript(2 segments, 1 session, 2 speakers)
    """
    if _is_annotation(data):
        return Given(Transcript(list(_annotated(data, None))), False)
    if isinstance(data, Mapping) and data and all(map(_is_annotation, data.values())):
        return Given(Transcript([turn for name, one in data.items() for turn in _annotated(one, str(name))]), True)
    if isinstance(data, (list, tuple)) and data and all(map(_is_row, data)):
        return Given(Transcript([_turn(*row) for row in data]), False)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) for row in data):
        return given([row if "words" in row else {**row, "words": ""} for row in data], format)
    return given(data, format)


def _is_annotation(data: Any) -> bool:
    """Is it an Annotation of pyannote.core, which need not be installed?"""
    return callable(getattr(data, "itertracks", None))


def _annotated(data: Any, session: str | None) -> Iterator[Segment]:
    for span, _, label in data.itertracks(yield_label=True):
        yield Segment("", session=session, speaker=str(label), start=float(span.start), end=float(span.end))


def _is_row(row: Any) -> bool:
    return isinstance(row, (list, tuple)) and not isinstance(row, Segment) and len(row) == 3 and is_number(row[0])


def _turn(start: Any, end: Any, speaker: Any) -> Segment:
    if not is_number(end) or not is_name(speaker):
        raise InputError(f"{shown((start, end, speaker))} is no turn; give tuples of start, end and speaker")
    return Segment("", speaker=str(speaker), start=float(start), end=float(end))
