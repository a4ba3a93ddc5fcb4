"""Files that name no session: text with speakers, Audacity's labels, CTMs of one name."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubbub.errors import FormatError
from hubbub.formats import load
from hubbub.model.transcript import Segment

TURNS = "Alice: Good morning.\nBob: Yes, I sent 25: see there.\n\nAlice:\n"
LABELS = "0.500000\t2.100000\tGood morning.\n\\\t-1.000000\t6334.588867\n2.4\t4.05\t[[Bob]]Yes\n5\t5\t\n"


def test_text_with_speakers(tmp_path: Path) -> None:
    path = tmp_path / "standup.txt"
    path.write_text(TURNS, encoding="utf-8")
    assert list(load(path)) == [
        Segment("Good morning.", "standup", "Alice"),
        Segment("Yes, I sent 25: see there.", "standup", "Bob"),
        Segment("", "standup", "Alice"),
    ]
    path.write_text("[00:00:02] Anna Lee: hi\n\n[01:00:03.5 - 01:00:04] Bob: hello\n", encoding="utf-8")
    assert list(load(path)) == [
        Segment("hi", "standup", "Anna Lee", 2.0),
        Segment("hello", "standup", "Bob", 3603.5, 3604.0),
    ]
    for text, speakers in (
        ("[SPEAKER_00]: hi\n[SPEAKER_01]: so: what\n", ["SPEAKER_00", "SPEAKER_01"]),
        ("speaker 1: hi\nspeaker 2:hello\n", ["speaker 1", "speaker 2"]),
        ("Vincent van Gogh: hi\nDr. O'Neil: hello\n", ["Vincent van Gogh", "Dr. O'Neil"]),
        ("田中：おはよう\n鈴木：はい\n", ["田中", "鈴木"]),
        ("[00:01.000 --> 00:02.000]  hi there\n[00:02.000 --> 00:03.000]  so: what\n", [None, "so"]),
    ):
        path.write_text(text, encoding="utf-8")
        if None in speakers:
            with pytest.raises(FormatError, match=r"standup\.txt:1: no speaker before a colon, unlike other lines"):
                load(path)
        else:
            assert [segment.speaker for segment in load(path)] == speakers


def test_a_turn_goes_on_in_the_next_lines(tmp_path: Path) -> None:
    path = tmp_path / "standup.txt"
    path.write_text("Alice: so what\ndo we do\n\nnow?\nBob:\nGood morning.\n", encoding="utf-8")
    assert [(turn.speaker, turn.words) for turn in load(path)] == [
        ("Alice", "so what do we do now?"),
        ("Bob", "Good morning."),
    ]
    path.write_text("[00:01] Alice: hi\nthere\n[00:03] Bob: hello\n", encoding="utf-8")
    assert [(turn.start, turn.words) for turn in load(path)] == [(1, "hi there"), (3, "hello")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Minutes\nAlice: hi\nBob: hello\n", ":1: no speaker before a colon, unlike other lines; "),
        ("Alice: hi\nmy guest from abroad: hi\n", ":2: no speaker before a colon, unlike other lines; "),
        ("Alice: hi\n[00:05] so\n", ":1: no time before the speaker, unlike other lines; "),
        ("[00:01] Alice: hi\nBob: hello\n", ":2: no time before the speaker, unlike other lines; "),
        ("[00:01] Alice: hi\n[00:03 - 00:02] Bob: hello\n", ":2: the turn ends before it starts; "),
        ("my guest: hi\nthe host: hello\nmy guest: bye\n", ":1: neither a speaker before a colon nor a time; "),
        ("1: hi\n2: hello\n", ":1: 1 before the colon may be a line number or a speaker; "),
    ],
)
def test_text_with_speakers_that_is_not_clear(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}{message}")
    assert len(load(path, format="text")) == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "so what do we do\nwell\n",
        "he said to me: go\nthen he went\n",
        "at 10:30 we met\nhttp://x.org is it\n",
        "one\ntwo\nthree\nfour\nNote: five\n",
        "a\n\nb\n",
        "1 2 3 4 5 6\n7 8 9 10 11\n",
        "utt-1 hello: world\nutt-2 bye\n",
        "hello world (a-1)\nhello (a-2)\n",
    ],
)
def test_plain_text_stays_plain_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    assert [segment.words for segment in load(path)] == text.splitlines()


def test_labels_of_audacity(tmp_path: Path) -> None:
    expected = [
        Segment("Good morning.", "standup", None, 0.5, 2.1),
        Segment("Yes", "standup", "Bob", 2.4, 4.05),
        Segment("", "standup", None, 5.0, 5.0),
    ]
    for name in ("standup.txt", "standup.aud", "standup.labels"):
        (tmp_path / name).write_text(LABELS, encoding="utf-8")
        assert list(load(tmp_path / name)) == expected
    for line, message in (
        ("0,5\t1\ta\n", ":1: start '0,5' is not a number; write `start end label` with tabs"),
        ("2\t1\ta\n", ":1: end 1 is before start 2; swap them"),
        ("0\t1\ta\nhello\n", ":2: start 'hello' is not a number; "),
        ("0\t1e10\ta\n", ":1: end 1e10 is above 1e9 seconds; "),
    ):
        (tmp_path / "a.txt").write_text(line, encoding="utf-8")
        with pytest.raises(FormatError) as error:
            load(tmp_path / "a.txt")
        assert message in str(error.value)


def test_two_files_of_one_name_are_two_sessions_of_one_name(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "talk.txt").write_text(TURNS, encoding="utf-8")
    with pytest.raises(FormatError, match=r"session talk is also in .*talk\.txt; score one file at a time"):
        load(tmp_path / "a/talk.txt", tmp_path / "b/talk.txt")


def test_two_ctms_of_one_name_are_not_merged(tmp_path: Path) -> None:
    for folder, lines in (("a", "m 1 0 1 x NA lex Bob\nm 1 2 1 x\n"), ("b", "m 1 0 1 x\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.ctm").write_text(lines, encoding="utf-8")
    with pytest.raises(FormatError, match="its stream is named one, like that of"):
        load(tmp_path / "a/one.ctm", tmp_path / "b/one.ctm")
