"""Warnings about scripts: words without spaces, decomposed letters, and a normalizer that removes vowel signs."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize

import pytest
from support.pages import unpack
from support.running import Hubbub

import hubbub as package
from hubbub.text.normalizers import parse

CHINESE, THAI, HINDI = "今天天气很好我们去公园\n明天开会讨论项目\n", "สวัสดีตอนเช้าครับทุกคน\n", "मैं हिंदी बोलता हूँ\n"


def said(hubbub: Hubbub, folder: Path, reference: str, hypothesis: str, *options: str) -> str:
    for name, text in (("ref", reference), ("hyp", hypothesis)):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    run = hubbub("wer", "-r", folder / "ref.txt", "-h", folder / "hyp.txt", *options)
    assert run.code == 0, run.err
    return run.err


@pytest.mark.parametrize(("text", "unit"), [(CHINESE, "mixed"), ("日本語です\n", "mixed"), (THAI, "mixed-thai")])
def test_no_spaces_between_words(hubbub: Hubbub, tmp_path: Path, text: str, unit: str) -> None:
    spaced = " ".join(text).replace("\n ", "\n")
    message = (
        f"no spaces between words, so each word is a whole phrase; count characters with --unit char or --unit {unit}\n"
    )
    assert f"the reference has {message}" in said(hubbub, tmp_path, text, text)
    assert f"hyp.txt has {message}" in said(hubbub, tmp_path, spaced, text)
    assert said(hubbub, tmp_path, text, text, "--unit", unit) == ""
    assert "no spaces" not in said(hubbub, tmp_path, spaced, spaced)
    assert "no spaces" not in said(hubbub, tmp_path, "we met 王小明 today\n", "we met 王小明 today\n")


def test_decomposed_letters(hubbub: Hubbub, tmp_path: Path) -> None:
    texts = "café olé\n", normalize("NFD", "café olé\n")
    assert "hyp.txt uses decomposed letters, which counts as errors; --normalizer nfkc" in said(
        hubbub, tmp_path, *texts
    )
    assert said(hubbub, tmp_path, *texts, "--normalizer", "nfkc") == ""


@pytest.mark.parametrize("step", ["whisper", "whisper-basic"])
def test_vowel_signs(hubbub: Hubbub, tmp_path: Path, step: str) -> None:
    pytest.importorskip("whisper_normalizer", reason="pip install hubbub[whisper]")
    other = HINDI.replace("बोलता", "बोलती")
    assert f"{step} removes vowel signs, so मैं becomes 'म" in said(hubbub, tmp_path, HINDI, other, "--normalizer", step)
    assert said(hubbub, tmp_path, HINDI, other, "--normalizer", "lower,punctuation") == ""
    assert parse("lower,punctuation").text(HINDI).split() == HINDI.split()
    assert said(hubbub, tmp_path, "été là\n", "été là\n", "--normalizer", step) == ""


def test_files_pages_and_python_have_them(hubbub: Hubbub, tmp_path: Path) -> None:
    found = tmp_path / "found.json", tmp_path / "found.html"
    outputs = [part for name in found for part in ("-o", name)]
    latin = "café olé\n" * 9
    for reference, hypothesis, kind, part in (
        (CHINESE, CHINESE, "no_spaces", "no spaces between words"),
        (latin, normalize("NFD", latin), "style", "decomposed letters"),
    ):
        said(hubbub, tmp_path, reference, hypothesis, *map(str, outputs), "--quiet", "--force")
        (scores,) = json.loads(found[0].read_text(encoding="utf-8"))["scores"]
        assert [note["kind"] for note in scores["notes"]] == [kind]
        (shown,) = unpack(found[1].read_text(encoding="utf-8"), "overview")["warnings"]
        assert part in shown
        (note,) = package.wer(tmp_path / "ref.txt", tmp_path / "hyp.txt").notes
        assert (note.level, note.kind) == ("warning", kind)
        assert part in note


def test_python_has_broken_vowel_signs(tmp_path: Path) -> None:
    pytest.importorskip("whisper_normalizer", reason="pip install hubbub[whisper]")
    for name in ("ref.txt", "hyp.txt"):
        (tmp_path / name).write_text(HINDI, encoding="utf-8")
    scores = package.wer(tmp_path / "ref.txt", tmp_path / "hyp.txt", normalizer="whisper")
    assert [note.kind for note in scores.notes] == ["vowel_signs"]
