"""Parquet: a table with one segment per row, read by pyarrow or polars, whichever is installed."""

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
from hubbub.formats.column_names import COLUMNS
from hubbub.formats.files import read_all, stem
from hubbub.model.messages import Caution, Note
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Transcript, joined

MAGIC = b"PAR1"
"""The first and last bytes of a file."""


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    found, layouts = zip(*_transcripts(file, name, ROWS_AT_A_TIME, reading), strict=True)
    transcript = found[0] if len(found) == 1 else joined(found, name)
    transcript.called_after_file = found[0].called_after_file
    transcript.doubts = list(dict.fromkeys(doubt for part in found for doubt in part.doubts))
    if warning := tables.sessions_warning(layouts[0], len(transcript), stem(name)):
        transcript.doubts.append(Caution(warning, "sessions", name))
    if (unused := tables.unused_note(layouts[0])) and len(transcript.session_names()) < len(transcript):
        transcript.doubts.append(Note(unused, "unused_columns", name))
    return transcript


def read_chunks(file: BinaryIO, name: str, size: int) -> Iterator[Transcript]:
    """Reads some rows at a time."""
    for transcript, _ in _transcripts(file, name, max(1, size // ROW_BYTES)):
        yield transcript


def pair_rows(file: BinaryIO, name: str, chosen: Sequence[str] = ()) -> list[tuple[None, list[str]]]:
    """Returns the header and all rows, as texts, of the columns that a file with both sides may need."""
    table = tables.layout(next(_rows(file, name, 1)).names)
    wanted = {*COLUMNS, *chosen, *(table.names[place] for place in table.sides() or ())}
    if not {*chosen} <= {*table.names}:  # an error that lists all names
        wanted.update(table.names)
    names = [column for column, key in zip(table.names, table.keys, strict=True) if {column, key} & wanted]
    found: list[tuple[None, list[str]]] = [(None, names)]
    for rows in _rows(file, name, ROWS_AT_A_TIME, names):
        with _file_errors(name, rows.library):
            columns = [[tables.path_of(value) for value in rows.lists()[column]] for column in names]
        found += [(None, list(row)) for row in zip(*columns, strict=True)]
    return found


ROW_BYTES = 64
"""Typical bytes of a row."""
ROWS_AT_A_TIME = 1 << 18
"""Rows that are read at a time: as Python objects, values take ten times the memory of the columns made of them."""

_PLAIN = ("words", "session_id", "speaker", "start_time", "end_time")
"""The columns of a table that the core can read directly."""


class _Rows(NamedTuple):
    """Some rows of a table."""

    before: int
    """The number of rows before them."""
    frame: Any
    """A pyarrow or polars table."""
    names: list[str]
    lists: Callable[[], dict[str, list[Any]]]
    """Returns the values of every column as Python objects."""
    library: str


def _transcripts(
    file: BinaryIO, name: str, most: int, reading: Reading = DETECTED
) -> Iterator[tuple[Transcript, tables.Layout]]:
    table = None
    for rows in _rows(file, name, most):
        table = table or _table(rows.names, file, name, reading)
        yield _transcript(rows, table, name, reading), table


def _table(names: Sequence[str], file: BinaryIO, name: str, reading: Reading) -> tables.Layout:
    """Returns the layout of the table. Reads all recordings, since a few rows do not show whether they are clips."""
    table = tables.chosen_layout(names, reading, name)
    tables.check(table, name, None)

    def column(place: int) -> list[Any]:
        values = []
        for rows in _rows(file, name, ROWS_AT_A_TIME, [names[place]]):
            with _file_errors(name, rows.library):
                values += rows.lists()[names[place]]
        return values

    return tables.resolve_sessions(table, column)


def _transcript(rows: _Rows, table: tables.Layout, name: str, reading: Reading) -> Transcript:
    """Returns the segments of some rows."""
    plain = table.thousandths() is None and table.recording is None and not _has_integer_times(rows, table)
    if plain and {"words", "session_id"} <= set(table.keys) <= set(_PLAIN):
        columns = dict(zip(table.keys, rows.names, strict=True))
        with _file_errors(name, rows.library):
            found = _core.Columns.of_arrow(rows.frame.__arrow_c_stream__(), [columns.get(key, "") for key in _PLAIN])
        if found is not None:
            return Transcript.of_columns(found, name)
    with _file_errors(name, rows.library):
        values = list(zip(*rows.lists().values(), strict=True))
    session, unit = stem(name), tables.time_unit(table, values, reading)
    segments = []
    for number, row in enumerate(values, rows.before + 1):
        try:
            segments.append(tables.segment(table, row, session, unit))
        except FormatError as error:
            raise FormatError(name, None, f"row {number}: {error.what}", error.remedy) from None
    transcript = Transcript(segments, name)
    transcript.called_after_file = "session_id" not in table.keys
    if not unit:
        transcript.doubts = [Note(tables.UNIT_OPEN, "time_unit", name)]
    return transcript


def _has_integer_times(rows: _Rows, table: tables.Layout) -> bool:
    kinds = rows.frame.dtypes if hasattr(rows.frame, "dtypes") else rows.frame.schema.types
    times = ("start_time", "end_time")
    return any("int" in str(kind).lower() for key, kind in zip(table.keys, kinds, strict=True) if key in times)


def _rows(file: BinaryIO, name: str, most: int, columns: list[str] | None = None) -> Iterator[_Rows]:
    """Yields at most `most` rows at a time, with all columns or some."""
    size = file.seek(0, 2)
    file.seek(0)
    head = file.read(len(MAGIC))
    file.seek(max(0, size - len(MAGIC)))
    tail = file.read()
    file.seek(0)
    if size < 2 * len(MAGIC) or head != MAGIC or tail != MAGIC:
        raise FormatError(name, None, "not a Parquet file, or incomplete", "download or save the file again")
    libraries = [library for library in ("pyarrow", "polars") if find_spec(library) is not None]
    if not libraries:
        raise FormatError(name, None, "Parquet needs pyarrow or polars", "pip install hubbub[parquet]")
    source = name if isinstance(file, FileIO) else BytesIO(read_all(file, name))
    before = 0
    frames = (_by_arrow if libraries[0] == "pyarrow" else _by_polars)(source, most, columns)
    while True:
        with _file_errors(name, libraries[0]):
            frame = next(frames, None)
        if frame is None:
            return
        if libraries[0] == "pyarrow":
            yield _Rows(before, frame, frame.column_names, frame.to_pydict, "pyarrow")
        else:
            yield _Rows(before, frame, frame.columns, partial(frame.to_dict, as_series=False), "polars")
        before += len(frame)


@contextmanager
def _file_errors(name: str, library: str) -> Iterator[None]:
    """Raises errors of the library as FormatError."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # polars raises a BaseException for a broken file
        reason = str(error).partition("\n")[0]
        what = f"{library} cannot read it ({reason})"
        raise FormatError(name, None, what, "download or save the file again") from None


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
    matches=lambda head: head.startswith(MAGIC.decode()),
    fields=frozenset({"session", "speaker", "start", "end", "words", "channel", "word_times", "turns", "untimed"}),
    priority=92,
    is_distinctive=True,
    read_as=read,
    read_chunks=read_chunks,
    compression=16,
)
