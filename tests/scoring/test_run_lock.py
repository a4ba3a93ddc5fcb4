"""Two runs never write one file: the second one is refused before it scores. Only journals of hubbub are touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from support.running import Hubbub

import hubbub as api
from hubbub.errors import FormatError
from hubbub.scoring.journal import Journal
from hubbub.scoring.run_lock import RunLock
from hubbub.version import __version__

REF = "a 1 A 0 2 yes no well so\nb 1 A 0 2 well yes\n"
HYP = "a 1 X 0 2 yes no so\nb 1 X 0 2 well\n"
COMMAND = ("cpwer", "-r", "ref.stm", "-h", "hyp.stm")
HOLD = """
import sys
from hubbub.scoring.run_lock import RunLock
lock = RunLock("res.json.journal")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.stm").write_text(REF, encoding="utf-8")
    Path("hyp.stm").write_text(HYP, encoding="utf-8")


def names() -> list[str]:
    return sorted(os.listdir())


def test_the_second_run_is_refused_before_it_scores(hubbub: Hubbub) -> None:
    """The lock is of another process, and ends with it, even if it is killed."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen([sys.executable, "-c", HOLD], **pipes) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        for arguments in (["--resume", "res.json"], ["--stream", "-o", "res.json"]):
            run = hubbub(*COMMAND, *arguments)
            assert (run.code, run.out) == (1, "")
            told = f"hubbub: error: res.json.journal: is in use by hubbub process {other.pid} on "
            assert run.err.startswith(told), run.err
            assert "; wait until that run has ended, or choose another output\n" in run.err
        assert names() == ["hyp.stm", "ref.stm", "res.json.journal.lock"]
        other.kill()
    assert hubbub(*COMMAND, "--resume", "res.json").code == 0
    assert names() == ["hyp.stm", "ref.stm", "res.json"]


def test_a_run_in_the_same_process_is_refused_too() -> None:
    lock = RunLock("res.json.journal")
    with pytest.raises(FormatError, match=f"is in use by hubbub process {os.getpid()} on .* since "):
        api.score("cpwer", "ref.stm", "hyp.stm", resume="res.json")
    lock.release()
    api.score("cpwer", "ref.stm", "hyp.stm", resume="res.json")
    assert names() == ["hyp.stm", "ref.stm", "res.json"]


def test_a_left_over_journal_of_a_run_that_goes_on_is_in_use(hubbub: Hubbub) -> None:
    journal = Journal("res.json.journal")
    run = hubbub(*COMMAND, "-o", "res.json")
    assert (run.code, "is in use by hubbub process" in run.err) == (1, True)
    journal.close(remove=False)
    assert "was left by an interrupted run" in hubbub(*COMMAND, "-o", "res.json").err
    assert names() == ["hyp.stm", "ref.stm", "res.json.journal"]


def line(**entry: Any) -> bytes:
    payload = json.dumps(entry, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(payload), payload)


HEAD = line(hubbub=__version__)
ENTRY: dict[str, Any] = {"system": "hyp", "session": "a", "digest": "d"}


@pytest.mark.parametrize(
    "content",
    [
        b"my notes\n",
        b"\0" * 100,
        line(system="hyp"),
        line(hubbub=3),
        HEAD + line(**ENTRY),
        HEAD + line(**ENTRY, results=[]),
        HEAD + line(**{**ENTRY, "session": None}, results={}),
        b"%08x [1]\n" % crc32(b"[1]"),
        b"%08x {}x\n" % crc32(b"{}x"),
    ],
)
def test_a_file_that_is_no_journal_is_refused_and_stays(hubbub: Hubbub, content: bytes) -> None:
    Path("res.json.journal").write_bytes(content)
    run = hubbub(*COMMAND, "--resume", "res.json")
    assert (run.code, "res.json.journal: is not a journal" in run.err) == (1, True), run.err
    assert Path("res.json.journal").read_bytes() == content
    assert names() == ["hyp.stm", "ref.stm", "res.json.journal"]


@pytest.mark.parametrize("cut", range(0, len(HEAD), 5))
def test_a_journal_that_was_cut_off_at_once_is_begun_again(hubbub: Hubbub, cut: int) -> None:
    Path("res.json.journal").write_bytes(HEAD[:cut])
    assert hubbub(*COMMAND, "--resume", "res.json").code == 0
    assert names() == ["hyp.stm", "ref.stm", "res.json"]


@pytest.mark.parametrize("name", ["res.json.journal", "res.json.journal.lock"])
def test_links_and_folders_are_refused(hubbub: Hubbub, name: str) -> None:
    Path(name).mkdir()
    run = hubbub(*COMMAND, "--resume", "res.json")
    assert (run.code, f"{name}: is not a file; remove it" in run.err) == (1, True), run.err
    Path(name).rmdir()
    Path("mine.txt").write_text("", encoding="utf-8")
    try:
        Path(name).symlink_to("mine.txt")
    except OSError:
        pytest.skip("links need rights here")
    run = hubbub(*COMMAND, "--resume", "res.json")
    assert (run.code, f"{name}: is a link; remove it" in run.err) == (1, True), run.err
    assert (Path("mine.txt").read_bytes(), Path(name).is_symlink()) == (b"", True)


def test_a_file_of_the_user_is_no_lock(hubbub: Hubbub) -> None:
    Path("res.json.journal.lock").write_text("my notes\n", encoding="utf-8")
    run = hubbub(*COMMAND, "--resume", "res.json")
    assert (run.code, "res.json.journal.lock: is not a lock; remove it" in run.err) == (1, True)
    assert Path("res.json.journal.lock").read_text(encoding="utf-8") == "my notes\n"


FORGED = {
    "insertions": -5,
    "deletions": 1e9,
    "exact": "yes",
    "lower_bound": 10**9,
    "correct": -1,
    "cost": -1,
    "left_out": {"words": -1},
}


@pytest.mark.parametrize("key", FORGED)
def test_a_forged_result_is_refused(hubbub: Hubbub, key: str) -> None:
    """Of a journal with valid checksums, as of a JSON."""
    assert hubbub(*COMMAND, "--resume", "res.json").code == 0
    saved = json.loads(Path("res.json").read_text(encoding="utf-8"))
    (run,) = saved["scores"]
    forged = {**run["sessions"]["a"], key: FORGED[key]}
    entry = {"system": "hyp", "session": "a", "digest": run["digests"]["a"], "results": {run["signature"]: forged}}
    Path("res.json.journal").write_bytes(HEAD + line(**entry))
    Path("res.json").unlink()
    found = hubbub(*COMMAND, "--resume", "res.json")
    assert (found.code, "cannot be read; score the session again" in found.err) == (1, True), (found.out, found.err)
