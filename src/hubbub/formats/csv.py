"""CSV and TSV: a table with a header, one segment per row, from pandas, spreadsheets, Whisper or whisper.cpp."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import table_columns as tables
from hubbub.formats.base import Format
from hubbub.formats.decimals import number
from hubbub.formats.files import MAX_BYTES
from hubbub.formats.lines import text_of
from hubbub.formats.rows import read_back
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Segment, Transcript

SEPARATORS = ("\t", ",", ";")
HEADER = ("session_id", "speaker", "start_time", "end_time", "words")


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    rows = list(_rows(text_of(file, name), name))
    if not rows:
        return Transcript([], name)
    line, header = rows[0]
    table = tables.chosen_layout(header, reading, name, line)
    tables.check(table, name, line)
    body = _checked(rows, name)[1:]

    def fault(place: int, error: FormatError) -> FormatError:
        return FormatError(name, body[place][0], error.what, error.remedy)

    return tables.transcript(table, [row for _, row in body], name, fault, reading)


def full_rows(file: BinaryIO, name: str) -> list[tuple[int, list[str]]]:
    """Returns the header and all rows, each with the number of its first line."""
    return _checked(list(_rows(text_of(file, name), name)), name)


def _checked(rows: list[tuple[int, list[str]]], name: str) -> list[tuple[int, list[str]]]:
    """Returns the rows; raises FormatError if one has more or fewer fields than the header, the first row."""
    for line, row in rows:
        if len(row) != len(rows[0][1]):
            what = f"{len(row)} field{'s' * (len(row) != 1)}, but the header has {len(rows[0][1])}"
            raise FormatError(name, line, what, "fill every column; quote text that contains the separator")
    return rows


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yields every row with the number of its first line; skips empty lines."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    separator = _separator(header)
    # Whisper does not quote text between tabs.
    bare = separator == "\t" and tuple(header.split("\t")) in tables.WHISPER
    reader = csv.reader(
        StringIO(text, newline=""),
        delimiter=separator,
        quoting=csv.QUOTE_NONE if bare else csv.QUOTE_MINIMAL,
        strict=True,
    )
    limit = csv.field_size_limit(min(MAX_BYTES, 2**31 - 1))
    begin = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row) or len(row) > 1:
                yield begin, row
            begin = reader.line_num + 1
    except csv.Error as error:
        what = "a quoted text does not end" if "unexpected end" in str(error) else f"not a table row ({error})"
        raise FormatError(name, begin, what, 'put text in quotes, and write "" for a quote inside it') from None
    finally:
        csv.field_size_limit(limit)


def _separator(header: str) -> str:
    """Returns the most frequent separator in the header."""
    return max(SEPARATORS, key=header.count)


def write(transcript: Transcript, separator: str) -> str:
    extra_columns = [
        key for key in ("channel", "word_times") if any(getattr(segment, key) is not None for segment in transcript)
    ]
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow([*HEADER, *extra_columns])
    for segment in transcript:
        times = ("" if time is None else number(time) for time in (segment.start, segment.end))
        row = [segment.session, segment.speaker, *times, segment.words]
        writer.writerow(row + [segment.channel if key == "channel" else _word_times(segment) for key in extra_columns])
    return read_back(text.getvalue(), read, [_stored(segment) for segment in transcript])


def _word_times(segment: Segment) -> str:
    if segment.word_times is None:
        return ""
    return f"[{', '.join(f'[{number(start)}, {number(end)}]' for start, end in segment.word_times)}]"


def _stored(segment: Segment) -> Segment:
    return segment._replace(words=segment.words.strip(), extra=None)


def looks(head: str, tabs: bool) -> bool:
    header = next((line for line in head.splitlines() if line.strip()), "")
    separator = _separator(header)
    names = [cell.strip().strip('"') for cell in header.split(separator)]
    return tabs == (separator == "\t") and len(names) > 1 and tables.layout(names).is_sure()


CSV = Format(
    name="csv",
    about="a table with a header: session_id, speaker, start_time, end_time, words",
    suffixes=(".csv",),
    read=read,
    write=lambda transcript: write(transcript, ","),
    matches=lambda head: looks(head, tabs=False),
    fields=frozenset({"session", "speaker", "start", "end", "words", "channel", "word_times", "turns", "untimed"}),
    priority=90,
    is_distinctive=True,
    read_as=read,
)
TSV = CSV._replace(
    name="tsv",
    about="a table as in CSV, with tabs; also Whisper's TSV",
    suffixes=(".tsv",),
    write=lambda transcript: write(transcript, "\t"),
    matches=lambda head: looks(head, tabs=True),
    priority=91,
)
FORMATS = (CSV, TSV)
