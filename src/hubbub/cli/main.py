"""`hubbub`: reads the arguments, runs the command, and ends with its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from hubbub.cli.exit_codes import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_USAGE
from hubbub.cli.parser import build_parser, check_command
from hubbub.errors import HubbubError


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and end the process with its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        status = dispatch(arguments)
        sys.stdout.flush()
    except HubbubError as error:
        print(f"hubbub: {error}", file=sys.stderr)
        status = EXIT_BAD_INPUT
    except BrokenPipeError:
        # The reader of the pipe has closed it; the interpreter must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("hubbub: interrupted", file=sys.stderr)
        sys.stderr.flush()
        os._exit(EXIT_INTERRUPTED)  # without waiting for threads that still run; files are written whole or not at all
    sys.exit(status)


def dispatch(arguments: Sequence[str]) -> int:
    name = check_command(arguments)
    parser = build_parser([] if name is None else [name])
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.print_help()
        return EXIT_USAGE
    from hubbub.cli import commands  # imported late: it loads the core, for which --help must not wait

    run = {
        "align": commands.align,
        "report": commands.report,
        "convert": commands.convert,
        "metrics": commands.metrics,
    }.get(parsed.command, commands.score)
    return run(parsed)
