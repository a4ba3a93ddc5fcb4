"""The terminal: its width, its encoding, and what is said on it."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TextIO

from hubbub.errors import brief
from hubbub.model.tables import visible, wrapped
from hubbub.streams import standard_output

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
