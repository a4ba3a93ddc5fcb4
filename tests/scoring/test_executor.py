"""Batches that other processes score: results as here, and what happens where a process dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.lacking import EXECUTORS

import hubbub
from hubbub import Segment, _core
from hubbub.scoring import remote

SPAWN = multiprocessing.get_context("spawn")
POISON, ONCE = "poison", "once"
SESSIONS = 40
KILLED = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed by signals")
pytestmark = [KILLED, EXECUTORS]


def side(seed: int, odd: str = "") -> list[Segment]:
    """Sessions, of which one may hold an odd word."""
    random = Random(seed)
    return [
        Segment(
            odd if odd and number == 17 else " ".join(random.choices("abcd", k=5)), f"s{number:03}", speaker, 0.0, 1.0
        )
        for number in range(SESSIONS)
        for speaker in ("A", "B")
    ]


def deadly(text: str) -> str:
    """A normaliser that ends its process at some texts: always, or only the first time."""
    here, _, mark = text.partition(" ")
    if here == POISON or (here == ONCE and not os.path.exists(mark)):
        if here == ONCE:
            Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return text


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "LETTERS", 150)


@pytest.fixture
def pool() -> Any:
    executor = ProcessPoolExecutor(2, mp_context=SPAWN)
    yield executor
    executor.shutdown()


def test_the_result_is_the_local_one_to_the_byte(pool: Executor, tmp_path: Path) -> None:
    metrics = ["cpwer", "tcpwer"]
    here = hubbub.score(metrics, side(1), side(2), collar=1)
    there = hubbub.score(metrics, side(1), side(2), collar=1, executor=pool, resume=tmp_path / "out.json")
    for name in metrics:
        assert there[name].to_json() == here[name].to_json()
    sent: list[bytes] = []

    class Counting(Executor):
        def submit(self, function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
            sent.append(arguments[0])
            return pool.submit(function, *arguments, **more)

    again = hubbub.score(metrics, side(1), side(2), collar=1, executor=Counting(), resume=tmp_path / "out.json")
    assert sent == []
    assert again["cpwer"].errors == here["cpwer"].errors


def test_columns_travel_whole_or_not_at_all() -> None:
    timed = Segment("a b", "s", "A", 0.0, 2.0, word_times=((0.0, 1.0), (1.0, 2.0)))
    columns = hubbub.Transcript([timed, Segment("", None, None), Segment("é", "t", "", 1.5, 2.0, "1")]).columns
    data = columns.packed()
    same = _core.Columns.unpacked(data)
    assert same.packed() == data
    assert same.digests() == columns.digests()
    assert same.word_times(0) == timed.word_times
    for length in range(len(data)):
        with pytest.raises(ValueError, match="no columns"):
            _core.Columns.unpacked(data[:length])
    for place in range(len(data)):
        broken = bytes([*data[:place], data[place] ^ 0xFF, *data[place + 1 :]])
        with suppress(ValueError):  # what is still whole may be other words, and must not end the process
            _core.Columns.unpacked(broken).digests()


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as threads:
        scores = hubbub.score("cpwer", side(1), side(2), executor=threads)
        assert scores == hubbub.cpwer(side(1), side(2))
        sentences = ["a b", "c"], ["a b c", "d"]
        assert hubbub.score("wer", *sentences, executor=threads) == hubbub.wer(*sentences)
        with pytest.raises(hubbub.OptionError, match="der scores all sessions here at once"):
            hubbub.score("der", side(1), side(2), executor=threads)
        none: Any
        for none in ([], 3):
            with pytest.raises(hubbub.OptionError, match=r"metrics?; choose from"):
                hubbub.score(none, side(1), side(2), executor=threads)
    with pytest.raises(hubbub.InputError, match="is not an executor"):
        hubbub.score("cpwer", side(1), side(2), executor=3)


def test_the_batches_of_a_process_that_died_are_done_again(pool: Executor, tmp_path: Path) -> None:
    odd = f"{ONCE} {tmp_path / 'died'}"
    scores = hubbub.score("cpwer", side(1, odd), side(2), executor=pool, normalizer=deadly)
    assert (tmp_path / "died").exists()
    assert not scores.refused
    assert list(scores) == [f"s{number:03}" for number in range(SESSIONS)]
    assert scores.errors == hubbub.cpwer(side(1, odd), side(2), normalizer=deadly).errors


def test_a_session_that_ends_its_process_is_told_by_name(pool: Executor) -> None:
    scores = hubbub.score("cpwer", side(1, POISON), side(2), executor=pool, normalizer=deadly)
    assert list(scores.refused) == ["s017"]
    assert scores.refused["s017"].startswith("session s017: its process dies")
    left, right = ([one for one in both if one.session != "s017"] for both in (side(1, POISON), side(2)))
    assert len(scores) == SESSIONS - 1
    assert scores.errors == hubbub.cpwer(left, right).errors


def test_errors_of_workers_are_errors_here(pool: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = [one if one.session != "s017" else one._replace(start=None, end=None) for one in side(1)]
    with pytest.raises(hubbub.InputError, match="session s017: a reference segment has no times"):
        hubbub.score("tcpwer", reference, side(2), collar=1, executor=pool)
    with pytest.raises(hubbub.OptionError, match="cannot be sent to another process"):
        hubbub.score("cpwer", side(1), side(2), executor=pool, normalizer=lambda text: text)
    monkeypatch.setattr(remote, "__version__", "0.0.1")
    with pytest.raises(hubbub.HubbubError, match=r"a worker has hubbub .*, not 0\.0\.1"):
        hubbub.score("cpwer", side(1), side(2), executor=pool)
