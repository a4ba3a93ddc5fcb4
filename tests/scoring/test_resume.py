"""Runs that go on with what was saved: nothing that was saved is dropped in silence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.lacking import EXECUTORS, needs
from support.running import Hubbub

import hubbub as api
from hubbub.cli import commands, interrupts, streamed_runs
from hubbub.errors import OptionError
from hubbub.model.store import Rows
from hubbub.scoring.journal_writer import Batch, JournalWriter

REF = "a 1 A 0 2 yes no well so\na 1 B 2 4 café\nb 1 A 0 2 well yes\nb 1 B 2 4 no no\n"
HYP = "a 1 X 0 2 Yes no so\na 1 Y 2 4 café\nb 1 X 0 2 well\nb 1 Y 2 4 no no\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in which the commands run, with a reference and a hypothesis."""
    monkeypatch.chdir(tmp_path)
    Path("ref.stm").write_text(REF, encoding="utf-8")
    Path("hyp.stm").write_text(HYP, encoding="utf-8")


def saved(path: str = "res.json") -> list[tuple[str, str, list[str]]]:
    """Metric, system and sessions of each run in a file."""
    return [
        (run["metric"], run["system"], list(run["sessions"]))
        for run in json.loads(Path(path).read_text(encoding="utf-8"))["scores"]
    ]


SIDES = ["-r", "ref.stm", "-h", "A=hyp.stm"]
RESUME = ["--resume", "res.json"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            ["cpwer", *SIDES],
            ["cpwer", "-r", "ref.stm", "-h", "B=ref.stm"],
            "res.json contains cpwer of A, which this run does not score and would drop; score all in one run",
        ),
        (["cpwer", *SIDES], ["orcwer", *SIDES], "res.json contains cpwer of A, which this run does not score"),
        (
            ["score", "-m", "cpwer,cpcer", *SIDES],
            ["cpwer", *SIDES],
            "res.json contains cpcer of A, which this run does not score",
        ),
        (
            ["cpwer", *SIDES],
            ["cpwer", *SIDES, "--normalizer", "lower"],
            "res.json contains cpwer of A with norm:none (this run: norm:lower@1); use the same options",
        ),
        (
            ["cpwer", *SIDES],
            ["cpwer", *SIDES, "--regex", "a"],
            "res.json contains cpwer of A with no regex:a (this run: regex:a); use the same options",
        ),
        (
            ["cpwer", *SIDES, "--alignment"],
            ["cpwer", *SIDES],
            "res.json contains the alignments of cpwer of A, which this run would drop; add --alignment",
        ),
        (
            ["cpwer", *SIDES, "--alignment"],
            ["cpwer", *SIDES, "--ci", "95"],
            "res.json contains the alignments of cpwer of A, which this run would drop; add --alignment",
        ),
    ],
)
def test_what_would_be_dropped_is_refused_before_anything_is_scored(
    hubbub: Hubbub, first: list[str], second: list[str], told: str
) -> None:
    assert hubbub(*first, *RESUME).code == 0
    kept = Path("res.json").read_bytes()
    run = hubbub(*second, *RESUME)
    assert (run.code, run.out) == (1, "")
    assert told in run.err
    assert "another file for --resume, or use --force to discard it" in run.err
    assert Path("res.json").read_bytes() == kept
    assert not Path("res.json.journal").exists()
    assert hubbub(*first, *RESUME).code == 0
    assert Path("res.json").read_bytes() == kept
    assert hubbub(*second, *RESUME, "--force").code == 0
    assert Path("res.json").read_bytes() != kept


def test_a_file_grows_by_systems_and_metrics(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", *SIDES, *RESUME)
    assert "res.json: 0 sessions taken over, 2 scored" in run.err
    run = hubbub("cpwer", *SIDES, "-h", "B=ref.stm", *RESUME)
    assert "res.json: 2 sessions taken over, 2 scored" in run.err
    run = hubbub("score", "-m", "cpwer,orcwer", *SIDES, "-h", "B=ref.stm", *RESUME)
    assert "res.json: 0 sessions taken over, 4 scored" in run.err
    names = ["a", "b"]
    assert sorted(saved()) == sorted((metric, one, names) for metric in ("cpwer", "orcwer") for one in "AB")
    Path("hyp.stm").write_text(HYP.replace("well", "wall"), encoding="utf-8")
    run = hubbub("score", "-m", "cpwer,orcwer", *SIDES, "-h", "B=ref.stm", *RESUME)
    assert "res.json: 3 sessions taken over, 1 scored" in run.err
    assert run.err.count("\n") == 1
    assert hubbub("score", "-m", "cpwer,orcwer", *SIDES, "-h", "B=ref.stm", *RESUME, "--quiet").err == ""


@pytest.mark.parametrize("option", ["--resume", "-o"])
def test_sessions_that_the_input_no_longer_has_are_not_dropped(hubbub: Hubbub, option: str) -> None:
    assert hubbub("cpwer", *SIDES, option, "res.json").code == 0
    kept = Path("res.json").read_bytes()
    for name in ("ref.stm", "hyp.stm"):
        Path(name).write_text(Path(name).read_text(encoding="utf-8").replace("b 1", "c 1"), encoding="utf-8")
    run = hubbub("cpwer", *SIDES, *RESUME)
    assert run.code == 1
    assert "res.json contains 1 session that the input does not have (b); use --force to drop" in run.err
    assert Path("res.json").read_bytes() == kept
    assert hubbub("cpwer", *SIDES, *RESUME, "--force").err == "note: res.json: 2 sessions taken over, 0 scored\n"
    assert saved() == [("cpwer", "A", ["a", "c"])]
    assert not Path("res.json.journal").exists()


def test_a_journal_of_another_recipe_is_not_dropped(hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OptionError("the end")

    with monkeypatch.context() as patch:
        patch.setattr("hubbub.cli.streamed_runs.check_sessions", full)
        assert "the end" in hubbub("cpwer", *SIDES, *RESUME).err
    kept = Path("res.json.journal").read_bytes()
    run = hubbub("orcwer", *SIDES, *RESUME)
    assert run.code == 1
    assert "res.json.journal contains cpwer of A, which this run does not score" in run.err
    assert Path("res.json.journal").read_bytes() == kept
    assert "2 sessions taken over, 0 scored" in hubbub("cpwer", *SIDES, *RESUME).err


def test_python_refuses_as_well() -> None:
    api.score("cpwer", Path("ref.stm"), Path("hyp.stm"), resume="res.json")
    kept = Path("res.json").read_bytes()
    with pytest.raises(OptionError, match=r"contains cpwer of hyp, which this run .* or resume from another file$"):
        api.score("orcwer", Path("ref.stm"), Path("hyp.stm"), resume="res.json")
    with pytest.raises(OptionError, match=r"with norm:none \(this run: norm:lower@1\); use the same options"):
        api.score("cpwer", Path("ref.stm"), Path("hyp.stm"), resume="res.json", normalizer="lower")
    with pytest.raises(
        OptionError, match=r"1 session that the input does not have .b.; remove res.json and res.json.j"
    ):
        api.score("cpwer", {"a": {"A": "x"}}, {"a": {"A": "x"}}, resume="res.json")
    assert Path("res.json").read_bytes() == kept


def test_only_what_a_larger_effort_may_prove_is_scored_again(hubbub: Hubbub) -> None:
    """Session b is proven at once, session a is not."""
    random = Random(5)
    for name, streams in (("ref.stm", 8), ("hyp.stm", 5)):
        lines = [
            f"a 1 {random.randrange(streams)} {n} {n + 9} {' '.join(random.choices('xyzuv', k=9))}\n" for n in range(60)
        ]
        Path(name).write_text("".join(lines) + "b 1 A 0 1 x\n", encoding="utf-8")
    first = hubbub("orcwer", *SIDES, *RESUME, "--effort", "0.001")
    assert first.code == 4
    assert "effort:0.001" in first.out
    kept = Path("res.json").read_bytes()
    again = hubbub("orcwer", *SIDES, *RESUME, "--effort", "0.001")
    assert "2 sessions taken over, 0 scored" in again.err
    assert Path("res.json").read_bytes() == kept
    assert "1 session taken over, 1 scored" in hubbub("orcwer", *SIDES, *RESUME, "--effort", "0.002").err


@needs("threads")
def test_what_is_searched_first_is_a_session_for_each_thread(hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"s{number} 1 A 0 900 {'yes ' * 6000}\n" for number in range(3))
    Path("ref.stm").write_text(text, encoding="utf-8")
    Path("hyp.stm").write_text(text, encoding="utf-8")
    batches: list[list[str]] = []
    write = JournalWriter.write

    def counted_write(self: JournalWriter, batch: Batch[Rows]) -> None:
        batches.append(list(batch.digests))
        write(self, batch)

    monkeypatch.setattr(JournalWriter, "write", counted_write)
    for metric, jobs, wanted in (("orcwer", "1", 1), ("orcwer", "2", 2), ("cpwer", "1", 3)):
        batches.clear()
        assert hubbub(metric, *SIDES, "--resume", f"{metric}{jobs}.json", "--jobs", jobs).code == 0
        assert len(batches[0]) == wanted, "how long the others take is known by then"


SEARCH = """
import os, sys
from hubbub.cli import commands, main
from hubbub.cli.terminal import ProgressLine
shown = ProgressLine.__call__
def counted(self, done, total, stage=None):
    shown(self, done, total, stage)
    if stage is not None and done >= {least}:
        os.kill(os.getpid(), {number})
ProgressLine.__call__ = counted
commands.LATE = {late}
sys.argv[1:] = {arguments}
main()
"""


def interrupted(
    folder: Path, number: int, sessions: int, *arguments: str, late: float = 3600, least: int = 0
) -> subprocess.CompletedProcess[str]:
    """A run that a signal ends in the midst of a search: of its first one, or after so many sessions."""
    for seed, name in enumerate(("ref.stm", "hyp.stm")):
        random = Random(seed)
        lines = [
            f"s{session} 1 {random.randrange(6)} {turn} {turn + 2} {' '.join(random.choices('abcdefg', k=8))}\n"
            for session in range(sessions)
            for turn in range(200)
        ]
        if least:  # large, so that it comes first, and soon done
            lines += [f"first 1 A {turn} {turn + 1} {'abcdefg ' * 20}\n" for turn in range(100)]
        (folder / name).write_text("".join(lines), encoding="utf-8")
    command = ["score", "-r", "ref.stm", "-h", "hyp.stm", "--jobs", "1", "-o", "out.json", *arguments]
    program = SEARCH.format(number=int(number), arguments=command, late=late, least=least)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", cwd=folder)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("sessions", "number", "code"),
    [(3, signal.SIGINT, 130), pytest.param(1, signal.SIGTERM, 143, marks=needs("signals"))],
)
def test_an_interrupt_in_memory_says_what_was_done(tmp_path: Path, sessions: int, number: int, code: int) -> None:
    ended = interrupted(tmp_path, number, sessions, "-m", "orcwer", "--prove")
    assert ended.returncode == code
    if sessions > 1:
        assert f"note: 0 of {sessions} sessions of hyp scored\n" in ended.stderr
        assert "hyp ORC-WER: no session was scored\n" in ended.stderr
        assert "nothing is scored completely; --resume out.json saves each session as it is scored\n" in ended.stderr
    else:
        assert "note: the search of hyp had reached best " in ended.stderr
        assert "; --time-limit SECONDS keeps the best result so far" in ended.stderr
    assert ended.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp.stm", "ref.stm"]


ORC = ("-m", "cpwer,orcwer", "--prove")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("alignment", [[], ["--alignment"]])
def test_a_run_in_memory_that_is_killed_goes_on(hubbub: Hubbub, tmp_path: Path, alignment: list[str]) -> None:
    ended = interrupted(tmp_path, signal.SIGKILL, 1, *ORC, *alignment, late=0, least=1)
    assert ended.returncode == -signal.SIGKILL
    files = ["hyp.stm", "out.json.journal", "out.json.journal.lock", "ref.stm"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    command = ("score", "-m", "cpwer,orcwer", "-r", "ref.stm", "-h", "hyp.stm", "--effort", "0.001")
    run = hubbub(*command, *alignment, "-o", "out.json")
    told = (
        "hubbub: error: out.json.journal: was left by an interrupted run; continue with --resume out.json, or remove it"
    )
    assert (run.code, run.err.startswith(told)) == (1, True), "nothing is dropped in silence"
    run = hubbub(*command, *alignment, "--resume", "out.json")
    assert "out.json: 1 session taken over, 1 scored" in run.err
    assert run.out == hubbub(*command).out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp.stm", "out.json", "ref.stm"]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_what_is_written_needs_no_journal(tmp_path: Path) -> None:
    ended = interrupted(tmp_path, signal.SIGINT, 1, *ORC, late=0, least=1)
    assert ended.returncode == 130
    assert (
        "the sessions scored so far are in out.json; continue with the same command and --resume out.json"
        in ended.stderr
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp.stm", "out.json", "ref.stm"]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_short_run_has_no_journal(tmp_path: Path) -> None:
    interrupted(tmp_path, signal.SIGKILL, 1, *ORC, late=3600, least=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hyp.stm", "ref.stm"]


@pytest.mark.parametrize("metrics", ["cpwer", "cpwer,tcpcer,orcwer", "wder,wer"])
def test_a_journal_in_memory_has_what_one_of_batches_has(
    hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, metrics: str
) -> None:
    """Of every system and metric, whatever counts as the unit."""
    command = ("score", "-m", metrics, *SIDES, "-h", "B=ref.stm", *(["--collar", "5"] if "tc" in metrics else []))
    journals: list[dict[Any, Any]] = []

    def held(parsed: Any, *_: Any) -> int:
        parsed.journal.flush()
        entries = [json.loads(line[9:]) for line in Path("res.json.journal").read_text(encoding="utf-8").splitlines()]
        journals.append({(entry.get("system"), entry.get("session")): entry for entry in entries})
        parsed.journal.close(remove=True)
        raise OptionError("seen")

    with monkeypatch.context() as patch:
        patch.setattr(interrupts, "put_out", held)
        patch.setattr(commands, "LATE", 0)
        for more in (["-o", "res.json"], RESUME):
            assert "seen" in hubbub(*command, *more).err
    assert len(journals[0]) == 5, "the version, and two sessions of two systems"
    assert journals[0] == journals[1]
    monkeypatch.setattr(commands, "LATE", 0)
    plain = hubbub(*command).out
    assert hubbub(*command, "-o", "res.json").out == plain
    assert sorted(path.name for path in Path().iterdir()) == ["hyp.stm", "ref.stm", "res.json"]


@pytest.mark.parametrize("more", [[], pytest.param(["--dask", "x"], marks=EXECUTORS)])
def test_a_run_that_an_error_ends_keeps_what_was_done(
    hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    monkeypatch.setattr(commands, "LATE", 0)
    monkeypatch.setattr(streamed_runs, "connected", lambda _: ThreadPoolExecutor(1))

    def full(*_: Any) -> int:
        raise OptionError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(interrupts, "put_out", full)
        assert "the disk is full" in hubbub("cpwer", *SIDES, "-o", "res.json", *more).err
    assert "2 sessions taken over, 0 scored" in hubbub("cpwer", *SIDES, *RESUME).err


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_metrics_that_are_ready_outlast_a_search_that_is_ended(hubbub: Hubbub, tmp_path: Path) -> None:
    ended = interrupted(tmp_path, signal.SIGINT, 2, "-m", "cpwer,tcpwer,mimower", "--collar", "5", "--prove")
    assert ended.returncode == 130
    assert "hyp MIMO-WER: no session was scored\n" in ended.stderr
    remedy = "continue with the same command and --resume out.json in place of -o out.json"
    assert remedy in ended.stderr
    assert "interrupted: 1 of 2 sessions not scored: s1" in ended.stderr
    ready = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["scores"]
    assert [(run["metric"], list(run["sessions"]), run["unfinished"]) for run in ready] == [
        ("cpwer", ["s0"], ["s1"]),
        ("tcpwer", ["s0"], ["s1"]),
    ]
    sides = ["-r", "ref.stm", "-h", "hyp.stm"]
    whole = json.loads(hubbub("cpwer", *sides, "--json").out)["scores"][0]
    assert ready[0]["sessions"]["s0"] == whole["sessions"]["s0"]
    assert ready[0]["total"]["errors"] == whole["sessions"]["s0"]["errors"]
    merged = hubbub("merge", "out.json")
    assert merged.code == 4, "some sessions are not there"
    assert "interrupted: 1 of 2 sessions not scored: s1" in merged.err
    rest = hubbub("score", "-m", "cpwer,tcpwer", "--collar", "5", *sides, "--regex", "s1", "-o", "rest.json", "--quiet")
    assert rest.code == 0
    assert hubbub("merge", "out.json", "rest.json", "--total").code == 0
    (cpwer,) = [run for run in api.load_scores(tmp_path / "out.json") if run.metric == "cpwer"]
    assert cpwer.unfinished == ("s1",)
    again = hubbub("score", "-m", "cpwer,tcpwer", "--collar", "5", *sides, "--resume", "out.json")
    assert "out.json: 1 session taken over, 1 scored" in again.err
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["scores"][0]["total"] == whole["total"]
