"""All options, each declared once. Commands, documentation, signatures and checks are derived from them."""

# The annotations are read at run time, so they are not postponed here.

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypedDict, cast

from hubbub.errors import OptionError, nearest, shown, written
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, PROFILES, DiarizationMetric
from hubbub.model.metrics import METRICS, Metric, timed_twin
from hubbub.model.other_tools import OPTIONS_ELSEWHERE, SORTS_ELSEWHERE
from hubbub.model.reading_options import NAMED, read_names
from hubbub.model.session_names import map_part, read_session_map, read_suffixes, suffix_part
from hubbub.model.settings import DEFAULTS, UNIT_COSTS, Settings
from hubbub.model.timing import SHORT_TIMINGS, SORTS, TIMINGS
from hubbub.model.values import (
    parse_costs,
    parse_count,
    parse_effort,
    parse_level,
    parse_memory,
    parse_seconds,
    parse_seed,
    parse_switch,
    parse_text,
)
from hubbub.statistics import METHODS
from hubbub.text.normalizers import Steps
from hubbub.text.normalizers import parse as parse_normalizer
from hubbub.text.units import CHARACTER_UNITS, UNITS

AnyMetric = Metric | DiarizationMetric

WORDS, TIMES, INTERVALS, READING = "words", "times", "intervals", "reading"
"""Kinds of options: for metrics of words, for diarization metrics, for intervals, or for commands that read files."""
KINDS = (WORDS, TIMES, INTERVALS, READING)
BOTH = (WORDS, TIMES)


class Option(NamedTuple):
    """The declaration of an option: help, parser, part of the signature, and the metrics it applies to."""

    help: str
    metavar: str | None = None
    values: tuple[str, ...] = ()
    """The only values that it takes; empty if it takes any."""
    read: Callable[[Any, str], Any] | None = None
    """Checks and parses what a user wrote, with the name for messages; None if the value needs neither."""
    part: Callable[[Settings, Any], str] | None = None
    """Returns its part of the signature, which may be empty. Only options that can change a score have one."""
    idle: Callable[[Settings, Metric], str] | None = None
    """Returns why it has no effect on a metric of words, and what to do; empty if it has one. None: it always has."""
    kinds: tuple[str, ...] = (WORDS,)
    """The kinds of metrics, or the intervals, that it applies to."""
    help_for_times: str = ""
    """The help for diarization metrics, if it differs."""
    adds: bool = False
    """Whether it may be repeated on the command line to add values."""
    several: str = ""
    """An example of a value with several parts, if it takes these."""
    bare: str | None = None
    """Its value if it is given without one, if that is allowed."""

    def help_for(self, kind: str) -> str:
        return self.help_for_times if kind == TIMES and self.help_for_times else self.help


def flag_part(name: str) -> Callable[[Settings, Any], str]:
    """Returns the part of the signature for a flag: its name if it is on."""
    return lambda settings, _: name.replace("_", "-") if getattr(settings, name) else ""


def idle_without_times(field: str) -> Callable[[Settings, Metric], str]:
    """Returns a check that the metric, or the order of the words, uses times."""

    def idle(settings: Settings, metric: Metric) -> str:
        if metric.timed or (field != "collar" and "word" in (settings.ref_sort, settings.hyp_sort)):
            return ""
        twin = timed_twin(metric)
        names = [twin.name] if twin else [other.name for other in METRICS.values() if other.timed]
        return (
            f"{metric.name} ignores times, so {written(field)} has no effect; use {', '.join(names)}, or drop"
            f" {written(field)}"
        )

    return idle


def idle_without_search(field: str) -> Callable[[Settings, Metric], str]:
    """Returns a check that the metric needs a search."""

    def idle(settings: Settings, metric: Metric) -> str:
        if metric.solver == "route" and not settings.asclite:
            return ""
        name = "asclite" if settings.asclite else metric.name
        return f"{name} runs no search, so {written(field)} has no effect; drop it"

    return idle


def collar_part(settings: Settings, metric: AnyMetric) -> str:
    if isinstance(metric, DiarizationMetric):
        return f"collar:{settings.collar or 0:g}"
    return f"collar:{settings.collar:g}" if metric.timed else ""


def timing_part(settings: Settings, metric: Metric) -> str:
    ref, hyp = TIMINGS[settings.ref_timing], TIMINGS[settings.hyp_timing]
    return f"timing:{ref.short}/{hyp.short}" if metric.timed else ""


def sort_part(settings: Settings, _: Metric) -> str:
    orders = settings.ref_sort, settings.hyp_sort
    return "" if orders == ("segment", "segment") else "sort:" + "/".join(orders)


Names = str | Sequence[str] | None
"""Names, or a comma-separated list of them."""


def chosen(name: str, help: str, values: tuple[str, ...] = ()) -> Option:
    """Returns an option of reading, whose part of the signature is what was chosen."""

    def part(settings: Settings, _: Any) -> str:
        value = getattr(settings, name)
        names = value if isinstance(value, str) else ",".join(value or ())
        return f"{name.replace('_', '-')}:{names}".replace("|", "\\|") if names else ""

    kinds = BOTH if name in ("ref_column", "hyp_column") else (*BOTH, READING)
    if name in NAMED:
        return Option(help, "NAMES", read=read_names, part=part, kinds=kinds, several="Alice,Bob")
    return Option(help, "UNIT" if values else "NAME", values, None if values else parse_text, part, kinds=kinds)


def read_corrections_late(value: Any, _: str) -> Any:
    from hubbub.model.corrections import read_corrections  # imported late, since few runs need it

    return read_corrections(value)


def corrections_part(settings: Settings, _: Metric) -> str:
    corrections = settings.corrections
    return "" if corrections is None else f"corrections:{len(corrections.entries)}-{corrections.digest}"


def default_profiles() -> str:
    """Returns the default profile of every metric, that of the first one without its name."""
    names: dict[str, list[str]] = {}
    for name in OF_TIMES:
        names.setdefault(DIARIZATION[name].profile, []).append(name)
    (first, _), *others = names.items()
    return "; ".join([first, *(f"{', '.join(metrics)}: {profile}" for profile, metrics in others)])


class Options(TypedDict, total=False):
    """Options of scoring. Every key has the name of its command-line option; they are in the order of the signature.

    >>> Options(unit="char")["unit"]
    'char'
    """

    collar: Annotated[
        str | float | None,
        Option(
            "Tolerance in seconds between the times of aligned words. Timed metrics need it.",
            "SECONDS",
            read=parse_seconds,
            part=collar_part,
            idle=idle_without_times("collar"),
            kinds=BOTH,
            help_for_times="Ignore this many seconds around every boundary of a reference turn.",
        ),
    ]
    skip_overlap: Annotated[
        bool,
        Option(
            "Ignore regions in which several reference speakers speak.",
            read=parse_switch,
            part=lambda settings, _: "overlap:skipped" if settings.skip_overlap else "",
            kinds=(TIMES,),
        ),
    ]
    profile: Annotated[
        str | None,
        Option(
            f"Tool whose conventions apply (default {default_profiles()}):",
            "NAME",
            tuple(PROFILES),
            part=lambda settings, metric: f"profile:{settings.profile or metric.profile}",
            kinds=(TIMES,),
        ),
    ]
    ref_timing: Annotated[
        str | None,
        Option(
            "How the words of a reference segment are timed:",
            "HOW",
            tuple(TIMINGS),
            part=timing_part,
            idle=idle_without_times("ref_timing"),
        ),
    ]
    hyp_timing: Annotated[
        str | None,
        Option(
            "How the words of a hypothesis segment are timed:",
            "HOW",
            tuple(TIMINGS),
            idle=idle_without_times("hyp_timing"),
        ),
    ]
    ref_sort: Annotated[str | None, Option("How the reference is sorted:", "HOW", tuple(SORTS), part=sort_part)]
    hyp_sort: Annotated[str | None, Option("How the hypothesis is sorted:", "HOW", tuple(SORTS))]
    costs: Annotated[
        str | tuple[int, int, int, int] | None,
        Option(
            "Costs of correct, substitution, insertion, deletion.",
            "C,S,I,D",
            read=parse_costs,
            part=lambda settings, _: (
                "" if settings.costs == UNIT_COSTS else "costs:" + ",".join(map(str, settings.costs))
            ),
        ),
    ]
    asclite: Annotated[
        bool,
        Option(
            "Count MD-WER like NIST asclite: its costs, its groups of segments, ignoring case.",
            read=parse_switch,
            part=flag_part("asclite"),
        ),
    ]
    overlap_limit: Annotated[
        str | int | None,
        Option(
            "With --asclite, skip groups of more reference speakers (default: no limit).",
            "N",
            read=parse_count,
            part=lambda settings, _: (
                "" if settings.overlap_limit is None else f"overlap-limit:{settings.overlap_limit}"
            ),
        ),
    ]
    no_gaps: Annotated[
        bool,
        Option(
            "With --asclite, skip hypothesis words between the groups, like its option -noisg.",
            read=parse_switch,
            part=flag_part("no_gaps"),
        ),
    ]
    fragments: Annotated[
        bool,
        Option(
            "Count a word fragment, such as foo- or -foo, as correct with a word that begins or ends with it.",
            read=parse_switch,
            part=flag_part("fragments"),
            idle=lambda settings, _: (
                f"characters have no fragments, so {written('fragments')} has no effect; count words, or drop it"
                if settings.unit in CHARACTER_UNITS
                else ""
            ),
        ),
    ]
    optional_words: Annotated[
        bool,
        Option(
            "Allow a reference word in parentheses, such as (uh), to be missing.",
            read=parse_switch,
            part=flag_part("optional_words"),
        ),
    ]
    normalizer: Annotated[
        Steps,
        Option(
            "Normalize the text of every segment on both sides with these steps, e.g. lower,rm(.?!,).",
            "STEPS",
            read=lambda steps, _: parse_normalizer(steps),
            part=lambda settings, _: f"norm:{settings.normalizer.signature}",
            several="lower,punctuation",
        ),
    ]
    uem: Annotated[
        str | Any | None,
        Option(
            "Score only segments that overlap a region of this UEM file.",
            "FILE",
            part=lambda settings, _: "" if settings.uem is None else f"uem:{settings.uem.digest}",
            kinds=BOTH,
            help_for_times="Score only the regions of this UEM file.",
            adds=True,
        ),
    ]
    regex: Annotated[
        str | None,
        Option(
            "Score only sessions whose whole name matches.",
            "REGEX",
            read=parse_text,
            part=lambda settings, _: "" if settings.regex is None else "regex:" + settings.regex.replace("|", "\\|"),
            kinds=BOTH,
        ),
    ]
    session_map: Annotated[
        str | Any | None,
        Option(
            "Rename sessions: each line of this file has a name and that of the other side.",
            "FILE",
            read=lambda value, _: read_session_map(value),
            part=map_part,
            kinds=BOTH,
        ),
    ]
    strip_suffix: Annotated[
        str | Any | None,
        Option(
            "Strip these suffixes from session names, e.g. .wav,_hyp.",
            "SUFFIX",
            read=lambda value, _: read_suffixes(value),
            part=suffix_part,
            kinds=BOTH,
            adds=True,
        ),
    ]
    partial: Annotated[
        bool,
        Option(
            "Skip sessions that are not in the reference (default: an error).",
            read=parse_switch,
            part=flag_part("partial"),
            kinds=BOTH,
        ),
    ]
    corrections: Annotated[
        str | Any | None,
        Option(
            "Apply corrections exported from a report page.",
            "FILE",
            read=read_corrections_late,
            part=corrections_part,
        ),
    ]
    unit: Annotated[
        str | None,
        Option("Unit that is counted:", "UNIT", tuple(UNITS), part=lambda settings, _: f"unit:{settings.unit}"),
    ]
    time_limit: Annotated[
        str | float | None,
        Option(
            "Stop each session's search after this time, with the best routing and its lower bound.",
            "SECONDS",
            read=parse_seconds,
            idle=idle_without_search("time_limit"),
        ),
    ]
    effort: Annotated[
        str | float | None,
        Option(
            "Stop each session's search after this much work; 1 is about 30 s on a common core (default 1).",
            "N",
            read=parse_effort,
            idle=idle_without_search("effort"),
        ),
    ]
    prove: Annotated[
        bool,
        Option(
            "Search without a limit until the result is proven optimal.",
            read=parse_switch,
            idle=idle_without_search("prove"),
        ),
    ]
    memory: Annotated[
        str | int | None,
        Option(
            "Memory of one search, e.g. 8G (default 2G). Free memory limits the number of parallel searches.",
            "BYTES",
            read=parse_memory,
        ),
    ]
    jobs: Annotated[str | int | None, Option("Threads (default: all cores).", "N", read=parse_count)]
    format: Annotated[
        str | None,
        Option("Format of the input (default: detected from name and content).", "NAME", read=parse_text, kinds=BOTH),
    ]
    ref_format: Annotated[
        str | None,
        Option("Format of the reference, if only one side needs it.", "NAME", read=parse_text, kinds=BOTH),
    ]
    hyp_format: Annotated[
        str | None,
        Option("Format of the hypothesis, if only one side needs it.", "NAME", read=parse_text, kinds=BOTH),
    ]
    time_unit: Annotated[
        str | None, chosen("time_unit", "Unit of times without decimals in tables (default: detected):", ("s", "ms"))
    ]
    tiers: Annotated[Names, chosen("tiers", "Read only these tiers of TextGrid and ELAN files.")]
    speakers: Annotated[
        Names,
        chosen("speakers", "Use only the segments of these speakers; a side without any of them is kept whole."),
    ]
    drop_speakers: Annotated[Names, chosen("drop_speakers", "Skip the segments of these speakers.")]
    text_column: Annotated[str | None, chosen("text_column", "Column of a table, or key of JSON, with the words.")]
    ref_column: Annotated[str | None, chosen("ref_column", "Column or key with the words of the reference.")]
    hyp_column: Annotated[str | None, chosen("hyp_column", "Column or key with the words of the hypothesis.")]
    speaker_column: Annotated[str | None, chosen("speaker_column", "Column or key with the speakers.")]
    session_column: Annotated[str | None, chosen("session_column", "Column or key with the sessions.")]
    ci: Annotated[
        str | float | None,
        Option(
            "Add a confidence interval for the rate (default 95%).",
            "LEVEL",
            read=parse_level,
            kinds=(INTERVALS,),
            bare="95%",
        ),
    ]
    group: Annotated[
        str | None,
        Option(
            "Group sessions that are not independent by the part of their names that matches.",
            "REGEX",
            read=parse_text,
            kinds=(INTERVALS,),
        ),
    ]
    ci_method: Annotated[str | None, Option("Method of intervals:", "HOW", METHODS, kinds=(INTERVALS,))]
    resamples: Annotated[
        str | int | None, Option("Number of bootstrap resamples.", "N", read=parse_count, kinds=(INTERVALS,))
    ]
    seed: Annotated[
        str | int | None,
        Option(
            "Seed of the bootstrap: the same seed gives the same interval.",
            "N",
            read=parse_seed,
            kinds=(INTERVALS,),
        ),
    ]


OPTIONS: dict[str, Option] = {name: annotation.__metadata__[0] for name, annotation in Options.__annotations__.items()}
"""Every option by its name."""


def options_for(*kinds: str) -> list[str]:
    """Returns the names of the options for these kinds, each once."""
    return [name for name, option in OPTIONS.items() if not set(kinds).isdisjoint(option.kinds)]


def merged(options: Options | None, fields: Mapping[str, Any]) -> Options:
    """Returns the options of an object and those given by name, which come first. Raises if one does not exist."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"the options are {shown(options)}; pass hubbub.Options(…), or keywords")
    both = {**options, **fields} if options else fields
    for name in both:
        if name in ("stream", "resume", "executor"):
            raise OptionError(f"{name} is not an option of a metric; hubbub.score takes it")
        if name not in OPTIONS:
            hint = OPTIONS_ELSEWHERE.get(name) or nearest(str(name), list(OPTIONS), 0.6)
            raise OptionError(f"unknown option {name!r}; {hint}")
    return cast(Options, both)


def read(options: Mapping[str, Any]) -> Settings:
    """Returns the settings: every option checked and parsed. None is the default of each. UEM files are read later."""
    settings: dict[str, Any] = {}
    for name, value in options.items():
        if value is None:
            continue
        option = OPTIONS[name]
        if name in ("ref_timing", "hyp_timing"):
            value = SHORT_TIMINGS.get(value, value) if isinstance(value, str) else value
        if option.values and not (isinstance(value, str) and value in option.values):
            noun = name.removeprefix("ref_").removeprefix("hyp_").replace("_", " ")
            hint = nearest(value if isinstance(value, str) else "", list(option.values))
            if noun == "sort" and isinstance(value, bool):
                hint = f"use {name}={SORTS_ELSEWHERE[value]!r}"
            raise OptionError(f"unknown {noun} {shown(value)}; {hint}")
        settings[name] = value if option.read is None else option.read(value, name.replace("_", " "))
    return Settings(**settings)


def is_default(settings: Settings, name: str) -> bool:
    """Returns whether an option has its default value."""
    return bool(getattr(settings, name) == getattr(DEFAULTS, name))
