"""The arguments of each command that is not called after a metric."""

from __future__ import annotations

import argparse

from hubbub.cli.argument_groups import (
    LIMITS,
    add_all,
    add_allowance,
    add_inputs,
    add_intervals,
    add_names,
    add_options,
    add_outputs,
    output_group,
)
from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.cli.terminal import COLOURS


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
    group = output_group(parser, ".json, .csv or .md", "text")
    group.add_argument("--total", action="store_true", help="no sessions and no words")
    group.add_argument("--quiet", action="store_true", help="no text, no progress, no notes")
    add_allowance(group)
    _add_rest(parser)


def _add_rest(parser: argparse.ArgumentParser) -> None:
    """How several systems are scored, and how sure their numbers are."""
    add_options(parser)
    add_options(parser, rest=True)
    add_intervals(parser)
    parser.set_defaults(both=[], loose=True, fail=parser.error, ci="95%")


def add_rank(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "as in cpwer,orcwer (default cpwer)")
    add_inputs(parser, required=False, systems="a file or folder for each system, or one folder that holds them all")
    parser.epilog = "Instead of -r and -h, give results that -o x.json saved."
    group = output_group(parser, ".json, .csv, .md, .tex or a page, .html; - for stdout")
    group.add_argument("--quiet", action="store_true", help="no table, no progress, no notes")
    group.add_argument(
        "--skip-broken", action="store_true", help="leave out systems that cannot be scored; exit code 4"
    )
    add_allowance(group)
    _add_rest(parser)


def add_blame(parser: argparse.ArgumentParser) -> None:
    add_names(parser, "tcpwer, cpwer or tcorcwer; default tcpwer where all segments have times, else cpwer")
    add_inputs(parser)
    parser.add_argument(
        "--by", metavar="WAYS", help="also by overlap, speaker, length or backchannel, as in overlap,speaker"
    )
    parser.add_argument("--incidents", metavar="N", help="also the N worst incidents: where, and who said what")
    group = output_group(parser, ".json, .csv, .md or a page, .html")
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
    add_outputs(parser, limits=tuple(LIMITS), scored=False)


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


ADD = {
    "score": add_score,
    "align": add_align,
    "errors": add_errors,
    "rank": add_rank,
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
}
