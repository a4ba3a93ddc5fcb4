"""`hubbub blame`: errors by cause."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import options_given, read_interval, whole_number
from hubbub.cli.input_files import loaded
from hubbub.cli.interrupts import keeping, put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, check_printed, page
from hubbub.errors import OptionError
from hubbub.insight.blame import Blame, blame_sessions, chosen_chain, dump_blames
from hubbub.insight.chains import TIMED, chain_named, chain_plan
from hubbub.insight.selections import ways_named
from hubbub.model.options import WORDS, Options, read
from hubbub.model.tables import parquet_of
from hubbub.views import blame_tables
from hubbub.views.table import signatures


def blame(parsed: argparse.Namespace) -> int:
    """Prints and writes the errors by cause."""
    shown = blame_tables.Shown(
        not parsed.total,
        ways_named(parsed.by) if parsed.by is not None else (),
        0 if parsed.worst is None else whole_number(parsed.worst, "--worst", "stretches"),
    )
    metric = chosen_metric(parsed)
    options = options_given(parsed, WORDS)
    chain_plan(TIMED if metric is None else chain_named(metric), metric, None, options)
    read_interval(parsed)
    check_printed(parsed, ["total"])
    check_outputs(parsed)
    return put_out_all_or_ready(parsed, partial(blamed, parsed, metric, options), partial(product_of, parsed, shown))


def blamed(parsed: argparse.Namespace, metric: str | None, options: Options) -> list[Blame]:
    """Returns the errors by cause of each system."""
    blames: list[Blame] = []
    settings = read(options)
    with keeping(blames):
        for reference, hypothesis, system, progress in loaded(parsed, parsed.quiet, settings):
            chain = chosen_chain(metric, reference, hypothesis)
            plan = chain_plan(chain, metric, None, options)
            with progress:
                blames.append(blame_sessions(chain, plan, reference, hypothesis, system, progress))
    return blames


def product_of(parsed: argparse.Namespace, shown: blame_tables.Shown, blames: Sequence[Any]) -> Product:
    """Returns the output of the command."""
    if parsed.interval.ci is not None:
        blames = [found.with_interval_for(parsed.interval) for found in blames]
    files: Files = {
        ".json": lambda: dump_blames(blames, parsed.alignment, shown.by, shown.worst),
        ".csv": lambda: blame_tables.full_table(blames, shown).csv(),
        ".parquet": lambda: parquet_of(blame_tables.full_table(blames, shown).records()),
        ".md": lambda: blame_tables.markdown(blames, shown),
        ".tex": lambda: blame_tables.latex(blames, shown),
        ".html": lambda: page(parsed, blames),
    }
    lines = blame_tables.all_lines(blames, shown.worst)
    return Product(
        blames,
        lambda screen: blame_tables.text(blames, shown, *screen),
        files,
        notes=lines,
        signatures=signatures(blames),
        next=lambda: "next: hubbub report … --open to see every word",
    )


def chosen_metric(parsed: argparse.Namespace) -> str | None:
    """Returns the metric given with -m; None without."""
    names = [name for text in parsed.metrics or () for name in text.split(",") if name.strip()]
    if len(names) > 1:
        raise OptionError(f"{' and '.join(names)}: blame takes one metric at a time; give one")
    return names[0] if names else None
