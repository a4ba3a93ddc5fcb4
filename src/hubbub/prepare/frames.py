"""Reads tables of pandas, polars, Arrow, datasets or numpy as segments. None is imported: a table has columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.errors import FormatError, InputError
from hubbub.formats.seglst import KEYS
from hubbub.model.kinds import is_missing, is_name

if TYPE_CHECKING:
    from hubbub.formats.tables import Layout


def column_names(data: Any) -> list[Any] | None:
    """The names of a table's columns; None for what is no table."""
    if hasattr(data, "collect_schema") and hasattr(data, "collect"):
        raise InputError(f"a {type(data).__name__} holds no rows yet; give what its collect() returns")
    dtype = getattr(data, "dtype", None)
    # Arrow and datasets have column_names, pandas and polars columns, an array of records has them in its dtype.
    for owner, attribute in ((data, "column_names"), (data, "columns"), (dtype, "names")):
        names = getattr(owner, attribute, None)
        if isinstance(names, Iterable) and not isinstance(names, (str, bytes)):
            return list(names)
    return None


def table_rows(data: Any, names: Sequence[Any]) -> list[dict[Any, Any]]:
    """The rows of a table of segments. Its columns are named as the keys of SegLST, or as in a CSV."""
    from hubbub.formats import tables

    table = tables.layout([name if isinstance(name, str) else str(name) for name in names])
    twice = next((name for each in (table.names, table.keys) for name in each if each.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"the table has two columns called {twice}; rename one")
    table = tables.settled(table, lambda place: _values(data[names[place]], table.keys[place]))
    shown = ", ".join(table.names[:9])
    sides = table.sides()
    if sides is not None and (table.is_pair() or not any(name in table.keys for name in KEYS)):
        left, right = (f"table[{table.names[side]!r}]" for side in sides)
        raise InputError(f"the table holds two transcripts; give its columns, {left} and {right}")
    lacking = [] if table.is_table() else ["words"]
    if not any(name in table.keys for name in KEYS):
        lacking.append(f"one of {', '.join(KEYS)}")
    if lacking:
        raise InputError(
            f"a table of segments lacks the column {' and '.join(lacking)} (it has {shown});"
            " rename its columns, or give one of them as a list of texts"
        )
    other = table.thousandths()
    if other is not None:
        raise InputError(f"the table has times in milliseconds ({other}); give start_time and end_time in seconds")
    columns = [_values(data[name], key) for name, key in zip(names, table.keys, strict=True)]
    return [_row(table, row, number) for number, row in enumerate(zip(*columns, strict=True))]


def _row(table: Layout, row: Sequence[Any], number: int) -> dict[str, Any]:
    from hubbub.formats.tables import completed

    try:
        return completed(table, dict(zip(table.keys, row, strict=True)))
    except FormatError as error:
        raise InputError(f"row {number}: {error.what}; {error.remedy}") from None


def _values(column: Any, name: str) -> list[Any]:
    """The cells of a column as Python's own objects."""
    method = next((name for name in ("to_pylist", "to_list", "tolist") if hasattr(column, name)), None)
    values = list(column) if method is None else getattr(column, method)()
    values = [None if is_missing(value) else value for value in values]
    if name == "session_id":  # read from a CSV, names such as 17 are numbers
        values = [str(value) if is_name(value) else value for value in values]
    return values
