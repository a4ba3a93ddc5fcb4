"""Tables with columns of recordings, and with durations: which rows are a session, and what is kept."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pytest
from support.pages import unpack
from support.running import Hubbub

import hubbub as api
from hubbub.errors import FormatError, InputError
from hubbub.formats import load, loads, parquet
from hubbub.formats.both import load_pairs
from hubbub.formats.column_names import plain
from hubbub.prepare.inputs import read_input


def as_parquet(table: Mapping[str, object]) -> bytes:
    file = io.BytesIO()
    polars.DataFrame(dict(table)).write_parquet(file)
    return file.getvalue()


def test_an_id_of_zero_is_a_name(tmp_path: Path) -> None:
    lines = [{"id": number, "text": "hello there", "pred": "hello there"} for number in (0, 1)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert load_pairs(tmp_path / "a.jsonl")[0].session_names() == ["0", "1"]
    for empty in (None, " "):
        (tmp_path / "a.jsonl").write_text(
            "\n".join(json.dumps(line | {"id": empty}) for line in lines), encoding="utf-8"
        )
        with pytest.raises(
            FormatError, match=r"a\.jsonl:1: .*the key id is empty; give a name in every object, or in none"
        ):
            load_pairs(tmp_path / "a.jsonl")


@pytest.mark.parametrize("column", ["audio", "audio_path"])
def test_the_page_finds_the_recordings_of_a_table(hubbub: Hubbub, tmp_path: Path, column: str) -> None:
    (tmp_path / "a.csv").write_text(f"{column},text\nx/one.wav,good morning\nx/two.wav,hello\n", encoding="utf-8")
    assert [(line.session, line.extra) for line in load(tmp_path / "a.csv")] == [
        ("one", {column: "x/one.wav"}),
        ("two", {column: "x/two.wav"}),
    ]
    run = hubbub("report", "-r", tmp_path / "a.csv", "-h", tmp_path / "a.csv", "-o", tmp_path / "a.html")
    assert run.code == 0, run.err
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert unpack(page, "overview")["audio"] == ["x/one.wav", "x/two.wav"]
    frame = pandas.DataFrame({column: ["x/one.wav"], "text": ["good morning"]})
    assert read_input(frame).transcript[0].extra == {column: "x/one.wav"}


def test_clips_of_a_meeting_are_one_session(hubbub: Hubbub, tmp_path: Path) -> None:
    rows = ["0,1,A,good morning", "1,2,B,hello", "2,3,A,yes"]
    clips = [f"{row},clips/{number}.wav" for number, row in enumerate(rows)]
    (tmp_path / "ref.csv").write_text("\n".join(["start,end,speaker,text,audio_path", *clips]), encoding="utf-8")
    (tmp_path / "hyp.csv").write_text("\n".join(["start,end,speaker,text", *rows]), encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref.csv", "-h", tmp_path / "hyp.csv")
    assert run.code == 0, run.err
    assert "each row has a different audio_path, so all rows are read as clips of one session, ref; if" in " ".join(
        run.err.split()
    )
    transcript = load(tmp_path / "ref.csv")
    assert transcript.called_after_file
    assert transcript[2].extra == {"audio_path": "clips/2.wav"}
    frame = pandas.read_csv(tmp_path / "ref.csv")
    assert read_input(frame).transcript.session_names() == [""]
    assert loads(as_parquet(frame.to_dict("list"))).called_after_file


@pytest.mark.parametrize(
    ("rows", "sessions"),
    [
        ("0,a.wav,x\n1,a.wav,y\n0,b.wav,z\n", ["a", "b"]),
        ("5,a.wav,x\n", ["a"]),
        ("0,a.wav,x\n0,b.wav,y\n", ["a", "b"]),
        ("0,a.wav,x\n1,,y\n", ["t"]),
        ("0,,x\n1,,y\n", ["t"]),
    ],
    ids=["groups", "a single row", "each from its beginning", "one clip", "none"],
)
def test_recordings_with_times_are_sessions_where_they_group_rows(
    tmp_path: Path, rows: str, sessions: list[str]
) -> None:
    (tmp_path / "t.csv").write_text(f"start,file,text\n{rows}", encoding="utf-8")
    assert load(tmp_path / "t.csv").session_names() == sessions


def test_some_rows_of_a_parquet_tell_no_more_than_all() -> None:
    table = {"start": [0, 1, 2, 0], "file": ["x/a.wav", "x/a.wav", "y/a.wav", "b.wav"], "text": list("abcd")}
    data = as_parquet(table)
    expected = ["x/a", "x/a", "y/a", "b"]
    assert [line.session for line in loads(data)] == expected
    found = parquet.read_chunks(io.BytesIO(data), "t.parquet", parquet.ROW_BYTES)
    assert [line.session for part in found for line in part] == expected


def test_recordings_that_share_a_name(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("path,ref,hyp\nspk1/1.wav,a,a\nspk2/1.wav,b,c\nspk2/2.wav,c,c\n", encoding="utf-8")
    for by_recording in (False, True):
        left, _ = load_pairs(tmp_path / "p.csv", by_recording)
        assert left.session_names() == ["spk1/1", "spk2/1", "2"]
    objects = [{"audio": {"path": f"{folder}/a.wav"}, "text": "a", "pred": "b"} for folder in "xy"]
    (tmp_path / "p.json").write_text(json.dumps(objects), encoding="utf-8")
    assert load_pairs(tmp_path / "p.json")[0].session_names() == ["x/a", "y/a"]
    assert loads("file,text\na.wav,x\na.mp3,y\n").session_names() == ["a.wav", "a.mp3"]


def test_a_nameless_recording_is_an_error() -> None:
    rows = {"file": ["a.wav", None], "text": ["x", "y"]}
    message = "the column file is empty; fill it in every row, or in none"
    with pytest.raises(FormatError, match=f"<text>:3: {message}"):
        loads("file,text\na.wav,x\n,y\n")
    with pytest.raises(FormatError, match=f"<text>: row 2: {message}"):
        loads(as_parquet(rows))
    with pytest.raises(InputError, match=f"^row 1: {message}"):
        read_input(pandas.DataFrame(rows))


class Decoder:
    """As datasets hand out for sound that was not decoded yet."""


@pytest.mark.parametrize(
    "sound", [numpy.zeros(3), [0.1, 0.2], Decoder(), {"array": [0.1]}, b"RIFF"], ids=lambda sound: type(sound).__name__
)
def test_samples_name_no_sessions(sound: Any) -> None:
    frame = pandas.DataFrame({"audio": [sound, sound], "speaker": ["A", "B"], "text": ["a b", "c"]})
    transcript = read_input(frame).transcript
    assert transcript.session_names() == [""]
    assert transcript[1].extra is not None
    assert transcript[1].extra["audio"] is sound
    assert api.cpwer(frame, frame).errors == 0
    with pytest.raises(InputError, match=r"has no column one of session_id, speaker.*found audio, text"):
        read_input(frame.drop(columns="speaker"))


def test_paths_of_datasets_name_sessions() -> None:
    sounds = [Path("x/a.wav"), {"path": "x/b.wav", "bytes": b"RIFF"}, "x/c.wav", 4]
    transcript = read_input(pandas.DataFrame({"audio": sounds, "text": list("abcd")})).transcript
    assert transcript.session_names() == ["a", "b", "c", "4"]


def test_other_columns_in_milliseconds_do_not_matter() -> None:
    frame = pandas.DataFrame({"speaker": ["A"], "text": ["a"], "processing_time_ms": [12], "lag_start_ms": [1]})
    assert read_input(frame).transcript[0].extra == {"processing_time_ms": 12, "lag_start_ms": 1}
    timed = frame.assign(start=0.5, end=1.5, duration_ms=1000)
    assert read_input(timed).transcript[0][3:5] == (0.5, 1.5)
    with pytest.raises(InputError, match=r"times in milliseconds \(duration_ms\)"):
        read_input(timed.drop(columns="end"))


@pytest.mark.parametrize("duration", ["1.5", 1.5, pandas.Timedelta(seconds=1.5), numpy.float32(1.5)])
@pytest.mark.parametrize("start", ["0.1", 0.1])
def test_durations_of_any_kind(start: object, duration: object) -> None:
    frame = pandas.DataFrame({"speaker": ["A"], "start": [start], "duration": [duration], "text": ["a"]}, dtype=object)
    assert read_input(frame).transcript[0][3:5] == (0.1, 1.6)


@pytest.mark.parametrize(
    ("duration", "told"),
    [
        (-1, "duration -1 is negative; give a duration of at least 0"),
        ("long", "duration 'long' is not a number; give seconds"),
        (True, "duration True is not a number; give seconds"),
        ([1], r"duration \[1\] is not a number; give seconds"),
        (10**400, "duration is above 1e9 seconds"),
        (numpy.datetime64("2024-01-01"), "duration .* is not a number"),
    ],
    ids=["negative", "text", "truth", "list", "huge", "date"],
)
def test_durations_that_are_none_have_a_place(duration: object, told: str) -> None:
    table = {"speaker": ["A", "A"], "start": [0, 1], "duration": [1, duration], "text": ["a", "b"]}
    with pytest.raises(InputError, match=f"^row 1: {told}"):
        read_input(pandas.DataFrame(table, dtype=object))


def test_columns_of_a_parquet_that_may_have_been_sessions_are_told() -> None:
    table = {"ticket": ["1", "2"], "text": ["good morning", "hello"]}
    told, unused = loads(as_parquet(table)).doubts
    assert told == (
        "<text>: no column names sessions, so all 2 rows are one session, <text>; if another column does"
        " (ticket), name it session_id"
    )
    assert (unused.kind, unused.text.partition(";")[0]) == ("unused_columns", "columns not used: ticket")
    assert loads(as_parquet({"call_id": ["1", "2"], "text": ["a", "b"]})).doubts == []


def test_a_table_with_a_prediction_after_r_and_after_h(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.csv").write_text("path,sentence,prediction\n7.wav,good morning,good evening\n", encoding="utf-8")
    (tmp_path / "hyp.csv").write_text("path,text\n7.wav,good morning\n", encoding="utf-8")
    assert "0.00%" in hubbub("wer", "-r", tmp_path / "ref.csv", "-h", tmp_path / "hyp.csv").out
    run = hubbub("wer", "-r", tmp_path / "hyp.csv", "-h", tmp_path / "ref.csv")
    assert (run.code, run.out) == (1, "")


@pytest.mark.parametrize("words", ["words", "text", "other"])
def test_a_wide_header_is_read_once(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """Of a header of n columns, about n names are looked at, not n for each alias of each column."""
    names = [words, "session_id", *(f"c{number}" for number in range(20_000))]
    looked = list[str]()

    def counted(name: str) -> str:
        looked.append(name)
        return plain(name)

    monkeypatch.setattr("hubbub.formats.table_columns.plain", counted)
    text = ",".join(names) + "\n" + ",".join("a" * len(names)) + "\n"
    if words == "other":
        with pytest.raises(FormatError, match=r"no column of words \(found other, session_id, c0, .* and 19982 more\)"):
            loads(text, "csv")
    else:
        assert [segment.words for segment in loads(text, "csv")] == ["a"]
    assert len(looked) < 3 * len(names)


def test_columns_of_one_name_are_found_at_once() -> None:
    with pytest.raises(FormatError, match="two columns are named c; rename or drop one of them"):
        loads("words" + ",c" * 200_000 + "\n", "csv")
