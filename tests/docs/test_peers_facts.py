"""What the pages about other tools say, next to the numbers of these tools, and the cases of their own tests."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from support.paths import FACTS
from support.running import Hubbub

import hubbub as api
from hubbub.formats import loads
from hubbub.model.transcript import SIDES
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


def test_short_lines_are_scored(tmp_path: Path, hubbub: Hubbub) -> None:
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


# sclite and asclite

NIST = json.loads((FACTS / "sclite.json").read_text(encoding="utf-8"))["cases"]


def counts(found: Any) -> list[int]:
    total = found.total if isinstance(found, api.Scores) else found
    return [total.correct, total.substitutions, total.deletions, total.insertions]


@pytest.mark.parametrize("case", NIST, ids=lambda case: case["reference"].replace("\n", "|"))
def test_nist_reads_the_same_words(case: dict[str, Any]) -> None:
    formats = ("trn", "trn") if case["kind"] == "trn" else ("stm", "ctm")
    reference, hypothesis = (loads(case[side], kind) for side, kind in zip(SIDES, formats, strict=True))
    scored = api.wer(reference, hypothesis, costs="0,4,3,3", normalizer="lower")
    assert counts(scored) == case.get("hubbub", case["sclite"])
    if "asclite" in case:
        assert counts(api.mdwer(reference, hypothesis, asclite=True)) == case.get("hubbub_asclite", case["asclite"])


def test_what_is_no_word_is_counted(tmp_path: Path, hubbub: Hubbub) -> None:
    for name, text in (
        ("ref.stm", "m 1 A 0 4 a;x d @ @ e\n"),
        ("ref.trn", "a;x d @ @ e (m)\n"),
        ("ref.ctm", "m 1 0 1 a;x\nm 1 1 1 d\nm 1 1.5 0 @\nm 1 1.6 0 @\nm 1 2 1 e\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found = api.load(tmp_path / name)
        assert " ".join(segment.words for segment in found) == "a d e"
        assert found.left_out == {"tags of words (word;tag)": 1, "bare @": 2}
        run = hubbub("wer", "-r", str(tmp_path / name), "-h", str(tmp_path / name))
        assert run.err.count("skipped 1 tag of words (word;tag), 2 bare @") >= 1
    for words in ("a @", "hi;t1"):
        with pytest.raises(api.FormatError, match="a bare @ and tags such as hi;t1 would not be read as words"):
            api.dump([api.Segment(words, "m", "A", 0.0, 1.0)], tmp_path / "out.stm")
        with pytest.raises(api.FormatError, match="a bare @ and tags such as hi;t1 would not be read as words"):
            api.dump([api.Segment(words, "m", "A", 0.0, 1.0)], tmp_path / "out.ctm")


def test_only_a_rounding_error_may_be_a_negative_duration() -> None:
    word = loads("m 1 1 -0.01 a\n", "ctm")[0]
    assert (word.start, word.end, word.word_times) == (0.99, 1.0, ((0.99, 1.0),))
    with pytest.raises(api.FormatError, match=r"duration -0\.02 is negative"):
        loads("m 1 1 -0.02 a\n", "ctm")


def test_ids_that_differ_in_case_match_if_nothing_else_does() -> None:
    def trn(*ids: str) -> api.Transcript:
        return loads("".join(f"a ({id})\n" for id in ids), "trn")

    assert api.wer(trn("S-1", "S-2"), trn("s-2", "S-1")).errors == 0
    with pytest.raises(api.InputError, match="session s-1 is not in the reference"):
        api.wer(trn("S-1", "s-2", "S-2"), trn("s-1", "S-2"))
    with pytest.raises(api.InputError, match="is not in the reference"):
        api.wer(loads("M 1 A 0 1 a\nN 1 A 0 1 a\n", "stm"), loads("m 1 A 0 1 a\n", "stm"))


# The suites of jiwer, kaldialign, evaluate, dscore and pyannote.metrics


@pytest.mark.parametrize("case", JIWER["suite"], ids=lambda case: f"{case['reference']}-{case['hypothesis']}")
def test_the_suite_of_jiwer(case: dict[str, Any]) -> None:
    found = api.wer(case["reference"], case["hypothesis"])
    ours = {"wer": found.rate, "mer": found.mer, "wil": found.wil}
    for name in ours.keys() & case.keys():
        assert ours[name] == pytest.approx(case[name], abs=1e-12)
    if "cer" in case:
        characters = api.cer(case["reference"], case["hypothesis"], unit="codepoint-space")
        assert characters.rate == pytest.approx(case["cer"], abs=1e-12)


def test_lists_of_different_lengths_are_refused_as_by_jiwer() -> None:
    with pytest.raises(api.InputError):
        api.wer(["hello", "this", "sentence", "is fractured"], ["this sentence"])


KALDIALIGN = json.loads((FACTS / "kaldialign.json").read_text(encoding="utf-8"))["suite"]


@pytest.mark.parametrize("case", KALDIALIGN, ids=lambda case: f"{case['reference']}-{case['hypothesis']}")
@pytest.mark.parametrize("costs", ["0,1,1,1", "0,4,3,3"])
def test_the_suite_of_kaldialign(case: dict[str, Any], costs: str) -> None:
    """Its mode of sclite has the costs of sclite."""
    found = api.wer(case["reference"], case["hypothesis"], costs=costs)
    assert "".join(lane.steps for lane in found.alignment) == case["steps"]
    assert found.rate == (case["rate"] if found.length else None)


EVALUATE = json.loads((FACTS / "evaluate.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", EVALUATE, ids=lambda case: f"{case['references']}-{case['predictions']}")
def test_the_suite_of_evaluate(case: dict[str, Any]) -> None:
    def squeezed(text: str) -> str:
        return " ".join(text.split())

    sides = [case["references"], case["predictions"]]
    if "joined" in case:
        sides = ["".join(map(squeezed, side)) for side in sides]
    found = api.wer(*sides, unit=case["unit"], normalizer=squeezed)
    assert (found.errors, found.length) == (case["errors"], case["length"])


DSCORE = json.loads((FACTS / "dscore.json").read_text(encoding="utf-8"))


def sampled(time: float) -> float:
    """The next sample, as of every turn's start and end."""
    return math.ceil(round(100 * time, 6)) / 100


def test_the_suite_of_dscore() -> None:
    case = DSCORE["turns"]
    exact: list[Any] = [[(start, end, who) for start, end, who in case[side]] for side in SIDES]
    turns: list[Any] = [[(sampled(start), sampled(end), who) for start, end, who in side] for side in exact]
    uem = tuple(case["region"])
    assert api.der(*exact, profile="dscore").rate == pytest.approx(case["der"], abs=1e-6)
    assert api.jer(*turns, uem=uem).rate == pytest.approx(case["jer"], abs=1e-6)
    for metric in (api.bcubed, api.nmi):
        found = metric(*turns, uem=uem).to_dict()
        assert {name: found[name] for name in case["labels"]} == pytest.approx(case["labels"], abs=1e-5)


def test_labels_of_dscore() -> None:
    case = DSCORE["labels"]
    sides: tuple[list[Any], list[Any]] = ([], [])
    now = 0
    for label, row in enumerate(case["together"]):
        for other, items in enumerate(row):
            for side, name in zip(sides, (label, other), strict=True):
                side.append((now, now + items, name))
            now += items
    found = api.bcubed(*sides).to_dict()
    assert {name: found[name] for name in case["expected"]} == pytest.approx(case["expected"], abs=5e-5)


def test_dscore_has_a_rate_of_nothing() -> None:
    turns = [(0, 5, "A"), (5, 10, "B")]
    assert api.jer(turns, []).rate == DSCORE["jer_of_nothing"]["no system"]
    assert api.jer([], turns).rate is api.jer([], []).rate is None


PYANNOTE = json.loads((FACTS / "pyannote_suite.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", PYANNOTE, ids=lambda case: f"{case['metric']}-{case['options']}-{case['test']}")
def test_the_suite_of_pyannote(case: dict[str, Any]) -> None:
    sides = [list(map(tuple, case[side])) for side in ("reference", "hypothesis")]
    found = getattr(api, case["metric"])(*sides, profile="pyannote", **case["options"])
    expected = dict(case["expected"])
    pairing = expected.pop("pairing", None)
    if pairing is not None:
        assert [list(pair) for pair in found.pairing if None not in pair] == pairing
    for name, number in expected.items():
        assert getattr(found, name) == pytest.approx(number, abs=1e-9), name
