"""The MIMO router against a memoized recursion, with each stage disabled or restricted in turn."""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support import drivers
from support.oracles import Costs
from support.route_cases import Case, overlapping_meeting, random_case, written

COUNT = 400  # random cases for each way of running the router


class Answer(NamedTuple):
    cost: int
    lower_bound: int
    exact: bool
    order: list[int]
    stream_of: list[int]


def distances(reference: Sequence[int], hypothesis: Sequence[int], costs: Costs) -> list[int]:
    """The cost of aligning the reference with each beginning of the hypothesis."""
    correct, substitution, insertion, deletion = costs
    row = [insertion * h for h in range(len(hypothesis) + 1)]
    for word in reference:
        new = [row[0] + deletion]
        for h, other in enumerate(hypothesis):
            pair = correct if word == other else substitution
            new.append(min(row[h + 1] + deletion, new[h] + insertion, row[h] + pair))
        row = new
    return row


def recursion(case: Case) -> int:
    """Tries every next utterance on every stream up to every word."""
    members: dict[int, list[int]] = {}
    for n, queue in enumerate(case.queues):
        members.setdefault(queue, []).append(n)
    queues = list(members.values())
    if not case.streams:
        return case.costs[3] * sum(map(len, case.utterances))

    @cache
    def row(n: int, j: int, h: int) -> list[int]:
        return distances(case.utterances[n], case.streams[j][h:], case.costs)

    @cache
    def rest(places: tuple[int, ...], cells: tuple[int, ...]) -> int:
        best = math.inf
        for i, queue in enumerate(queues):
            if places[i] == len(queue):
                continue
            after = (*places[:i], places[i] + 1, *places[i + 1 :])
            for j, h in enumerate(cells):
                for step, cost in enumerate(row(queue[places[i]], j, h)):
                    best = min(best, cost + rest(after, (*cells[:j], h + step, *cells[j + 1 :])))
        if best == math.inf:
            return case.costs[2] * sum(len(stream) - h for stream, h in zip(case.streams, cells, strict=True))
        return int(best)

    return rest((0,) * len(queues), (0,) * len(case.streams))


def rescored(case: Case, answer: Answer) -> int:
    """The cost of the routing: each stream's utterances are concatenated in order and aligned."""
    if not case.streams:
        return case.costs[3] * sum(map(len, case.utterances))
    joined: list[list[int]] = [[] for _ in case.streams]
    for n in answer.order:
        joined[answer.stream_of[n]] += case.utterances[n]
    pairs = zip(joined, case.streams, strict=True)
    return sum(distances(words, stream, case.costs)[-1] for words, stream in pairs)


@pytest.fixture(scope="session")
def driver() -> Path:
    return drivers.build("mimo_driver.cpp")


def solve(driver: Path, cases: Sequence[Case], *options: str, simd: str | None = None) -> list[Answer]:
    environment = {"HUBBUB_SIMD": simd} if simd else None
    run = subprocess.run(
        [driver, *options], input=written(cases), capture_output=True, encoding="utf-8", check=True, env=environment
    )
    answers = []
    for case, line in zip(cases, run.stdout.splitlines(), strict=True):
        cost, bound, exact, *rest = map(int, line.split())
        count = len(case.utterances)
        answers.append(Answer(cost, bound, bool(exact), rest[:count], rest[count:]))
    return answers


def check_witness(case: Case, answer: Answer) -> None:
    assert sorted(answer.order) == list(range(len(case.utterances)))
    for queue in set(case.queues):
        own = [n for n in answer.order if case.queues[n] == queue]
        assert own == sorted(own), "the order of a queue is broken"
    assert rescored(case, answer) == answer.cost
    assert answer.lower_bound <= answer.cost
    assert answer.exact == (answer.lower_bound == answer.cost)


LONG = ["quick=0", "table=0"]
"""Short meetings take the stages of long ones."""

WAYS = {
    "as it is": [],
    "no tables": ["table=0"],
    "one table from poor prices": ["table=1e9", "all_tables=1", "first_steps=1"],
    "one table from poor prices and a bad start": ["table=1e9", "all_tables=1", "first_steps=1", "primal=0"],
    "tables that give up": ["table=3000", "all_tables=1", "first_steps=1", "primal=0"],
    "short meetings from a bad start": ["primal=0"],
    "short meetings from a poor routing": ["start=1"],
    "the way of long meetings": LONG,
    "the way of long meetings, with tables": ["quick=0", "table=1e9", "all_tables=1", "primal=0"],
    "narrow searches": [*LONG, "width=1"],
    "a bad start": [*LONG, "primal=0"],
    "a poor routing to start from": [*LONG, "primal=0", "start=1"],
    "a bad start and narrow searches": [*LONG, "primal=0", "width=2"],
    "neighborhoods of two": [*LONG, "neighborhood=2", "little=1"],
    "the stages of long meetings": [*LONG, "large=0"],
    "the stages of long meetings, neighborhoods of two": [*LONG, "large=0", "neighborhood=2", "little=1", "width=2"],
    "nothing closed": [*LONG, "fixing=0", "width=3"],
    "the search decides": ["prices=0"],
    "the search decides, nothing closed": ["prices=0", "fixing=0"],
    "the search without dominance": ["prices=0", "dominance=0", "width=100000"],
    "the search in any order": ["prices=0", "commutation=0"],
    "the plainest search": ["prices=0", "dominance=0", "commutation=0", "width=100000"],
}


@pytest.mark.parametrize("options", WAYS.values(), ids=WAYS)
def test_every_way_finds_and_proves_the_optimum(driver: Path, options: list[str]) -> None:
    rng = random.Random(repr(options))
    cases = [random_case(rng) for _ in range(COUNT)]
    for case, answer in zip(cases, solve(driver, cases, *options), strict=True):
        check_witness(case, answer)
        assert (answer.cost, answer.exact) == (recursion(case), True), case


def test_all_ways_agree_on_meetings(driver: Path) -> None:
    rng = random.Random(5)
    cases = [overlapping_meeting(rng, 30, 4, streams) for streams in (1, 2, 2, 3) for _ in range(3)]
    answers = solve(driver, cases)
    for case, answer in zip(cases, answers, strict=True):
        check_witness(case, answer)
        assert answer.exact
    for options in ([], ["primal=0"], ["neighborhood=8"], ["fixing=0", "width=64"]):
        assert [a.cost for a in solve(driver, cases, *LONG, *options)] == [a.cost for a in answers]


def test_runs_repeat_on_every_level_of_simd(driver: Path) -> None:
    rng = random.Random(6)
    cases = [overlapping_meeting(rng, 25, 3, 2) for _ in range(4)]
    answers = solve(driver, cases)
    for simd in ("plain", "avx2", "avx512"):
        assert solve(driver, cases, simd=simd) == answers


@pytest.mark.parametrize("option", ["seconds=0", "seconds=0.01", "bytes=1000", "bytes=300000", "bytes=2000000"])
def test_a_budget_gives_a_routing_and_a_bound(driver: Path, option: str) -> None:
    rng = random.Random(7)
    cases = [overlapping_meeting(rng, 60, 4, 3) for _ in range(3)]
    best = solve(driver, cases)
    for case, answer, full in zip(cases, solve(driver, cases, option), best, strict=True):
        check_witness(case, answer)
        assert answer.lower_bound <= full.cost <= answer.cost


def test_utterances_may_come_speaker_by_speaker(driver: Path) -> None:
    rng = random.Random(8)
    case = overlapping_meeting(rng, 40, 4, 2)
    order = sorted(range(40), key=lambda n: case.queues[n])
    grouped = Case([case.utterances[n] for n in order], [case.queues[n] for n in order], case.streams)
    one, other = solve(driver, [case, grouped])
    assert one.exact
    assert other.exact
    assert one.cost == other.cost


def test_single_words_are_routed_too(driver: Path) -> None:
    rng = random.Random(9)
    case = overlapping_meeting(rng, 10, 3, 2)
    words = [(queue, word) for queue, spoken in zip(case.queues, case.utterances, strict=True) for word in spoken]
    single = Case([[word] for _, word in words], [queue for queue, _ in words], case.streams)
    whole, split = solve(driver, [case, single])
    check_witness(single, split)
    assert split.exact
    assert split.cost <= whole.cost
