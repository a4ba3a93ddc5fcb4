"""A short run of the fuzzer in tests/core/fuzz_route.cpp; `make fuzz` runs it for longer."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support import drivers


@pytest.fixture(scope="session")
def program() -> Path:
    return drivers.build("fuzz_route.cpp")


@pytest.mark.parametrize("seed", [1, 2])
def test_any_bytes_are_routed_as_by_the_plain_programme(program: Path, tmp_path: Path, seed: int) -> None:
    command = [str(program), "-runs=250", f"-seed={seed}"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "250 problems agree\n"


def test_a_file_is_replayed(program: Path, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(bytes(range(200)))
    assert subprocess.run([program, tmp_path / "bytes"], check=False).returncode == 0
    assert subprocess.run([program, tmp_path / "absent"], capture_output=True, check=False).returncode == 2
