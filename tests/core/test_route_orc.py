"""The ORC router against exhaustive search, with each stage forced and with budgets that run out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support import drivers


@pytest.fixture(scope="session")
def program() -> Path:
    return drivers.build("orc_random.cpp")


STAGES = [
    "first pass",
    "price sweep",
    "beam",
    "table",
    "graph",
    "graph prices",
    "graph beam",
    "search",
    "windows",
    "proven",
]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_stage_finds_and_proves_the_optimum(program: Path, seed: str) -> None:
    """Against every routing and the full table; zero to six streams, any costs, poor first routings."""
    run = subprocess.run([program, "500", seed], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout
    reached = {line.split(":")[0]: int(line.split(":")[1]) for line in run.stdout.splitlines() if ":" in line}
    assert [stage for stage in STAGES if reached.get(stage, 0) < 10] == [], "the problems do not test these stages"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_routings_are_improved_until_no_move_gains(seed: str) -> None:
    """Against every possible move, with one queue and with several, with times and without."""
    run = subprocess.run(
        [drivers.build("primal_random.cpp"), "2000", seed], capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout


def test_limits_that_report_no_stage_end_with_the_budget() -> None:
    """A bound alone may settle a limit: time, work, a stop sign and a proof must still end the run."""
    run = subprocess.run([drivers.build("limits.cpp")], capture_output=True, encoding="utf-8", check=True)
    for queues in (1, 2):
        assert [line for line in run.stdout.splitlines() if f", {queues}:" in line] == [
            f"time, {queues}: time used up after 1",
            f"work, {queues}: effort used up after 3",
            f"stop, {queues}: stopped after 3",
            f"bound, {queues}: proven after 4",
            f"nothing, {queues}: effort used up after 50",
        ]
