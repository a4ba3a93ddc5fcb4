"""Code shared by commands: the chosen metrics and options, and the scores of every system."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import monotonic
from typing import Any, cast

from hubbub.cli.input_files import is_streamed, loaded
from hubbub.cli.interrupts import check_left_over, keeping, saved_as
from hubbub.cli.outputs import is_written
from hubbub.cli.terminal import ProgressLine
from hubbub.errors import Interrupted, OptionError
from hubbub.model.diarization_metrics import DIARIZATION, DiarizationMetric
from hubbub.model.metrics import Metric, metrics_named
from hubbub.model.options import INTERVALS, TIMES, WORDS, AnyMetric, Options, is_default, options_for, read
from hubbub.model.score_intervals import check_interval
from hubbub.model.scores import JOURNAL
from hubbub.model.session_names import compiled
from hubbub.model.tables import percent
from hubbub.page import SHOWN
from hubbub.prepare.inputs import Input
from hubbub.scoring.engine import score_sessions
from hubbub.scoring.normalizer_steps import explain_steps
from hubbub.scoring.outcome import OutcomeReader
from hubbub.scoring.plan import Plan, plan_of


def options_given(parsed: argparse.Namespace, *kinds: str) -> Options:
    """Returns the options for these kinds that the user gave."""
    fields = {field: getattr(parsed, field, None) for field in options_for(*kinds)}
    return cast(Options, {field: value for field, value in fields.items() if value is not None and value is not False})


def plan_for(parsed: argparse.Namespace, metrics: Sequence[AnyMetric]) -> Plan:
    """Returns the plan for these metrics and the options that the user gave, before large files are read.

    A page and a comparison may search further metrics, to find the causes of errors.
    """
    words_first = tuple(sorted(metrics, key=lambda metric: isinstance(metric, DiarizationMetric)))
    return plan_of(words_first, None, options_given(parsed, WORDS, TIMES), getattr(parsed, "searched", ()))


Seen = Callable[[Input, Input, Sequence[Any], Plan], None]


def score_all(
    parsed: argparse.Namespace, metrics: Sequence[AnyMetric], quiet: bool, seen: Seen | None = None
) -> list[Any]:
    """Returns the scores of every system under every metric, word error rates first.

    Calls `seen` with each system's files, scores and options while they are in memory.
    """
    if getattr(parsed, "dask", None) is None:
        return _score_all(parsed, metrics, quiet, seen, None)
    from hubbub.cli.streamed_runs import cluster

    with cluster(parsed, metrics) as executor:
        return _score_all(parsed, metrics, quiet, seen, executor)


def _score_all(
    parsed: argparse.Namespace, metrics: Sequence[AnyMetric], quiet: bool, seen: Seen | None, executor: Any
) -> list[Any]:
    """Returns all scores, computed by the workers of an executor if there is one."""
    plan = plan_for(parsed, metrics)
    words = tuple(metric for metric in metrics if isinstance(metric, Metric))
    scores: list[Any] = []
    keep = None if executor is not None or plan.times else kept_late(parsed, plan)
    if not plan.times and is_streamed(parsed):
        from hubbub.cli.streamed_runs import scored_as_read

        kept = scored_as_read(parsed, plan, executor)
        if kept is not None:
            return with_speakers(kept)
    with keeping(scores):
        for reference, hypothesis, system, line in loaded(parsed, quiet, plan.settings):
            before = len(scores)
            if executor is not None:
                from hubbub.cli.streamed_runs import scored_whole

                scores += with_speakers(scored_whole(parsed, plan, (reference, hypothesis), system, executor))
            elif plan.metrics:
                own = watched(line, None if keep is None else partial(keep, system))
                try:
                    with line:
                        runs = score_sessions(plan, reference, hypothesis, system, line, keep=own)
                except Interrupted as end:
                    end.found = with_speakers(end.found)
                    raise
                if getattr(parsed, "explain_normalizer", False):
                    # Words come before speakers.
                    explained = explain_steps(runs[: len(words)], plan.under(words), (reference, hypothesis))
                    runs = [*explained, *runs[len(words) :]]
                scores += with_speakers(runs)
            if plan.times:
                from hubbub.diarization.diarize import diarize_sessions

                scores += diarize_sessions(plan, reference, hypothesis, system, line)
            if seen is not None:
                seen(reference, hypothesis, scores[before:], plan)
    return scores


LATE = 2.0
"""Seconds after which a run in memory starts a journal."""


def kept_late(parsed: argparse.Namespace, plan: Plan) -> Callable[..., None] | None:
    """Returns the journal of a long run; None if no later run could continue from it."""
    if not hasattr(parsed, "resume") or parsed.both or getattr(parsed, "explain_normalizer", False):
        return None
    file = saved_as(parsed)
    if file is None or parsed.resume:
        return None
    check_left_over(file)
    start, calls = monotonic(), dict[int, Any]()
    journal: Any = None

    def keep(system: str, reader: Any, *sides: Input) -> None:
        nonlocal journal
        calls[id(reader.outcome)] = system, reader, *sides
        if monotonic() - start < LATE:
            return
        if journal is None:
            # Imported late: most runs are over before.
            from hubbub.cli.streamed_runs import wants_alignment
            from hubbub.scoring.journal_writer import LateJournal

            journal = LateJournal(file + JOURNAL, wants_alignment(parsed, plan.metrics), calls)
        journal.note()
        parsed.journal = journal.journal

    return keep


def watched(line: ProgressLine, keep: Callable[..., None] | None) -> Callable[..., None] | None:
    """Returns a callback that also prints a line per finished search, if the progress of the system lists them."""
    if not line.lists:
        return keep
    shown = dict[int, int]()

    def look(reader: OutcomeReader, *sides: Input) -> None:
        if keep is not None:
            keep(reader, *sides)
        searching = [number for number, metric in enumerate(reader.plan.metrics) if metric.solver == "route"]
        names, key = reader.matched.names, id(reader.outcome)
        if not searching or not line.is_long(len(names)):
            return
        while done := reader.outcome.done(shown.get(key, 0), 16):
            shown[key] = shown.get(key, 0) + len(done)
            for place in done:
                result = reader.alone(searching[0], place)
                seconds = result.stages[-1].seconds if result.stages else 0.0
                rate = result.shown_rate
                line.finished(names[place], rate if isinstance(rate, str) else percent(rate), seconds)

    return look


def with_speakers(runs: Sequence[Any]) -> list[Any]:
    """Returns the runs, with the speakers compared if the metric is about them."""
    if not any(run.metric in DIARIZATION for run in runs):
        return list(runs)
    from hubbub.diarization.diarize import of_speakers

    return [of_speakers(run) if run.metric in DIARIZATION else run for run in runs]


def whole_number(text: str, option: str, what: str) -> int:
    """Returns an option's value as a number of items to show; raises OptionError if it is not one."""
    if not (text.isascii() and text.isdecimal() and int(text[:9]) > 0 and len(text) < 10):
        raise OptionError(f"{option} {text!r} is not a number of {what}; write e.g. {option} 20")
    return int(text)


def any_metrics(parsed: argparse.Namespace) -> list[AnyMetric]:
    """Returns the metrics that the user named, each once."""
    names = [name for text in parsed.metrics or ["cpwer"] for name in text.split(",") if name.strip()]
    return list(metrics_named(names))


def check_page(parsed: argparse.Namespace, metrics: Sequence[AnyMetric]) -> None:
    """Raises OptionError if a page is requested for a metric that it cannot show."""
    if not is_written(parsed, ".html"):
        return
    for metric in metrics:
        if isinstance(metric, DiarizationMetric) and metric.counts not in SHOWN:
            raise OptionError(
                f"the page shows words and who speaks when, and {metric.name} is neither; use .json, .csv, .md or .xml"
            )


def read_interval(parsed: argparse.Namespace, metrics: Iterable[str] = ()) -> None:
    """Reads the options of intervals into `parsed.interval`. Raises if one is wrong, before anything is scored."""
    settings = read(options_given(parsed, INTERVALS))
    check_interval(settings)
    names = list(metrics)
    if names and all(name in DIARIZATION and not DIARIZATION[name].is_ratio for name in names):
        for field in options_for(INTERVALS):
            if field != "ci" and not is_default(settings, field):
                option = f"--{field.replace('_', '-')}"
                raise OptionError(f"{names[0]} has no confidence interval, so {option} has no effect; drop it")
    if settings.group is not None:
        compiled("--group", settings.group)
    parsed.interval = settings
