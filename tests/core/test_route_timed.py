"""The router under the time rule, with one queue and with several, against the full table, with stages forced."""

from __future__ import annotations

import os
import subprocess

import pytest
from support import drivers


def agree(driver: str, *arguments: str, simd: str | None = None) -> None:
    environment = {**os.environ, "HUBBUB_SIMD": simd} if simd else None
    command = [str(drivers.build(driver)), *arguments]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=environment)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(("seed", "simd"), [("1", None), ("2", None), ("3", None), ("4", "avx2"), ("5", "plain")])
def test_times_in_order_and_in_none(seed: str, simd: str | None) -> None:
    agree("timed_random.cpp", "1500", seed, simd=simd)


def test_rows_through_a_whole_utterance() -> None:
    agree("words_random.cpp")
