"""Routing problems for the programs in tests/core, and what they answer."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable
from typing import NamedTuple

from support.oracles import UNIT, Costs
from support.paths import ROOT

sys.path.append(str(ROOT / "bench"))
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


def random_costs(rng: random.Random) -> Costs:
    """Mostly unit costs."""
    known = [(0, 1, 1, 1)] * 4 + [(0, 4, 3, 3), (1, 2, 3, 1), (2, 1, 1, 1), (0, 5, 1, 1), (0, 2, 0, 1)]
    if rng.random() < 0.2:
        return Costs(rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9))
    return Costs(*rng.choice(known))


def random_case(rng: random.Random) -> Case:
    """Small enough to try everything; words repeat, streams are empty, orders conflict across them."""
    vocabulary = rng.choice([1, 2, 3, 5, 10, 50])
    stream_count = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6])
    count = rng.randint(0, 7 if stream_count <= 3 else 5)
    utterances = [[rng.randrange(vocabulary) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))] for _ in range(count)]
    queues = [rng.randrange(rng.randint(1, 5)) for _ in range(count)]
    streams: list[list[int]] = [[] for _ in range(stream_count)]
    if rng.random() < 0.5:
        longest = 9 if stream_count <= 2 else 4
        streams = [[rng.randrange(vocabulary) for _ in range(rng.randint(0, longest))] for _ in streams]
    elif streams:  # what was said, out of order and with errors: orders that conflict across the streams
        for n in sorted(range(count), key=lambda n: n + 4 * rng.random()):
            stream = rng.choice(streams)
            for word in utterances[n]:
                if rng.random() < 0.85 and len(stream) < 7:
                    stream.append(word if rng.random() < 0.85 else rng.randrange(vocabulary))
    while math.prod(len(stream) + 1 for stream in streams) > 3000:
        del max(streams, key=len)[1:]
    return Case(utterances, queues, streams, random_costs(rng))


def overlapping_meeting(rng: random.Random, count: int, speakers: int, streams: int) -> Case:
    """What was said is heard with errors, and up to three utterances late."""
    utterances = [[rng.randrange(40) for _ in range(rng.randint(1, 12))] for _ in range(count)]
    heard: list[list[int]] = [[] for _ in range(streams)]
    for n in sorted(range(count), key=lambda n: n + 3 * rng.random()):
        stream = rng.choice(heard)
        stream += [word if rng.random() < 0.85 else rng.randrange(40) for word in utterances[n] if rng.random() < 0.93]
    return Case(utterances, [rng.randrange(speakers) for _ in range(count)], heard)


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


if __name__ == "__main__":  # for make sanitize: so many cases for the drivers
    rng = random.Random(1)
    cases = [random_case(rng) for _ in range(int(sys.argv[1]))]
    print(written([*cases, *(overlapping_meeting(rng, 30, 4, streams) for streams in (1, 2, 3))]))
