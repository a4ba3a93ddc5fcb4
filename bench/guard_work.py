"""Runs one fixed workload of bench/guard.py, by name: the same work every time, in one thread."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

from meetings import Meeting, make

EXAMPLES = Path(__file__).parent.parent / "examples"


def meeting(utterances: int, speakers: int = 4, streams: int = 4) -> Meeting:
    return make(utterances, speakers, streams, seed=7, system="diar", error_rate=0.15)


def scored(metric: str, made: Meeting, **choices: Any) -> None:
    import hubbub

    scores = hubbub.score(metric, made.reference, made.hypothesis, jobs=1, **choices)
    assert scores.errors > 0


def command(*arguments: str) -> None:
    from hubbub.cli import commands
    from hubbub.cli.run import ended

    commands.LATE = inf  # otherwise the run time would decide whether a journal is counted
    assert ended(arguments) == 0


def stm(folder: str, copies: int = 30) -> list[str]:
    """Returns both sides as STM: the same meeting as several sessions."""
    made, paths = meeting(60), []
    for name, side in (("ref", made.reference), ("hyp", made.hypothesis)):
        path = Path(folder) / f"{name}.stm"
        lines = [f"1 {s['speaker']} {s['start_time']} {s['end_time']} {s['words']}\n" for s in side]
        path.write_text("".join(f"s{number:03} {line}" for number in range(copies) for line in lines), encoding="utf-8")
        paths.append(str(path))
    return paths


def startup() -> None:
    sides = (str(EXAMPLES / f"meeting_{side}.stm") for side in ("ref", "hyp"))
    command("cpwer", "-r", next(sides), "-h", next(sides), "--quiet")


def load() -> None:
    import hubbub

    with tempfile.TemporaryDirectory() as folder:
        for path in stm(folder, 100):
            assert len(hubbub.load(path)) == 6000


def stream() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ref, hyp = stm(folder)
        command("cpwer", "-r", ref, "-h", hyp, "--stream", "--jobs", "1", "--quiet")


def corpus() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ref, hyp = stm(folder)
        command("cpwer", "-r", ref, "-h", hyp, "--jobs", "1", "--quiet", "-o", str(Path(folder) / "out.json"))


def align() -> None:
    import hubbub

    made = meeting(1000)
    texts = [" ".join(s["words"] for s in side) for side in (made.reference, made.hypothesis)]
    assert hubbub.wer(texts[0], texts[1]).errors > 0


def pairs() -> None:
    import hubbub

    made = meeting(2000)
    count = min(len(made.reference), len(made.hypothesis))
    texts = [[s["words"] for s in side[:count]] for side in (made.reference, made.hypothesis)]
    assert hubbub.wer(texts[0], texts[1], jobs=1).errors > 0


def der() -> None:
    import hubbub

    made = meeting(400)
    assert hubbub.der(made.reference, made.hypothesis).rate


def report() -> None:
    import hubbub

    made = meeting(150)
    page = hubbub.report(hubbub.score("cpwer", made.reference, made.hypothesis, jobs=1))
    assert len(page.html) > 100_000


WORK: dict[str, Callable[[], None]] = {
    "startup": startup,
    "load": load,
    "align": align,
    "pairs": pairs,
    "cp": lambda: scored("cpwer", meeting(400, 8, 8)),
    "tcp": lambda: scored("tcpwer", meeting(400, 8, 8), collar=5),
    "orc": lambda: scored("orcwer", meeting(60, 4, 2)),
    "mimo": lambda: scored("mimower", meeting(30, 3, 2)),
    "der": der,
    "report": report,
    "corpus": corpus,
    "stream": stream,
}

if __name__ == "__main__":
    WORK[sys.argv[1]]()
    sys.stdout.flush()
    os._exit(0)  # the interpreter's shutdown is not counted
