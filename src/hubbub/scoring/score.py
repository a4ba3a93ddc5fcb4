"""score(): reference and hypothesis in, Results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar, overload

from hubbub import _core
from hubbub.asclite import solve as asclite
from hubbub.errors import InputError, OptionError, TooLargeError
from hubbub.model.metrics import METRICS, Metric, Solver, metric_named
from hubbub.model.options import (
    Options,
    with_choices,
)
from hubbub.model.result import Result, Scores, Stage
from hubbub.prepare.inputs import Given, Sides, Text, given, is_path, match_sessions
from hubbub.prepare.prepare import Recipe, in_order, prepare
from hubbub.scoring.checks import check_choices
from hubbub.scoring.parallel import run
from hubbub.scoring.plan import plan
from hubbub.scoring.problem import Problem
from hubbub.scoring.solve import Limits, Solution, Solve, Task, align, as_stage, pair_best, pair_named, route
from hubbub.scoring.uwer import each


class Progress(Protocol):
    """Told how many sessions of how many are done, and what the search of the only one left has come to."""

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None: ...


T = TypeVar("T")
BRIEF = 40_000
"""Letters of a session, both sides together, up to which no step of the work lasts longer than a blink."""

SOLVERS: dict[Solver, Solve] = {
    "align": align,
    "each": each,
    "pair_named": pair_named,
    "pair_best": pair_best,
    "route": route,
}


def _known_of(metric: Metric, reference: T | None, hypothesis: T | None) -> dict[str, T]:
    """What is known of the two sides' times, for a metric that needs times."""
    sides = {"reference": reference, "hypothesis": hypothesis}
    return {side: known for side, known in sides.items() if known is not None and metric.timed}


def _by_groups(task: Task, name: str, sides: Sides, how: tuple[Recipe, Recipe]) -> Solution:
    """As asclite does it. Utterances stand in the order of their segments, which know the channel."""
    channels = [
        [segment.channel for segment in in_order(side.segments, recipe.side, recipe.sort)]
        for side, recipe in zip(sides, how, strict=True)
    ]
    regions = None if how[0].uem is None else how[0].uem.get(name)
    session = asclite.Session(
        list(zip(channels[0], task.problem.reference, strict=True)),
        list(zip(channels[1], task.problem.hypothesis, strict=True)),
        [*sides[0].ignored, *sides[1].ignored],
        regions,
    )
    return asclite.solve(task, session)


def _score_session(
    name: str, sides: Sides, metrics: Sequence[tuple[Metric, str]], how: tuple[Recipe, Recipe], limits: Limits
) -> list[Result]:
    reference, hypothesis = sides
    vocabulary = _core.Vocabulary()
    left = prepare(reference, how[0], vocabulary, hypothesis)
    right = prepare(hypothesis, how[1], vocabulary, reference)
    problem = Problem(left.utterances, right.utterances, vocabulary, how[0].key)
    results = []
    for metric, recipe_line in metrics:
        try:
            check_choices(metric, left, right)
            task = Task(problem, metric, limits)
            found = SOLVERS[metric.solver](task) if limits.asclite is None else _by_groups(task, name, sides, how)
        except (InputError, TooLargeError) as error:
            raise type(error)(f"session {name}: {error}" if name else str(error)) from None
        except MemoryError:
            text = f"session {name}: {metric.title} ran out of memory; lower --jobs, or score shorter sessions"
            raise TooLargeError(text) from None
        pairing = found.pairing or ()
        results.append(
            Result(
                metric=metric.name,
                session=name,
                signature=recipe_line,
                counts=found.alignment.errors,
                cost=found.cost,
                lower_bound=found.lower_bound,
                exact=found.exact,
                alignment=found.alignment,
                pairing=found.pairing,
                routing=found.routing,
                missed_speakers=sum(stream is None for _, stream in pairing),
                false_alarm_speakers=sum(speaker is None for speaker, _ in pairing),
                left_out={**left.left_out, **right.left_out, **found.left_out},
                stages=found.stages,
                self_overlap=_known_of(metric, left.overlap, right.overlap),
                long_segments=_known_of(metric, left.long, right.long),
            )
        )
    return results


def _letters(sessions: Mapping[str, Sides]) -> int:
    transcripts = (side for sides in sessions.values() for side in sides)
    return sum(sum([len(segment.words) for segment in side.segments]) for side in transcripts)


def _tell(progress: Progress, stop: _core.Stop, done: int, total: int) -> None:
    """With the stage of the search where only one session is left: of several nobody could say whose it is."""
    stage = stop.stage if total - done == 1 else None
    progress(done, total, None if stage is None else as_stage(stage))


def score_sessions(
    metrics: Iterable[str],
    reference: Given,
    hypothesis: Given,
    options: Options,
    system: str = "hyp",
    progress: Progress | None = None,
) -> list[Scores]:
    """Every session of the reference under every metric."""
    lines, how, limits = plan(tuple(metrics), options)
    sessions, silent, unscored = match_sessions(reference, hypothesis, options)
    # To start a thread takes as long as to score a minute. Where there is little to do, the core looks for Ctrl-C.
    brief = progress is None and len(sessions) == 1 and _letters(sessions) <= BRIEF
    stop = _core.Stop(signals=brief)
    limits = limits._replace(stop=stop)
    tasks = [partial(_score_session, name, sides, lines, how, limits) for name, sides in sessions.items()]
    told = None if progress is None else partial(_tell, progress, stop)
    results = run(tasks, options.jobs, None if brief else stop.set, told)
    return [
        Scores(
            {name: own[i] for name, own in zip(sessions, results, strict=True)},
            metric.name,
            line,
            system,
            silent,
            unscored,
        )
        for i, (metric, line) in enumerate(lines)
    ]


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
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    chosen = [metric_named(name) for name in names]
    if not chosen:
        raise OptionError(f"no metric; choose from {', '.join(METRICS)}")
    pairs = all(metric.solver == "align" for metric in chosen) and _sentences(reference) and _sentences(hypothesis)
    if pairs and len(reference) != len(hypothesis):  # type: ignore[arg-type]
        raise InputError("as many hypotheses as references are needed; give pairs, one for one")
    left = given(reference, options.format, lists_are_sessions=pairs)
    right = given(hypothesis, options.format, lists_are_sessions=pairs)
    many = left.many or right.many
    scores = score_sessions(names, left, right, options)
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
