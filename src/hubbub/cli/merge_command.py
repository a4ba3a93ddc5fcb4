"""`hubbub merge` and `hubbub average`: what was scored before and saved with `-o`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from hubbub.api import scores_in
from hubbub.cli.commands import read_interval
from hubbub.cli.exit_codes import limits_of
from hubbub.cli.outputs import Files, Product, check_outputs, put_out
from hubbub.cli.score_command import check_shown, product_of
from hubbub.errors import InputError, OptionError
from hubbub.formats.files import expand
from hubbub.model.channel_rows import with_whole_sessions
from hubbub.model.messages import Caution
from hubbub.model.result import Scores
from hubbub.model.scores import Sessions, json_text, merged
from hubbub.model.session_names import compiled, matched_whole
from hubbub.model.tables import counted, parquet_of
from hubbub.version import __version__
from hubbub.views.board import ALL, averages, averages_table
from hubbub.views.table import all_notes, latex_file


def read_saved(parsed: argparse.Namespace) -> list[Sessions[Any]]:
    """Returns the scores of all files, one per system and metric, with only the sessions that match --regex."""
    scores: list[Sessions[Any]] = []
    for path in expand(parsed.files):
        scores += scores_in(path)
    if parsed.regex is not None:
        scores = matching(scores, parsed.regex)
    if not scores:
        raise InputError(f"{', '.join(parsed.files)}: no scores; write some with -o scores.json")
    return merged(with_whole_sessions(scores), parsed.system)


def matching(scores: Sequence[Sessions[Any]], pattern: str) -> list[Sessions[Any]]:
    """Returns the scores with only the sessions whose whole name matches."""
    chosen = [run.select({*matched_whole("--regex", pattern, run.known)}) for run in scores]
    if not any(chosen):
        raise OptionError(f"--regex {pattern} matches no session; check it against the names of the sessions")
    return chosen


def merge(parsed: argparse.Namespace) -> int:
    """Merges saved scores."""
    check_outputs(parsed, parsed.files)
    scores = read_saved(parsed)
    if parsed.per_speaker:
        check_words(scores)
    check_shown(parsed, [])
    read_interval(parsed, (run.metric for run in scores))
    limits = limits_of(parsed.fail_above, parsed.fail_below, list(dict.fromkeys(run.called for run in scores)))
    return put_out(parsed, product_of(parsed, limits, scores))


def check_words(scores: Sequence[Sessions[Any]]) -> None:
    """Raises OptionError if results were saved without words, which the table per speaker needs."""
    for run in scores:
        if isinstance(run, Scores) and run.wordless:
            raise OptionError(f"--per-speaker needs words, and {run.system} was saved without; save with --alignment")


def average(parsed: argparse.Namespace) -> int:
    """Prints the averages of saved scores."""
    check_outputs(parsed, parsed.files)
    if parsed.by is not None:
        compiled("--by", parsed.by)
    saved = read_saved(parsed)
    found = averages(saved, parsed.by)
    table = averages_table(found)

    files: Files = {
        ".json": lambda: json_text({"hubbub": __version__, "averages": found}),
        ".csv": lambda: averages_table(found, full=True).csv(),
        ".parquet": lambda: parquet_of(found),
        ".md": lambda: table.markdown() + "\n",
        ".tex": lambda: latex_file([table], dict.fromkeys(run.signature for run in saved)),
    }
    notes = all_notes(saved, sure=False)
    if without := sum(one["without_rate"] for one in found if one["group"] == ALL):
        verb = "has" if without == 1 else "have"
        line = f"{counted(without, 'session')} {verb} no rate (empty reference) and no part in the macro mean"
        notes.insert(0, Caution(line, "no_rate"))
    return put_out(parsed, Product(saved, lambda screen: table.text(*screen), files, notes=notes))
