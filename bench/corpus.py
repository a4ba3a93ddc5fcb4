"""Measures a corpus of many sessions from files: loading, scoring with one and several threads, and the lock's share.

    python bench/corpus.py --sessions 1500

Every point is a separate process. Thread scaling needs wall-clock time, so the rounds take turns and their median
counts. The limit of the machine is measured with as many single-threaded processes. The share of work under the
global interpreter lock is measured in two ways: from wall-clock time by Amdahl's law, and as the CPU time of
Python's threads, which is an upper bound (see corpus_point.py).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from statistics import median
from typing import Any

from harness import GIGABYTE, HERE, Arguments, Row, arguments, duration, finish, progress
from meetings import Meeting, make

UTTERANCES, SPEAKERS, ERRORS = 60, 4, 0.15
METRICS: dict[str, dict[str, Any]] = {"cpwer": {}, "tcpwer": {"collar": 5}, "orcwer": {}}
SUFFIXES = (".stm", ".json")
SPEEDUP, SHARE = 1.8, 0.05
"""The targets: speedup of two threads for loaded data and from files, and the share under the lock."""
Point = dict[str, Any]


def sessions(count: int) -> Iterator[Meeting]:
    """Yields meetings in a fixed order; the first n of a longer list are the list of n."""
    for number in range(count):
        meeting = make(UTTERANCES, SPEAKERS, SPEAKERS, seed=number, system="diar", error_rate=ERRORS)
        for segment in (*meeting.reference, *meeting.hypothesis):
            segment["session_id"] = f"session{number}"
        yield meeting


def stm(s: dict[str, Any]) -> str:
    return f"{s['session_id']} 1 {s['speaker']} {s['start_time']} {s['end_time']} {s['words']}"


def write(folder: Path, count: int, suffixes: tuple[str, ...] = SUFFIXES) -> dict[str, tuple[Path, Path]]:
    """Writes reference and hypothesis as STM or SegLST, by suffix, with one session in memory at a time."""
    forms: dict[str, tuple[Callable[[dict[str, Any]], str], str, str, str]]
    forms = {".stm": (stm, "", "\n", "\n"), ".json": (json.dumps, "[", ",\n", "]\n")}
    paths = {suffix: (folder / f"ref{suffix}", folder / f"hyp{suffix}") for suffix in suffixes}
    files = {suffix: [path.open("w", encoding="utf-8") for path in own] for suffix, own in paths.items()}
    for number, meeting in enumerate(sessions(count)):
        for suffix, own in files.items():
            shown, opening, between, _ = forms[suffix]
            for file, segments in zip(own, (meeting.reference, meeting.hypothesis), strict=True):
                file.write((between if number else opening) + between.join(map(shown, segments)))
    for suffix, own in files.items():
        for file in own:
            file.write(forms[suffix][3])
            file.close()
    return paths


def measure(files: tuple[Path, Path], given: Arguments, metric: str | None, jobs: int, paths: bool = False) -> Point:
    job = {
        "reference": str(files[0]),
        "hypothesis": str(files[1]),
        "metric": metric,
        "choices": {} if metric is None else {**METRICS[metric], "jobs": jobs},
        "paths": paths,
        "bytes": int(given.memory * GIGABYTE),
    }
    command = [sys.executable, str(HERE / "corpus_point.py")]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, encoding="utf-8", timeout=3600)
    if done.returncode:
        raise RuntimeError(done.stderr[-500:])
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def usual(points: list[Point], part: str) -> float:
    """Returns the median wall-clock time; the minimum would favor few threads, which have lucky rounds more often."""
    return float(median(point[part]["clock"] for point in points))


def loading(written: dict[str, tuple[Path, Path]], given: Arguments, rounds: int) -> list[Row]:
    rows: list[Row] = []
    for suffix, files in written.items():
        progress("corpus: loading", suffix)
        points = [measure(files, given, None, 1) for _ in range(rounds)]
        rows.append(
            {
                "loading": {".stm": "STM", ".json": "SegLST"}[suffix],
                "segments": points[0]["segments"],
                "file size": f"{sum(path.stat().st_size for path in files) / 1e6:.0f} MB",
                "clock": duration(usual(points, "loading")),
                "processor": duration(median(point["loading"]["processor"] for point in points)),
                "peak memory": f"{points[0]['bytes'] / 2**20:.0f} MB",
            }
        )
    return rows


def scoring(files: tuple[Path, Path], given: Arguments, rounds: int) -> list[Row]:
    rows = []
    for metric in METRICS:
        parts: dict[int, list[Point]] = {jobs: [] for jobs in threads()}
        whole: dict[int, list[Point]] = {jobs: [] for jobs in threads()}
        for _ in range(rounds):
            for jobs in threads():
                progress("corpus:", metric, "with", jobs, "threads")
                parts[jobs].append(measure(files, given, metric, jobs))
                whole[jobs].append(measure(files, given, metric, jobs, paths=True))
        rows += [_row(metric, jobs, parts, whole) for jobs in parts]
    return rows


def threads() -> list[int]:
    """Returns 1, 2, 4, … up to the number of cores; 2 is always included."""
    return [2**i for i in range(16) if 2**i <= max(2, cpu_count() or 1)]


def _row(metric: str, jobs: int, parts: dict[int, list[Point]], whole: dict[int, list[Point]]) -> Row:
    own = parts[jobs]
    clock, alone = usual(own, "scoring"), usual(parts[1], "scoring")
    share = median(point["scoring"]["python"] / point["scoring"]["processor"] for point in own)
    busy = own[0]["scoring"]["threads"] > 0
    from_files = usual(whole[1], "whole") / usual(whole[jobs], "whole")
    counts = {point["errors"] for points in (*parts.values(), *whole.values()) for point in points}
    row: Row = {
        "case": f"{metric}, {jobs} thread{'s' if jobs > 1 else ''}",
        "loading": duration(usual(own, "loading")),
        "scoring": duration(clock),
        "processor": duration(median(point["scoring"]["processor"] for point in own)),
        "speed-up": f"{alone / clock:.2f}x",
        "Python's threads": f"{share:.1%}" + (" with the core's work" if busy else ""),
        "lock, by Amdahl": f"{(jobs * clock / alone - 1) / (jobs - 1):.0%}" if jobs > 1 else None,
        "from files": duration(usual(whole[jobs], "whole")),
        "speed-up from files": f"{from_files:.2f}x",
        "peak memory": f"{max(point['bytes'] for point in own) / 2**20:.0f} MB",
        "errors": counts.pop() if len(counts) == 1 else f"differ: {counts}",
        "bar": f"both ≥ {SPEEDUP}x, Python's threads ≤ {SHARE:.0%}" if jobs == 2 else None,
    }
    return row | {"met": min(alone / clock, from_files) >= SPEEDUP and share <= SHARE if jobs == 2 else None}


def machine(files: tuple[Path, Path], given: Arguments, rounds: int) -> list[Row]:
    """Measures the best possible speedup of threads: processes share neither lock nor memory."""
    rows: list[Row] = []
    for count in threads()[1:]:
        progress("corpus:", count, "processes at once")
        alone, together = [], []
        for _ in range(rounds):
            alone.append(measure(files, given, "cpwer", 1)["scoring"]["clock"])
            with ThreadPoolExecutor(count) as pool:
                points = list(pool.map(lambda _: measure(files, given, "cpwer", 1), range(count)))
            together.append(max(point["scoring"]["clock"] for point in points))
        reached = f"{count * min(alone) / min(together):.2f}x"
        rows.append({"the machine": f"{count} processes at once, cpwer, 1 thread each", "speed-up": reached})
    for milliseconds in (25, 100):
        done = subprocess.run([sys.executable, "-c", SHORT, str(milliseconds)], capture_output=True, encoding="utf-8")
        case = f"2 threads that share nothing, for {milliseconds} ms"
        rows.append({"the machine": case, "speed-up": f"{float(done.stdout):.2f}x"})
    return rows


SHORT = """
import hashlib, sys, threading, time
from statistics import median
data, length = bytes(1 << 16), int(sys.argv[1]) / 1000

def work(rounds):
    for _ in range(rounds):
        hashlib.sha256(data).digest()  # without the global interpreter lock

def clock(call):
    time.sleep(0.1)
    start = time.perf_counter()
    call()
    return time.perf_counter() - start

def both():
    other = threading.Thread(target=work, args=(rounds,))
    other.start()
    work(rounds)
    other.join()

rounds = int(200 * length / clock(lambda: work(200)))
pairs = [(clock(lambda: work(2 * rounds)), clock(both)) for _ in range(15)]
print(median(one for one, _ in pairs) / median(two for _, two in pairs))
"""
"""Measures how soon a second core helps: loading a file takes a thread about 25 ms, and some virtual machines are
slow to react.
"""


def main() -> None:
    given = arguments(__doc__)
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=150 if given.quick else 1500)
    count = parser.parse_known_args()[0].sessions
    rounds = 1 if given.quick else 9
    with tempfile.TemporaryDirectory() as folder:
        progress("corpus: writing", count, "sessions")
        written = write(Path(folder), count)
        rows = scoring(written[".stm"], given, rounds)
        rows += loading(written, given, rounds) + machine(written[".stm"], given, rounds)
    note = (
        "Times are medians of wall-clock time, except the column processor (CPU time). Scoring starts from loaded data,"
        " and ends with the total; from files is loading and scoring in one call, from STM files."
        " Python's threads: their share of the CPU time of scoring, an upper bound of the time under the lock."
    )
    finish(given, f"A corpus of {count} sessions, {UTTERANCES} utterances each", rows, note=note)


if __name__ == "__main__":
    main()
