"""Confidence intervals of ratios of sums over independent units: sessions, groups of sessions, or blocks of time."""

from collections.abc import Sequence
from math import exp, fsum, inf, lgamma, log, log1p, pi, sqrt
from typing import Any, NamedTuple

from hubbub.parallel import allowed
from hubbub.statistics import PERCENTILE

FEW = 6
"""With fewer units than this, every method gives intervals that are too narrow."""


HIGHEST, WIDEST = 10.0, 10.0
"""An interval whose end is above this rate, and above this multiple of the rate itself, is not shown."""
FARTHEST = 20.0
"""The largest logarithm of a factor around a rate."""


class Interval(NamedTuple):
    """A confidence interval of a rate, or of a difference of rates, for other data of the same kind.

    Its text has a second decimal if the interval is narrow:

    >>> str(Interval(0.38997, 0.64769, 0.95)), str(Interval(0.1012, 0.1035, 0.95))
    ('39.0–64.8%', '10.12–10.35%')
    >>> str(Interval(0.013, 0.08, 0.95, of_difference=True))
    '+1.3 to +8.0 points'
    """

    low: float | None
    high: float | None
    """None if there is no interval; see `why`."""
    level: float
    method: str = "jackknife-log-t"
    unit: str = "session"
    """The independent unit: session, group or block (of time within one session)."""
    units: int = 0
    """The number of units."""
    se: float | None = None
    """Standard error."""
    df: float | None = None
    """Degrees of freedom of Student's t; None for the bootstrap."""
    why: str = ""
    """The reason why there is no interval."""
    seconds: float | None = None
    """Length of a block of time."""
    of_difference: bool = False
    """Whether this is the interval of a difference, which is shown in points."""

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "none"
        places = 1 if self.high - self.low >= 0.01 else 2
        if self.of_difference:
            ends = [f"{100 * end:+.{places}f}" for end in (self.low, self.high)]
            low, high = (end if float(end) else end.replace("-", "+") for end in ends)
            return f"{low} to {high} points".replace("-", "−")
        return f"{100 * self.low:.{places}f}–{100 * self.high:.{places}f}%"

    @property
    def title(self) -> str:
        """Its title in tables."""
        return f"{100 * self.level:g}% CI"

    @property
    def few(self) -> bool:
        """Whether there are too few units for the level to be reached."""
        return self.units < FEW

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in JSON."""
        data = self._asdict()
        return {key: value for key, value in data.items() if key not in ("why", "seconds", "of_difference") or value}


def _telling(found: Interval, rate: float) -> Interval:
    """Returns the interval, without its ends if it is too wide to be informative."""
    if found.low is None or found.high is None:
        return found
    if found.of_difference and found.low < -1 and found.high > 1:
        reach = "beyond 100 points either way"
    elif not found.of_difference and found.high > max(HIGHEST, WIDEST * rate):
        reach = f"above {100 * HIGHEST:.0f}%"
    else:
        return found
    why = f"{found.units} {found.unit}s are too few (it would reach {reach})"
    return found._replace(low=None, high=None, why=why)


def jackknife(
    errors: Sequence[float], lengths: Sequence[float], unit: str = "session"
) -> tuple[float, float, float] | str:
    """The rate with its standard error and degrees of freedom, or why it has none.

    They are fewer than one less than the units, where few of these make the rate or its spread.

    >>> found = jackknife([1465, 3037, 3323, 3618], [2645, 6842, 7084, 6198])
    >>> [round(number, 4) for number in found]
    [0.5026, 0.037, 2.6405]
    """
    units, error_sum, length = len(errors), fsum(errors), fsum(lengths)
    if units < 2:
        return f"there is only one {unit}"
    if any(part >= length for part in lengths):
        return f"one {unit} contains the whole reference"
    without = [(error_sum - one) / (length - part) for one, part in zip(errors, lengths, strict=True)]
    mean = fsum(without) / units
    deviations = [rate - mean for rate in without]
    squares = fsum(one**2 for one in deviations)
    # An outlier reduces the degrees of freedom, and so does a unit with most of the words.
    kurtosis = units * fsum(one**4 for one in deviations) / squares**2 if squares**2 else 1.0
    by_spread = 2 * (units - 1) / (kurtosis - 1) if kurtosis > 1 else inf
    by_length = length**2 / fsum(part**2 for part in lengths) - 1
    df = min(max(min(by_spread, by_length), 1.0), units - 1)
    return (error_sum / length, sqrt((units - 1) / units * squares), df)


def rate_interval(errors: Sequence[float], lengths: Sequence[float], level: float, unit: str = "session") -> Interval:
    """Returns the interval of a rate: jackknife on a logarithmic scale, so it is never below 0.

    >>> str(rate_interval([1465, 3037, 3323, 3618], [2645, 6842, 7084, 6198], 0.95))
    '39.0–64.8%'
    >>> rate_interval([1, 50], [1000, 1000], 0.95).why
    '2 sessions are too few (it would reach above 1000%)'
    """
    found = jackknife(errors, lengths, unit)
    if not any(errors):
        found = "there are no errors"
    if isinstance(found, str):
        return Interval(None, None, level, unit=unit, units=len(errors), why=found)
    rate, se, df = found
    reach = exp(min(t_quantile((1 + level) / 2, df) * se / rate, FARTHEST))
    ends = rate / reach, rate * reach
    return _telling(Interval(*ends, level, "jackknife-log-t", unit, len(errors), se, df), rate)


def difference_interval(
    differences: Sequence[float], lengths: Sequence[float], level: float, unit: str = "session"
) -> Interval:
    """Returns the interval of a difference of two rates on the same reference. May be negative, so no logarithm."""
    found = jackknife(differences, lengths, unit)
    if isinstance(found, str):
        return Interval(None, None, level, "jackknife-t", unit, len(differences), why=found, of_difference=True)
    rate, se, df = found
    reach = t_quantile((1 + level) / 2, df) * se
    ends = rate - reach, rate + reach
    interval = Interval(*ends, level, "jackknife-t", unit, len(differences), se, df, of_difference=True)
    return _telling(interval, rate)


def resampled_interval(
    errors: Sequence[float],
    lengths: Sequence[float],
    level: float,
    unit: str = "session",
    resamples: int = 10_000,
    seed: int = 0,
    signed: bool = False,
) -> Interval:
    """Returns the percentile interval of the bootstrap, for comparison with other tools.

    With `signed`, of a difference, it may be below 0.
    """
    from hubbub import _core

    found = jackknife(errors, lengths, unit)
    if not any(errors) and not signed:
        found = "there are no errors"
    none = Interval(None, None, level, PERCENTILE, unit, len(errors), of_difference=signed)
    if isinstance(found, str):
        return none._replace(why=found)
    rates = _core.resample(errors, lengths, resamples, seed, allowed())
    if not rates:
        return none._replace(why="no resample contains words")
    low, high = (_at(rates, tail) for tail in ((1 - level) / 2, (1 + level) / 2))
    mean = fsum(rates) / len(rates)
    se = sqrt(fsum((rate - mean) ** 2 for rate in rates) / max(len(rates) - 1, 1))
    return _telling(none._replace(low=low, high=high, se=se), found[0])


def _at(ordered: Sequence[float], share: float) -> float:
    """Returns a quantile of sorted numbers, with linear interpolation."""
    place = share * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


_TINY = 1e-300


def _continued(a: float, b: float, x: float) -> float:
    """Evaluates the continued fraction of the incomplete beta function by Lentz's method."""
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
    """Returns the regularized incomplete beta function at x; `rest` is 1 - x, which the caller may know more precisely.

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
    """Returns the two-sided p-value of Student's t.

    >>> round(t_p_value(12.706204736174694, 1), 12)
    0.05
    """
    if t in (inf, -inf):
        return 0.0
    return incomplete_beta(df / 2, 0.5, df / (df + t * t), t * t / (df + t * t))


def t_quantile(probability: float, df: float) -> float:
    """Returns the quantile of Student's t for a probability of at least 0.5.

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
    for _ in range(200):  # Newton's method within a bracket, else bisection
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
