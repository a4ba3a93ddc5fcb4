"""Converts the objects of other libraries. None of them is imported: objects are recognized by their attributes.

Tables of pandas, polars, Arrow, datasets or numpy have columns; pyannote's annotations have tracks, its timelines gaps;
MeetEval's objects have `to_seglst`; parsed JSON of a recognizer is a dict or a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hubbub.errors import FormatError, InputError, shown
from hubbub.formats import loads
from hubbub.formats import table_columns as tables
from hubbub.formats.json_table import transcript_of
from hubbub.formats.jsonvalues import Value
from hubbub.formats.registry import sure_json
from hubbub.formats.seglst import KEYS, transcript_from
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.values import is_missing, is_name, is_number


def column_names(data: Any) -> list[Any] | None:
    """Returns the names of a table's columns; None if the data are not a table."""
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):
        raise InputError(f"a {type(data).__name__} has no rows yet; pass the result of its collect()")
    dtype = getattr(data, "dtype", None)
    # Arrow and datasets have column_names, pandas and polars columns, arrays of records have them in their dtype.
    for owner, attribute in ((data, "column_names"), (data, "columns"), (dtype, "names")):
        names = getattr(owner, attribute, None)
        if isinstance(names, Iterable) and not isinstance(names, (str, bytes)):
            return list(names)
    return None


def table_rows(data: Any, names: Sequence[Any], reading: Reading = DETECTED) -> list[dict[Any, Any]]:
    """Returns the rows of a table of segments. Its columns are named like the keys of SegLST, or as in CSV."""
    table = tables.chosen_layout([name if isinstance(name, str) else str(name) for name in names], reading, "the table")
    twice = next((name for each in (table.names, table.keys) for name in each if each.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"the table has two columns named {twice}; rename one")
    table = tables.resolve_sessions(table, lambda place: _values(data[names[place]], table.keys[place]))
    shown = ", ".join(table.names[:9])
    sides = table.sides()
    if sides is not None and (table.is_pair() or not any(name in table.keys for name in KEYS)):
        left, right = (f"table[{table.names[side]!r}]" for side in sides)
        raise InputError(f"the table contains both sides; pass its columns, {left} and {right}")
    lacking = [] if table.is_table() else ["words"]
    if not any(name in table.keys for name in KEYS):
        lacking.append(f"one of {', '.join(KEYS)}")
    if lacking:
        raise InputError(
            f"a table of segments has no column {' and '.join(lacking)} (found {shown});"
            " rename its columns, or pass one of them as a list of texts"
        )
    other = table.thousandths()
    if other is not None:
        raise InputError(
            f"the table has times in milliseconds ({other}); convert them to start_time and end_time in seconds"
        )
    columns = [_values(data[name], key) for name, key in zip(names, table.keys, strict=True)]
    rows = list(zip(*columns, strict=True))
    thousandths = tables.time_unit(table, rows, reading) == "ms"
    return [_row(table, row, number, thousandths) for number, row in enumerate(rows)]


def _row(table: tables.Layout, row: Sequence[Any], number: int, thousandths: bool) -> dict[str, Any]:
    entry = dict(zip(table.keys, row, strict=True))
    for key in ("start_time", "end_time", "duration") if thousandths else ():
        if entry.get(key) is not None:
            entry[key] = entry[key] / 1000
    try:
        return tables.complete_row(table, entry)
    except FormatError as error:
        raise InputError(f"row {number}: {error.what}; {error.remedy}") from None


def _values(column: Any, name: str) -> list[Any]:
    """Returns the cells of a column as Python objects."""
    method = next((name for name in ("to_pylist", "to_list", "tolist") if hasattr(column, name)), None)
    values = list(column) if method is None else getattr(column, method)()
    values = [None if is_missing(value) else value for value in values]
    if name == "session_id":  # read from CSV, names such as 17 are numbers
        values = [str(value) if is_name(value) else value for value in values]
    return values


NAME = "parsed JSON"


def from_parsed(data: Mapping[Any, Any] | Sequence[Any]) -> Transcript | None:
    """Returns the transcript if this is JSON of a known format other than SegLST; else None.

    Its session has no name, since there is no file name.

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
        return None  # objects that are not JSON
    format = sure_json(text)
    if format is None or format.name == "seglst":
        return None
    transcript = loads(text, format.name, NAME)
    if not transcript.called_after_file:
        return transcript
    unnamed = Transcript([segment._replace(session=None) for segment in transcript], NAME)
    unnamed.left_out = transcript.left_out
    return unnamed


def rows_of(data: Sequence[Mapping[Any, Any]], reading: Reading = DETECTED) -> Transcript:
    """Returns the transcript of dicts with the columns of a table, as in JSON."""
    found = transcript_of(
        [Value(dict(row), "", None, Value(data, ""), place) for place, row in enumerate(data)], "", reading
    )
    if not found.called_after_file:
        return found
    return Transcript([segment._replace(session=None) for segment in found])


def _may_be_json(data: Mapping[Any, Any] | Sequence[Any]) -> bool:
    """Returns whether this is neither segments nor texts by name."""
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
    """Returns whether this is a text, or a list of utterances."""
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and all(isinstance(utterance, str) for utterance in value)
    )


def turns_of(data: Any) -> tuple[Transcript, bool] | None:
    """Returns speaker turns as a transcript, and whether it may have many sessions; None for other data.

    Accepts tuples (start, end, speaker), objects of MeetEval, an annotation, a list of annotations, or a dict of tuples
    or annotations by session.
    """
    if (rows := meeteval_rows(data)) is not None:
        transcript = transcript_from([row if "words" in row else {**row, "words": ""} for row in rows])
        return transcript, len(transcript.session_names()) > 1
    if _is_annotation(data):
        transcript = Transcript(list(_annotated(data, _uri(data))))
        transcript.called_after_file = True  # a uri may be the name of a file, so those of both sides may differ
        return transcript, False
    if isinstance(data, (list, tuple)) and len(data) > 1 and all(map(_is_annotation, data)):
        names = [_uri(one) for one in data]
        if None in names or len(set(names)) < len(names):
            raise InputError("several annotations need different uris; set them, or pass a dict by session")
        return Transcript([turn for name, one in zip(names, data, strict=True) for turn in _annotated(one, name)]), True
    if isinstance(data, Mapping) and data and all(map(_is_annotation, data.values())):
        return Transcript([turn for name, one in data.items() for turn in _annotated(one, str(name))]), True
    if isinstance(data, Mapping) and all(map(_are_rows, data.values())) and any(data.values()):
        return Transcript(
            [_turn(*row)._replace(session=str(name)) for name, rows in data.items() for row in rows]
        ), True
    if isinstance(data, (list, tuple)) and data and all(map(_is_row, data)):
        return Transcript([_turn(*row) for row in data]), False
    return None


def _is_annotation(data: Any) -> bool:
    """Returns whether this is an Annotation of pyannote.core, which need not be installed."""
    return callable(getattr(data, "itertracks", None))


def _uri(data: Any) -> str | None:
    """Returns the name of the recording of an annotation or a timeline; None if it has none."""
    uri = getattr(data, "uri", None)
    return None if uri is None else str(uri)


def _annotated(data: Any, session: str | None) -> Iterator[Segment]:
    for span, _, label in data.itertracks(yield_label=True):
        yield Segment("", session=session, speaker=_name(label), start=float(span.start), end=float(span.end))


def meeteval_rows(data: Any) -> list[dict[str, Any]] | None:
    """Returns the segments of MeetEval's objects, or of a dict of them as `groupby` returns it; None for other data."""
    if callable(getattr(data, "to_seglst", None)):
        return [dict(row) for row in data.to_seglst()]
    if not isinstance(data, Mapping) or not data:
        return None
    if not all(callable(getattr(one, "to_seglst", None)) for one in data.values()):
        return None
    return [{"session_id": str(name), **row} for name, one in data.items() for row in one.to_seglst()]


def _are_rows(rows: Any) -> bool:
    return isinstance(rows, (list, tuple)) and all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    return isinstance(row, (list, tuple)) and not isinstance(row, Segment) and len(row) == 3 and is_number(row[0])


def _turn(start: Any, end: Any, speaker: Any) -> Segment:
    if not is_number(end) or not is_name(speaker):
        raise InputError(f"{shown((start, end, speaker))} is not a turn; pass tuples of start, end and speaker")
    return Segment("", speaker=_name(speaker), start=float(start), end=float(end))


def _name(name: Any) -> Any:
    """Returns the name of a speaker, which may be an int."""
    return name if type(name) is int else str(name)
