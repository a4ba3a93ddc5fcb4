"""Alignments as text, from Python and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub.model.tables import MARKS

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"


def test_a_pair_of_sentences() -> None:
    result = api.wer("the quick fox", "the quack fox jumps")
    assert result.alignment_text() == "REF  the quick fox *****\nHYP  the quack fox jumps\n         S         I"
    assert str(result.alignment) == result.alignment_text()
    assert api.wer("", "").alignment_text() == ""


def test_speakers_and_streams_are_named() -> None:
    result = api.cpwer({"Alice": "good morning", "Bob": "hello"}, ["good evening"])
    assert result.alignment_text().splitlines() == [
        "Alice → 0: 1 error in 2 words (50.00%)",
        "REF  good morning",
        "HYP  good evening",
        "          S",
        "",
        "Bob → no stream: 1 error in 1 word (100.00%)",
        "REF  hello",
        "HYP  *****",
        "     D",
    ]
    assert "1 error in 7 characters" in api.cpwer({"A": "goodbye"}, {"B": "goodbyx"}, unit="char").alignment_text()
    routed = api.orcwer({"Alice": ["a b"], "Bob": ["c"]}, ["a b c"])
    assert routed.alignment_text().splitlines()[:2] == [
        "stream 0: 0 errors in 3 words (0.00%)",
        "     Alice   Bob",
    ]


@pytest.mark.parametrize("metric", ["dicpwer", "dicpwer_by_word"])
def test_routed_segments_have_streams(metric: str, hubbub: Hubbub, tmp_path: Path) -> None:
    reference, hypothesis = {"A": "a b", "B": "c", "C": "d"}, {"x": ["a"], "y": ["b", "c"]}
    result = getattr(api, metric)(reference, hypothesis)
    titles = [line for line in result.alignment_text().splitlines() if "→" in line]
    assert titles == [
        "A → x, y: 0 errors in 2 words (0.00%)",
        "B → y: 0 errors in 1 word (0.00%)",
        "C → no stream: 1 error in 1 word (100.00%)",
    ]
    many = getattr(api, metric)({"A": "a b c d e"}, list("abcde"))
    assert many.alignment_text().startswith("A → 5 streams: 0 errors in 5 words")
    for side, data in (("ref", reference), ("hyp", hypothesis)):
        api.dump(data, tmp_path / f"{side}.json")
    run = hubbub(metric, "-r", str(tmp_path / "ref.json"), "-h", str(tmp_path / "hyp.json"), "--pairing")
    assert "session  stream  segment  speaker" in run.out


@pytest.mark.parametrize("columns", [25, 40, 80, 200])
def test_lines_are_wrapped(columns: int) -> None:
    scores = api.tcpwer(REF, HYP, collar=5)
    for result in scores.values():
        lines = result.alignment_text(columns).splitlines()
        assert max(len(line) for line in lines if line.startswith(("REF", "HYP"))) <= columns
    whole = api.wer("a " * 500, "b " * 500).alignment_text(10**6)
    assert len(whole.splitlines()) == 3


def test_many_sessions() -> None:
    scores = api.wer(["the quick fox", "hello"], ["the quack fox", "hello"])
    text = scores.alignment_text()
    assert text.startswith("0 <WER 33.33%: 1 error in 3 words (1 sub, 0 del, 0 ins)>\n════")
    assert "1 <WER 0.00%" in text
    errors = scores.alignment_text(only_errors=True)
    assert "1 <WER 0.00%" not in errors
    assert errors.endswith("\n\n1 session without an error")


def test_a_long_name_stands_above_its_result() -> None:
    name = "VT_20051027-1400@752+30"
    lines = api.orcwer({name: {"A": "a b"}}, {name: {"x": "a c"}}).alignment_text().splitlines()
    assert lines[:2] == [name, "<ORC-WER 50.00%: 1 error in 2 words (1 sub, 0 del, 0 ins)>"]
    assert lines[2] == "═" * len(lines[1])


def test_the_command_line_prints_the_same(hubbub: Hubbub) -> None:
    run = hubbub("align", "-m", "orcwer", "-r", REF, "-h", f"x={HYP}")
    text = api.orcwer(REF, HYP).alignment_text()
    ours = run.out.replace("x talk", "talk").replace("═", "")
    assert ours.startswith(text.replace("═", ""))
    colored = api.orcwer(REF, HYP)["talk-C"].alignment_text(color=True)
    assert MARKS["sub"] in colored
    sentences = hubbub("align", "-m", "wer", "-r", EXAMPLES / "meeting_ref.stm", "-h", REF, "--only-errors")
    assert sentences.out.splitlines()[0] == "4 sessions without an error"
