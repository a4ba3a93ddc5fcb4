"""Confidences and other keys of segments and words: from the file to the alignment, its JSON and the page."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from support.browsing import Open, browser, open_page, text
from support.pages import unpack
from support.paths import SAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub import Segment
from hubbub.model.alignment import Word
from hubbub.model.metrics import METRICS
from hubbub.page.report_page import report

__all__ = ["browser", "open_page"]

REF = [Segment("Good morning all", speaker="A", start=0, end=3, extra={"mood": "good"})]
HYP = [
    Segment(
        "good evening, y'all",
        speaker="x",
        start=0,
        end=3,
        extra={"confidence": 0.7, "word_confidence": [0.9, 0.5, None], "id": 7},
    )
]


def words(result: Any, side: str = "hypothesis") -> list[Word]:
    return [word for pair in result.alignment.pairs() if (word := getattr(pair, side)) is not None]


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_keeps_them(metric: str) -> None:
    options: dict[str, Any] = {"collar": 5} if METRICS[metric].timed else {}
    result = getattr(api, metric)(REF, HYP, **options)
    assert {word.text: word.extra for word in words(result)} == {
        "good": {"confidence": 0.9, "id": 7},
        "evening,": {"confidence": 0.5, "id": 7},
        "y'all": {"confidence": 0.7, "id": 7},
    }, "a word that has no confidence of its own has that of its segment"
    assert [word.extra for word in words(result, "reference")] == [{"mood": "good"}] * 3


def test_words_that_a_normaliser_splits_or_drops() -> None:
    dropped = api.cpwer(REF, HYP, normalizer="lower,drop(good)")
    assert [(word.text, word.extra["confidence"]) for word in words(dropped)] == [("evening,", 0.5), ("y'all", 0.7)]
    letters = api.cpwer(REF, HYP, unit="char")
    assert [word.extra["confidence"] for word in words(letters)] == [0.9] * 4 + [0.5] * 8 + [0.7] * 5
    joined = api.cpwer(REF, HYP, normalizer=lambda text: text.replace("good evening", "goodevening"))
    assert words(joined)[0].extra["word_confidence"] == [0.9, 0.5, None], "nobody knows whose they are"


def test_sorted_by_word_and_with_alternations() -> None:
    by_word = api.cpwer(REF, HYP, hyp_sort="word")
    assert [word.extra["confidence"] for word in words(by_word)] == [0.9, 0.5, 0.7]
    marked = [Segment("a {b / c} d", speaker="x", extra={"word_confidence": [1, 2, 3, 4, 5, 6], "id": 7})]
    assert {word.extra["id"] for word in words(api.cpwer("a b d", marked))} == {7}


def test_words_without_keys_have_none() -> None:
    result = api.cpwer("a b", "a c")
    assert [word.extra for word in words(result)] == [{}, {}]
    assert "extra" not in result.to_json()
    assert "extra" not in json.dumps(unpack(report(result).html, "session-0"))


@pytest.mark.parametrize("metric", ["cpwer", "orcwer", "mdwer", "dicpwer"])
def test_saved_and_loaded(metric: str) -> None:
    result = getattr(api, metric)(REF, HYP)
    again = api.Result.from_json(result.to_json())
    assert again == result == pickle.loads(pickle.dumps(result)) == copy.deepcopy(result)
    assert [word.extra for word in words(again)] == [word.extra for word in words(result)]
    assert len({hash(word) for word in words(result)}) == 3
    assert "extra" not in result.to_json(alignment=False)


def test_saved_scores_with_wrong_values_are_refused() -> None:
    data = json.loads(api.cpwer(REF, HYP).to_json())
    utterance = data["scores"][0]["sessions"][""]["alignment"][0]["hypothesis"][0]
    assert utterance["word_extra"] == {"confidence": [0.9, 0.5, None]}
    utterance["word_extra"]["confidence"].pop()
    with pytest.raises(api.FormatError, match="not a JSON of scores"):
        api.load_scores(json.dumps(data))
    utterance["word_extra"] = [1]
    with pytest.raises(api.FormatError, match="not a JSON of scores"):
        api.load_scores(json.dumps(data))


def test_values_that_json_does_not_know_become_texts() -> None:
    odd = [Segment("a", speaker="x", extra={"path": Path("a.wav"), "more": {"deep": [Path("b")]}, "text": "\ud800"})]
    result = api.cpwer("a", odd[:1])
    packed = unpack(report(result).html, "session-0")
    assert packed["sides"][-1]["extra"][1] == ["more", [0, 1], ['{"deep":["b"]}'], None]
    with pytest.raises(api.InputError, match="characters that are not text"):
        result.to_json()
    endless: dict[str, Any] = {}
    endless["again"] = endless
    with pytest.raises(api.InputError, match="contains itself"):
        api.cpwer("a", [odd[0]._replace(extra=endless)]).to_json()
    assert "again" in str(unpack(report(api.cpwer("a", [odd[0]._replace(extra=endless)])).html, "session-0"))
    fine = api.cpwer("a", [odd[0]._replace(extra={"path": Path("a.wav")})])
    assert words(api.Result.from_json(fine.to_json()))[0].extra == {"path": "a.wav"}


def test_confidences_of_a_file(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("talk 1 A 0 2 good morning\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("talk 1 0.0 1.0 good 0.95\ntalk 1 1.0 1.0 evening 0.40\n", encoding="utf-8")
    out = tmp_path / "scores.json"
    files = ("-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.ctm")
    assert hubbub("wer", *files, "--alignment", "-o", out).code == 0
    (scores,) = api.load_scores(out.read_text(encoding="utf-8"))
    assert [word.extra for word in words(scores["talk"])] == [{"confidence": 0.95}, {"confidence": 0.4}]


SERVICES = ("aws_transcribe", "deepgram", "faster_whisper", "ibm_watson", "revai", "soniox", "gladia")


@pytest.mark.parametrize("name", SERVICES)
def test_confidences_of_recognisers(name: str) -> None:
    sample = api.load(SAMPLES / f"{name}.json")
    result = api.cpwer(sample, sample)
    assert all("confidence" in word.extra for word in words(result))
    assert api.Result.from_json(result.to_json()) == result


def test_the_page_holds_distinct_values_once() -> None:
    said = [Segment("a b", speaker="x", start=i, end=i + 1, extra={"model": "large", "n": i % 2}) for i in range(6)]
    heard = [one._replace(extra={"word_confidence": [0.123456, i / 10]}) for i, one in enumerate(said)]
    packed = unpack(report(api.cpwer(said, heard)).html, "session-0")
    assert packed["sides"][0]["extra"] == [
        ["model", [0, 6], ["large"], [0] * 6],
        ["n", [0, 6], [0, 1], [0, 1, 0, 1, 0, 1]],
    ]
    key, runs, values, codes = packed["sides"][1]["word_extra"][0]
    assert (key, runs, codes) == ("confidence", [0, 12], None)
    assert values == [value for i in range(6) for value in (0.1235, i / 10)]


def test_the_page_shows_them(open_page: Open) -> None:
    named = [[one._replace(session="m") for one in side] for side in (REF, HYP)]
    page = open_page(api.cpwer(named[0], named[1]), "#session=m")
    page.locator(".inspector").wait_for()
    page.keyboard.press("n")
    text(page, ".inspector").has("reference mood: good", "hypothesis confidence: 0.9, id: 7")
