"""Measures one point of a benchmark in a separate process: a job as JSON on stdin, its outcome as JSON on stdout."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from meetings import Meeting
from tools import TOOLS, Limits

FIRST = 5.0
"""Seconds: after a shorter first call there is a second one."""


def peak_bytes() -> int:
    """Returns the peak memory of this process, and of its largest child."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    try:  # Linux counts the parent's memory into ru_maxrss after an exec, so the kernel's own value is read
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        own = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024
    except (OSError, StopIteration):
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return max(own, children)


def cpu_seconds() -> float:
    """CPU time of this process and of its finished children."""
    uses = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _again(times: list[float], clock: list[float], job: dict[str, Any]) -> bool:
    """Whether there is time for another call. The first also includes imports, so a short first call is repeated."""
    if len(clock) <= 1:
        return not clock or times[0] < min(FIRST, float(job["seconds"]) / 3)
    return sum(clock[1:]) + max(clock[1:]) < float(job["enough"])


def measure(job: dict[str, Any]) -> dict[str, Any]:
    """Returns the median of as many calls as fit into the seconds given, at least one and at most `repeats`.

    Time is CPU time: on a busy machine, wall-clock time penalizes long calls more than short ones.
    """
    limits = Limits(job["seconds"], int(job["bytes"] * 0.8))
    resource.setrlimit(resource.RLIMIT_AS, (job["bytes"], job["bytes"]))
    most = int(job["seconds"] + job["enough"] + 3)  # imports and the last repeat are added
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    call = TOOLS[job["tool"]](job["metric"], Meeting(*job["meeting"]), limits)
    times: list[float] = []
    clock: list[float] = []
    while len(times) < job["repeats"] and _again(times, clock, job):
        started, used = perf_counter(), cpu_seconds()
        answer = call()
        times.append(cpu_seconds() - used)
        clock.append(perf_counter() - started)
    if len(times) > 1:  # the first call also includes imports
        times, clock = times[1:], clock[1:]
    measured = {"seconds": median(times), "clock": median(clock), "repeats": len(times), "bytes": peak_bytes()}
    return {**measured, **answer._asdict()}


def main() -> None:
    try:
        outcome = measure(json.load(sys.stdin))
    except MemoryError as error:
        outcome = {"failed": "memory", "why": str(error)[:200]}
    except Exception as error:
        refused = type(error).__name__ == "TooLargeError"
        kind = "refused" if refused else "memory" if "bad_alloc" in str(error) else "error"
        outcome = {"failed": kind, "why": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(outcome))


if __name__ == "__main__":
    main()
