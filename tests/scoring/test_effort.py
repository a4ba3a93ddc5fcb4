"""What a search may spend: counted work by default, and what is said where it is used up."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.running import Hubbub

from hubbub import score

REPEATED = """
import json, sys, hubbub
found = hubbub.score(sys.argv[1], sys.argv[2], sys.argv[3], effort=float(sys.argv[4]), jobs=1)["s"]
print(json.dumps([found.cost, found.lower_bound, found.signature, [stage[:5] for stage in found.stages]]))
"""


@pytest.fixture
def hard(tmp_path: Path) -> tuple[str, str]:
    """Words that repeat, so that many routings are nearly as good as the best."""
    draw = random.Random(1)

    def write(name: str, voices: int, turns: int, words: int) -> str:
        lines = [
            f"s 1 {name}{turn % voices} {turn} {turn + 1} {' '.join(draw.choices('abcd', k=words))}"
            for turn in range(turns)
        ]
        path = tmp_path / f"{name}.stm"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write("ref", 4, 48, 6), write("hyp", 4, 4, 70)


def test_effort_ends_a_search_and_says_so(hubbub: Hubbub, hard: tuple[str, str]) -> None:
    done = hubbub("mimower", "-r", hard[0], "-h", hard[1], "--effort", "0.0001", "--explain")
    assert done.code == 4
    assert "warning: search stopped early (effort limit): s has " in done.err
    assert "; raise --effort or use --prove\n" in done.err
    assert "|effort:0.0001|" in done.out
    assert done.out.count("effort used up") == 2  # how the search ended, and its last stage


def test_of_several_systems_each_is_named(hubbub: Hubbub, hard: tuple[str, str]) -> None:
    done = hubbub("mimower", "-r", hard[0], "-h", f"A={hard[1]}", "-h", f"B={hard[1]}", "--effort", "0.0001")
    lines = [line for line in done.err.splitlines() if "search stopped early (effort limit)" in line]
    assert len(lines) == 1, "what holds for all systems is there once"
    other = hubbub("mimower", "-r", hard[0], "-h", f"A={hard[1]}", "-h", f"B={hard[0]}", "--effort", "0.0001")
    assert "warning: A: search stopped early (effort limit): s has " in other.err


def test_what_is_proven_does_not_name_the_effort(hubbub: Hubbub, hard: tuple[str, str]) -> None:
    done = hubbub("orcwer", "-r", hard[0], "-h", hard[0])
    assert done.code == 0
    assert "effort" not in done.out + done.err


@pytest.mark.parametrize("metric", ["orcwer", "mimower"])
def test_unproven_numbers_repeat_on_every_machine(metric: str, hard: tuple[str, str]) -> None:
    told = []
    for level in ("plain", "avx2"):
        done = subprocess.run(
            [sys.executable, "-c", REPEATED, metric, *hard, "0.0003"],
            capture_output=True,
            encoding="utf-8",
            check=True,
            env=os.environ | {"HUBBUB_SIMD": level},
        )
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]


def test_more_effort_is_no_worse(hard: tuple[str, str]) -> None:
    found = [score("mimower", *hard, effort=effort)["s"] for effort in (0.0001, 0.001, 0.01)]
    assert sorted(found, key=lambda result: -result.cost) == found
    assert sorted(found, key=lambda result: result.lower_bound) == found


def test_queues_are_merged_while_the_gap_is_wide(hard: tuple[str, str]) -> None:
    found = score("mimower", *hard, effort=0.01)["s"]
    assert "merged queues" in [stage.name for stage in found.stages]
    costs = [stage.best for stage in found.stages]
    assert costs == sorted(costs, reverse=True)
    assert found.lower_bound <= costs[-1] == found.cost == found.alignment.errors.errors


@pytest.mark.parametrize("metric", ["orcwer", "mimower", "tcorcwer"])
def test_the_least_effort_is_no_worse_than_cpwer(metric: str, hard: tuple[str, str]) -> None:
    for hypothesis in hard:  # the reference itself, too: its speakers are on a stream each
        collar = 100 if metric.startswith("tc") else None
        hasty = score(metric, hard[0], hypothesis, effort=1e-9, collar=collar)["s"]
        assert hasty.cost <= score("cpwer", hard[0], hypothesis)["s"].cost


@pytest.mark.parametrize("metric", ["orcwer", "mimower"])
def test_the_least_effort_proves_what_the_numbers_of_words_say(metric: str, hard: tuple[str, str]) -> None:
    assert score(metric, *hard, effort=1e-9)["s"].lower_bound >= 48 * 6 - 4 * 70


def test_each_budget_is_named(hard: tuple[str, str]) -> None:
    late = score("mimower", *hard, time_limit=0)["s"]
    assert late.stages[-1].name == "time used up"
    assert "effort" not in late.signature
    assert "|time-limit:0|v:" in late.signature
    narrow = score("mimower", *hard, memory="20K", effort=0.01)["s"]
    assert narrow.exact or narrow.stages[-1].name == "memory used up"


def test_scores_with_and_without_the_effort_go_together(hubbub: Hubbub, hard: tuple[str, str], tmp_path: Path) -> None:
    for name, effort in (("one", "0.0001"), ("two", "0.0002")):
        hubbub("mimower", "-r", hard[0], "-h", hard[1], "--effort", effort, "-o", str(tmp_path / f"{name}.json"))
    done = hubbub("compare", str(tmp_path / "one.json"), str(tmp_path / "two.json"))
    assert "different options" not in done.err
    assert done.out.splitlines()[-1].startswith("mimower|"), done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["orcwer", "--effort", "0"], "is not a number above 0 and up to 1e9"),
        (["orcwer", "--effort", "much"], "is not a number above 0"),
        (["orcwer", "--effort", "2", "--prove"], "--prove removes the limit of --effort"),
        (["cpwer", "--effort", "2"], "runs no search, so --effort has no effect"),
        (["cpwer", "--prove"], "runs no search, so --prove has no effect"),
    ],
)
def test_what_makes_no_sense_is_refused(
    hubbub: Hubbub, arguments: list[str], message: str, hard: tuple[str, str]
) -> None:
    done = hubbub(*arguments, "-r", hard[0], "-h", hard[1])
    assert done.code == 1
    assert message in done.err
