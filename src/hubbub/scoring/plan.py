"""The plan of a scoring: the options for the chosen metrics, read once, checked and translated for the core."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, cast

from hubbub import _core
from hubbub.errors import MissingOptionError, OptionError, shown, written
from hubbub.formats import load
from hubbub.formats.uem import regions
from hubbub.model.diarization_metrics import OF_TIMES, DiarizationMetric
from hubbub.model.metrics import METRICS, Metric, as_words
from hubbub.model.options import INTERVALS, OPTIONS, TIMES, WORDS, AnyMetric, Options, is_default, merged, read
from hubbub.model.settings import UNIT_COSTS, Settings, Uem
from hubbub.model.signatures import all_endings
from hubbub.model.timing import TIMINGS
from hubbub.model.transcript import Region, Segment, Transcript
from hubbub.parallel import allowed
from hubbub.platform import searches_at_once
from hubbub.prepare.texts import TextRecipe
from hubbub.prepare.uem_objects import regions_in
from hubbub.streams import digest
from hubbub.text.normalizers import with_absolute_paths
from hubbub.text.units import CHARACTER_UNITS, UNITS
from hubbub.version import __version__

ASCLITE_COSTS = (0, 4, 3, 3)
"""The costs with which the core scores asclite's groups."""


def read_uem(uem: Any) -> Uem | None:
    """Returns the regions of a UEM: paths, a Transcript, the objects of `uem_objects.py`, or what was read before."""
    if uem is None or isinstance(uem, Uem):
        return uem
    found = None if isinstance(uem, Transcript) else regions_in(uem)
    if found is None:
        files = uem if isinstance(uem, (list, tuple)) else [uem]
        transcript = uem if isinstance(uem, Transcript) else load(*files, format="uem")
    else:
        transcript = Transcript([Segment("", one.session, None, one.start, one.end, one.channel) for one in found])
    by_session: dict[str, list[Region]] = {}
    for region in regions(transcript):
        by_session.setdefault(region.session, []).append(region)
    text = repr(sorted((region.session, region.start, region.end) for region in chain(*by_session.values())))
    return Uem(by_session, digest(text))


def check(settings: Settings, metrics: Sequence[Metric]) -> None:
    """Raises if options do not fit each other or a metric."""
    sorts = settings.ref_sort, settings.hyp_sort
    timed = [metric.title for metric in metrics if metric.timed]
    if timed and settings.collar is None:
        raise MissingOptionError(f"{timed[0]} needs a collar in seconds; add {written('collar', 5)}")
    whole = [metric.title for metric in metrics if metric.solver in ("route", "each")]
    if whole and "word" in sorts:
        raise OptionError(f"{whole[0]} routes segments whole, so words cannot be sorted; sort by segment")
    if settings.prove and settings.effort is not None:
        raise OptionError(f"{written('prove')} removes the limit of {written('effort')}; drop one of them")
    for name in ("overlap_limit", "no_gaps"):
        if getattr(settings, name) and not settings.asclite:
            raise OptionError(f"{written(name)} applies to groups of asclite; add {written('asclite', True)}")
    if settings.asclite:
        others = [metric.name for metric in metrics if metric.name != "mdwer"]
        if others:
            raise OptionError(f"asclite counts only MD-WER; score {others[0]} without {written('asclite')}")
        if settings.costs not in (UNIT_COSTS, ASCLITE_COSTS):
            raise OptionError(f"the costs of asclite are {','.join(map(str, ASCLITE_COSTS))}; drop {written('costs')}")
        if "word" in sorts:
            raise OptionError("the groups of asclite consist of segments; sort segments, not words")
    for name in ("fragments", "optional_words"):
        unable = [metric for metric in metrics if not metric.takes_choices]
        if getattr(settings, name) and unable:
            known = ", ".join(metric.name for metric in METRICS.values() if metric.takes_choices)
            routes = "segments whole" if unable[0].pieces == "utterance" else "words one by one"
            raise OptionError(
                f"{unable[0].title} routes {routes} and does not support {written(name)}; use one of {known}"
            )


def check_effect(
    settings: Settings, words: Sequence[Metric], times: Sequence[DiarizationMetric], names: Iterable[str]
) -> None:
    """Raises if one of these options has no effect on any of the metrics."""
    all_metrics: list[AnyMetric] = [*words, *times]
    first = all_metrics[0].name
    kinds = {*([WORDS] if words else ()), *([TIMES] if times else ())}
    timed = [metric.name for metric in words if metric.timed]
    for name in names:
        option = OPTIONS[name]
        if option.kinds == (INTERVALS,):
            raise OptionError(f"{written(name)} is about confidence intervals, not scores; use scores.interval()")
        if kinds.isdisjoint(option.kinds):
            use = f"use it with {', '.join(OF_TIMES)}" if TIMES in option.kinds else "drop it"
            subject = "who speaks when" if TIMES in option.kinds else "words"
            raise OptionError(f"{first} ignores {subject}, so {written(name)} has no effect; {use}")
        if name == "collar" and timed and times:
            raise OptionError(
                f"a collar has different meanings for {timed[0]} and {times[0].name}; score them one by one"
            )
        if option.idle is None or (times and TIMES in option.kinds) or is_default(settings, name):
            continue
        reasons = [
            option.idle(settings if metric.unit is None else settings._replace(unit=metric.unit), metric)
            for metric in words
        ]
        if all(reasons):
            raise OptionError(reasons[0])


def signature(metric: AnyMetric, settings: Settings) -> str:
    """Returns the signature: a line with all that is needed to reproduce a score."""
    kind = TIMES if isinstance(metric, DiarizationMetric) else WORDS
    used = (option.part for option in OPTIONS.values() if option.part is not None and kind in option.kinds)
    parts = (metric.name, *(part(settings, metric) for part in used), f"v:{__version__}")
    # Bytes that are not text, from a command line, are escaped.
    return "|".join(filter(None, parts)).encode(errors="backslashreplace").decode()


class Plan(NamedTuple):
    """The metrics and settings of a scoring, also in the form that the core takes."""

    asked: tuple[AnyMetric, ...]
    """The metrics in the order of the caller."""
    metrics: tuple[Metric, ...]
    """Metrics of words, including those that compare the speakers of words."""
    times: tuple[DiarizationMetric, ...]
    """Metrics of times."""
    settings: Settings
    options: Options
    """The options of the caller."""
    signatures: tuple[str, ...]
    """The signature of each metric of words."""
    texts: tuple[TextRecipe, TextRecipe]
    """How the texts of the reference and of the hypothesis are prepared."""
    core: _core.Plan
    by_channel: bool
    """Whether a session with separate channels has a row for each of them, as all metrics score these one by one."""
    by_unit: tuple[tuple[tuple[int, ...], Any], ...] = ()
    """If several units are counted: for each unit the places of its metrics, and their Plan."""

    def under(self, asked: tuple[AnyMetric, ...]) -> "Plan":
        """Returns the plan for other metrics with the same settings."""
        return self if asked == self.asked else planned(asked, self.settings, self.options, self.by_channel)

    def replace(self, **settings: Any) -> "Plan":
        """Returns the plan with other settings."""
        return planned(self.asked, self.settings._replace(**settings), self.options, self.by_channel)

    @property
    def accepted(self) -> list[Sequence[str]]:
        """For each metric its signature, and those of searches that ended at a limit."""
        return [all_endings(signature, self.settings) for signature in self.signatures]

    @property
    def portable(self) -> Options:
        """The options for another process, with the content of files instead of their names."""
        read_here = {name: getattr(self.settings, name) for name in ("uem", "session_map", "corrections")}
        normalizer = with_absolute_paths(self.options.get("normalizer"))
        return cast(Options, {**self.options, **read_here, "normalizer": normalizer})


def _by_kind(asked: Sequence[AnyMetric]) -> tuple[tuple[Metric, ...], tuple[DiarizationMetric, ...]]:
    """Returns the metrics of words, also those that compare the speakers of words, and those of who speaks when."""
    times = tuple(metric for metric in asked if isinstance(metric, DiarizationMetric) and not metric.of_words)
    words = (as_words(one) if isinstance(one, DiarizationMetric) else one for one in asked if one not in times)
    return tuple(words), times


def planned(asked: tuple[AnyMetric, ...], settings: Settings, options: Options, by_channel: bool = True) -> Plan:
    """Returns the plan for settings that are checked. `by_channel` is whether the other metrics of a table allow it."""
    words, times = _by_kind(asked)
    by_channel = by_channel and not times and all(metric.by_channel for metric in words)
    units = {metric.unit or settings.unit for metric in words}
    if units and units != {settings.unit} and len(units) == 1:
        settings = settings._replace(unit=units.pop())
    if len(units) < 2 and any(metric.unit for metric in words):
        words = tuple(metric._replace(unit=None) for metric in words)
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
    by_unit = []
    for unit in dict.fromkeys(metric.unit or settings.unit for metric in words) if len(units) > 1 else ():
        places = tuple(place for place, metric in enumerate(words) if (metric.unit or settings.unit) == unit)
        group = tuple(words[place]._replace(unit=None) for place in places)
        by_unit.append((places, planned(group, settings._replace(unit=unit), options, by_channel)))
    return Plan(
        asked,
        words,
        times,
        settings,
        options,
        tuple(
            signature(metric, settings if metric.unit is None else settings._replace(unit=metric.unit))
            for metric in words
        ),
        (text._replace(sort=settings.ref_sort), text._replace(sort=settings.hyp_sort, side="hypothesis")),
        _core_plan(words, settings),
        by_channel,
        tuple(by_unit),
    )


def _core_metric(metric: Metric, asclite: bool) -> _core.Metric:
    return _core.Metric(
        "asclite" if asclite else metric.solver,
        metric.queues == "speaker",
        metric.pieces == "word",
        metric.swapped,
        metric.timed,
        metric.takes_choices,
        metric.by_channel,
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


STEPS = 300e9
"""Work of a session's search by default, about 30 s on a common core."""


def _work(settings: Settings) -> float:
    """Returns the allowed work of a search; a limit of its time replaces the default."""
    if settings.prove or (settings.effort is None and settings.time_limit is not None):
        return float("inf")
    return STEPS * (1 if settings.effort is None else float(settings.effort))


NO_OPTIONS: Options = {}
NO_FILES = frozenset({"uem", "session_map", "corrections"})
"""Options whose files may change between two calls."""
MOST = 64
_plans: dict[Any, Plan] = {}
"""Caches plans, since reading options takes longer than scoring a short pair."""


def plan_of(
    asked: tuple[AnyMetric, ...],
    options: Options | None = None,
    fields: Mapping[str, Any] = NO_OPTIONS,
    searched: Sequence[Metric] = (),
) -> Plan:
    """Returns the plan for these metrics, with the options of an object and those given by name.

    This is the only reader of options. An option given by name must have an effect on one of the metrics, or of those
    that will be searched besides.
    """
    metric = asked[0]
    key: Any = (metric.name, metric.unit) if len(asked) == 1 else tuple((one.name, one.unit) for one in asked)
    try:
        if fields:  # the types count too: True equals 1 but is not a number of threads
            key = key, *fields.items(), *map(type, fields.values()), *_types(fields.get("costs"))
        if searched:
            key = key, *searched
        if options is not None:
            key = key, None, *options.items(), *map(type, options.values()), *_types(options.get("costs"))
        plan = _plans.get(key)
    except (TypeError, AttributeError):  # a value is not hashable, or the options are not a dict
        return _new_plan(asked, merged(options, fields), fields, searched)
    if plan is None or plan.asked != asked:
        both = merged(options, fields)
        plan = _new_plan(asked, both, fields, searched)
        if NO_FILES.isdisjoint(both) and "glm" not in str(both.get("normalizer")):
            if len(_plans) >= MOST:
                _plans.clear()
            _plans[key] = plan
    return plan


def _types(costs: Any) -> Iterable[type]:
    return map(type, costs) if isinstance(costs, tuple) else ()


def _new_plan(
    asked: tuple[AnyMetric, ...], options: Options, fields: Collection[str], searched: Sequence[Metric] = ()
) -> Plan:
    unit = options.get("unit")
    if isinstance(unit, str) and unit in CHARACTER_UNITS:
        asked = tuple(metric if metric.unit is None else metric._replace(unit=unit) for metric in asked)
    for metric in asked:
        if metric.unit is not None and unit not in (None, metric.unit):
            raise OptionError(
                f"{metric.called} counts characters, not {shown(unit)}; drop {written('unit')}, or use {metric.name}"
            )
    settings = read(options)
    settings = settings._replace(uem=read_uem(settings.uem))
    words, times = _by_kind(asked)
    check(settings, words)
    given = [name for name in fields if options.get(name) is not None and options.get(name) is not False]
    if given:
        check_effect(settings, (*words, *searched), times, given)
    return planned(asked, settings, Options(**options))
