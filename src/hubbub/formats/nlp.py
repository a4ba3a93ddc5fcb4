"""NLP of fstalign: a word per line with speaker, times, punctuation and tags. The file is one session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.lines import text_lines
from hubbub.formats.pieces import Piece
from hubbub.formats.registry import no_segments
from hubbub.formats.talk import EVENTS, SegmentBuilder, Span, Word
from hubbub.model.transcript import Transcript

COLUMNS = ("token", "speaker", "ts", "endTs", "punctuation")
"""The columns that are read; all others are kept with the word, under their names."""
OTHERS = {"prepunctuation", "oldTs", "oldEndTs", "ali_comment"}


def read(file: BinaryIO, name: str) -> Transcript:
    builder = SegmentBuilder(name)
    builder.add_words(_words(file, name, builder))
    return builder.transcript()


def _words(file: BinaryIO, name: str, builder: SegmentBuilder) -> Iterator[Word]:
    """Yields the words, with their punctuation. A line of punctuation repeats that of the word before it."""
    lines = ((number, line) for number, line in text_lines(file, name) if line.strip())
    first = next(lines, None)
    if first is None:
        raise no_segments(name)
    header = [column.strip() for column in first[1].split("|")]
    missing = [column for column in COLUMNS[:2] if column not in header]
    if missing:
        raise FormatError(name, first[0], f"no column {missing[0]}", "begin with a line such as token|speaker|ts|endTs")
    for number, line in lines:
        cells = line.split("|")
        if len(cells) != len(header):
            what = f"{len(cells)} fields, but the header has {len(header)}"
            raise FormatError(name, number, what, "fill every column")
        row = dict(zip(header, map(str.strip, cells), strict=True))
        token = row["token"]
        if token.startswith("<") and token.endswith(">"):
            builder.left_out[EVENTS] += 1
        elif any(map(str.isalnum, token)):
            tags = {key: cell for key, cell in row.items() if cell and key not in OTHERS and key not in COLUMNS}
            span = _span(row, name, number)
            yield Word(Piece(f" {token}{row.get('punctuation', '')}", *span, tags), row["speaker"] or None)


def _span(row: dict[str, str], name: str, number: int) -> Span:
    """Returns start and end of a word; None if it has no times."""
    times = [row.get("ts", ""), row.get("endTs", "")]
    if "" in times:
        return None, None
    for time in times:
        if not numeric(time) or abs(float(time)) > 1e9:
            raise FormatError(name, number, f"{time!r:.40} is not a time", "give seconds, or leave both times empty")
    start, end = map(float, times)
    if end < start:
        raise FormatError(name, number, f"end {times[1]} is before start {times[0]}", "swap them or drop the line")
    return start, end


FORMAT = Format(
    name="nlp",
    about="fstalign's table of words, with punctuation and tags",
    suffixes=(".nlp",),
    read=read,
    write=None,
    matches=lambda head: head.lstrip().startswith("token|speaker|"),
    fields=frozenset({"speaker", "start", "end", "words", "word_times", "extra"}),
    priority=99,
    is_distinctive=True,
    one_session=True,
)
