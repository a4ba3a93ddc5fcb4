"""What the README says is true: commands print what stands below them, Python runs, the table is the paper's."""

from __future__ import annotations

import doctest
import json
import re
import sys
from pathlib import Path

import pytest
from support import blocks
from support.paths import FACTS, ROOT

sys.path.append(str(ROOT / "bench"))

import readme

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    blocks.copy_examples(tmp_path)
    return tmp_path


def test_commands_print_what_the_readme_shows(cwd: Path) -> None:
    shown = blocks.blocks(TEXT, "console")
    assert shown
    for block in shown:
        assert blocks.session(block.text, cwd) == block.text, (
            f"README.md:{block.line}: run PYTHONPATH=tests python -m support.blocks README.md and look at what changed"
        )


def test_python_runs(cwd: Path) -> None:
    assert blocks.run_doctests(README, cwd) == 5


def test_the_tables_of_speed_are_those_of_the_results() -> None:
    results = (ROOT / "bench/RESULTS.md").read_text(encoding="utf-8")
    for name, starts in readme.PAGES.items():
        page = (ROOT / name).read_text(encoding="utf-8")
        assert readme.with_table(page, results, starts) == page, "run python bench/readme.py and look at what changed"
    assert doctest.testmod(readme).failed == 0
    with pytest.raises(LookupError, match=r"RESULTS.md has no cpwer of the small example under Start-up"):
        readme.with_table(TEXT, "")


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for block in blocks.blocks(TEXT, "sh"):
        for target in re.findall(r"make (\w+)", block.text):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


def test_every_block_is_tested() -> None:
    languages = {match[1] for match in blocks.BLOCK.finditer(TEXT)}
    assert languages <= {"console", "pycon", "sh"}


def test_table_1_is_the_papers() -> None:
    facts = json.loads((FACTS / "paper.json").read_text(encoding="utf-8"))["table_1"]
    shown = (ROOT / "docs/metrics/index.md").read_text(encoding="utf-8")
    for row, cells in facts.items():
        given = [cells[name] for name in ("cpwer", "orcwer", "mimower", "mdwer")]
        marks = [{True: "yes", False: "no"}.get(mark, mark) for mark in given]
        assert f"| {row} | {' | '.join(marks)} |" in shown


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", TEXT):
        assert (ROOT / target).exists(), target
