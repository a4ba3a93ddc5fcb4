"""Users choose columns, tiers, speakers and a unit of time. A name that does not exist is an error that lists all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.running import Hubbub

import hubbub as api
from hubbub import Reading, Segment, load
from hubbub.errors import FormatError, OptionError

ROWS = [
    {"meeting": "m", "who": "Alice", "start": 0, "end": 2000, "raw": "Um hello there", "clean": "hello there"},
    {"meeting": "m", "who": "Bob", "start": 2000, "end": 4000, "raw": "Good morning!", "clean": "good morning"},
]
COLUMNS: Any = {"text_column": "clean", "speaker_column": "who", "session_column": "meeting"}
FLAGS = [f"--{name.replace('_', '-')}={column}" for name, column in COLUMNS.items()]
HYP = "m 1 spk0 0 2 hello there\nm 1 spk1 2 4 good morning\n"


def written(folder: Path, suffix: str) -> Path:
    """Returns the path of the table, in a file with this suffix."""
    path = folder / f"ref{suffix}"
    separator = {".csv": ",", ".tsv": "\t"}.get(suffix)
    if suffix == ".parquet":
        arrow = pytest.importorskip("pyarrow", reason="writes Parquet")
        from pyarrow import parquet

        parquet.write_table(arrow.Table.from_pylist(ROWS), path)
    elif separator is not None:
        lines = [separator.join(map(str, row)) for row in (ROWS[0], *(row.values() for row in ROWS))]
        path.write_text("\n".join(lines), encoding="utf-8")
    else:
        text = json.dumps(ROWS) if suffix == ".json" else "\n".join(map(json.dumps, ROWS))
        path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def hyp(tmp_path: Path) -> Path:
    path = tmp_path / "hyp.stm"
    path.write_text(HYP, encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".json", ".jsonl", ".parquet"])
def test_columns_are_chosen_in_any_container(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path, suffix)
    found = load(path, format=Reading(time_unit="ms", **COLUMNS))
    assert [segment[:5] for segment in found] == [
        ("hello there", "m", "Alice", 0.0, 2.0),
        ("good morning", "m", "Bob", 2.0, 4.0),
    ]
    raw = load(path, format=Reading(text_column="raw"))
    assert [segment.words for segment in raw] == ["Um hello there", "Good morning!"]
    with pytest.raises(
        FormatError, match="no column or key is named txt, as in text_column; choose one of meeting, who"
    ):
        load(path, format=Reading(text_column="txt"))


def test_columns_of_lists_of_dicts_and_data_frames_are_chosen() -> None:
    pandas = pytest.importorskip("pandas", reason="a kind of table")
    hyp = load_text()
    for table in (ROWS, pandas.DataFrame(ROWS)):
        assert api.cpwer(table, hyp, **COLUMNS).total.errors == 0
    with pytest.raises(FormatError, match="no column or key is named txt"):
        api.cpwer(ROWS, hyp, text_column="txt")


def load_text() -> list[Segment]:
    return [
        Segment("hello there", "m", "spk0", 0, 2),
        Segment("good morning", "m", "spk1", 2, 4),
    ]


@pytest.mark.parametrize("suffix", [".csv", ".json", ".jsonl"])
def test_commands_choose_columns(hubbub: Hubbub, tmp_path: Path, hyp: Path, suffix: str) -> None:
    run = hubbub("cpwer", "-r", written(tmp_path, suffix), "-h", hyp, "--total", *FLAGS)
    assert "total  0.00%       0      4" in run.out
    assert "|text-column:clean|speaker-column:who|session-column:meeting|" in run.out
    run = hubbub("cpwer", "-r", tmp_path / f"ref{suffix}", "-h", hyp, "--text-column", "txt")
    assert run.code == 1
    assert "no column or key is named txt, as in --text-column; choose one of meeting, who, start, end, raw" in run.err


def test_each_side_has_its_own_column(hubbub: Hubbub, tmp_path: Path) -> None:
    table = written(tmp_path, ".csv")
    own = "--ref-column", "raw", "--hyp-column", "clean"
    run = hubbub(
        "wer", "-r", table, "-h", table, "--speaker-column", "who", "--session-column", "meeting", *own, "--total"
    )
    assert "total  60.00%       3      5" in run.out, run.err


@pytest.mark.parametrize("suffix", [".csv", ".json", ".jsonl", ".parquet"])
def test_columns_of_a_file_with_both_sides_are_chosen(hubbub: Hubbub, tmp_path: Path, suffix: str) -> None:
    table = written(tmp_path, suffix)
    run = hubbub("wer", table, "--ref-column", "raw", "--hyp-column", "clean", "--total")
    assert "total  60.00%       3      5" in run.out, run.err
    sides = api.load_pairs(table, readings=(Reading(text_column="raw"), Reading(text_column="clean")))
    assert [side[1].words for side in sides] == ["Good morning!", "good morning"]
    run = hubbub("wer", table, "--text-column", "raw", "--hyp-column", "clean", "--total")
    assert "total  60.00%       3      5" in run.out, "the column of words is the reference"
    run = hubbub("wer", table, "--ref-column", "raw", "--hyp-column", "asr")
    assert run.code == 1
    assert "no column or key is named asr, as in --hyp-column; choose one of meeting, who" in run.err


def test_speakers_of_a_file_with_both_sides_are_chosen(tmp_path: Path) -> None:
    table = tmp_path / "both.csv"
    table.write_text("id,speaker,ref,hyp\n1,A,a b,a c\n2,B,x,x\n", encoding="utf-8")
    sides = api.load_pairs(table, readings=(Reading(speakers="A"), Reading(speakers="A")))
    assert [[segment.words for segment in side] for side in sides] == [["a b"], ["a c"]]
    with pytest.raises(api.OptionError, match="no speaker is named 'Z'; choose from A, B"):
        api.load_pairs(table, readings=(Reading(speakers="Z"), Reading()))
    with pytest.raises(api.OptionError, match="so tiers has no effect; drop it"):
        api.load_pairs(table, readings=(Reading(tiers="x"), Reading()))


def test_whole_numbers_are_in_the_chosen_unit(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "times.csv"
    path.write_text("speaker,start,end,words\nA,0,40,hi\nB,40,80,yes\n", encoding="utf-8")
    ends = {unit: load(path, format=Reading(time_unit=unit))[1].end for unit in ("s", "ms")}
    assert ends == {"s": 80.0, "ms": 0.08}
    assert not load(path, format=Reading(time_unit="s")).doubts
    path.write_text("speaker,start,end,words\nA,0.5,40,hi\n", encoding="utf-8")
    run = hubbub("inspect", path, "--time-unit", "ms")
    assert (run.code, "no table has times without decimals" in run.err) == (1, True)
    with pytest.raises(OptionError, match="unknown time unit 'h'"):
        api.cpwer("a", "a", time_unit="h")


TIERS = """File type = "ooTextFile"
Object class = "TextGrid"
0 2 <exists> 3
"IntervalTier" "Alice" 0 2 1 0 2 "hello there"
"IntervalTier" "notes" 0 2 1 0 2 "a door"
"IntervalTier" "Bob" 0 2 1 0 2 "good morning"
"""
ELAN = """<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/>
<TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="2000"/></TIME_ORDER>{}</ANNOTATION_DOCUMENT>"""
TIER = """<TIER TIER_ID="{0}"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{0}" TIME_SLOT_REF1="a"
 TIME_SLOT_REF2="b"><ANNOTATION_VALUE>{1}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"""


def tiers(folder: Path, suffix: str) -> Path:
    path = folder / f"m{suffix}"
    words = {"Alice": "hello there", "notes": "a door", "Bob": "good morning"}
    elan = ELAN.format("".join(TIER.format(name, text) for name, text in words.items()))
    path.write_text(TIERS if suffix == ".TextGrid" else elan, encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".TextGrid", ".eaf"])
def test_only_chosen_tiers_are_read(hubbub: Hubbub, tmp_path: Path, hyp: Path, suffix: str) -> None:
    path = tiers(tmp_path, suffix)
    found = load(path, format=Reading(tiers=["Alice", "Bob"]))
    assert [segment.speaker for segment in found] == ["Alice", "Bob"]
    assert list(found.left_out.values()) == [1]
    assert "notes" in next(iter(found.left_out))
    run = hubbub("cpwer", "-r", path, "-h", hyp, "--tiers", "Alice,Bob", "--total")
    assert "total  0.00%       0      4" in run.out
    assert "|tiers:Alice,Bob|" in run.out
    assert "skipped 1" in run.err
    run = hubbub("cpwer", "-r", path, "-h", hyp, "--tiers", "Alice,Bobb")
    assert (run.code, "no tier is named 'Bobb'; choose from Alice, notes, Bob" in run.err) == (1, True)
    run = hubbub("inspect", path, "--tiers", "Bobb")
    assert (run.code, "has no tier named Bobb; choose from Alice, notes, Bob" in run.err) == (1, True)
    run = hubbub("cpwer", "-r", hyp, "-h", hyp, "--tiers", "Alice")
    assert (run.code, "no input has tiers (TextGrid and ELAN have), so --tiers has no effect; drop it" in run.err) == (
        1,
        True,
    )


def test_speakers_are_chosen_in_any_format(hubbub: Hubbub, tmp_path: Path, hyp: Path) -> None:
    ref = tmp_path / "ref.stm"
    ref.write_text("m 1 Alice 0 2 hello there\nm 1 Bob 2 4 good night\nn 1 Bob 0 1 bye\n", encoding="utf-8")
    full = tmp_path / "full.rttm"
    full.write_text(
        "SPEAKER m 1 0 2 <NA> <NA> Alice <NA> <NA>\nSPEAKER m 1 2 2 <NA> <NA> Bob <NA> <NA>\n", encoding="utf-8"
    )
    run = hubbub("cpwer", "-r", ref, "-h", hyp, "--drop-speakers", "Bob,spk1", "--total")
    assert "total  0.00%       0      2" in run.out
    assert f"note: {ref}: skipped 2 segments of other speakers (Bob)" in run.err
    assert "skipped 1 session without a chosen speaker" in run.err
    assert f"note: {hyp}: skipped 1 segment of other speakers (spk1)" in run.err
    run = hubbub("cpwer", "-r", ref, "-h", hyp, "--speakers", "Alice", "--total")
    assert "total  100.00%       2      2" in run.out
    assert f"note: {hyp}: has none of the chosen speakers (Alice), so all of its speakers are kept" in run.err
    assert hubbub("der", "-r", full, "-h", full, "--speakers", "Alice", "--total").code == 0
    run = hubbub("cpwer", "-r", ref, "-h", hyp, "--speakers", "Alicia")
    assert (run.code, "no speaker is named 'Alicia'; choose from Alice, Bob, spk0, spk1" in run.err) == (1, True)
    kept = load(ref, format=Reading(speakers="Bob"))  # a text of names, as on the command line
    assert [segment.session for segment in kept] == ["m", "n"]
    with pytest.raises(OptionError, match=r"speakers: no speaker is named 'Carol'; choose from Alice, Bob"):
        load(ref, format=Reading(speakers=["Carol"]))


def test_speakers_of_python_objects_are_chosen() -> None:
    left: Any = {"Alice": "hi there", "Bob": "bye"}
    right: Any = {"Alice": "hi there", "Bob": "no"}
    assert api.cpwer(left, right, speakers=["Alice"]).errors == 0
    assert api.cpwer(left, right, drop_speakers="Alice").errors == 1
    with pytest.raises(OptionError, match="no speaker is named 'Carol'"):
        api.cpwer(left, right, speakers="Carol")
    turns: Any = [(0, 4.5, "Alice"), (4, 6, "Bob")]
    assert api.der(turns, turns[:1], drop_speakers="Bob").rate == 0


def test_convert_and_normalize_choose_too(hubbub: Hubbub, tmp_path: Path) -> None:
    table = written(tmp_path, ".csv")
    flags = (*FLAGS, "--time-unit", "ms", "--speakers", "Bob")
    assert hubbub("convert", table, "-", "--to", "stm", *flags).out == "m <NA> Bob 2 4 good morning\n"
    run = hubbub("normalize", "--normalizer", "punctuation", table, "--to", "stm", *flags)
    assert run.out == "m <NA> Bob 2 4 good morning\n", run.err
    assert hubbub("convert", table, "-", "--to", "stm", "--tiers", "A", *FLAGS).code == 1
    run = hubbub("inspect", table, *FLAGS, "--time-unit", "ms", "--speakers", "Bob")
    assert "1 speaker: Bob" in run.out


@pytest.mark.parametrize("option", [["--stream"], ["--resume", "saved.json"]])
def test_files_are_read_whole_for_choices(hubbub: Hubbub, hyp: Path, option: list[str]) -> None:
    run = hubbub("cpwer", "-r", hyp, "-h", hyp, "--speakers", "spk0", *option)
    what = f"--speakers needs files that are read whole, so {option[0]} has no effect; drop one of them"
    assert (run.code, what in run.err) == (1, True)
    with pytest.raises(OptionError, match="speakers needs files that are read whole"):
        list(api.score("cpwer", hyp, hyp, stream=True, speakers="spk0"))
