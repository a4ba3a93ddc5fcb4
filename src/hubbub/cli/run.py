"""`hubbub`: reads the arguments, runs the command, and ends with its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from hubbub.cli.exit_codes import EXIT_BAD_INPUT, EXIT_PIPE, EXIT_USAGE
from hubbub.cli.parser import (
    build_parser,
    check_command,
    command_named,
    command_of,
    summary,
    take_inputs,
    with_outputs_joined,
)
from hubbub.cli.peers import SHORT, unknown
from hubbub.cli.terminal import choose_color, error, flush, prepare_streams, say, show_messages
from hubbub.errors import HubbubError, MissingOptionError, on_command_line


def run(arguments: Sequence[str]) -> NoReturn:
    """Runs a command and ends the process with its exit code."""
    prepare_streams()
    try:
        with on_command_line():
            status = ended(arguments)
        flush()
    except HubbubError as found:
        error(str(found))
        abandon_output()
        status = EXIT_USAGE if isinstance(found, MissingOptionError) else EXIT_BAD_INPUT
    except BrokenPipeError:
        abandon_output()
        status = EXIT_PIPE
    finally:
        show_messages()
        choose_color("auto")
    sys.exit(status)


def ended(arguments: Sequence[str]) -> int:
    """Returns the exit code of the command, also if argparse ends it after --help or wrong usage."""
    try:
        return dispatch(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


def abandon_output() -> None:
    """Discards output that standard output did not accept, so the interpreter does not retry at exit."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def dispatch(arguments: Sequence[str]) -> int:
    name = check_command(arguments)
    parser = build_parser([] if name is None else [name])
    parsed, others = parser.parse_known_args(with_outputs_joined(arguments))
    parsed.arguments = arguments
    choose_color(getattr(parsed, "color", "auto"))
    others = take_inputs(parsed, others)
    if others:
        from hubbub.cli.completion import commands_with  # imported late, as are all commands: few options are unknown

        own = parser if name is None else command_of(parser, name)
        own.error(unknown([*(word for word in arguments if word in SHORT), *others], own, commands_with))
    if parsed.command is None:
        say(summary())
        return EXIT_USAGE
    home = command_named(parsed.command).home
    module, _, function = home.partition(".")
    status: int = getattr(import_module(f"{__package__}.{module}"), function)(parsed)  # most load the core
    return status
