"""SegLST: a JSON list with one object per segment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from math import isfinite
from typing import Any, BinaryIO

from hubbub import _core
from hubbub.errors import FormatError, shown, written
from hubbub.formats.base import FIELDS, Format
from hubbub.formats.column_names import is_table, object_keys
from hubbub.formats.decimals import number
from hubbub.formats.jsonvalues import WrongError, element_line, kind, parse
from hubbub.formats.lines import not_utf8
from hubbub.formats.registry import FORMATS
from hubbub.model.tables import listed
from hubbub.model.transcript import Segment, Transcript, given_names
from hubbub.model.values import is_name, is_number

KEYS = {"session_id": "session", "speaker": "speaker", "start_time": "start", "end_time": "end"}
"""Keys that all segments must have, or none. `words` is required; `channel` and `word_times` are optional in each."""

_KNOWN = {*KEYS, "words", "channel", "word_times"}


def read(file: BinaryIO, name: str) -> Transcript:
    try:
        columns = _core.read_seglst(file)
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if columns is None:
        return Transcript(_read_any(file, name), name)
    return Transcript.of_columns(columns, name)


def _read_any(file: BinaryIO, name: str) -> list[Segment]:
    """Reads files with extra keys and explains mistakes; slower than the core."""
    elements = parse_list(file, name)

    def error(index: int, what: str, remedy: str) -> FormatError:
        return FormatError(name, element_line(file, name, index), f"element {index + 1}: {what}", remedy)

    return segments_of(elements, error)


def parse_list(file: BinaryIO, name: str) -> list[Any]:
    """Returns the list in the file. Raises FormatError with what it contains instead."""
    elements = parse(file, name)
    if not isinstance(elements, list):
        raise _unknown(elements, name)
    return elements


def _unknown(value: Any, name: str) -> FormatError:
    """Returns the error for JSON that is not a list and has the keys of no other format."""
    what = kind(value)
    if isinstance(value, dict) and "hubbub" in value:
        return FormatError(
            name,
            1,
            "contains saved scores, not a transcript",
            "give it to compare, merge or average; other commands need -r and -h",
        )
    if isinstance(value, dict):
        what = f"an object of an unknown format (keys: {listed(list(value), 5) or 'none'})"
    others = ", ".join(
        format.name for format in FORMATS.values() if ".json" in format.suffixes and format.name != "seglst"
    )
    return FormatError(
        name, 1, f"not a JSON list but {what}", f"write SegLST, [{{…}}, {{…}}]; other JSON formats: {others}"
    )


def segments_of(elements: list[Any], error: Callable[[int, str, str], FormatError]) -> list[Segment]:
    """Returns the segments that these objects describe. `error` makes the error for an object, by its index."""
    keys = {key for key in KEYS if any(isinstance(element, dict) and key in element for element in elements)}
    segments = []
    for index, element in enumerate(elements):
        try:
            segments.append(_segment(element, keys))
        except WrongError as wrong:
            raise error(index, *wrong.args) from None
    return segments


def transcript_from(entries: list[Any]) -> Transcript:
    """Returns the transcript of a list of Segments, and of dicts with the keys of SegLST.

    >>> transcript_from([{"words": "hi", "speaker": "Alice"}])[0].speaker
    'Alice'
    """
    columns = _core.Columns.of_dicts(entries)
    if columns is not None:
        return Transcript.of_columns(columns)
    # Slower: for Segments, for extra keys and to explain mistakes.
    transcript = Transcript(
        [
            entry if isinstance(entry, Segment) else segment_from(entry, f"segment {index}")
            for index, entry in enumerate(entries)
        ]
    )
    transcript.given |= given_names(entry.get("speaker") for entry in entries if isinstance(entry, Mapping))
    return transcript


def segment_from(entry: Any, place: str) -> Segment:
    """Returns a Segment from a dict with the keys of SegLST; messages call it `place`.

    >>> segment_from({"words": "hi", "speaker": 1, "mood": "good"}, "segment 0").extra
    {'mood': 'good'}
    """
    try:
        return _segment(entry, set())
    except WrongError as wrong:
        what, remedy = wrong.args
        raise FormatError(place, None, what, remedy) from None


def _segment(element: Any, keys: Set[str]) -> Segment:
    if not isinstance(element, Mapping):
        raise WrongError(f"{kind(element)} instead of an object", 'write {"session_id": …, "words": …}')
    for key in ("words", *sorted(keys)):
        if key not in element:
            found = ", ".join(str(name)[:40] for name in list(element)[:9])
            words = f"add it, or choose the key of the words with {written('text_column')} (keys: {found or 'none'})"
            remedy = words if key == "words" else "add it, or null if unknown"
            raise WrongError(f"the key {key!r} is missing", remedy)
    words = element["words"]
    if not isinstance(words, str):
        raise WrongError(f"words is {kind(words)}", 'give a string; "" for no words')
    start, end = (_seconds(element.get(key), key) for key in ("start_time", "end_time"))
    if start is not None and end is not None and end < start:
        raise WrongError(f"end {number(end)} is before start {number(start)}", "swap them or drop the segment")
    return Segment(
        words,
        _name(element.get("session_id"), "session_id"),
        _name(element.get("speaker"), "speaker"),
        start,
        end,
        _name(element.get("channel"), "channel"),
        _word_times(element.get("word_times"), words),
        {key: value for key, value in element.items() if key not in _KNOWN} or None,
    )


def _name(value: Any, key: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if is_name(value) and abs(int(value)) < 10**100:
        return str(int(value))
    raise WrongError(f"{key} is {kind(value)}", "give a string")


def _seconds(value: Any, key: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?(\d++(\.\d*+)?|\.\d++)([eE][-+]?\d++)?\s*", value, re.ASCII):
        value = float(value)
    try:
        seconds = float(value) if is_number(value) else None
    except (TypeError, ValueError):  # numpy dates only look like numbers
        seconds = None
    except OverflowError:
        raise WrongError(f"{key} is above 1e9 seconds", "give seconds from the start of the recording") from None
    if seconds is None:
        raise WrongError(f"{key} {shown(value)} is not a number", "give seconds")
    if not abs(seconds) <= 1e9:
        what = "is above 1e9 seconds" if isfinite(seconds) else "is not finite"
        raise WrongError(f"{key} {value} {what}", "give seconds from the start of the recording")
    return seconds + 0.0


def _word_times(value: Any, words: str) -> tuple[tuple[float, float], ...] | None:
    if value is None:
        return None
    times = []
    for pair in value if isinstance(value, list | tuple) else ():
        bounds = [_seconds(bound, "word_times") for bound in pair] if isinstance(pair, list | tuple) else []
        if len(bounds) != 2 or bounds[0] is None or bounds[1] is None or bounds[1] < bounds[0]:
            raise WrongError(f"word_times contains {shown(pair)}", "give [start, end] for each word")
        times.append((bounds[0], bounds[1]))
    if not isinstance(value, list | tuple) or len(times) != len(words.split()):
        raise WrongError(
            f"word_times has {len(times)} entries for {len(words.split())} words", "give [start, end] for each word"
        )
    return tuple(times)


def write(transcript: Transcript) -> str:
    return "[\n" + ",\n".join(objects(transcript)) + "\n]\n" if len(transcript) else "[]\n"


def objects(transcript: Transcript) -> Iterator[str]:
    """Yields each segment as JSON."""
    from msgspec.json import encode

    keys = {
        key: field for key, field in KEYS.items() if any(getattr(segment, field) is not None for segment in transcript)
    }
    for index, segment in enumerate(transcript):
        try:
            yield encode(_element(segment, keys)).decode()
        except UnicodeEncodeError as error:
            what = f"segment {index + 1} contains characters that are not text ({error.reason})"
            raise FormatError("", None, what, "remove them") from None
        except (TypeError, ValueError, RecursionError) as error:
            what = f"segment {index + 1}: JSON cannot store its extra fields ({error})"
            raise FormatError("", None, what, "remove them, or convert them to strings and numbers") from None


def _element(segment: Segment, keys: dict[str, str]) -> dict[str, Any]:
    element = {key: _plain(getattr(segment, field)) for key, field in keys.items()}
    element["words"] = segment.words
    if segment.channel is not None:
        element["channel"] = segment.channel
    if segment.word_times is not None:
        element["word_times"] = [[_plain(start), _plain(end)] for start, end in segment.word_times]
    for key, value in (segment.extra or {}).items():
        if key in _KNOWN:
            raise ValueError(f"{key} is a standard field")
        element[key] = value
    return element


def _plain(value: Any) -> Any:
    """Returns times without an exponent, as in all other formats."""
    from msgspec import Raw

    return Raw(number(value).encode()) if isinstance(value, float | int) else value


def looks(head: str) -> bool:
    """Returns whether this is a list of objects whose words are a string and whose times are not clock times."""
    first = head.lstrip()
    return first[:1] == "[" and (
        first[1:].lstrip()[:1] in ("", "]")
        or (
            re.search(r'"words"\s*:\s*"', first) is not None
            and not is_table(object_keys(head))
            and not re.search(r'"start_time"\s*:\s*(?:"\d+:|\{)', first)
        )
    )


FORMAT = Format(
    name="seglst",
    about="JSON: a list of {session_id, speaker, start_time, end_time, words}",
    suffixes=(".json", ".seglst"),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset(FIELDS) - {"ignored", "marked"},
    priority=10,
)
