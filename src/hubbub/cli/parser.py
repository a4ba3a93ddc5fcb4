"""The arguments of the command line, built from METRICS and Options.

Only declarations are imported: `hubbub --help` must not wait for the core to load.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hubbub.cli.argument_groups import add_all, add_inputs, add_options, add_outputs
from hubbub.cli.arguments import ENTRY, Formatter, Parser
from hubbub.errors import OptionError
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS, nearest
from hubbub.version import __version__

OTHERS = {
    "score": "several metrics and systems side by side",
    "rank": "a leaderboard: systems by their rate, with intervals",
    "align": "show which words were matched",
    "errors": "the most frequent errors: which words are taken for which",
    "blame": "whose fault the errors are: labels, segments or words",
    "compare": "say which system is better, on these recordings and on others",
    "report": "write a page that shows every word, to open in a browser",
    "convert": "convert transcripts between formats",
    "normalize": "run a normaliser over transcripts or lines of text",
    "merge": "put saved scores together: sessions of one system, or systems side by side",
    "average": "averages of saved scores, micro and macro, over all sessions or by group",
    "inspect": "tell what files are taken for, and what is odd about them",
    "metrics": "explain the metrics",
    "completion": "print what lets a shell complete commands and options: bash, zsh or fish",
}


def take_inputs(parsed: argparse.Namespace, others: list[str]) -> list[str]:
    """Take arguments without an option as inputs, where the command takes such; what is left is unknown.

    argparse would take them only where no option stands before them.
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
        parsed.fail(f"{' and '.join(missing)} {are} missing; give -r FILE -h FILE, or a FILE that holds both sides")
    if len(missing) < 2:
        return others
    if len(others) > 1:
        parsed.fail(f"which file is the reference? write -r {others[0]} -h {' '.join(others[1:])}")
    parsed.both, parsed.reference, parsed.hypothesis = others, others, [others]
    return []


USAGE = {
    "compare": "-m NAME -r FILE -h A=FILE -h B=FILE",
    "convert": "INPUT [INPUT ...] OUTPUT",
    "inspect": "FILE [FILE ...]",
    "metrics": "[NAME ...]",
    "normalize": "--normalizer STEPS [FILE ...]",
    "completion": "bash|zsh|fish",
    "merge": "FILE [FILE ...]",
    "average": "FILE [FILE ...]",
    "rank": "-m NAME -r FILE -h FOLDER",
    "report": "-m NAMES -r FILE -h FILE -o report.html",
    "score": "-m NAMES -r FILE -h FILE",
}


def command(commands: argparse._SubParsersAction[Parser], name: str, text: str) -> argparse.ArgumentParser:
    usage = f"hubbub {name} {USAGE.get(name, '-r FILE -h FILE')} [options]".replace("  ", " ")
    parser = commands.add_parser(
        name, prog=f"hubbub {name}", usage=usage, description=text, add_help=False, formatter_class=Formatter
    )
    parser.add_argument("--help", action="help", help="show this help")
    return parser


def overview() -> str:
    """All commands, in the order in which one looks for them."""

    def entries(texts: dict[str, str]) -> str:
        return "\n".join(f"  {name}".ljust(ENTRY - 1) + f" {text}" for name, text in texts.items())

    common = [metric for metric in METRICS.values() if not metric.name.endswith("_by_word")]
    by_word = ", ".join(name for name in METRICS if name.endswith("_by_word"))
    return "\n\n".join(
        (
            "error rates of words, a command each:\n"
            + entries({metric.name: metric.about for metric in common if not metric.timed}),
            f"  the same where words pair only if their times overlap within --collar:"
            f" {', '.join(metric.name for metric in common if metric.timed)}",
            f"  more metrics:   {by_word};"
            " cer, cpcer, tcpcer and so on count characters: cpcer is cpwer with --unit char",
            "measures of who spoke when, a command each:\n"
            + entries({metric.name: metric.about for metric in DIARIZATION.values()}),
            f"other commands:\n{entries(OTHERS)}",
        )
    )


def build_parser(names: Sequence[str] = (*ALL_METRICS, *CHARACTERS, *OTHERS)) -> argparse.ArgumentParser:
    """The parser of the whole command line, or of some commands only: building all of them takes time."""
    parser = Parser(
        prog="hubbub",
        usage="hubbub COMMAND [options]",
        description=f"Word error rates for many people talking at once.\n\n{overview()}",
        epilog="hubbub cpwer -r ref.stm -h hyp.stm\nhubbub COMMAND --help tells the options of a command.",
        add_help=False,
        formatter_class=Formatter,
    )
    parser.add_argument("--help", action="help", help="show this help")
    parser.add_argument("--version", action="version", version=f"hubbub {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help=argparse.SUPPRESS)
    for name in names:
        if name in CHARACTERS:
            words = METRICS[CHARACTERS[name]]
            subparser = command(
                commands, name, f"{words.title} of characters. {words.about}\n\nUse it when: {words.when}"
            )
            add_all(subparser, add_inputs, add_options, add_outputs)
            subparser.set_defaults(metrics=[name])
        elif name in ALL_METRICS:
            metric = ALL_METRICS[name]
            subparser = command(commands, name, f"{metric.title}. {metric.about}\n\nUse it when: {metric.when}")
            add_inputs(subparser)
            if name in METRICS:
                add_all(subparser, add_options, add_outputs)
            else:
                add_options(subparser, diarization=not DIARIZATION[name].of_words, cluster=False)
                limits = ("below",) if DIARIZATION[name].higher_is_better else ("above",)
                add_outputs(subparser, words=False, limits=limits)
                subparser.set_defaults(alignment=False, allow_skipped=False)
            subparser.set_defaults(metrics=[name])
        else:
            from hubbub.cli.command_arguments import ADD  # imported late: metrics need none

            ADD[name](command(commands, name, OTHERS[name].capitalize() + "."))
    return parser


def command_of(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    found: argparse.ArgumentParser = commands.choices[name]
    return found


def check_command(arguments: Sequence[str]) -> str | None:
    """The command that the arguments begin with; None if there is none. An unknown one is an error with a hint."""
    known = [*ALL_METRICS, *CHARACTERS, *OTHERS]
    alone = len(arguments) < 2 or arguments[0] in ("--help", "--version")
    if not arguments or (alone and arguments[0].startswith("-")):
        return None
    if arguments[0].startswith("-"):
        meant = next((word for word in arguments if word in known), "cpwer")
        rest = " ".join(word for word in arguments if word != meant)
        raise OptionError(
            f"no command before {arguments[0]}; write hubbub {meant} {rest}, or hubbub --help for all commands"
        )
    if arguments[0] not in known:
        from hubbub.cli.peers import COMMANDS

        if arguments[0] in COMMANDS:
            raise OptionError(f"no command {arguments[0]}; write hubbub {COMMANDS[arguments[0]]}")
        raise OptionError(f"unknown command or metric {arguments[0]!r}; {nearest(arguments[0], known)}")
    return arguments[0]
