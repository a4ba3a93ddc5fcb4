"""`hubbub blame`: whose fault the errors are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from hubbub.cli.commands import check_sure, chosen_options, complete, warn, whole_number
from hubbub.cli.exit_codes import EXIT_UNPROVEN
from hubbub.cli.input_files import loaded
from hubbub.cli.interrupts import keeping, put_out_all_or_ready
from hubbub.cli.outputs import check_outputs, command_line, page, show
from hubbub.cli.terminal import say, terminal_columns
from hubbub.errors import OptionError
from hubbub.insight.blame import Blame, blame_sessions, chosen_chain, dump_blames
from hubbub.insight.chains import TIMED, Chain, chain_named, chain_options, in_unit
from hubbub.insight.groups import ways_named
from hubbub.model.metrics import metric_named
from hubbub.model.options import Options, check_effect, read
from hubbub.page import PAGE_SUFFIXES
from hubbub.scoring.engine import check_unit
from hubbub.views import blame_tables as told

SUFFIXES = (".json", ".csv", ".md", *PAGE_SUFFIXES)


def blame(parsed: argparse.Namespace) -> int:
    """Print and write whose fault the errors are."""
    shown = told.Shown(
        not parsed.total,
        ways_named(parsed.by) if parsed.by is not None else (),
        0 if parsed.incidents is None else whole_number(parsed.incidents, "--incidents", "incidents"),
        parsed.alignment,
    )
    metric = chosen_metric(parsed)
    options = chosen_options(parsed, Options)
    if metric is not None:
        check_unit([metric_named(metric)], options.unit if "unit" in getattr(parsed, "given", ()) else None)
        options = in_unit(metric, options)
    checked(TIMED if metric is None else chain_named(metric), options if metric else options._replace(collar=None))
    check_sure(parsed)
    check_shown(parsed)
    check_outputs(parsed, parsed.output, SUFFIXES)
    return put_out_all_or_ready(
        parsed, lambda: blamed(parsed, metric, options), lambda blames: put_out(parsed, blames, shown)
    )


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


def put_out(parsed: argparse.Namespace, blames: Sequence[Any], shown: told.Shown) -> int:
    """Write and print blames as the user asked for them, and return the exit code."""
    if parsed.ci is not None:
        choice = parsed.ci, parsed.group, parsed.ci_method, parsed.resamples, parsed.seed
        blames = [found.be_sure(*choice) for found in blames]
    if not parsed.quiet:
        warn(blames)

    def tell() -> None:
        bold = sys.stdout is not None and sys.stdout.isatty()
        say(told.text(blames, shown, terminal_columns(), bold))

    show(parsed, lambda suffix: content(suffix, blames, shown, command_line(parsed)), tell, SUFFIXES)
    return 0 if complete(parsed, blames) else EXIT_UNPROVEN


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


def check_shown(parsed: argparse.Namespace) -> None:
    """Raise an error where something is to be shown that would not be."""
    json = parsed.json or any(path.lower().endswith(".json") for path in parsed.output)
    if parsed.alignment and not json:
        raise OptionError("--alignment goes into JSON; add --json, or -o with a .json file")


def content(suffix: str, blames: Sequence[Blame], shown: told.Shown, command: str) -> str:
    """What goes into a file of this suffix."""
    if suffix == ".json":
        return dump_blames(blames, shown.alignment, shown.by, shown.incidents)
    if suffix in PAGE_SUFFIXES:
        return page(blames, command)
    return told.csv(blames, shown) if suffix == ".csv" else told.markdown(blames, shown)
