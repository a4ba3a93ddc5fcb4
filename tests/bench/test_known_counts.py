"""bench/facts.py, on the meetings that come with the tests."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT

HERE = ROOT / "tests"
SCRIPT = HERE.parent / "bench/facts.py"
CASES = json.loads((HERE / "facts/sctk_vt.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "excerpts_sctk_vt"
    folder.mkdir()
    for side in ("ref", "hyp"):
        shutil.copy(HERE / f"data/sctk_vt_{side}.json", folder / f"{side}.json")
    return tmp_path


def check(data: Path, cases: list[dict[str, Any]], *options: str) -> tuple[int, str]:
    (data / "facts.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    command = [sys.executable, str(SCRIPT), "--data", str(data), "--facts", str(data / "facts.json"), *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def some(metric: str, number: int = 2) -> list[dict[str, Any]]:
    return [case for case in CASES if case["metric"] == metric][:number]


def test_known_counts_hold(data: Path) -> None:
    code, out = check(data, some("tcpwer") + some("greedy_ditcpwer", 1) + some("cpwer"), "--only", "tcpwer")
    assert (code, out.splitlines()[-1]) == (0, "2 cases, 0 wrong")
    code, out = check(data, some("tcorcwer") + some("greedy_tcorcwer"))
    assert code == 0
    assert "| excerpts_sctk_vt | tcorcwer | 2 | 0 |" in out
    assert "| excerpts_sctk_vt | greedy_tcorcwer | 0 | 2 |" in out


def test_other_counts_are_told(data: Path) -> None:
    (case,) = some("tcpwer", 1)
    counts = case["expected"]
    wrong = [{**case, "expected": counts | {key: counts[key] + 1}} for key in ("errors", "length", "insertions")]
    code, out = check(data, wrong)
    assert (code, out.splitlines()[-1]) == (1, "3 cases, 3 wrong")
    assert f"differs: tcpwer of excerpts_sctk_vt/hyp/{case['session']}: {counts['errors']} errors" in out
