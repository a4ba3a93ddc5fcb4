"""Measures that are better the higher: purity, coverage, B³ and mutual information."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from support import oracles_der as oracle
from support.meetings_der import REF, UEM, VBX, Setting, many, meetings, one, segments, settings_, turns
from support.paths import FACTS
from support.running import Hubbub

import hubbub
from hubbub import Segment, Transcript
from hubbub.model.agreement_counts import Clusters, Labels
from hubbub.model.diarization_metrics import DIARIZATION

AGREEMENT = [name for name, metric in DIARIZATION.items() if metric.higher_is_better]
CLUSTERS = [name for name in AGREEMENT if DIARIZATION[name].counts == "clusters"]
LABELS = [name for name in AGREEMENT if DIARIZATION[name].counts == "labels"]


@pytest.fixture
def run(hubbub: Hubbub) -> Hubbub:
    return hubbub


# Facts


def test_pyannote_gives_the_same() -> None:
    cases = json.loads((FACTS / "der/pyannote.json").read_text(encoding="utf-8"))["cases"]
    scores = many("purity", REF, VBX, uem=UEM)
    for case in (case for case in cases if case["collar"] == 0):
        counts = scores[case["session"]].counts
        assert [counts.detected, counts.pure] == pytest.approx(case["purity"], abs=2e-3)
        assert [counts.spoken, counts.covered] == pytest.approx(case["coverage"], abs=2e-3)


@pytest.mark.parametrize("hypothesis", ["ami_hyp_vbx.rttm", "ami_hyp_diaper.rttm"])
def test_dscore_gives_the_same_but_for_its_frames(hypothesis: str) -> None:
    cases = json.loads((FACTS / "der/dscore.json").read_text(encoding="utf-8"))["cases"]
    scores = many("nmi", REF, FACTS / "der" / hypothesis, uem=UEM)
    for case in (case for case in cases if case["hyp"] == hypothesis):
        counts = scores.total if case["session"] == "total" else scores[case["session"]].counts
        names = [name for name in case if name not in ("hyp", "session")]
        assert [getattr(counts, name) for name in names] == pytest.approx([case[name] for name in names], abs=2e-3)


# Slow twins


@settings(max_examples=200, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_purity_and_coverage_against_their_twin(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    results = [one(name, how.transcript(ref), segments(hyp), **how.choices()) for name in CLUSTERS]
    detected, pure, spoken, covered = map(float, oracle.clusters(how.cells(ref, hyp)))
    assert all(tuple(result.counts) == (detected, pure, spoken, covered) for result in results)
    purity = pure / detected if detected else None
    coverage = covered / spoken if spoken else None
    assert [result.value for result in results[:2]] == [purity, coverage]
    whole = (
        None if purity is coverage is None else 0.0 if not (purity and coverage) else 2 / (1 / purity + 1 / coverage)
    )
    assert results[2].value == (whole if whole is None else pytest.approx(whole))


STEP = Fraction(1, 8)


@settings(max_examples=150, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_labels_against_frames(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    how = how._replace(collar=how.collar if how.collar.denominator in (1, 4) else Fraction(0))
    cells = how.cells(ref, hyp)
    counts = one("bcubed", how.transcript(ref), segments(hyp), **how.choices()).counts
    assert counts == one("nmi", how.transcript(ref), segments(hyp), **how.choices()).counts
    frames = oracle.frames(cells, STEP)
    assert counts.scored == len(frames) * STEP
    if not frames:
        assert (counts.f1, counts.nmi, counts.mi, counts.ce_ref_hyp, counts.tau_hyp_ref) == (None,) * 5
        return
    assert (counts.precision, counts.recall) == pytest.approx(oracle.bcubed(frames))
    assert (counts.mi, counts.nmi) == pytest.approx(oracle.mutual_information(frames), abs=1e-9)
    entropies = [oracle.conditional_entropy(frames, side) for side in (0, 1)]
    assert [counts.ce_ref_hyp, counts.ce_hyp_ref] == pytest.approx(entropies, abs=1e-9)
    assert [counts.tau_ref_hyp, counts.tau_hyp_ref] == pytest.approx([oracle.tau(frames, side) for side in (1, 0)])


@settings(max_examples=50, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_what_must_hold(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    for name in AGREEMENT:
        same, other = one(name, segments(ref), segments(ref)), one(name, segments(ref), segments(hyp), **how.choices())
        assert same.value in (None, pytest.approx(1))
        assert other.value is None or 0 <= other.value <= 1
        renamed = [segment._replace(speaker=f"{segment.speaker}!") for segment in segments(hyp)]
        assert one(name, segments(ref), renamed, **how.choices()).counts == other.counts
    turned = one("bcubed", segments(hyp), segments(ref), profile="dscore").counts
    counts = one("bcubed", segments(ref), segments(hyp), profile="dscore").counts
    assert (turned.precision, turned.recall) == pytest.approx((counts.recall, counts.precision))


def test_sessions_add_up_as_if_their_labels_were_different_ones() -> None:
    parts = [{(0, 0): 2.0, (1, 1): 1.0, (1, 2): 1.5}, {(0, 0): 1.0, (0, 1): 4.0}, {}, {(3, 3): 1.0}]
    whole = {(10 * i + a, 10 * i + b): time for i, part in enumerate(parts) for (a, b), time in part.items()}
    total = Labels()
    for part in parts:
        total += Labels.of(part)
    assert total == pytest.approx(Labels.of(whole))
    assert Clusters(4, 4, 6, 4) + Clusters(6, 3, 4, 3) == Clusters(10, 7, 10, 7)


# Edges


def test_streams_for_everybody_and_one_for_all() -> None:
    ref = turns("A 0-4, B 4-6")
    split, merged = turns("x 0-2, y 2-4, z 4-6"), turns("x 0-6")
    assert [one(name, ref, split).value for name in CLUSTERS] == [1, 4 / 6, pytest.approx(0.8)]
    assert [one(name, ref, merged).value for name in CLUSTERS] == [4 / 6, 1, pytest.approx(0.8)]


def test_who_goes_with_whom() -> None:
    ref, hyp = turns("A 0-4, B 4-6"), turns("x 0-2, y 2-4, z 7-8")
    assert one("purity", ref, hyp).pairing == (("A", "x"), ("A", "y"), ("B", None), (None, "z"))
    assert one("coverage", hyp, ref).pairing == (("x", "A"), ("y", "A"), ("z", None), (None, "B"))
    assert one("purcov", ref, hyp).pairing == (("A", "x"), ("B", None), (None, "y"), (None, "z"))
    assert one("purity", ref, turns("z 7-8")).pairing == (("A", None), ("B", None), (None, "z"))


def test_false_alarms_are_not_pure_and_missed_speech_is_not_covered() -> None:
    result: Any = one("purity", turns("A 0-4"), turns("x 0-3, x 6-7"))
    assert (result.purity, result.coverage) == (3 / 4, 3 / 4)
    assert one("purity", turns("A 0-4"), turns("x 0-3, x 6-7"), collar=0.5).value == pytest.approx(2.75 / 3.75)


def test_silence_is_a_label() -> None:
    uem = Transcript([Segment("", session="s", start=0, end=10)])
    ref, hyp = turns("A 0-5", "s"), turns("x 0-5", "s")
    assert one("nmi", ref, hyp).counts.reference_labels == 1
    found = one("nmi", ref, hyp, uem=uem).counts
    assert (found.reference_labels, found.scored, found.mi, found.nmi) == (2, 10, 1, 1)
    endless = Transcript([Segment("", session="s", start=0, end=float("inf"))])
    assert one("nmi", turns("A 1-5", "s"), hyp, uem=endless).counts.scored == 5
    assert one("nmi", ref, hyp, uem=uem, collar=0.5).counts.scored == 8.5


def test_single_labels() -> None:
    one_each, split = one("nmi", turns("A 0-4"), turns("x 0-4")), one("nmi", turns("A 0-4"), turns("x 0-2, y 2-4"))
    assert (one_each.value, split.value) == (1, 0)
    assert (one_each.counts.tau_ref_hyp, split.counts.tau_ref_hyp, split.counts.tau_hyp_ref) == (1, 0, 1)


@pytest.mark.parametrize("metric", AGREEMENT)
def test_nobody_speaks(metric: str) -> None:
    nothing = Transcript([])
    result = one(metric, nothing, nothing)
    assert result.value is None
    assert "n/a" in repr(result)
    with pytest.raises(hubbub.InputError, match="because nothing was scored"):
        float(result)


# What comes back


@pytest.mark.parametrize("metric", AGREEMENT)
def test_the_value_and_no_rate(metric: str) -> None:
    scores = many(metric, REF, VBX, uem=UEM)
    result = scores["ES2004a"]
    assert float(scores) == scores.value == getattr(scores.total, DIARIZATION[metric].value)
    assert float(result) == result.value == getattr(result, DIARIZATION[metric].value)
    assert copy.deepcopy(scores) == pickle.loads(pickle.dumps(scores)) == scores
    for found in (scores, result):
        for name in ("rate", "errors"):
            with pytest.raises(AttributeError, match=r"is no error rate; read \.value"):
                getattr(found, name)
    data = json.loads(scores.to_json())["scores"][0]
    assert data["total"]["value"] == scores.value
    assert data["sessions"]["ES2004a"]["value"] == result.value


def test_word_error_rates_have_a_value_too() -> None:
    result = hubbub.wer("a b", "a c")
    assert result.value == result.rate == float(result) == 0.5


# The commands


def test_table(run: Hubbub) -> None:
    assert (
        run("purity", "-r", REF, "-h", VBX, "--uem", UEM, "--regex", "ES.*").out
        == f"""\
Purity 94.37%  2 sessions
         purity  detected      pure
ES2004a  92.91%    801.66    744.81
ES2004b  94.94%  2,064.56  1,960.03
total    94.37%  2,866.22  2,704.84
purity|collar:0|profile:pyannote|uem:7cafd716|regex:ES.*|v:{hubbub.__version__}
"""
    )


def test_limits(run: Hubbub) -> None:
    files = ("-r", REF, "-h", VBX, "--uem", UEM, "--quiet")
    assert run("purity", *files, "--fail-below", "80%").code == 0
    assert run("purity", *files, "--fail-below", "0.99").code == 3
    refused = run("purity", *files, "--fail-above", "80%")
    assert (refused.code, refused.out) == (2, "")
    assert "higher values of this metric are better; use --fail-below" in refused.err
    assert "lower values of this metric are better; use --fail-above" in run("der", *files, "--fail-below", "1").err
    both = ("score", "-m", "der,purity", *files)
    assert run(*both, "--fail-above", "50%", "--fail-below", "50%").code == 0
    assert run(*both, "--fail-above", "50%", "--fail-below", "99%").code == 3
    assert run(*both, "--fail-above", "5%", "--fail-below", "purity=50%").code == 3
    for option, limit, message in (
        ("--fail-above", "purity=50%", "higher purity is better; use --fail-below"),
        ("--fail-below", "der=50%", "der is an error rate, lower is better; use --fail-above"),
        ("--fail-below", "50", "--fail-below 50 would be 5000%"),
        ("--fail-below", "nmi=50%", "nmi is not scored"),
    ):
        refused = run(*both, option, limit)
        assert (refused.code, message in refused.err) == (1, True), refused.err


def test_intervals(run: Hubbub) -> None:
    files = ("-r", REF, "-h", VBX, "--uem", UEM)
    scores = many("purity", REF, VBX, uem=UEM)
    low, high = scores.interval()[:2]
    assert low is not None
    assert high is not None
    assert low < float(scores) < high <= 1
    assert str(scores.interval()) in run("purity", *files, "--ci").out
    assert json.loads(run("purity", *files, "--ci", "--json").out)["scores"][0]["total"]["interval"]["low"] == low
    assert "no 95% CI: NMI is not a ratio of sums over sessions" in run("nmi", *files, "--ci").err


@pytest.mark.parametrize("metric", ["nmi", "bcubed", "purcov"])
@pytest.mark.parametrize(
    "option", [("--group", "(.)"), ("--ci-method", "percentile"), ("--ci-method", "percentile", "--seed", "7")]
)
def test_options_of_an_interval_that_does_not_exist_are_refused(
    run: Hubbub, tmp_path: Path, metric: str, option: tuple[str, ...]
) -> None:
    files, saved = ("-r", REF, "-h", VBX, "--uem", UEM), tmp_path / "x.json"
    assert run(metric, *files, "-o", saved).code == 0
    commands = (
        [metric, *files],
        ["score", "-m", f"bcubed,{metric}", *files],
        ["rank", "-m", metric, *files],
        ["merge", saved],
    )
    for command in commands:
        refused = run(*command, "--ci", *option)
        assert refused.code == 1
        assert f"has no confidence interval, so {option[0]} has no effect; drop it" in refused.err
    assert run("score", "-m", f"purity,{metric}", *files, "--ci", *option).code == 0


def test_junit_and_csv_and_markdown(run: Hubbub) -> None:
    files = ("-r", REF, "-h", VBX, "--uem", UEM)
    xml = run("score", "-m", "der,nmi", *files, "-o", "-.xml", "--fail-below", "99%").out
    assert '<failure type="below" message="NMI 77.88% is below 99.00%"' in xml
    lines = run("score", "-m", "der,nmi", *files, "-o", "-.csv").out.splitlines()
    assert lines[0].split(",")[:5] == ["system", "metric", "session", "rate", "errors"]
    assert "nmi" in lines[0]
    assert run("bcubed", *files, "-o", "-").out.startswith("| B³ | f1 | precision | recall | scored |")


def test_saved_scores_are_averaged(run: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    assert run("score", "-m", "der,purity,nmi", "-r", REF, "-h", VBX, "--quiet", "-o", path).code == 0
    rows = json.loads(run("average", path, "--json").out)["averages"]
    assert [row["errors"] is None for row in rows] == [False, True, True]
    assert rows[1]["micro"] == many("purity", REF, VBX).value
    assert run("merge", path, "--fail-below", "purity=99%", "--quiet").code == 3


@pytest.mark.parametrize("metric", AGREEMENT)
def test_bad_saved_scores(metric: str) -> None:
    text = one(metric, turns("A 0-4"), turns("x 0-3")).to_json()
    for name, bad in (("scored", "many"), ("pure", None), ("joint_entropy", -1)):
        data = json.loads(text)
        session = data["scores"][0]["sessions"][""]
        if name in session:
            session[name] = bad
            with pytest.raises(hubbub.FormatError, match="not a JSON of scores"):
                hubbub.load_scores(json.dumps(data))
