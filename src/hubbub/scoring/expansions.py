"""Every way to say a session with alternations, where there are few: for searches that know no choices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from hubbub.model.transcript import Utterance
from hubbub.scoring.problem import Problem

MOST = 64
"""As many ways are tried one by one, and not more."""


def expansions(problem: Problem) -> list[Problem] | None:
    """The same session without choices, once for every way to say it; None where there are too many."""
    sides = problem.reference, problem.hypothesis
    if prod(one.choices.number for side in sides for one in side if one.choices is not None) > MOST:
        return None
    ways = product(*map(_ways, sides))
    return [Problem(problem.told(said), problem.told(heard), problem.vocabulary, problem.key) for said, heard in ways]


def _ways(side: Sequence[Utterance]) -> list[tuple[Utterance, ...]]:
    return list(product(*([one] if one.choices is None else map(one.taking, one.choices.ways()) for one in side)))
