"""Units: characters as people see them, units of several scripts, and the names of character error rates."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as api
from hubbub.model.metrics import CHARACTERS
from hubbub.text.units import UNITS


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("e\u0301te\u0301", 3),  # marks
        ("नमस्ते", 3),  # a conjunct, a vowel sign
        ("ที่นี่", 2),  # vowels and tones
        ("நிலா", 2),  # a spacing mark
        ("กำ", 1),
        ("\u1112\u1161\u11ab국", 2),  # letters of a syllable
        ("👨\u200d👩\u200d👧 👍🏽 ❤\ufe0f", 3),  # joined, with a skin, with a presentation
        ("🇩🇪🇫🇷🇮", 3),  # flags
        ("会議 abc", 5),
        ("\u0600\u0661x", 2),  # a number sign before its digit
        ("a\u200bb", 3),  # controls stand alone
    ],
)
def test_characters_are_what_people_see(text: str, number: int) -> None:
    units = UNITS["char"].split(text)
    assert len(units) == number
    assert "".join(units) == "".join(text.split())
    assert api.wer(text, text, unit="char").length == number


def test_a_conjunct_is_one_character_on_every_python(hubbub: Hubbub, tmp_path: Path) -> None:
    """The example of CHANGELOG.md. Python before 3.11.5 matches some patterns wrongly: there it was 1 error in 7."""
    for side, text in (("ref", "नमस्ते दुनिया"), ("hyp", "नमसते दुनिया")):
        (tmp_path / f"{side}.txt").write_text(f"{text}\n", encoding="utf-8")
    run = hubbub("cer", "-r", tmp_path / "ref.txt", "-h", tmp_path / "hyp.txt", "--total")
    assert run.out.splitlines()[-2].split() == ["total", "33.33%", "2", "6", "1", "0", "1"]


def test_very_long_clusters_take_no_time() -> None:
    for mark in ("\u0301", "\u200d", "\u094d", "\u0600", "\u1100", "\U0001f1e6"):
        assert "".join(UNITS["char"].split("क" + mark * 100_000)) == "क" + mark * 100_000


@pytest.mark.parametrize(
    ("unit", "text", "units"),
    [
        ("mixed", "我用 Python 写code", "我 用 Python 写 code"),
        ("mixed", "한국 사람 ที่นี่", "한국 사람 ที่นี่"),
        ("mixed-hangul", "한국 사람 ok", "한 국 사 람 ok"),
        ("mixed-thai", "ที่นี่ okได้", "ที่ นี่ ok ไ ด้"),
        ("mixed-thai", "会 한국", "会 한국"),
    ],
)
def test_scripts_are_chosen(unit: str, text: str, units: str) -> None:
    assert list(UNITS[unit].split(text)) == units.split()


def test_code_points_and_spaces_are_those_of_jiwer() -> None:
    jiwer = pytest.importorskip("jiwer", reason="pip install hubbub[test-peers]")
    pairs = [
        ("ab c", "abc d"),
        ("कि ता", "की ता"),
        ("é x", "e\u0301 x"),
        ("a b", "ab"),
        (" a  b ", "a b"),
        ("会 议", "会议"),
    ]
    for left, right in pairs:
        assert api.wer(left, right, unit="codepoint-space").rate == jiwer.cer(left, right)
        without = "".join(left.split()), "".join(right.split())
        assert api.wer(left, right, unit="codepoint").rate == jiwer.cer(*without)


def test_the_unit_of_a_character_error_rate() -> None:
    found = api.cer("कि ता", "की ता", unit="codepoint")
    assert (found.rate, found.signature.split("|")[2]) == (0.25, "unit:codepoint")
    assert "CER" in repr(found)
    assert "in 4 characters" in repr(found)
    assert api.cer("कि ता", "की ता").rate == 0.5
    with pytest.raises(api.OptionError, match="cer counts characters, not 'mixed'"):
        api.cer("a", "a", unit="mixed")
    with pytest.raises(api.OptionError, match="characters have no fragments"):
        api.wer("a", "a", unit="codepoint", fragments=True)


@pytest.mark.parametrize("name", CHARACTERS)
def test_every_metric_has_a_name_for_characters(name: str) -> None:
    left = [api.Segment("ab c", "s", "A", start=0, end=1)]
    right = [api.Segment("ab d", "s", "A", start=0, end=1)]
    collar = {"collar": 5} if api.METRICS[CHARACTERS[name]].timed else {}
    found = getattr(api, name)(left, right, **collar)
    same = getattr(api, CHARACTERS[name])(left, right, unit="char", **collar)
    assert (found.counts, found.signature) == (same.counts, same.signature)
    assert (found.errors, found.length) == (1, 3)
    assert "CER" in repr(found)
    assert "1 error in 3 characters" in repr(found)


def test_commands_of_characters(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_text("talk 1 A 0 1 ab c\n", encoding="utf-8")
    pair = ("-r", tmp_path / "a.stm", "-h", tmp_path / "a.stm")
    run = hubbub("cpcer", *pair)
    assert run.out.startswith("cpCER ")
    assert "|unit:char|" in run.out
    assert run.out == hubbub("cpwer", *pair, "--unit", "char").out
    assert "3 characters" in hubbub("align", *pair, "--unit", "char").out
    assert hubbub("score", "-m", "cpcer", *pair).out == run.out
    assert "did you mean cpcer?" in hubbub("cpcr", *pair).err


def test_words_and_characters_side_by_side(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two\nthree\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("one too\nthree\n", encoding="utf-8")
    pair = ("-r", tmp_path / "a.txt", "-h", tmp_path / "b.txt")
    out = tmp_path / "scores.json"
    outputs = ("-o", out, "-o", tmp_path / "s.csv")
    run = hubbub("score", "-m", "wer,cer", *pair, *outputs, "--fail-above", "wer=20%,cer=20%")
    assert run.code == 3, "the WER is above, the CER is not"
    assert run.out.splitlines()[-5].split() == ["total", "33.33%", "9.09%"]
    assert run.out.splitlines()[-4].split() == ["errors", "1", "1"]
    assert run.out.splitlines()[-3].split() == ["of", "3", "words", "11", "characters"]
    rows = (tmp_path / "s.csv").read_text(encoding="utf-8").splitlines()
    assert {row.split(",")[1] for row in rows} == {"metric", "wer", "cer"}
    assert hubbub("merge", out, "--fail-above", "cer=5%").code == 3
    assert "CER" in hubbub("average", out).out
    both = api.score(["cer", "wer"], (text for text in ["one two"]), (text for text in ["one too"]))
    assert {name: (scores.errors, scores.total.length) for name, scores in both.items()} == {
        "cer": (1, 6),
        "wer": (1, 2),
    }
    assert api.score("cpcer", ["ab"], ["ac"]).title == "cpCER"


def test_a_name_says_what_is_counted(hubbub: Hubbub, tmp_path: Path) -> None:
    for wrong in ({"unit": "word"}, {"unit": "mixed"}, {"options": api.Options(unit="mixed")}):
        with pytest.raises(api.OptionError, match=r"cer counts characters, not .*; drop unit, or use wer"):
            api.cer("a", "b", **wrong)
        with pytest.raises(api.OptionError, match="cpcer counts characters"):
            api.score(["wer", "cpcer"], "a", "b", **wrong)
    (tmp_path / "a.txt").write_text("a\n", encoding="utf-8")
    for command in (["cer"], ["score", "-m", "wer,cer"]):
        run = hubbub(*command, "-r", tmp_path / "a.txt", "-h", tmp_path / "a.txt", "--unit", "word")
        assert (run.code, run.out) == (1, "")
        assert "cer counts characters, not 'word'; drop --unit, or use wer" in run.err
    assert repr(api.wer("我们 x", "我们", unit="mixed")) == "<WER 33.33%: 1 error in 3 units (0 sub, 1 del, 0 ins)>"
