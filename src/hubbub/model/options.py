"""The options of a user, each a documented field. Commands, documentation and signatures are derived from them."""

# The annotations are read at run time, so they are not postponed here.

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

from hubbub.errors import OptionError, shown, written
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, PROFILES, DiarizationMetric
from hubbub.model.metrics import METRICS, Metric, nearest, timed_twin
from hubbub.model.session_names import map_part, read_session_map, read_suffixes, suffix_part
from hubbub.model.timing import SORTS, TIMINGS
from hubbub.model.values import (
    parse_costs,
    parse_count,
    parse_effort,
    parse_memory,
    parse_seconds,
    parse_switch,
    parse_text,
)
from hubbub.text.normalizers import Steps
from hubbub.text.normalizers import parse as parse_normalizer
from hubbub.text.units import UNITS
from hubbub.version import __version__

UNIT_COSTS = (0, 1, 1, 1)
"""An error of any kind costs 1."""


class About(NamedTuple):
    """The documentation of an option, how it is parsed, and its part of the signature."""

    help: str
    metavar: str | None = None
    values: tuple[str, ...] = ()
    """The only values that it takes; none where it takes any."""
    read: Callable[[Any], Any] | None = None
    """Checks and parses what a user wrote; None where whoever uses the value does."""
    part: Callable[["Settings", Metric], str] | None = None
    """Its part of the signature, which may be empty. Only an option that can change a score has one."""
    idle: Callable[["Settings", Metric], str] | None = None
    """Why it would change nothing under this metric, and what to do; empty where it does. None: it always does."""
    adds: bool = False
    """May it be given several times on the command line, to be added up?"""
    several: str = ""
    """An example of how to write several in one value, where that can be done."""
    bare: str | None = None
    """What it means without a value, where it may stand without one."""


Settings = Any
"""Options whose fields have been parsed: see `About.read`."""


def _flag(name: str) -> Callable[[Settings, Metric], str]:
    """The part of the signature for a flag: its name if it is on."""
    return lambda settings, _: name.replace("_", "-") if getattr(settings, name) else ""


def _limit(name: str) -> Callable[[Any], int | None]:
    return lambda value: parse_count(value, name)


def _seconds(name: str) -> Callable[[Any], float | None]:
    return lambda value: None if value is None else parse_seconds(value, name)


def _switch(name: str) -> Callable[[Any], bool]:
    return lambda value: parse_switch(value, name)


def _text(name: str) -> Callable[[Any], str | None]:
    return lambda value: parse_text(value, name)


def _without_times(field: str) -> Callable[[Settings, Metric], str]:
    """Idle unless the metric, or the order of the words, looks at times."""

    def idle(settings: Settings, metric: Metric) -> str:
        if metric.timed or (field != "collar" and "word" in (settings.ref_sort, settings.hyp_sort)):
            return ""
        twin = timed_twin(metric)
        names = [twin.name] if twin else [other.name for other in METRICS.values() if other.timed]
        return f"{metric.name} has no {written(field)}; use {', '.join(names)}, or leave it away"

    return idle


def _without_search(field: str) -> Callable[[Settings, Metric], str]:
    """Idle unless the metric needs a search."""

    def idle(settings: Settings, metric: Metric) -> str:
        if metric.solver == "route" and not settings.asclite:
            return ""
        name = "asclite's count" if settings.asclite else metric.name
        return f"{name} needs no search that {written(field)} could stop; leave it away"

    return idle


Regex = Annotated[
    str | None,
    About(
        "Score only the sessions whose whole name matches.",
        "REGEX",
        read=_text("regex"),
        part=lambda settings, _: "" if settings.regex is None else "regex:" + settings.regex.replace("|", "\\|"),
    ),
]
Partial = Annotated[
    bool,
    About(
        "Leave out sessions that the reference lacks, instead of an error.",
        read=_switch("partial"),
        part=_flag("partial"),
    ),
]
SessionMapFile = Annotated[
    str | Any | None,
    About(
        "Sessions that are called otherwise: a file of lines with a name and the other side's.",
        "FILE",
        read=read_session_map,
        part=map_part,
    ),
]
StripSuffix = Annotated[
    str | Any | None,
    About(
        "Leave these endings of session names away, as in .wav,_hyp.",
        "SUFFIX",
        read=read_suffixes,
        part=suffix_part,
        adds=True,
    ),
]
Format = Annotated[
    str | None, About("Format of the input, where content and suffix do not tell.", "NAME", read=_text("format"))
]
RefFormat = Annotated[
    str | None,
    About("Format of the reference, where it is not that of the hypothesis.", "NAME", read=_text("ref format")),
]
HypFormat = Annotated[
    str | None,
    About("Format of the hypothesis, where it is not that of the reference.", "NAME", read=_text("hyp format")),
]


def _uem(settings: Settings, _: Metric) -> str:
    return "" if settings.uem is None else f"uem:{settings.uem.digest}"


def _corrections(value: Any) -> Any:
    if value is None:
        return None
    from hubbub.model.corrections import read_corrections  # imported late: few correct anything

    return read_corrections(value)


def _corrections_part(settings: Settings, _: Metric) -> str:
    found = settings.corrections
    return "" if found is None else f"corrections:{len(found.notes)}-{found.digest}"


class Options(NamedTuple):
    """How to score. Every field has the name of its command line option; they stand in the order of the signature.

    >>> Options(unit="char").unit
    'char'
    """

    collar: Annotated[
        str | float | None,
        About(
            "Seconds a hypothesis word may lie outside its reference word. Timed metrics need it.",
            "SECONDS",
            read=_seconds("collar"),
            part=lambda settings, metric: f"collar:{settings.collar:g}" if metric.timed else "",
            idle=_without_times("collar"),
        ),
    ] = None
    ref_timing: Annotated[
        str,
        About(
            "How the words of a reference segment are timed:",
            "HOW",
            tuple(TIMINGS),
            part=lambda settings, metric: (
                f"timing:{TIMINGS[settings.ref_timing].short}/{TIMINGS[settings.hyp_timing].short}"
                if metric.timed
                else ""
            ),
            idle=_without_times("ref_timing"),
        ),
    ] = "character_based"
    hyp_timing: Annotated[
        str,
        About(
            "How the words of a hypothesis segment are timed:",
            "HOW",
            tuple(TIMINGS),
            idle=_without_times("hyp_timing"),
        ),
    ] = "character_based_points"
    ref_sort: Annotated[
        str,
        About(
            "How the reference is put in order:",
            "HOW",
            tuple(SORTS),
            part=lambda settings, _: (
                f"sort:{settings.ref_sort}/{settings.hyp_sort}"
                if (settings.ref_sort, settings.hyp_sort) != ("segment", "segment")
                else ""
            ),
        ),
    ] = "segment"
    hyp_sort: Annotated[str, About("How the hypothesis is put in order:", "HOW", tuple(SORTS))] = "segment"
    costs: Annotated[
        str | tuple[int, int, int, int],
        About(
            "Costs of correct, substitution, insertion, deletion.",
            "C,S,I,D",
            read=lambda costs: parse_costs(costs),
            part=lambda settings, _: (
                "" if settings.costs == UNIT_COSTS else "costs:" + ",".join(map(str, settings.costs))
            ),
        ),
    ] = UNIT_COSTS
    asclite: Annotated[
        bool,
        About(
            "MD-WER as NIST asclite counts it: its costs, its groups of segments, without regard to case.",
            read=_switch("asclite"),
            part=_flag("asclite"),
        ),
    ] = False
    overlap_limit: Annotated[
        str | int | None,
        About(
            "With --asclite, skip groups of more reference speakers; none by default.",
            "N",
            read=_limit("overlap limit"),
            part=lambda settings, _: (
                "" if settings.overlap_limit is None else f"overlap-limit:{settings.overlap_limit}"
            ),
        ),
    ] = None
    no_gaps: Annotated[
        bool,
        About(
            "With --asclite, leave out the hypothesis words between the groups, as its -noisg does.",
            read=_switch("no gaps"),
            part=_flag("no_gaps"),
        ),
    ] = False
    fragments: Annotated[
        bool,
        About(
            "A word that is broken off, as in foo- or -foo, is correct with a word that begins or ends so.",
            read=_switch("fragments"),
            part=_flag("fragments"),
            idle=lambda settings, _: (
                f"characters are not broken off; count words, or leave {written('fragments')} away"
                if settings.unit == "char"
                else ""
            ),
        ),
    ] = False
    optional_words: Annotated[
        bool,
        About(
            "A reference word in parentheses, as in (uh), may be missing: that counts as correct.",
            read=_switch("optional words"),
            part=_flag("optional_words"),
        ),
    ] = False
    normalizer: Annotated[
        Steps,
        About(
            "Steps applied to every segment's text on both sides, as in lower,rm(.?!,).",
            "STEPS",
            read=lambda steps: parse_normalizer(steps),
            part=lambda settings, _: f"norm:{settings.normalizer.signature}",
            several="lower,punctuation",
        ),
    ] = None
    uem: Annotated[
        str | Any | None,
        About("Score only the segments that touch a region of this UEM file.", "FILE", part=_uem, adds=True),
    ] = None
    regex: Regex = None
    session_map: SessionMapFile = None
    strip_suffix: StripSuffix = None
    partial: Partial = False
    corrections: Annotated[
        str | Any | None,
        About(
            "Leave out or replace words first, as notes say that a report page exported.",
            "FILE",
            read=_corrections,
            part=_corrections_part,
        ),
    ] = None
    unit: Annotated[
        str, About("What is counted:", "UNIT", tuple(UNITS), part=lambda settings, _: f"unit:{settings.unit}")
    ] = "word"
    time_limit: Annotated[
        str | float | None,
        About(
            "Stop a session's search after so long, with the best routing and the proven bound.",
            "SECONDS",
            read=_seconds("time limit"),
            idle=_without_search("time_limit"),
        ),
    ] = None
    effort: Annotated[
        str | float | None,
        About(
            "Stop a session's search after so much counted work; 1, the default, is some 30 s on a common core.",
            "N",
            read=lambda value: parse_effort(value),
            idle=_without_search("effort"),
        ),
    ] = None
    prove: Annotated[
        bool,
        About(
            "Search until the result is proven, however long that takes.",
            read=_switch("prove"),
            idle=_without_search("prove"),
        ),
    ] = False
    memory: Annotated[
        str | int | None,
        About(
            "What one search may use, as in 8G; 2G by default. What is free decides how many run at once.",
            "BYTES",
            read=parse_memory,
        ),
    ] = None
    jobs: Annotated[str | int | None, About("Threads; all cores by default.", "N", read=_limit("jobs"))] = None
    format: Format = None
    ref_format: RefFormat = None
    hyp_format: HypFormat = None


def _default_profiles() -> str:
    """The default profile of every metric, that of the first one without its name."""
    names: dict[str, list[str]] = {}
    for name in OF_TIMES:
        names.setdefault(DIARIZATION[name].profile, []).append(name)
    (first, _), *others = names.items()
    return "; ".join([first, *(f"{', '.join(metrics)}: {profile}" for profile, metrics in others)])


class DiarizationOptions(NamedTuple):
    """How to score who speaks when. Every field has the name of its command line option.

    >>> DiarizationOptions(collar=0.25).profile is None
    True
    """

    collar: Annotated[
        str | float,
        About(
            "Leave out this much around every boundary of a reference turn.",
            "SECONDS",
            read=lambda value: parse_seconds(value, "collar"),
        ),
    ] = 0.0
    skip_overlap: Annotated[
        bool, About("Leave out where several reference speakers speak.", read=_switch("skip overlap"))
    ] = False
    uem: Annotated[str | Any | None, About("Score only inside the regions of this UEM file.", "FILE", adds=True)] = None
    profile: Annotated[
        str | None,
        About(f"Whose conventions to follow (default {_default_profiles()}):", "NAME", tuple(PROFILES)),
    ] = None
    regex: Regex = None
    session_map: SessionMapFile = None
    strip_suffix: StripSuffix = None
    partial: Partial = False
    format: Format = None
    ref_format: RefFormat = None
    hyp_format: HypFormat = None


def formats_of(options: Any) -> tuple[str | None, str | None]:
    """The formats of reference and hypothesis, where a user told them."""
    both = options.format
    return (
        both if options.ref_format is None else options.ref_format,
        both if options.hyp_format is None else options.hyp_format,
    )


DEFAULT = Options()
DEFAULT_DIARIZATION = DiarizationOptions()


def read(options: Any) -> Settings:
    """The options with every field checked and parsed. This is the only place where that happens."""
    settings = {}
    for field, value in options._asdict().items():
        option = about(field, type(options))
        known = isinstance(value, str) and value in option.values
        if option.values and not known and (value is not None or options._field_defaults[field] is not None):
            noun = field.removeprefix("ref_").removeprefix("hyp_").replace("_", " ")
            hint = nearest(value if isinstance(value, str) else "", list(option.values))
            raise OptionError(f"unknown {noun} {shown(value)}; {hint}")
        settings[field] = value if option.read is None else option.read(value)
    return type(options)(**settings)


@cache
def _default_settings() -> Settings:
    return read(DEFAULT)


def check_effect(settings: Settings, metrics: Sequence[Metric], chosen: Iterable[str]) -> None:
    """Raise an error if a chosen option would change nothing under any of these metrics."""
    for field in chosen:
        option = about(field)
        if option.idle is None or getattr(settings, field) == getattr(_default_settings(), field):
            continue
        reasons = [
            option.idle(settings if metric.unit is None else settings._replace(unit=metric.unit), metric)
            for metric in metrics
        ]
        if all(reasons):
            raise OptionError(reasons[0])


def shared_out(
    chosen: dict[str, Any], words: Sequence[Metric], diarization: Sequence[DiarizationMetric]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The chosen options for word error rates, and for diarisation metrics that are scored with them or alone.

    What is an option of neither goes to the diarisation metrics, where it is refused.
    """
    timed = [metric.name for metric in words if metric.timed]
    if "collar" in chosen and timed:
        raise OptionError(
            f"a collar means one thing for {timed[0]} and another for {diarization[0].name}; score them one by one"
        )
    of_times = {
        field: value
        for field, value in chosen.items()
        if field in DiarizationOptions._fields or field not in Options._fields
    }
    of_words = {field: value for field, value in chosen.items() if field in Options._fields and field != "collar"}
    idle = [field for field in of_words if field not in of_times]
    if idle and not words:
        raise OptionError(f"{written(idle[0])} has no effect on {diarization[0].name}; leave it away")
    return of_words, of_times


def signature(metric: Metric, settings: Settings) -> str:
    """The signature: a line with all that is needed to reproduce a score."""
    parts = [option.part(settings, metric) for option in map(about, Options._fields) if option.part is not None]
    return signature_of((metric.name, *parts))


def signature_of(parts: Iterable[str]) -> str:
    """The parts that are there and the version; bytes that are no text, from a command line, are written out."""
    text = "|".join(part for part in (*parts, f"v:{__version__}") if part)
    return text.encode(errors="backslashreplace").decode()


AnyOptions = TypeVar("AnyOptions", Options, DiarizationOptions)


def about(field: str, options: type[Any] = Options) -> About:
    """The About in the annotation of a field."""
    option = options.__annotations__[field].__metadata__[0]
    assert isinstance(option, About)
    return option


def with_options(default: AnyOptions, options: AnyOptions | None, fields: dict[str, Any]) -> AnyOptions:
    """The options, or the default ones, with some of them changed."""
    if options is None:
        options = default
    elif not isinstance(options, type(default)):
        name = type(default).__name__
        raise OptionError(f"the options are {shown(options)}; give hubbub.{name}(…), or fields of it by name")
    if not fields:
        return options
    unknown = [name for name in fields if name not in options._fields]
    if unknown:
        if unknown[0] in ("stream", "resume", "executor"):
            raise OptionError(f"{unknown[0]} is none of a metric's own options; hubbub.score takes it")
        raise OptionError(f"unknown option {unknown[0]!r}; {nearest(unknown[0], list(options._fields), 0.6)}")
    return options._replace(**fields)
