"""Both routers under the time rule, against the plain programme, with stages forced."""

from __future__ import annotations

import subprocess

import drivers
import pytest


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_times_in_order_and_in_none(seed: str) -> None:
    run = subprocess.run([drivers.build("timed_random.cpp"), "1500", seed], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
