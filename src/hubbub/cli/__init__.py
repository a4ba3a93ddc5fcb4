"""The command line."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


TERMINATED = ("terminated",)
"""What the interrupt has that SIGTERM brings: the run ends as with Ctrl-C, and says what was done."""


def _terminate(*_: object) -> NoReturn:
    raise KeyboardInterrupt(*TERMINATED)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and end the process with its exit code.

    Whatever it needs is imported here, so that Ctrl-C is answered by one line from the first moment on.
    """
    alone = arguments is None  # is the process there for this command alone?
    if alone:
        gc.set_threshold(100_000)  # searching for cycles while modules are imported takes an eighth of a small command
    try:
        # `signal` would first make enumerations of what it takes from here.
        from _signal import SIGTERM, signal  # type: ignore[import-not-found]

        from hubbub.cli.run import run

        if alone:
            import argparse

            signal(SIGTERM, _terminate)
            # Our help is English. argparse would look in files for its words in other languages, and import `locale`.
            vars(argparse)["_"] = str
        run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt as end:
        from hubbub.cli.exit_codes import EXIT_INTERRUPTED, EXIT_TERMINATED

        how = "terminated" if end.args == TERMINATED else "interrupted"
        if sys.stderr is not None:
            print(f"hubbub: {how}", file=sys.stderr, flush=True)
        os._exit(
            EXIT_TERMINATED if end.args == TERMINATED else EXIT_INTERRUPTED
        )  # without waiting for threads that still run; files are written whole or not at all
    except SystemExit as end:
        if alone and isinstance(end.code, int):
            os._exit(end.code)  # all is written: taking the interpreter apart would take a tenth of a small command
        raise
