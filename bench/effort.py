"""Prints the CPU time of the searches that use up their effort: python bench/effort.py --data DIR [--effort 0.1].

Every real session under every metric with a search is scored with this effort. CPU time should not depend on the
session or the metric: the table has the searches that used up the effort, the slowest first, and a last line compares
them. `--half 0` and `--half 1` take every other session, to tune on one half and to check on the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

from harness import Row, duration, progress
from meetings import Meeting, read
from results import table
from tools import COLLAR, transcript

METRICS = ("orcwer", "mimower", "mdwer", "dicpwer", "orcwer_by_word", "dicpwer_by_word")
TIMED = ("tcorcwer", "tcmimower", "tcmdwer", "ditcpwer", "tcorcwer_by_word", "ditcpwer_by_word")
SHORT = 2.0
"""Minutes: shorter sessions are proven optimal."""


class Search(NamedTuple):
    metric: str
    session: str
    seconds: float
    lower_bound: int
    errors: int
    ended: str

    def row(self) -> Row:
        return {**self._asdict(), "seconds": f"{self.seconds:.2f}"}


def run(job: tuple[str, Meeting, float]) -> Search:
    metric, meeting, effort = job
    hubbub: Any = import_module("hubbub")
    sides = [transcript(side) for side in (meeting.reference, meeting.hypothesis)]
    options = hubbub.Options(jobs=1, effort=effort, collar=COLLAR)
    began = thread_time()
    result = getattr(hubbub, metric)(*sides, options)
    seconds = thread_time() - began
    ended = str(result.stages[-1].name) if result.stages else "proven"
    return Search(metric, meeting.name, seconds, result.lower_bound, result.errors, ended)


def jobs(given: argparse.Namespace) -> Iterator[tuple[str, Meeting, float]]:
    long = [meeting for meeting in read(given.data) if meeting.minutes > SHORT]
    for number, meeting in enumerate(long):
        if given.half is not None and number % 2 != given.half:
            continue
        for metric in given.metrics.split(","):
            if given.only in f"{metric} {meeting.name}":
                yield metric, meeting, given.effort


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="real meetings: ref.json by hyp*.json")
    parser.add_argument("--effort", type=float, default=1, metavar="N", help="of every search (default 1)")
    parser.add_argument("--metrics", default=",".join(METRICS + TIMED), metavar="NAMES")
    parser.add_argument("--only", default="", metavar="TEXT", help="the searches that have this in metric and session")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only every other session")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at a time (default 1)")
    given = parser.parse_args()
    found = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for search in pool.map(run, jobs(given)):
            progress(f"{search.seconds:7.2f} s  {search.ended}: {search.metric} {search.session}")
            found.append(search)
    stopped = sorted((one for one in found if one.ended == "effort used up"), key=lambda one: -one.seconds)
    if not stopped:
        print(f"no search of {len(found)} used up its effort")
        return
    print("\n".join(table([one.row() for one in stopped])))
    times = [one.seconds for one in stopped]
    print(
        f"\n{len(stopped)} of {len(found)} searches used up the effort {given.effort:g}: CPU time"
        f" {duration(times[-1])} to {duration(times[0])} ({times[0] / times[-1]:.2f}x), median {duration(median(times))}"
    )


if __name__ == "__main__":
    main()
