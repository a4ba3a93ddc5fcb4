"""The terminal: its width, its encoding, what is said on it, and the line that shows progress."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from hubbub.errors import brief
from hubbub.model.tables import fit, visible, wrapped
from hubbub.streams import standard_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from hubbub.model.result_details import Stage
    from hubbub.scoring.batches import Pace
    from hubbub.scoring.engine import Progress

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


def progress_bar(parsed: argparse.Namespace, name: str) -> Progress | None:
    """A progress line on standard error; where that is no terminal, a line a minute while it takes long."""
    if parsed.quiet:
        return None
    start = time.monotonic()
    if not sys.stderr.isatty():
        limited = getattr(parsed, "time_limit", None) is not None
        return _now_and_then(name, start, "" if limited else "; --time-limit SECONDS would end it sooner")

    def show(done: int, total: int, stage: Stage | None = None) -> None:
        line = visible(progress_line(name, done, total, time.monotonic() - start, stage))
        text = fit(line, terminal_columns() - 1) if done < total else ""
        with suppress(OSError):  # a terminal that was closed
            print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    return show


PATIENCE, MINUTE = 10.0, 60.0
"""Seconds before the first line where there is no terminal, and between further ones."""


def pace_line(parsed: argparse.Namespace, name: str) -> Callable[[Pace | None], None] | None:
    """Shows how far a corpus is, which is read as it is needed; None for the end. Without a terminal, once a minute."""
    if parsed.quiet:
        return None
    terminal = sys.stderr.isatty()
    due = time.monotonic() + MINUTE
    waits = ""

    def show(pace: Pace | None) -> None:
        nonlocal due, waits
        line = "" if pace is None else visible(f"{name} {pace.line()}")
        if terminal:
            with suppress(OSError):  # a terminal that was closed
                print(f"\r{fit(line, terminal_columns() - 1)}\033[K", end="", file=sys.stderr, flush=True)
        elif pace is not None and (time.monotonic() >= due or waits != pace.waits != ""):
            due = time.monotonic() + MINUTE
            waits = pace.waits  # what it waits for is told at once, and then once a minute
            complain(line)

    return show


def _now_and_then(name: str, start: float, remedy: str) -> Progress:
    due = PATIENCE

    def tell(done: int, total: int, stage: Stage | None = None) -> None:
        nonlocal due
        seconds = time.monotonic() - start
        if done < total and seconds >= due:
            due = seconds + MINUTE
            complain(f"still at work: {progress_line(name, done, total, seconds, stage, bar=False)}{remedy}")

    return tell


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
