"""The options of intervals. They change no score, and so have no part in signatures."""

# The annotations are read at run time, so they are not postponed here.

from typing import Annotated, Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.model.option_values import parse_count, parse_level, parse_seed, parse_text
from hubbub.model.options import About, read
from hubbub.statistics import JACKKNIFE, METHODS

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


DEFAULT_INTERVAL = IntervalOptions()


def chosen_interval(level: Any, *others: Any) -> IntervalOptions:
    """The options of a caller, checked and parsed; without a level there is no interval."""
    return IntervalOptions(*read(IntervalOptions(parse_level(level), *others)))


def check_interval(settings: Any) -> None:
    """Raise an error where an option would change nothing."""
    if settings.ci is None:
        for field, default in IntervalOptions._field_defaults.items():
            if getattr(settings, field) != default:
                raise OptionError(f"--{field.replace('_', '-')} is about intervals; give it with --ci")
    elif settings.ci_method == JACKKNIFE:
        for field in ("resamples", "seed"):
            if getattr(settings, field) != IntervalOptions._field_defaults[field]:
                raise OptionError(f"the jackknife draws nothing, so that --{field} has no effect; leave it away")
