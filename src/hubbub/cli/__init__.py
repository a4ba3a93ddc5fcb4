"""The command line."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process with its exit code.

    Whatever it needs is imported here, so that Ctrl-C is answered by one line from the first moment on.
    """
    alone = arguments is None  # is the process there for this command alone?
    try:
        if alone:
            _hear_signals()
        from hubbub.cli.run import run

        run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt as end:
        code = 128 + (end.args[0] if end.args else 2)  # as shells have it
        if sys.stderr is not None:
            from contextlib import suppress

            with suppress(OSError):  # a terminal that was closed
                print(f"hubbub: {'terminated' if end.args else 'interrupted'}", file=sys.stderr, flush=True)
        if alone:
            # A thread may still read a large file in the core: waiting for it would take long. Files are whole or gone.
            os._exit(code)
        sys.exit(code)


def _hear_signals() -> None:
    """Handles signals that would end the process at once like Ctrl-C, so that open files are tidied up."""
    import signal

    from hubbub.platform import SIGNALS

    if not SIGNALS:
        return

    def end(number: int, _: object) -> NoReturn:
        raise KeyboardInterrupt(number)

    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as after nohup
            signal.signal(number, end)
