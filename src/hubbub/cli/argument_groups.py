"""Groups of arguments that several commands share, built from Options.

Only declarations are imported: `hubbub --help` must not wait for the core to load.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.cli.exit_codes import EXIT_ABOVE
from hubbub.model.diarization_metrics import OF_TIMES

if TYPE_CHECKING:
    from hubbub.model.options import About


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
    from hubbub.model.certainty import IntervalOptions
    from hubbub.model.options import about

    group = parser.add_argument_group("how sure")
    for field, default in IntervalOptions._field_defaults.items():
        add_field(group, field, about(field, IntervalOptions), default)


def add_inputs(
    parser: argparse.ArgumentParser,
    required: bool = True,
    systems: str = "hypothesis file or files of one system; repeat -h for more systems",
) -> None:
    both = "FILE instead of -r and -h, if it holds both sides: a NeMo manifest, or a table of reference and hypothesis"
    group = parser.add_argument_group("input", both if required else None)
    group.add_argument("-r", "--reference", nargs="+", action="extend", metavar="FILE", help="files, folders or globs")
    group.add_argument(
        "-h",
        "--hypothesis",
        nargs="+",
        action="append",
        metavar="[NAME=]FILE",
        help=systems,
    )
    if required:
        parser.set_defaults(both=None, fail=parser.error)


def add_allowance(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--allow-skipped", action="store_true", help="exit code 0 even if --overlap-limit skipped groups"
    )


LIMITS = {"above": "an error rate", "below": "a measure that is better the higher"}
"""What `--fail-above` and `--fail-below` are about."""


def output_group(parser: argparse.ArgumentParser, files: str, shown: str = "a table") -> argparse._ArgumentGroup:
    """What every command that scores can write: these files, and JSON instead of what it shows."""
    group = parser.add_argument_group("output")
    group.add_argument("-o", "--output", action="append", default=[], metavar="FILE", help=f"also write {files}")
    group.add_argument("--force", action="store_true", help="overwrite files that exist")
    group.add_argument("--json", action="store_true", help=f"JSON on standard output instead of {shown}")
    return group


def add_outputs(
    parser: argparse.ArgumentParser, words: bool = True, limits: Sequence[str] = ("above",), scored: bool = True
) -> None:
    """What to write and to print of scores: of words or not, which the command makes or which were saved."""
    group = output_group(
        parser, f".json, .csv, .md, .tex, .xml (JUnit), .parquet{' or .html' if words else ''}; - for stdout"
    )
    if words:
        group.add_argument("--alignment", action="store_true", help="with the word alignment in JSON")
    group.add_argument("--total", action="store_true", help="one row for the total, none for each session")
    group.add_argument("--pairing", action="store_true", help="show who was matched with whom")
    group.add_argument("--per-speaker", action="store_true", help="show the errors of each speaker")
    if words and scored:
        group.add_argument("--explain", action="store_true", help="show how searches ended, and where their time went")
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
    if words and scored:
        group.add_argument(
            "--resume",
            metavar="FILE",
            help="write this .json; sessions that it, or the journal of a run that was ended, has are not scored again",
        )
        group.add_argument(
            "--stream", action="store_true", help="read sessions as they are needed, as is done beyond 256 MB"
        )
    else:
        parser.set_defaults(explain=False, explain_normalizer=False)
    add_intervals(parser)


def add_names(parser: argparse.ArgumentParser, text: str, required: bool = False) -> None:
    parser.add_argument("-m", "--metrics", action="append", required=required, metavar="NAMES", help=text)
