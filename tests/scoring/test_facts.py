"""Numbers that are known from elsewhere: the paper's, and those that MeetEval's tests and documents give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT
from support.plans import fitting

import hubbub
import hubbub.model.timing
from hubbub.model.metrics import METRICS
from hubbub.model.timing import shared_times
from hubbub.model.transcript import Segment
from hubbub.text.normalizers import parse

HERE = ROOT / "tests"
PAPER = json.loads((HERE / "facts/paper.json").read_text(encoding="utf-8"))
MEETEVAL = json.loads((HERE / "facts/meeteval.json").read_text(encoding="utf-8"))
EXCERPTS = json.loads((HERE / "facts/sctk_vt.json").read_text(encoding="utf-8"))

Fact = dict[str, Any]


@pytest.mark.parametrize("example", PAPER["examples"], ids=lambda example: example["name"])
def test_paper_figure_1(example: Fact) -> None:
    reference = [
        Segment(u["words"], speaker=u["speaker"], start=u["start"], end=u["start"] + 1) for u in example["reference"]
    ]
    for metric, errors in example["errors"].items():
        result = hubbub.score(metric, reference, example["hypothesis"])
        assert (metric, result.errors, result.length) == (metric, errors, example["length"])


def exact_name(fact: Fact) -> str:
    return str(fact["metric"]).removeprefix("greedy_").replace("cer", "wer")


FACTS = [fact for fact in MEETEVAL["wer"] if exact_name(fact) in METRICS]


def given(side: Fact, tmp_path: Path, name: str) -> Any:
    if side["type"] == "files":
        return [write(tmp_path, file) for file in side["names"]]
    if side["type"] == "stm":
        path = tmp_path / f"{name}.stm"
        path.write_text(side["text"], encoding="utf-8")
        return path
    return side["data"]


def write(tmp_path: Path, name: str) -> Path:
    (tmp_path / name).write_text(MEETEVAL["files"][name], encoding="utf-8")
    return tmp_path / name


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['id']}-{fact['metric']}")
def test_meeteval(fact: Fact, tmp_path: Path) -> None:
    params = dict(fact["params"])
    if "uem" in params:
        params["uem"] = write(tmp_path, params["uem"])
    if fact["metric"] == "cer":
        params["unit"] = "char"
    reference, hypothesis = given(fact["ref"], tmp_path, "ref"), given(fact["hyp"], tmp_path, "hyp")
    found = hubbub.score(exact_name(fact), reference, hypothesis, **params)
    result = found.total if isinstance(found, hubbub.Scores) else found
    expected = dict(fact["expected"])
    assignment = expected.pop("assignment", None)
    if fact["metric"].startswith("greedy_"):
        assert result.errors <= expected["errors"]
        return
    ours = {
        "error_rate": result.rate,
        "scored_speaker": len({u.speaker for lane in getattr(found, "alignment", ()) for u in lane.reference}),
        "missed_speaker": getattr(found, "missed_speakers", None),
        "falarm_speaker": getattr(found, "false_alarm_speakers", None),
    }
    assert {key: ours.get(key, getattr(result, key, None)) for key in expected} == expected
    if assignment is not None:
        assert_same_assignment(
            next(iter(found.values())) if isinstance(found, hubbub.Scores) else found, assignment, reference
        )


def assert_same_assignment(result: hubbub.Result, assignment: list[Any], reference: Any) -> None:
    def text(name: Any) -> str | None:
        return None if name in (None, "dummy") else str(name)

    if result.pairing is not None:
        assert sorted(result.pairing, key=str) == sorted(((text(s), text(t)) for s, t in assignment), key=str)
        return
    assert result.routing is not None
    if not isinstance(assignment[0], list):  # ORC: one stream per utterance, in the order of the file
        times = [one["start_time"] for one in reference if isinstance(one, dict)] if isinstance(reference, list) else []
        order = sorted(range(len(assignment)), key=lambda i: times[i] if times else 0)
        assert [routed.stream for routed in result.routing] == [text(assignment[i]) for i in order]
        return
    counts: dict[str | None, int] = {}
    expected = set()
    for speaker, stream in assignment:
        index = counts.get(text(speaker), 0)
        counts[text(speaker)] = index + 1
        expected.add((text(speaker), index, text(stream)))
    assert {tuple(routed) for routed in result.routing} == expected


EXCERPT_FILES = HERE / "data/sctk_vt_ref.json", HERE / "data/sctk_vt_hyp.json"


@pytest.mark.parametrize("metric", ["cpwer", "orcwer", "mimower", "tcpwer", "tcorcwer", "tcmimower"])
def test_real_excerpts(metric: str) -> None:
    scores = hubbub.score(
        metric, HERE / "data/sctk_vt_ref.json", HERE / "data/sctk_vt_hyp.json", **fitting(metric, collar=5)
    )
    assert isinstance(scores, hubbub.Scores)
    expected = {case["session"]: case["expected"] for case in EXCERPTS["cases"] if case["metric"] == metric}
    fields = (
        ("errors", "length", "insertions", "deletions", "substitutions") if "pwer" in metric else ("errors", "length")
    )
    found = {name: {field: getattr(result, field) for field in fields} for name, result in scores.items()}
    assert found == {name: {field: counts[field] for field in fields} for name, counts in expected.items()}


NORMALIZERS = [fact for fact in MEETEVAL["other"] if fact["what"].startswith("normalizer lower")]


@pytest.mark.parametrize("fact", NORMALIZERS, ids=lambda fact: fact["what"])
def test_normalizers(fact: Fact) -> None:
    normalize = parse(fact["what"].removeprefix("normalizer ")).normalize
    assert normalize is not None
    assert normalize(fact["input"]) == fact["expected"]


@pytest.mark.parametrize("metric", ["dicpwer", "ditcpwer"])
def test_greedy_is_an_upper_bound(metric: str) -> None:
    scores = hubbub.score(
        metric, HERE / "data/sctk_vt_ref.json", HERE / "data/sctk_vt_hyp.json", **fitting(metric, collar=5)
    )
    assert isinstance(scores, hubbub.Scores)
    greedy = {case["session"]: case["expected"] for case in EXCERPTS["cases"] if case["metric"] == f"greedy_{metric}"}
    assert all(result.errors <= greedy[name]["errors"] for name, result in scores.items())


TIMINGS = [fact for fact in MEETEVAL["other"] if fact["what"].startswith("pseudo word timing")]


@pytest.mark.parametrize("fact", TIMINGS, ids=lambda fact: fact["what"])
def test_word_timing(fact: Fact) -> None:
    way = fact["what"].split()[-1]
    times = []
    for segment in fact["input"]:
        words = segment["words"].split()
        spans = shared_times(words, segment["start_time"], segment["end_time"], way)
        times += [[word, start, end] for word, (start, end) in zip(words, spans, strict=True)]
    assert times == fact["expected"]
