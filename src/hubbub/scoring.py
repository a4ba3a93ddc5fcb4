"""score(): reference and hypothesis in, Results out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from hubbub import _core, asclite
from hubbub.checks import check_choices, check_options
from hubbub.errors import InputError, OptionError, TooLargeError
from hubbub.inputs import Given, Text, given, is_path
from hubbub.metrics import METRICS, Metric, Solver, metric_named
from hubbub.normalizers import parse as parse_normalizer
from hubbub.options import (
    DiarizationOptions,
    Options,
    parse_bytes,
    parse_costs,
    parse_count,
    parse_seconds,
    with_choices,
)
from hubbub.parallel import run
from hubbub.prepare import Recipe, in_order, prepare
from hubbub.problem import Problem
from hubbub.result import Result, Scores, Stage
from hubbub.solve import Asclite, Limits, Solution, Solve, Task, align, as_stage, pair_best, pair_named, route
from hubbub.timing import SORTS, TIMINGS, Timing
from hubbub.transcript import Region, Transcript
from hubbub.units import UNITS
from hubbub.utterancewise import each
from hubbub.version import __version__


class Progress(Protocol):
    """Told how many sessions of how many are done, and what the search of the only one left has come to."""

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None: ...


Sides = tuple[Transcript, Transcript]
NOTHING = Transcript([])
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


def signature(metric: Metric, options: Options, uem: str | None) -> str:
    """The line that reproduces a number."""
    costs, sorts = parse_costs(options.costs), (options.ref_sort, options.hyp_sort)
    parts = [
        metric.name,
        f"collar:{parse_seconds(options.collar or 0, 'collar'):g}" if metric.timed else "",
        f"timing:{TIMINGS[options.ref_timing].short}/{TIMINGS[options.hyp_timing].short}" if metric.timed else "",
        "" if sorts == ("segment", "segment") else f"sort:{'/'.join(sorts)}",
        "" if costs == (0, 1, 1, 1) else "costs:" + ",".join(map(str, costs)),
        "asclite" if options.asclite else "",
        "" if options.overlap_limit is None else f"overlap-limit:{options.overlap_limit}",
        "no-gaps" if options.no_gaps else "",
        "fragments" if options.fragments else "",
        "optional-words" if options.optional_words else "",
        f"norm:{parse_normalizer(options.normalizer).signature}",
    ]
    return signature_line(parts, options, uem, f"unit:{options.unit}")


def signature_line(parts: Sequence[str], options: Options | DiarizationOptions, uem: str | None, *more: str) -> str:
    """The parts of a metric's own, with those that all metrics have."""
    shared = [
        "" if uem is None else f"uem:{uem}",
        "" if options.regex is None else "regex:" + options.regex.replace("|", "\\|"),
        "partial" if options.partial else "",
    ]
    return "|".join(part for part in (*parts, *shared, *more, f"v:{__version__}") if part)


def read_uem(uem: Any) -> tuple[dict[str, list[Region]] | None, str | None]:
    """The regions of each session, and a digest of them for the signature."""
    if uem is None:
        return None, None
    from hashlib import sha256

    from hubbub.formats import load
    from hubbub.formats.uem import regions

    transcript = uem if isinstance(uem, Transcript) else load(uem, format="uem")
    found: dict[str, list[Region]] = {}
    for region in regions(transcript):
        found.setdefault(region.session, []).append(region)
    text = repr(sorted((r.session, r.start, r.end) for all_ in found.values() for r in all_))
    return found, sha256(text.encode()).hexdigest()[:8]


def _known(what: str, name: str, known: Iterable[str]) -> str:
    if name not in known:
        raise OptionError(f"unknown {what} {name!r}; choose from {', '.join(known)}")
    return name


def recipes(options: Options, metrics: Sequence[Metric], uem: dict[str, list[Region]] | None) -> tuple[Recipe, Recipe]:
    """How reference and hypothesis are prepared so that all of the metrics can be computed."""
    timed = [metric.title for metric in metrics if metric.timed]
    if timed and options.collar is None:
        raise OptionError(f"{timed[0]} needs a collar; give it in seconds, as in --collar 5")
    whole = [metric.title for metric in metrics if metric.solver in ("route", "each")]
    if whole and "word" in (options.ref_sort, options.hyp_sort):
        raise OptionError(f"sorting words would cut the segments that {whole[0]} takes whole; sort segments")
    words_sorted = "word" in (options.ref_sort, options.hyp_sort)
    check_options(options, metrics)

    def one(side: str, sort: str, timing: str) -> Recipe:
        chosen: Timing = TIMINGS[_known("timing", timing, TIMINGS)]
        return Recipe(
            side,
            parse_normalizer(options.normalizer).normalize,
            UNITS[_known("unit", options.unit, UNITS)],
            uem,
            _known("sort", sort, SORTS),
            chosen if timed or words_sorted else None,
            parse_seconds(options.collar or 0, "collar") if timed else None,
            optional=options.optional_words,
            literal=options.asclite and not options.optional_words,
            whole=options.asclite,
            key=str.lower if options.asclite else None,
        )

    return (
        one("reference", options.ref_sort, options.ref_timing),
        one("hypothesis", options.hyp_sort, options.hyp_timing),
    )


def match_sessions(
    reference: Given, hypothesis: Given, options: Options | DiarizationOptions
) -> tuple[dict[str, Sides], list[str], list[str]]:
    """The two sides of every session of the reference; sessions that are silent; sessions left unscored."""
    left, right = reference.transcript.sessions(), hypothesis.transcript.sessions()
    if not (reference.many or hypothesis.many) and max(len(left), len(right)) <= 1:
        # Plain data name no session, or only one side does: there is nothing to choose.
        name = next(iter(left), "") or next(iter(right), "")
        if name == "" or len(left) == 0 or len(right) == 0 or "" in left or "" in right:
            return {name: (next(iter(left.values()), NOTHING), next(iter(right.values()), NOTHING))}, [], []
    if options.regex is not None:
        try:
            wanted = re.compile(options.regex)
        except re.error as error:
            raise OptionError(f"regex {options.regex!r}: {error}; it must be a regular expression") from None
        names = list(left)
        left = {name: side for name, side in left.items() if wanted.fullmatch(name)}
        right = {name: side for name, side in right.items() if wanted.fullmatch(name)}
        if not left:
            raise InputError(f"regex {options.regex!r} matches none of {_some(names)}; it must match a whole name")
    unknown = [name for name in right if name not in left]
    if unknown and not options.partial:
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: {_some(unknown)} not in the reference"
            f" ({_some(list(left))}); check the names, or leave them out with --partial"
        )
    if unknown and len(unknown) == len(right):
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: no session of the reference ({_some(list(left))})"
            " is in it; check the names"
        )
    silent = [name for name in left if name not in right]
    return {name: (side, right.get(name, NOTHING)) for name, side in left.items()}, silent, unknown


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"session{'s' if len(names) > 1 else ''} {shown}{more}"


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
    return sum(len(segment.words) for sides in sessions.values() for side in sides for segment in side.segments)


def _tell(progress: Progress, stop: _core.Stop, done: int, total: int) -> None:
    """With the stage of the search where only one session is left: of several nobody could say whose it is."""
    stage = stop.stage if total - done == 1 else None
    progress(done, total, None if stage is None else as_stage(stage))


class Plan(NamedTuple):
    """What the options come to for the metrics that were chosen."""

    metrics: tuple[tuple[Metric, str], ...]
    """Each with its signature."""
    how: tuple[Recipe, Recipe]
    limits: Limits


def _new_plan(names: tuple[str, ...], options: Options) -> Plan:
    chosen = [metric_named(name) for name in names]
    uem, digest = read_uem(options.uem)
    how = recipes(options, chosen, uem)
    if options.jobs is not None and options.jobs < 1:
        raise OptionError(f"jobs {options.jobs} is not a number of threads; give 1 or more")
    limits = Limits(
        parse_costs(options.costs),
        parse_seconds(options.collar or 0, "collar"),
        parse_bytes(options.memory),
        float("inf") if options.time_limit is None else parse_seconds(options.time_limit, "time limit"),
        optional_words=options.optional_words,
        fragments=options.fragments,
        asclite=Asclite(parse_count(options.overlap_limit, "overlap limit"), not options.no_gaps)
        if options.asclite
        else None,
    )
    return Plan(tuple((metric, signature(metric, options, digest)) for metric in chosen), how, limits)


_known_plan = lru_cache(maxsize=16)(_new_plan)


def plan(names: tuple[str, ...], options: Options) -> Plan:
    """Thousands of short texts are often scored one by one with the same options, which are then read once."""
    try:
        hash(options)
    except TypeError:  # a list, or a function object that cannot be a key
        return _new_plan(names, options)
    return _known_plan(names, options) if options.uem is None else _new_plan(names, options)


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
