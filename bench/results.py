"""Writes the results as one page: the machine, the versions, a table per benchmark."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools import versions

INTRO = """# Benchmarks

Written by `make bench`. Every point runs in its own process with a limit on time and memory. Times are medians of CPU
time (least affected by other load), hubbub and the other tools take turns, and `met` compares with the project's own
target (`bar`). Tools that are not installed are marked. `--data DIR` adds real meetings. A benchmark that was not run
has no section. Each can be rerun with `--only`, so sections may come from different runs.
"""
LAST = ("bar", "met")
# For benchmarks that only write figures: the target as text, and whether a row meets it.
BARS: dict[str, tuple[str, Callable[[dict[str, Any]], bool]]] = {
    "load": ("≥ 5x, no more memory", lambda row: row["times_faster"] >= 5 and row["memory_ratio"] <= 1),
}


def machine() -> str:
    """Processor and memory."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        return f"{name}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()}"
    except (OSError, StopIteration, ValueError):
        return f"{name}, {os.cpu_count()} cores, {platform.system()}"


def cell(value: Any) -> str:
    """Formats a value for a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "**no**"
    if isinstance(value, float):
        return f"{value:.3g}"
    return str(value).replace("|", "\\|")


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Returns Markdown; rows may have different cells."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    keys = [key for key in keys if key not in LAST] + [key for key in LAST if key in keys]
    lines = ["| " + " | ".join(keys) + " |", "|" + " --- |" * len(keys)]
    return lines + ["| " + " | ".join(cell(row.get(key)) for key in keys) + " |" for row in rows]


def tables(rows: list[dict[str, Any]]) -> list[str]:
    """Returns a table for every run of rows with the same cells, so no table is mostly empty."""
    out: list[str] = []
    start = 0
    for i in range(1, len(rows) + 1):
        if i == len(rows) or not _alike(rows[start], rows[i]):
            out += [*table(rows[start:i]), ""]
            start = i
    return out


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return len(set(one) & set(other)) * 2 > len(set(one) | set(other))


def section(path: Path) -> list[str]:
    """Returns the section of one benchmark, from its JSON."""
    data = json.loads(path.read_text("utf-8"))
    if "rows" not in data:
        data = {"title": path.stem.capitalize(), "rows": [{"case": case, **row} for case, row in data.items()]}
    if path.stem in BARS:
        bar, meets = BARS[path.stem]
        data["rows"] = [{**row, "bar": bar, "met": meets(row)} for row in data["rows"]]
    lines = [f"## {data['title']}", ""]
    if data.get("quick"):
        lines += ["A quick run: fewer points and repeats, shorter limits.", ""]
    for picture in data.get("pictures", []):
        lines += [f"![{Path(picture).stem}]({picture})", ""]
    lines += tables(data["rows"])
    if data.get("note"):
        lines += [data["note"], ""]
    if data.get("disagreements"):
        lines += ["Counts that differ:", "", *(f"- {text}" for text in data["disagreements"]), ""]
    if data.get("meetings"):
        every = table(_short(data["meetings"]))
        lines += ["<details><summary>Every meeting</summary>", "", *every, "", "</details>", ""]
    return lines


def _short(meetings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "metric": one["metric"],
            "meeting": one["meeting"],
            "minutes": one["minutes"],
            "utterances": one["utterances"],
            "streams": one["streams"],
            "seconds": one["seconds"] if one["failed"] is None else one["failed"],
            "errors": one["errors"],
            "proven ≥": one["lower_bound"],
            "MB": round((one["bytes"] or 0) / 2**20),
            **({"MeetEval": one["peer"], "its errors": one["peer_errors"]} if "peer" in one else {}),
        }
        for one in meetings
    ]


def write(folder: Path, to: Path, names: list[str]) -> None:
    """Writes the page, from the JSON of every benchmark that has been run."""
    used = ", ".join(f"{name} {version}" for name, version in versions().items())
    lines = [INTRO, f"{machine()}; {datetime.now(UTC):%Y-%m-%d}; {used}.", ""]
    for name in names:
        if (folder / f"{name}.json").exists():
            lines += section(folder / f"{name}.json")
    to.write_text("\n".join(lines).rstrip() + "\n", "utf-8")
