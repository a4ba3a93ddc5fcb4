"""`--ci` on the command line and `interval` in Python: over sessions, groups and blocks of time."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pages import unpack
from support.paths import DATA, EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub import Segment
from hubbub.model.alignment import Lane
from hubbub.model.score_intervals import of_blocks

PAIR = ["-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm")]
AMI = DATA


def talks(*errors: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Sessions of ten words each, with so many of them wrong."""
    reference = {f"s{i}": {"A": "a " * 10} for i in range(len(errors))}
    hypothesis = {f"s{i}": {"A": "b " * wrong + "a " * (10 - wrong)} for i, wrong in enumerate(errors)}
    return reference, hypothesis


def test_the_total_shows_its_interval(hubbub: Hubbub) -> None:
    done = hubbub("cpwer", *PAIR, "--ci")
    head, total = done.out.splitlines()[1], done.out.splitlines()[6]
    assert head.split()[:3] == ["rate", "95%", "CI"]
    scores = api.cpwer(EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm")
    assert total.split()[:3] == ["total", "47.55%", str(scores.interval())]
    assert "note: 95% CI: 4 sessions, jackknife-log-t, standard error " in done.err
    assert "warning: only 4 sessions; with fewer than 6 the 95% CI is too narrow\n" in done.err
    assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize("metric", ["der", "jer", "wer", "orcwer"])
def test_every_metric_has_one(hubbub: Hubbub, metric: str) -> None:
    done = hubbub(metric, *PAIR, "--ci", "90%")
    assert "90% CI: 4 sessions, jackknife-log-t, standard error " in done.err
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_files_have_it(hubbub: Hubbub, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("x.json", "x.csv", "x.md")]
    done = hubbub("score", "-m", "cpwer,wer", *PAIR, "--ci", "--total", *(f"-o{file}" for file in files))
    lines = [line.split() for line in done.out.splitlines()]
    assert (lines[0], lines[2][:2], len(lines[2])) == (["cpWER", "WER"], ["95%", "CI"], 4)
    interval = json.loads(files[0].read_text(encoding="utf-8"))["scores"][0]["total"]["interval"]
    assert list(interval) == ["low", "high", "level", "method", "unit", "units", "se", "df"]
    assert (interval["method"], interval["unit"], interval["units"]) == ("jackknife-log-t", "session", 4)
    rows = list(csv.DictReader(files[1].read_text(encoding="utf-8").splitlines()))
    totals = [row for row in rows if row["row"] == "total"]
    assert float(totals[0]["se"]) == interval["se"]
    assert all(row["interval low"] == "" for row in rows if row["row"] == "session")
    assert "| 95% CI |" in files[2].read_text(encoding="utf-8")
    again = api.load_scores(files[0].read_text(encoding="utf-8"))[0]
    assert again.ci == again.interval()
    assert "95% CI" in hubbub("merge", str(files[0]), "--ci").out


def test_groups_join_sessions(hubbub: Hubbub) -> None:
    scores = api.cpwer(*talks(1, 2, 1, 2, 3, 4))
    by_session, by_group = scores.interval(), scores.interval(group="s([0-2])|s[3-5]")
    assert (by_session.unit, by_session.units, by_session.few) == ("session", 6, False)
    assert (by_group.unit, by_group.units, by_group.few) == ("group", 4, True)
    assert by_group.high > by_session.high
    assert "3 groups" in hubbub("wer", *PAIR, "--ci", "--group", "talk-[AB]|talk").err, "talk-A, talk-B, talk"


def long_session(minutes: int, bad: int) -> tuple[list[Segment], list[Segment]]:
    """A word every second; in the last minutes all are wrong."""
    reference = [Segment("a", "s", "A", i, i + 1) for i in range(60 * minutes)]
    hypothesis = [Segment("b" if i >= 60 * (minutes - bad) else "a", "s", "x", i, i + 1) for i in range(60 * minutes)]
    return reference, hypothesis


def test_one_session_is_cut_into_blocks() -> None:
    result = api.tcpwer(*long_session(20, 2), collar=5)
    found = result.interval()
    assert (found.unit, found.units) == ("block", 10)
    assert found.seconds == pytest.approx(120, abs=0.2)
    assert found.low < 0.1 < found.high
    assert api.cpwer(*long_session(20, 2)).interval().units == 10, "times of segments will do"
    assert api.tcpwer(*long_session(120, 2), collar=5).interval().units == 24, "five minutes at most"
    assert api.tcpwer(*long_session(7, 2), collar=5).interval().why.endswith("must be at least 8 minutes long")
    assert api.cpwer("a b", "a").interval().why == "there is a single session, and its words have no times"


SAME = ["wer", "cpwer", "orcwer", "mimower", "mdwer", "dicpwer", "orcwer_by_word", "dicpwer_by_word"]
"""With one speaker and one stream they give the same alignment."""


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 8), st.lists(st.sampled_from(["", "x", "longer than"]), max_size=30)), min_size=8)
)
def test_what_gives_the_same_alignment_gives_the_same_interval(turns: list[tuple[int, list[str]]]) -> None:
    """Also where an alignment holds single words of segments, here and in a file."""
    reference, hypothesis = [], []
    for place, (letters, errors) in enumerate(turns):
        said = [chr(97 + i % 26) * (1 + (i + letters) % 9) for i in range(40)]
        reference.append(Segment(" ".join(said), "s", "A", 100 * place, 100 * place + 100))
        heard = " ".join([*errors, *said[len(errors) :]])
        hypothesis.append(Segment(heard, "s", "x", 100 * place + 7, 100 * place + 105))
    scores = api.score(SAME, reference, hypothesis)
    first = scores["wer"]
    assert first.interval().unit == "block"
    for one in scores.values():
        assert one.errors == first.errors
        (lane,) = one.alignment
        read = Lane.from_dict(json.loads(json.dumps(lane.to_dict())))
        assert of_blocks([lane]) == of_blocks([read])
        if lane.steps == first.alignment[0].steps:
            assert one.interval() == first.interval(), one.metric


def test_one_session_says_that_it_tells_of_itself_alone(hubbub: Hubbub) -> None:
    done = hubbub(
        "tcpwer", "--collar", "5", "-r", str(AMI / "ami_vbx_ref.json"), "-h", str(AMI / "ami_vbx_hyp.json"), "--ci"
    )
    assert "blocks of" in done.err
    assert "the interval is for this session; it does not cover other sessions" in done.err


def test_resamples_for_comparison(hubbub: Hubbub) -> None:
    scores = api.cpwer(*talks(1, 2, 1, 2, 3, 4, 0))
    found = scores.interval(method="percentile", resamples=2000, seed=1)
    assert (found.method, found.df) == ("percentile", None)
    assert found == scores.interval(method="percentile", resamples=2000, seed=1)
    assert found != scores.interval(method="percentile", seed=2)
    out = hubbub("cpwer", *PAIR, "--ci", "--ci-method", "percentile", "--seed", "3").err
    assert "4 sessions, percentile, standard error" in out


def test_the_jackknife_has_two_names() -> None:
    scores = api.cpwer(*talks(1, 2, 1, 2, 3, 4, 0))
    assert scores.interval(method="jackknife-t") == scores.interval(method="jackknife") == scores.interval()


def test_no_errors_no_interval(hubbub: Hubbub) -> None:
    done = hubbub("cpwer", "-r", PAIR[1], "-h", PAIR[1], "--ci")
    assert "note: no 95% CI: there are no errors" in done.err
    assert api.cpwer(*talks(0, 0)).interval().low is None


def test_an_interval_that_tells_nothing_is_none(hubbub: Hubbub, tmp_path: Path) -> None:
    reference = "s 1 A 0 5 a b c d e f g h i j\nt 1 A 0 5 a b c d e f g h i j\n"
    for name, text in {"ref": reference, "hyp": reference.replace("b c d", "x", 1)}.items():
        (tmp_path / f"{name}.stm").write_text(text, encoding="utf-8")
    files = [tmp_path / f"x.{suffix}" for suffix in ("json", "csv", "md", "html")]
    sides = ["-r", str(tmp_path / "ref.stm"), "-h", str(tmp_path / "hyp.stm")]
    done = hubbub("cpwer", *sides, "--ci", *(f"-o{file}" for file in files))
    reason = "2 sessions are too few (it would reach above 1000%)"
    assert f"no 95% CI: {reason}" in done.err
    assert done.out.splitlines()[4].split()[:4] == ["total", "15.00%", "none", "3"]
    interval = json.loads(files[0].read_text(encoding="utf-8"))["scores"][0]["total"]["interval"]
    assert (interval["low"], interval["high"], interval["why"]) == (None, None, reason)
    assert interval["se"] == pytest.approx(0.15)
    rows = csv.DictReader(files[1].read_text(encoding="utf-8").splitlines())
    (total,) = (row for row in rows if row["row"] == "total")
    assert (total["interval low"], total["interval high"]) == ("", "")
    assert "| none |" in files[2].read_text(encoding="utf-8")
    scores = api.cpwer(*talks(3, 0))
    assert (str(scores.interval()), scores.interval().why) == ("none", reason)
    assert str(scores.interval(0.8)) == "0.7–325.6%", "what tells something stays"
    (shown,) = unpack(api.report(scores).html, "overview")["scores"]
    assert (shown["interval"], f"no 95% CI: {reason}" in shown["notes"]) == (None, True)
    compared = api.compare(talks(0, 0)[0], {"a": talks(0, 0)[1], "b": talks(3, 0)[1]})[0].interval
    assert compared.low is None
    assert compared.se == pytest.approx(0.15)
    assert compared.why == "2 sessions are too few (it would reach beyond 100 points either way)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ci", "3"], "ci '3' is not a level from 50% to 99.99%"),
        (["--ci", "x"], "write e.g. 95% or 0.95"),
        (["--group", "."], "--group is about intervals; give it with --ci"),
        (["--ci", "--seed", "1"], "the jackknife draws no samples"),
        (["--ci", "--ci-method", "magic"], "unknown ci method 'magic'"),
        (["--ci", "--group", "("], "--group '(': missing )"),
        (["--ci", "--group", "x"], "does not match session talk-A"),
        (["--ci", "--ci-method", "percentile", "--seed", "-1"], "seed '-1' is not a whole number"),
        (
            ["--ci", "--ci-method", "percentile", "--resamples", "0"],
            "resamples '0' is not a whole number from 1",
        ),
    ],
)
def test_what_is_refused(hubbub: Hubbub, arguments: list[str], message: str) -> None:
    done = hubbub("wer", *PAIR, *arguments)
    assert (done.code, message in done.err) == (1, True), done.err


@pytest.mark.parametrize(
    "choices",
    [{"level": None}, {"level": 3}, {"group": 3}, {"group": b"x"}, {"method": 3}, {"method": "percentile", "seed": -1}],
)
def test_what_is_refused_in_python(choices: dict[str, Any]) -> None:
    with pytest.raises(api.OptionError):
        api.cpwer(*talks(1, 2)).interval(**choices)
