"""Warnings and notes are derived once, and every output shows them."""

import json
import pickle
from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as package
from hubbub.model.messages import Caution, Note

REFERENCE = "a 1 A 0 5 hello there\na 1 A 0 5 hello there\nb 1 B 0 5 good morning\n"
TWICE = "1 duplicate segment (same speaker, times and words); remove the copies"
SILENT = "missing from hyp, scored as empty: b"


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    reference, hypothesis = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    reference.write_text(REFERENCE, encoding="utf-8")
    hypothesis.write_text("a 1 x 0 5 hello there\n", encoding="utf-8")
    return reference, hypothesis


def test_a_message_has_a_level_a_kind_and_a_file() -> None:
    line = Caution("is odd", "odd", "x.stm")
    assert (str(line), line.labeled) == ("x.stm: is odd", "warning: x.stm: is odd")
    assert line.to_dict() == {"level": "warning", "kind": "odd", "file": "x.stm", "text": "is odd"}
    copy = pickle.loads(pickle.dumps(line))
    assert (copy, copy.kind, copy.file, type(copy)) == (line, "odd", "x.stm", Caution)
    assert line.about("A") is line
    assert Note("fine", "ok").about("A").labeled == "note: A: fine"


@pytest.mark.parametrize("quiet", [False, True])
def test_every_output_of_a_command_shows_them(
    hubbub: Hubbub, sides: tuple[Path, Path], tmp_path: Path, quiet: bool
) -> None:
    reference, hypothesis = sides
    names = [tmp_path / f"out{suffix}" for suffix in (".json", ".md", ".tex", ".html")]
    outputs = [part for name in names for part in ("-o", name)]
    run = hubbub("cpwer", "-r", reference, "-h", hypothesis, *outputs, *(["--quiet"] if quiet else []))
    assert run.code == 0
    assert (f"warning: {reference}: {TWICE}" in run.err) is not quiet
    (scores,) = json.loads(names[0].read_text(encoding="utf-8"))["scores"]
    notes = {note["kind"]: note for note in scores["notes"]}
    assert notes["duplicate_segments"] == {
        "level": "warning",
        "kind": "duplicate_segments",
        "file": str(reference),
        "text": TWICE,
    }
    assert notes["missing_session"]["text"] == SILENT
    markdown, latex = (name.read_text(encoding="utf-8") for name in names[1:3])
    assert "duplicate segment" in markdown
    assert SILENT in markdown
    assert f"warning: {SILENT}" in latex.partition("tabular")[2]
    assert "% warning" not in latex


def test_python_shows_them_and_files_keep_them(sides: tuple[Path, Path]) -> None:
    scores = package.cpwer(*sides)
    assert [note.kind for note in scores.notes] == ["duplicate_segments", "missing_session", "unpaired_speaker"]
    assert "warning: missing from hyp, scored as empty: b\n" in str(scores)
    assert "missing from hyp" in scores._repr_html_()
    again = package.load_scores(scores.to_json())[0]
    assert again.notes == scores.notes
    assert again.to_json() == scores.to_json()
    assert pickle.loads(pickle.dumps(scores)).notes == scores.notes
    assert [note.kind for note in package.blame(*sides).notes[:1]] == ["duplicate_segments"]
    assert [note.kind for note in package.der(*sides).notes[:1]] == ["duplicate_segments"]


def test_compare_writes_them_in_the_same_shape(hubbub: Hubbub, sides: tuple[Path, Path], tmp_path: Path) -> None:
    reference, hypothesis = sides
    found = tmp_path / "found.json"
    named = [part for name in "XY" for part in ("-h", f"{name}={hypothesis}")]
    other = tmp_path / "other.stm"
    other.write_text("a 1 x 0 5 hello you\n", encoding="utf-8")
    named[3] = f"Y={other}"
    assert hubbub("compare", "-m", "cpwer", "-r", reference, *named, "-o", found).code == 0
    (pair,) = json.loads(found.read_text(encoding="utf-8"))["compare"]
    kinds = [note["kind"] for note in pair["notes"]]
    assert kinds[:2] == ["missing_session", "duplicate_segments"]
    assert all(note.keys() == {"level", "kind", "file", "text"} for note in pair["notes"])
