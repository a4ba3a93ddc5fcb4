"""score(): reference and hypothesis in, Results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol, overload

from hubbub import _core
from hubbub.errors import InputError, OptionError
from hubbub.model.metrics import METRICS, Metric, metric_named
from hubbub.model.options import Options, with_choices
from hubbub.model.result import Result, Scores, Stage
from hubbub.model.transcript import Region
from hubbub.prepare.inputs import Given, Matched, Text, given, is_path, match_sessions
from hubbub.prepare.texts import source_of
from hubbub.scoring.faults import explained
from hubbub.scoring.outcome import Found, Origin, Results, as_stage
from hubbub.scoring.plan import plan


class Progress(Protocol):
    """Told how many sessions of how many are done, and what the search of the only one left has come to."""

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None: ...


def _pairs(matched: Matched, left: list[str], right: list[str]) -> list[tuple[int, int]] | None:
    """Places of the sessions among those of both sides, -1 where one has no segment of it; None if all are in order."""
    if matched.left == left and matched.right == right:
        return None
    places = [{name: place for place, name in enumerate(names)} for names in (left, right)]
    return [
        (-1 if one is None else places[0].get(one, -1), -1 if other is None else places[1].get(other, -1))
        for one, other in zip(matched.left, matched.right, strict=True)
    ]


def _regions(regions: Iterable[Region], names: Sequence[str | None]) -> list[tuple[int, float, float, str | None]]:
    """Regions as the core takes them, by the places of their sessions."""
    regions = list(regions)
    places = {name: place for place, name in enumerate(names)} if regions else {}
    return [
        (places[region.session], region.start, region.end, region.channel)
        for region in regions
        if region.session in places
    ]


def score_sessions(
    metrics: Sequence[Metric],
    reference: Given,
    hypothesis: Given,
    options: Options,
    system: str = "hyp",
    progress: Progress | None = None,
) -> list[Scores]:
    """Every session of the reference under every metric: one call of the core."""
    asked = plan(tuple(metrics), options)
    matched = match_sessions(reference, hypothesis, options)
    sides = reference.transcript, hypothesis.transcript
    left, right = (source_of(side, recipe) for side, recipe in zip(sides, asked.texts, strict=True))
    uem = asked.settings.uem
    try:
        outcome = _core.score(
            asked.core,
            left,
            right,
            _pairs(matched, left.sessions, right.sessions),
            _regions(sides[0].ignored, matched.left),
            _regions(sides[1].ignored, matched.right),
            [] if uem is None else _regions((r for own in uem.regions.values() for r in own), matched.names),
            None if progress is None else partial(_tell, progress),
        )
    except _core.Fault as fault:
        raise explained(fault, sides, matched.names, asked.metrics) from None
    found = Found(outcome, Origin(sides[0].columns, left), Origin(sides[1].columns, right))
    return [
        Scores(
            Results(found, number, metric, line, matched.names),
            metric.name,
            line,
            system,
            matched.silent,
            matched.unscored,
        )
        for number, (metric, line) in enumerate(zip(asked.metrics, asked.signatures, strict=True))
    ]


def _tell(progress: Progress, done: int, total: int, stage: _core.Stage | None) -> None:
    progress(done, total, None if stage is None else as_stage(stage))


@overload
def score(
    metrics: str, reference: Text, hypothesis: Text, options: Options | None = ..., **choices: Any
) -> Result | Scores: ...
@overload
def score(
    metrics: Sequence[str], reference: Text, hypothesis: Text, options: Options | None = ..., **choices: Any
) -> dict[str, Result] | dict[str, Scores]: ...
def score(
    metrics: str | Sequence[str], reference: Text, hypothesis: Text, options: Options | None = None, **choices: Any
) -> Result | Scores | dict[str, Result] | dict[str, Scores]:
    """Score a hypothesis against a reference under one metric, or under several.

    Reference and hypothesis are text, lists, dicts, paths, Segments or Transcripts. One session gives a Result,
    files give Scores: a mapping of session to Result. Several metrics give a dict by name. The choices are the
    fields of Options.

    >>> score("cpwer", {"Alice": "hi there", "Bob": "hello"}, ["hello", "hi here"])
    <cpWER 33.33%: 1 error in 3 words (0 ins, 0 del, 1 sub)>
    """
    options = with_choices(options or Options(), choices)
    chosen = [metric_named(name) for name in ([metrics] if isinstance(metrics, str) else metrics)]
    if not chosen:
        raise OptionError(f"no metric; choose from {', '.join(METRICS)}")
    pairs = all(metric.solver == "align" for metric in chosen) and _sentences(reference) and _sentences(hypothesis)
    if pairs and len(reference) != len(hypothesis):  # type: ignore[arg-type]
        raise InputError("as many hypotheses as references are needed; give pairs, one for one")
    left = given(reference, options.format, lists_are_sessions=pairs)
    right = given(hypothesis, options.format, lists_are_sessions=pairs)
    many = left.many or right.many
    scores = score_sessions(chosen, left, right, options)
    results: list[Any] = [one if many else next(iter(one.values())) for one in scores]
    return (
        results[0]
        if isinstance(metrics, str)
        else {one.metric: result for one, result in zip(scores, results, strict=True)}
    )


def _sentences(data: Text) -> bool:
    """For a metric of one sequence against one, a list of texts is a list of problems."""
    return isinstance(data, (list, tuple)) and all(isinstance(text, str) and not is_path(text) for text in data)


def metric_function(metric: Metric) -> Callable[..., Result | Scores]:
    """The function of the API that scores under this metric."""

    def function(reference: Text, hypothesis: Text, options: Options | None = None, **choices: Any) -> Result | Scores:
        return score(metric.name, reference, hypothesis, options, **choices)

    reference, hypothesis, shown = metric.example
    function.__name__ = function.__qualname__ = metric.name
    function.__module__ = "hubbub"
    function.__doc__ = f"""{metric.title}. {metric.about}

    A reference is {metric.reference}; it is matched with {metric.matched}. {metric.when}
    Inputs and choices are those of `score`. One session gives a Result, files give Scores.

    >>> import hubbub
    >>> hubbub.{metric.name}({reference}, {hypothesis}{", collar=5" if metric.timed else ""})
    {shown}
    """
    return function
