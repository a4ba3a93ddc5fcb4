"""`hubbub compare`: which system is better, from transcripts or from saved results."""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from typing import Any

from hubbub.api import scores_in
from hubbub.cli.commands import any_metrics, check_page, options_given, read_interval, score_all
from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.cli.input_files import loaded, system_name
from hubbub.cli.interrupts import Runs, all_sessions, keeping, put_out_all_or_ready
from hubbub.cli.merge_command import matching
from hubbub.cli.outputs import Files, Product, check_outputs, check_printed, page, put_out
from hubbub.errors import MissingOptionError, OptionError
from hubbub.formats.files import expand
from hubbub.insight.blame import Blame, blame_sessions
from hubbub.insight.compare import compare_scores, comparison_plan, parts_of
from hubbub.insight.comparison_list import Comparisons
from hubbub.model.metrics import any_metric_named
from hubbub.model.options import TIMES, WORDS
from hubbub.model.scores import Sessions
from hubbub.model.tables import counted, parquet_of
from hubbub.views.table import warnings_of


def compare(parsed: argparse.Namespace) -> int:
    """Compares systems and prints which is better."""
    check_given(parsed)
    read_interval(parsed)
    check_printed(parsed, ["total"])
    check_page(parsed, any_metrics(parsed))
    check_outputs(parsed, parsed.both or None)
    if parsed.both:
        return put_out(parsed, product_of(parsed, read_saved(parsed)))
    return put_out_all_or_ready(
        parsed, partial(scored, parsed), partial(product_of, parsed), partial(comparable, parsed)
    )


def comparable(parsed: argparse.Namespace, found: Runs) -> Runs:
    """Returns the systems with all sessions scored; none if they are too few to compare."""
    ready = all_sessions(found)
    enough = len(ready) > 1 and (parsed.baseline is None or any(run.system == parsed.baseline for run in ready))
    return ready if enough else []


def product_of(parsed: argparse.Namespace, found: Runs) -> Product:
    """Returns the output of the command."""
    parts = {run.system: parts_of(run) for run in found if isinstance(run, Blame)}
    scores = [run.explained if isinstance(run, Blame) else run for run in found]
    pairs = compare_scores(scores, parsed.interval, parsed.baseline, parsed.mapsswe, parts)
    if parsed.fail_if_worse:
        check_words(pairs)
    each = not parsed.total
    files: Files = {
        ".json": pairs.to_json,
        ".csv": pairs.csv,
        ".parquet": lambda: parquet_of(pairs.records()),
        ".md": lambda: pairs.markdown(each),
        ".tex": lambda: pairs.latex(each),
        ".html": lambda: page(parsed, found),
    }
    worse = parsed.fail_if_worse and any(pair.worse for pair in pairs)
    code = EXIT_ABOVE if worse else 0
    return Product(
        scores,
        lambda screen: pairs.screen_text(*screen, each=each),
        files,
        code=code,
        notes=[*warnings_of(found), *pairs.notes],
        signatures=pairs.signatures,
        next=lambda: "" if parsed.both else "next: hubbub report … --open to see where the systems differ",
    )


def check_given(parsed: argparse.Namespace) -> None:
    """Raises OptionError if options contradict each other or an input is missing."""
    check_scored(parsed, "nothing to compare; use -r FILE -h A=FILE -h B=FILE")
    if parsed.both and parsed.no_parts:
        raise OptionError("--no-parts has no effect on saved results; drop it")
    if parsed.fail_if_worse and parsed.baseline is None:
        raise MissingOptionError("--fail-if-worse compares systems with a baseline; add --baseline NAME")


def check_scored(parsed: argparse.Namespace, nothing: str) -> None:
    """Raises OptionError unless there are files to score, or saved results without options of scoring."""
    if parsed.both and (parsed.reference or parsed.hypothesis):
        raise OptionError(f"{parsed.both[0]}: saved results cannot be combined with -r and -h; drop one of them")
    if not parsed.both and not (parsed.reference and parsed.hypothesis):
        raise MissingOptionError(f"{nothing}, or results saved with -o x.json")
    for field in options_given(parsed, WORDS, TIMES) if parsed.both else ():
        if field != "regex":
            name = field.replace("_", "-")
            raise OptionError(f"--{name} has no effect on saved results; drop it")


def check_words(found: Comparisons) -> None:
    """Raises OptionError if no result could be significant: few sessions, and results without words."""
    for pair in found:
        units = pair.session_test
        if pair.wordless and 2.0 ** (1 - units.n) > pair.alpha:
            has = "have" if len(pair.wordless) > 1 else "has"
            raise OptionError(
                f"--fail-if-worse could never fail: {counted(units.n, units.unit)} cannot show a"
                f" difference, and {' and '.join(pair.wordless)} {has} no words; save results with --alignment"
            )


def scored(parsed: argparse.Namespace) -> Runs:
    """Returns the scores of every system, by cause if the metric has causes."""
    metrics = any_metrics(parsed)
    if len(metrics) > 1:
        names = " and ".join(metric.called for metric in metrics)
        raise OptionError(f"{names}: compare takes one metric at a time; use one")
    (metric,) = metrics
    chain, plan = comparison_plan(metric, options_given(parsed, WORDS, TIMES), not parsed.no_parts)
    parsed.collar = plan.settings.collar
    if parsed.dask is not None and not parsed.no_parts:
        raise OptionError("--dask does not compute the causes of a difference; add --no-parts")
    if chain is None:
        return score_all(parsed, metrics, parsed.quiet)
    blames: list[Blame] = []
    with keeping(blames):
        for reference, hypothesis, system, progress in loaded(parsed, parsed.quiet, plan.settings):
            with progress:
                blames.append(blame_sessions(chain, plan, reference, hypothesis, system, progress))
    return blames


def read_saved(parsed: argparse.Namespace) -> list[Sessions[Any]]:
    """Returns saved scores of the chosen metric. Systems with the same name get the names of their files."""
    files: list[str] = parsed.both
    found: list[tuple[str, Sessions[Any]]] = []
    for path in expand(files):
        found += [(path, run) for run in scores_in(path)]
    if parsed.metrics:
        names = {any_metric_named(name).name for text in parsed.metrics for name in text.split(",")}
        found = [(path, run) for path, run in found if run.metric in names]
    kept = list(dict.fromkeys(run.called for _, run in found))
    if not kept:
        raise OptionError(f"{', '.join(files)}: no scores of this metric; check what was saved")
    if len(kept) > 1:
        raise OptionError(f"{', '.join(files)} contain {', '.join(kept)}; choose one, e.g. -m {kept[0]}")
    times = Counter(run.system for _, run in found)
    runs = []
    for path, run in found:
        of_file = system_name(path) if times[run.system] == len(found) else f"{system_name(path)} {run.system}"
        runs.append(run.rename(of_file) if times[run.system] > 1 else run)
    return runs if parsed.regex is None else matching(runs, parsed.regex)
