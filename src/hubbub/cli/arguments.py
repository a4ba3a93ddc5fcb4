"""How arguments are taken and explained: each option once, help that fits the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from hubbub.cli.terminal import terminal_columns
from hubbub.errors import OptionError, brief
from hubbub.model.tables import visible
from hubbub.streams import standard_output


class Once(argparse.Action):
    """Stores the value of an option. A second value would replace the first in silence, so it is refused."""

    def __init__(self, several: str = "", **choices: Any) -> None:
        """Several is an example of how to write more than one in one value, where that is possible."""
        super().__init__(**choices)
        self.several = several

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given: set[str] = namespace.__dict__.setdefault("given", set())
        if option is not None and self.dest in given:
            remedy = f", as in {option} {self.several}" if self.several else ""
            raise OptionError(f"{option} is given twice; give it once{remedy}")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser whose options may be given once, unless their action adds up what is given."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(**choices)
        self.register("action", None, Once)

    def error(self, message: str) -> NoReturn:
        if message.startswith("argument -h/"):  # whoever wants help
            message = "-h is the hypothesis and needs a FILE; --help explains the command"
        super().error(visible(brief(message)))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help, usage and version. argparse would not tell that standard output cannot be written."""
        if file is None or file is sys.stderr:
            super()._print_message(message, file)
        else:
            with standard_output() as output:
                output.write(message)


def with_outputs_joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with `-o -.csv` as one of them: argparse would take `-.csv` for an option.

    >>> with_outputs_joined(["wer", "-o", "-.csv", "--json"])
    ['wer', '-o-.csv', '--json']
    """
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] in ("-o", "--output") and argument.startswith("-."):
            joined[-1] = f"-o{argument}"
        else:
            joined.append(argument)
    return joined


class Formatter(argparse.HelpFormatter):
    """Help that fits 80 columns, with the descriptions close to the left. The lines of a text stay lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=min(terminal_columns(), 100) - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import wrap  # imported late: it is for help alone

        entry = " " * ENTRY  # before the further lines of an entry in a list
        lines = (wrap(line, width, subsequent_indent=entry if line[:2] == "  " else "") for line in text.split("\n"))
        return "\n".join(indent + "\n".join(line) for line in lines)


ENTRY = 18
"""The column where the text of an entry in a list begins."""
