"""The plan of a scoring: the options for the chosen metrics, read once, checked and translated for the core."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from hubbub import _core
from hubbub.errors import OptionError, written
from hubbub.formats import load
from hubbub.formats.uem import regions
from hubbub.model.metrics import METRICS, Metric
from hubbub.model.options import (
    DEFAULT,
    UNIT_COSTS,
    DiarizationOptions,
    Options,
    Settings,
    read,
    signature,
    signature_of,
)
from hubbub.model.session_names import map_part, suffix_part
from hubbub.model.timing import TIMINGS
from hubbub.model.transcript import Region, Transcript
from hubbub.parallel import allowed
from hubbub.platform import searches_at_once
from hubbub.prepare.texts import TextRecipe
from hubbub.streams import digest
from hubbub.text.units import UNITS

ASCLITE_COSTS = (0, 4, 3, 3)
"""The costs with which the core scores asclite's groups."""


class Uem(NamedTuple):
    """The regions of time that are scored."""

    regions: dict[str, list[Region]]
    """The regions of each session."""
    digest: str
    """A short hash of the regions, for the signature."""


def read_uem(uem: Any) -> Uem | None:
    """The regions of a UEM, which is a path, a list of paths or a Transcript."""
    if uem is None:
        return None
    files = uem if isinstance(uem, (list, tuple)) else [uem]
    transcript = uem if isinstance(uem, Transcript) else load(*files, format="uem")
    by_session: dict[str, list[Region]] = {}
    for region in regions(transcript):
        by_session.setdefault(region.session, []).append(region)
    text = repr(sorted((region.session, region.start, region.end) for region in chain(*by_session.values())))
    return Uem(by_session, digest(text))


def check(settings: Settings, metrics: Sequence[Metric]) -> None:
    """Raise an error where options do not fit each other or a metric."""
    sorts = settings.ref_sort, settings.hyp_sort
    timed = [metric.title for metric in metrics if metric.timed]
    if timed and settings.collar is None:
        raise OptionError(f"{timed[0]} needs a collar; give it in seconds, as in {written('collar', 5)}")
    whole = [metric.title for metric in metrics if metric.solver in ("route", "each")]
    if whole and "word" in sorts:
        raise OptionError(f"sorting words would cut the segments that {whole[0]} takes whole; sort segments")
    if settings.prove and settings.effort is not None:
        raise OptionError(f"{written('prove')} lifts the limit that {written('effort')} sets; give one of them")
    for name in ("overlap_limit", "no_gaps"):
        if getattr(settings, name) and not settings.asclite:
            raise OptionError(f"{written(name)} is about asclite's groups; give it with {written('asclite', True)}")
    if settings.asclite:
        others = [metric.name for metric in metrics if metric.name != "mdwer"]
        if others:
            raise OptionError(f"asclite counts MD-WER alone; score {others[0]} without {written('asclite')}")
        if settings.costs not in (UNIT_COSTS, ASCLITE_COSTS):
            raise OptionError(f"asclite's costs are {','.join(map(str, ASCLITE_COSTS))}; leave {written('costs')} away")
        if "word" in sorts:
            raise OptionError("asclite's groups hold segments; sort segments, not words")
    for name in ("fragments", "optional_words"):
        unable = [metric for metric in metrics if not metric.takes_choices]
        if getattr(settings, name) and unable:
            known = ", ".join(metric.name for metric in METRICS.values() if metric.takes_choices)
            routes = "segments whole" if unable[0].pieces == "utterance" else "words one by one"
            raise OptionError(f"{unable[0].title} routes {routes} and knows no {written(name)}; use one of {known}")


class Plan(NamedTuple):
    """The metrics and settings of a scoring, also in the form that the core takes."""

    metrics: tuple[Metric, ...]
    signatures: tuple[str, ...]
    settings: Settings
    texts: tuple[TextRecipe, TextRecipe]
    """How the texts of the reference and of the hypothesis are prepared."""
    core: _core.Plan


def _core_metric(metric: Metric, asclite: bool) -> _core.Metric:
    return _core.Metric(
        "asclite" if asclite else metric.solver,
        metric.queues == "speaker",
        metric.pieces == "word",
        metric.swapped,
        metric.timed,
        metric.takes_choices,
    )


def _core_plan(metrics: Sequence[Metric], settings: Settings) -> _core.Plan:
    timed = any(metric.timed for metric in metrics)
    words_sorted = "word" in (settings.ref_sort, settings.hyp_sort)

    def recipe(sort: str, timing: str) -> _core.Recipe:
        way = TIMINGS[timing]
        return _core.Recipe(
            order=sort,
            timed=timed or words_sorted,
            share=way.share,
            points=way.points,
            only_own=way.only_own,
            collar=settings.collar if timed else None,
            whole=settings.asclite,
        )

    return _core.Plan(
        [_core_metric(metric, settings.asclite) for metric in metrics],
        recipe(settings.ref_sort, settings.ref_timing),
        recipe(settings.hyp_sort, settings.hyp_timing),
        _core.Costs(*settings.costs),
        optional_words=settings.optional_words,
        fragments=settings.fragments,
        overlap_limit=settings.overlap_limit or 0,
        gaps=not settings.no_gaps,
        memory=settings.memory,
        searches=searches_at_once(settings.memory),
        seconds=float("inf") if settings.time_limit is None else settings.time_limit,
        work=_work(settings),
        threads=allowed(settings.jobs),
    )


STEPS = 20e9
"""Of work, for a session's search: some 30 s on a common core."""


def _work(settings: Settings) -> float:
    """What a search may do. Who limits the time wants the time to be used."""
    if settings.prove or (settings.effort is None and settings.time_limit is not None):
        return float("inf")
    return STEPS * (1 if settings.effort is None else float(settings.effort))


def _new_plan(metrics: tuple[Metric, ...], options: Options) -> Plan:
    settings = read(options)._replace(uem=read_uem(options.uem))
    check(settings, metrics)
    text = TextRecipe(
        settings.normalizer.normalize,
        UNITS[settings.unit],
        optional=settings.optional_words,
        literal=settings.asclite and not settings.optional_words,
        alone=settings.asclite and settings.optional_words,
        ignore_case=settings.asclite,
        marks=settings.normalizer.marks,
    )
    text = text._replace(plain=not (text.changes or settings.asclite))
    return Plan(
        metrics,
        tuple(signature(metric, settings) for metric in metrics),
        settings,
        (text._replace(sort=settings.ref_sort), text._replace(sort=settings.hyp_sort, side="hypothesis")),
        _core_plan(metrics, settings),
    )


@lru_cache(maxsize=16)
def _known_plan(metrics: tuple[Metric, ...], options: Options, kinds: tuple[type, ...]) -> Plan:  # noqa: ARG001
    """The kinds of the values belong to the key: True equals 1 but is no number of threads."""
    return _new_plan(metrics, options)


_default_plans: dict[str | tuple[str, ...], Plan] = {}


def plan(metrics: tuple[Metric, ...], options: Options) -> Plan:
    """The plan for these metrics and options.

    Plans are cached: thousands of short texts are often scored one by one with the same options.
    """
    if options is DEFAULT:
        names = metrics[0].name if len(metrics) == 1 else tuple(metric.name for metric in metrics)
        known = _default_plans.get(names)  # a name is hashed sooner than all fields of metrics and options
        if known is None or known.metrics != metrics:
            known = _default_plans[names] = _new_plan(metrics, options)
        return known
    of_files = options.uem, options.session_map, options.corrections
    if any(file is not None for file in of_files) or "glm" in str(options.normalizer):  # files may change
        return _new_plan(metrics, options)
    try:
        return _known_plan(metrics, options, (*map(type, options), *map(type, options.costs)))
    except TypeError:  # an option is not hashable: a list, or an object that is called as a normaliser
        return _new_plan(metrics, options)


def signature_line(parts: Sequence[str], options: DiarizationOptions, uem: Uem | None) -> str:
    """The signature of a diarisation metric: its own parts, then those that all diarisation metrics have."""
    shared = [
        "" if uem is None else f"uem:{uem.digest}",
        "" if options.regex is None else "regex:" + options.regex.replace("|", "\\|"),
        map_part(options),
        suffix_part(options),
        "partial" if options.partial else "",
    ]
    return signature_of((*parts, *shared))
