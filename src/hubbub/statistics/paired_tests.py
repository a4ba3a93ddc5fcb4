"""Tests of two systems on the same units: exact sign flips, paired bootstrap, Holm's correction, and power."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, fsum, sqrt
from typing import NamedTuple

from hubbub import _core
from hubbub.parallel import allowed
from hubbub.statistics.intervals import t_quantile

CELLS = 2**32
"""The limit of steps of the sign-flip convolution: a few seconds."""
WIDEST = 2**23
"""The limit of its distinct sums, whose probabilities are in memory."""
SUMS, DRAWS = 2**22, 100_000
"""The limit of distinct sums in the bootstrap convolution; above it, DRAWS resamples are drawn instead."""
POWER = 0.8
"""The power at which a difference counts as detectable."""


class Flipped(NamedTuple):
    """The result of a sign-flip test: the probability of a difference this large if systems were swapped at random."""

    p: float
    least: float
    """The smallest p that the number of units with a difference can give."""
    exact: bool = True
    """False if the normal approximation was used; with that many units, or sums, it hardly differs."""


def sign_flip(differences: Sequence[int]) -> Flipped:
    """Returns the exact p-value of integer differences, by convolution.

    >>> sign_flip([-316, -69, -173, -209])
    Flipped(p=0.125, least=0.125, exact=True)
    """
    moved = [difference for difference in differences if difference]
    sizes = sum(map(abs, moved))
    if len(moved) * sizes <= CELLS and sizes <= WIDEST:
        return Flipped(*_core.sign_flip(moved))
    z = abs(sum(moved)) / sqrt(fsum(float(one) ** 2 for one in moved))
    least = 2.0 ** max(1 - len(moved), -1074)
    return Flipped(max(erfc(z / sqrt(2)), least), least, exact=False)


def improvement(differences: Sequence[int]) -> tuple[float, float, float]:
    """Returns the probabilities that a bootstrap sample of the differences has a sum below 0, of 0, and above 0.

    Exact, by convolution, unless there are too many distinct sums.

    >>> improvement([2, -2])
    (0.25, 0.5, 0.25)
    """
    if differences and (max(differences) - min(differences)) * len(differences) > SUMS:
        sums = _core.resample(differences, [1] * len(differences), DRAWS, 0, allowed())
        below, above = sum(one < 0 for one in sums) / DRAWS, sum(one > 0 for one in sums) / DRAWS
        return below, 1 - below - above, above
    below, equal, above = _core.drawn_sums(differences)
    return below, equal, above


def holm(p_values: Sequence[float]) -> list[float]:
    """Returns Holm-adjusted p-values, which bound the probability of any false positive.

    >>> holm([0.01, 0.04, 0.03, 0.005])
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = adjusted[place] = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
    return adjusted


def detectable(se: float, df: float, level: float = 0.95) -> float:
    """Returns the difference that is detected with a power of 80%.

    >>> round(detectable(0.013559024477049934, 2.640456259357977), 6)
    0.06023
    """
    return se * (t_quantile((1 + level) / 2, df) + t_quantile(POWER, df))


MOST = 100_000
"""The largest number of units that `needed` returns."""


def needed(difference: float, se: float, units: int, level: float = 0.95) -> int | None:
    """Returns the smallest number of units at which a difference is detectable; None above MOST.

    >>> needed(0.03368615222451579, 0.013559024477049934, 4)
    8
    """
    if se == 0:
        return 2
    if difference == 0:
        return None

    def enough(number: int) -> bool:
        return detectable(se * sqrt(units / number), number - 1, level) <= abs(difference)

    low, high = 1, 2  # enough at high, not at low
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
