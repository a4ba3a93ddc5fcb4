"""Compares two versions of hubbub: python bench/before.py OLD_DIR [--data DIR] [--only TEXT] [--rounds N].

OLD_DIR contains the old package, built, as OLD_DIR/hubbub; it is compared with the installed one, or with that of
--after DIR. They take turns, each workload (see workloads.py) in its own process, and the medians of their CPU times
count. Prints a Markdown table. With the same folder twice, it shows the variation of the machine itself.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from harness import HERE, Row, duration, progress
from results import table
from workloads import EXCERPTS, WORKLOADS, files

SECONDS = 0.5
"""Seconds of calls in every round."""


def measure(name: str, folder: Path, version: Path | None) -> dict[str, Any]:
    unwanted = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment = {key: value for key, value in os.environ.items() if key not in unwanted}
    # Python considers compiled files of a copied package outdated; every start would compile them again.
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    if version is not None:
        environment["PYTHONPATH"] = str(version.resolve())
    command = [sys.executable, str(HERE / "workloads.py"), name, str(folder), str(SECONDS)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    if done.returncode:
        progress(f"before: {name} failed under {version or 'the installed version'}: {done.stderr[-500:]}")
        return {}
    found: dict[str, Any] = json.loads(done.stdout)
    if version is not None and version.resolve() not in Path(found["where"]).resolve().parents:
        raise RuntimeError(f"{version} holds no hubbub: {found['where']} was used")
    return found


def row(name: str, folder: Path, versions: dict[str, Path | None], rounds: int) -> Row:
    found: dict[str, list[dict[str, Any]]] = {key: [] for key in versions}
    for _ in range(rounds):
        for key, version in versions.items():
            found[key].append(measure(name, folder, version))
    failed = {key for key, own in found.items() if not all(own)}
    middle = {key: median(one["seconds"] for one in own) for key, own in found.items() if key not in failed}
    shown: Row = {"workload": name}
    shown |= {key: duration(middle[key]) if key in middle else "failed" for key in versions}
    if not failed:
        shown["before / after"] = f"{middle['before'] / middle['after']:.2f}x"
        answers = {one["answer"] for own in found.values() for one in own}
        # The printed text may change; counts may not.
        alike = len(answers) == 1 or name.startswith("hubbub ")
        shown["counts"] = "equal" if alike else f"differ: {sorted(answers)}"
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, metavar="OLD_DIR", help="the folder that holds the old package")
    parser.add_argument("--after", type=Path, metavar="DIR", help="the folder of the new one (default: the installed)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folders of real meetings: ref.json with hyp*.json")
    parser.add_argument("--only", default="", metavar="TEXT", help="the workloads that have this in their name")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--sessions", type=int, default=1500, metavar="N", help="of the corpus (default 1500)")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        progress("before: writing files")
        files(Path(folder), given.sessions, given.data)
        for name in WORKLOADS:
            if given.only not in name:
                continue
            if name in EXCERPTS and given.data is None:
                progress(f"before: {name} left out, it needs --data")
                continue
            progress("before:", name)
            rows.append(row(name, Path(folder), {"before": given.old, "after": given.after}, given.rounds))
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
