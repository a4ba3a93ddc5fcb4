"""Scores a corpus of half-hour sessions and writes its page; prints times, size and memory as JSON."""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from meetings import make

import hubbub

HALF_HOUR = 532
"""Utterances."""
DIFFERENT = 10
"""Number of different sessions; the others repeat them under other names."""


def write(path: Path, sides: list[Any], sessions: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number in range(sessions):
            for one in sides[number % len(sides)]:
                times = f"{one['start_time']:.2f} {one['end_time']:.2f}"
                file.write(f"s{number} 1 {one['speaker']} {times} {one['words']}\n")


def main() -> None:
    sessions, page = int(sys.argv[1]), Path(sys.argv[2])
    meetings = [make(HALF_HOUR, 4, 4, seed=seed, system="diar") for seed in range(min(DIFFERENT, sessions))]
    with tempfile.TemporaryDirectory() as folder:
        reference, hypothesis = Path(folder) / "ref.stm", Path(folder) / "hyp.stm"
        write(reference, [meeting.reference for meeting in meetings], sessions)
        write(hypothesis, [meeting.hypothesis for meeting in meetings], sessions)
        begun, work = time.perf_counter(), time.process_time()
        scores = hubbub.cpwer(reference, hypothesis)
        scored, scoring = time.perf_counter(), time.process_time() - work
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        hubbub.report(scores, page)
        made, making = time.perf_counter(), time.process_time() - work - scoring
    row = {
        "scored in": f"{scored - begun:.1f} s",
        "page made in": f"{made - scored:.1f} s",
        "CPU time of both": f"{scoring:.1f} s, {making:.1f} s",
        "file": f"{page.stat().st_size / 1e6:.1f} MB",
        "memory after scoring": f"{before / 1e6:.2f} GB",
        "memory with the page": f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB",
    }
    print(json.dumps(row))


if __name__ == "__main__":
    main()
