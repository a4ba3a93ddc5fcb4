"""A human's paragraphs in a plain text file, against a single recording: the text is one session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as toolkit
from hubbub import InputError

PARAGRAPHS = "Good morning all.\n\nYes I sent the slides\nand the notes.\n\nThanks.\n"
WORDS = "Good morning all. Yes I sent the slides and the notes. Thank you."
WHISPER = {"text": WORDS, "segments": [{"id": 0, "start": 0.0, "end": 9.0, "text": WORDS}], "language": "en"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes.txt").write_text(PARAGRAPHS, encoding="utf-8")
    (tmp_path / "talk.json").write_text(json.dumps(WHISPER), encoding="utf-8")
    (tmp_path / "talk.stm").write_text(f"monday 1 A 0 9 {WORDS}\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("metric", ["wer", "cpwer", "orcwer", "cer"])
@pytest.mark.parametrize("name", ["talk.json", "talk.stm"])
def test_paragraphs_against_one_recording(hubbub: Hubbub, folder: Path, name: str, metric: str) -> None:
    run = hubbub(metric, "-r", folder / "notes.txt", "-h", folder / name, "--json")
    assert run.code == 0, run.err
    (scores,) = json.loads(run.out)["scores"]
    # "Thanks." against "Thank you.": one substitution and one insertion, or two letters and a space more.
    assert list(scores["sessions"]) == ["notes" if name == "talk.json" else "monday"]
    if metric == "wer":
        assert (scores["total"]["errors"], scores["total"]["length"]) == (2, 12)
    assert [(note["level"], note["kind"]) for note in scores["notes"]][:1] == [("note", "lines")]
    assert f"note: {folder}/notes.txt: its 6 lines are one session, since {folder / name} is a single recording" in (
        run.err.replace("\\", "/")
    )


def test_the_other_way_round_and_in_python(hubbub: Hubbub, folder: Path) -> None:
    run = hubbub("wer", "-r", folder / "talk.json", "-h", folder / "notes.txt")
    assert (run.code, "talk" in run.out) == (0, True), run.err
    assert toolkit.wer(folder / "notes.txt", folder / "talk.json").total.errors == 2
    assert toolkit.wer(folder / "notes.txt", [WORDS]).total.errors == 2
    assert toolkit.wer(folder / "talk.stm", folder / "notes.txt").total.length == 13
    assert toolkit.wder(folder / "talk.stm", folder / "notes.txt").total is not None


def test_several_systems_and_streams(hubbub: Hubbub, folder: Path) -> None:
    (folder / "other.txt").write_text(WORDS + "\n", encoding="utf-8")
    two = ["-r", folder / "notes.txt", "-h", f"A={folder}/talk.json", "-h", f"B={folder}/other.txt"]
    for streamed in (False, True):
        run = hubbub("wer", *two, *(["--stream"] if streamed else []))
        assert (run.code, "16.67%  16.67%" in run.out) == (0, True), run.err
    for option in (["--stream"], ["--resume", folder / "saved.json"]):
        run = hubbub("wer", "-r", folder / "notes.txt", "-h", folder / "talk.json", *option)
        assert run.code == 0, run.err
        assert "16.67%" in run.out
        assert "its 6 lines are one session" in run.err
    run = hubbub(
        "compare", "-m", "wer", "-r", folder / "notes.txt", "-h", f"A={folder}/talk.json", "-h", folder / "talk.stm"
    )
    assert run.code == 0, run.err
    run = hubbub("inspect", folder / "notes.txt", folder / "talk.json")
    assert "its 6 lines are one session" in " ".join(run.out.split())


def test_two_plain_texts_stay_line_by_line(hubbub: Hubbub, folder: Path) -> None:
    (folder / "hyp.txt").write_text(PARAGRAPHS.replace("notes", "nodes"), encoding="utf-8")
    run = hubbub("wer", "-r", folder / "notes.txt", "-h", folder / "hyp.txt", "--json")
    assert run.code == 0, run.err
    assert len(json.loads(run.out)["scores"][0]["sessions"]) == 6


def test_several_sessions_are_refused_without_advice_that_fails(hubbub: Hubbub, folder: Path) -> None:
    (folder / "two.stm").write_text(f"monday 1 A 0 9 {WORDS}\ntuesday 1 A 0 9 {WORDS}\n", encoding="utf-8")
    run = hubbub("wer", "-r", folder / "two.stm", "-h", folder / "notes.txt")
    assert run.code == 1
    assert (
        "sessions 1, 2, 3 and 3 more are not in the reference (sessions monday, tuesday); check the names\n" in run.err
    )


def test_lines_with_ids_are_not_joined(hubbub: Hubbub, folder: Path) -> None:
    (folder / "ids.txt").write_text("utt_1 good morning\nutt_2 yes I sent\n", encoding="utf-8")
    run = hubbub("wer", "-r", folder / "ids.txt", "-h", folder / "talk.json")
    assert run.code == 1
    assert "lines begin with ids (utt_1, utt_2, …), which would be scored as words; use --ref-format kaldi" in run.err
    with pytest.raises(InputError, match="lines begin with ids"):
        toolkit.wer(folder / "ids.txt", folder / "talk.json")
    run = hubbub("wer", "-r", folder / "ids.txt", "--ref-format", "text", "-h", folder / "talk.json")
    assert run.code == 0, run.err


def test_an_empty_text_and_a_single_line(hubbub: Hubbub, folder: Path) -> None:
    (folder / "blank.txt").write_text("\n\n\n", encoding="utf-8")
    run = hubbub("wer", "-r", folder / "talk.json", "-h", folder / "blank.txt")
    assert (run.code, "100.00%" in run.out) == (0, True), run.err
    (folder / "line.txt").write_text(WORDS, encoding="utf-8")
    run = hubbub("wer", "-r", folder / "talk.stm", "-h", folder / "line.txt")
    assert (run.code, " 0.00%" in run.out) == (0, True), run.err


def test_an_id_without_words_is_an_id_if_the_other_side_has_it(hubbub: Hubbub, tmp_path: Path) -> None:
    sides = [tmp_path / "ref.txt", tmp_path / "hyp.txt"]
    for path, text in zip(sides, ("utt1 a b\nutt2 c d\nutt3 e\n", "utt1 a b\nutt2 c\nutt3\n"), strict=True):
        path.write_text(text, encoding="utf-8")
    run = hubbub("wer", "-r", sides[0], "-h", sides[1])
    assert "use --format kaldi, or --format text if they are words" in run.err
    assert "total   40.00%       2      5" in hubbub("wer", "-r", sides[0], "-h", sides[1], "--format", "kaldi").out
