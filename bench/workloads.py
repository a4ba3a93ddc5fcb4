"""Provides what bench/before.py measures with two versions of hubbub, one workload per process:

    python bench/workloads.py "hubbub --help" FOLDER SECONDS

FOLDER is the output of `files`. A workload prepares what is not timed and returns the call that is. It is prepared
again for every call, so anything that a version caches with its inputs is gone. The call returns a number on which
both versions must agree. Only the public API is used. If results are accessed, scoring is timed too, so a version
that postpones work gains nothing.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import corpus
import load
from der import COLLAR as DER_COLLAR
from der import FACTS
from meetings import Meeting, Words, make, read
from pairs import sentences
from point import cpu_seconds
from startup import EXAMPLES
from tools import COLLAR, transcript

SEGMENTS = 200_000
SHORT = 2.0
"""Minutes: a shorter real meeting is an excerpt."""
LONG = 20_000
"""Words of a long text."""
Call = Callable[[], int]
Workload = Callable[[Path], Call]
hubbub: Any = import_module("hubbub")


def files(folder: Path, sessions: int, data: Path | None) -> None:
    """All inputs of the workloads."""
    for name in ("corpus", "large", "excerpts"):
        (folder / name).mkdir()
    corpus.write(folder / "corpus", sessions, (".stm",))
    load.write_files(SEGMENTS, folder / "large")
    if data is not None:
        short = [meeting for meeting in read(data) if meeting.minutes <= SHORT]
        for side in ("reference", "hypothesis"):
            segments = [{**s, "session_id": one.name} for one in short for s in getattr(one, side)]
            (folder / "excerpts" / f"{side}.json").write_text(json.dumps(segments), "utf-8")


def command(*arguments: str) -> Workload:
    def call() -> int:
        return len(subprocess.run([sys.executable, "-m", "hubbub", *arguments], check=True, capture_output=True).stdout)

    return lambda _: call


def loading(name: str) -> Workload:
    return lambda folder: lambda: len(hubbub.load(folder / "large" / name))


def long_texts(_: Path) -> Call:
    text = Words("long texts")
    said = text.some(LONG)
    left, right = " ".join(said), " ".join(text.heard(said, 0.15))
    return lambda: int(hubbub.wer(left, right).errors)


def pairs(words: int) -> Workload:
    def workload(_: Path) -> Call:
        left, right = sentences(10_000, words)
        return lambda: int(hubbub.wer(left, right).total.errors)

    return workload


def aligned_pairs(_: Path) -> Call:
    left, right = sentences(10_000, 20)
    return lambda: sum(one.alignment.errors.errors for one in hubbub.wer(left, right).values())


def short_pair(_: Path) -> Call:
    (left,), (right,) = sentences(1, 8)
    return lambda: sum(int(hubbub.wer(left, right).errors) for _ in range(1000))


def hour() -> Meeting:
    return make(1064, 8, 8, system="diar")


def hour_of(view: Callable[[Any, Any], int]) -> Workload:
    """Views cpWER of an hour of 8 speakers, including scoring."""

    def workload(_: Path) -> Call:
        left, right = (transcript(side) for side in hour()[1:])
        return lambda: view(left, right)

    return workload


def dumped(left: Any, right: Any) -> int:
    return len(hubbub.cpwer(left, right).to_json(alignment=True))


def paged(left: Any, right: Any) -> int:
    return int(hubbub.report(hubbub.cpwer(left, right)).html.startswith("<!"))  # the page's size may change


def of_corpus(metric: str) -> Workload:
    def workload(folder: Path) -> Call:
        paths = [folder / "corpus" / f"{side}.stm" for side in ("ref", "hyp")]
        choices = {**corpus.METRICS[metric], "jobs": 1}
        return lambda: int(hubbub.score(metric, *paths, **choices).total.errors)

    return workload


def of_excerpts(metric: str, **choices: Any) -> Workload:
    def workload(folder: Path) -> Call:
        left, right = (hubbub.load(folder / "excerpts" / f"{side}.json") for side in ("reference", "hypothesis"))
        return lambda: int(hubbub.score(metric, left, right, jobs=1, **choices).total.errors)

    return workload


def der(_: Path) -> Call:
    left, right, uem = (hubbub.load(FACTS / name) for name in ("ami_ref.rttm", "ami_hyp_vbx.rttm", "ami.uem"))
    return lambda: round(1e6 * hubbub.der(left, right, collar=DER_COLLAR, uem=uem).total.rate)


EXCERPTS = {
    f"{metric} of short meetings": of_excerpts(metric, **choices)
    for metric, choices in (
        ("tcpwer", {"collar": COLLAR}),
        ("tcorcwer", {"collar": COLLAR}),
        ("mimower", {}),
        ("dicpwer", {}),
    )
}
WORKLOADS: dict[str, Workload] = {
    "hubbub --help": command("--help"),
    "hubbub cpwer, the small example": command(
        "cpwer", "-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm")
    ),
    f"load SegLST, {SEGMENTS} segments": loading("meetings.json"),
    f"load STM, {SEGMENTS} segments": loading("meetings.stm"),
    f"wer of two texts, {LONG} words": long_texts,
    "wer of 10000 pairs of 20 words": pairs(20),
    "wer of 10000 pairs of 20 words, with every alignment": aligned_pairs,
    "wer of 10000 pairs of 8 words": pairs(8),
    "wer of one pair of 8 words, 1000 times": short_pair,
    "cpwer, 8 speakers, 10000 words": hour_of(lambda left, right: int(hubbub.cpwer(left, right).errors)),
    "cpwer, 8 speakers, 10000 words, JSON with the alignment": hour_of(dumped),
    "cpwer, 8 speakers, 10000 words, report page": hour_of(paged),
    **{f"{metric} of the corpus, from files": of_corpus(metric) for metric in corpus.METRICS},
    **EXCERPTS,
    "der of 6 AMI meetings": der,
}


def measure(workload: Workload, folder: Path, seconds: float) -> dict[str, Any]:
    """Returns the median CPU time of as many calls as fit into the seconds, after a first one that imports."""
    answer = workload(folder)()
    times: list[float] = []
    spent = 0.0
    while not times or (spent < seconds and len(times) < 200):
        call = workload(folder)
        gc.collect()
        started, clock = cpu_seconds(), perf_counter()
        answer = call()
        times.append(cpu_seconds() - started)
        spent += perf_counter() - clock
        del call
    return {"seconds": median(times), "answer": answer, "where": hubbub.__file__}


if __name__ == "__main__":
    print(json.dumps(measure(WORKLOADS[sys.argv[1]], Path(sys.argv[2]), float(sys.argv[3]))))
