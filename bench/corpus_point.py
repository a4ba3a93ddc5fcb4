"""Makes one measurement of bench/corpus.py in a separate process: a job as JSON on stdin, CPU times as JSON on stdout.

The core works in its own threads, without the global interpreter lock. So the CPU time of Python's threads, the
caller's and those that hubbub starts with `threading`, is an upper bound of the time under the lock. If these
threads do the core's work themselves, the bound says little.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time, thread_time
from typing import Any, NamedTuple
from unittest.mock import patch

from point import peak_bytes


class Use(NamedTuple):
    """The time used by a call, in seconds."""

    clock: float
    processor: float
    python: float
    """CPU time of Python's threads."""
    threads: int
    """Threads started by `threading`."""


def used(call: Callable[[], Any]) -> tuple[Use, Any]:
    run, own = threading.Thread.run, []
    seen: list[threading.Thread] = []

    def counted(thread: threading.Thread) -> None:
        seen.append(thread)
        run(thread)
        own.append(thread_time())

    with patch.object(threading.Thread, "run", counted):
        clock, processor, caller = perf_counter(), process_time(), thread_time()
        found = call()
        clock, processor, caller = perf_counter() - clock, process_time() - processor, thread_time() - caller
        for thread in seen:
            thread.join()  # reports its time last
    return Use(clock, processor, caller + sum(own), len(seen)), found


def measure(job: dict[str, Any]) -> dict[str, Any]:
    """Times loading and then scoring; with `paths`, both in one call."""
    resource.setrlimit(resource.RLIMIT_AS, (job["bytes"], job["bytes"]))
    hubbub: Any = import_module("hubbub")
    reference, hypothesis, metric, choices = job["reference"], job["hypothesis"], job["metric"], job["choices"]

    def score(left: Any, right: Any) -> int:
        return int(hubbub.score(metric, left, right, **choices).total.errors)

    tiny = [{"session_id": "s", "speaker": "a", "start_time": 0, "end_time": 1, "words": "a"}]
    hubbub.score(metric or "cpwer", tiny, tiny, **choices)  # imports everything needed
    if job["paths"]:
        whole, errors = used(lambda: score(reference, hypothesis))
        return {"whole": whole._asdict(), "errors": errors, "bytes": peak_bytes()}
    loading, sides = used(lambda: [hubbub.load(path) for path in (reference, hypothesis)])
    if metric is None:
        return {"loading": loading._asdict(), "segments": sum(map(len, sides)), "bytes": peak_bytes()}
    scoring, errors = used(lambda: score(*sides))
    return {"loading": loading._asdict(), "scoring": scoring._asdict(), "errors": errors, "bytes": peak_bytes()}


if __name__ == "__main__":
    print(json.dumps(measure(json.load(sys.stdin))), flush=True)
    os._exit(0)  # the time of freeing millions of objects is not measured
