"""A sample of hostile inputs; `make fuzz` runs many more."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.hostile import cases, fault

SAMPLE = 8000


def test_hostile_inputs_end_with_a_result_or_an_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    faults = [text for text in map(fault, cases(SAMPLE, seed=1)) if text is not None]
    assert not faults, f"{len(faults)} of {SAMPLE}, the first: {faults[0]}"


def test_the_same_seed_gives_the_same_cases() -> None:
    first, second = ([case.name.split(" ")[0] for case in cases(200, seed=5)] for _ in range(2))
    assert first == second
