"""The core's decimal parser against Python's."""

from __future__ import annotations

import subprocess

import pytest
from support import decimal_cases, drivers


@pytest.mark.parametrize("seed", [1, 2])
def test_decimals_and_their_sums_are_rounded_once(seed: int) -> None:
    lines = "\n".join(decimal_cases.cases(20_000, seed))
    run = subprocess.run(
        [drivers.build("decimal_driver.cpp")],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stdout
