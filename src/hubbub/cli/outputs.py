"""The files that the commands write: what each suffix stands for, and whether they may be written."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.cli.inputs import input_files
from hubbub.errors import FormatError, OptionError
from hubbub.formats.writing import check_free
from hubbub.model.scores import dump_scores
from hubbub.model.tables import markdown_code, markdown_text
from hubbub.model.views import PAGE_SUFFIXES
from hubbub.report import table as tables

if TYPE_CHECKING:
    from hubbub.model.scores import Sessions

    Writer = Callable[[Sequence[Sessions[Any]], bool], str]


def _markdown(scores: Sequence[Sessions[Any]], _: bool) -> str:
    """A table for each run, with its system where there are several, its notes and its signature."""
    parts = []
    for run in scores:
        if len(scores) > 1:
            parts.append(f"## {markdown_text(run.system)}: {run.title}")
        parts.append(run.table().markdown())
        notes = [*tables.notes(run), *run.warnings]
        if notes:
            parts.append("\n".join(f"- {markdown_text(note)}" for note in notes))
        parts.append(markdown_code(run.signature))
    return "\n\n".join(parts) + "\n"


def _page(scores: Sequence[Sessions[Any]], _: bool) -> str:
    from hubbub.report.page import report

    return report(scores).html


WRITERS: dict[str, Writer] = {
    ".json": dump_scores,
    ".csv": lambda scores, _: tables.full(scores).csv(),
    ".md": _markdown,
    **dict.fromkeys(PAGE_SUFFIXES, _page),
}
"""What the suffix of an output stands for."""


def suffix_of(path: str, known: Sequence[str] = tuple(WRITERS)) -> str:
    """The suffix of an output, which says what is written into it; one that is not known is an error."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in known:
        what = f"cannot write {suffix}" if suffix else "the name has no suffix that says what to write"
        raise FormatError(path, None, what, f"name it {', '.join('*' + one for one in known)}")
    return suffix


def check_outputs(parsed: argparse.Namespace, outputs: Sequence[str], known: Sequence[str] = tuple(WRITERS)) -> None:
    """Raise an error if an output cannot be written, or must not be. This comes first: scoring may take an hour."""
    inputs = input_files(parsed)
    seen: dict[str, str] = {}
    for path in outputs:
        suffix_of(path, known)
        real = check_free(path, parsed.force, inputs)
        if real in seen:
            raise OptionError(f"{path}: -o is given twice for one file; name several files, or one")
        seen[real] = path


def contents(paths: Sequence[str], scores: Sequence[Sessions[Any]], alignment: bool) -> dict[str, str | bytes]:
    """What goes into each file."""
    return {path: WRITERS[suffix_of(path)](scores, alignment) for path in paths}
