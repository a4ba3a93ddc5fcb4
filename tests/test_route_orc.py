"""The ORC router against every routing there is, with each stage forced and with budgets that run out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import drivers
import pytest


@pytest.fixture(scope="session")
def program() -> Path:
    return drivers.build("orc_random.cpp")


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_stage_finds_and_proves_the_optimum(program: Path, seed: str) -> None:
    run = subprocess.run([program, "150", seed], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
