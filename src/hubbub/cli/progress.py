"""How far the work is: a line on a terminal; elsewhere, a line a minute while it takes long."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hubbub.cli.terminal import complain, terminal_columns
from hubbub.model.tables import counted, fit, visible

if TYPE_CHECKING:
    from hubbub.model.result_details import Stage
    from hubbub.scoring.batches import Pace

PATIENCE, MINUTE = 10.0, 60.0
"""Seconds before the first line where there is no terminal, and between further ones."""


class ProgressLine:
    """The line of one system. Where the user ends the work in memory, it is said how much was done."""

    def __init__(self, parsed: argparse.Namespace, system: str, quiet: bool = False) -> None:
        self._system, self._quiet = system, quiet or parsed.quiet
        self._terminal = sys.stderr.isatty()
        self._remedy = ""
        if getattr(parsed, "time_limit", None) is None:
            self._remedy = "; --time-limit SECONDS would end it sooner"
        self._start, self._due = time.monotonic(), 0.0
        self._waits, self._shown = "", False
        self._done = self._total = 0
        self._stage: Stage | None = None

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None:
        """So many sessions are done of those in memory."""
        self._done, self._total, self._stage = done, total, stage or self._stage
        if done == total:
            self._write("")
            return
        line = progress_line(self._system, done, total, time.monotonic() - self._start, stage, self._terminal)
        self._show(line if self._terminal else f"still at work: {line}{self._remedy}", PATIENCE)

    def paced(self, pace: Pace) -> None:
        """So much is done of a corpus that is read as it is needed. What it waits for is told at once."""
        self._show(f"{self._system} {pace.line()}", MINUTE, pace.waits)

    def _show(self, line: str, patience: float, waits: str = "") -> None:
        seconds = time.monotonic() - self._start
        if self._terminal:
            self._write(fit(visible(line), terminal_columns() - 1))
        elif not self._quiet and (seconds >= max(self._due, patience) or self._waits != waits != ""):
            self._due, self._waits = seconds + MINUTE, waits
            complain(line)

    def _write(self, line: str) -> None:
        """Put this in place of the line on the terminal."""
        if self._terminal and not self._quiet and (line or self._shown):
            self._shown = bool(line)
            with suppress(OSError):  # a terminal that was closed
                print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._write("")
        if kind is None or not issubclass(kind, KeyboardInterrupt) or not self._total:
            return
        told = f"{self._done} of {counted(self._total, 'session')} of {self._system} were done"
        if self._total == 1:
            if self._stage is None:  # nothing is searched for: there is no more to be said
                return
            found = f"had come to {self._stage.best}, with a bound of {self._stage.bound:.1f}"
            told = f"the search of {self._system} {found}; --time-limit SECONDS takes what it has by then"
        complain(told)


def progress_line(name: str, done: int, total: int, seconds: float, stage: Stage | None, bar: bool = True) -> str:
    """How many sessions are done, and the state of the last session's search: its best cost and its proven bound.

    >>> from hubbub.model.result_details import Stage
    >>> progress_line("hyp", 0, 1, 12.3, Stage("search", 3250, 3238.5, 0, 0, 12))
    'hyp 0/1 sessions, 12 s: search, best 3250, bound 3238.5, gap 0.35%'
    """
    clock = f"{done}/{total} sessions, {seconds:.0f} s"
    if stage is None:
        return f"{name} {'█' * (30 * done // total):░<30} {clock}" if bar else f"{name} {clock}"
    gap = (stage.best - stage.bound) / stage.best if stage.best else 0
    return f"{name} {clock}: {stage.name}, best {stage.best}, bound {stage.bound:.1f}, gap {gap:.2%}"
