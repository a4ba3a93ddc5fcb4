"""Two systems on the same units: exact sign flips, the chance of improvement, Holm's correction, and power."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, fsum, sqrt
from typing import NamedTuple

from hubbub import _core
from hubbub.parallel import allowed
from hubbub.statistics.intervals import t_quantile

CELLS = 2**32
"""Steps that the convolution of sign flips may take: a few seconds."""
WIDEST = 2**23
"""Sums that it may reach, each with its chance in memory."""
SUMS, DRAWS = 2**22, 100_000
"""Sums that the convolution of resamples may have; where there are more, so many are drawn."""
POWER = 0.8
"""How often a difference that is called detectable would be found."""


class Flipped(NamedTuple):
    """The test of random signs: were the systems exchanged in any of the units, how often would they differ as much?"""

    p: float
    least: float
    """The least p that so many units can give."""
    exact: bool = True
    """False where the normal distribution had to do: so many units, or sums, that it hardly differs."""


def sign_flip(differences: Sequence[int]) -> Flipped:
    """The exact p of whole differences, by convolution: nothing is drawn.

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
    """The paired bootstrap by convolution: as many differences are drawn from these, and the chances are given that
    their sum is below 0, 0, and above.

    >>> improvement([2, -2])
    (0.25, 0.5, 0.25)
    """
    if differences and (max(differences) - min(differences)) * len(differences) > SUMS:
        sums, _ = _core.resample(differences, [1] * len(differences), DRAWS, 0, allowed())
        below, above = sum(one < 0 for one in sums) / DRAWS, sum(one > 0 for one in sums) / DRAWS
        return below, 1 - below - above, above
    below, equal, above = _core.drawn_sums(differences)
    return below, equal, above


def holm(p_values: Sequence[float]) -> list[float]:
    """The p of each of several tests, so that the chance of any false alarm stays below the level.

    >>> holm([0.01, 0.04, 0.03, 0.005])
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = adjusted[place] = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
    return adjusted


def detectable(se: float, df: float, level: float = 0.95) -> float:
    """The difference that would be found in four of five such corpora.

    >>> round(detectable(0.013559024477049934, 2.640456259357977), 6)
    0.06023
    """
    return se * (t_quantile((1 + level) / 2, df) + t_quantile(POWER, df))


MOST = 100_000
"""Beyond so many units, nobody is told how many."""


def needed(difference: float, se: float, units: int, level: float = 0.95) -> int | None:
    """The least number of units at which such a difference would be found; None beyond MOST.

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
