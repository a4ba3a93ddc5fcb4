"""Transcripts written to files: where to, what is refused, and what a format cannot hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.segments import READ, STM

from hubbub.errors import FormatError
from hubbub.formats import FORMATS, dump, load, loads, lost
from hubbub.model.transcript import Segment, Transcript


@pytest.fixture
def stm(tmp_path: Path) -> Path:
    path = tmp_path / "a.stm"
    path.write_text(STM, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["out.stm", "out.json", "out.stm.gz"])
def test_dump(tmp_path: Path, name: str) -> None:
    dump(READ, tmp_path / name)
    assert load(tmp_path / name) == READ
    assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")
    assert os.listdir(tmp_path) == [name]


def test_dump_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    dump(READ, "-", "stm")
    assert capfdbinary.readouterr().out.decode() == STM


def test_dump_does_not_overwrite_unless_told(stm: Path) -> None:
    with pytest.raises(FormatError, match="already exists"):
        dump(READ, stm, force=False)
    dump(READ[:1], stm)
    assert len(load(stm)) == 1


def test_dump_leaves_the_old_file_if_it_fails(stm: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.stm: segment 1 has no times"):
        dump(Transcript([Segment("x", "m")]), stm)
    assert stm.read_text(encoding="utf-8") == STM


def test_dump_needs_a_format(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"belongs to no format; use one of \*\.json, \*\.rttm"):
        dump(READ, tmp_path / "out")
    with pytest.raises(FormatError, match="cannot be written"):
        dump(READ, tmp_path / "no" / "out.stm")


def test_lost() -> None:
    turns = Transcript([Segment("a", "m", "s", 0.0, 1.0, extra={"label": "<o>", "mine": 1})])
    assert lost(turns, "stm") == ["mine: 1 segment"]
    assert lost(turns, FORMATS["text"]) == [
        "session: 1 segment", "speaker: 1 segment", "start: 1 segment", "end: 1 segment",
        "label: 1 segment", "mine: 1 segment",
    ]  # fmt: skip
    assert lost(loads("m 1 s 0 1 IGNORE_TIME_SEGMENT_IN_SCORING", "stm"), "seglst") == [
        "time spans that are not scored: 1"
    ]


def test_words_that_the_suffix_would_misread_are_not_written(tmp_path: Path) -> None:
    turns = Transcript([Segment("Alice: hi", "1"), Segment("Bob: hello", "2")])
    with pytest.raises(FormatError, match="text lines in a file of this name would be read as speaker_colon"):
        dump(turns, tmp_path / "a.txt")
    dump(turns, tmp_path / "a.plain", format="text")
    assert load(tmp_path / "a.plain", format="text") == turns
