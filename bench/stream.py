"""Measures a corpus larger than memory: scored while it is read, from every kind of input, and the same corpus in
memory.

    python bench/stream.py --sessions 100000 --kinds stm jsonl parquet folder

Sessions are those of a few hundred simulated meetings in turn, each with its own name, so a hundred thousand can be
written in a minute: ten million segments and a hundred million reference words.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from harness import Row, arguments, duration, finish, progress
from meetings import make

UTTERANCES, SPEAKERS, ERRORS, MEETINGS = 106, 4, 0.15, 200
KINDS = ("stm", "jsonl", "parquet", "folder")
NAME = "\0"
"""Placeholder for the name of the session."""
METRICS = "cpwer,tcpwer"
MEMORY, SLOWER = 2 << 30, 1.3
"""The targets: peak memory, and time relative to the corpus in memory."""


def segments(count: int) -> list[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """Returns both sides of the meetings that the sessions repeat."""
    made = [
        make(UTTERANCES, SPEAKERS, SPEAKERS, seed=seed, system="diar", error_rate=ERRORS)
        for seed in range(min(count, MEETINGS))
    ]
    sides = [(meeting.reference, meeting.hypothesis) for meeting in made]
    for side in (side for both in sides for side in both):
        for segment in side:
            segment["session_id"] = NAME
    return sides


def stm(s: dict[str, Any]) -> str:
    return f"{s['session_id']} 1 {s['speaker']} {s['start_time']} {s['end_time']} {s['words']}\n"


def json_line(s: dict[str, Any]) -> str:
    return json.dumps(s).replace("\\u0000", NAME) + "\n"


def names(count: int) -> Iterator[str]:
    """Names of sessions, in sorted order."""
    return (f"session{number:06}" for number in range(count))


def write(folder: Path, count: int, kind: str) -> tuple[Path, Path]:
    """Writes reference and hypothesis, sorted by session."""
    sides = segments(count)
    paths = (folder / "ref", folder / "hyp") if kind == "folder" else (folder / f"ref.{kind}", folder / f"hyp.{kind}")
    for place, path in enumerate(paths):
        if kind == "parquet":
            parquet(path, [side[place] for side in sides], count)
            continue
        line: Callable[[dict[str, Any]], str] = json_line if kind == "jsonl" else stm
        texts = ["".join(map(line, side[place])) for side in sides]
        if kind == "folder":
            path.mkdir()
            for number, name in enumerate(names(count)):
                (path / f"{name}.stm").write_text(texts[number % len(texts)].replace(NAME, name), encoding="utf-8")
            continue
        with path.open("w", encoding="utf-8") as file:
            for number, name in enumerate(names(count)):
                file.write(texts[number % len(texts)].replace(NAME, name))
    return paths


def parquet(path: Path, sides: list[list[dict[str, Any]]], count: int) -> None:
    """Yields all meetings under new names, repeatedly; the parts are joined at the end."""
    import polars

    columns = ("session_id", "speaker", "start_time", "end_time", "words")
    meetings = polars.DataFrame([segment for side in sides for segment in side]).select(columns)
    called = names(count)
    parts: list[Path] = []
    while own := [name for side, name in zip(sides, called, strict=False) for _ in side]:
        parts.append(path.with_suffix(f".{len(parts)}"))
        meetings.head(len(own)).with_columns(session_id=polars.Series(own)).write_parquet(parts[-1])
    polars.scan_parquet(parts).sink_parquet(path)
    for part in parts:
        part.unlink()


IN_MEMORY = """
import sys
from hubbub.cli import inputs, main
inputs.TOO_MUCH = 1 << 60
main(sys.argv[1:])
"""
"""Runs the same command with everything read whole."""


def used(command: list[str]) -> tuple[float, float, int]:
    """Wall-clock seconds, CPU seconds and peak memory of a process."""
    clock = monotonic()
    process = subprocess.Popen(command)
    _, status, after = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    processor = after.ru_utime + after.ru_stime
    return monotonic() - clock, processor, after.ru_maxrss * 1024


def measured(kind: str, count: int, folder: Path, whole: bool) -> Row:
    progress(f"stream: writing {count} sessions as {kind}")
    reference, hypothesis = write(folder, count, kind)
    files = [file for path in (reference, hypothesis) for file in (path.iterdir() if path.is_dir() else [path])]
    size = sum(file.stat().st_size for file in files)
    progress(f"stream: scoring {kind} as it is read")
    outputs = folder / "out.json", folder / "whole.json"
    command = ["score", "-m", METRICS, "--collar", "5", "--jobs", "1", "--total", "--force"]
    command += ["-r", str(reference), "-h", str(hypothesis), "-o"]
    clock, processor, memory = used([sys.executable, "-m", "hubbub", *command, str(outputs[0]), "--stream"])
    row: Row = {
        "input": kind,
        "sessions": count,
        "size": f"{size / 1e6:.0f} MB",
        "clock": duration(clock),
        "processor": duration(processor),
        "peak memory": f"{memory / 2**20:.0f} MB",
        "words per second": f"{count * 996 * 2 / processor:,.0f}",
    }
    met = memory < MEMORY
    if whole:
        progress(f"stream: scoring {kind} in memory")
        try:
            _, alone, most = used([sys.executable, "-c", IN_MEMORY, *command, str(outputs[1])])
        except RuntimeError as error:  # it may not fit into memory, and others remain to be measured
            progress(f"stream: {error}")
            return row | {"in memory": "failed"}
        same = filecmp.cmp(*outputs, shallow=False)
        row |= {"in memory": duration(alone), "its peak": f"{most / 2**20:.0f} MB", "ratio": f"{processor / alone:.2f}"}
        row |= {} if same else {"results": "differ"}
        met = met and processor <= SLOWER * alone and same
    return row | {"bar": f"< {MEMORY >> 30} GB, ≤ {SLOWER}x the time in memory", "met": met}


def main() -> None:
    given = arguments(__doc__)
    parser = argparse.ArgumentParser()
    parser.add_argument("--sessions", type=int, default=2000 if given.quick else 100_000)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--alone", action="store_true", help="without the same corpus in memory")
    own = parser.parse_known_args()[0]
    rows = []
    for kind in own.kinds:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measured(kind, own.sessions, Path(folder), not own.alone))
    note = f"One thread; {METRICS} at once, with JSON written. Ratio: CPU time relative to the same corpus in memory."
    finish(given, f"A corpus of {own.sessions} sessions, read as needed", rows, note=note)


if __name__ == "__main__":
    main()
