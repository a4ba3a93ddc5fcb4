"""The terminal: its width, encoding and colors, messages, the pager, and progress: elsewhere, a line now and then."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from hubbub.errors import brief
from hubbub.model.messages import Caution, Message, Note, by_level
from hubbub.model.tables import RED, YELLOW, Screen, counted, duration, fit, painted, percent, visible, wrapped
from hubbub.platform import PROCESSES
from hubbub.streams import standard_output

if TYPE_CHECKING:
    from hubbub.model.result_details import Stage
    from hubbub.scoring.batches import Pace

COLORS = ("auto", "always", "never")
"""When to show colors."""

NARROWEST = 20
"""Columns below which nothing can be laid out: the terminal may then break the lines."""

PLAINER = {
    "─": "-",
    "–": "-",
    "−": "-",
    "═": "=",
    "…": "~",
    "→": "->",
    "≥": ">=",
    "×": "x",
    "●": "o",
    "█": "#",
    "▉": "#",
    "▊": "#",
    "▋": "#",
    "▌": "#",
    "▍": ".",
    "▎": ".",
    "▏": ".",
    "▒": "=",
    "░": ".",
    "├": "|",
    "┤": "|",
    "┼": "+",
}
"""Our own signs for a terminal whose encoding lacks them; those of others are written as escapes."""


def prepare_streams() -> None:
    """Prepares both streams for any text in any encoding, and for being closed."""
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
    """Prints lines to standard output. Foreign text in them must be `visible`."""
    with standard_output() as output:
        output.write(_no_command(text) + "\n")


_COMMAND = r"^(\s*)::|##\["


def _no_command(text: str) -> str:
    """The text without lines that GitHub's runner takes for its commands, such as `::error::`."""
    if "GITHUB_ACTIONS" not in os.environ:
        return text
    return re.sub(_COMMAND, lambda found: found[0].replace("::", r"\x3a:").replace("##", r"\x23#"), text, flags=re.M)


_waiting: list[Message] = []
"""Warnings and notes that are shown after the result, or before the error that ends the run."""
_color_choice = ["auto"]
"""When the user wants colors."""


def choose_color(when: str) -> None:
    """Sets when to use colors."""
    _color_choice[0] = when


def flush() -> None:
    """Flushes standard output, so errors appear before later messages. Does nothing if it is closed."""
    if sys.stdout is not None:
        with standard_output() as output:
            output.flush()


def warn(message: str) -> None:
    """Show a warning after the result. It may quote foreign text."""
    say_later(Caution(message, "run"))


def note(message: str) -> None:
    """Shows a note after the result. It may quote foreign text."""
    say_later(Note(message, "run"))


def say_later(message: Message) -> None:
    """Show a warning or a note after the result, or before the error that ends the run."""
    _waiting.append(message)


def error(message: str) -> None:
    """Prints an error, after the warnings and notes that may explain it."""
    show_messages()
    _print_message("hubbub: error: ", message, RED)


def show_messages(further: Iterable[Message] = ()) -> None:
    """Prints all warnings, then all notes given so far, each once, after flushing standard output."""
    lines = by_level((*_waiting, *further))
    _waiting.clear()
    if lines and sys.stdout is not None:
        with suppress(OSError, ValueError):  # the next one who writes to it sees the error
            sys.stdout.flush()
    for line in lines:
        _print_message(f"{line.level}: ", line, "" if isinstance(line, Note) else YELLOW)


def state(message: str) -> None:
    """Prints the progress at once."""
    _print_message("", message)


def _print_message(label: str, message: str, color: str = "") -> None:
    """Prints a message that may quote foreign text to standard error, unless that is closed or full.

    On a terminal its lines are broken between words; elsewhere it is one line, for programs to search.
    """
    text = label + visible(brief(message))
    try:
        if sys.stderr.isatty():
            text = wrapped(text, terminal_columns(sys.stderr))
        if color and has_color(sys.stderr):
            text = painted(label, color) + text.removeprefix(label)
        print(_no_command(text), file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends


def screen() -> Screen:
    """Returns the width and colors of standard output."""
    return Screen(terminal_columns(), has_color(sys.stdout), is_terminal(sys.stdout))


def is_terminal(stream: TextIO | None) -> bool:
    """Returns whether a stream is a terminal that can move the cursor."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def has_color(stream: TextIO | None) -> bool:
    """Returns whether to print colors: by --color, else on terminals unless NO_COLOR is set."""
    if _color_choice[0] != "auto":
        return _color_choice[0] == "always"
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and _understands_codes()


def _understands_codes() -> bool:
    """Returns whether the terminal supports escape codes; Windows consoles do after they are enabled."""
    if sys.platform != "win32":
        return True
    if os.environ.get("WT_SESSION") or os.environ.get("ANSICON") or os.environ.get("TERM"):
        return True
    import ctypes

    kernel, mode = getattr(ctypes, "windll").kernel32, ctypes.c_ulong()  # noqa: B009 - only Windows has it
    handle = kernel.GetStdHandle(-11)
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | 4))  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


def show(parts: Iterable[str], paged: bool = False) -> None:
    """Prints a text; through the user's pager if it is longer than the screen and paging is allowed, as in git."""
    if not paged or not is_terminal(sys.stdout) or not (command := _pager()):
        for part in parts:
            say(part)
        return
    lines = _terminal_lines()
    first: list[str] = []
    rest = iter(parts)
    for part in rest:
        first.append(part)
        if sum(text.count("\n") + 1 for text in first) >= lines:
            _page(command, first, rest)
            return
    for part in first:
        say(part)


def _pager() -> str:
    """Returns the command of the user's pager; empty if there is none."""
    command = os.environ.get("PAGER", "less" if sys.platform != "win32" else "").strip()
    return "" if command == "cat" or not PROCESSES else command


def _page(command: str, first: Iterable[str], rest: Iterator[str]) -> None:
    import subprocess

    environment = {"LESS": "FRX", "LV": "-c", **os.environ}
    sys.stdout.flush()
    try:
        pager = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, env=environment, encoding="utf-8", errors="replace"
        )
    except OSError:
        for part in (*first, *rest):
            say(part)
        return
    assert pager.stdin is not None
    with suppress(BrokenPipeError):  # the user has seen enough
        for part in (*first, *rest):
            pager.stdin.write(part + "\n")
    with suppress(BrokenPipeError):
        pager.stdin.close()
    while True:
        try:
            pager.wait()
            return
        except KeyboardInterrupt:  # Ctrl-C is for the pager
            continue


def _terminal_lines() -> int:
    try:
        return int(os.environ.get("LINES") or 0) or os.get_terminal_size(sys.stdout.fileno()).lines or 24
    except (OSError, ValueError):
        return 24


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


PATIENCE, SOON, MINUTE = 3.0, 10.0, 60.0
"""Seconds before the first line without a terminal, then until the second, and between further ones."""
SESSIONS = 60
"""The most sessions of which each has a line when it is finished."""


class ProgressLine:
    """The progress of one system. If the user interrupts the work in memory, it shows how much was done."""

    def __init__(self, parsed: argparse.Namespace, system: str, quiet: bool = False) -> None:
        self._system, self._quiet = system, quiet or parsed.quiet
        self._terminal = is_terminal(sys.stderr)
        self._limit = getattr(parsed, "time_limit", None)
        self._start = time.monotonic()
        self._due = 0.0
        self._waits = ""
        self._shown: tuple[str, ...] = ()
        self._done = self._total = 0
        self._stage: Stage | None = None

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None:
        """Shows how many sessions in memory are finished."""
        self._done, self._total, self._stage = done, total, stage or self._stage
        if done == total:
            self._write()
            return
        seconds = time.monotonic() - self._start
        count = progress_line(self._system, done, total, seconds, stage, self._terminal)
        if not self._terminal:
            remedy = "" if self._limit is not None else " (stop searches sooner with --time-limit SECONDS)"
            self._print(f"still running: {count}{remedy}", PATIENCE, SOON)
            return
        hint = "Ctrl-C keeps finished sessions" if seconds >= PATIENCE and total > 1 else ""
        room = terminal_columns(sys.stderr) - 1 - len(count) - 5
        self._write(*([search_line(stage)] if stage else []), count + (f"     {hint}" if room >= len(hint) > 0 else ""))

    @property
    def lists(self) -> bool:
        """Whether finished sessions may be shown one by one."""
        return self._terminal and not self._quiet

    def is_long(self, total: int) -> bool:
        """Returns whether the work is long enough for a line per session, and has few enough sessions."""
        return 1 < total <= SESSIONS and time.monotonic() - self._start >= PATIENCE

    def finished(self, session: str, rate: str, seconds: float) -> None:
        """Prints a lasting line about a finished session."""
        columns = terminal_columns(sys.stderr) - 1
        line = f"  {fit(visible(session), max(columns // 3, 8))}  {rate}   {seconds:.0f} s"
        self._write()
        with suppress(OSError):
            print(fit(line, columns), file=sys.stderr, flush=True)

    def paced(self, pace: Pace) -> None:
        """Shows the progress of a streamed corpus. Shows at once what it waits for."""
        line = f"{self._system} {pace.line()}"
        if self._terminal:
            self._write(line)
        else:
            self._print(line, PATIENCE, MINUTE, pace.waits)

    def _print(self, line: str, first: float, second: float, waits: str = "") -> None:
        """Prints a line now and then, without a terminal."""
        seconds = time.monotonic() - self._start
        if not self._quiet and (seconds >= max(self._due, first) or self._waits != waits != ""):
            self._due = second if seconds < second else seconds + MINUTE
            self._waits = waits
            state(line)

    def _write(self, *lines: str) -> None:
        """Put these lines in place of the last ones on the terminal."""
        width = terminal_columns(sys.stderr) - 1
        lines = tuple(fit(visible(line), width) for line in lines)
        if not self._terminal or self._quiet or lines == self._shown:
            return
        up = f"\033[{len(self._shown) - 1}A" if len(self._shown) > 1 else ""
        text = "\n".join(f"{line}\033[K" for line in lines)
        self._shown = lines
        with suppress(OSError):  # a terminal that was closed
            print(f"\r{up}\033[J{text}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._write()
        if kind is None or not issubclass(kind, KeyboardInterrupt) or not self._total:
            return
        message = f"{self._done:,} of {counted(self._total, 'session')} of {self._system} scored"
        if self._total == 1:
            if self._stage is None:  # nothing is searched for
                return
            best = f"best {self._stage.best:,}, lower bound {self._stage.bound:,.0f}"
            message = (
                f"the search of {self._system} had reached {best}; --time-limit SECONDS keeps the best result so far"
            )
        note(message)


def search_line(stage: Stage) -> str:
    """Returns the state of the search of a session: its best cost and the lower bound.

    >>> from hubbub.model.result_details import Stage
    >>> search_line(Stage("ES2004a", 3250, 3238.5, 0, 0, 12))
    '  ES2004a: best 3,250, lower bound 3,239 (gap 0.35%)'
    """
    gap = (stage.best - stage.bound) / stage.best if stage.best else 0
    return f"  {stage.name}: best {stage.best:,}, lower bound {ceil(stage.bound - 1e-6):,} (gap {percent(gap)})"


def progress_line(name: str, done: int, total: int, seconds: float, stage: Stage | None, bar: bool = True) -> str:
    """Returns the number of finished sessions, and the time left at the current rate.

    >>> progress_line("hyp", 12, 40, 35.2, None, bar=False)
    'hyp 12/40 sessions, 35 s, about 82 s left'
    """
    line = f"{done:,}/{total:,} sessions, {seconds:.0f} s"
    if done and seconds >= PATIENCE:
        line += f", about {duration(seconds * (total - done) / done)} left"
    if bar:
        return f"  {'█' * (20 * done // total):░<20} {name} {line}"
    if stage is not None:
        line += f": {search_line(stage).strip()}"
    return f"{name} {line}"
