"""JSON objects with the columns of a table: a list, or JSON lines. The names are those of CSV, unlike SegLST's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import table_columns as tables
from hubbub.formats.base import Format
from hubbub.formats.column_names import is_table, names_session, object_keys
from hubbub.formats.jsonvalues import Value, parsed_lines
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Transcript


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    return transcript_of(parsed_lines(file, name), name, reading)


def transcript_of(values: Sequence[Value], name: str, reading: Reading = DETECTED) -> Transcript:
    """Returns the transcript of objects, each of them a row."""
    names = list(dict.fromkeys(key for value in values for key in value.mapping()))
    table = tables.chosen_layout(names, reading, name)
    if values:
        tables.check(table, name, None)

    def fault(place: int, error: FormatError) -> FormatError:
        return values[place].error(error.what, error.remedy)

    rows: list[list[Any]] = [[value.raw.get(key) for key in names] for value in values]
    return tables.transcript(table, rows, name, fault, reading)


def looks(head: str) -> bool:
    """Returns whether these are rows of a table, rather than those of Lhotse, NeMo, NOTSOFAR-1 or faster-whisper."""
    keys = set(object_keys(head))
    if not is_table(keys) or {"recording_id", "duration"} <= keys:
        return False
    if "audio_filepath" in keys and not keys & {"start", "start_time"}:
        return False
    others = {"speaker_id", "text", "start_time"} <= keys or {"start", "end", "text"} <= keys - {"start_time"}
    return names_session(keys) or not others


FORMAT = Format(
    name="json_table",
    about="JSON objects with the columns of a table: session, speaker, start, end, text",
    suffixes=(".json", ".jsonl"),
    read=read,
    write=None,
    matches=looks,
    fields=frozenset(),
    priority=95,
    is_distinctive=True,
    read_as=read,
)
