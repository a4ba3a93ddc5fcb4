"""What a long search shows while it runs and when it has ended."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import pytest
from support.paths import EXAMPLES
from support.plans import plan_for
from support.running import Hubbub

from hubbub.cli.terminal import ProgressLine, progress_line
from hubbub.formats import loads
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import Stage
from hubbub.model.tables import width
from hubbub.model.word_errors import WordErrors
from hubbub.prepare.inputs import Input
from hubbub.scoring.engine import score_sessions
from hubbub.views.table import explanation

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("hubbub.cli.terminal.time.monotonic", lambda: 0.0)
    for quiet in (True, False):
        show = ProgressLine(argparse.Namespace(quiet=quiet), "hyp")
        show(0, 1, Stage("ES2004a", 3250, 3238.5, 10, 20, 1.0))
        show(1, 1)
    assert capsys.readouterr().err == (
        "\r\033[J  ES2004a: best 3,250, lower bound 3,239 (gap 0.35%)\033[K\n"
        f"  {'░' * 20} hyp 0/1 sessions, 0 s\033[K\r\033[1A\033[J"
    )


def test_the_line_fits() -> None:
    stage = Stage("graph beam", 123456, 123455.5, 0, 0, 1e5)
    assert width(progress_line("hyp", 10, 100, 1000, stage)) <= 80


@pytest.mark.parametrize("metric", ["orcwer", "mimower"])
def test_explain_ends_with_the_proof(hubbub: Hubbub, metric: str) -> None:
    run = hubbub(metric, "-r", REF, "-h", HYP, "--explain")
    stages = run.out.split("alive")[1]
    proofs = [line.split() for line in stages.splitlines() if " proven " in line]
    assert proofs
    assert all(float(best) == float(bound) for best, bound in (line[line.index("proven") + 1 :][:2] for line in proofs))
    assert max(map(width, run.out.splitlines())) <= 80


@pytest.mark.parametrize("metric", ["orcwer", "mimower"])
def test_explain_is_a_line_for_each_search(hubbub: Hubbub, metric: str) -> None:
    run = hubbub(metric, "-r", REF, "-h", HYP, "--explain")
    head, *lines = run.out.split("\n\n")[1].splitlines()[1:]
    assert head.split() == ["session", "best", "lower", "bound", "gap", "ended", "seconds", "most", "of", "it", "in"]
    assert sorted(line.split()[0] for line in lines) == ["talk-A", "talk-B", "talk-C", "talk-D"]
    for line in lines:
        _, best, proven, gap, ended, seconds, *_ = line.split()
        assert (float(best), gap, ended) == (float(proven), "0.00%", "proven")
        assert float(seconds) >= 0
    assert max(map(width, run.out.splitlines())) <= 80


def test_of_many_searches_the_longest_are_explained() -> None:
    def result(name: str, seconds: float) -> Result:
        stages = (Stage("first pass", 4, 1.0, 0, 0, seconds / 4), Stage("time used up", 4, 3.0, 0, 0, seconds))
        counts = WordErrors(deletions=4)
        return Result(metric="orcwer", session=name, signature="orcwer|v:1", counts=counts, cost=4, lower_bound=3,
                      exact=False, stages=stages)  # fmt: skip

    scores = Scores({f"s{i}": result(f"s{i}", i) for i in range(30)}, "orcwer", "orcwer|v:1")
    found = explanation(scores).rows
    assert [one[0] for one in found] == [*(f"s{i}" for i in range(29, 9, -1)), "10 more"]
    assert found[0] == ("s29", 4, "3.00", "25.00%", "time used up", 29.0, "time used up 75%, first pass 25%")
    assert found[-1] == ("10 more", None, None, None, "time used up", 45.0, "")


def test_without_a_terminal_a_long_search_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr("hubbub.cli.terminal.time.monotonic", lambda: clock[0])
    bar = ProgressLine(argparse.Namespace(quiet=False), "hyp")
    for tenth in range(2000):
        clock[0] = tenth / 10
        bar(0, 2, None)
    told = capsys.readouterr().err
    assert [int(line.split(" sessions, ")[1].split()[0]) for line in told.splitlines()] == [3, 10, 70, 130, 190]
    assert "--time-limit" in told
    limited = ProgressLine(argparse.Namespace(quiet=False, time_limit="300"), "hyp")
    clock[0] = 220.0
    limited(0, 2, None)
    assert capsys.readouterr().err == "still running: hyp 0/2 sessions, 20 s\n"


def test_all_systems_are_read_and_checked_before_the_first_is_scored(
    hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scored: list[str] = []
    monkeypatch.setattr("hubbub.cli.commands.score_sessions", lambda *given, **_: scored.append(given[3]))
    other = tmp_path / "other.stm"
    other.write_text("elsewhere 1 A 0 1 hello\n", encoding="utf-8")
    for second, message in ((tmp_path / "typo.stm", "typo.stm"), (other, "session elsewhere is not in the reference")):
        run = hubbub("cpwer", "-r", REF, "-h", f"good={HYP}", "-h", f"bad={second}")
        assert run.code == 1
        assert message in run.err
        assert not scored


def test_a_line_of_a_log_has_no_bar() -> None:
    assert progress_line("hyp", 1, 2, 12.3, None, bar=False) == "hyp 1/2 sessions, 12 s, about 12 s left"


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_search_that_runs_longest_is_shown_with_its_session(jobs: int) -> None:
    def side(seed: int) -> Input:
        random = Random(seed)
        lines = [
            f"s{session} 1 {random.randrange(6)} {turn} {turn + 2} {' '.join(random.choices('abcdefg', k=8))}\n"
            for session in range(2)
            for turn in range(150)
        ]
        return Input(loads("".join(lines), "stm"), many=True)

    told: list[tuple[int, Stage | None]] = []

    def progress(done: int, total: int, stage: Stage | None = None, /) -> None:
        assert total == 2
        told.append((done, stage))

    plan = plan_for("orcwer", memory="8MB", jobs=jobs, effort=0.01)
    score_sessions(plan, side(1), side(2), progress=progress)
    counts = [done for done, _ in told]
    assert counts == sorted(counts)
    assert counts[-1] == 2
    assert {stage.name for done, stage in told if done == 0 and stage} <= {"s0", "s1"}
    assert any(stage for done, stage in told if done == 0)
