"""Measures time and memory of loading a large file, compared with MeetEval.

Every measurement is a separate process, so peak memory is that of loading alone. Both load with one thread from the
page cache, so CPU seconds count: other load hardly changes them. The two take turns, and the best of the runs
counts.

    python bench/load.py --segments 1000000 --json load.json
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

LOADERS = {
    "hubbub": "from hubbub import load",
    "meeteval": "from meeteval.io import load",
}

MEASURE = """
import resource, sys, time
{loader}
start = time.process_time()
loaded = load(sys.argv[1])
seconds = time.process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(seconds, peak / 1024, len(loaded))
sys.stdout.flush()
import os; os._exit(0)  # freeing millions of objects is not part of loading
"""


def write_files(segments: int, directory: Path) -> list[Path]:
    """Writes the same segments as STM and as SegLST: a thousand per session, five speakers, eight words."""
    chance = random.Random(1)
    vocabulary = [f"word{i}" for i in range(1000)]
    stm, seglst = directory / "meetings.stm", directory / "meetings.json"
    with stm.open("w", encoding="utf-8") as lines, seglst.open("w", encoding="utf-8") as objects:
        for i in range(segments):
            session, speaker, words = f"meeting{i // 1000}", f"spk{i % 5}", " ".join(chance.choices(vocabulary, k=8))
            start, end = round(i % 1000 * 1.37, 2), round(i % 1000 * 1.37 + 1.1, 2)
            lines.write(f"{session} 1 {speaker} {start} {end} {words}\n")
            segment = {"session_id": session, "speaker": speaker, "start_time": start, "end_time": end, "words": words}
            objects.write(f"{', ' if i else '['}{json.dumps(segment)}")
        objects.write("]\n")
    return [stm, seglst]


def measure(loader: str, path: Path, segments: int) -> tuple[float, float]:
    """Returns seconds and peak megabytes of one load."""
    command = [sys.executable, "-c", MEASURE.format(loader=LOADERS[loader]), str(path)]
    seconds, megabytes, loaded = subprocess.run(
        command, check=True, capture_output=True, encoding="utf-8"
    ).stdout.split()
    assert int(loaded) == segments, f"{loader} loaded {loaded} of {segments} segments"
    return float(seconds), float(megabytes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--segments", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the figures here too")
    options = parser.parse_args()
    figures = {}
    with tempfile.TemporaryDirectory() as directory:
        for path in write_files(options.segments, Path(directory)):
            runs: dict[str, list[tuple[float, float]]] = {loader: [] for loader in LOADERS}
            for _ in range(options.repeats):
                for loader, measured in runs.items():
                    measured.append(measure(loader, path, options.segments))
            name = {".stm": "stm", ".json": "seglst"}[path.suffix]
            row = {}
            for loader, measured in runs.items():
                row[f"{loader}_seconds"] = min(seconds for seconds, _ in measured)
                row[f"{loader}_megabytes"] = min(megabytes for _, megabytes in measured)
            row["times_faster"] = row["meeteval_seconds"] / row["hubbub_seconds"]
            row["memory_ratio"] = row["hubbub_megabytes"] / row["meeteval_megabytes"]
            figures[name] = {"segments": options.segments, **{key: round(value, 3) for key, value in row.items()}}
            print(
                f"{name:6} {options.segments} segments: hubbub {row['hubbub_seconds']:.2f} s, "
                f"{row['hubbub_megabytes']:.0f} MB; MeetEval {row['meeteval_seconds']:.2f} s, "
                f"{row['meeteval_megabytes']:.0f} MB; {row['times_faster']:.1f} times faster, "
                f"{row['memory_ratio']:.2f} of the memory"
            )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
