"""Every command on the examples: what it prints and writes is, byte for byte, what is kept in tests/golden."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import golden

CASES = dict(golden.cases())


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("name", CASES)
def test_output_is_as_before(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    kept = (golden.GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.output(CASES[name], tmp_path) == kept, "if that is meant: PYTHONPATH=tests python -m support.golden"
