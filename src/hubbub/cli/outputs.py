"""What the commands write: what each suffix stands for, and whether and where it may be written.

`-` is standard output, as Markdown, and `-.csv` is CSV there. The file that `GITHUB_STEP_SUMMARY` names is Markdown;
other steps write to it as well, so that it is added to.
"""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from shlex import join
from typing import Any, NamedTuple

from hubbub.cli.exit_codes import Limits
from hubbub.cli.input_files import input_files
from hubbub.errors import FormatError, OptionError
from hubbub.formats.files import STANDARD, readable
from hubbub.formats.writing import Content, check_free, encoded, write_files, write_standard
from hubbub.model.scores import Sessions, json_of
from hubbub.model.tables import parquet_of
from hubbub.page import PAGE_SUFFIXES
from hubbub.streams import unwritable
from hubbub.views import table as tables
from hubbub.views.table import junit, latex, markdown

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable in which GitHub gives the file whose Markdown it shows on the page of a run."""


def command_line(parsed: argparse.Namespace) -> str:
    """The command as it was typed, to be typed again."""
    return readable(join(["hubbub", *parsed.arguments]))


class Asked(NamedTuple):
    """What the user wants to see of the scores."""

    alignment: bool
    each: bool
    """Each session, or the total alone?"""
    limits: Limits
    command: str
    """As it was typed, for the page."""


Writer = Callable[[Sequence[Sessions[Any]], Asked], Content]


def page(scores: Sequence[Any], command: str) -> str:
    """The page of scores, or of blames."""
    from hubbub.page.report_page import page_of  # imported late: it takes msgspec, which is longer than a small command

    return page_of(scores, command).html


def _parquet(scores: Sequence[Sessions[Any]], _: Asked) -> bytes:
    return parquet_of([record for run in scores for record in run.records()])


WRITERS: dict[str, Writer] = {
    ".json": lambda scores, asked: json_of(scores, asked.alignment),
    ".csv": lambda scores, _: tables.full(scores).csv(),
    ".parquet": _parquet,
    ".md": lambda scores, asked: markdown(scores, asked.each),
    ".tex": lambda scores, asked: latex(scores, asked.each),
    ".xml": lambda scores, asked: junit(
        scores, {id(run): reason for run in scores if (reason := asked.limits.missed(run))}
    ),
    **dict.fromkeys(PAGE_SUFFIXES, lambda scores, asked: page(scores, asked.command)),
}
"""What the suffix of an output stands for."""


def is_standard(path: str) -> bool:
    """Is it standard output, with or without a suffix?"""
    return os.path.splitext(path)[0] == STANDARD


def is_summary(path: str) -> bool:
    return bool(path) and path == os.environ.get(SUMMARY)


def suffix_of(path: str, known: Sequence[str] = tuple(WRITERS)) -> str:
    """The suffix of an output, which says what is written into it; one that is not known is an error."""
    suffix = ".md" if path == STANDARD or is_summary(path) else os.path.splitext(path)[1].lower()
    if suffix not in known:
        what = f"cannot write {suffix}" if suffix else "the name has no suffix that says what to write"
        raise FormatError(path, None, what, f"name it {', '.join('*' + one for one in known)}")
    return suffix


def check_outputs(parsed: argparse.Namespace, outputs: Sequence[str], known: Sequence[str] = tuple(WRITERS)) -> None:
    """Raise an error if an output cannot be written, or must not be. This comes first: scoring may take an hour."""
    inputs = input_files(parsed)
    seen: dict[str, str] = {}
    if getattr(parsed, "json", False) and any(map(is_standard, outputs)):
        raise OptionError("--json and -o - are both for standard output; leave one of them away, or write -o FILE")
    for path in outputs:
        suffix_of(path, known)
        may_exist = parsed.force or is_summary(path) or path == getattr(parsed, "resume", None)
        real = STANDARD if is_standard(path) else check_free(path, may_exist, inputs)
        if real in seen:
            raise OptionError(f"{path}: -o is given twice for one file; name several files, or one")
        seen[real] = path


def write_outputs(contents: Mapping[str, Content], force: bool) -> None:
    """Write all files or none, then what is added to the summary or goes to standard output."""
    apart = [path for path in contents if is_summary(path) or is_standard(path)]
    write_files({path: content for path, content in contents.items() if path not in apart}, force)
    for path in apart:
        content = contents[path]
        if isinstance(content, bytes):
            raise FormatError(path, None, "is no text, which standard output is for", "name a file")
        text = content if isinstance(content, str) else "".join(content)
        if is_standard(path):
            write_standard(text)
            continue
        try:
            with open(path, "ab") as file:
                file.write(encoded(path, text))
        except OSError as error:
            raise unwritable(path, error) from None


def show(
    parsed: argparse.Namespace,
    content: Callable[[str], Content],
    tell: Callable[[], None],
    known: Sequence[str] = tuple(WRITERS),
) -> None:
    """Write the files that the user asked for, and print JSON, or tell people, where standard output is free for that.

    The content is that of a file of some suffix.
    """
    resumed = bool(getattr(parsed, "resume", None))
    write_outputs({path: content(suffix_of(path, known)) for path in parsed.output}, parsed.force or resumed)
    if parsed.json:
        json = content(".json")
        assert not isinstance(json, bytes)
        write_standard(json if isinstance(json, str) else "".join(json))
    elif not parsed.quiet and not any(map(is_standard, parsed.output)):
        tell()
