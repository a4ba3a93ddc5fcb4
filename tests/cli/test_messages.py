"""Messages speak the language of whoever reads them, say what is there and what is missing, and fit the terminal."""

from __future__ import annotations

import io
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.running import Hubbub

import hubbub
from hubbub import Segment
from hubbub.cli.terminal import note as show_note
from hubbub.cli.terminal import show_messages
from hubbub.model.tables import wrapped

TALK = [Segment("a b", "m", "A", 0, 1), Segment("c", "m", "B", 1, 2)]
UNTIMED = [Segment("a", "m", "A")]

api: Any = hubbub
"""Its functions may be called with anything here."""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hubbub.tcpwer(TALK, TALK), "add collar=5"),
        (lambda: hubbub.cpwer(TALK, TALK, collar=5), "cpwer ignores times, so collar has no effect; use tcpwer"),
        (
            lambda: hubbub.cpwer(TALK, TALK, ref_timing="full_segment"),
            "cpwer ignores times, so ref_timing has no effect",
        ),
        (lambda: hubbub.cpwer(TALK, TALK, time_limit=5), "runs no search, so time_limit has no effect"),
        (lambda: hubbub.mdwer(TALK, TALK, overlap_limit=2), "overlap_limit applies to .* add asclite=True"),
        (lambda: hubbub.orcwer(TALK, TALK, optional_words=True), "does not support optional_words; use one of"),
        (lambda: hubbub.score(["der"], TALK, TALK, unit="char"), "der ignores words, so unit has no effect"),
        (lambda: hubbub.tcpwer(TALK, TALK, collar=1, ref_timing="none"), "with ref_timing and hyp_timing"),
        (lambda: hubbub.mdwer(TALK, UNTIMED, asclite=True), "drop asclite"),
        (lambda: api.cpwer(TALK, TALK, normaliser="lower"), "unknown option 'normaliser'; did you mean normalizer?"),
        (lambda: api.cpwer(TALK, TALK, stream=True), "stream is not an option of a metric; hubbub.score takes it"),
        (lambda: hubbub.score("cpwer orcwer", TALK, TALK), r"use a list, e.g. \['cpwer', 'orcwer'\]"),
    ],
)
def test_python_is_told_names_of_arguments(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(hubbub.HubbubError, match=message) as error:
        call()
    assert not re.search("--[a-z]", str(error.value))


@pytest.mark.parametrize(
    ("segment", "message"),
    [
        (Segment("a", "m", "A", 2.5), "has a start, 2.5 s, but no end"),
        (Segment("a", "m", "A", None, 3), "has an end, 3 s, but no start"),
        (Segment("a", "m", "A"), "has no times"),
    ],
)
def test_which_time_is_missing(segment: Segment, message: str) -> None:
    with pytest.raises(hubbub.InputError, match=message):
        hubbub.tcpwer([segment], TALK, collar=5)
    with pytest.raises(hubbub.InputError, match=message):
        hubbub.der([segment], TALK)


def test_scores_by_name_and_by_place() -> None:
    scores = hubbub.wer(["a", "b c"], ["a", "b d"])
    assert scores[1].errors == scores[-1].errors == 1
    assert scores[0] == next(iter(scores.values()))
    assert scores.get("nothing") is None
    for wrong, message in ((7, "no session 7; choose from "), ("x", "no session 'x'; choose from ")):
        with pytest.raises(KeyError) as error:
            scores[wrong]
        assert isinstance(error.value, hubbub.InputError)
        assert str(error.value).startswith(message)
        assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    named = hubbub.cpwer({"Talk": {"A": "a"}}, {"Talk": {"A": "a"}})
    with pytest.raises(hubbub.InputError, match=r"no session 'talk'; did you mean 'Talk'\?"):
        named["talk"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("process_words", r"use hubbub\.wer\(…\)\.alignment"),
        ("wil", r"use hubbub\.wer\(…\)\.wil"),
        ("cp_word_error_rate", r"use hubbub\.cpwer"),
        ("cpWER", r"did you mean cpwer\?"),
        ("nothing_of_the_kind", "has no attribute 'nothing_of_the_kind'$"),
    ],
)
def test_names_of_other_packages(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=hint):
        getattr(hubbub, name)


def test_json_of_no_known_shape(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"foo": 1, "bar": [1]}', encoding="utf-8")
    with pytest.raises(hubbub.FormatError, match=r"an unknown format \(keys: foo, bar\); write SegLST, .*whisper"):
        hubbub.load(tmp_path / "x.json")
    (tmp_path / "x.json").write_text('"foo"', encoding="utf-8")
    with pytest.raises(hubbub.FormatError, match="not a JSON list but a string"):
        hubbub.load(tmp_path / "x.json")


@pytest.mark.parametrize(
    ("name", "message"),
    [("a.odt", "is a document; save it as .docx or plain text"), ("a.xlsx", "is a spreadsheet; save it as CSV"),
     ("a.WAV", "is a recording; give its transcript"), ("a.xyz", "choose one with the argument format: seglst, ")],
)  # fmt: skip
def test_files_that_are_no_transcripts(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / name).write_bytes(b"PK\x03\x04 something")
    with pytest.raises(hubbub.FormatError, match=message):
        hubbub.load(tmp_path / name)


def test_words_without_speakers_are_pointed_out(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "ref.srt"
    ref.write_text("ref 1 A 0 1 hello there\nref 1 B 1 2 good morning\n", encoding="utf-8")
    hyp.write_text("1\n00:00:00,000 --> 00:00:02,000\nhello there good morning\n", encoding="utf-8")
    note = "no speaker names, so cpwer sees one stream; use orcwer or wer"
    assert note in hubbub("score", "-m", "wer,cpwer", "-r", ref, "-h", hyp).err
    assert hubbub("wer", "-r", ref, "-h", hyp).err == ""
    assert hubbub("cpwer", "-r", hyp, "-h", hyp).err == ""
    assert hubbub("cpwer", "-r", ref, "-h", hyp, "--quiet").err == ""
    one = tmp_path / "one.stm"
    one.write_text("ref 1 x 0 1 hello\nref 1 x 1 2 there good\nref 1 x 2 3 morning\n", encoding="utf-8")
    note = note.replace("no speaker names", "one speaker per session (x)")
    assert note in hubbub("cpwer", "-r", ref, "-h", one).err
    assert hubbub("orcwer", "-r", ref, "-h", one).err == ""


def test_two_systems_taken_for_one_are_pointed_out(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, one, two = tmp_path / "ref.stm", tmp_path / "one.stm", tmp_path / "two.stm"
    for file in (ref, one, two):
        file.write_text("m 1 A 0 5 hello there\nn 1 A 0 5 good morning\n", encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", one, two)
    assert "one.stm and" in run.err
    assert "two.stm both have speaker A of session m at the same time, so they may be two systems" in run.err
    two.write_text("m 1 A 5 9 hello there\n", encoding="utf-8")
    assert hubbub("wer", "-r", ref, "-h", one, two).err == "", "the rest of the session"
    two.write_text("m 1 B 0 5 hello there\n", encoding="utf-8")
    assert hubbub("wer", "-r", ref, "-h", one, two).err == "", "another speaker"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_notes_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    note = "left out: 12 audio events, 3 further alternatives, /a/path/that/is/longer/than/the/terminal/is.json"
    for stream, lines in ((io.StringIO(), 1), (Terminal(), 3)):
        monkeypatch.setattr(sys, "stderr", stream)
        show_note(note)
        assert stream.getvalue() == "", "the result comes first"
        show_messages()
        assert len(stream.getvalue().splitlines()) == lines
        assert " ".join(stream.getvalue().split()) == f"note: {note}"
    assert wrapped("short", 40) == "short"


def test_many_sessions_are_printed_by_their_first_and_last() -> None:
    scores = hubbub.wer(["a b"] * 1000, ["a c"] * 1000)
    lines = str(scores).splitlines()
    assert lines[2].startswith("0  ")
    assert lines[21].rstrip() == "… 962 more"
    assert [lines[22].split()[0], lines[40].split()[0], lines[41].split()[0]] == ["981", "999", "total"]
    assert scores._repr_html_().count("<tr") == 41
    assert "…" not in str(hubbub.wer(["a b"] * 39, ["a c"] * 39))
    assert len(scores.table().rows) == 1001


def test_a_long_name_of_a_system_fits(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n", encoding="utf-8")
    long = ["-h", f"{'x' * 90}={tmp_path / 'a.txt'}", "-h", f"{'y' * 90}={tmp_path / 'a.txt'}"]
    table = hubbub("wer", "-r", tmp_path / "a.txt", *long).out.split("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGPIPE")
def test_a_reader_that_has_enough() -> None:
    """As head does, which ends before all is written."""
    command = [sys.executable, "-m", "hubbub", "completion", "zsh"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 141
