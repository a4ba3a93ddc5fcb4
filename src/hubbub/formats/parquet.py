"""Parquet: a table with a segment per row, read by pyarrow or polars, whichever is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from io import BytesIO, FileIO
from typing import Any, BinaryIO, NamedTuple

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats import table_columns as tables
from hubbub.formats.base import Format
from hubbub.formats.files import stem, whole
from hubbub.model.transcript import Transcript, joined

MAGIC = b"PAR1"
"""The first and the last bytes of a file."""


def read(file: BinaryIO, name: str) -> Transcript:
    found, layouts = zip(*_transcripts(file, name, AT_ONCE), strict=True)
    transcript = found[0] if len(found) == 1 else joined(found, name)
    transcript.called_after_file = found[0].called_after_file
    if told := tables.doubt(layouts[0], len(transcript), stem(name)):
        transcript.doubts = [f"{name}: {told}"]
    return transcript


def parts(file: BinaryIO, name: str, size: int) -> Iterator[Transcript]:
    """Some rows at a time."""
    for transcript, _ in _transcripts(file, name, max(1, size // ROW)):
        yield transcript


ROW = 64
"""About how many bytes a row takes."""
AT_ONCE = 1 << 18
"""Rows that are read at the same time: values that are Python's objects take ten times the memory of what is made of
them."""

_PLAIN = ("words", "session_id", "speaker", "start_time", "end_time")
"""The columns of a table that needs no closer look."""


class _Rows(NamedTuple):
    """Some rows of a table."""

    before: int
    """How many rows stand before them."""
    frame: Any
    """A table of pyarrow or polars."""
    names: list[str]
    lists: Callable[[], dict[str, list[Any]]]
    """The values of every column, as Python knows them."""
    library: str


def _transcripts(file: BinaryIO, name: str, most: int) -> Iterator[tuple[Transcript, tables.Layout]]:
    table = None
    for rows in _rows(file, name, most):
        table = table or _table(rows.names, file, name)
        yield _transcript(rows, table, name), table


def _table(names: Sequence[str], file: BinaryIO, name: str) -> tables.Layout:
    """The layout of the table, for which its recordings are read as a whole: some rows do not tell which are clips."""
    table = tables.layout(names)
    tables.check(table, name, None)

    def column(place: int) -> list[Any]:
        values = []
        for rows in _rows(file, name, AT_ONCE, [names[place]]):
            with _told(name, rows.library):
                values += rows.lists()[names[place]]
        return values

    return tables.settled(table, column)


def _transcript(rows: _Rows, table: tables.Layout, name: str) -> Transcript:
    """The segments of some rows."""
    plain = table.thousandths() is None and table.recording is None
    if plain and {"words", "session_id"} <= set(table.keys) <= set(_PLAIN):
        columns = dict(zip(table.keys, rows.names, strict=True))
        with _told(name, rows.library):
            found = _core.Columns.of_arrow(rows.frame.__arrow_c_stream__(), [columns.get(key, "") for key in _PLAIN])
        if found is not None:
            return Transcript.of_columns(found, name)
    with _told(name, rows.library):
        values = list(zip(*rows.lists().values(), strict=True))
    session, whisper = stem(name), tables.is_whisper(table, values)
    segments = []
    for number, row in enumerate(values, rows.before + 1):
        try:
            segments.append(tables.segment(table, row, session, whisper))
        except FormatError as error:
            raise FormatError(name, None, f"row {number}: {error.what}", error.remedy) from None
    transcript = Transcript(segments, name)
    transcript.called_after_file = "session_id" not in table.keys
    return transcript


def _rows(file: BinaryIO, name: str, most: int, columns: list[str] | None = None) -> Iterator[_Rows]:
    """So many rows at a time, with all columns or some."""
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
    frames = (_by_arrow if libraries[0] == "pyarrow" else _by_polars)(source, most, columns)
    while True:
        with _told(name, libraries[0]):
            frame = next(frames, None)
        if frame is None:
            return
        if libraries[0] == "pyarrow":
            yield _Rows(before, frame, frame.column_names, frame.to_pydict, "pyarrow")
        else:
            yield _Rows(before, frame, frame.columns, partial(frame.to_dict, as_series=False), "polars")
        before += len(frame)


@contextmanager
def _told(name: str, library: str) -> Iterator[None]:
    """An error of the library is told as one of the file."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # what polars raises where a file is broken is no Exception
        reason = str(error).partition("\n")[0]
        what = f"{library} cannot read it ({reason})"
        raise FormatError(name, None, what, "fetch or write the file again") from None


def _by_arrow(source: str | BytesIO, most: int, columns: list[str] | None) -> Iterator[Any]:
    from pyarrow import Table, parquet

    file = parquet.ParquetFile(source)
    if file.metadata.num_rows <= most:
        yield file.read(columns=columns)
        return
    for batch in file.iter_batches(batch_size=most, columns=columns):
        yield Table.from_batches([batch])


def _by_polars(source: str | BytesIO, most: int, columns: list[str] | None) -> Iterator[Any]:
    import polars

    table = polars.scan_parquet(source)
    if columns is not None:
        table = table.select(columns)
    rows: int = table.select(polars.len()).collect().item()
    for first in range(0, max(rows, 1), most):
        yield table.slice(first, most).collect()


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
