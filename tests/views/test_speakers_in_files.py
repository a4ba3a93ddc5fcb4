"""The errors of each speaker in files: rows of the CSV, and a table of their own in Markdown and LaTeX."""

from __future__ import annotations

import csv
from pathlib import Path

from support.running import Hubbub

REF = "m 1 Ann 0 1 a b c\nm 1 Bob 1 2 d\n"
HYP = "m 1 x 0 1 a b\nm 1 y 1 2 d e\n"


def files(tmp_path: Path) -> list[object]:
    (tmp_path / "ref.stm").write_text(REF, encoding="utf-8")
    (tmp_path / "hyp.stm").write_text(HYP, encoding="utf-8")
    return ["-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm", "--per-speaker"]


def test_csv(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("score", "-m", "cpwer,der", *files(tmp_path), "--quiet", "-o", tmp_path / "x.csv")
    assert run.code == 0, run.err
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["row"] for row in rows] == ["session", "total", "speaker", "speaker"] * 2
    ours = [(row["metric"], row["speaker"], row["stream"], row["errors"], row["length"]) for row in rows]
    assert ours[2:4] == [("cpwer", "Ann", "x", "1", "3"), ("cpwer", "Bob", "y", "1", "1")]
    assert [(row["speaker"], row["spoken"], row["Jaccard error"]) for row in rows[6:]] == [
        ("Ann", "1.0", "0.0"), ("Bob", "1.0", "0.0")
    ]  # fmt: skip


def test_markdown_and_latex(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("cpwer", *files(tmp_path), "-o", tmp_path / "x.md", "-o", tmp_path / "x.tex")
    assert run.code == 0, run.err
    assert "| m | Bob | y | 100.00% | 1 | 1 | 0 | 0 | 1 |" in (tmp_path / "x.md").read_text(encoding="utf-8")
    assert r"m & Ann & x & 33.33\% & 1 & 3 & 0 & 1 & 0 \\" in (tmp_path / "x.tex").read_text(encoding="utf-8")
    run = hubbub("score", "-m", "cpwer,orcwer", *files(tmp_path), "-o", tmp_path / "x.tex", "--force")
    assert "hyp ORC-WER & speaker & stream" in (tmp_path / "x.tex").read_text(encoding="utf-8")


def test_no_file_that_shows_speakers(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("cpwer", *files(tmp_path), "--quiet", "-o", tmp_path / "x.json")
    assert run.code == 1
    assert "--per-speaker has no effect with --quiet" in run.err
