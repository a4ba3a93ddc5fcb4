"""Times as the core reads them from files, against the C library."""

from __future__ import annotations

import subprocess

import pytest
from support import drivers


@pytest.mark.parametrize("seed", ["1", "2"])
def test_decimals_are_rounded_once(seed: str) -> None:
    command = [str(drivers.build("decimal_random.cpp")), "100000", seed]
    run = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert run.returncode == 0, run.stdout
