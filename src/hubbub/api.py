"""The public functions that score: `score`, and one for every metric; and those that write and read what is scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack

from hubbub.errors import Interrupted, OptionError
from hubbub.formats import dump as dump_transcript
from hubbub.formats.files import Path, file_name, open_file, read_all
from hubbub.model.diarization_metrics import DIARIZATION, DiarizationMetric
from hubbub.model.display import ByMetric
from hubbub.model.metrics import CHARACTERS, METRICS, Metric, any_metric_named, metrics_named
from hubbub.model.options import Options
from hubbub.model.result import Result, Scores, scores_from
from hubbub.model.values import parse_switch
from hubbub.prepare.inputs import Input, Text, read_both, read_input, read_turns
from hubbub.prepare.matching import sides_joined
from hubbub.scoring.engine import advised, chosen_sides, in_units, read_sides, score_sessions, scored
from hubbub.scoring.plan import Plan, plan_of

if TYPE_CHECKING:
    from hubbub.model.diarization_result import DiarizationResult, DiarizationScores


MISSING: Any = object()
"""The default of reference and hypothesis: a call with other names for them gets an error that names these."""


def score(
    metrics: str | Sequence[str],
    reference: Text = MISSING,
    hypothesis: Text = MISSING,
    options: Options | None = None,
    *,
    stream: bool = False,
    resume: Path | None = None,
    executor: Any = None,
    **fields: Unpack[Options],
) -> Any:
    """Scores a hypothesis against a reference under one metric, or under several.

    Reference and hypothesis are text, lists, dicts, tables, paths, Segments or Transcripts. One session gives a Result,
    files give Scores: a mapping of session to Result. Several metrics give a dict by name. Other arguments are
    keys of Options, each of which must have an effect on one of the metrics.

    With `stream`, an iterator yields the Result of one session after another, or a dict by metric. Files
    are then read as they are needed, and so are iterators of Transcripts, each with whole sessions, or of Segments.
    With `resume`, the scores are also written to this JSON, and sessions that are in it are not scored again. With an
    `executor` of concurrent.futures, or a client of Dask, other processes score them.

    >>> score("cpwer", {"Alice": "hi there", "Bob": "hello"}, ["hello", "hi here"])
    <cpWER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>
    """
    alone = isinstance(metrics, str)
    asked = (any_metric_named(metrics),) if isinstance(metrics, str) else metrics_named(metrics)
    plan = plan_of(asked, options, fields)
    if hypothesis is MISSING or reference is MISSING:
        raise _missing("score")
    stream = parse_switch(stream, "stream")
    if stream or resume is not None or executor is not None:
        return _in_batches(plan, alone, reference, hypothesis, stream, resume, executor)
    found = score_planned(plan, reference, hypothesis)
    return found[0] if alone else _by_name(plan, found)


def _in_batches(
    plan: Plan, alone: bool, reference: Text, hypothesis: Text, stream: bool, resume: Path | None, executor: Any
) -> Any:
    """Returns Results from an iterator; or Scores, if they are written to a file to continue with."""
    # Imported late: the import takes half as long as that of the core, which a short pair need not wait for.
    from hubbub.scoring.streaming import score_resumable, streamed

    for metric in plan.asked:
        if isinstance(metric, DiarizationMetric):
            raise OptionError(f"{metric.name} scores all sessions here at once; drop stream, resume and executor")
    if resume is not None or executor is not None:
        if stream:
            raise OptionError("resume and executor return Scores, which stream does not; drop one of them")
        scores = score_resumable(plan, reference, hypothesis, resume, executor)
        return scores[0] if alone else _by_name(plan, scores)
    results = streamed(plan, reference, hypothesis)
    return (found[0] for found in results) if alone else (_by_name(plan, found) for found in results)


def _by_name(plan: Plan, found: Sequence[Any]) -> ByMetric:
    return ByMetric((metric.called, one) for metric, one in zip(plan.asked, found, strict=True))


def score_planned(plan: Plan, reference: Text, hypothesis: Text) -> list[Any]:
    """Returns for each metric of the plan a Result, or Scores if the input may have many sessions."""
    if len(plan.metrics) == len(plan.asked) and not any(isinstance(one, DiarizationMetric) for one in plan.asked):
        return _words(plan, reference, hypothesis)
    words = tuple(metric for metric in plan.asked if isinstance(metric, Metric))
    found: dict[str, Any] = {}
    if words:
        results = _words(plan.under(words), reference, hypothesis)
        found = {metric.called: result for metric, result in zip(words, results, strict=True)}
    for metric in plan.asked:
        if isinstance(metric, DiarizationMetric):
            found[metric.name] = _diarized(plan.under((metric,)), metric, reference, hypothesis)
    return [found[metric.called] for metric in plan.asked]


def _words(plan: Plan, reference: Text, hypothesis: Text) -> list[Any]:
    """Returns a Result for each metric, or Scores if there may be many sessions."""
    left, right = read_sides(plan.metrics, plan.settings, reference, hypothesis)
    if left.many or right.many:
        return score_sessions(plan, left, right)
    if plan.by_unit:
        return in_units(plan, lambda part: _only_results(part, left, right))
    return _only_results(plan, left, right)


def _only_results(plan: Plan, left: Input, right: Input) -> list[Result]:
    """Returns the Results of the only session."""
    try:
        found = scored(plan, left, right)
    except Interrupted as end:
        raise KeyboardInterrupt(*end.args) from None  # a single session has no partial results
    return list(map(found.result, range(len(plan.metrics))))


def _diarized(
    plan: Plan, metric: DiarizationMetric, reference: Text, hypothesis: Text
) -> DiarizationResult | DiarizationScores:
    """Returns a DiarizationResult, or DiarizationScores if there may be many sessions."""
    # Imported late: the import takes a third of the time of scoring a short pair.
    from hubbub.diarization.diarize import diarize_sessions, diarize_words

    settings, readings = plan.settings, plan.settings.readings()
    if metric.of_words:
        left, right = read_both(reference, hypothesis, readings or settings.formats, False, settings.jobs)
        left, right = sides_joined(*chosen_sides(settings, readings, left, right), settings.formats)
        scores = diarize_words(plan, *advised(left, right, [metric.name], plan.settings))
    else:
        left, right = map(read_turns, (reference, hypothesis), readings or settings.formats)
        left, right = chosen_sides(settings, readings, left, right)
        left, right = advised(left, right, [metric.name], plan.settings)
        (scores,) = diarize_sessions(plan, left, right)
    return scores if left.many or right.many else next(iter(scores.values()))


def _missing(function: str) -> TypeError:
    return TypeError(f"{function}() needs a reference and a hypothesis")


def metric_function(name: str) -> Callable[..., Any]:
    """Returns the function that scores under the metric of this name."""
    metric: Any = DIARIZATION.get(name) or METRICS.get(name) or METRICS[CHARACTERS[name]]._replace(unit="char")
    asked = (metric,)
    find = score_planned if name in DIARIZATION else _words

    def function(
        reference: Text = MISSING, hypothesis: Text = MISSING, options: Options | None = None, **fields: Unpack[Options]
    ) -> Any:
        plan = plan_of(asked, options, fields)
        if hypothesis is MISSING or reference is MISSING:
            raise _missing(name)
        return find(plan, reference, hypothesis)[0]

    function.__name__ = function.__qualname__ = name
    function.__module__ = "hubbub"
    function.__doc__ = _explained(name, metric)
    return function


OF_SPEAKERS = """Pass paths (RTTM, STM, CTM or SegLST), Segments, Transcripts, tuples (start, end, speaker) or
    pyannote.core Annotations; further keyword arguments are keys of Options."""


def _explained(name: str, metric: Metric | DiarizationMetric) -> str:
    """Returns the docstring of a metric's function."""
    if name in CHARACTERS:
        return f"{metric.title} of characters: `{metric.name}` with the unit `char`. {metric.about}"
    reference, hypothesis, shown = metric.example
    head = f"""{metric.title}. {metric.about}

    The reference is {metric.reference}; it is matched with {metric.matched}. When to use it: {metric.when}
    """
    if isinstance(metric, Metric):
        return f"""{head}Inputs and options are those of `score`. One session gives a Result, files give Scores.

    >>> import hubbub
    >>> hubbub.{name}({reference}, {hypothesis}{", collar=5" if metric.timed else ""})
    {shown}
    """
    of_words = "Inputs are those of `score`; further keyword arguments are keys of Options."
    return f"""{head}{of_words if metric.of_words else OF_SPEAKERS}
    One session gives a DiarizationResult, files give DiarizationScores.

    >>> import hubbub
    >>> from hubbub import Segment
    >>> hubbub.{name}(
    ...     {reference},
    ...     {hypothesis},
    ... )
    {shown}
    """


# Files


def dump(transcript: Text, path: Path, format: str | None = None, force: bool = True) -> None:
    """Writes a file: all of it or nothing. `-` is standard output; a name that ends in `.gz` is compressed.

    Whatever can be scored can be written: a Transcript, Segments, dicts, lists of texts, tables, paths of other files.
    """
    dump_transcript(read_input(transcript).transcript, path, format, parse_switch(force, "force"))


def load_scores(scores: str | bytes | PathLike[str]) -> list[Scores | DiarizationScores]:
    """Scores from the JSON that `dump_scores` or a command with `-o scores.json` wrote: its text, or its path."""
    if isinstance(scores, PathLike) or (isinstance(scores, str) and scores.endswith((".json", ".json.gz"))):
        return scores_in(file_name(scores))
    return scores_from(scores)


def scores_in(path: str) -> list[Scores | DiarizationScores]:
    """The scores of a file, whatever it is called."""
    with open_file(path) as file:
        return scores_from(read_all(file, path), path)
