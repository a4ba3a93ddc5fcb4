"""Student's t distribution, by the incomplete beta function. To import SciPy would take longer than to score."""

from __future__ import annotations

from math import exp, inf, lgamma, log, log1p, pi

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


def p_value(t: float, df: float) -> float:
    """The probability of a t at least as far from 0, in either direction.

    >>> round(p_value(12.706204736174694, 1), 12)
    0.05
    """
    if t in (inf, -inf):
        return 0.0
    return incomplete_beta(df / 2, 0.5, df / (df + t * t), t * t / (df + t * t))


def quantile(probability: float, df: float) -> float:
    """The t below which a share of the distribution lies, for probabilities from a half on.

    >>> round(quantile(0.975, 3), 12)
    3.182446305284
    """
    tails = 2 * (1 - probability)
    if tails >= 1:
        return 0.0
    low, high = 0.0, 1.0
    while p_value(high, df) > tails and high < 1e100:
        low, high = high, 2 * high
    t = (low + high) / 2
    for _ in range(200):  # Newton's method, inside of what is known to hold the answer
        p = p_value(t, df)
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
