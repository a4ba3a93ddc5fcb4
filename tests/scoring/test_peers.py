"""What users of jiwer and of CI systems expect: further rates, one shape of access, frequent errors, outputs."""

from __future__ import annotations

import copy
import csv
import io
import json
import pickle
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)


# Rates, as jiwer 4.0 gives them for these sentences


def test_match_errors_and_word_information() -> None:
    scores = api.wer(["the quick fox", "hello world", "good"], ["the quack fox jumps", "hello world", "very good"])
    known = (0.5, 0.375, 0.4791666666666667, 0.5208333333333333)
    assert (scores.rate, scores.mer, scores.wil, scores.wip) == pytest.approx(known)
    assert scores.sentence_error_rate == 2 / 3
    assert [result.sentence_error_rate for result in scores.values()] == [1, 0, 1]


def test_rates_of_nothing() -> None:
    nothing, inserted, deleted = api.wer("", ""), api.wer("", "a"), api.wer("a b", "")
    assert (nothing.mer, nothing.wip, nothing.wil) == (None, None, None)
    assert (inserted.mer, inserted.wip, inserted.wil) == (1, None, None)
    assert (deleted.mer, deleted.wip, deleted.wil) == (1, 0, 1)
    with pytest.raises(api.InputError, match=r"no rate, because the reference is empty; use \.errors"):
        float(inserted)


@pytest.mark.parametrize("metric", ["wer", "cpwer", "orcwer"])
def test_results_scores_and_totals_are_read_alike(metric: str) -> None:
    scores = getattr(api, metric)(Path(REF), Path(HYP))
    for name in (
        *("rate", "errors", "length", "insertions", "deletions", "substitutions", "correct"),
        *("mer", "wil", "wip", "counts", "exact"),
    ):
        assert getattr(scores, name) == getattr(scores.total, name)
        assert getattr(scores["talk-C"], name) is not None
    assert float(scores) == scores.rate == float(scores.total)
    assert float(scores["talk-C"]) == scores["talk-C"].rate
    assert copy.deepcopy(scores) == pickle.loads(pickle.dumps(scores)) == scores


def test_diarisation_is_read_alike() -> None:
    scores = api.der(Path(REF), Path(HYP))
    assert (scores.rate, scores.errors, scores.missed) == (scores.total.rate, scores.total.errors, scores.total.missed)
    assert float(scores) == scores.rate
    assert float(scores["talk-C"]) == scores["talk-C"].rate
    assert copy.deepcopy(scores) == pickle.loads(pickle.dumps(scores)) == scores
    with pytest.raises(AttributeError, match="a DER has no 'mer'"):
        _ = scores.mer


def test_the_total_in_json_has_the_further_rates(hubbub: Hubbub) -> None:
    (run,) = json.loads(hubbub("wer", *PAIR, "--json").out)["scores"]
    scores = api.wer(Path(REF), Path(HYP))
    for rate in ("mer", "wil", "wip", "sentence_error_rate"):
        assert run["total"][rate] == getattr(scores, rate)


# One row for many pairs


def test_the_total_alone(hubbub: Hubbub, tmp_path: Path) -> None:
    ref = tmp_path / "ref.trn"
    ref.write_text("".join(f"a b (u{i})\n" for i in range(10_000)), encoding="utf-8")
    lines = hubbub("wer", "-r", ref, "-h", ref, "--total").out.splitlines()
    assert len(lines) == 4
    assert lines[2].split() == ["total", "0.00%", "0", "20,000", "0", "0", "0"]
    several = hubbub("score", "-m", "wer,cpwer", *PAIR, "--total").out
    assert several.splitlines()[1].startswith("total ")
    assert "talk-A" not in several
    run = hubbub("wer", *PAIR, "--total", "--json")
    assert (run.code, run.out) == (1, "")
    assert "--total has no effect with --json; drop one of them" in run.err


# Frequent errors


@pytest.mark.parametrize("metric", ["wer", "cpwer", "orcwer", "mimower"])
def test_frequent_errors_add_up(hubbub: Hubbub, metric: str) -> None:
    (run,) = json.loads(hubbub("errors", "-m", metric, *PAIR, "--json", "--per-speaker", "--top", "1000").out)["errors"]
    total = getattr(api, metric)(Path(REF), Path(HYP)).total
    for kind in ("substitutions", "deletions", "insertions"):
        everyone = run["all"][kind]
        assert everyone["count"] == getattr(total, kind) == sum(number for *_, number in everyone["frequent"])
        assert sum(speaker[kind]["count"] for speaker in run["speakers"].values()) == everyone["count"]


def test_frequent_errors_as_text_csv_and_markdown(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("errors", *PAIR, "--regex", "talk-C", "--per-speaker", "--top", "1")
    assert re.search(r"SUB49\n.*\n +− mhm +2", run.out)
    assert all(len(line) <= 80 for line in run.out.splitlines())
    rows = list(csv.DictReader(io.StringIO(hubbub("errors", *PAIR, "--top", "1", "-o", "-.csv").out)))
    assert [(row["error"], row["reference"], row["count"]) for row in rows][1] == ("deletion", "highest", "3")
    assert hubbub("errors", *PAIR, "-o", tmp_path / "e.md", "-o", tmp_path / "e.json").code == 0
    assert (tmp_path / "e.md").read_text(encoding="utf-8").startswith("## meeting_hyp: cpWER\n\n| error |")
    refused = hubbub("errors", *PAIR, "--top", "none")
    assert (refused.code, refused.out) == (1, "")
    assert "--top 'none' is not a number of rows" in refused.err


# For CI


def test_standard_output_takes_every_kind(hubbub: Hubbub, tmp_path: Path) -> None:
    for suffix in (".md", ".csv", ".json", ".xml"):
        path = tmp_path / f"scores{suffix}"
        assert hubbub("cpwer", *PAIR, "-o", path).code == 0
        assert hubbub("cpwer", *PAIR, "-o", f"-{suffix}").out == path.read_text(encoding="utf-8")
    assert hubbub("cpwer", *PAIR, "-o", "-").out == (tmp_path / "scores.md").read_text(encoding="utf-8")
    assert "both write to standard output" in hubbub("cpwer", *PAIR, "-o", "-", "--json").err
    assert "given twice" in hubbub("cpwer", *PAIR, "-o", "-", "-o", "-.csv").err
    assert "--pairing has no effect with -o -; drop one of them" in hubbub("cpwer", *PAIR, "-o", "-", "--pairing").err


def test_the_summary_of_a_step_is_added_to(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = tmp_path / "step_summary_1"
    summary.write_text("before\n\n", encoding="utf-8")
    assert "no suffix" in hubbub("cpwer", *PAIR, "-o", summary).err
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert hubbub("cpwer", *PAIR, "-o", summary, "--total").code == 0
    assert hubbub("wer", *PAIR, "-o", summary, "--total", "--quiet").out == ""
    lines = summary.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "before"
    assert [line for line in lines if line.startswith("| total")][1].startswith("| total | 34.01% | 118 | 347 |")


def test_junit(hubbub: Hubbub, tmp_path: Path) -> None:
    hyp = tmp_path / "ours<&\"'>.stm"
    hyp.write_text(Path(HYP).read_text(encoding="utf-8"), encoding="utf-8")
    run = hubbub("score", "-m", "wer,cpwer", "-r", REF, "-h", hyp, "-o", "-.xml", "--fail-above", "cpwer=40%")
    assert run.code == 3
    root = ElementTree.fromstring(run.out)
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["ours<&\"'> WER", "ours<&\"'> cpWER"]
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert [case.get("name") for case in suites[0].findall("testcase")] == [
        *("talk-A", "talk-B", "talk-C", "talk-D", "total"),
    ]
    (failure,) = root.iter("failure")
    assert failure.get("message") == "cpWER 47.55% is above 40.00%"
    assert hubbub("der", *PAIR, "-o", "-.xml").code == 0
