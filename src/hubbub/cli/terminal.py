"""The width of the terminal, and the line that shows progress on it."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from hubbub.model.tables import fit

if TYPE_CHECKING:
    from hubbub.model.result import Stage
    from hubbub.scoring.score import Progress


def terminal_columns() -> int:
    """Columns of the terminal; 80 where there is none."""
    try:
        return int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def progress_bar(parsed: argparse.Namespace, name: str) -> Progress | None:
    """A progress line on standard error, if that is a terminal; else None."""
    if parsed.quiet or not sys.stderr.isatty():
        return None

    start = time.monotonic()

    def show(done: int, total: int, stage: Stage | None = None) -> None:
        line = progress_line(name, done, total, time.monotonic() - start, stage)
        text = fit(line, terminal_columns() - 1) if done < total else ""
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    return show


def progress_line(name: str, done: int, total: int, seconds: float, stage: Stage | None) -> str:
    """How many sessions are done, and the state of the last session's search: its best cost and its proven bound.

    >>> from hubbub.model.result import Stage
    >>> progress_line("hyp", 0, 1, 12.3, Stage("search", 3250, 3238.5, 0, 0, 12))
    'hyp 0/1 sessions, 12 s: search, best 3250, bound 3238.5, gap 0.35%'
    """
    clock = f"{done}/{total} sessions, {seconds:.0f} s"
    if stage is None:
        return f"{name} {'█' * (30 * done // total):░<30} {clock}"
    gap = (stage.best - stage.bound) / stage.best if stage.best else 0
    return f"{name} {clock}: {stage.name}, best {stage.best}, bound {stage.bound:.1f}, gap {gap:.2%}"
