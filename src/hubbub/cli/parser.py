"""The arguments of the command line, built from METRICS and Options.

Only declarations are imported: `hubbub --help` must not wait for the core to load.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.cli.arguments import ENTRY, Formatter, Parser
from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.errors import OptionError
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES
from hubbub.model.metrics import ALL_METRICS, CHARACTERS, METRICS, nearest
from hubbub.version import __version__

if TYPE_CHECKING:
    from hubbub.model.options import About

COLOURS = ("auto", "always", "never")

OTHERS = {
    "score": "several metrics and systems side by side",
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
    "man": "print the manual page",
}


def add_all(parser: argparse.ArgumentParser, *adders: Callable[[argparse.ArgumentParser], None]) -> None:
    for add in adders:
        add(parser)


def add_options(
    parser: argparse.ArgumentParser, diarization: bool = False, rest: bool = False, cluster: bool = True
) -> None:
    """An option for every field of the options; the rest are those for diarisation that others lack."""
    from hubbub.model.options import DiarizationOptions, Options, about  # imported late: `hubbub --help` has none

    options = DiarizationOptions if diarization or rest else Options
    group = parser.add_argument_group(f"for {', '.join(OF_TIMES)}" if rest else "how to score")
    for field in options._fields:
        if rest and field in Options._fields:
            continue
        add_field(group, field, about(field, options), options._field_defaults[field])
    if cluster and options is Options:
        text = "score on a Dask cluster: the address of its scheduler, as in tcp://host:8786, or its --scheduler-file"
        group.add_argument("--dask", metavar="ADDRESS", help=text)


def add_field(group: argparse._ArgumentGroup, field: str, option: About, default: Any) -> None:
    """The option of one field."""
    flag = "--" + field.replace("_", "-")
    text = option.help.replace("%", "%%")
    if option.values:
        text += f" {', '.join(option.values)}" + ("." if default is None else f"; default {default}.")
    if default is False:
        group.add_argument(flag, action="store_true", help=text)
    elif option.adds:
        group.add_argument(flag, action="append", metavar=option.metavar, default=default, help=text)
    elif option.bare is not None:
        group.add_argument(flag, nargs="?", const=option.bare, metavar=option.metavar, default=default, help=text)
    else:
        group.add_argument(flag, metavar=option.metavar, default=default, help=text, several=option.several)


def add_intervals(parser: argparse.ArgumentParser) -> None:
    """An option for every field of the options of intervals."""
    from hubbub.model.interval_options import IntervalOptions
    from hubbub.model.options import about

    group = parser.add_argument_group("how sure")
    for field, default in IntervalOptions._field_defaults.items():
        add_field(group, field, about(field, IntervalOptions), default)


def add_inputs(parser: argparse.ArgumentParser, required: bool = True) -> None:
    both = "FILE instead of -r and -h, if it holds both sides: a NeMo manifest, or a table of reference and hypothesis"
    group = parser.add_argument_group("input", both if required else None)
    group.add_argument("-r", "--reference", nargs="+", action="extend", metavar="FILE", help="files, folders or globs")
    group.add_argument(
        "-h",
        "--hypothesis",
        nargs="+",
        action="append",
        metavar="[NAME=]FILE",
        help="hypothesis file or files of one system; repeat -h for more systems",
    )
    if required:
        parser.set_defaults(both=None, fail=parser.error)


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


def add_allowance(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--allow-skipped", action="store_true", help="exit code 0 even if --overlap-limit skipped groups"
    )


LIMITS = {"above": "an error rate", "below": "a measure that is better the higher"}
"""What `--fail-above` and `--fail-below` are about."""


def add_outputs(parser: argparse.ArgumentParser, words: bool = True, limits: Sequence[str] = ("above",)) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help=f"also write .json, .csv, .md, .xml (JUnit), .parquet{' or .html' if words else ''}; - for stdout",
    )
    group.add_argument("--force", action="store_true", help="overwrite files that exist")
    group.add_argument("--json", action="store_true", help="JSON on standard output instead of a table")
    if words:
        group.add_argument("--alignment", action="store_true", help="with the word alignment in JSON")
    group.add_argument("--total", action="store_true", help="one row for the total, none for each session")
    group.add_argument("--pairing", action="store_true", help="show who was matched with whom")
    group.add_argument("--per-speaker", action="store_true", help="show the errors of each speaker")
    if words:
        group.add_argument("--explain", action="store_true", help="show where the work of a search went")
        group.add_argument(
            "--explain-normalizer",
            action="store_true",
            help="show what each step changed, and the errors that it saved",
        )
    group.add_argument("--quiet", action="store_true", help="no table, no progress, no notes")
    for side in limits:
        group.add_argument(
            f"--fail-{side}",
            action="append",
            default=[],
            metavar="[METRIC=]RATE",
            help=f"end with exit code {EXIT_ABOVE} if {LIMITS[side]} is {side} in total, as in 40%%",
        )
    parser.set_defaults(**{f"fail_{side}": [] for side in LIMITS if side not in limits})
    if words:
        add_allowance(group)
        group.add_argument(
            "--resume",
            metavar="FILE",
            help="write this .json; sessions that it, or the journal of a run that was ended, has are not scored again",
        )
        group.add_argument(
            "--stream", action="store_true", help="read sessions as they are needed, as is done beyond 256 MB"
        )
    add_intervals(parser)


USAGE = {
    "compare": "-m NAME -r FILE -h A=FILE -h B=FILE",
    "convert": "INPUT [INPUT ...] OUTPUT",
    "inspect": "FILE [FILE ...]",
    "metrics": "[NAME ...]",
    "normalize": "--normalizer STEPS [FILE ...]",
    "completion": "bash|zsh|fish",
    "man": "",
    "merge": "FILE [FILE ...]",
    "average": "FILE [FILE ...]",
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

    return "\n\n".join(
        (
            "error rates of words, a command each:\n"
            + entries({metric.name: metric.about for metric in METRICS.values() if not metric.timed}),
            f"  the same where words pair only if their times overlap within --collar:"
            f" {', '.join(metric.name for metric in METRICS.values() if metric.timed)}",
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
        epilog="cer, cpcer, tcpcer and so on count characters: cpcer is cpwer with --unit char.\n"
        "hubbub cpwer -r ref.stm -h hyp.stm\nhubbub COMMAND --help tells the options of a command.",
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
                subparser.set_defaults(alignment=False, allow_skipped=False, explain=False, explain_normalizer=False)
            subparser.set_defaults(metrics=[name])
        else:
            ADD[name](command(commands, name, OTHERS[name].capitalize() + "."))
    return parser


def command_of(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    found: argparse.ArgumentParser = commands.choices[name]
    return found


def add_names(parser: argparse.ArgumentParser, text: str, required: bool = False) -> None:
    parser.add_argument("-m", "--metrics", action="append", required=required, metavar="NAMES", help=text)


def add_score(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "as in cpwer,orcwer,mimower", required=True)
    add_all(parser, add_inputs, add_options)
    add_options(parser, rest=True)
    add_outputs(parser, limits=tuple(LIMITS))


def add_align(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "default cpwer")
    parser.add_argument("--only-errors", action="store_true", help="only the lines that hold an error")
    parser.add_argument("--colour", metavar="WHEN", default="auto", help=f"{', '.join(COLOURS)} (default auto)")
    parser.set_defaults(quiet=False)
    add_all(parser, add_allowance, add_inputs, add_options)
    add_options(parser, rest=True)


def add_errors(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "default cpwer")
    add_inputs(parser)
    group = parser.add_argument_group("output")
    group.add_argument("--top", metavar="N", default="20", help="rows of each kind of error (default 20)")
    group.add_argument("--per-speaker", action="store_true", help="those of each speaker too")
    group.add_argument("--json", action="store_true", help="JSON on standard output instead of a table")
    group.add_argument(
        "-o", "--output", action="append", default=[], metavar="FILE", help="also write .json, .csv or .md"
    )
    group.add_argument("--force", action="store_true", help="overwrite files that exist")
    parser.set_defaults(quiet=False)
    add_allowance(group)
    add_options(parser)


def add_compare(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "the metric (default cpwer)")
    add_inputs(parser, required=False)
    parser.epilog = "Instead of -r and -h, give results that -o x.json saved, with --alignment to compare words too."
    parser.add_argument("--baseline", metavar="NAME", help="compare each system with this one, not every pair")
    parser.add_argument(
        "--fail-if-worse",
        action="store_true",
        help=f"end with exit code {EXIT_ABOVE} if a system is worse than the baseline, beyond chance",
    )
    parser.add_argument(
        "--mapsswe", action="store_true", help="also NIST's own statistic, which cuts each speaker by itself"
    )
    parser.add_argument(
        "--no-parts", action="store_true", help="do not tell the difference by cause, which takes most of the time"
    )
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o", "--output", action="append", default=[], metavar="FILE", help="also write .json, .csv or .md"
    )
    group.add_argument("--force", action="store_true", help="overwrite files that exist")
    group.add_argument("--json", action="store_true", help="JSON on standard output instead of text")
    group.add_argument("--total", action="store_true", help="no sessions and no words")
    group.add_argument("--quiet", action="store_true", help="no text, no progress, no notes")
    add_allowance(group)
    add_options(parser)
    add_options(parser, rest=True)
    add_intervals(parser)
    parser.set_defaults(both=[], loose=True, fail=parser.error, ci="95%")


def add_blame(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "tcpwer, cpwer or tcorcwer; default tcpwer where all segments have times, else cpwer")
    add_inputs(parser)
    parser.add_argument(
        "--by", metavar="WAYS", help="also by overlap, speaker, length or backchannel, as in overlap,speaker"
    )
    parser.add_argument("--incidents", metavar="N", help="also the N worst incidents: where, and who said what")
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help="also write .json, .csv, .md or a page, .html",
    )
    group.add_argument("--force", action="store_true", help="overwrite files that exist")
    group.add_argument("--json", action="store_true", help="JSON on standard output instead of a table")
    group.add_argument("--alignment", action="store_true", help="with every word and its cause in JSON")
    group.add_argument("--total", action="store_true", help="one row for the total, none for each session")
    group.add_argument("--quiet", action="store_true", help="no table, no progress, no notes")
    parser.set_defaults(allow_skipped=False)
    add_options(parser, cluster=False)
    add_intervals(parser)


def add_report(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "as in cpwer,orcwer (default cpwer)")
    add_inputs(parser)
    group = parser.add_argument_group("page")
    group.add_argument("-o", "--output", default="report.html", metavar="FILE", help="default report.html")
    group.add_argument("--force", action="store_true", help="overwrite the page if it exists")
    group.add_argument("--open", action="store_true", help="open it in the browser")
    group.add_argument("--title", metavar="TEXT", help="heading of the page")
    group.add_argument("--audio-dir", metavar="DIR", help="recordings called SESSION.wav, .flac or .mp3, to be played")
    group.add_argument(
        "--embed-audio",
        metavar="SECONDS",
        help="put the sound into the page, so much before and after every error",
    )
    group.add_argument(
        "--blame",
        action=argparse.BooleanOptionalAction,
        help="say whose fault errors are; by itself where it takes seconds",
    )
    group.add_argument("--quiet", action="store_true", help="no progress, no notes")
    add_allowance(group)
    add_options(parser)


def add_convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", nargs="+", metavar="INPUT", help="file or files to read, - for standard input")
    parser.add_argument("output", metavar="OUTPUT", help="file to write, - for standard output")
    parser.add_argument("--from", dest="source", metavar="NAME", help="format of the input, where it cannot be told")
    parser.add_argument(
        "--to", dest="target", metavar="NAME", help="format of the output, where the suffix does not tell"
    )
    parser.add_argument("--sort", action="store_true", help="put the sessions in the order of their names")
    parser.add_argument("--force", action="store_true", help="overwrite the output if it exists")


def add_normalize(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "input", nargs="*", metavar="FILE", help="transcripts; lines of text from standard input without"
    )
    parser.add_argument("--normalizer", required=True, metavar="STEPS", help="as in lower,punctuation")
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help="default standard output")
    parser.add_argument("--from", dest="source", metavar="NAME", help="format of the input, where it cannot be told")
    parser.add_argument("--to", dest="target", metavar="NAME", help="format of the output; default that of the suffix")
    parser.add_argument("--force", action="store_true", help="overwrite the output if it exists")


def add_inspect(parser: argparse.ArgumentParser) -> None:
    add_inputs(parser, required=False)
    parser.add_argument("--format", metavar="NAME", help="format of the files, where it cannot be told")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.set_defaults(both=[], loose=True, fail=parser.error)


def add_metrics(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", metavar="NAME", help="all by default")


def add_saved(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON that -o scores.json or --json wrote")
    parser.add_argument("--regex", metavar="REGEX", help="only the sessions whose whole name matches")
    parser.add_argument("--system", metavar="NAME", help="take all for one system of this name")
    parser.set_defaults(hypothesis=[], uem=None)


def add_merge(parser: argparse.ArgumentParser) -> None:
    add_saved(parser)
    add_outputs(parser, limits=tuple(LIMITS))


def add_average(parser: argparse.ArgumentParser) -> None:
    add_saved(parser)
    parser.add_argument(
        "--by", metavar="REGEX", help="what matches in a session's name, or its first group, is its group"
    )
    parser.add_argument("--json", action="store_true", help="JSON on standard output instead of a table")
    parser.add_argument(
        "-o", "--output", action="append", default=[], metavar="FILE", help="also write .json, .csv or .md"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that exist")


def add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", help="bash, zsh or fish")


def add_man(_: argparse.ArgumentParser) -> None:
    """It takes nothing."""


ADD = {
    "score": add_score,
    "align": add_align,
    "errors": add_errors,
    "blame": add_blame,
    "compare": add_compare,
    "report": add_report,
    "convert": add_convert,
    "normalize": add_normalize,
    "merge": add_merge,
    "average": add_average,
    "inspect": add_inspect,
    "metrics": add_metrics,
    "completion": add_completion,
    "man": add_man,
}


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
