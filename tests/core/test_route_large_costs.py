"""Costs near a million: short meetings are proven in few stages, and no routing costs more than the pairing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hubbub
from hubbub import Segment

COSTS = ["0,1000000,999999,999998", "0,999983,999979,999961", "3,1000000,999999,999983", "0,1000000,999999,1"]


def meeting(seed: int, words: int, speakers: int, streams: int) -> tuple[list[Segment], list[Segment]]:
    chance = Random(seed)

    def side(name: str, number: int) -> list[Segment]:
        starts = [chance.random() * words / 3 for _ in range(words)]
        return [
            Segment(chance.choice("abcd"), speaker=f"{name}{chance.randrange(number)}", start=start, end=start + 1)
            for start in starts
        ]

    return side("A", speakers), side("x", streams)


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize(("speakers", "streams"), [(2, 3), (3, 8), (4, 4), (12, 12)])
def test_twelve_words_are_proven(costs: str, speakers: int, streams: int) -> None:
    for seed in range(3):
        sides = meeting(seed, 12, speakers, streams)
        for metric in ("tcmimower", "mimower", "tcorcwer", "orcwer", "mdwer"):
            options: dict[str, Any] = {"collar": 1} if metric.startswith("tc") else {}
            result = getattr(hubbub, metric)(*sides, costs=costs, **options)
            assert result.exact
            assert len(result.stages) < 500, "with so large costs, limits must not rise by units"


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("timed", [False, True])
def test_mimo_never_costs_more_than_the_pairing(costs: str, timed: bool) -> None:
    """Also where costs are so large that the search is coarse, and ends at once."""
    options: dict[str, Any] = {"costs": costs, "collar": 1} if timed else {"costs": costs}
    for seed in range(4):
        sides = meeting(seed, 20, 3, 4)
        paired = getattr(hubbub, "tcpwer" if timed else "cpwer")(*sides, **options)
        routed = getattr(hubbub, "tcmimower" if timed else "mimower")(*sides, **options, effort="0.000001")
        assert routed.lower_bound <= routed.cost <= paired.cost
