"""What a command gave: for the fixture in conftest.py and the tests that use it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Run(NamedTuple):
    code: int
    out: str
    err: str


Hubbub = Callable[..., Run]


def interrupted_on_a_terminal(command: Sequence[str], mark: str) -> tuple[int, str]:
    """Run a command whose standard error is a terminal, press Ctrl-C once it shows this; its code, what it showed."""
    import pty  # which Windows has not

    terminal, other = pty.openpty()
    shown = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=other) as process, open(terminal, "rb", 0) as own:
        os.close(other)
        while mark.encode() not in shown:
            shown += own.read(1 << 16)
        process.send_signal(signal.SIGINT)
        try:
            while more := own.read(1 << 16):
                shown += more
        except OSError:  # so Linux says that nobody writes any more
            pass
    return process.returncode, shown.decode()
