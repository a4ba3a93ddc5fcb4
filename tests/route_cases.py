"""Routing problems for the programs in tests/core, and what they answer."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from oracles import UNIT, Costs

sys.path.append(str(Path(__file__).parent.parent / "bench"))
from meetings import System, make


class Case(NamedTuple):
    """Utterances as numbers, the queue of each, streams."""

    utterances: list[list[int]]
    queues: list[int]
    streams: list[list[int]]
    costs: Costs = UNIT


def written(cases: Iterable[Case]) -> str:
    """As tests/core/cases.hpp reads them."""
    lines = []
    for case in cases:
        lines.append(" ".join(map(str, [*case.costs, len(case.utterances), len(case.streams)])))
        for queue, words in zip(case.queues, case.utterances, strict=True):
            lines.append(" ".join(map(str, [queue, len(words), *words])))
        lines += [" ".join(map(str, [len(words), *words])) for words in case.streams]
    return "\n".join(lines)


class Shape(NamedTuple):
    """Of a meeting of four."""

    utterances: int
    streams: int
    seed: int
    system: System
    error_rate: float


def meeting(shape: Shape, one_queue: bool) -> Case:
    """One of the meetings that the benchmarks make."""
    made = make(shape.utterances, 4, shape.streams, shape.seed, shape.system, shape.error_rate)
    numbers: dict[str, int] = {}

    def ids(words: str) -> list[int]:
        return [numbers.setdefault(word, len(numbers)) for word in words.split()]

    speakers = {name: i for i, name in enumerate(dict.fromkeys(one["speaker"] for one in made.reference))}
    heard: dict[str, list[int]] = {}
    for one in made.hypothesis:
        heard.setdefault(one["speaker"], []).extend(ids(one["words"]))
    return Case(
        [ids(one["words"]) for one in made.reference],
        [0 if one_queue else speakers[one["speaker"]] for one in made.reference],
        list(heard.values()),
    )
