"""The router stays within a memory budget at every stage, and returns a routing and a bound if it is small."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import solvers  # noqa: F401  # skips this file if the solvers are not built
from support.route_cases import Shape

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the kernel's own marks")

# In a separate process: memory that others allocated and freed must not hide what the router needs.
PROGRAM = """
import json, sys
from pathlib import Path
from support import solvers
from support.route_cases import Shape, meeting
from support.solvers import row, rows

def marked(name):
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024

shape, one_queue, memory, seconds = json.loads(sys.argv[1])
case = meeting(Shape(*shape), one_queue)
given = rows(case.utterances), case.queues, [row(words) for words in case.streams]
before = marked("VmRSS")
found = solvers.route(*given, bytes=memory, seconds=seconds)
taken = marked("VmHWM") - before
print(json.dumps([taken, found.cost, found.lower_bound, [stage.name for stage in found.stages]]))
"""


def routed(shape: Shape, one_queue: bool, memory: int, seconds: float) -> list[Any]:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([shape, one_queue, memory, seconds])],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=Path(__file__).parents[1],
    )
    found: list[Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("memory", [4, 16, 64])
@pytest.mark.parametrize(
    ("shape", "one_queue"),
    [
        (Shape(400, 5, 1, "css", 0.7), True),
        (Shape(300, 7, 2, "diar", 0.7), True),
        (Shape(250, 4, 1, "css", 0.5), False),
        (Shape(400, 3, 2, "css", 0.6), False),
    ],
    ids=str,
)
def test_no_stage_takes_more_than_allowed(shape: Shape, one_queue: bool, memory: int) -> None:
    taken, cost, bound, _ = routed(shape, one_queue, memory << 20, 2)
    assert bound <= cost
    assert taken <= (memory << 20) + (2 << 20), "2 MB are what the allocator and a first call cost anyway"


def test_a_meeting_too_long_for_the_memory_goes_stretch_by_stretch() -> None:
    _, cost, bound, stages = routed(Shape(800, 3, 3, "css", 0.3), True, 8 << 20, 600)
    assert "first pass" not in stages
    assert "part prices" in stages
    assert cost - bound <= 0.02 * cost


def test_without_room_for_chains_too() -> None:
    _, cost, bound, stages = routed(Shape(300, 3, 3, "css", 0.3), False, 2 << 20, 600)
    assert "first pass" not in stages
    assert "part prices" in stages
    assert cost - bound <= 0.2 * cost
