"""Tables, and that subtitles, TextGrid, ELAN and LAB as they are written read back the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import SAMPLES
from support.running import Hubbub
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import dump, dumps, load, loads, lost
from hubbub.model.transcript import Segment, Transcript

# Tables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("speaker;start;end;text\nA;0.5;1;hi, you\n", [("A", "hi, you", 0.5, 1.0)]),
        ("Speaker,Start,Duration,Text\nA,0.2,0.1,hi\n", [("A", "hi", 0.2, 0.3)]),
        ("speaker,start_ms,end_ms,words\nA,500,1250,hi\n", [("A", "hi", 0.5, 1.25)]),
        ("speaker,start,end,words\nA,00:00:02.5,1:00:00,hi\n", [("A", "hi", 2.5, 3600.0)]),
        ("start,end,text\n0.5,2,hi\n", [(None, "hi", 0.5, 2.0)]),
        ("start,end,text\n500,2000,hi\n", [(None, "hi", 0.5, 2.0)]),
        ("start\tend\ttext\n500\t2000\t\"hi\" he said\n", [(None, '"hi" he said', 0.5, 2.0)]),
        ("speaker,start,end\nA,1,2\n", [("A", "", 1.0, 2.0)]),
        ("speaker,text\nA,hi\nB,\n", [("A", "hi", None, None), ("B", "", None, None)]),
        ('\ufeff"speaker","text"\r\n"A","two\r\nlines ""here"""\r\n\r\n', [("A", 'two\r\nlines "here"', None, None)]),
    ],
)  # fmt: skip
def test_tables(text: str, expected: list[tuple[Any, ...]]) -> None:
    assert fields_of(loads(text)) == expected
    assert fields_of(loads(text.removeprefix("\ufeff").encode("utf-16"))) == expected
    assert fields_of(loads(text, "csv")) == fields_of(loads(text, "tsv")) == expected


def test_tables_are_written_with_what_their_name_says(tmp_path: Path) -> None:
    talk = load(SAMPLES / "segments.csv")
    for file in ("segments.tsv", "segments.csv"):
        dump(talk, tmp_path / file)
        assert (tmp_path / file).read_text(encoding="utf-8").replace('"', "") == (SAMPLES / file).read_text(
            encoding="utf-8"
        ).replace('"', "")


def test_sessions_of_tables() -> None:
    assert loads("speaker,text\nA,hi\n", name="x/talk.csv")[0].session == "talk"
    assert [segment.session for segment in loads("id,text\nu1,hi\nu2,ho\n")] == ["u1", "u2"]
    assert loads("id,start,end,text\n1,0.5,1,hi\n", name="talk.csv")[0].session == "talk"
    assert [segment.session for segment in loads("session_id,words\n007,hi\n,ho\n")] == ["007", None]


def test_further_columns_are_kept() -> None:
    read = loads("speaker,start,end,text,confidence,duration,\nA,0,1,hi,0.9,1,\nB,1,2,ho,,1,x\n")
    assert [segment.extra for segment in read] == [
        {"confidence": 0.9, "duration": "1"},
        {"duration": "1"},
    ]
    read = loads('words,word_times\nso what,"[[0, 0.5], [0.5, 1]]"\n', "csv")
    assert read[0].word_times == ((0.0, 0.5), (0.5, 1.0))
    with pytest.raises(FormatError, match="<text>:2: word_times has"):
        loads('words,word_times\nso what,"[[0, 0.5]"\n', "csv")


def test_text_that_only_resembles_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("so, text, I think\nis, words, enough\n", encoding="utf-8")
    assert len(load(path)) == 2
    assert load(path)[0].words == "so, text, I think"


def test_a_very_long_cell() -> None:
    assert len(loads(f"speaker,text\nA,{'word ' * 100_000}\n")[0].words.split()) == 100_000
    import csv

    assert csv.field_size_limit() < 10**6


# Writing

TAME = st.lists(
    st.sampled_from(["so", "what's", "é", "中", "5", "a<b", "x&y", '"q"', "<sil>", "{z}", "[w]", "a;b"]), max_size=4
)
NASTY = st.text("ab :[]<>&{}\"'\\/-,;\n\tv0", max_size=12)
NAMES = st.sampled_from(["Alice", "Anna Lee", "SPEAKER_00", "Ö & Co", "a: b", "x - y"])
MOMENTS = st.integers(0, 400_000_000).map(lambda thousandths: thousandths / 1000)


@st.composite
def turns(draw: st.DrawFn, words: Any, names: Any) -> Transcript:
    """Segments with times in milliseconds, and no speaker that overlaps itself."""
    count = draw(st.integers(1, 5))
    bounds = sorted(draw(st.lists(MOMENTS, min_size=2 * count, max_size=2 * count, unique=True)))
    made = [
        Segment(draw(words), "<text>", draw(names), start, end)
        for start, end in zip(bounds[::2], bounds[1::2], strict=True)
    ]
    return Transcript(made)


@pytest.mark.parametrize("format", ["srt", "vtt", "textgrid", "csv", "tsv"])
@settings(max_examples=60)
@given(data=st.data())
def test_written_and_read_back(format: str, data: st.DataObject) -> None:
    transcript = data.draw(turns(TAME.map(" ".join).filter(bool), NAMES | st.none() if format != "srt" else NAMES))
    text = dumps(transcript, format)
    assert loads(text, format) == transcript
    assert dumps(loads(text, format), format) == text
    assert [loss for loss in lost(transcript, format) if not loss.startswith("session: ")] == []
    assert loads(text) == transcript, "content tells the format"


@pytest.mark.parametrize("format", ["srt", "vtt", "textgrid", "csv", "tsv"])
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_not_refused_reads_back(format: str, data: st.DataObject) -> None:
    transcript = data.draw(turns(NASTY, NASTY | st.none()))
    try:
        text = dumps(transcript, format)
    except FormatError:
        return
    again = loads(text, format)
    assert [(s.speaker, s.words.split(), s.start, s.end) for s in again] == [
        (s.speaker, s.words.split(), s.start, s.end) for s in transcript
    ]


def test_written_as_others_read_it() -> None:
    talk = load(SAMPLES / "segments.csv")
    assert dumps(talk[:1], "srt") == "1\n00:00:00,500 --> 00:00:02,100\n[Alice]: Good morning. Shall we begin?\n"
    sample = (SAMPLES / "voice.vtt").read_text(encoding="utf-8")
    assert dumps(talk, "vtt").replace("WEBVTT\n\n", "WEBVTT\n\nNOTE made up\n\n") + "\n" == sample
    # Praat writes a blank after every value
    praat = "\n".join(line.rstrip() for line in (SAMPLES / "long.TextGrid").read_text(encoding="utf-8").splitlines())
    assert (
        dumps(load(SAMPLES / "long.TextGrid"), "textgrid").splitlines()[:5]
        == praat.replace("4.5", "4.3").splitlines()[:5]
    )


def test_times_are_rounded_and_it_is_told() -> None:
    fine = Transcript([Segment("a", "m", "A", 0.12345, 1.0)])
    for format in ("srt", "vtt"):
        assert "times with more than 3 decimals (rounded): 1 segment" in lost(fine, format)
        assert loads(dumps(fine, format), format)[0].start == 0.123
    assert loads(dumps(fine, "textgrid"))[0].start == 0.12345


@pytest.mark.parametrize(
    ("format", "segments", "message"),
    [
        ("srt", [Segment("a", "m", "A")], "segment 1 has no times; "),
        ("srt", [Segment("a", "m", "A", -1.0, 1.0)], "segment 1: start -1 is negative; "),
        ("srt", [Segment("A: a", "m", None, 0.0, 1.0)], "segment 1 would be read back with another speaker"),
        ("srt", [Segment("<i>a</i>", "m", "A", 0.0, 1.0)], "segment 1 would be read back with another"),
        ("srt", [Segment("a", "m", "", 0.0, 1.0)], "segment 1 would be read back with another speaker or other words"),
        ("srt", [Segment("a", "m", "A", 0.0, 1.0), Segment("", "m", None, 1.0, 2.0)], "segment 2 would be read back"),
        ("vtt", [Segment("a", "m", "A\nB", 0.0, 1.0)], "segment 1: the speaker 'A\\nB' contains line breaks"),
        ("vtt", [Segment('{"a', "m", None, 0.0, 1.0)], "the file could not be read back (the JSON is incomplete)"),
        ("vtt", [Segment("a", "m", "A", 0.0, 1.0), Segment("a", "n", "A", 0.0, 1.0)], "2 sessions (m, n), but a file "),
        ("textgrid", [Segment("a", "m", "A")], "segment 1 has no times; "),
        ("textgrid", [Segment("", "m", "A", 0.0, 1.0)], "segment 1 has no words, which would mean silence; "),
        ("textgrid", [Segment("a", "m", "A", 1.0, 1.0)], "segment 1 has no duration"),
        ("textgrid", [Segment("a", "m", "A", 0.0, 1.0), Segment("b", "m", "A", 0.5, 2.0)], "self-overlap of A at "),
        ("textgrid", [Segment("a", "m", "A - phones", 0.0, 1.0)], "segment 1: as a tier name, the speaker "),
        ("csv", [Segment("a", "m", " A")], "segment 1 would be read back with another speaker or other words"),
        ("csv", [Segment("a", "", "A")], "segment 1 would be read back with another speaker or other words"),
        ("sbv", [Segment("a", "m", None, 0.0, 1.0)], "sbv cannot be written; write one of "),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold_is_refused(
    format: str, segments: list[Segment], message: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as error:
        dump(Transcript(segments), tmp_path / "a", format)
    assert f"a: {message}" in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    import subprocess

    heavy = "{'concurrent.futures', 'dataclasses', 'hashlib', 'msgspec', 'polars', 'pyarrow'}"
    code = f"import sys; from hubbub.formats import FORMATS; list(FORMATS); print(*{heavy} & sys.modules.keys())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.split() == [], "import these where they are needed"


# On the command line


def test_converted_and_scored(hubbub: Hubbub, tmp_path: Path) -> None:
    for suffix in (".srt", ".vtt", ".TextGrid", ".csv", ".tsv"):
        run = hubbub("convert", SAMPLES / "elan.eaf", tmp_path / f"elan{suffix}")
        assert (run.code, run.out) == (0, "")
        run = hubbub("cpwer", "-r", SAMPLES / "elan.eaf", "-h", tmp_path / f"elan{suffix}", "--json")
        assert run.code == 0
        assert '"errors":0' in run.out.replace(" ", "")
    run = hubbub("convert", SAMPLES / "elan.eaf", tmp_path / "elan.lab")
    assert run.code == 1
    assert "elan.lab: lab cannot be written; write one of seglst, " in run.err


def test_a_bad_file_ends_with_its_line(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "talk.srt"
    path.write_text("1\n00:00:01,000 --> soon\nhi\n", encoding="utf-8")
    run = hubbub("convert", path, tmp_path / "talk.stm")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"hubbub: error: {path}:2: no times in '00:00:01,000 --> soon'; write a line ")
    assert not (tmp_path / "talk.stm").exists()
