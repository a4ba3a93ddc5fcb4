"""Flat rows as data frames and Parquet files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hubbub.errors import HubbubError


def columns_of(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns; None where a row has no such key."""
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def frame(library: str, records: list[dict[str, Any]]) -> Any:
    """A data frame of pandas or polars, which may not be installed."""
    from importlib import import_module

    try:
        make = import_module(library).DataFrame
    except ModuleNotFoundError:
        raise HubbubError(f"{library} is not installed; install it, or hubbub[dataframe]") from None
    # Of rows, polars takes the keys and types of the first hundred alone.
    return make(columns_of(records), strict=False) if library == "polars" else make(records)


def parquet_of(records: list[dict[str, Any]]) -> bytes:
    """A Parquet file of these rows."""
    from io import BytesIO

    file = BytesIO()
    try:
        from pyarrow import parquet, table

        parquet.write_table(table(columns_of(records)), file)
    except ModuleNotFoundError:
        frame("polars", records).write_parquet(file)
    return file.getvalue()
