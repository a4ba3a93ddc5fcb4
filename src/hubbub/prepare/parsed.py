"""JSON of a recogniser that the caller has parsed already: a dict or a list, as the file would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hubbub.formats import loads
from hubbub.formats.registry import sure_json
from hubbub.model.transcript import Transcript

NAME = "parsed JSON"


def from_parsed(data: Mapping[Any, Any] | Sequence[Any]) -> Transcript | None:
    """The transcript, if this is JSON of a known format other than SegLST; else None.

    Its session has no name, since there is no file to call it after.

    >>> from_parsed({"text": "hi", "segments": [{"id": 0, "start": 0, "end": 1, "text": "hi"}]})
    Transcript(1 segment, 1 session, 1 speaker)
    >>> from_parsed({"Alice": ["hi"]}) is None
    True
    """
    if not _may_be_json(data):
        return None
    import msgspec

    try:
        text = msgspec.json.encode(data)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None  # objects that no file can hold
    format = sure_json(text.decode())
    if format is None or format.name == "seglst":
        return None
    transcript = loads(text, format.name, NAME)
    if not transcript.called_after_file:
        return transcript
    unnamed = Transcript([segment._replace(session=None) for segment in transcript], NAME)
    unnamed.left_out = transcript.left_out
    return unnamed


def _may_be_json(data: Mapping[Any, Any] | Sequence[Any]) -> bool:
    """Is it neither segments nor texts by name?"""
    if isinstance(data, Mapping):
        values = data.values()
        return not (all(map(_is_text, values)) or all(isinstance(one, Mapping) and _are_texts(one) for one in values))
    first = next(iter(data), None)
    if not isinstance(first, Mapping):
        return False
    times = first.get("start_time"), first.get("end_time")
    return not isinstance(first.get("words"), str) or any(isinstance(time, str) and ":" in time for time in times)


def _are_texts(by_name: Mapping[Any, Any]) -> bool:
    return all(map(_is_text, by_name.values()))


def _is_text(value: Any) -> bool:
    """A text, or a list of utterances."""
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and all(isinstance(utterance, str) for utterance in value)
    )
