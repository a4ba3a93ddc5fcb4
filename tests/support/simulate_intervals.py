"""Do 95% intervals hold the true rate in 95% of corpora? Slow, so `make coverage` runs it and `make test` does not.

Sessions have rates whose logits are normal, and lengths whose logarithms are. The truth is known, since it was planted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from math import exp, fsum
from random import Random
from statistics import NormalDist

from hubbub.statistics.intervals import Interval, difference_interval, rate_interval, resampled_interval
from hubbub.statistics.paired_tests import sign_flip

CORPORA, SEED = 2000, 1
SESSIONS = (8, 20, 100)
MIDDLE, SPREAD = -1.5, 0.5
"""Of the logits: rates about 18%, most of them from 8 to 37%."""
WORDS, LENGTHS = 3000, 0.33
GAIN = 0.3
"""By how much the logit of the second system lies lower, and how much that spreads."""

Column = Sequence[int]
Corpus = tuple[Column, Column, Column]
"""Lengths, and the errors of two systems."""


def share(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def mean_share(middle: float, spread: float) -> float:
    """The true rate, by the midpoints of ten thousand equal parts of the population."""
    normal, parts = NormalDist(middle, spread), 10_000
    return fsum(share(normal.inv_cdf((i + 0.5) / parts)) for i in range(parts)) / parts


def corpus(random: Random, sessions: int) -> Corpus:
    lengths, first, second = [], [], []
    for _ in range(sessions):
        length = max(1, round(WORDS * exp(random.gauss(0, LENGTHS))))
        logit = random.gauss(MIDDLE, SPREAD)
        lengths.append(length)
        first.append(round(length * share(logit)))
        second.append(round(length * share(logit - random.gauss(GAIN, GAIN))))
    return lengths, first, second


def covered(sessions: int, truth: float, find: Callable[[Corpus], Interval], corpora: int) -> float:
    """The share of corpora whose interval holds the truth."""
    random = Random(SEED)
    held = 0
    for _ in range(corpora):
        found = find(corpus(random, sessions))
        held += found.low is not None and found.high is not None and found.low <= truth <= found.high
    return held / corpora


def alarms(sessions: int, corpora: int) -> float:
    """How often sign flips call systems different at 5% where chance alone says which is which."""
    random = Random(SEED)
    called = 0
    for _ in range(corpora):
        _, first, second = corpus(random, sessions)
        called += sign_flip([(b - a) * random.choice((1, -1)) for a, b in zip(first, second, strict=True)]).p <= 0.05
    return called / corpora


def main(corpora: int) -> int:
    rate = mean_share(MIDDLE, SPREAD)
    gap = mean_share(MIDDLE - GAIN, (SPREAD**2 + GAIN**2) ** 0.5) - rate
    ways: dict[str, tuple[float, Callable[[Corpus], Interval]]] = {
        "rate": (rate, lambda made: rate_interval(made[1], made[0], 0.95)),
        "difference": (
            gap,
            lambda made: difference_interval([b - a for a, b in zip(*made[1:], strict=True)], made[0], 0.95),
        ),
        "percentile": (rate, lambda made: resampled_interval(made[1], made[0], 0.95, resamples=1000)),
    }
    print("sessions", *ways, "alarms of flips", sep="\t")
    wrong = []
    for sessions in SESSIONS:
        row = []
        for name, (truth, find) in ways.items():
            number = corpora if name in ("rate", "difference") else corpora // 5
            found = covered(sessions, truth, find, number)
            row.append(f"{found:.1%}")
            if name == "rate" and not 0.93 <= found <= 0.97:
                wrong.append(f"the interval of {sessions} sessions holds the rate in {found:.1%} of corpora")
        flips = alarms(sessions, corpora)
        if flips > 0.06:
            wrong.append(f"sign flips of {sessions} sessions give {flips:.1%} false alarms at 5%")
        print(sessions, *row, f"{flips:.1%}", sep="\t", flush=True)
    print("\n".join(wrong) or f"as it should be, over {corpora} corpora")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else CORPORA))
