"""The public functions that score: `score`, and one for every metric; and those that write and read what is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from hubbub.errors import Interrupted, OptionError
from hubbub.formats import dump as dump_transcript
from hubbub.formats.files import Path, name_of, opened, whole
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, DiarizationMetric
from hubbub.model.metrics import CHARACTERS, METRICS, Metric, any_metric_named, as_words, metrics_named
from hubbub.model.options import (
    DEFAULT,
    DEFAULT_DIARIZATION,
    DiarizationOptions,
    Options,
    check_effect,
    formats_of,
    read,
    shared_out,
    with_options,
)
from hubbub.model.result import Result, Scores, scores_from
from hubbub.model.values import is_iterable
from hubbub.prepare.inputs import Given, Text, given, given_both, given_turns
from hubbub.scoring.engine import check_unit, given_sides, in_units, score_sessions, scored

if TYPE_CHECKING:
    from hubbub.model.diarization_result import DiarizationResult, DiarizationScores


def score(
    metrics: str | Sequence[str],
    reference: Text,
    hypothesis: Text,
    options: Options | DiarizationOptions | None = None,
    *,
    stream: bool = False,
    resume: Path | None = None,
    executor: Any = None,
    **fields: Any,
) -> Any:
    """Score a hypothesis against a reference under one metric, or under several.

    Reference and hypothesis are text, lists, dicts, tables, paths, Segments or Transcripts. One session gives a Result,
    files give Scores: a mapping of session to Result. Several metrics give a dict by name. Other arguments are
    fields of Options, or of DiarizationOptions for `der` and its relatives.

    With `stream`, word error rates come session by session, from an iterator: of Results, or of dicts by metric. Files
    are then read as they are needed, and so are iterators of Transcripts, each with whole sessions, or of Segments.
    With `resume`, the scores are written to this JSON as well, and sessions that it has are not scored again. With an
    `executor` of concurrent.futures, or a client of Dask, other processes score them.

    >>> score("cpwer", {"Alice": "hi there", "Bob": "hello"}, ["hello", "hi here"])
    <cpWER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>
    """
    if stream or resume is not None or executor is not None:
        chosen_options = with_options(DEFAULT, _for_words(options), fields)
        return _in_batches(metrics, reference, hypothesis, chosen_options, stream, resume, executor)
    if isinstance(metrics, str):
        metric = any_metric_named(metrics)
        if isinstance(metric, DiarizationMetric):
            return _diarized(metric, reference, hypothesis, options, fields)
        return _words((metric,), reference, hypothesis, _for_words(options), fields)[0]
    chosen = [any_metric_named(name) for name in metrics] if is_iterable(metrics) else []
    diarization = [metric for metric in chosen if isinstance(metric, DiarizationMetric)]
    others = tuple(metric for metric in chosen if not isinstance(metric, DiarizationMetric))
    if not diarization:
        others = others or metrics_named(metrics)
        return _by_name(others, _words(others, reference, hypothesis, _for_words(options), fields))
    if options is not None:
        raise OptionError("words and times have options of their own; give them by name, as in profile='dscore'")
    times = [metric for metric in diarization if not metric.of_words]
    with_words = [*others, *(as_words(metric) for metric in diarization if metric.of_words)]
    of_words, of_times = shared_out(fields, with_words, times) if times else (fields, {})
    found = _by_name(others, _words(others, reference, hypothesis, None, of_words)) if others else {}
    for metric in diarization:
        own = of_words if metric.of_words else of_times
        found[metric.name] = _diarized(metric, reference, hypothesis, None, own)
    return {metric.called: found[metric.called] for metric in chosen}


def _in_batches(
    metrics: str | Sequence[str],
    reference: Text,
    hypothesis: Text,
    options: Options,
    stream: bool,
    resume: Path | None,
    executor: Any,
) -> Any:
    """Results from an iterator; or Scores, if they are kept in a file to go on with."""
    # Imported late: a short pair would wait for journals and locks, as long as for half of the core.
    from hubbub.scoring.streaming import kept, streamed

    names = [metrics] if isinstance(metrics, str) else metrics
    for name in names if is_iterable(names) else ():
        if isinstance(any_metric_named(name), DiarizationMetric):
            raise OptionError(f"{name} is scored here and at once; leave stream, resume and executor away")
    chosen, alone = metrics_named(names), isinstance(metrics, str)
    check_unit(chosen, None if options.unit == DEFAULT.unit else options.unit)
    if resume is not None or executor is not None:
        if stream:
            raise OptionError("with resume or an executor, Scores are made; leave stream away")
        scores = kept(chosen, reference, hypothesis, options, resume, executor)
        return scores[0] if alone else _by_name(chosen, scores)
    results = streamed(chosen, reference, hypothesis, options)
    return (found[0] for found in results) if alone else (_by_name(chosen, found) for found in results)


def _by_name(metrics: Iterable[Metric], found: Iterable[Any]) -> dict[str, Any]:
    return {metric.called: one for metric, one in zip(metrics, found, strict=True)}


def _for_words(options: Options | DiarizationOptions | None) -> Options | None:
    if isinstance(options, DiarizationOptions):
        raise OptionError(f"DiarizationOptions are for {', '.join(OF_TIMES)}; give Options")
    return options


def _words(
    metrics: tuple[Metric, ...], reference: Text, hypothesis: Text, options: Options | None, fields: dict[str, Any]
) -> list[Result] | list[Scores]:
    """A Result for each metric, or Scores where there may be many sessions."""
    options = with_options(DEFAULT, options, fields)
    units = False
    for metric in metrics:  # a generator takes longer than all there is to look at
        if metric.unit:
            units = True
    if units:
        check_unit(metrics, fields.get("unit", None if options.unit == DEFAULT.unit else options.unit))
    left, right = given_sides(metrics, reference, hypothesis, options)
    if left.many or right.many:
        return score_sessions(metrics, left, right, options)
    if units:
        return in_units(metrics, options, partial(_only_results, left, right))
    return _only_results(left, right, metrics, options)


def _only_results(left: Given, right: Given, metrics: tuple[Metric, ...], options: Options) -> list[Result]:
    """The Results of the only session."""
    try:
        found = scored(metrics, left, right, options)
    except Interrupted as end:
        raise KeyboardInterrupt(*end.args) from None  # of a single session, nobody looks at a part
    return list(map(found.result, range(len(metrics))))


def _diarized(
    metric: DiarizationMetric, reference: Text, hypothesis: Text, options: Any, fields: dict[str, Any]
) -> DiarizationResult | DiarizationScores:
    """A DiarizationResult, or DiarizationScores where there may be many sessions."""
    # Imported late: it takes as long as a third of what a short pair needs.
    from hubbub.diarization.diarize import diarize_sessions, diarize_words

    if metric.of_words:
        chosen = with_options(DEFAULT, options, fields)
        settings = read(chosen)
        check_effect(settings, (as_words(metric),), fields)
        left, right = given_both(reference, hypothesis, formats_of(chosen), False, settings.jobs)
        scores = diarize_words(metric, left, right, chosen)
    else:
        options = with_options(DEFAULT_DIARIZATION, options, fields)
        left, right = map(given_turns, (reference, hypothesis), formats_of(options))
        (scores,) = diarize_sessions([metric], left, right, options)
    return scores if left.many or right.many else next(iter(scores.values()))


@lru_cache(maxsize=16)
def _passed(metric: Metric, options: Options, names: tuple[str, ...], kinds: tuple[type, ...]) -> None:  # noqa: ARG001
    """As `_check_fields`; the kinds of the values belong to the key, as those of a plan do."""
    check_effect(read(options), (metric,), names)


def _check_fields(metric: Metric, options: Options, names: tuple[str, ...]) -> None:
    """Raise an error where one of these options has no effect on the metric.

    What passed is known: thousands of short texts are often scored one by one with the same options.
    """
    try:
        _passed(metric, options, names, tuple(map(type, options)))
    except TypeError:  # an option is not hashable
        check_effect(read(options), (metric,), names)


def metric_function(name: str) -> Callable[..., Any]:
    """The function that scores under the metric of this name."""
    metric: Any = DIARIZATION.get(name) or METRICS.get(name) or METRICS[CHARACTERS[name]]._replace(unit="char")
    function = _times_function(metric) if name in DIARIZATION else _words_function(metric)
    function.__name__ = function.__qualname__ = name
    function.__module__ = "hubbub"
    function.__doc__ = _explained(name, metric)
    return function


def _words_function(metric: Metric) -> Callable[..., Result | Scores]:
    def function(reference: Text, hypothesis: Text, options: Options | None = None, **fields: Any) -> Result | Scores:
        # score() takes the options of whatever metrics it is given; who calls this one means it.
        if fields:
            _check_fields(metric, with_options(DEFAULT, options, fields), tuple(fields))
        return _words((metric,), reference, hypothesis, options, fields)[0]

    return function


def _times_function(metric: DiarizationMetric) -> Callable[..., DiarizationResult | DiarizationScores]:
    def function(
        reference: Text, hypothesis: Text, options: Any = None, **fields: Any
    ) -> DiarizationResult | DiarizationScores:
        return _diarized(metric, reference, hypothesis, options, fields)

    return function


OF_SPEAKERS = """Give paths (RTTM, STM, CTM or SegLST), Segments, Transcripts, tuples (start, end, speaker) or
    annotations of pyannote.core; other arguments are fields of DiarizationOptions."""


def _explained(name: str, metric: Metric | DiarizationMetric) -> str:
    """The docstring of a metric's function."""
    if name in CHARACTERS:
        return f"{metric.title} of characters: as `{metric.name}` with the unit `char`. {metric.about}"
    reference, hypothesis, shown = metric.example
    head = f"""{metric.title}. {metric.about}

    A reference is {metric.reference}; it is matched with {metric.matched}. {metric.when}
    """
    if isinstance(metric, Metric):
        return f"""{head}Inputs and options are those of `score`. One session gives a Result, files give Scores.

    >>> import hubbub
    >>> hubbub.{name}({reference}, {hypothesis}{", collar=5" if metric.timed else ""})
    {shown}
    """
    of_words = "Inputs are those of `score`; other arguments are fields of Options."
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
    dump_transcript(given(transcript).transcript, path, format, force)


def load_scores(scores: str | bytes | PathLike[str]) -> list[Scores | DiarizationScores]:
    """Scores from the JSON that `dump_scores` or a command with `-o scores.json` wrote: its text, or its path."""
    if isinstance(scores, PathLike) or (isinstance(scores, str) and scores.endswith((".json", ".json.gz"))):
        return scores_in(name_of(scores))
    return scores_from(scores)


def scores_in(path: str) -> list[Scores | DiarizationScores]:
    """The scores of a file, whatever it is called."""
    with opened(path) as file:
        return scores_from(whole(file, path), path)
