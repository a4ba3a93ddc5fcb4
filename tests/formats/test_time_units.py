"""Times without decimals in tables: seconds or milliseconds."""

import json
from pathlib import Path

import pandas
import polars
import pytest
from support.running import Hubbub

import hubbub as api
from hubbub.formats import load
from hubbub.model.transcript import Segment
from hubbub.prepare.inputs import read_input

SECONDS = "start,end,speaker,text\n0,4,A,hello there my dear friend\n5,9,B,yes I sent the slides\n"
MILLISECONDS = "start,end,speaker,text\n0,4000,A,hello there my dear friend\n5000,9000,B,yes I sent the slides\n"
TURNS = "speaker,start,end\nA,0,4000\nB,5000,9000\n"
RTTM = "SPEAKER m 1 0 4 <NA> <NA> A <NA> <NA>\nSPEAKER m 1 5 4 <NA> <NA> B <NA> <NA>\n"


@pytest.mark.parametrize("text", [SECONDS, MILLISECONDS])
@pytest.mark.parametrize("more", ["", "id"])
def test_the_rate_of_words_decides_in_every_container(tmp_path: Path, text: str, more: str) -> None:
    rows = [line.split(",") for line in text.splitlines()]
    if more:
        rows = [[*row, more if not number else str(number)] for number, row in enumerate(rows)]
    head, *body = rows
    table = [dict(zip(head, [int(row[0]), int(row[1]), *row[2:]], strict=True)) for row in body]
    for name, sign in (("a.csv", ","), ("a.tsv", "\t")):
        (tmp_path / name).write_text("".join(f"{sign.join(row)}\n" for row in rows), encoding="utf-8")
    polars.DataFrame(table).write_parquet(tmp_path / "a.parquet")
    named = [{"session": "a", **row} for row in table]
    (tmp_path / "a.json").write_text(json.dumps(named), encoding="utf-8")
    for data in (*sorted(tmp_path.iterdir()), pandas.DataFrame(table), named):
        read = read_input(data).transcript
        assert [(segment.start, segment.end) for segment in read] == [(0, 4), (5, 9)], data
        assert read.doubts == []


def test_without_words_the_other_side_decides(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "m.rttm", tmp_path / "m.csv"
    ref.write_text(RTTM, encoding="utf-8")
    hyp.write_text(TURNS, encoding="utf-8")
    assert [note.kind for note in load(hyp).doubts] == ["time_unit"]
    assert api.der(ref, hyp).value == api.der(hyp, ref).value == 0
    for sides in (("-r", ref, "-h", hyp), ("-r", hyp, "-h", ref)):
        run = hubbub("der", *sides)
        assert "0.00%" in run.out
        assert (
            f"note: {hyp}: times without decimals are read as milliseconds, because then both sides end together"
            in run.err
        )
    assert load(hyp)[1] == Segment("", "m", "B", 5000.0, 9000.0)
    run = hubbub("der", "-r", hyp, "-h", hyp)
    assert (
        "times without decimals are read as seconds; for milliseconds, name the columns start_ms and end_ms" in run.err
    )


def test_seconds_of_the_other_side_stay_seconds(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "m.rttm", tmp_path / "m.csv"
    ref.write_text(RTTM, encoding="utf-8")
    hyp.write_text("speaker,start,end\nA,0,4\nB,5,9\n", encoding="utf-8")
    assert api.der(ref, hyp).value == 0
