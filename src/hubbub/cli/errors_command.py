"""`hubbub errors`: the most frequent errors, on the terminal and in files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from hubbub.cli.commands import chosen_metrics, complete, score_all, warn, whole_number
from hubbub.cli.exit_codes import EXIT_UNPROVEN
from hubbub.cli.interrupts import put_out_all_or_ready
from hubbub.cli.outputs import check_outputs, show
from hubbub.cli.terminal import say, terminal_columns
from hubbub.model.result import Scores
from hubbub.model.scores import json_text
from hubbub.model.tables import markdown_code, markdown_text, visible
from hubbub.views.frequent_errors import frequent_data, frequent_table

SUFFIXES = (".json", ".csv", ".md")


def errors(parsed: argparse.Namespace) -> int:
    """Print and write the most frequent errors."""
    metrics = chosen_metrics(parsed)
    top = whole_number(parsed.top, "--top", "rows")
    check_outputs(parsed, parsed.output, SUFFIXES)
    return put_out_all_or_ready(
        parsed, lambda: score_all(parsed, metrics, quiet=True), lambda scores: put_out(parsed, scores, top)
    )


def put_out(parsed: argparse.Namespace, scores: Sequence[Any], top: int) -> int:
    """Write and print the errors as the user asked for them, and return the exit code."""
    warn(scores)

    def tell() -> None:
        for run in scores:
            say(visible(f"{run.system} {run!r}"))
            say(frequent_table([run], top, parsed.per_speaker).text(terminal_columns()) + "\n")
        for line in dict.fromkeys(
            (*(note for run in scores for note in run.unfinished_notes), *(run.signature for run in scores))
        ):
            say(visible(line))

    show(parsed, lambda suffix: content(suffix, scores, top, parsed.per_speaker), tell, SUFFIXES)
    return 0 if complete(parsed, scores) else EXIT_UNPROVEN


def content(suffix: str, scores: Sequence[Scores], top: int, speakers: bool) -> str:
    """What goes into a file of this suffix."""
    if suffix == ".csv":
        return frequent_table(scores, top, speakers, full=True).csv()
    if suffix == ".json":
        return json_text(frequent_data(scores, top, speakers))
    parts = []
    for run in scores:
        title = f"## {markdown_text(run.system)}: {run.title}"
        parts += [title, frequent_table([run], top, speakers).markdown(), markdown_code(run.signature)]
    return "\n\n".join(parts) + "\n"
