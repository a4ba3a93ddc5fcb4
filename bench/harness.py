"""Runs points in subprocesses with limits on time and memory, and compares tools on the same meeting."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from meetings import Meeting
from tools import installed

HERE = Path(__file__).parent
GIGABYTE = 2**30
Row = dict[str, Any]
REASONS = {"time": "too slow", "memory": "out of memory", "refused": "refused", "absent": "not installed"}


class Budget(NamedTuple):
    """The limits of one point."""

    seconds: float = 60
    bytes: int = 6 * GIGABYTE
    repeats: int = 200
    enough: float = 1.0
    """No further repeats after this many seconds."""


class Outcome(NamedTuple):
    """The outcome of one point: a time, or the reason why there is none."""

    tool: str
    seconds: float | None = None
    """CPU time of a call."""
    clock: float | None = None
    """Wall-clock time."""
    bytes: int | None = None
    errors: int | None = None
    lower_bound: int | None = None
    exact: bool = True
    kinds: list[int] | None = None
    """Insertions, deletions and substitutions."""
    failed: str | None = None
    """time, memory, refused (before it began), error or absent"""
    why: str = ""
    repeats: int = 0

    def __str__(self) -> str:
        if self.seconds is None:
            return REASONS.get(self.failed or "", f"failed ({self.why[:40]})")
        return duration(self.seconds) + ("" if self.exact else " (unproven)")


def duration(seconds: float) -> str:
    """Formats a time with three digits in a suitable unit.

    >>> duration(0.0123456), duration(75.4)
    ('12.3 ms', '75.4 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}" if seconds / size < 1000 else f"{seconds / size:.0f} {unit}"
    raise AssertionError


def measure(metric: str, tool: str, meeting: Meeting, budget: Budget, package: Path | None = None) -> Outcome:
    """Runs one point in its own process, with the hubbub in the folder `package`, or the installed one."""
    if not installed(tool):
        return Outcome(tool, failed="absent")
    job = {"metric": metric, "tool": tool, "meeting": meeting, **budget._asdict()}
    # All processes started by the child belong to its session, so all of them can be ended.
    child = subprocess.Popen(
        [sys.executable, str(HERE / "point.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | ({} if package is None else {"PYTHONPATH": str(package.resolve())}),
    )
    # CPU time is limited in the child; wall-clock time gets more, because the machine may have other load.
    try:
        out, err = child.communicate(json.dumps(job).encode(), timeout=3 * budget.seconds + budget.enough + 30)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return Outcome(tool, failed="time")
    if child.returncode:
        if child.returncode == -signal.SIGXCPU:
            return Outcome(tool, failed="time")
        killed = child.returncode in (-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV)
        return Outcome(tool, failed="memory" if killed else "error", why=err.decode(errors="replace")[-200:])
    outcome = Outcome(tool, **json.loads(out))
    if outcome.seconds is not None and outcome.seconds > budget.seconds and outcome.exact:
        return outcome._replace(seconds=None, failed="time")
    return outcome


def compare(metric: str, tools: Sequence[str], meeting: Meeting, budget: Budget, rounds: int = 3) -> list[Outcome]:
    """Runs the tools in turns, so other load affects all of them; returns medians of the rounds."""
    seen: dict[str, list[Outcome]] = {tool: [] for tool in tools}
    for _ in range(rounds):
        for tool in tools:
            if not seen[tool] or seen[tool][-1].failed is None:
                seen[tool].append(measure(metric, tool, meeting, budget))
    return [_middle(outcomes) for outcomes in seen.values()]


def _middle(outcomes: list[Outcome]) -> Outcome:
    failed = [one for one in outcomes if one.seconds is None]
    if failed:
        return failed[0]
    seconds = median(one.seconds for one in outcomes if one.seconds is not None)
    return outcomes[-1]._replace(seconds=seconds, repeats=sum(one.repeats for one in outcomes))


def faster(ours: Outcome, peer: Outcome, least: float) -> Row:
    """Returns the cells of a row: how many times as fast as the other tool, with the target `least`."""
    row: Row = {"hubbub": str(ours), peer.tool: str(peer), "ratio": None, "bar": f"≥ {least:g}x", "met": None}
    if ours.seconds is None:
        row["met"] = False
    elif peer.seconds is not None:
        row["ratio"] = f"{peer.seconds / ours.seconds:.3g}x"
        row["met"] = peer.seconds / ours.seconds >= least and ours.exact
    if ours.errors is not None and peer.errors is not None:
        row["errors"] = f"{ours.errors}" if ours.errors == peer.errors else f"{ours.errors} but {peer.errors}"
    return row


class Arguments(NamedTuple):
    """The arguments of every benchmark."""

    json: Path | None
    quick: bool
    data: Path | None
    memory: float
    seconds: float
    """For each real meeting."""


def arguments(about: str | None) -> Arguments:
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here")
    parser.add_argument("--quick", action="store_true", help="fewer points, shorter limits")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folders of real meetings: ref.json with hyp*.json")
    parser.add_argument("--memory", type=float, default=6, metavar="GB", help="limit of every point")
    parser.add_argument("--seconds", type=float, default=30, metavar="S", help="limit of every real meeting")
    given, _ = parser.parse_known_args()
    return Arguments(given.json, given.quick, given.data, given.memory, given.seconds)


def progress(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)


def pictures_in(given: Arguments) -> Path:
    """Returns the folder for pictures. README and docs show those in docs/img; quick runs write elsewhere."""
    record = given.json is not None and given.json.resolve().parent == HERE / "results" and not given.quick
    return HERE.parent / "docs/img" if record else given.json.parent if given.json else Path()


def busy() -> bool:
    """Whether the machine has other load, so wall-clock time is unreliable."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > 0.3 * (os.cpu_count() or 1)


def finish(given: Arguments, title: str, rows: list[Row], **more: Any) -> None:
    """Writes the results as JSON, or prints them."""
    to = given.json
    text = json.dumps(
        {"title": title, "quick": given.quick, "rows": rows, **more}, indent=1, ensure_ascii=False, default=str
    )
    if to is None:
        print(text)
    else:
        to.write_text(text + "\n", "utf-8")
