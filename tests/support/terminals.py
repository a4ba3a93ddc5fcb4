"""Commands on a pseudo-terminal, as people see them."""

from __future__ import annotations

import os
import re
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

CODE = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
"""What changes colors and moves the cursor."""
DRAWN = re.compile("[█▉▊▋▌▍▎▏▒░├┤┼●─]+")
"""What a bar is made of."""


def on_a_terminal(
    arguments: Sequence[str | Path], columns: int = 80, lines: int = 500, environment: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """The exit code of a command, what it printed with its standard output on a terminal, and its standard error."""
    import fcntl  # which Windows has not
    import pty
    import subprocess
    import termios

    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    known = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR", "PAGER")}
    command = [sys.executable, "-m", "hubbub", *map(str, arguments)]
    shown = b""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=other,
        stderr=subprocess.PIPE,
        env={**known, "TERM": "xterm-256color", "PYTHONUTF8": "1", **(environment or {})},
    ) as process:
        os.close(other)
        while True:
            try:
                read = os.read(terminal, 1 << 16)
            except OSError:  # so Linux says that nobody writes any more
                break
            if not read:
                break
            shown += read
        assert process.stderr is not None
        error = process.stderr.read().decode()
    os.close(terminal)
    return process.returncode, shown.decode().replace("\r\n", "\n"), error


def plain(text: str) -> str:
    """The text without colors."""
    return CODE.sub("", text)


def words(text: str) -> list[str]:
    """The words and numbers of what a command printed, without colors, bars and hints for people at a terminal."""
    lines = [line for line in plain(text).splitlines() if not line.startswith("next: ")]
    return DRAWN.sub(" ", "\n".join(lines)).split()
