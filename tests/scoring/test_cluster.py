"""A Dask cluster of two worker processes: results as here, also where a worker dies, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.dask_cluster import cluster
from support.lacking import EXECUTORS
from support.running import Hubbub

import hubbub as api
from hubbub.scoring import remote, workers

distributed = pytest.importorskip("distributed", reason="hubbub[dask] is not installed")
FORKED = pytest.mark.skipif(not hasattr(os, "fork"), reason="the workers of the tests are forked")
pytestmark = [FORKED, EXECUTORS]
SESSIONS = 60
METRICS = ["score", "-m", "cpwer,tcpwer,orcwer", "--collar", "5"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with cluster(folder) as address:
        yield address


@pytest.fixture
def ended(folder: Path) -> Path:
    """The file that tells of workers which were ended by a session."""
    (folder / "ended").unlink(missing_ok=True)
    return folder / "ended"


def side(seed: int, odd: str = "odd") -> str:
    """Sessions as STM, one of which has an odd name."""
    random, lines = Random(seed), []
    for number in range(SESSIONS):
        for place in range(4):
            words = " ".join(random.choices("abcd", k=8))
            name = odd if number == 23 else f"s{number:03}"
            lines.append(f"{name} 1 {'AB'[place % 2]} {place}.0 {place + 1}.0 {words}\n")
    return "".join(lines)


def files(folder: Path, odd: str = "odd") -> list[str]:
    for seed, name in enumerate(("ref", "hyp")):
        (folder / f"{name}.stm").write_text(side(seed, odd), encoding="utf-8")
    return ["-r", str(folder / "ref.stm"), "-h", str(folder / "hyp.stm")]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are so short that there are dozens of them, and a busy machine has all the time to answer."""
    monkeypatch.setattr(remote, "LETTERS", 300)
    monkeypatch.setattr(workers, "SECONDS", 120)


@pytest.mark.parametrize(
    "options", [[], ["--stream"], ["--jobs", "2", "--alignment"]], ids=["whole", "stream", "words"]
)
def test_the_output_is_the_local_one_to_the_byte(
    hubbub: Hubbub, address: str, tmp_path: Path, options: list[str]
) -> None:
    command = [*METRICS, *files(tmp_path), *options, "-o"]
    here = hubbub(*command, tmp_path / "here.json", "-o", tmp_path / "here.csv")
    there = hubbub(*command, tmp_path / "there.json", "-o", tmp_path / "there.csv", "--dask", address)
    assert there == here
    assert there.code == 0
    found, wanted = (json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")) for name in ("there", "here"))
    for run in (*found["scores"], *wanted["scores"]):
        for session in run["sessions"].values():
            session.pop("stages", None)  # how long searches took
    assert found == wanted
    if "--alignment" not in options:
        assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


@pytest.mark.parametrize("command", ["align", "report", "compare"])
def test_commands_that_show_words(hubbub: Hubbub, address: str, tmp_path: Path, command: str) -> None:
    given = files(tmp_path)
    own = {"report": ["-o", str(tmp_path / "page.html")], "compare": ["-h", f"B={given[1]}", "--no-parts"]}
    here = hubbub(command, *given, *own.get(command, []))
    there = hubbub(command, *given, *own.get(command, []), "--dask", address, *(["--force"] * (command == "report")))
    assert there == here


def test_a_worker_that_is_killed_midway(
    hubbub: Hubbub, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = remote._Run._came
    killed: list[int] = []

    def counted(run: Any, *arguments: Any) -> None:
        came(run, *arguments)
        if not killed and run._writer.sessions > 10:
            with distributed.Client(address, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(remote._Run, "_came", counted)
    command = [*METRICS, *files(tmp_path), "-o"]
    there = hubbub(*command, tmp_path / "there.json", "--dask", address)
    assert killed
    assert there == hubbub(*command, tmp_path / "here.json")
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_a_session_that_ends_its_worker_once(hubbub: Hubbub, address: str, ended: Path, tmp_path: Path) -> None:
    given = files(tmp_path, "once")
    assert hubbub("cpwer", *given, "--dask", address) == hubbub("cpwer", *given)
    assert ended.read_text(encoding="utf-8") == "o"


def test_a_session_that_ends_every_worker_is_told_by_name(
    hubbub: Hubbub, address: str, ended: Path, tmp_path: Path
) -> None:
    run = hubbub("cpwer", *files(tmp_path, "poison"), "--dask", address, "-o", tmp_path / "out.json")
    assert run.code == 4
    assert "session poison: its process dies; score this session alone to see why" in run.err
    (scores,) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["scores"]
    assert list(scores["refused"]) == ["poison"]
    others = hubbub("cpwer", *files(tmp_path, "poison"), "--regex", "s.*", "--json")
    assert scores["sessions"] == json.loads(others.out)["scores"][0]["sessions"]
    assert ended.read_text(encoding="utf-8") == "pppp", "twice with its batch, twice alone"


def test_a_client_is_an_executor(address: str, tmp_path: Path) -> None:
    _, ref, _, hyp = files(tmp_path)
    with distributed.Client(address, set_as_default=False) as client:
        assert api.score("cpwer", ref, hyp, executor=client) == api.cpwer(ref, hyp)
        resumed = api.score(["cpwer", "wer"], ref, hyp, executor=client, resume=tmp_path / "out.json")
        assert resumed["wer"] == api.wer(ref, hyp)
        with pytest.raises(api.OptionError, match="which stream does not; drop one of them"):
            api.score("cpwer", ref, hyp, executor=client, stream=True)


def stm(path: Path, sessions: int, voices: int, turns: int, words: int) -> str:
    """Words that repeat, so that many routings are nearly as good as the best."""
    draw = Random(words)
    path.write_text(
        "".join(
            f"s{session} 1 {path.stem}{turn % voices} {turn} {turn + 1} {' '.join(draw.choices('abcd', k=words))}\n"
            for session in range(sessions)
            for turn in range(turns)
        ),
        encoding="utf-8",
    )
    return str(path)


def test_limits_hold_on_the_workers(hubbub: Hubbub, address: str, tmp_path: Path) -> None:
    words = {number: "a b " * (2000 if number == 3 else 5) for number in range(6)}
    lines = [f"s{number} 1 {who} 0 1 {text}\n" for number, text in words.items() for who in "AB"]
    long = tmp_path / "long.stm"
    long.write_text("".join(lines), encoding="utf-8")
    hard = ["-r", stm(tmp_path / "ref.stm", 2, 4, 48, 6), "-h", stm(tmp_path / "hyp.stm", 2, 4, 4, 70)]
    for command in (
        ["mdwer", "-r", long, "-h", long, "--fragments", "--memory", "1M"],
        ["mimower", *hard, "--effort", "0.0001"],
    ):
        there = hubbub(*command, "--dask", address)
        assert there.code == 4
        assert there == hubbub(*command)
    ended = hubbub("mimower", *hard, "--time-limit", "0", "--dask", address)
    assert ended.code == 4
    assert "search stopped early (time limit)" in ended.err


def test_a_run_goes_on_with_a_cluster(
    hubbub: Hubbub, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = tmp_path / "scheduler.json"
    scheduler.write_text(json.dumps({"address": address}), encoding="utf-8")
    command = [*METRICS, *files(tmp_path), "--dask", str(scheduler), "--resume", str(tmp_path / "out.json")]
    first = hubbub(*command)
    assert first.code == 0
    sent: list[Any] = []
    monkeypatch.setattr(remote, "_packed", lambda task: sent.append(task))
    again = hubbub(*command)
    assert (again.code, again.out) == (0, first.out)
    assert "60 sessions taken over, 0 scored" in again.err
    assert sent == []


def test_a_worker_without_hubbub_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would end if it had to import what is sent to it."""
    from distributed.protocol.pickle import dumps, loads

    data = dumps(workers.shipped)
    for name in ("hubbub", "hubbub.scoring.workers", "hubbub.scoring.remote"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"hubbub\.scoring\.remote"):
        loads(data)("hubbub.scoring.remote", "work", b"")


def test_what_cannot_be_reached(hubbub: Hubbub, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(where: str, *options: str, metric: str = "cpwer") -> str:
        run = hubbub(metric, *files(tmp_path), "--dask", where, *options)
        assert run.code == 1
        assert run.out == ""
        assert len(run.err.splitlines()) == 1
        return run.err

    assert "no scheduler answers" in told("tcp://127.0.0.1:9")
    with socket.create_server(("127.0.0.1", 0)) as silent, monkeypatch.context() as patched:
        patched.setattr(workers, "SECONDS", 0.2)
        assert "is not a Dask scheduler; use" in told(f"tcp://127.0.0.1:{silent.getsockname()[1]}")
    assert "is not an address; write e.g. tcp://host:8786" in told("127.0.0.1")
    assert "no such file; wait until" in told("scheduler.json")
    (tmp_path / "no.json").write_text("[]", encoding="utf-8")
    assert "no.json: has no address of a scheduler; use" in told(str(tmp_path / "no.json"))
    (tmp_path / "folder.json").mkdir()
    assert "folder.json: cannot be read (is a directory); check" in told(str(tmp_path / "folder.json"))
    assert "drop --dask" in told(address, "--normalizer", "lower", "--explain-normalizer")
    assert "der is scored here, not on a cluster" in told(address, "-m", "cpwer,der", metric="score")
    assert "add --no-parts" in told(address, metric="compare")
    notes = tmp_path / "notes.json"
    notes.write_text('{"notes": []}', encoding="utf-8")
    assert "--corrections cannot be used on a cluster" in told(address, "--quiet", "--corrections", str(notes))
    monkeypatch.setattr(remote, "__version__", "0.0.1")
    assert f"a worker has hubbub {api.__version__}, not 0.0.1; install the same version" in told(address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'hubbub[dask]'" in told(address)
