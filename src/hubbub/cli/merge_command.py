"""`hubbub merge` and `hubbub average`: what was scored before and saved with `-o`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from hubbub.cli.commands import check_shown, check_sure, complete, print_notes, put_out, warn
from hubbub.cli.exit_codes import EXIT_UNPROVEN, Limits
from hubbub.cli.outputs import check_outputs, show
from hubbub.cli.terminal import complain, say, terminal_columns
from hubbub.errors import InputError, OptionError
from hubbub.formats.files import expand
from hubbub.model.joined_scores import merged
from hubbub.model.result import Scores
from hubbub.model.scores import Sessions, json_text
from hubbub.model.session_names import compiled, matched_whole
from hubbub.model.tables import counted
from hubbub.prepare.saving import scores_in
from hubbub.version import __version__
from hubbub.views.board import ALL, Average, averages, averages_table

SUFFIXES = (".json", ".csv", ".md")
"""What averages are written as."""


def read_saved(parsed: argparse.Namespace) -> list[Sessions[Any]]:
    """The scores of all files, the sessions of each system in one; where a pattern is given, of those that match."""
    scores: list[Sessions[Any]] = []
    for path in expand(parsed.files):
        scores += scores_in(path)
    if parsed.regex is not None:
        scores = matching(scores, parsed.regex)
    if not scores:
        raise InputError(f"{', '.join(parsed.files)}: no scores; write some with -o scores.json")
    return merged(scores, parsed.system)


def matching(scores: Sequence[Sessions[Any]], pattern: str) -> list[Sessions[Any]]:
    """The scores with those sessions alone whose whole name matches."""
    chosen = [run.select(matched_whole("--regex", pattern, run.known)) for run in scores]
    if not any(chosen):
        raise OptionError(f"--regex {pattern} matches no session; check it against the names of the sessions")
    return chosen


def merge(parsed: argparse.Namespace) -> int:
    """Put saved scores together."""
    parsed.reference = parsed.files
    check_outputs(parsed, parsed.output)
    scores = read_saved(parsed)
    if parsed.per_speaker:
        check_words(scores)
    check_shown(parsed, [])
    check_sure(parsed)
    limits = Limits(parsed.fail_above, parsed.fail_below, list(dict.fromkeys(run.called for run in scores)))
    return put_out(parsed, scores, limits)


def check_words(scores: Sequence[Sessions[Any]]) -> None:
    """Raise an error where results were saved without the words that the table per speaker is made of."""
    for run in scores:
        if isinstance(run, Scores) and run.wordless:
            raise OptionError(f"--per-speaker needs words, and {run.system} was saved without; save with --alignment")


def average(parsed: argparse.Namespace) -> int:
    """Print the averages of saved scores."""
    parsed.reference = parsed.files
    check_outputs(parsed, parsed.output, SUFFIXES)
    if parsed.by is not None:
        compiled("--by", parsed.by)
    saved = read_saved(parsed)
    found = averages(saved, parsed.by)

    def tell() -> None:
        columns = terminal_columns()
        say(averages_table(found).text(columns))
        print_notes(saved, columns, sure=False, recipes=False)

    show(parsed, partial(content, found), tell, SUFFIXES)
    warn(saved)
    without = sum(one.without_rate for one in found if one.group == ALL)
    if without:
        complain(
            f"{counted(without, 'session')} without a rate, since the reference is empty, are not in the macro mean"
        )
    return 0 if complete(parsed, saved) else EXIT_UNPROVEN


def content(found: Sequence[Average], suffix: str) -> str:
    """What goes into a file of this suffix."""
    if suffix == ".csv":
        return averages_table(found, full=True).csv()
    if suffix == ".md":
        return averages_table(found).markdown() + "\n"
    return json_text({"hubbub": __version__, "averages": [one.to_dict() for one in found]})
