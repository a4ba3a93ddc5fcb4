"""Parser of the command line, built from METRICS, Options and the table of commands.

Imports only declarations: `hubbub --help` must not load the core.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NoReturn

from hubbub.cli.command_table import ARGUMENTS, OTHERS, SYSTEMS, Command, of_times, of_words
from hubbub.cli.peers import COMMANDS, SHORT
from hubbub.cli.terminal import terminal_columns
from hubbub.errors import OptionError, brief, nearest
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS
from hubbub.model.options import KINDS, OPTIONS, options_for
from hubbub.model.settings import DEFAULTS as SETTINGS
from hubbub.model.tables import visible
from hubbub.streams import standard_output
from hubbub.version import __version__


class Once(argparse.Action):
    """Stores the value of an option. Refuses a second one, which would silently replace the first."""

    def __init__(self, several: str = "", **choices: Any) -> None:
        """Stores `several`, an example of a value with several parts, if the option takes them."""
        super().__init__(**choices)
        self.several = several

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        given: set[str] = namespace.__dict__.setdefault("given", set())
        if option is not None and self.dest in given:
            remedy = f", e.g. {option} {self.several}" if self.several else ""
            raise OptionError(f"{option} is given twice; use it once{remedy}")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser whose options may be given once, unless their action appends values."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(**choices)
        self.register("action", None, Once)
        self.color = False  # from 3.14 on, argparse colors help on terminals

    def error(self, message: str) -> NoReturn:
        if message.startswith("argument -h/"):  # often meant as --help
            message = "-h is the hypothesis and needs a FILE; --help explains the command"
        if side := re.match("ambiguous option: -(-ref|-hyp)[= ]", message):
            message = f"no option -{side[1]}; {SHORT[side[1]]}"
        super().error(visible(brief(message)))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Prints help, usage and version, with an error if standard output cannot be written, unlike argparse."""
        if file is None or file is sys.stderr:
            super()._print_message(message, file)
        else:
            with standard_output() as output:
                output.write(message)


def with_outputs_joined(arguments: Sequence[str]) -> list[str]:
    """Returns the arguments with `-o -.csv` as one: argparse would read `-.csv` as an option.

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
    """Help that fits 80 columns, with descriptions close to the left. Keeps the line breaks of a text."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=min(terminal_columns(), 100) - 2)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Returns an option's names, each with its value; argparse from Python 3.13 shows the value once."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join(f"{name} {value}" for name in action.option_strings)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        entry = " " * ENTRY  # indent of an entry's second and later lines
        lines = (
            wrap(line, width - len(indent), subsequent_indent=entry if line[:2] == "  " else "")
            for line in text.split("\n")
        )
        return "\n".join(indent + f"\n{indent}".join(line) for line in lines)


ENTRY = 18
"""The column at which the text of a list entry begins."""


def take_inputs(parsed: argparse.Namespace, others: list[str]) -> list[str]:
    """Takes arguments without an option as inputs, if the command has such; returns the unknown ones.

    argparse would take them only before all options.
    """
    if not hasattr(parsed, "both"):
        return others
    if any(other.startswith("-") and other != "-" for other in others):
        return others
    if hasattr(parsed, "loose"):
        parsed.both = others
        return []
    missing = [flag for flag, given in (("-r", parsed.reference), ("-h", parsed.hypothesis)) if not given]
    if not others and missing:
        are = "is" if len(missing) == 1 else "are"
        parsed.fail(f"{' and '.join(missing)} {are} missing; use -r FILE -h FILE, or one FILE with both sides")
    if len(missing) < 2:
        return others
    if len(others) > 1:
        parsed.fail(f"which file is the reference? write -r {others[0]} -h {' '.join(others[1:])}")
    parsed.both, parsed.reference, parsed.hypothesis = others, others, [others]
    return []


def overview() -> str:
    """Returns the list of all commands for the help, the most common ones first."""

    def entries(texts: dict[str, str]) -> str:
        return "\n".join(f"  {name}".ljust(ENTRY - 1) + f" {text}" for name, text in texts.items())

    common = [metric for metric in METRICS.values() if not metric.name.endswith("_by_word")]
    by_word = ", ".join(name for name in METRICS if name.endswith("_by_word"))
    return "\n\n".join(
        (
            "word error rates:\n" + entries({metric.name: metric.about for metric in common if not metric.timed}),
            f"  with --collar:  {', '.join(metric.name for metric in common if metric.timed)} align words only if"
            " their times overlap within the collar",
            f"  by word:        {by_word}",
            "  of characters:  cer, cpcer, tcpcer etc.; cpcer is cpwer with --unit char",
            "diarization metrics:\n" + entries({metric.name: metric.about for metric in DIARIZATION.values()}),
            "other commands:\n" + entries({name: command.about for name, command in OTHERS.items()}),
        )
    )


BY_GROUP = {
    "more metrics": " ".join(name for name in METRICS if not METRICS[name].timed and not name.endswith("_by_word"))
    + " ier deter purity coverage purcov bcubed nmi wder",
    "explain": "blame errors align report inspect",
    "compare": "score compare rank merge average",
    "files": "convert normalize",
    "help": "help metrics demo completion",
}
"""The commands that the summary lists, by what they are for."""


def summary() -> str:
    """Returns what `hubbub` alone prints: the metrics that most people need, then the other commands."""
    named = {name for row in SYSTEMS for cell in row[1:] for name in cell.split(", ")}
    rows = [f"  {system:<35}{metrics:<10}{timed}" for system, metrics, timed in (("", "use", "with times"), *SYSTEMS)]
    rows[0] = "my system …".ljust(37) + rows[0][37:]
    for title, names in BY_GROUP.items():
        listed = ", ".join(name for name in names.split() if name not in named)
        rows += wrap(listed, 78, initial_indent=f"{title:<14}", subsequent_indent=" " * 14)
    return "\n".join(
        (
            "hubbub scores speech recognition with several speakers. Try it: hubbub demo",
            "\nusage: hubbub cpwer -r ref.stm -h hyp.stm\n",
            *rows[: len(SYSTEMS) + 1],
            "",
            *rows[len(SYSTEMS) + 1 :],
            "\nhubbub help lists all commands; hubbub help COMMAND explains one.",
        )
    )


BOTH = "One FILE can replace -r and -h if it has both sides: a NeMo manifest, or a table of reference and hypothesis."
DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("allow_skipped", "explain", "explain_normalizer", "force", "json", "quiet"), False),
    "color": "auto",
    "fail_above": [],
    "fail_below": [],
}
"""Values of options that a command lacks."""


def build_parser(names: Sequence[str] = (*ALL_METRICS, *CHARACTERS, *OTHERS)) -> argparse.ArgumentParser:
    """Returns the parser of the command line. Building only the needed commands saves time."""
    parser = Parser(
        prog="hubbub",
        usage="hubbub COMMAND [options]",
        description=f"Scores speech recognition with several speakers.\n\n{overview()}",
        epilog="example: hubbub cpwer -r ref.stm -h hyp.stm\nhubbub COMMAND --help shows the options of a command.",
        add_help=False,
        formatter_class=Formatter,
    )
    parser.add_argument("-h", "--help", action="help", help="show this help")
    parser.add_argument("--version", action="version", version=f"hubbub {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help=argparse.SUPPRESS)
    for name in names:
        command = command_named(name)
        own = commands.add_parser(
            name,
            prog=f"hubbub {name}",
            usage=f"hubbub {name} {command.usage} [options]",
            description=command.about,
            epilog="\n".join(filter(None, (BOTH if command.files == "both" else "", command.ending))) or None,
            add_help=False,
            formatter_class=Formatter,
        )
        add_arguments(own, command)
        own.add_argument("--help", action="help", help="show this help")
        own.set_defaults(**DEFAULTS, fail=own.error, **({} if name in OTHERS else {"metrics": [name]}))
        own.set_defaults(**FILES.get(command.files, {}), **command.defaults, writes=command.writes.split())
    return parser


FILES: dict[str, dict[str, Any]] = {"both": {"both": None}, "more": {"both": [], "loose": True}}
"""Defaults for files instead of -r and -h; see `take_inputs`."""


def command_named(name: str) -> Command:
    """Returns the command of this name, with the beginning of its help."""
    if name in OTHERS:
        return OTHERS[name]._replace(about=OTHERS[name].about.capitalize() + ".")
    metric = METRICS[CHARACTERS[name]] if name in CHARACTERS else ALL_METRICS[name]
    title = f"{metric.title} of characters" if name in CHARACTERS else metric.title
    text = f"{title}. {metric.about}\n\nUse it when: {metric.when}"
    return of_times(name, text) if name in DIARIZATION else of_words(text, getattr(metric, "timed", False))


def add_arguments(parser: argparse.ArgumentParser, command: Command) -> None:
    """Adds the arguments of a command: the first ones, then the others by group.

    If options of two kinds have the same name, the first is added.
    """
    places: dict[str, tuple[str, str]] = {}  # group and kind of each argument; the kind of an option of Options
    for title, names in command.groups.items():
        for name in names.split():
            for field in options_for(name) if name in KINDS else ():
                places.setdefault("--" + field.replace("_", "-"), (title, name))
            if name not in KINDS:
                places.setdefault(name, (title, ""))
    first = command.first.split()
    groups: dict[str, argparse._ActionsContainer] = {"": parser}
    for name in dict.fromkeys((*first, *places)):
        title, kind = places[name]
        title = "" if name in first else title
        if title not in groups:
            groups[title] = parser.add_argument_group(title)
        if kind:
            field = name[2:].replace("-", "_")
            add_option(groups[title], field, kind, field in command.hidden.split())
        else:
            add_argument(groups[title], name, command)


def add_argument(group: argparse._ActionsContainer, name: str, command: Command) -> None:
    """Adds an argument of ARGUMENTS, as the command has it."""
    flags, text, how = ARGUMENTS.get(name, ((name,), "", {}))
    own = command.own.get(name, text)
    text, how = (own, how) if isinstance(own, str) else own
    text = text.format(suffixes(command.writes.split()))
    group.add_argument(*flags, help=argparse.SUPPRESS if name in command.hidden.split() else text, **how)


def suffixes(names: Sequence[str]) -> str:
    """Returns the suffixes of files for the help.

    >>> suffixes([".md", ".xml", ".html"])
    '.md, .xml (JUnit) or .html'
    """
    *others, last = [name.replace(".xml", ".xml (JUnit)") for name in names] or [""]
    return f"{', '.join(others)} or {last}" if others else last


def add_option(group: argparse._ActionsContainer, field: str, kind: str, hidden: bool) -> None:
    """Adds an option of Options, which may be hidden from the help. Its default is None."""
    option, default = OPTIONS[field], getattr(SETTINGS, field)
    text = option.help_for(kind).replace("%", "%%")
    text = text[0].lower() + text[1:].removesuffix(".")  # as the help of arguments
    if option.values:
        text += f" {', '.join(option.values)}" + ("" if default is None else f"; default {default}")
    how: dict[str, Any] = {"metavar": option.metavar, "several": option.several}
    if default is False:
        how = {"action": "store_true"}
    elif option.adds:
        how = {"metavar": option.metavar, "action": "append"}
    elif option.bare is not None:
        how |= {"nargs": "?", "const": option.bare}
    group.add_argument("--" + field.replace("_", "-"), help=argparse.SUPPRESS if hidden else text, **how)


def command_of(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """Returns the parser of one command."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    command: argparse.ArgumentParser = commands.choices[name]
    return command


def check_command(arguments: Sequence[str]) -> str | None:
    """Returns the command at the start of the arguments, or None. Raises OptionError with a hint if it is unknown."""
    names = [*ALL_METRICS, *CHARACTERS, *OTHERS]
    alone = len(arguments) < 2 or arguments[0] in ("--help", "--version")
    if not arguments or (alone and arguments[0].startswith("-")):
        return None
    if arguments[0].startswith("-"):
        meant = next((word for word in arguments if word in names), "cpwer")
        rest = " ".join(word for word in arguments if word != meant)
        raise OptionError(
            f"no command before {arguments[0]}; use hubbub {meant} {rest}, or hubbub --help for all commands"
        )
    if arguments[0] not in names:
        if arguments[0] in COMMANDS:
            raise OptionError(f"no command {arguments[0]}; use hubbub {COMMANDS[arguments[0]]}")
        hint = nearest(arguments[0], names, 0.65, "hubbub help lists all")
        raise OptionError(f"unknown command or metric {arguments[0]!r}; {hint}")
    return arguments[0]
