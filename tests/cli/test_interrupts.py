"""Ctrl-C in the midst of a search: what each command does with what is ready."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from support.running import Hubbub

from hubbub.cli import report_command as report
from hubbub.cli.terminal import ProgressLine
from hubbub.model.result_details import Stage

PROVEN = ("-m", "mimower", "--prove", "--jobs", "1", "-r", "ref.stm")
NOTE = "interrupted: 1 of 2 sessions not scored: hard"


def segments(seed: int) -> list[str]:
    """Two sessions, of which the second takes long to be searched."""
    random = Random(seed)
    easy = [f"easy 1 {'AB'[turn % 2]} {turn} {turn + 1} good morning {turn}\n" for turn in range(3)]
    return easy + [
        f"hard 1 {random.choice('ABCDEF')} {turn} {turn + 2} {' '.join(random.choices('abcdefg', k=8))}\n"
        for turn in range(200)
    ]


@pytest.fixture
def ended(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hubbub:
    """The command in a folder of transcripts; Ctrl-C comes once one of two sessions of `slow` is done."""
    monkeypatch.chdir(tmp_path)
    reference = segments(0)
    files = {"ref": reference, "quick": reference, "other": [reference[0], *reference[2:]], "slow": segments(1)}
    for name, lines in files.items():
        Path(f"{name}.stm").write_text("".join(lines), encoding="utf-8")
    shown = ProgressLine.__call__

    def counted(self: ProgressLine, done: int, total: int, stage: Stage | None = None) -> None:
        shown(self, done, total, stage)
        if self._system == "slow" and done == total - 1 and (done or stage is not None):
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "__call__", counted)
    return hubbub


def test_rank_has_the_systems_that_are_whole(ended: Hubbub) -> None:
    run = ended("rank", *PROVEN, "-h", "quick.stm", "slow.stm", "other.stm", "-o", "board.json")
    assert run.code == 130
    assert [line.split()[:3] for line in run.out.splitlines()[2:-1]] == [["1", "quick", "0.00%"]]
    assert "note: 1 of 2 sessions of slow scored\n" in run.err
    assert "warning: slow MIMO-WER: skipped, since only some of its sessions were scored\n" in run.err
    assert "warning: other: no session was scored\n" in run.err
    assert "note: the sessions scored so far are in board.json\n" in run.err
    assert run.err.endswith("\nhubbub: interrupted\n")
    saved = json.loads(Path("board.json").read_text(encoding="utf-8"))["scores"]
    assert [one["system"] for one in saved] == ["quick"]


def test_align_shows_the_sessions_that_are_done(ended: Hubbub) -> None:
    run = ended("align", *PROVEN, "-h", "slow.stm")
    assert run.code == 130
    assert run.out.startswith("slow easy <MIMO-WER 0.00%: 0 errors in 9 words")
    assert NOTE in run.err
    assert "slow hard" not in run.out
    assert "note: the sessions scored so far are shown\n" in run.err
    assert run.err.endswith("\nhubbub: interrupted\n")


def test_errors_are_those_of_the_sessions_that_are_done(ended: Hubbub) -> None:
    run = ended("errors", *PROVEN, "-h", "slow.stm")
    assert (run.code, NOTE in run.err) == (130, True)
    assert "in 9 words, 1 session\n" in run.out


def test_blame_takes_apart_the_sessions_that_are_done(ended: Hubbub) -> None:
    sides = ("-r", "ref.stm", "-h", "slow.stm", "--jobs", "1", "--prove", "-m", "cpwer")
    run = ended("blame", *sides, "-o", "blame.json")
    assert run.code == 130
    assert NOTE in run.err
    (blame,) = json.loads(Path("blame.json").read_text(encoding="utf-8"))["blame"]
    assert (list(blame["sessions"]), blame["unfinished"], blame["total"]["length"]) == (["easy"], ["hard"], 9)


def test_compare_takes_systems_that_are_whole(ended: Hubbub) -> None:
    run = ended("compare", *PROVEN, "-h", "quick.stm", "-h", "other.stm", "-h", "slow.stm")
    assert run.code == 130
    assert "+3 errors in " in run.out
    assert run.out.startswith("quick has fewer errors")
    assert "slow" not in run.out
    assert "warning: slow MIMO-WER: skipped, since only some of its sessions were scored\n" in run.err


@pytest.mark.parametrize("further", [(), ("--baseline", "other")])
def test_compare_says_that_nothing_is_compared(ended: Hubbub, further: tuple[str, ...]) -> None:
    first = ("-h", "quick.stm", *(("-h", "third=quick.stm") if further else ()))
    run = ended("compare", *PROVEN, *first, "-h", "slow.stm", "-h", "other.stm", *further, "-o", "out.json")
    assert (run.code, run.out) == (130, "")
    assert "warning: other: no session was scored\n" in run.err
    assert "warning: no system is complete, so nothing is shown or written\n" in run.err
    assert run.err.endswith("\nhubbub: interrupted\n")
    assert not Path("out.json").exists()


def test_compare_by_cause_is_ended_as_well(ended: Hubbub) -> None:
    sides = ("-r", "ref.stm", "-h", "quick.stm", "-h", "other.stm", "-h", "slow.stm", "--jobs", "1")
    run = ended("compare", *sides, "-m", "tcpwer", "--collar", "5")
    assert run.code == 130
    assert "\n  causes " in run.out
    assert "slow" not in run.out


def test_the_page_shows_the_sessions_that_are_done(ended: Hubbub) -> None:
    run = ended("report", *PROVEN, "-h", "slow.stm", "-o", "page.html")
    assert (run.code, run.out) == (130, f"page.html: 1 session, {Path('page.html').stat().st_size / 1e6:.1f} MB\n")
    assert "note: the sessions scored so far are in page.html\n" in run.err
    assert run.err.endswith("\nhubbub: interrupted\n")
    assert "<title>slow, 1 of 2 sessions</title>" in Path("page.html").read_text(encoding="utf-8")


def test_the_page_has_whole_systems_where_there_are_several(ended: Hubbub) -> None:
    run = ended("report", *PROVEN, "-h", "quick.stm", "-h", "slow.stm", "-o", "page.html")
    assert run.code == 130
    assert "warning: slow MIMO-WER: skipped, since only some of its sessions were scored\n" in run.err
    assert "<title>quick</title>" in Path("page.html").read_text(encoding="utf-8")


def test_the_page_does_without_a_blame_that_takes_long(ended: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "blame_sessions", endless)
    run = ended("report", "-r", "ref.stm", "-h", "other.stm", "--blame", "-o", "page.html")
    assert (run.code, run.out[:21]) == (130, "page.html: 2 sessions")
    assert "warning: interrupted: the page has no causes of errors for some systems\n" in run.err


def test_a_single_search_leaves_no_file(ended: Hubbub) -> None:
    run = ended(
        "blame", "-r", "ref.stm", "-h", "slow.stm", "--regex", "hard", "--jobs", "1", "-m", "cpwer", "-o", "x.md"
    )
    assert (run.code, run.out, Path("x.md").exists()) == (130, "", False)
    assert "--time-limit SECONDS keeps the best result so far\n" in run.err


def test_the_total_after_an_interrupt_is_the_sum_of_the_rows(ended: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seed in (("ref", 0), ("big", 1)):
        lines = segments(seed)[:103]
        Path(f"{name}.stm").write_text(
            "".join([*lines, *(line.replace("hard", "more") for line in lines[3:])]), encoding="utf-8"
        )

    def counted(_: ProgressLine, done: int, total: int, stage: Stage | None = None) -> None:
        if stage is not None:  # one of the two long searches has found something
            assert (done, total) == (1, 3)
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "__call__", counted)
    run = ended("orcwer", "--prove", "--jobs", "1", "-r", "ref.stm", "-h", "big.stm", "-o", "out.json")
    assert run.code == 130
    assert "warning: interrupted: 2 of 3 sessions not scored: hard, more\n" in run.err
    (scores,) = json.loads(Path("out.json").read_text(encoding="utf-8"))["scores"]
    assert (list(scores["sessions"]), scores["total"]["length"]) == (["easy"], 9)
    assert [line.split()[1:4] for line in run.out.splitlines() if line.startswith("total")] == [["0.00%", "0", "9"]]


def test_while_files_are_read_there_is_nothing_to_tell(ended: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hubbub.cli.input_files.load", endless)
    for command in ("cpwer", "rank", "compare", "blame", "report", "align"):
        run = ended(command, "-r", "ref.stm", "-h", "quick.stm", "-h", "slow.stm")
        assert run == (130, "", "hubbub: interrupted\n"), command
