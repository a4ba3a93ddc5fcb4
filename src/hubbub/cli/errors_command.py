"""`hubbub errors`: the most frequent errors, on the terminal and in files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import any_metrics, check_page, score_all, whole_number
from hubbub.cli.interrupts import put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, page
from hubbub.model.metrics import metric_named
from hubbub.model.result import Scores
from hubbub.model.scores import json_text
from hubbub.model.tables import BOLD, Screen, markdown_code, markdown_text, painted, parquet_of, visible
from hubbub.views.frequent_errors import NOBODY, frequent_data, frequent_errors, frequent_table, frequent_text
from hubbub.views.table import latex_file, signatures, warnings_of


def errors(parsed: argparse.Namespace) -> int:
    """Prints and writes the most frequent errors."""
    metrics = [metric_named(metric.called) for metric in any_metrics(parsed)]  # only those that show words
    top = whole_number(parsed.top, "--top", "rows")
    check_page(parsed, metrics)
    check_outputs(parsed)
    find = partial(score_all, parsed, metrics, quiet=True)
    return put_out_all_or_ready(parsed, find, partial(product_of, parsed, top))


def product_of(parsed: argparse.Namespace, top: int, scores: Sequence[Any]) -> Product:
    """Returns the output of the command."""
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
    return Product(scores, partial(text, *shown), files, notes=warnings_of(scores), signatures=signatures(scores))


def text(scores: Sequence[Scores], top: int, speakers: bool, screen: Screen) -> Iterator[str]:
    """Yields the errors of each run: the number of each kind, then the most frequent ones side by side."""
    several = len({run.system for run in scores}) > 1
    for number, run in enumerate(scores):
        blank = "\n" if number else ""
        title = f"{run.system}: {run.headline}" if several else run.headline
        first, gap, rest = visible(title).partition("  ")
        yield f"{blank}{painted(first, BOLD, screen.color)}{gap}{rest}"
        for speaker, frequent in frequent_errors(run, speakers).items():
            if speaker is not None:
                yield f"\n{painted('no speaker' if speaker == NOBODY else visible(speaker), BOLD, screen.color)}"
            yield frequent_text(frequent, top, screen.columns, screen.color)


def markdown(scores: Sequence[Scores], top: int, speakers: bool) -> str:
    """Returns the same as Markdown."""
    parts = []
    for run in scores:
        title = f"## {markdown_text(run.system)}: {run.title}"
        parts += [title, frequent_table([run], top, speakers).markdown(), markdown_code(run.signature)]
    return "\n\n".join(parts) + "\n"
