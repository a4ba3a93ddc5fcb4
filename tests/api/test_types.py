"""The package is typed: type checkers know the public names, and find a wrong use of them."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import EXAMPLES

import hubbub

EXAMPLE = Path(__file__).with_name("typed_example.py")


def checked(file: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What mypy says of a file elsewhere, with the package that the tests use."""
    where = Path(hubbub.__file__).parents[1]
    environment = {} if where.name == "site-packages" else {"MYPYPATH": str(where)}
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", str(file)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_mypy_knows_the_public_names(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    good = checked(EXAMPLE, tmp_path)
    assert good.returncode == 0, good.stdout + good.stderr
    bad = tmp_path / "bad.py"
    bad.write_text("import hubbub\nhubbub.load(1.5)\nhubbub.Segment(3)\nhubbub.no_such_name\n", encoding="utf-8")
    done = checked(bad, tmp_path)
    assert [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line] == ["2", "3", "4"]


def test_the_example_runs() -> None:
    names = runpy.run_path(str(EXAMPLE))
    found = names["rates"](EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm")
    assert found.keys() == {"talk-A", "talk-B", "talk-C", "talk-D"}
