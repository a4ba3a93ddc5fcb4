"""Parquet: tables that go to columns as they are in memory, and those that need a look at every row."""

from __future__ import annotations

import ctypes
import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import SAMPLES

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats import load, loads, parquet
from hubbub.model.transcript import Segment, Transcript


def written(table: Mapping[str, object], **choices: Any) -> bytes:
    file = io.BytesIO()
    polars.DataFrame(dict(table), strict=False).write_parquet(file, **choices)
    return file.getvalue()


def test_parquet() -> None:
    from datetime import timedelta

    table = {
        "session": [1, 2], "speaker": [1, None], "start": [timedelta(seconds=1.5), None], "words": ["so what", None],
        "word_times": [[[1.5, 2.0], [2.0, 2.5]], None], "mood": ["good", None],
    }  # fmt: skip
    assert list(loads(written(table))) == [
        Segment("so what", "1", "1", 1.5, None, None, ((1.5, 2.0), (2.0, 2.5)), {"mood": "good"}),
        Segment("", "2"),
    ]
    assert loads(written({"start": [500], "end": [1000], "text": ["hi"]}))[0].end == 1.0
    for wrong, message in (
        ({"words": [5]}, "row 1: words is the number 5; "),
        ({"words": ["a", "b"], "start": [1.0, float("nan")]}, "row 2: start_time nan is not finite; "),
        ({"words": ["a"], "start": [[1]]}, r"row 1: start_time \[1\] is not a number; "),
        ({"words": ["a"], "start": [2], "end": [1.5]}, "row 1: end 1.5 is before start 2; "),
        ({"ref": ["a"], "hyp": ["b"]}, "contains both sides, in the columns of reference and hypothesis; "),
        ({"talk": ["a"]}, r"no column of words \(found talk\); "),
    ):
        with pytest.raises(FormatError, match=f"<text>: {message}"):
            loads(written(wrong))


def test_broken_parquet() -> None:
    data = written({"words": ["hello"] * 50})
    for place in range(0, len(data), 7):
        broken = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
        with suppress(FormatError):  # and nothing else: some bytes do not matter
            loads(broken, "parquet")


def test_parquet_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pyarrow", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("hubbub.formats.parquet.find_spec", lambda _: None)
    with pytest.raises(FormatError, match=r"segments\.parquet: .* pyarrow or polars; pip install hubbub\[parquet\]"):
        load(SAMPLES / "segments.parquet")


ROWS = st.tuples(
    st.sampled_from([None, "", " a", "b ", "hello", "thirteen caf\u00e9s, and then some more of them"]),
    st.sampled_from([None, "", "s", "t", "session-with-a-long-name"]),
    st.sampled_from([None, "", "Alice", "Bob"]),
    st.sampled_from([None, 0.0, -0.0, 1.5]),
    st.sampled_from([None, 2.0, 3.25, 3.25, 1e9, 0.5, float("inf")]),
)


def outcome(data: bytes, size: int) -> Any:
    """What is read of so many rows at a time, or the error."""
    try:
        parts = list(parquet.read_chunks(io.BytesIO(data), "file", size * parquet.ROW_BYTES))
    except FormatError as error:
        return str(error)
    return [segment for part in parts for segment in part]


@given(st.lists(ROWS, max_size=8), st.integers(1, 9), st.integers(1, 9))
def test_columns_are_what_rows_are(rows: list[Sequence[Any]], size: int, group: int) -> None:
    names = ("words", "session_id", "speaker", "start_time", "end_time")
    kinds = [polars.String] * 3 + [polars.Float64] * 2
    table = {
        name: polars.Series([row[place] for row in rows], dtype=kind)
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
    }
    data = written(table, row_group_size=group)
    found = outcome(data, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet, "_PLAIN", ())
        assert outcome(data, size) == found


class Schema(ctypes.Structure):
    """Arrow's C data interface, as other libraries fill it."""


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


NUMBER, PLACE, TEXT = ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
Schema._fields_ = [
    *((name, TEXT) for name in ("format", "name", "metadata")), ("flags", NUMBER), ("n_children", NUMBER),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", PLACE), ("release", PLACE), ("data", PLACE),
]  # fmt: skip
Array._fields_ = [
    *((name, NUMBER) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(PLACE)), ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", PLACE),
    ("release", PLACE), ("data", PLACE),
]  # fmt: skip
Next = ctypes.CFUNCTYPE(ctypes.c_int, PLACE, PLACE)
Stream._fields_ = [("schema", Next), ("next", Next), ("error", PLACE), ("release", PLACE), ("data", PLACE)]


@pytest.mark.parametrize(("format", "offsets"), [(b"u", ctypes.c_int32), (b"U", ctypes.c_int64)])
def test_texts_with_offsets(format: bytes, offsets: Any) -> None:
    """As pyarrow has them: one after the other, with their ends, of which the first is left out here."""
    kept: list[Any] = []

    def array(values: Any) -> Any:
        kept.append(values)
        return ctypes.cast(values, PLACE)

    letters, ends = b"nohiso what", (0, 2, 4, 4, 11)
    column = Array(3, 1, 1, 3)
    column.buffers = (PLACE * 3)(
        array((ctypes.c_ubyte * 1)(0b1011)), array((offsets * 5)(*ends)), array(ctypes.create_string_buffer(letters))
    )
    field = Schema(format, b"words")
    table, schema = Array(3, 0, 0, 1, 1), Schema(b"+s", b"", None, 0, 1)
    table.buffers = (PLACE * 1)(None)
    table.children = (ctypes.POINTER(Array) * 1)(ctypes.pointer(column))
    schema.children = (ctypes.POINTER(Schema) * 1)(ctypes.pointer(field))
    ended = ctypes.CFUNCTYPE(None, PLACE)(lambda _: None)
    table.release = schema.release = ctypes.cast(ended, PLACE)
    waiting = [table]

    def get_schema(_: int, into: int) -> int:
        ctypes.memmove(into, ctypes.byref(schema), ctypes.sizeof(schema))
        return 0

    def get_next(_: int, into: int) -> int:
        if waiting:
            ctypes.memmove(into, ctypes.byref(waiting.pop()), ctypes.sizeof(table))
        return 0

    stream = Stream(Next(get_schema), Next(get_next))
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (PLACE,) * 3
    name = ctypes.create_string_buffer(b"arrow_array_stream")
    found = _core.Columns.of_arrow(
        capsule(ctypes.addressof(stream), ctypes.addressof(name), None), ["words", *[""] * 4]
    )
    assert found is not None
    assert [segment.words for segment in Transcript.of_columns(found)] == ["hi", "", "so what"]
