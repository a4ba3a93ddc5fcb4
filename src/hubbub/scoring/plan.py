"""What the options come to for the metrics that were chosen: recipes, limits, and the line that reproduces a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.model.metrics import Metric, metric_named
from hubbub.model.options import (
    DiarizationOptions,
    Options,
    parse_bytes,
    parse_costs,
    parse_count,
    parse_seconds,
)
from hubbub.model.timing import SORTS, TIMINGS, Timing
from hubbub.model.transcript import Region, Transcript
from hubbub.prepare.prepare import Recipe
from hubbub.scoring.checks import check_options
from hubbub.scoring.solve import Asclite, Limits
from hubbub.text.normalizers import parse as parse_normalizer
from hubbub.text.units import UNITS
from hubbub.version import __version__


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
