"""Columns of speakers and times with unusual names: used if the name is common, otherwise named in a note."""

import json
from pathlib import Path

import pytest
from support.running import Hubbub

from hubbub.formats import loads


@pytest.mark.parametrize(
    ("start", "end"), [("Begin", "End"), ("begin", "finish"), ("Start", "Finish"), ("onset", "offset"), ("In", "Out")]
)
def test_common_names_are_speakers_and_times(start: str, end: str) -> None:
    found = loads(f"Meeting;Who;{start};{end};Transcript\nm;A;0.5;1.5;a b\nm;B;1.5;2.5;c\n", "csv")
    assert [tuple(one)[:5] for one in found] == [("a b", "m", "A", 0.5, 1.5), ("c", "m", "B", 1.5, 2.5)]
    assert found.doubts == []


def test_one_time_alone_is_no_time() -> None:
    (segment,) = loads("speaker,begin,text\nA,1.5,a\n", "csv")
    assert (segment.start, segment.extra) == (None, {"begin": "1.5"})


def test_columns_that_are_not_used_are_named() -> None:
    found = loads("meeting;person;t1;t2;text\nm;A;0;1;a b\nm;B;1;2;c d\n", "csv")
    (note,) = found.doubts
    assert (note.level, note.kind) == ("note", "unused_columns")
    assert note.text == (
        "columns not used: person, t1, t2; choose the speakers with speaker_column,"
        " and name times start_time and end_time"
    )
    (note,) = loads("meeting;person;start;end;text\nm;A;0;1;a b\nm;B;1;2;c d\n", "csv").doubts
    assert note.text == "columns not used: person; choose the speakers with speaker_column"
    assert loads("id;mood;text\nu1;good;a b\nu2;bad;c d\n", "csv").doubts == [], "a list of utterances"


def test_json_with_a_key_of_words_that_is_not_known(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        {"spk": "A", "begin": 0.5, "finish": 1.5, "utt": "a b"},
        {"spk": "B", "begin": 2.5, "finish": 3.5, "utt": "c"},
    ]
    Path("b.json").write_text(json.dumps(rows), encoding="utf-8")
    assert (
        "the key 'words' is missing; add it, or choose the key of the words with --text-column"
        in hubbub("cpwer", "-r", "b.json", "-h", "b.json").err
    )
    run = hubbub("tcpwer", "-r", "b.json", "-h", "b.json", "--text-column", "utt", "--collar", 5)
    assert (run.code, run.err) == (0, ""), run.err


def test_times_name_no_session() -> None:
    warning = loads("speaker,begin,place,text\nA,1.5,x,a\nB,2.5,x,b\n", "csv").doubts[0]
    assert "if another column does (place), name it session_id" in warning
