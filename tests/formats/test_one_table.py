"""One table gives one answer in any container: CSV, Parquet, JSON, JSON lines, dicts and data frames."""

import json
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from support.running import Hubbub

import hubbub as api
from hubbub.formats import load, loads
from hubbub.model.transcript import Segment
from hubbub.prepare.inputs import read_input

ROWS = [("m1", "A", 0.0, 1.5, "good morning all"), ("m1", "B", 1.5, 3.0, "hello"), ("m2", "A", 0.5, 2.0, "how are you")]
SEGMENTS = [Segment(words, session, speaker, start, end) for session, speaker, start, end, words in ROWS]
NAMES = ("speaker", "start", "end", "text")


def rows(session: str) -> list[dict[str, Any]]:
    return [dict(zip((session, *NAMES), row, strict=True)) for row in ROWS]


def containers(folder: Path, session: str) -> dict[str, Any]:
    table = rows(session)
    frame = pandas.DataFrame(table)
    for name, text in (
        ("list.json", json.dumps(table)),
        ("lines.jsonl", "".join(f"{json.dumps(row)}\n" for row in table)),
        ("lines.json", "".join(f"{json.dumps(row)}\n" for row in table)),
        ("table.csv", frame.to_csv(index=False)),
        ("table.tsv", frame.to_csv(index=False, sep="\t")),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    polars.DataFrame(table).write_parquet(folder / "table.parquet")
    return {**{path.name: path for path in folder.iterdir()}, "frame": frame, "dicts": table}


@pytest.mark.parametrize("session", ["session_id", "session", "file", "recording_id", "meeting"])
def test_every_container_has_the_same_segments(tmp_path: Path, session: str) -> None:
    for name, data in containers(tmp_path, session).items():
        read = [segment._replace(extra=None) for segment in read_input(data).transcript]
        assert read == SEGMENTS, name
        assert api.cpwer(SEGMENTS, data).errors == 0, name


def test_words_may_have_the_key_of_seglst() -> None:
    table = [{("words" if key == "text" else key): value for key, value in row.items()} for row in rows("session")]
    assert [segment._replace(extra=None) for segment in loads(json.dumps(table), name="x.json")] == SEGMENTS
    assert [segment._replace(extra=None) for segment in read_input(table).transcript] == SEGMENTS
    standard = [
        dict(zip(("session_id", "speaker", "start_time", "end_time", "words"), row, strict=True)) for row in ROWS
    ]
    assert list(loads(json.dumps(standard), name="x.json")) == SEGMENTS
    assert list(read_input(standard).transcript) == SEGMENTS


def test_segments_without_a_session_are_those_of_the_file(hubbub: Hubbub, tmp_path: Path) -> None:
    table = [{key: value for key, value in row.items() if key != "session_id"} for row in rows("session_id")]
    (tmp_path / "talk.json").write_text(json.dumps(table), encoding="utf-8")
    assert load(tmp_path / "talk.json").session_names() == ["talk"]
    (tmp_path / "ref.json").write_text(json.dumps(rows("session_id")), encoding="utf-8")
    (tmp_path / "hyp.json").write_text(json.dumps(rows("file")), encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref.json", "-h", tmp_path / "hyp.json")
    assert (run.code, run.err) == (0, "")


@pytest.mark.parametrize(
    "keys",
    [
        ("session_id", "speaker_id", "start_time", "end_time", "text"),
        ("audio_filepath", "speaker", "start", "end", "text"),
        ("meeting_id", "spk", "start_s", "end_s", "sentence"),
    ],
)
def test_keys_of_others_do_not_lose_sessions(keys: tuple[str, ...]) -> None:
    table = [dict(zip(keys, row, strict=True)) for row in ROWS]
    for text in (json.dumps(table), "\n".join(map(json.dumps, table))):
        assert [segment._replace(extra=None) for segment in loads(text, name="x.json")] == SEGMENTS
    assert [segment._replace(extra=None) for segment in read_input(table).transcript] == SEGMENTS


def test_a_wrong_row_is_named(tmp_path: Path) -> None:
    table = rows("session_id")
    table[1]["start"] = "soon"
    (tmp_path / "a.json").write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(api.FormatError, match=r"a\.json: \[1\]: start_time 'soon' is not a number; give seconds"):
        load(tmp_path / "a.json")
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, table)), encoding="utf-8")
    with pytest.raises(api.FormatError, match=r"a\.jsonl:2: start_time 'soon' is not a number"):
        load(tmp_path / "a.jsonl")


def test_the_column_of_the_words_is_named_if_others_could_have_them(hubbub: Hubbub, tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text("speaker,text\nA,hi there\n", encoding="utf-8")
    two.write_text("speaker,text,transcript\nA,hi there,Hi there.\n", encoding="utf-8")
    line = f"{two}: the words are from the column text, not from transcript; choose another with --text-column"
    assert f"note: {line}\n" in hubbub("cpwer", "-r", one, "-h", two).err
    assert [note.kind for note in load(one).doubts] == []


def test_in_and_out_are_times_together(tmp_path: Path) -> None:
    table = [{"N": place, "In": row[2], "Out": row[3], "Text": row[4]} for place, row in enumerate(ROWS)]
    frame = pandas.DataFrame(table)
    (tmp_path / "a.json").write_text(json.dumps(table), encoding="utf-8")
    frame.to_csv(tmp_path / "a.csv", index=False)
    polars.DataFrame(table).write_parquet(tmp_path / "a.parquet")
    for data in (tmp_path / "a.json", tmp_path / "a.csv", tmp_path / "a.parquet", frame, table):
        read = read_input(data).transcript
        assert [(segment.start, segment.end, segment.words) for segment in read] == [row[2:] for row in ROWS]
    (one,) = read_input([{"in": "yes", "text": "a", "speaker": "A", "start": 0}]).transcript
    assert (one.start, one.extra) == (0, {"in": "yes"})
