"""How sure a rate is: the options of intervals, and the interval of scores.

It is over sessions, over groups of them, or over blocks of time where there is one session. The options change no
score, and so have no part in signatures. Their annotations are read at run time, so they are not postponed here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.model.alignment import Lane, events
from hubbub.model.options import About, read
from hubbub.model.session_names import grouped
from hubbub.model.tables import Note
from hubbub.model.values import added, parse_count, parse_level, parse_seed, parse_text
from hubbub.statistics import JACKKNIFE, METHODS, PERCENTILE
from hubbub.statistics.intervals import FEW, Interval, difference_interval, rate_interval, resampled_interval

LEVEL = 0.95
RESAMPLES = 10_000


class IntervalOptions(NamedTuple):
    """How sure a rate is. Every field has the name of its command line option.

    >>> IntervalOptions(ci="90%").ci_method
    'jackknife'
    """

    ci: Annotated[
        str | float | None,
        About(
            "Give the interval in which the rate lies on other sessions; 95% unless said otherwise.",
            "LEVEL",
            read=lambda value: None if value is None else parse_level(value),
            bare="95%",
        ),
    ] = None
    group: Annotated[
        str | None,
        About(
            "Sessions of one group are not independent: what matches in a name, or its first group, is the group.",
            "REGEX",
            read=lambda value: parse_text(value, "group"),
        ),
    ] = None
    ci_method: Annotated[str, About("How intervals are found:", "HOW", METHODS)] = JACKKNIFE
    resamples: Annotated[
        str | int,
        About("Resamples of a bootstrap.", "N", read=lambda value: parse_count(value, "resamples") or RESAMPLES),
    ] = RESAMPLES
    seed: Annotated[
        str | int,
        About("Seed of a bootstrap: the same seed gives the same interval.", "N", read=lambda value: parse_seed(value)),
    ] = 0


def chosen_interval(level: Any, *others: Any, **fields: Any) -> IntervalOptions:
    """The options of a caller, checked and parsed; without a level there is no interval."""
    return IntervalOptions(*read(IntervalOptions(parse_level(level), *others, **fields)))


def split_off(level: Any, group: Any, fields: dict[str, Any]) -> tuple[IntervalOptions, dict[str, Any]]:
    """The options of intervals, and the other ones of these fields."""
    own = {field: value for field, value in fields.items() if field in ("ci_method", "resamples", "seed")}
    others = {field: value for field, value in fields.items() if field not in own}
    return chosen_interval(level, group, **own), others


def check_interval(settings: Any) -> None:
    """Raise an error where an option would change nothing."""
    if settings.ci is None:
        for field, default in IntervalOptions._field_defaults.items():
            if getattr(settings, field) != default:
                raise OptionError(f"--{field.replace('_', '-')} is about intervals; give it with --ci")
    elif settings.ci_method != PERCENTILE:
        for field in ("resamples", "seed"):
            if getattr(settings, field) != IntervalOptions._field_defaults[field]:
                raise OptionError(f"the jackknife draws nothing, so that --{field} has no effect; leave it away")


SHORTEST, LONGEST = 60.0, 300.0
"""Seconds of a block. Errors within a minute hang together; beyond some minutes there is nothing to be gained."""
SHARE, BLOCKS = 10, 8
"""A block is a tenth of its session, and there are at least so many."""


class Units(NamedTuple):
    """Errors and lengths of what is taken as independent."""

    errors: Sequence[float]
    lengths: Sequence[float]
    unit: str = "session"
    seconds: float | None = None
    why: str = ""
    """Why there are none."""


def of_sessions(parts: Mapping[str, tuple[float, float]], group: str | None = None) -> Units:
    """Errors and lengths of sessions, or of the groups in which a pattern puts them. Where nothing is scored, there
    is nothing to be sure of.
    """
    names = {name: [name] for name in parts} if group is None else grouped(parts, group, "--group")
    sums = [tuple(added(parts[name][part] for name in members) for part in (0, 1)) for members in names.values()]
    kept = [part for part in sums if any(part)]
    return Units([error for error, _ in kept], [length for _, length in kept], "session" if group is None else "group")


def of_blocks(lanes: Sequence[Lane]) -> Units:
    """Errors and lengths of the blocks of time of one session."""
    placed = [(event.time, event.error, event.key is not None) for lane in events(lanes) for event in lane]
    times = [time for time, _, _ in placed if time is not None]
    if len(times) < len(placed) or not times:
        return Units((), (), "block", why="there is a single session, and its words have no times")
    start, spread = min(times), max(times) - min(times)
    number = round(spread / min(max(spread / SHARE, SHORTEST), LONGEST))
    if number < BLOCKS:
        return Units((), (), "block", why=f"a single session must be at least {BLOCKS * SHORTEST / 60:g} minutes long")
    errors, lengths = [0] * number, [0] * number
    for time, error, of_reference in placed:
        assert time is not None
        block = min(int((time - start) / spread * number), number - 1)
        errors[block] += error
        lengths[block] += of_reference
    kept = [block for block in range(number) if errors[block] or lengths[block]]
    return Units([errors[one] for one in kept], [lengths[one] for one in kept], "block", spread / number)


def interval_of(units: Units, options: IntervalOptions, signed: bool = False) -> Interval:
    """The interval of these units; a signed one is that of a difference."""
    settings: Any = read(options)
    check_interval(settings)
    if units.why:
        return Interval(None, None, settings.ci, unit=units.unit, why=units.why, of_difference=signed)
    counts = units.errors, units.lengths, settings.ci, units.unit
    if settings.ci_method == PERCENTILE:
        drawn = settings.resamples, settings.seed, signed
        return resampled_interval(*counts, *drawn)._replace(seconds=units.seconds)
    find: Callable[..., Interval] = difference_interval if signed else rate_interval
    return find(*counts)._replace(seconds=units.seconds)


def remarks(interval: Interval) -> list[str]:
    """What a reader of an interval must know."""
    if interval.low is None:
        return [Note(f"no {interval.title}: {interval.why}")]
    noun = f"{interval.units:,} {interval.unit}s"
    if interval.seconds is not None:
        noun += f" of {interval.seconds:.0f} s"
    df = "" if interval.df is None else f", df {interval.df:.1f}"
    error = f"standard error {100 * (interval.se or 0):.2f} points"
    lines: list[str] = [Note(f"{interval.title}: {noun}, {interval.method}, {error}{df}")]
    if interval.seconds is not None:
        lines.append(Note("the interval is for this session; it does not cover other sessions"))
    if interval.few:
        lines.append(f"only {noun}; with fewer than {FEW} the {interval.title} is too narrow")
    return lines
