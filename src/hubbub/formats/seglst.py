"""SegLST: a JSON list with one object per segment."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats.base import FIELDS, Format
from hubbub.formats.decimals import number
from hubbub.formats.lines import not_utf8
from hubbub.transcript import Segment, Transcript

KEYS = {"session_id": "session", "speaker": "speaker", "start_time": "start", "end_time": "end"}
"""Keys that all segments have or none has. `words` is a must; `channel` and `word_times` may come and go."""

_KNOWN = {*KEYS, "words", "channel", "word_times"}


def read(data: bytes, name: str) -> Transcript:
    try:
        segments = _core.read_seglst(data, Segment)
    except UnicodeDecodeError:
        raise not_utf8(data, name) from None
    if segments is None:
        segments = _read_any(data, name)
    return Transcript(segments, name)


class _Fault(Exception):
    """What is wrong with an element, and the remedy."""


def _read_any(data: bytes, name: str) -> list[Segment]:
    """The slower way, for keys of the user's own and to explain mistakes."""
    elements = _parse(data, name)
    if not isinstance(elements, list):
        raise FormatError(name, 1, "not a JSON list", "SegLST is a list of objects: [{…}, {…}]")
    keys: set[str] = {key for key in KEYS if any(isinstance(element, dict) and key in element for element in elements)}
    segments = []
    for index, element in enumerate(elements):
        try:
            segments.append(_segment(element, keys))
        except _Fault as fault:
            what, remedy = fault.args
            raise FormatError(name, _line(data, index), f"element {index + 1}: {what}", remedy) from None
    return segments


def _parse(data: bytes, name: str) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    # The standard library says where a mistake is, and lets NaN pass, which is then found in its segment.
    import json

    try:
        text = data.decode()
        return json.loads(text)
    except UnicodeDecodeError:
        raise not_utf8(data, name) from None
    except RecursionError:
        raise FormatError(name, None, "nested too deeply", "SegLST is a list of objects: [{…}, {…}]") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise FormatError(name, error.lineno, "the JSON is cut short", "fetch or write the file again") from None
        raise FormatError(
            name, error.lineno, f"not JSON: {error.msg} (column {error.colno})", "mend it there"
        ) from None


def _line(data: bytes, index: int) -> int:
    """The line where the index-th element of the list begins."""
    import json

    text = data.decode()
    position, decoder = text.index("[") + 1, json.JSONDecoder()
    for i in range(index + 1):
        gap = re.compile(r"[\s,]*").match(text, position)
        position = gap.end() if gap else position
        if i < index:
            position = decoder.raw_decode(text, position)[1]
    return text.count("\n", 0, position) + 1


def _segment(element: Any, keys: set[str]) -> Segment:
    if not isinstance(element, dict):
        raise _Fault(f"{_kind(element)} instead of an object", 'write {"session_id": …, "words": …}')
    for key in ("words", *sorted(keys)):
        if key not in element:
            raise _Fault(f"the key {key!r} is missing", "add it" if key == "words" else "add it, or null for unknown")
    words, session = element["words"], element.get("session_id")
    if not isinstance(words, str):
        raise _Fault(f"words is {_kind(words)}", 'give a string; "" for no words')
    if session is not None and not isinstance(session, str):
        raise _Fault(f"session_id is {_kind(session)}", "give a string")
    start, end = (_seconds(element.get(key), key) for key in ("start_time", "end_time"))
    if start is not None and end is not None and end < start:
        raise _Fault(f"end {number(end)} is before start {number(start)}", "swap them or drop the segment")
    return Segment(
        words,
        session,
        _name(element.get("speaker"), "speaker"),
        start,
        end,
        _name(element.get("channel"), "channel"),
        _word_times(element.get("word_times"), words),
        {key: value for key, value in element.items() if key not in _KNOWN} or None,
    )


def _kind(value: Any) -> str:
    names = {type(None): "null", bool: "a boolean", dict: "an object", list: "a list", str: "a string"}
    return names.get(type(value), f"the number {value}")


def _name(value: Any, key: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _Fault(f"{key} is {_kind(value)}", "give a string")


def _seconds(value: Any, key: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", value, re.ASCII):
        value = float(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _Fault(f"{key} {value!r} is not a number", "give seconds")
    if not abs(value) <= 1e9:
        what = "is beyond 1e9 seconds" if isinstance(value, int) or abs(value) < float("inf") else "is not finite"
        raise _Fault(f"{key} {value} {what}", "give seconds from the start of the recording")
    return float(value) + 0.0


def _word_times(value: Any, words: str) -> tuple[tuple[float, float], ...] | None:
    if value is None:
        return None
    times = []
    for pair in value if isinstance(value, list) else ():
        bounds = [_seconds(bound, "word_times") for bound in pair] if isinstance(pair, list) else []
        if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or bounds[1] < bounds[0]:
            raise _Fault(f"word_times has {pair!r}", "give [start, end] for every word")
        times.append((bounds[0], bounds[1]))
    if not isinstance(value, list) or len(times) != len(words.split()):
        raise _Fault(
            f"word_times has {len(times)} entries for {len(words.split())} words", "give [start, end] for every word"
        )
    return tuple(times)


def write(transcript: Transcript) -> str:
    keys = {key: field for key, field in KEYS.items() if any(getattr(s, field) is not None for s in transcript)}
    lines = (msgspec.json.encode(_element(segment, keys)).decode() for segment in transcript)
    return "[\n" + ",\n".join(lines) + "\n]\n" if len(transcript) else "[]\n"


def _element(segment: Segment, keys: dict[str, str]) -> dict[str, Any]:
    element = {key: _plain(getattr(segment, field)) for key, field in keys.items()}
    element["words"] = segment.words
    if segment.channel is not None:
        element["channel"] = segment.channel
    if segment.word_times is not None:
        element["word_times"] = [[_plain(start), _plain(end)] for start, end in segment.word_times]
    for key, value in (segment.extra or {}).items():
        element.setdefault(key, value)
    return element


def _plain(value: Any) -> Any:
    """Times without exponent, as in every other format."""
    return msgspec.Raw(number(value).encode()) if isinstance(value, float | int) else value


def looks(head: str) -> bool:
    return head.lstrip().startswith("[")


FORMAT = Format(
    name="seglst",
    about="JSON: a list of {session_id, speaker, start_time, end_time, words}",
    suffixes=(".json", ".seglst"),
    read=read,
    write=write,
    looks=looks,
    holds=frozenset(FIELDS) - {"ignored"},
)
