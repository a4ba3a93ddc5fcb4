"""`hubbub errors`: the most frequent errors, on the terminal and in files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import check_page, chosen_metrics, score_all, whole_number
from hubbub.cli.interrupts import put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, page
from hubbub.model.result import Scores
from hubbub.model.scores import json_text
from hubbub.model.tables import markdown_code, markdown_text, parquet_of, visible
from hubbub.views.frequent_errors import frequent_data, frequent_table
from hubbub.views.table import latex_file


def errors(parsed: argparse.Namespace) -> int:
    """Print and write the most frequent errors."""
    metrics = chosen_metrics(parsed)
    top = whole_number(parsed.top, "--top", "rows")
    check_page(parsed, metrics)
    check_outputs(parsed)
    find = partial(score_all, parsed, metrics, quiet=True)
    return put_out_all_or_ready(parsed, find, partial(product_of, parsed, top))


def product_of(parsed: argparse.Namespace, top: int, scores: Sequence[Any]) -> Product:
    """The errors as the user asked for them."""
    shown = scores, top, parsed.per_speaker
    full = partial(frequent_table, *shown, full=True)
    files: Files = {
        ".json": lambda: json_text(frequent_data(*shown)),
        ".csv": lambda: full().csv(),
        ".parquet": lambda: parquet_of(full().records()),
        ".md": lambda: markdown(*shown),
        ".tex": lambda: latex_file([full()], dict.fromkeys(run.signature for run in scores)),
        ".html": lambda: page(parsed, scores),
    }
    return Product(scores, lambda columns, _: text(*shown, columns), files)


def text(scores: Sequence[Scores], top: int, speakers: bool, columns: int) -> Iterator[str]:
    """A table for each run."""
    for run in scores:
        yield visible(f"{run.system} {run!r}")
        yield frequent_table([run], top, speakers).text(columns) + "\n"
    notes = (note for run in scores for note in run.unfinished_notes)
    yield from map(visible, dict.fromkeys((*notes, *(run.signature for run in scores))))


def markdown(scores: Sequence[Scores], top: int, speakers: bool) -> str:
    """The same as Markdown."""
    parts = []
    for run in scores:
        title = f"## {markdown_text(run.system)}: {run.title}"
        parts += [title, frequent_table([run], top, speakers).markdown(), markdown_code(run.signature)]
    return "\n\n".join(parts) + "\n"
