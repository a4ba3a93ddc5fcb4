"""What is said where one side writes what the other does not, so that words differ which sound the same."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from support.running import Hubbub

from hubbub import inspect

PLAIN = "so what do we do now that they have it\nwell let us see how far they don't go über köln\n" * 2
WRITTEN = "So what do we do now that they have it?\nWell, let us see how far they don't go über köln.\n" * 2


def files(folder: Path, ref: str, hyp: str) -> list[str | Path]:
    (folder / "ref.txt").write_text(ref, "utf-8")
    (folder / "hyp.txt").write_text(hyp, "utf-8")
    return ["-r", folder / "ref.txt", "-h", folder / "hyp.txt"]


@pytest.mark.parametrize(
    ("hyp", "what", "steps"),
    [
        (WRITTEN, "capitalization and punctuation", "lower,punctuation"),
        (PLAIN.upper(), "capitalization", "lower"),
        (normalize("NFD", PLAIN), "decomposed letters", "nfkc"),
        (PLAIN.replace("'", "’"), "curly apostrophes", "quotes"),
    ],
)
def test_what_one_side_writes_alone_is_said(hubbub: Hubbub, tmp_path: Path, hyp: str, what: str, steps: str) -> None:
    sides = files(tmp_path, PLAIN, hyp)
    run = hubbub("wer", *sides)
    told = f"hyp.txt uses {what}, which counts as errors;"
    assert f"{told} --normalizer {steps} ignores it" in run.err
    assert told in " ".join(str(inspect(sides[1], sides[3])).split())
    mended = hubbub("wer", *sides, "--normalizer", steps)
    assert mended.err == ""
    assert " 0.00%       0     42" in mended.out
    for quiet in (["--quiet"], ["--normalizer", "lower,quotes,punctuation,nfkc"]):
        assert hubbub("wer", *sides, *quiet).err == ""
    swapped = hubbub("wer", "-r", sides[3], "-h", sides[1])
    assert f"only the reference uses {what}" in swapped.err


def test_steps_are_added_to_those_that_are_there(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("wer", *files(tmp_path, PLAIN, WRITTEN), "--normalizer", "lower")
    assert "hyp.txt uses punctuation, which counts as errors" in run.err
    assert "--normalizer lower,punctuation ignores it" in run.err


def test_both_sides_of_a_table_are_looked_at(hubbub: Hubbub, tmp_path: Path) -> None:
    rows = zip(PLAIN.splitlines(), WRITTEN.splitlines(), strict=True)
    (tmp_path / "a.csv").write_text("ref,hyp\n" + "".join(f'{one},"{other}"\n' for one, other in rows), "utf-8")
    assert "uses capitalization and punctuation" in hubbub("wer", tmp_path / "a.csv").err


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        (WRITTEN, WRITTEN),
        (PLAIN, PLAIN.replace("it\n", "IBM\n", 1)),  # a name or two
        (PLAIN.replace("köln", "koln").replace("über", "over"), normalize("NFD", PLAIN)),  # no such letter there
        ("so what", "So what?"),  # too few words to tell
    ],
)
def test_nothing_is_said_without_a_habit(hubbub: Hubbub, tmp_path: Path, ref: str, hyp: str) -> None:
    assert hubbub("wer", *files(tmp_path, ref, hyp)).err == ""


def test_words_without_blanks_are_said_to_be_phrases(hubbub: Hubbub, tmp_path: Path) -> None:
    text = "今天天气很好 我们去公园\n" * 15
    sides = files(tmp_path, text, text)
    assert (
        "so each word is a whole phrase; count characters with --unit char or --unit mixed" in hubbub("wer", *sides).err
    )
    for counted in (["cer"], ["wer", "--unit", "mixed"]):
        assert hubbub(counted[0], *sides, *counted[1:]).err == ""
    spaced = files(tmp_path, " ".join(text.replace("\n", "")), " ".join(text.replace("\n", "")))
    assert hubbub("wer", *spaced).err == ""
