"""`hubbub score`, the command of every metric, and `hubbub align`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import (
    any_metrics,
    check_page,
    read_interval,
    score_all,
)
from hubbub.cli.exit_codes import EXIT_ABOVE, beyond, limits_of
from hubbub.cli.input_files import check_stream, is_asked
from hubbub.cli.interrupts import Runs, put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, check_printed, is_written, page
from hubbub.errors import OptionError
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.metrics import METRICS, Metric
from hubbub.model.options import AnyMetric
from hubbub.model.result import Scores
from hubbub.model.scores import json_of
from hubbub.model.tables import DIM, Screen, painted, parquet_of, visible
from hubbub.model.values import MEMORY, in_words, parse_memory
from hubbub.views import table as tables


def score(parsed: argparse.Namespace) -> int:
    """Scores one metric, or several metrics and systems."""
    metrics = any_metrics(parsed)
    if is_asked(parsed):
        check_stream(parsed, [metric.name for metric in metrics if metric.name in OF_TIMES])
    check_shown(parsed, metrics)
    read_interval(parsed, (metric.name for metric in metrics))
    limits = limits_of(parsed.fail_above, parsed.fail_below, [metric.called for metric in metrics])
    check_page(parsed, metrics)
    check_outputs(parsed)
    find = partial(score_all, parsed, metrics, parsed.quiet)
    return put_out_all_or_ready(parsed, find, partial(product_of, parsed, limits))


def check_shown(parsed: argparse.Namespace, metrics: Sequence[AnyMetric]) -> None:
    """Raises OptionError if an option to show something has no effect."""
    if metrics and not any(isinstance(metric, Metric) for metric in metrics):
        for name in ("alignment", "explain_normalizer"):
            if getattr(parsed, name, False):
                option, first = f"--{name.replace('_', '-')}", metrics[0].name
                words = DIARIZATION[first].of_words
                also = f", whose alignment it uses: hubbub score -m wer,{first} {option}" if words else " with -m"
                raise OptionError(f"{option} needs words, and {first} has only speakers; add wer{also}")
    check_printed(parsed, ("pairing", "per_speaker", "explain", "total"))
    if parsed.explain_normalizer:
        if parsed.normalizer in (None, "none"):
            raise OptionError("--explain-normalizer needs steps to explain; name them with --normalizer")
        if parsed.corrections is not None:
            raise OptionError("--corrections refers to normalized words; drop --explain-normalizer")
        if parsed.quiet and not is_written(parsed, ".json"):
            raise OptionError("--explain-normalizer has no effect with --quiet; drop one of them")
    if metrics and parsed.explain and not any(getattr(metric, "solver", "") == "route" for metric in metrics):
        searching = ", ".join(metric.name for metric in METRICS.values() if metric.solver == "route")
        raise OptionError(f"{metrics[0].name} runs no search, so --explain has no effect; use it with {searching}")


def product_of(parsed: argparse.Namespace, limits: Mapping[str, float], scores: Runs) -> Product:
    """Scores as the user asked for them."""
    if parsed.interval.ci is not None:
        scores = [run.with_interval_for(parsed.interval) for run in scores]
    missed = {id(run): reason for run in scores if (reason := beyond(run, limits))}
    files: Files = {
        ".json": lambda: json_of(scores, parsed.alignment),
        ".csv": lambda: tables.full(scores, parsed.per_speaker).csv(),
        ".parquet": lambda: parquet_of([record for run in scores for record in run.records()]),
        ".md": lambda: tables.markdown(scores, not parsed.total, parsed.per_speaker),
        ".tex": lambda: tables.latex(scores, not parsed.total, parsed.per_speaker),
        ".xml": lambda: tables.junit(scores, missed),
        ".html": lambda: page(parsed, scores),
    }
    return Product(
        scores,
        partial(text, parsed, scores),
        files,
        code=EXIT_ABOVE if missed else 0,
        signatures=tables.signatures(scores),
        next=partial(next_step, scores),
    )


def next_step(scores: Sequence[Any]) -> str:
    """Returns a line that suggests the next command."""
    from hubbub.insight.chains import CHAINS  # imported late: only terminals show it

    steps = ["hubbub blame … for causes"] if any(run.metric in CHAINS for run in scores) else []
    if any(isinstance(run, Scores) and run.errors for run in scores):
        return f"next: {', '.join([*steps, 'hubbub report … --open to see every word'])}"
    return ""


def text(parsed: argparse.Namespace, scores: Sequence[Any], screen: Screen) -> Iterator[str]:
    """Yields the table of one run, or several side by side, and the other tables that the user requested."""
    if len(scores) == 1:
        yield scores[0].table(not parsed.total).text(*screen)
    else:
        beside = tables.side_by_side(scores, screen.columns, not parsed.total)
        yield "\n\n".join(table.text(*screen) for table in beside)
    for run in scores:
        title = run.title if len(scores) == 1 else visible(f"{run.system} {run.title}")
        for wanted, make in (
            (parsed.pairing, tables.pairing),
            (parsed.per_speaker, tables.per_speaker),
            (parsed.explain, tables.explanation),
            (parsed.explain, tables.all_stages),
            (parsed.explain_normalizer, tables.normalizer_steps),
        ):
            if wanted:
                yield f"\n{title}\n{make(run).text(*screen)}"
    if parsed.explain and getattr(parsed, "dask", None) is None:
        default = parsed.memory is None
        size = in_words(MEMORY if default else parse_memory(parsed.memory))
        yield f"\nmemory of one search: {size} ({'the default' if default else 'as given'})"


def align(parsed: argparse.Namespace) -> int:
    """Prints the alignment word by word."""
    metrics = any_metrics(parsed)
    check_printed(parsed, ["only_errors"])
    check_page(parsed, metrics)
    check_outputs(parsed)

    def product(scores: Runs) -> Product:
        files: Files = {".json": lambda: json_of(scores, alignment=True), ".html": lambda: page(parsed, scores)}
        noted = tables.all_notes([run for run in scores if run.skipped or run.unfinished])
        notes = dict.fromkeys((*tables.warnings_of(scores), *noted))
        return Product(scores, partial(alignments, parsed, scores), files, notes=list(notes), paged=True)

    return put_out_all_or_ready(parsed, partial(score_all, parsed, metrics, quiet=True), product)


def alignments(parsed: argparse.Namespace, scores: Sequence[Any], screen: Screen) -> Iterator[str]:
    """Yields the alignment of each run, or the times of each speaker."""
    for run in scores:
        if run.metric in DIARIZATION:
            yield visible(f"{run.system} {run!r}") + "\n" + run.per_speaker().text(*screen)
        else:
            shown = {"color": screen.color, "only_errors": parsed.only_errors, "system": run.system}
            yield from run.alignment_texts(screen.columns, **shown)
        yield painted(visible(run.signature), DIM, screen.color)
