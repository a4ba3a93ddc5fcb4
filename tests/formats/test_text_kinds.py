"""Text files: plain lines with colons or times, and the exports of tools, whose names and times are no words."""

from pathlib import Path

import pytest
from support.running import Hubbub

from hubbub.errors import FormatError
from hubbub.formats import dumps, load, loads
from hubbub.model.transcript import Segment, Transcript


def lines_of(path: Path) -> list[tuple[str | None, float | None, str]]:
    return [(segment.speaker, segment.start, segment.words) for segment in load(path)]


def test_a_colon_in_a_sentence_is_not_a_speaker(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("Warning: the door is open\n", encoding="utf-8")
    hyp.write_text("Morning: the door is open\n", encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", hyp)
    assert "20.00%       1      5" in run.out
    assert f"note: {ref}: read as plain text, despite 1 line with a colon in front" in run.err
    assert "choose the format speaker_colon" in run.err
    assert "speaker_colon" not in hubbub("wer", "-r", ref, "-h", hyp, "--format", "text").err


@pytest.mark.parametrize(
    "text",
    [
        "remember john 3: sixteen\n",
        "11:00 we eat\n12:30 we sleep\n",
        "so what\nNote: the door\nwe went\nhome\nat last\n",
        "1\t2\t3\n4\t5\t6\n",
        "12\t34\n",
    ],
)
def test_lines_stay_sessions_with_all_their_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    assert [(part.session, part.words) for part in load(path)] == [
        (str(number), line) for number, line in enumerate(text.splitlines(), 1)
    ]


@pytest.mark.parametrize(
    ("text", "is_clear"),
    [
        ("Alice: good morning\nBob: yes: I did\n", False),
        ("Alice: hi\nBob: hello\nAlice: bye\n", True),
        ("Warning: the door\nWarning: the light\n", False),
        ("[SPEAKER_00]: hi\n[SPEAKER_01]: hello\n", True),
    ],
)
def test_a_guess_is_noted(tmp_path: Path, text: str, is_clear: bool) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    read = load(path)
    assert read.session_names() == ["a"]
    assert [note.kind for note in read.doubts] == ([] if is_clear else ["read_as"])
    assert load(path, format="speaker_colon").doubts == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Alice Smith  0:03\nGood morning.\nShall we?\n\nBob  1:00:07 \nYes\n",
            [("Alice Smith", 3.0, "Good morning. Shall we?"), ("Bob", 3607.0, "Yes")],
        ),
        ("SPEAKER: S1\nGood morning.\n\nSPEAKER: S2\nYes\n", [("S1", None, "Good morning."), ("S2", None, "Yes")]),
        (
            "[Alice Smith] 10:00:03\nGood morning.\n\n[Bob] 10:00:07\nYes\n",
            [("Alice Smith", 36003.0, "Good morning."), ("Bob", 36007.0, "Yes")],
        ),
        ("00:00:03\tAlice\tgood morning\n00:00:05\tBob\tyes\n", [("Alice", 3.0, "good morning"), ("Bob", 5.0, "yes")]),
        ("Alice [00:03] good morning\nBob [00:05] yes\n", [("Alice", 3.0, "good morning"), ("Bob", 5.0, "yes")]),
        ("Alice (00:01): hi\nBob (00:02): hello\n", [("Alice", 1.0, "hi"), ("Bob", 2.0, "hello")]),
        (
            "Alice (00:01):\nhi: you\n\n(01:05):\nand [laughs 01:06] bye\n\nBob: (1:00:02)\nto [Kyiv 1:00:03]\n",
            [("Alice", 1.0, "hi: you"), ("Alice", 65.0, "and bye"), ("Bob", 3602.0, "to Kyiv")],
        ),
        (
            "Alice:\nso here: we go\n\nBob Lee:\nYes\nand no\nAlice:\nBye\n",
            [("Alice", None, "so here: we go"), ("Bob Lee", None, "Yes and no"), ("Alice", None, "Bye")],
        ),
        (
            "Speaker 0    00:01    hi\nSpeaker 1    00:02    yes\n",
            [("Speaker 0", 1.0, "hi"), ("Speaker 1", 2.0, "yes")],
        ),
        (
            "0:0:0.90 --> 0:0:1.250\nJane Doe\nHi\nyou\n\n0:1:2.5 --> 0:1:3.0\nBob\n",
            [("Jane Doe", 0.09, "Hi you"), ("Bob", 62.005, "")],
        ),
        (
            "**A. Lee:** \\[laughs\\] so: *we* [go](https://example.org)\n\nNote: yes\n\n### 00:01:00\n\n"
            "**bob** : hi\n",
            [("A. Lee", None, "[laughs] so: we go Note: yes"), ("bob", None, "hi")],
        ),
        ("Alice:\nhi\nBob: yes\nAlice:\nbye\n", [("Alice", None, "hi"), ("Bob", None, "yes"), ("Alice", None, "bye")]),
        (
            "Al: hi\nBo: yes\nAl: so\n**Al:** a\n**Al:** b\n",
            [("Al", None, "hi"), ("Bo", None, "yes"), ("Al", None, "so"), ("Al", None, "a"), ("Al", None, "b")],
        ),
        ("**Bob (00:05):** hi\n**[1:05] Al:** no\n", [("Bob", 5.0, "hi"), ("Al", 65.0, "no")]),
        (
            "Sync - Transcript\n\nAlice: hi\nBob: [inaudible 0:02] we go\n00:05:00\nAlice: bye\n\n"
            "Meeting ended after 00:06:00\nx\n",
            [("Alice", None, "hi"), ("Bob", None, "we go"), ("Alice", None, "bye")],
        ),
        (">> ALICE: good morning\n>> BOB: yes\n", [("ALICE", None, "good morning"), ("BOB", None, "yes")]),
        (
            "Line\tSpkr\tStTime\tContent\tEnTime\n1\tA_se0\t0.5\tgood morning\t2\n2\tmisc\t2.5\tyes\t3\n"
            "3\tA_se0\t3\t(pause 0.42)\t3.42\n",
            [("A_se0", 0.5, "good morning"), ("misc", 2.5, "yes")],
        ),
    ],
)
def test_exports_of_tools(tmp_path: Path, text: str, expected: list[tuple[str | None, float | None, str]]) -> None:
    path = tmp_path / "standup.txt"
    path.write_text(text, encoding="utf-8")
    assert lines_of(path) == expected
    assert load(path).session_names() == ["standup"]


def test_pauses_of_coraal_are_skipped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "Line\tSpkr\tStTime\tContent\tEnTime\n1\tA\t0\thi\t1\n2\tA\t1\t(pause 0.5)\t1.5\n", encoding="utf-8"
    )
    assert list(load(path)) == [Segment("hi", "a", "A", 0.0, 1.0, extra={"Line": "1"})]
    assert load(path).left_out == {"pauses": 1}


def test_ids_of_one_side_are_not_words(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "1089-134686.trans.txt", tmp_path / "hyp.txt"
    ref.write_text("1089-134686-0000 HE HOPED THERE\n1089-134686-0001 STUFF IT INTO YOU\n", encoding="utf-8")
    hyp.write_text("HE HOPED THERE\nSTUFF IT INTO YOU\n", encoding="utf-8")
    for sides in (("-r", ref, "-h", hyp), ("-r", hyp, "-h", ref)):
        run = hubbub("wer", *sides)
        assert run.code == 1
        assert "lines begin with ids (1089-134686-0000, 1089-134686-0001, …), which would be scored as words" in run.err
        assert "remove them, or use " in run.err
    assert hubbub("wer", "-r", ref, "-h", hyp, "--ref-format", "text").code == 0


def test_lines_of_serialized_output_are_sessions(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("[s0] hello how are you [s1] i am fine\n\n[s0] hello\n", encoding="utf-8")
    hyp.write_text("[s1] hello [s0] i am [s1] how are you [s0] fine\n\nhello\n", encoding="utf-8")
    assert [(one.session, one.speaker, one.words) for one in load(ref)] == [
        ("1", "s0", "hello how are you"), ("1", "s1", "i am fine"), ("2", None, ""), ("3", "s0", "hello")
    ]  # fmt: skip
    assert "0.00%       0      8" in hubbub("cpwer", "-r", ref, "-h", hyp).out


def test_turns_after_tags_are_one_session(tmp_path: Path) -> None:
    path = tmp_path / "standup.txt"
    path.write_text("[S0] Good morning.\n\n[S1] Yes\n[S0] Bye\n", encoding="utf-8")
    assert [(one.session, *line) for one, line in zip(load(path), lines_of(path), strict=True)] == [
        ("standup", "S0", None, "Good morning."), ("standup", "S1", None, "Yes"), ("standup", "S0", None, "Bye")
    ]  # fmt: skip


def test_tags_with_times_are_not_words(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("so [crosstalk 00:01:12] we go\nto [Kyiv 00:01:15] [00:01:16] now [laughs]\n", encoding="utf-8")
    hyp.write_text("so we go\nto Kyiv now [laughs]\n", encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", hyp)
    assert "0.00%       0      7" in run.out
    assert f"note: {ref}: skipped 1 unintelligible passage, 2 time marks\n" in run.err
    with pytest.raises(FormatError, match="segment 1: a time in brackets would be skipped when read; remove it, or"):
        dumps(Transcript([Segment("so [crosstalk 00:01:12]", "a")]), "text")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "hi\n0:0:1.0 --> 0:0:2.0\nA\n",
            ":1: no times in 'hi'; write a line such as 0:0:3.250 --> 0:0:5.0 above each turn",
        ),
        ("0:0:1.0 --> 0:0:2.0\nA\nhi\n0:0:75.0 --> 0:1:2.0\nA\n", ":4: no times in '0:0:75.0 --> 0:1:2.0'; "),
        ("0:0:1.0 --> 0:0:2.0\n\n", ":1: no speaker below the times; "),
        ("0:0:3.0 --> 0:0:2.0\nA\n", ":1: the turn ends before it starts (0:0:3.0 --> 0:0:2.0); swap"),
    ],
)
def test_wrong_documents_of_teams(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        loads(text, "teams_text", "a.txt")
    assert str(error.value).startswith(f"a.txt{message}")


def test_markdown_without_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n\nWe met.\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"notes\.md:1: neither a speaker before a colon nor a time; "):
        load(path)
