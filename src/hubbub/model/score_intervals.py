"""Confidence intervals of scores: over sessions, over groups of them, or over blocks of time of one session."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.model.alignment import Lane, events
from hubbub.model.messages import Caution, Message, Note
from hubbub.model.options import INTERVALS, is_default, options_for, read
from hubbub.model.session_names import grouped
from hubbub.model.settings import Settings
from hubbub.model.values import added, parse_level
from hubbub.statistics import PERCENTILE
from hubbub.statistics.intervals import FEW, Interval, difference_interval, rate_interval, resampled_interval

LEVEL = 0.95


def interval_settings(level: float | str, group: str | None, **others: Any) -> Settings:
    """Returns the options of an interval, checked and parsed."""
    settings = read({"ci": parse_level(level), "group": group, **others})
    check_interval(settings)
    return settings


def split_off(level: Any, group: Any, fields: dict[str, Any]) -> tuple[Settings, dict[str, Any]]:
    """Returns the options of an interval, and the others of these fields."""
    own = {field: value for field, value in fields.items() if field in ("ci_method", "resamples", "seed")}
    return interval_settings(level, group, **own), {field: fields[field] for field in fields if field not in own}


def check_interval(settings: Settings) -> None:
    """Raises if an option of intervals has no effect."""
    if settings.ci is None:
        for field in options_for(INTERVALS):
            if not is_default(settings, field):
                raise OptionError(f"--{field.replace('_', '-')} is about intervals; give it with --ci")
    elif settings.ci_method != PERCENTILE:
        for field in ("resamples", "seed"):
            if not is_default(settings, field):
                raise OptionError(f"the jackknife draws no samples, so --{field} has no effect; drop it")


SHORTEST, LONGEST = 60.0, 300.0
"""Seconds of a block. Errors within a minute are correlated; blocks of more than some minutes gain nothing."""
SHARE, BLOCKS = 10, 8
"""A block is a tenth of its session; there must be at least eight."""


class Units(NamedTuple):
    """Errors and lengths of units that count as independent."""

    errors: Sequence[float]
    lengths: Sequence[float]
    unit: str = "session"
    seconds: float | None = None
    why: str = ""
    """The reason, if there are none."""


def of_sessions(parts: Mapping[str, tuple[float, float]], group: str | None = None) -> Units:
    """Returns errors and lengths of sessions, or of groups of them by a pattern, without empty ones."""
    names = {name: [name] for name in parts} if group is None else grouped(parts, group, "--group")
    sums = [tuple(added(parts[name][part] for name in members) for part in (0, 1)) for members in names.values()]
    scored = [part for part in sums if any(part)]
    unit = "session" if group is None else "group"
    return Units([error for error, _ in scored], [length for _, length in scored], unit)


def of_blocks(lanes: Sequence[Lane]) -> Units:
    """Returns errors and lengths of the blocks of time of one session."""
    words = [(event.time, event.error, event.key is not None) for lane in events(lanes) for event in lane]
    times = [time for time, _, _ in words if time is not None]
    if len(times) < len(words) or not times:
        return Units((), (), "block", why="there is a single session, and its words have no times")
    start, spread = min(times), max(times) - min(times)
    number = round(spread / min(max(spread / SHARE, SHORTEST), LONGEST))
    if number < BLOCKS:
        return Units((), (), "block", why=f"a single session must be at least {BLOCKS * SHORTEST / 60:g} minutes long")
    errors, lengths = [0] * number, [0] * number
    for time, error, of_reference in words:
        assert time is not None
        block = min(int((time - start) / spread * number), number - 1)
        errors[block] += error
        lengths[block] += of_reference
    used = [block for block in range(number) if errors[block] or lengths[block]]
    return Units([errors[block] for block in used], [lengths[block] for block in used], "block", spread / number)


def interval_of(units: Units, settings: Settings, signed: bool = False) -> Interval:
    """Returns the interval of these units; a signed one is that of a difference."""
    assert settings.ci is not None
    if units.why:
        return Interval(None, None, settings.ci, unit=units.unit, why=units.why, of_difference=signed)
    counts = units.errors, units.lengths, settings.ci, units.unit
    if settings.ci_method == PERCENTILE:
        drawn = settings.resamples, settings.seed, signed
        return resampled_interval(*counts, *drawn)._replace(seconds=units.seconds)
    find: Callable[..., Interval] = difference_interval if signed else rate_interval
    return find(*counts)._replace(seconds=units.seconds)


def remarks(interval: Interval) -> list[Message]:
    """Returns notes on an interval: its method, and why it may mislead."""
    if interval.low is None:
        return [Note(f"no {interval.title}: {interval.why}", "interval")]
    noun = f"{interval.units:,} {interval.unit}s"
    if interval.seconds is not None:
        noun += f" of {interval.seconds:.0f} s"
    df = "" if interval.df is None else f", df {interval.df:.1f}"
    error = f"standard error {100 * (interval.se or 0):.2f} points"
    lines: list[Message] = [Note(f"{interval.title}: {noun}, {interval.method}, {error}{df}", "interval")]
    if interval.seconds is not None:
        lines.append(Note("the interval is for this session; it does not cover other sessions", "interval"))
    if interval.few:
        few = f"only {noun}; with fewer than {FEW} the {interval.title} is too narrow"
        lines.append(Caution(few, "few_units"))
    return lines
