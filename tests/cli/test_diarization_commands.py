"""DER, JER and their relatives on the command line: tables, files, exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from support.meetings_der import DIAPER, REF, UEM, VBX
from support.running import Hubbub

from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.tables import width
from hubbub.version import __version__


@pytest.fixture
def run(hubbub: Hubbub) -> Hubbub:
    return hubbub


def test_table(run: Hubbub) -> None:
    result = run("der", "-r", REF, "-h", VBX, "--uem", UEM, "--collar", "0.25", "--regex", "ES.*")
    assert (
        result.out
        == f"""\
DER 9.30%  226.94 s of errors in 2,440.16 s, 2 sessions
           rate    scored  missed      %  falarm     %  confusion     %
ES2004a  13.84%    663.72   67.97  10.24   16.28  2.45       7.59  1.14
ES2004b   7.61%  1,776.44   93.62   5.27   29.51  1.66      11.97  0.67
total     9.30%  2,440.16  161.60   6.62   45.78  1.88      19.55  0.80
der|collar:0.25|profile:md-eval|uem:7cafd716|regex:ES.*|v:{__version__}
"""
    )


@pytest.mark.parametrize("metric", OF_TIMES)
def test_everything_fits_80_columns(run: Hubbub, metric: str) -> None:
    result = run(metric, "-r", REF, "-h", f"first={VBX}", "-h", f"second={DIAPER}", "--pairing", "--per-speaker")
    assert result.code == 0
    assert "error" not in result.err
    for text in (result.out, run(metric, "-r", REF, "-h", VBX).out, run(metric, "--help").out):
        assert max(map(width, text.splitlines())) <= 80
    lines = [line.split() for line in result.out.splitlines()]
    assert lines[0] == [*DIARIZATION[metric].title.split(), "first", "second"]
    has_errors = not DIARIZATION[metric].higher_is_better and metric != "jer"
    assert any(line[:1] == ["errors"] for line in lines) == has_errors
    assert result.out.splitlines()[-1] == f"{metric}|collar:0|profile:{DIARIZATION[metric].profile}|v:{__version__}"


def test_outputs(run: Hubbub, tmp_path: Path) -> None:
    files = [tmp_path / f"out.{suffix}" for suffix in ("json", "csv", "md")]
    options = [word for file in files for word in ("-o", str(file))]
    quiet = run("der", "-r", REF, "-h", VBX, "--uem", UEM, "--quiet", *options)
    assert quiet == (0, "", "")
    plain = run("der", "-r", REF, "-h", VBX, "--uem", UEM, "--json")
    assert plain.out == files[0].read_text(encoding="utf-8")
    session = json.loads(plain.out)["scores"][0]["sessions"]["ES2004a"]
    assert session["pairing"][0] == ["MEO015", "spk1"]
    assert round(session["rate"], 4) == 0.2307
    rows = list(csv.DictReader(io.StringIO(files[1].read_text(encoding="utf-8"))))
    assert [row["session"] for row in rows][-1] == "total"
    assert float(rows[0]["missed"]) == session["missed"]
    assert files[2].read_text(encoding="utf-8").startswith("| DER | rate | scored |")


def test_exit_codes(run: Hubbub, tmp_path: Path) -> None:
    files = ("-r", REF, "-h", VBX, "--quiet")
    assert run("der", *files, "--fail-above", "0.3").code == 0
    assert run("jer", *files, "--fail-above", "0.3").code == 3
    assert run("der", *files, "--profile", "nist").code == 1
    assert run("der", *files, "--collar", "x").code == 1
    (tmp_path / "bad.rttm").write_text("SPEAKER a 1 0 -2 <NA> <NA> A <NA> <NA>\n", encoding="utf-8")
    assert "bad.rttm:1:" in run("der", "-r", REF, "-h", tmp_path / "bad.rttm").err
    (tmp_path / "text.trn").write_text("hello (a)\n", encoding="utf-8")
    assert "has no times" in run("der", "-r", tmp_path / "text.trn", "-h", tmp_path / "text.trn").err


def test_metrics_lists_them(run: Hubbub) -> None:
    out = run("metrics").out
    assert "der (DER)" in out
    assert "jer (JER)" in out
    assert run("metrics", "JER").out.startswith("jer (JER)")


def test_seconds_in_csv_have_no_dust(hubbub: Hubbub, tmp_path: Path) -> None:
    turns = [f"m 1 {'AB'[i % 2]} {i * 0.1:.1f} {i * 0.1 + 0.3:.1f} w" for i in range(100)]
    (tmp_path / "ref.stm").write_text("\n".join(turns), encoding="utf-8")
    (tmp_path / "hyp.stm").write_text("\n".join(turns[:50]), encoding="utf-8")
    pair = ["-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm"]
    out = hubbub("der", *pair, "-o", "-.csv").out
    (row, *_) = csv.DictReader(io.StringIO(out))
    for column in ("errors", "scored", "missed", "false_alarm", "confusion"):
        assert len(row[column].partition(".")[2]) <= 6, (column, row[column])
    compared = hubbub("compare", "-m", "der", *pair, "-h", f"b={tmp_path / 'ref.stm'}", "-o", "-.csv").out
    assert all(len(cell.partition(".")[2]) <= 6 for cell in compared.splitlines()[1].split(","))
