"""Parquet: a table with a segment per row, read by pyarrow or polars, whichever is there."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import tables
from hubbub.formats.base import Format
from hubbub.formats.files import stem, whole
from hubbub.model.transcript import Transcript

MAGIC = b"PAR1"
"""The first and the last bytes of a file."""


def read(file: BinaryIO, name: str) -> Transcript:
    data = whole(file, name)
    if len(data) < 2 * len(MAGIC) or not data.startswith(MAGIC) or not data.endswith(MAGIC):
        raise FormatError(name, None, "no Parquet, or cut short", "fetch or write the file again")
    columns = _columns(data, name)
    table = tables.layout(columns)
    tables.check(table, name, None)
    rows = list(zip(*columns.values(), strict=True))
    session, whisper = stem(name), tables.is_whisper(table, rows)
    segments = []
    for number, row in enumerate(rows, 1):
        try:
            segments.append(tables.segment(table, row, session, whisper))
        except FormatError as error:
            raise FormatError(name, None, f"row {number}: {error.what}", error.remedy) from None
    transcript = Transcript(segments, name)
    transcript.called_after_file = "session_id" not in table.keys
    return transcript


def _columns(data: bytes, name: str) -> dict[str, list[Any]]:
    """The values of every column, as Python knows them."""
    libraries = [library for library in ("pyarrow", "polars") if find_spec(library) is not None]
    if not libraries:
        raise FormatError(name, None, "Parquet is read by pyarrow or polars", "pip install hubbub[parquet]")
    try:
        if libraries[0] == "pyarrow":
            from pyarrow import parquet

            return dict(parquet.read_table(BytesIO(data)).to_pydict())
        import polars

        return dict(polars.read_parquet(BytesIO(data)).to_dict(as_series=False))
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # what polars raises where a file is broken is no Exception
        reason = str(error).partition("\n")[0]
        what = f"{libraries[0]} cannot read it ({reason})"
        raise FormatError(name, None, what, "fetch or write the file again") from None


FORMAT = Format(
    name="parquet",
    about="a table as in CSV, in a Parquet file",
    suffixes=(".parquet",),
    read=read,
    write=None,
    looks=lambda head: head.startswith(MAGIC.decode()),
    holds=frozenset({"session", "speaker", "start", "end", "words", "channel", "word_times", "turns", "untimed"}),
    turn=92,
    sure=True,
)
