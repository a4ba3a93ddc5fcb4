"""Compares instruction counts of fixed workloads, by callgrind, with the committed ones: python bench/guard.py

Counts hardly vary between runs, whatever the load of the machine, so an increase of a few percent is visible. A
workload that grew by more than 3% fails, and the functions that grew most are listed. `--write` stores the current
counts: commit them with the change that explains them. Counts of another Python or another processor are not
compared. `--only NAME` runs some of the workloads.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from guard_work import WORK
from harness import HERE, progress

COUNTS = HERE / "guard.json"
GROWTH = 0.03
FUNCTIONS = 60
"""Number of functions kept per workload, the most expensive ones."""


def place() -> dict[str, str]:
    """What counts depend on besides the code."""
    return {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}


def counted(name: str, folder: Path) -> dict[str, Any]:
    """Instructions of a workload: total, and of the most expensive functions."""
    out = folder / f"{name}.callgrind"
    command = [
        "valgrind",
        "--tool=callgrind",
        f"--callgrind-out-file={out}",
        sys.executable,
        str(HERE / "guard_work.py"),
    ]
    # The installed package has compiled modules; compiling on the way would add to the first run.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "COLUMNS": "80", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run([*command, name], capture_output=True, encoding="utf-8", env=environment)
    if done.returncode:
        raise RuntimeError(f"{name} ended with {done.returncode}: {done.stderr[-500:]}")
    told = subprocess.run(["callgrind_annotate", "--threshold=99.9", str(out)], capture_output=True, encoding="utf-8")
    functions: dict[str, int] = {}
    total = 0
    for line in told.stdout.splitlines():
        found = re.match(r"\s*([\d,]+) \([^)]*\)\s+(.*)", line)
        if found is None:
            continue
        number = int(found[1].replace(",", ""))
        if found[2].startswith("PROGRAM TOTALS"):
            total = number
        else:
            function = readable(found[2])
            functions[function] = functions.get(function, 0) + number
    most = sorted(functions.items(), key=lambda item: -item[1])[:FUNCTIONS]
    return {"total": total, "functions": dict(most)}


def readable(name: str) -> str:
    """Returns a function's name without file, arguments and library.

    >>> readable("???:hubbub::pair(std::vector<int> const&) [/x/_core.so]")
    'hubbub::pair'
    """
    name = re.sub(r" \[.*\]$", "", name)
    name = name.rpartition("/")[2] if name.startswith(("/", ".")) else name
    name = name.partition(":")[2] or name
    return re.sub(r"\(.*", "", name.replace("(anonymous namespace)::", "").replace("[abi:cxx11]", ""))[:100]


def grown(before: dict[str, int], now: dict[str, int]) -> list[tuple[str, int]]:
    """Returns the functions that grew most, with their growth."""
    changes = {name: number - before.get(name, 0) for name, number in now.items()}
    return sorted(((name, more) for name, more in changes.items() if more > 0), key=lambda item: -item[1])[:8]


def compared(name: str, before: dict[str, Any] | None, now: dict[str, Any]) -> bool:
    """Prints a line for a workload, and its growth; returns whether it grew too much."""
    if before is None:
        print(f"{name:10} {now['total']:>15,}  new")
        return False
    growth = now["total"] / before["total"] - 1
    print(f"{name:10} {now['total']:>15,}  {growth:+.1%}")
    if growth <= GROWTH:
        return False
    for function, more in grown(before["functions"], now["functions"]):
        print(f"    {more:>+15,}  {function}")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="take what is counted now as the new measure")
    parser.add_argument("--only", action="append", choices=list(WORK), help="run this one; may be given more than once")
    given = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("no valgrind: instructions are not counted")
        return 0
    kept: dict[str, Any] = (
        json.loads(COUNTS.read_text(encoding="utf-8")) if COUNTS.exists() else {"place": place(), "work": {}}
    )
    if kept["place"] != place() and not given.write:
        print(f"counted with {kept['place']}, not with {place()}: instructions are not compared")
        return 0
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for name in given.only or WORK:
            progress(f"guard: {name}")
            now = counted(name, Path(folder))
            if compared(name, None if given.write else kept["work"].get(name), now):
                failed.append(name)
            if given.write:
                kept["work"][name] = now
    if given.write:
        kept["place"] = place()
        COUNTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for name in failed:
        print(f"{name} grew by more than {GROWTH:.0%}; make it quicker, or explain it and run bench/guard.py --write")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
