"""`hubbub.score`: word error rates and diarisation metrics of the same input, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hubbub.diarization.diarize import diarization_function
from hubbub.diarization.wder import as_words
from hubbub.errors import OptionError
from hubbub.formats.files import Path
from hubbub.model.diarization_metrics import OF_TIMES, DiarizationMetric
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores
from hubbub.model.metrics import any_metric_named
from hubbub.model.options import DEFAULT, DiarizationOptions, Options, shared_out, with_options
from hubbub.model.result import Result, Scores
from hubbub.model.values import is_iterable
from hubbub.prepare.inputs import Text
from hubbub.scoring import engine as words

Found = Result | Scores | DiarizationResult | DiarizationScores


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
    <cpWER 33.33%: 1 error in 3 words (0 ins, 0 del, 1 sub)>
    """
    if stream or resume is not None or executor is not None:
        chosen_options = with_options(DEFAULT, _for_words(options), fields)
        return _streamed(metrics, reference, hypothesis, chosen_options, stream, resume, executor)
    if isinstance(metrics, str):
        metric = any_metric_named(metrics)
        if isinstance(metric, DiarizationMetric):
            return diarization_function(metric)(reference, hypothesis, options, **fields)
        return words.score(metrics, reference, hypothesis, _for_words(options), **fields)
    names = list(metrics) if is_iterable(metrics) else metrics
    chosen = [any_metric_named(name) for name in names] if isinstance(names, list) else []
    diarization = [metric for metric in chosen if isinstance(metric, DiarizationMetric)]
    if not diarization:
        return words.score(names, reference, hypothesis, _for_words(options), **fields)
    if options is not None:
        raise OptionError("words and times have options of their own; give them by name, as in profile='dscore'")
    others = [metric for metric in chosen if not isinstance(metric, DiarizationMetric)]
    times = [metric for metric in diarization if not metric.of_words]
    with_words = [*others, *(as_words(metric) for metric in diarization if metric.of_words)]
    of_words, of_times = shared_out(fields, with_words, times) if times else (fields, {})
    found: dict[str, Any] = {}
    if others:
        found |= words.score([metric.called for metric in others], reference, hypothesis, **of_words)
    for metric in diarization:
        own = of_words if metric.of_words else of_times
        found[metric.name] = diarization_function(metric)(reference, hypothesis, **own)
    return {metric.called: found[metric.called] for metric in chosen}


def _streamed(
    metrics: str | Sequence[str],
    reference: Text,
    hypothesis: Text,
    options: Options,
    stream: bool,
    resume: Path | None,
    executor: Any,
) -> Any:
    """Results from an iterator; or Scores, if they are kept in a file to go on with."""
    from hubbub.scoring.streaming import by_name, kept, streamed

    names = [metrics] if isinstance(metrics, str) else metrics
    for name in names if is_iterable(names) else ():
        if isinstance(any_metric_named(name), DiarizationMetric):
            raise OptionError(f"{name} is scored here and at once; leave stream, resume and executor away")
    chosen = words.metrics_named(names)
    alone = isinstance(metrics, str)
    if resume is not None or executor is not None:
        if stream:
            raise OptionError("with resume or an executor, Scores are made; leave stream away")
        scores = kept(chosen, reference, hypothesis, options, resume, executor)
        return scores[0] if alone else by_name(chosen, scores)
    results = streamed(chosen, reference, hypothesis, options)
    return (found[0] for found in results) if alone else (by_name(chosen, found) for found in results)


def _for_words(options: Options | DiarizationOptions | None) -> Options | None:
    if isinstance(options, DiarizationOptions):
        raise OptionError(f"DiarizationOptions are for {', '.join(OF_TIMES)}; give Options")
    return options
