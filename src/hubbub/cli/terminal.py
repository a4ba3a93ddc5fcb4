"""The terminal: its width, its encoding, what is said on it, and how far the work is: elsewhere, a line a minute."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from hubbub.errors import brief
from hubbub.model.tables import counted, fit, visible, wrapped
from hubbub.streams import standard_output

if TYPE_CHECKING:
    from hubbub.model.result_details import Stage
    from hubbub.scoring.batches import Pace

COLOURS = ("auto", "always", "never")
"""When to show colours."""

NARROWEST = 20
"""Columns below which nothing can be laid out: the terminal may then break the lines."""

PLAINER = {"─": "-", "–": "-", "−": "-", "═": "=", "…": "~", "→": "->", "≥": ">=", "×": "x", "█": "#", "░": "."}
"""Our own signs for a terminal whose encoding lacks them; those of others are written as escapes."""


def prepare_streams() -> None:
    """Make both streams fit for any text in any encoding, and for being closed."""
    codecs.register_error("hubbub", _plainer)
    if sys.stderr is None:  # a print would go to standard output instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # PYTHONUNBUFFERED, as in containers: what the system takes no more of in one go would be lost in silence.
        sys.stdout = open(sys.stdout.fileno(), "w", 1, sys.stdout.encoding, sys.stdout.errors, closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape", "backslashreplace"):
            stream.reconfigure(errors="hubbub")


def _plainer(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    rest = error.object[error.start : error.end]
    return "".join(PLAINER.get(char) or char.encode("unicode_escape").decode() for char in rest), error.end


def say(text: str = "") -> None:
    """Print lines of our own to standard output. Foreign text within must have been made `visible`."""
    with standard_output() as output:
        output.write(text + "\n")


def complain(message: str) -> None:
    """Print a message that may quote foreign text to standard error. Where that is closed or full, nobody listens.

    On a terminal its lines are broken between words; elsewhere it is one line, for programs to search.
    """
    text = f"hubbub: {visible(brief(message))}"
    try:
        if sys.stderr.isatty():
            text = wrapped(text, terminal_columns(sys.stderr))
        print(text, file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends


def terminal_columns(stream: TextIO | None = None) -> int:
    """Columns of the terminal that standard output, or another stream, leads to; 80 where there is none."""
    stream = stream or sys.stdout
    try:
        columns = int(os.environ.get("COLUMNS") or 0)
    except ValueError:
        columns = 0
    if columns < 1 and stream is not None:
        try:
            columns = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
    return max(columns, NARROWEST) if columns > 0 else 80


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
