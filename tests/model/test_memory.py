"""The memory that all threads may use together: how much there is, and what does not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub import Segment, platform

NEEDED = "1M"
"""Enough for the short sessions and too little for the long one."""


def sessions(long: int) -> list[Segment]:
    """Short sessions, and among them one with so many words of each speaker."""
    return [
        Segment("a b " * (long if number == 3 else 5), f"s{number}", speaker)
        for number in range(40)
        for speaker in ("A", "B")
    ]


def test_what_is_free_decides_how_many_searches_run_at_once() -> None:
    assert 0 < platform.free_memory() < 1 << 50
    assert platform.searches_at_once(1) == platform.free_memory() // 2
    assert platform.searches_at_once(1 << 60) == 1


def test_limits_of_containers_are_respected(tmp_path: Path) -> None:
    inner = tmp_path / "group" / "job"
    inner.mkdir(parents=True)
    own = tmp_path / "own"
    own.write_text("0::/group/job\n", encoding="utf-8")
    assert platform._control_group(str(tmp_path), str(own)) is None
    for folder, limit, used in ((inner, "max", "1000"), (inner.parent, "9000", "4000")):
        (folder / "memory.max").write_text(f"{limit}\n", encoding="utf-8")
        (folder / "memory.current").write_text(f"{used}\n", encoding="utf-8")
    assert platform._control_group(str(tmp_path), str(own)) == 5000
    (inner.parent / "memory.stat").write_text("anon 1\ninactive_file 300\n", encoding="utf-8")
    assert platform._control_group(str(tmp_path), str(own)) == 5300


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_session_that_cannot_fit_is_refused_and_the_others_are_scored(jobs: int) -> None:
    side = sessions(2000)
    scores = api.mdwer(side, side, fragments=True, memory=NEEDED, jobs=jobs)
    assert isinstance(scores, api.Scores)
    assert list(scores.refused) == ["s3"]
    assert scores.refused["s3"].startswith("session s3: MD-WER of ")
    assert "the limit is 1.0 MiB" in scores.refused["s3"]
    assert len(scores) == 39
    assert "s3" not in scores
    assert scores.total.length == 39 * 20
    assert repr(scores).endswith("39 sessions, 1 refused>")
    both = api.score(["cpwer", "mdwer"], side, side, fragments=True, memory="100M", jobs=jobs)
    assert (len(both["cpwer"]), dict(both["cpwer"].refused)) == (40, {})
    assert list(both["mdwer"].refused) == ["s3"]
    assert api.load_scores(api.dump_scores([scores]))[0].refused == scores.refused
    with pytest.raises(api.TooLargeError, match=r"^session s3: "):
        list(api.score("mdwer", side, side, fragments=True, memory=NEEDED, jobs=jobs, stream=True))


def written(folder: Path, side: list[Segment]) -> list[str]:
    paths = folder / "ref.json", folder / "hyp.json"
    for path in paths:
        api.dump(side, path)
    return ["-r", str(paths[0]), "-h", str(paths[1])]


@pytest.mark.parametrize("more", [[], ["--stream"]])
def test_what_was_refused_is_told_and_the_exit_code_is_4(hubbub: Hubbub, tmp_path: Path, more: list[str]) -> None:
    files = written(tmp_path, sessions(2000))
    out = tmp_path / "out.json"
    run = hubbub("mdwer", *files, "--fragments", "--memory", NEEDED, "-o", out, "--total", *more)
    assert run.code == 4
    assert "warning: not scored: session s3: MD-WER of " in run.err
    (scores,) = json.loads(out.read_text(encoding="utf-8"))["scores"]
    assert list(scores["refused"]) == ["s3"]
    assert len(scores["sessions"]) == 39


def test_where_nothing_fits_it_is_an_error(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("mdwer", *written(tmp_path, sessions(5)), "--fragments", "--memory", "10")
    assert (run.code, run.out) == (1, "")
    assert "hubbub: error: session s0: MD-WER of " in run.err


def test_every_session_may_use_all_that_one_may() -> None:
    """What the long session needs does not depend on those beside it."""
    side = sessions(60)
    needed = _least(side[6:8])
    found = [api.mdwer(side, side, fragments=True, memory=needed, jobs=jobs) for jobs in (1, 2, 5)]
    assert all(not scores.refused and len(scores) == 40 for scores in found)
    assert found[0].to_dict() == found[1].to_dict() == found[2].to_dict()


def _least(side: list[Segment]) -> int:
    """The least power of two that a session can be scored in."""
    for power in range(10, 40):
        try:
            api.mdwer(side, side, fragments=True, memory=1 << power)
        except api.TooLargeError:
            continue
        return 1 << power
    raise AssertionError


REF, HYP = (str(EXAMPLES / f"meeting_{side}.stm") for side in ("ref", "hyp"))


def test_the_memory_is_explained(hubbub: Hubbub) -> None:
    arguments = ["mimower", "-r", REF, "-h", HYP, "--explain"]
    assert "memory of one search: 2.0 GiB (the default)" in hubbub(*arguments).out
    run = hubbub(*arguments, "--memory", "1K")
    assert run.code == 4
    assert "memory of one search: 1.0 KiB (as given)" in run.out
