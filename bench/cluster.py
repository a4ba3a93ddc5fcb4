"""Measures the cost of scoring in other processes: in a process pool, and on a Dask cluster on this machine.

    python bench/cluster.py --sessions 2000

Times are CPU times, summed over all participating processes, because wall-clock time on a busy machine is
unreliable; their CPU time when idle is subtracted. The cost of a batch in addition to scoring is the difference from
a run in this process, divided by the number of batches. The round trip is that of a batch with one short session, in
wall-clock time: the best of a hundred.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

from harness import Row, arguments, busy, duration, finish, progress
from stream import write

WORKERS = 2
METRICS: dict[str, dict[str, Any]] = {"cpwer": {}, "tcpwer": {"collar": 5}, "orcwer": {}}
TRIPS = 100
IDLE = 5.0
"""Seconds of idling, to measure the CPU time of idle processes."""


class Way(NamedTuple):
    """A way to score sessions: the executor, and the CPU time of the other processes so far."""

    executor: Any
    others: Callable[[], float]

    def idle(self) -> float:
        """Returns the CPU time of the other processes in one idle second."""
        if self.executor is None:
            return 0.0
        start, before = perf_counter(), self.others()
        sleep(IDLE)
        return (self.others() - before) / (perf_counter() - start)


def used(processes: list[Any]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes)


@contextmanager
def pool() -> Iterator[Way]:
    import psutil

    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as executor:
        yield Way(executor, lambda: used(psutil.Process().children()))


@contextmanager
def dask() -> Iterator[Way]:
    """Starts a scheduler and two workers, like `dask scheduler` and `dask worker`."""
    import psutil
    from distributed import Client

    with tempfile.TemporaryDirectory() as folder:
        at = ["--scheduler-file", f"{folder}/scheduler.json"]
        command = [sys.executable, "-m", "dask"]
        worker = [
            *command,
            "worker",
            *at,
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            folder,
        ]
        started = [[*command, "scheduler", *at, "--port", "0", "--no-dashboard"], *[worker] * WORKERS]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes = [subprocess.Popen(one, **quiet) for one in started]  # type: ignore[call-overload]
        try:
            with Client(scheduler_file=at[1], timeout=60) as client:
                client.wait_for_workers(WORKERS, timeout=60)
                yield Way(client, lambda: used([psutil.Process(process.pid) for process in processes]))
        finally:
            for process in processes:
                process.kill()
                process.wait()


@contextmanager
def here() -> Iterator[Way]:
    yield Way(None, lambda: 0.0)


WAYS = {"here, 1 thread": here, f"{WORKERS} processes": pool, f"Dask, {WORKERS} workers": dask}


class Sizes:
    """Returns the number of bytes sent to the workers and back."""

    def __init__(self) -> None:
        from hubbub.scoring import remote

        self.sent: list[int] = []
        self.back: list[int] = []
        packed, came = remote._packed, remote._Run._came

        def noted(task: Any) -> bytes:
            data = packed(task)
            self.sent.append(len(data))
            return data

        def taken(run: Any, job: Any, data: bytes | None) -> None:
            self.back.append(len(data or b""))
            came(run, job, data)

        setattr(remote, "_packed", noted)  # noqa: B010
        setattr(remote._Run, "_came", taken)  # noqa: B010

    def clear(self) -> None:
        self.sent, self.back = [], []


def scored(way: Way, files: tuple[Path, Path], metric: str) -> Any:
    """Scores like the command: alignments are not kept."""
    from hubbub.formats.chunks import read_in_chunks
    from hubbub.model.metrics import metric_named
    from hubbub.scoring.batches import score_in_batches
    from hubbub.scoring.journal import Journal
    from hubbub.scoring.plan import plan_of
    from hubbub.scoring.remote import score_remotely

    plan = plan_of((metric_named(metric),), None, {"jobs": 1, **METRICS[metric]})
    journal = Journal(None, alignment=False)
    left, right = (read_in_chunks([path]) for path in files)
    if way.executor is None:
        return score_in_batches(plan, left, right, journal)[0]
    return score_remotely(plan, (left, right), way.executor, journal)[0]


def measured(name: str, way: Way, files: tuple[Path, Path], metric: str, sizes: Sizes, idle: float) -> Row:
    import psutil

    progress(f"cluster: {metric}, {name}")
    own = psutil.Process()
    scored(way, files, metric)  # workers have imported everything by now
    sizes.clear()
    before, others, clock = used([own]), way.others(), perf_counter()
    scores = scored(way, files, metric)
    clock, ours, theirs = perf_counter() - clock, used([own]) - before, way.others() - others
    theirs = max(theirs - idle * clock, 0)
    return {
        "metric": metric,
        "where": name,
        "words": scores.total.length,
        "errors": scores.total.errors,
        "clock": clock,
        "ours": ours,
        "all": ours + theirs,
        "batches": len(sizes.sent),
        "sent": sum(sizes.sent),
        "back": sum(sizes.back),
    }


def trip(way: Way) -> float | None:
    """Measures the round trip of a batch with one short session."""
    import hubbub

    if way.executor is None:
        return None
    times = []
    for _ in range(TRIPS):
        start = perf_counter()
        hubbub.score("wer", {"s": "a b"}, {"s": "a c"}, executor=way.executor)
        times.append(perf_counter() - start)
    return min(times)


def shown(row: Row, alone: Row, trips: float | None) -> Row:
    batches = row["batches"]
    told: Row = {
        "case": f"{row['metric']}, {row['where']}",
        "clock": duration(row["clock"]),
        "processor": duration(row["all"]),
        "of it here": duration(row["ours"]),
        "words a second of a core": f"{row['words'] / row['all']:,.0f}",
        "batches": batches or None,
        "sent, a batch": f"{row['sent'] / batches / 1e3:.0f} kB" if batches else None,
        "back, a batch": f"{row['back'] / batches / 1e3:.1f} kB" if batches else None,
        "beyond scoring, a batch": duration(max(row["all"] - alone["all"], 0) / batches) if batches else None,
        "round trip": duration(trips) if trips else None,
    }
    return told | {"errors": row["errors"] if row["errors"] == alone["errors"] else "differ"}


def main() -> None:
    given = arguments(__doc__)
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=200 if given.quick else 2000)
    count = parser.parse_known_args()[0].sessions
    sizes, disturbed = Sizes(), busy()
    rows: dict[tuple[str, str], Row] = {}
    trips: dict[str, float | None] = {}
    with tempfile.TemporaryDirectory() as folder:
        files = write(Path(folder), count, "stm")
        for name, start in WAYS.items():
            with start() as way:
                trips[name] = trip(way)
                idle = way.idle()
                for metric in METRICS:
                    rows[metric, name] = measured(name, way, files, metric, sizes, idle)
    first = next(iter(WAYS))
    finish(
        given,
        f"Other processes: {count} sessions of some 1,000 words",
        [shown(rows[metric, name], rows[metric, first], trips[name]) for metric in METRICS for name in WAYS],
        note=(
            "Files are read and results written to the journal in every case. Words are reference words. CPU time is"
            " summed over all processes; the cost in addition to scoring is the difference from the run here, per"
            " batch. Round trip: a batch with one short session, wall-clock time, the best of a hundred."
            + (" The machine had other load, so wall-clock times are unreliable." if disturbed else "")
        ),
    )


if __name__ == "__main__":
    main()
