"""Parquet: a table with a segment per row, read by pyarrow or polars, whichever is there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO, FileIO
from typing import Any, BinaryIO

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats import tables
from hubbub.formats.base import Format
from hubbub.formats.files import stem, whole
from hubbub.model.transcript import Transcript, joined

MAGIC = b"PAR1"
"""The first and the last bytes of a file."""


def read(file: BinaryIO, name: str) -> Transcript:
    found = [_transcript(columns, name, before) for before, columns in _rows(file, name, AT_ONCE)]
    if len(found) == 1:
        return found[0]
    whole_table = joined(found, name)
    whole_table.called_after_file = found[0].called_after_file
    return whole_table


def parts(file: BinaryIO, name: str, size: int) -> Iterator[Transcript]:
    """Some rows at a time."""
    for before, columns in _rows(file, name, max(1, size // ROW)):
        yield _transcript(columns, name, before)


ROW = 64
"""About how many bytes a row takes."""
AT_ONCE = 1 << 18
"""Rows whose values are Python's objects at the same time: these take ten times the memory of what is made of them."""

_PLAIN = ("words", "session_id", "speaker", "start_time", "end_time")
"""The columns of a table that needs no closer look."""


def _transcript(columns: dict[str, list[Any]], name: str, before: int) -> Transcript:
    """The segments of some rows, of which so many others stand before them."""
    table = tables.layout(columns)
    tables.check(table, name, None)
    if {"words", "session_id"} <= set(table.keys) <= set(_PLAIN) and not tables.in_thousandths(table):
        cells = dict(zip(table.keys, columns.values(), strict=True))
        found = _core.Columns.of_lists(cells["words"], *(cells.get(key) for key in _PLAIN[1:]))
        if found is not None:
            return Transcript.of_columns(found, name)
    rows = list(zip(*columns.values(), strict=True))
    session, whisper = stem(name), tables.is_whisper(table, rows)
    segments = []
    for number, row in enumerate(rows, before + 1):
        try:
            segments.append(tables.segment(table, row, session, whisper))
        except FormatError as error:
            raise FormatError(name, None, f"row {number}: {error.what}", error.remedy) from None
    transcript = Transcript(segments, name)
    transcript.called_after_file = "session_id" not in table.keys
    return transcript


def _rows(file: BinaryIO, name: str, most: int) -> Iterator[tuple[int, dict[str, list[Any]]]]:
    """The values of every column, as Python knows them: of so many rows at a time, with how many stand before."""
    size = file.seek(0, 2)
    file.seek(0)
    head = file.read(len(MAGIC))
    file.seek(max(0, size - len(MAGIC)))
    tail = file.read()
    file.seek(0)
    if size < 2 * len(MAGIC) or head != MAGIC or tail != MAGIC:
        raise FormatError(name, None, "no Parquet, or cut short", "fetch or write the file again")
    libraries = [library for library in ("pyarrow", "polars") if find_spec(library) is not None]
    if not libraries:
        raise FormatError(name, None, "Parquet is read by pyarrow or polars", "pip install hubbub[parquet]")
    source = name if isinstance(file, FileIO) else BytesIO(whole(file, name))
    before = 0
    batches = (_by_arrow if libraries[0] == "pyarrow" else _by_polars)(source, most)
    while True:
        try:
            columns = next(batches, None)
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as error:  # what polars raises where a file is broken is no Exception
            reason = str(error).partition("\n")[0]
            what = f"{libraries[0]} cannot read it ({reason})"
            raise FormatError(name, None, what, "fetch or write the file again") from None
        if columns is None:
            return
        yield before, columns
        before += len(next(iter(columns.values()), []))


def _by_arrow(source: str | BytesIO, most: int) -> Iterator[dict[str, list[Any]]]:
    from pyarrow import parquet

    table = parquet.ParquetFile(source)
    if table.metadata.num_rows <= most:
        yield dict(table.read().to_pydict())
        return
    for batch in table.iter_batches(batch_size=most):
        yield dict(batch.to_pydict())


def _by_polars(source: str | BytesIO, most: int) -> Iterator[dict[str, list[Any]]]:
    import polars

    table = polars.scan_parquet(source)
    rows: int = table.select(polars.len()).collect().item()
    for first in range(0, max(rows, 1), most):
        yield dict(table.slice(first, most).collect().to_dict(as_series=False))


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
    parts=parts,
    packed=16,
)
