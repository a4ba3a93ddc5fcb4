"""What the pages about jiwer and pyannote.metrics say, next to the numbers of these tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.paths import FACTS
from support.running import Hubbub

import hubbub as api
from hubbub.text.normalizers import parse

JIWER = json.loads((FACTS / "jiwer.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fact", JIWER["words"], ids=lambda fact: fact["reference"])
def test_jiwer_has_the_same_errors(fact: dict[str, Any]) -> None:
    result = api.wer(fact["reference"], fact["hypothesis"])
    assert result.rate == fact["wer"]
    assert result.errors == fact["substitutions"] + fact["deletions"] + fact["insertions"]


def test_jiwer_may_have_more_or_fewer_correct_words() -> None:
    more = [fact["hits"] - api.wer(fact["reference"], fact["hypothesis"]).correct for fact in JIWER["words"]]
    assert min(more) < 0 < max(more)


@pytest.mark.parametrize("fact", JIWER["punctuation"], ids=lambda fact: fact["text"])
def test_jiwer_removes_the_same_punctuation(fact: dict[str, str]) -> None:
    step = parse("rm-punctuation").normalize
    assert step is not None
    assert step(fact["text"]) == fact["without"]


def test_punctuation_is_another_step() -> None:
    assert parse("punctuation").text("don't pay $5, or 1.1") == "don't pay 5 or 1.1"


def test_short_lines_are_scored(tmp_path: Any, hubbub: Hubbub) -> None:
    """The command of jiwer 4.0 scores only the first line."""
    for side, text in (("ref", "good morning\na\n"), ("hyp", "good morning\nb\n")):
        (tmp_path / f"{side}.txt").write_text(text, encoding="utf-8")
    run = hubbub("wer", "-r", str(tmp_path / "ref.txt"), "-h", str(tmp_path / "hyp.txt"), "--json")
    assert json.loads(run.out)["scores"][0]["total"]["errors"] == 1


def test_all_lines_as_one() -> None:
    """As with `jiwer --global`, lines need not correspond; the hint for the option says how."""
    assert api.wer(" ".join(["a b", "c"]), " ".join(["a", "b c"])).errors == 0
    with pytest.raises(api.InputError):
        api.wer(["a b", "c"], ["a b c"])


def test_self_overlap_is_speech_of_one() -> None:
    """pyannote.metrics 4.2 misses 2 of 8 seconds."""
    result = api.der([(0, 4, "A"), (2, 6, "A")], [(0, 6, "x")], profile="pyannote")
    assert (result.errors, result.counts.scored) == (0, 6)


def test_purity_is_that_of_the_region() -> None:
    """pyannote.metrics 4.2 gives 90% for all of these."""
    reference, hypothesis = [(0, 5, "A"), (5, 10, "B")], [(0, 6, "x"), (6, 10, "y")]
    uem = api.Transcript([api.Segment("", session="", start=0, end=5)])
    assert api.purity(reference, hypothesis).value == 0.9
    assert api.purity(reference, hypothesis, uem=uem).value == 1
    assert api.purity(reference, hypothesis, collar=2).value == 1


def test_purity_of_nothing() -> None:
    """pyannote.metrics 4.2 calls it 100%."""
    assert api.purity([(0, 5, "A")], []).value is None
    assert api.coverage([(0, 5, "A")], []).value == 0
