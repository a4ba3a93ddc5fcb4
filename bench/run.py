"""Runs the benchmarks: python bench/run.py [--quick] [--only NAME] [--data DIR]."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import readme
from harness import HERE, progress
from results import write

# Benchmarks with their own options, and those that make them quick.
OWN_OPTIONS = {"load": ["--segments", "100000"], "align": []}
BENCHES = ["startup", "load", "align", "pairs", "cp", "corpus", "stream", "cluster", "scaling"]
BENCHES += ["routing", "anytime", "effort", "figures", "timed", "der", "blame", "page"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer points, shorter limits: a look, not a record")
    parser.add_argument("--only", action="append", choices=BENCHES, help="run this one; may be given more than once")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folders of real meetings: ref.json with hyp*.json")
    parser.add_argument("--memory", type=float, default=6, metavar="GB", help="limit of every point (default 6)")
    parser.add_argument(
        "--seconds", type=float, default=30, metavar="S", help="limit of every real meeting (default 30)"
    )
    given = parser.parse_args()
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    options = ["--memory", str(given.memory), "--seconds", str(given.seconds), *(["--quick"] if given.quick else [])]
    options += ["--data", str(given.data.resolve())] if given.data else []
    failed = []
    for name in given.only or BENCHES:
        script = HERE / f"{name}.py"
        if not script.exists():
            progress(f"{name}: there is no {script.name}")
            continue
        progress(f"== {name}")
        own = OWN_OPTIONS.get(name)
        told = options if own is None else own if given.quick else []
        # Each in its own process, so a failure does not affect the others.
        done = subprocess.run([sys.executable, str(script), "--json", str(folder / f"{name}.json"), *told])
        failed += [name] if done.returncode else []
    write(folder, HERE / "RESULTS.md", BENCHES)
    progress(f"wrote {HERE / 'RESULTS.md'}")
    if not given.quick:
        try:
            readme.write()
        except LookupError as error:
            progress(f"the tables of speed stay as they are: {error}")
    for name in failed:
        progress(f"{name} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
