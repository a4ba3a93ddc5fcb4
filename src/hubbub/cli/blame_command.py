"""`hubbub blame`: whose fault the errors are."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import check_sure, chosen_options, whole_number
from hubbub.cli.input_files import loaded
from hubbub.cli.interrupts import keeping, put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, check_printed, page
from hubbub.errors import OptionError
from hubbub.insight.blame import Blame, blame_sessions, chosen_chain, dump_blames
from hubbub.insight.chains import TIMED, Chain, chain_named, chain_options, in_unit
from hubbub.insight.selections import ways_named
from hubbub.model.metrics import metric_named
from hubbub.model.options import Options, check_effect, read
from hubbub.model.tables import parquet_of
from hubbub.scoring.engine import check_unit
from hubbub.views import blame_tables as told
from hubbub.views.table import signatures


def blame(parsed: argparse.Namespace) -> int:
    """Print and write whose fault the errors are."""
    shown = told.Shown(
        not parsed.total,
        ways_named(parsed.by) if parsed.by is not None else (),
        0 if parsed.incidents is None else whole_number(parsed.incidents, "--incidents", "incidents"),
    )
    metric = chosen_metric(parsed)
    options = chosen_options(parsed, Options)
    if metric is not None:
        check_unit([metric_named(metric)], options.unit if "unit" in getattr(parsed, "given", ()) else None)
        options = in_unit(metric, options)
    checked(TIMED if metric is None else chain_named(metric), options if metric else options._replace(collar=None))
    check_sure(parsed)
    check_printed(parsed, ["total"])
    check_outputs(parsed)
    return put_out_all_or_ready(parsed, partial(blamed, parsed, metric, options), partial(product_of, parsed, shown))


def blamed(parsed: argparse.Namespace, metric: str | None, options: Options) -> list[Blame]:
    """Whose fault the errors of each system are."""
    blames: list[Blame] = []
    with keeping(blames):
        for reference, hypothesis, system, progress in loaded(parsed, parsed.quiet, options):
            chain = chosen_chain(metric, reference, hypothesis)
            checked(chain, options)
            with progress:
                blames.append(blame_sessions(chain, reference, hypothesis, options, system, progress))
    return blames


def product_of(parsed: argparse.Namespace, shown: told.Shown, blames: Sequence[Any]) -> Product:
    """Blames as the user asked for them."""
    if parsed.ci is not None:
        choice = parsed.ci, parsed.group, parsed.ci_method, parsed.resamples, parsed.seed
        blames = [found.be_sure(*choice) for found in blames]
    files: Files = {
        ".json": lambda: dump_blames(blames, parsed.alignment, shown.by, shown.incidents),
        ".csv": lambda: told.full_table(blames, shown).csv(),
        ".parquet": lambda: parquet_of(told.full_table(blames, shown).records()),
        ".md": lambda: told.markdown(blames, shown),
        ".tex": lambda: told.latex(blames, shown),
        ".html": lambda: page(parsed, blames),
    }
    lines = told.all_lines(blames)
    return Product(
        blames,
        lambda screen: told.text(blames, shown, *screen),
        files,
        notes=lines,
        signatures=signatures(blames),
        next=lambda: "next: hubbub report … --open to see every word",
    )


def chosen_metric(parsed: argparse.Namespace) -> str | None:
    """The metric that the user named, if any."""
    names = [name for text in parsed.metrics or () for name in text.split(",") if name.strip()]
    if len(names) > 1:
        raise OptionError(f"{' and '.join(names)}: one metric is taken apart at a time; give one")
    return names[0] if names else None


def checked(chain: Chain, options: Options) -> None:
    """Raise an error where options do not fit the chain."""
    chain_options(chain, options)
    check_effect(read(options), chain.metrics, Options._fields)
