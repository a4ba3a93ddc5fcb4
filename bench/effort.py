"""Measures the CPU time of searches that use up their effort: python bench/effort.py --data DIR [--effort 0.1].

Every real session under every metric with a search is scored with this effort. CPU time should depend neither on the
session nor on the metric. `--half 0` and `--half 1` take every other session: the costs in core/route/schedule.hpp are
fitted on one half and checked on the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

from harness import Arguments, Row, arguments, duration, finish, progress
from meetings import Meeting, read
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


def jobs(given: argparse.Namespace, common: Arguments) -> Iterator[tuple[str, Meeting, float]]:
    if common.data is None:
        return
    long = [meeting for meeting in read(common.data) if meeting.minutes > SHORT]
    for number, meeting in enumerate(long[: 3 if common.quick else None]):
        if given.half is not None and number % 2 != given.half:
            continue
        for metric in given.metrics.split(","):
            if given.only in f"{metric} {meeting.name}":
                yield metric, meeting, given.effort


def rows(found: list[Search]) -> list[Row]:
    """A row per metric, and one for all: the CPU times of the searches that used up their effort."""
    made = []
    for name in (*METRICS, *TIMED, "all"):
        here = [one for one in found if name in (one.metric, "all")]
        times = sorted(one.seconds for one in here if one.ended == "effort used up")
        if times:
            shown = {"fastest": times[0], "median": median(times), "slowest": times[-1]}
            made.append(
                {"metric": name, "searches": len(here), "effort used up": len(times)}
                | {key: duration(value) for key, value in shown.items()}
                | {"slowest / fastest": f"{times[-1] / times[0]:.2f}x"}
            )
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--effort", type=float, default=0.1, metavar="N", help="of every search (default 0.1)")
    parser.add_argument("--metrics", default=",".join(METRICS + TIMED), metavar="NAMES")
    parser.add_argument("--only", default="", metavar="TEXT", help="the searches that have this in metric and session")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only every other session")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at a time (default 1)")
    given, _ = parser.parse_known_args()
    common = arguments(__doc__)
    found = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for search in pool.map(run, jobs(given, common)):
            progress(f"{search.seconds:7.2f} s  {search.ended}: {search.metric} {search.session}")
            found.append(search)
    finish(common, f"CPU time of searches that use up effort {given.effort:g}", rows(found))


if __name__ == "__main__":
    main()
