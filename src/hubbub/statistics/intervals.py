"""Intervals of rates of sums, over units that are independent: sessions, groups of sessions, or blocks of time."""

from collections.abc import Sequence
from math import exp, fsum, inf, lgamma, log, log1p, pi, sqrt
from typing import Any, NamedTuple

from hubbub.parallel import allowed
from hubbub.statistics import PERCENTILE

FEW = 6
"""With fewer units than these, no method covers what it promises."""


HIGHEST, WIDEST = 10.0, 10.0
"""An interval that reaches above this rate, and beyond so many times the rate itself, tells nothing."""
FARTHEST = 20.0
"""No logarithm of a factor around a rate need be larger."""


class Interval(NamedTuple):
    """Where a rate, or a difference of rates, would lie on other data of the same kind.

    As text it is for people, with a second decimal where that tells anything:

    >>> str(Interval(0.38997, 0.64769, 0.95)), str(Interval(0.1012, 0.1035, 0.95))
    ('39.0–64.8%', '10.12–10.35%')
    >>> str(Interval(0.013, 0.08, 0.95, of_difference=True))
    '+1.3 to +8.0 points'
    """

    low: float | None
    high: float | None
    """None where there is no interval; `why` says so."""
    level: float
    method: str = "jackknife-log-t"
    unit: str = "session"
    """What was taken as independent: session, group or block (of time within one session)."""
    units: int = 0
    """How many of them."""
    se: float | None = None
    """The standard error."""
    df: float | None = None
    """Degrees of freedom of Student's t; None where the data are resampled."""
    why: str = ""
    """Why there is no interval."""
    seconds: float | None = None
    """The length of a block of time."""
    of_difference: bool = False
    """Is it that of a difference, which is told in points?"""

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "none"
        places = 1 if self.high - self.low >= 0.01 else 2
        if self.of_difference:
            return f"{100 * self.low:+.{places}f} to {100 * self.high:+.{places}f} points".replace("-", "−")
        return f"{100 * self.low:.{places}f}–{100 * self.high:.{places}f}%"

    @property
    def title(self) -> str:
        """What it is called in tables."""
        return f"{100 * self.level:g}% CI"

    @property
    def few(self) -> bool:
        """Are there too few units for the level to hold?"""
        return self.units < FEW

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        data = self._asdict()
        return {key: value for key, value in data.items() if key not in ("why", "seconds", "of_difference") or value}


def _telling(found: Interval, rate: float) -> Interval:
    """The interval of this rate or difference, without its ends where they tell nothing."""
    if found.low is None or found.high is None:
        return found
    if found.of_difference and found.low < -1 and found.high > 1:
        reach = "beyond 100 points either way"
    elif not found.of_difference and found.high > max(HIGHEST, WIDEST * rate):
        reach = f"above {100 * HIGHEST:.0f}%"
    else:
        return found
    told = f"{found.units} {found.unit}s are too few (it would reach {reach})"
    return found._replace(low=None, high=None, why=told)


class Jackknife(NamedTuple):
    """A rate of sums, and how much it hangs on each unit."""

    rate: float
    se: float
    df: float
    """Fewer than one less than the units, where few of them make the rate or its spread."""


def jackknife(errors: Sequence[float], lengths: Sequence[float], unit: str = "session") -> Jackknife | str:
    """The rate with its standard error, or why it has none.

    >>> found = jackknife([1465, 3037, 3323, 3618], [2645, 6842, 7084, 6198])
    >>> [round(number, 4) for number in found[:3]]
    [0.5026, 0.037, 2.6405]
    """
    units, error_sum, length = len(errors), fsum(errors), fsum(lengths)
    if units < 2:
        return f"there is only one {unit}"
    if any(part >= length for part in lengths):
        return f"one {unit} holds the whole reference"
    without = [(error_sum - one) / (length - part) for one, part in zip(errors, lengths, strict=True)]
    mean = fsum(without) / units
    deviations = [rate - mean for rate in without]
    squares = fsum(one**2 for one in deviations)
    # A unit that stands out leaves fewer degrees of freedom, and so does one that holds most of the words.
    kurtosis = units * fsum(one**4 for one in deviations) / squares**2 if squares**2 else 1.0
    by_spread = 2 * (units - 1) / (kurtosis - 1) if kurtosis > 1 else inf
    by_length = length**2 / fsum(part**2 for part in lengths) - 1
    df = min(max(min(by_spread, by_length), 1.0), units - 1)
    return Jackknife(error_sum / length, sqrt((units - 1) / units * squares), df)


def rate_interval(errors: Sequence[float], lengths: Sequence[float], level: float, unit: str = "session") -> Interval:
    """The interval of a rate: by the jackknife, on a logarithmic scale, so that it never goes below 0.

    >>> str(rate_interval([1465, 3037, 3323, 3618], [2645, 6842, 7084, 6198], 0.95))
    '39.0–64.8%'
    >>> rate_interval([1, 50], [1000, 1000], 0.95).why
    '2 sessions are too few (it would reach above 1000%)'
    """
    found = jackknife(errors, lengths, unit)
    if not any(errors):
        found = "there is no error"
    if isinstance(found, str):
        return Interval(None, None, level, unit=unit, units=len(errors), why=found)
    reach = exp(min(t_quantile((1 + level) / 2, found.df) * found.se / found.rate, FARTHEST))
    ends = found.rate / reach, found.rate * reach
    return _telling(Interval(*ends, level, "jackknife-log-t", unit, len(errors), *found[1:3]), found.rate)


def difference_interval(
    differences: Sequence[float], lengths: Sequence[float], level: float, unit: str = "session"
) -> Interval:
    """The interval of a difference of two rates of the same reference, which may be negative: no logarithm."""
    found = jackknife(differences, lengths, unit)
    if isinstance(found, str):
        return Interval(None, None, level, "jackknife-t", unit, len(differences), why=found, of_difference=True)
    reach = t_quantile((1 + level) / 2, found.df) * found.se
    ends = found.rate - reach, found.rate + reach
    interval = Interval(*ends, level, "jackknife-t", unit, len(differences), *found[1:3], of_difference=True)
    return _telling(interval, found.rate)


def resampled_interval(
    errors: Sequence[float],
    lengths: Sequence[float],
    level: float,
    unit: str = "session",
    resamples: int = 10_000,
    seed: int = 0,
    signed: bool = False,
) -> Interval:
    """The interval between percentiles of resamples, to compare with other tools.

    A signed one, of a difference, may go below 0.
    """
    from hubbub import _core

    found = jackknife(errors, lengths, unit)
    if not any(errors) and not signed:
        found = "there is no error"
    none = Interval(None, None, level, PERCENTILE, unit, len(errors), of_difference=signed)
    if isinstance(found, str):
        return none._replace(why=found)
    drawn, _ = _core.resample(errors, lengths, resamples, seed, allowed())
    rates = sorted(rate for rate in drawn if rate == rate)  # NaN: no word was drawn
    if not rates:
        return none._replace(why="no resample holds a word")
    low, high = (_at(rates, tail) for tail in ((1 - level) / 2, (1 + level) / 2))
    mean = fsum(rates) / len(rates)
    se = sqrt(fsum((rate - mean) ** 2 for rate in rates) / max(len(rates) - 1, 1))
    return _telling(none._replace(low=low, high=high, se=se), found.rate)


def _at(ordered: Sequence[float], share: float) -> float:
    """The number below which a share of these lies, between two of them if need be."""
    place = share * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


_TINY = 1e-300


def _continued(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, 10_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + factor * d, 1 + factor / c
            d, c = 1 / (d if abs(d) > _TINY else _TINY), c if abs(c) > _TINY else _TINY
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return value


def incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """The regularised incomplete beta function at x; `rest` is 1 - x, which may be known more precisely.

    >>> incomplete_beta(1, 1, 0.25, 0.75)
    0.25
    """
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    scale = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest))
    if x < (a + 1) / (a + b + 2):
        return scale * _continued(a, b, x) / a
    return 1 - scale * _continued(b, a, rest) / b


def t_p_value(t: float, df: float) -> float:
    """The probability of a t at least as far from 0, in either direction.

    >>> round(t_p_value(12.706204736174694, 1), 12)
    0.05
    """
    if t in (inf, -inf):
        return 0.0
    return incomplete_beta(df / 2, 0.5, df / (df + t * t), t * t / (df + t * t))


def t_quantile(probability: float, df: float) -> float:
    """The t below which a share of the distribution lies, for probabilities from a half on.

    >>> round(t_quantile(0.975, 3), 12)
    3.182446305284
    """
    tails = 2 * (1 - probability)
    if tails >= 1:
        return 0.0
    low, high = 0.0, 1.0
    while t_p_value(high, df) > tails and high < 1e100:
        low, high = high, 2 * high
    t = (low + high) / 2
    for _ in range(200):  # Newton's method, inside of what is known to hold the answer
        p = t_p_value(t, df)
        low, high = (t, high) if p > tails else (low, t)
        better = t + (p - tails) / (2 * _density(t, df))
        if not low < better < high:
            better = (low + high) / 2
        if abs(better - t) <= 1e-15 * t:
            break
        t = better
    return t


def _density(t: float, df: float) -> float:
    scale = lgamma((df + 1) / 2) - lgamma(df / 2) - log(df * pi) / 2
    return exp(scale - (df + 1) / 2 * log1p(t * t / df))
