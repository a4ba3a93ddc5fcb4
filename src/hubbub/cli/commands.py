"""What each command does, after its arguments are parsed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any

from hubbub.cli.exit_codes import EXIT_ABOVE, EXIT_UNPROVEN, Limits
from hubbub.cli.input_files import check_stream, is_asked, is_streamed, loaded
from hubbub.cli.interrupts import check_left_over, keeping, put_out_all_or_ready, saved_as
from hubbub.cli.outputs import WRITERS, Asked, check_outputs, command_line, is_standard, show, suffix_of
from hubbub.cli.terminal import COLOURS, complain, say, terminal_columns
from hubbub.errors import Interrupted, OptionError, written
from hubbub.model.certainty import IntervalOptions, check_interval
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, DiarizationMetric
from hubbub.model.metrics import ALL_METRICS, METRICS, Metric, any_metric_named, as_words, metric_named
from hubbub.model.options import AnyOptions, DiarizationOptions, Options, check_effect, read, shared_out
from hubbub.model.scores import JOURNAL, Sessions
from hubbub.model.session_names import compiled
from hubbub.model.tables import visible, wrapped
from hubbub.model.values import in_words, parse_memory
from hubbub.page import PAGE_SUFFIXES
from hubbub.prepare.inputs import Given
from hubbub.scoring.engine import check_unit, score_sessions
from hubbub.scoring.normalizer_steps import explain_steps
from hubbub.scoring.plan import check
from hubbub.views import table as tables


def chosen_options(parsed: argparse.Namespace, options: type[AnyOptions]) -> AnyOptions:
    """The options from the parsed arguments of the same names."""
    return options(**{field: getattr(parsed, field) for field in options._fields})


AnyMetric = Metric | DiarizationMetric


Seen = Callable[[Given, Given, Sequence[Any], Options], None]


def score_all(
    parsed: argparse.Namespace, metrics: Sequence[AnyMetric], quiet: bool, seen: Seen | None = None
) -> list[Any]:
    """The scores of every system under every metric, word error rates first.

    Whoever has more to do with a system while its files are at hand sees them with their scores and options.
    """
    if getattr(parsed, "dask", None) is None:
        return _score_all(parsed, metrics, quiet, seen, None)
    from hubbub.cli.streamed_runs import cluster

    with cluster(parsed, metrics) as executor:
        return _score_all(parsed, metrics, quiet, seen, executor)


def _score_all(
    parsed: argparse.Namespace, metrics: Sequence[AnyMetric], quiet: bool, seen: Seen | None, executor: Any
) -> list[Any]:
    """All scores, by the workers of an executor if there is one."""
    words = [metric for metric in metrics if isinstance(metric, Metric)]
    diarization = [metric for metric in metrics if isinstance(metric, DiarizationMetric) and not metric.of_words]
    speakers = [metric for metric in metrics if isinstance(metric, DiarizationMetric) and metric.of_words]
    with_words = [*words, *map(as_words, speakers)]
    fields = dict.fromkeys((*Options._fields, *DiarizationOptions._fields))
    chosen = {field: value for field in fields if (value := getattr(parsed, field, None)) not in (None, False)}
    if diarization:
        changed = {field: value for field, value in chosen.items() if value != Options._field_defaults.get(field)}
        of_words, of_times = shared_out(changed, with_words, diarization)
        parsed = argparse.Namespace(**{**vars(parsed), **Options._field_defaults, **of_words})
    elif idle := [field for field in chosen if field not in Options._fields]:
        raise OptionError(f"{written(idle[0])} has no effect on {metrics[0].name}; it is for {', '.join(OF_TIMES)}")
    word_choice = word_options(parsed, with_words) if with_words else Options()
    time_choice = DiarizationOptions(**of_times) if diarization else DiarizationOptions()
    scores: list[Any] = []
    keep = None if executor is not None or diarization else kept_late(parsed, with_words)
    if not diarization and is_streamed(parsed):
        from hubbub.cli.streamed_runs import scored_as_read

        kept = scored_as_read(parsed, tuple(with_words), word_choice, executor)
        if kept is not None:
            return with_speakers(kept)
    with keeping(scores):
        for reference, hypothesis, system, line in loaded(parsed, quiet, word_choice if with_words else time_choice):
            before = len(scores)
            if executor is not None:
                from hubbub.cli.streamed_runs import scored_whole

                sides = reference, hypothesis
                scores += with_speakers(scored_whole(parsed, with_words, sides, word_choice, system, executor))
            elif with_words:
                own = None if keep is None else partial(keep, system)
                try:
                    with line:
                        runs = score_sessions(with_words, reference, hypothesis, word_choice, system, line, keep=own)
                except Interrupted as end:
                    end.found = with_speakers(end.found)
                    raise
                if getattr(parsed, "explain_normalizer", False):
                    told = explain_steps(runs[: len(words)], words, (reference, hypothesis), word_choice)
                    runs = [*told, *runs[len(words) :]]
                scores += with_speakers(runs)
            if diarization:
                from hubbub.diarization.diarize import diarize_sessions

                scores += diarize_sessions(diarization, reference, hypothesis, time_choice, system, line)
            if seen is not None:
                seen(reference, hypothesis, scores[before:], word_choice)
    return scores


LATE = 2.0
"""Seconds after which a run in memory begins to note what is finished."""


def kept_late(parsed: argparse.Namespace, metrics: Sequence[Metric]) -> Callable[..., None] | None:
    """What notes finished sessions of a run that takes long; None where no later run could go on with them."""
    if not hasattr(parsed, "resume") or parsed.both or getattr(parsed, "explain_normalizer", False):
        return None
    file = saved_as(parsed)
    if file is None or parsed.resume:
        return None
    check_left_over(file)
    start, calls = monotonic(), dict[int, Any]()
    journal: Any = None

    def keep(system: str, reader: Any, *sides: Given) -> None:
        nonlocal journal
        calls[id(reader.outcome)] = system, reader, *sides
        if monotonic() - start < LATE:
            return
        if journal is None:
            # Imported late: most runs are over before.
            from hubbub.cli.streamed_runs import wants_alignment
            from hubbub.scoring.noted import LateJournal

            journal = LateJournal(file + JOURNAL, wants_alignment(parsed, metrics), calls)
        journal.note()
        parsed.journal = journal.journal

    return keep


def with_speakers(runs: Sequence[Any]) -> list[Any]:
    """The runs, with speakers compared where that is what their metric is about."""
    if not any(run.metric in DIARIZATION for run in runs):
        return list(runs)
    from hubbub.diarization.diarize import of_speakers

    return [of_speakers(run) if run.metric in DIARIZATION else run for run in runs]


REMEDIES = {
    "effort used up": "raise --effort, or give --prove",
    "time used up": "raise --time-limit",
    "memory used up": "raise --memory",
    "costs too large": "give smaller --costs",
}
"""What helps, by what ended a search."""


def warn(scores: Sequence[Sessions[Any]]) -> None:
    """Print the warnings. Each is printed once, even if it concerns several metrics and systems."""
    for line in dict.fromkeys(line for run in scores for line in run.warnings):
        complain(line)
    several = len({run.system for run in scores}) > 1
    for run in scores:
        title = f"{run.system} {run.title}" if several else run.title
        for why, line in tables.unproven(run).items():
            complain(f"{title}: {line}" + (f"; {REMEDIES[why]}" if why in REMEDIES else ""))


def whole_number(text: str, option: str, what: str) -> int:
    """A number of something that is shown."""
    if not (text.isascii() and text.isdecimal() and int(text[:9]) > 0 and len(text) < 10):
        raise OptionError(f"{option} {text!r} is no number of {what}; write it as in {option} 20")
    return int(text)


def word_options(parsed: argparse.Namespace, metrics: Sequence[Metric]) -> Options:
    """The options for these metrics, which are checked before large files are read."""
    options = chosen_options(parsed, Options)
    settings = read(options)
    check(settings, metrics)
    # A page and a comparison may search further metrics, to tell whose fault errors are.
    check_effect(settings, [*metrics, *getattr(parsed, "searched", ())], Options._fields)
    check_unit(metrics, options.unit if "unit" in getattr(parsed, "given", ()) else None)
    return options


def any_metrics(parsed: argparse.Namespace) -> list[AnyMetric]:
    """The metrics that the user named, each once."""
    names = [name for text in parsed.metrics or ["cpwer"] for name in text.split(",") if name.strip()]
    if not names:
        raise OptionError(f"no metric; choose from {', '.join(ALL_METRICS)}")
    return list(dict.fromkeys(map(any_metric_named, names)))


def chosen_metrics(parsed: argparse.Namespace) -> list[Metric]:
    """The metrics that the user named, each once, for what shows words."""
    return [metric_named(metric.called) for metric in any_metrics(parsed)]


def check_shown(parsed: argparse.Namespace, metrics: Sequence[AnyMetric]) -> None:
    """Raise an error where something is to be shown that would not be."""
    if metrics and not any(isinstance(metric, Metric) for metric in metrics):
        for name in ("alignment", "explain_normalizer"):
            if getattr(parsed, name, False):
                option, first = f"--{name.replace('_', '-')}", metrics[0].name
                words = DIARIZATION[first].of_words
                also = f", whose alignment it takes: hubbub score -m wer,{first} {option}" if words else " with -m"
                raise OptionError(f"{option} tells of words, {first} of speakers; add wer{also}")
    if parsed.alignment and not (parsed.json or any(path.lower().endswith(".json") for path in parsed.output)):
        raise OptionError("--alignment goes into JSON; add --json, or -o with a .json file")
    hidden = "--json" if parsed.json else "--quiet" if parsed.quiet else "-o -"
    hides = parsed.json or parsed.quiet or any(map(is_standard, parsed.output))
    shortened = any(suffix_of(path) in (".md", ".tex") for path in parsed.output)
    for name in ("pairing", "per_speaker", "explain", "total"):
        if getattr(parsed, name) and hides and not (name == "total" and shortened):
            raise OptionError(
                f"--{name.replace('_', '-')} is a table, and {hidden} prints none; leave one of them away"
            )
    if getattr(parsed, "explain_normalizer", False):
        if parsed.normalizer in (None, "none"):
            raise OptionError("--explain-normalizer needs steps to explain; name them with --normalizer")
        if parsed.corrections is not None:
            raise OptionError("--corrections name words after the normaliser; leave --explain-normalizer away")
        if parsed.quiet and not parsed.json and not any(path.lower().endswith(".json") for path in parsed.output):
            raise OptionError("--explain-normalizer is a table, and --quiet prints none; leave one of them away")
    if metrics and parsed.explain and not any(getattr(metric, "solver", "") == "route" for metric in metrics):
        searching = ", ".join(metric.name for metric in METRICS.values() if metric.solver == "route")
        raise OptionError(f"{metrics[0].name} needs no search to --explain; those that search are {searching}")


def check_page(metrics: Sequence[AnyMetric]) -> None:
    """Raise an error where a metric has neither words to show nor who speaks when."""
    from hubbub.page.page_diarization import SHOWN

    for metric in metrics:
        if isinstance(metric, DiarizationMetric) and metric.counts not in SHOWN:
            raise OptionError(
                f"the page shows words and who speaks when, and {metric.name} is neither; use .json, .csv, .md or .xml"
            )


def score(parsed: argparse.Namespace) -> int:
    """Score one metric, or several metrics and systems."""
    metrics = any_metrics(parsed)
    if is_asked(parsed):
        check_stream(parsed, [metric.name for metric in metrics if metric.name in OF_TIMES])
    check_shown(parsed, metrics)
    check_sure(parsed)
    limits = Limits(parsed.fail_above, parsed.fail_below, [metric.called for metric in metrics])
    check_outputs(parsed, parsed.output)
    for path in parsed.output:
        if suffix_of(path) in PAGE_SUFFIXES:
            check_page(metrics)
    try:
        return put_out_all_or_ready(
            parsed, lambda: score_all(parsed, metrics, parsed.quiet), lambda scores: put_out(parsed, scores, limits)
        )
    except BaseException as error:
        if (journal := getattr(parsed, "journal", None)) is not None:
            journal.__exit__(type(error))
        raise


def put_out(parsed: argparse.Namespace, scores: Sequence[Sessions[Any]], limits: Limits) -> int:
    """Write and print scores as the user asked for them, and return the exit code."""
    if parsed.ci is not None:
        scores = sure(parsed, scores)
    if not parsed.quiet:
        warn(scores)
    asked = Asked(parsed.alignment, not parsed.total, limits, command_line(parsed))
    show(parsed, lambda suffix: WRITERS[suffix](scores, asked), lambda: print_scores(parsed, scores))
    status = 0 if complete(parsed, scores) else EXIT_UNPROVEN
    if not status and limits.exceeded(scores):
        status = EXIT_ABOVE
    if getattr(parsed, "journal", None) is not None:
        parsed.journal.close(remove=True)  # all that it holds is written
    return status


def check_sure(parsed: argparse.Namespace) -> None:
    """Raise an error where the options of intervals are wrong, before anything is scored."""
    check_interval(read(IntervalOptions(**{field: getattr(parsed, field) for field in IntervalOptions._fields})))
    if parsed.group is not None:
        compiled("--group", parsed.group)


def sure(parsed: argparse.Namespace, scores: Sequence[Sessions[Any]]) -> list[Sessions[Any]]:
    """The scores with the interval that the user asked for."""
    choice = parsed.ci, parsed.group, parsed.ci_method, parsed.resamples, parsed.seed
    return [run.replace(sure=run.interval(*choice)) for run in scores]


def complete(parsed: argparse.Namespace, scores: Sequence[Sessions[Any]]) -> bool:
    """Is every score proven, and nothing skipped that must be scored?"""
    return all(
        run.exact and not run.refused and not run.unfinished and (parsed.allow_skipped or not run.skipped)
        for run in scores
    )


def print_scores(parsed: argparse.Namespace, scores: Sequence[Any]) -> None:
    columns, bold = terminal_columns(), sys.stdout is not None and sys.stdout.isatty()
    if len(scores) == 1:
        say(scores[0].table(not parsed.total).text(columns, bold))
    else:
        for number, table in enumerate(tables.side_by_side(scores, columns, not parsed.total)):
            say(("\n" if number else "") + table.text(columns, bold))
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
                say(f"\n{title}\n{make(run).text(columns)}")
    say()
    if parsed.explain and getattr(parsed, "dask", None) is None:
        given = "as given" if parsed.memory is not None else "the default"
        say(f"memory of one search: {in_words(parse_memory(parsed.memory))} ({given})")
    print_notes(scores, columns)


def print_notes(scores: Sequence[Any], columns: int, sure: bool = True, recipes: bool = True) -> None:
    """What a reader of the numbers must know, and what reproduces them."""
    notes = [
        note if len(scores) == 1 else f"{run.system} {run.title}: {note}"
        for run in scores
        for note in tables.notes(run, sure)
    ]
    for line in dict.fromkeys(notes):
        say(wrapped(visible(line), columns))
    if not recipes:
        return
    for line in dict.fromkeys(run.signature for run in scores):
        say(visible(line))


def align(parsed: argparse.Namespace) -> int:
    """Print which words were matched."""
    metrics = any_metrics(parsed)
    if parsed.colour not in COLOURS:
        raise OptionError(f"unknown colour {parsed.colour!r}; choose from {', '.join(COLOURS)}")
    terminal = sys.stdout is not None and sys.stdout.isatty()
    colour = parsed.colour == "always" or (parsed.colour == "auto" and terminal and "NO_COLOR" not in os.environ)

    def put_out(scores: Sequence[Any]) -> int:
        warn(scores)
        for run in scores:
            print_alignments(run, colour, parsed.only_errors)
        return 0 if complete(parsed, scores) else EXIT_UNPROVEN

    return put_out_all_or_ready(parsed, lambda: score_all(parsed, metrics, quiet=True), put_out)


def print_alignments(run: Any, colour: bool, only_errors: bool) -> None:
    """Which words of a run were matched, or how long each speaker was right."""
    if run.metric in DIARIZATION:
        say(visible(f"{run.system} {run!r}") + "\n" + run.per_speaker().text(terminal_columns()))
    else:
        for text in run.alignment_texts(terminal_columns(), colour=colour, only_errors=only_errors, system=run.system):
            say(text)
    noted = run.skipped or run.unfinished
    for line in (*(tables.notes(run) if noted else ()), run.signature):
        say(visible(line))
