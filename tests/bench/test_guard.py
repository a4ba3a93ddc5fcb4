"""bench/guard.py and bench/scaling.py: what they make of their numbers."""

from __future__ import annotations

import doctest
import sys

import pytest
from support.paths import ROOT

sys.path.append(str(ROOT / "bench"))

import guard
import guard_work
import scaling


def test_a_workload_that_grew_fails_and_names_the_functions(capsys: pytest.CaptureFixture[str]) -> None:
    before = {"total": 1000, "functions": {"align": 500, "read": 400}}
    assert not guard.compared("cp", before, {"total": 1029, "functions": {}})
    assert guard.compared("cp", before, {"total": 1100, "functions": {"align": 590, "read": 400, "new": 10}})
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["cp", "1,100", "+10.0%"]
    assert [line.split() for line in lines[2:]] == [["+90", "align"], ["+10", "new"]]


def test_every_workload_is_counted() -> None:
    import json

    kept = json.loads(guard.COUNTS.read_text(encoding="utf-8"))
    assert list(kept["work"]) == sorted(guard_work.WORK), "run bench/guard.py --write"


def test_examples_of_the_benches() -> None:
    for module in (guard, scaling):
        assert doctest.testmod(module).failed == 0
