"""The output of a command as a Product, and the only place that writes and prints it and returns the exit code.

`-` is standard output, as Markdown, and `-.csv` is CSV there. The file that `GITHUB_STEP_SUMMARY` names is Markdown;
other steps write to it as well, so that it is added to.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from shlex import join
from typing import Any, NamedTuple

from hubbub.cli.exit_codes import exit_code
from hubbub.cli.input_files import input_files, read_files
from hubbub.cli.terminal import COLORS, flush, say, screen, show, show_messages
from hubbub.errors import FormatError, OptionError
from hubbub.formats.files import STANDARD, expand, readable
from hubbub.formats.writing import Content, check_free, encoded, write_files, write_standard
from hubbub.model.messages import Message, Note
from hubbub.model.scores import Sessions
from hubbub.model.tables import DIM, Screen, painted
from hubbub.page import PAGE_SUFFIXES
from hubbub.streams import unwritable
from hubbub.views import table as tables

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable in which GitHub gives the file whose Markdown it shows on the page of a run."""
Files = Mapping[str, Callable[[], Content]]
"""The content of a file, by suffix: those that the table of commands lists."""


class Product(NamedTuple):
    """The output of a command."""

    runs: Sequence[Sessions[Any]]
    """The runs it is made of, which decide whether it is complete."""
    text: Callable[[Screen], str | Iterator[str]]
    """The result as it is printed."""
    files: Files
    incomplete: bool = False
    """Whether something is missing that the runs do not show."""
    code: int = 0
    """The exit code if nothing is missing."""
    notes: Sequence[Message] | None = None
    """Warnings and notes, which follow the result; None for those of the runs."""
    signatures: Sequence[str] = ()
    """The lines that reproduce the scores, last of all."""
    next: Callable[[], str] = str
    """A hint for people at a terminal: what they may want to see next."""
    paged: bool = False
    """Whether a text longer than the terminal goes through the pager."""


def put_out(parsed: argparse.Namespace, product: Product) -> int:
    """Writes and prints a product, and returns the exit code.

    The result comes first, then warnings and notes, last the signature.
    """
    replaces = parsed.force or bool(getattr(parsed, "resume", None))
    write_outputs({path: product.files[suffix_of(path)]() for path in parsed.output}, replaces)
    printed = not (parsed.json or parsed.quiet or any(map(is_standard, parsed.output)))
    if parsed.json:
        write_standard(_text(product.files[".json"]()))
    elif printed:
        shown = screen()
        text = product.text(shown)
        show([text] if isinstance(text, str) else text, product.paged and not getattr(parsed, "no_pager", False))
    flush()
    if not parsed.quiet:
        further = tables.all_notes(product.runs) if product.notes is None else product.notes
        show_messages(further if printed else [line for line in further if not isinstance(line, Note)])
    if printed:
        if shown.bars and (hint := product.next()):
            say(painted(hint, DIM, shown.color))
        for line in product.signatures:
            say(painted(line, DIM, shown.color))
    if getattr(parsed, "journal", None) is not None:
        parsed.journal.close(remove=True)  # all that it holds is written
    return exit_code(product.runs, parsed.allow_skipped, product.incomplete, product.code)


def command_line(parsed: argparse.Namespace) -> str:
    """Returns the command as it was typed, but without folders of this machine, since the page may be mailed."""
    command = join(["hubbub", *parsed.arguments])
    given = [part for one in parsed.arguments for part in (one, one.rpartition("=")[2]) if os.path.isabs(part)]
    for path in sorted(given, key=len, reverse=True):
        command = command.replace(path, os.path.basename(path.rstrip(os.sep)))
    return readable(command)


def page(parsed: argparse.Namespace, scores: Sequence[Any]) -> Content:
    """Returns the report page of scores or blames."""
    from hubbub.page.report_page import page_of  # imported late: it takes msgspec, which is longer than a small command

    return page_of(scores, command_line(parsed)).pieces


def is_standard(path: str) -> bool:
    """Returns whether the path is standard output, with or without a suffix."""
    return os.path.splitext(path)[0] == STANDARD


def is_summary(path: str) -> bool:
    return bool(path) and path == os.environ.get(SUMMARY)


def suffix_of(path: str) -> str:
    """Returns the suffix that selects the content of an output; of several equivalent ones, the first."""
    if path == STANDARD or is_summary(path):
        return ".md"
    suffix = os.path.splitext(path)[1].lower()
    return PAGE_SUFFIXES[0] if suffix in PAGE_SUFFIXES else suffix


def is_written(parsed: argparse.Namespace, suffix: str) -> bool:
    """Returns whether an output with this suffix was requested."""
    return suffix in map(suffix_of, parsed.output) or (suffix == ".json" and parsed.json)


def check_outputs(parsed: argparse.Namespace, inputs: Sequence[str] | None = None) -> None:
    """Raises an error if an output cannot be written. Called first, because scoring may take an hour.

    The inputs are those of -r and -h where they are not given.
    """
    if parsed.color not in COLORS:
        raise OptionError(f"unknown value of --color {parsed.color!r}; choose from {', '.join(COLORS)}")
    read = input_files(parsed) if inputs is None else read_files(path for path in expand(inputs) if path != STANDARD)
    seen: dict[str, str] = {}
    if parsed.json and any(map(is_standard, parsed.output)):
        raise OptionError("--json and -o - both write to standard output; drop one of them, or write -o FILE")
    for path in parsed.output:
        suffix = suffix_of(path)
        if suffix not in parsed.writes:
            what = f"cannot write {suffix}" if suffix else "no suffix that selects the content"
            raise FormatError(path, None, what, f"name it {', '.join('*' + known for known in parsed.writes)}")
        if is_standard(path) and suffix == ".parquet":
            raise FormatError(path, None, "is no text, which standard output is for", "name a file")
        may_exist = parsed.force or is_summary(path) or path == getattr(parsed, "resume", None)
        real = STANDARD if is_standard(path) else check_free(path, may_exist, read)
        if real in seen:
            raise OptionError(f"{path}: -o is given twice for one file; name several files, or one")
        seen[real] = path
    if getattr(parsed, "alignment", False) and not is_written(parsed, ".json"):
        raise OptionError("--alignment goes into JSON; add --json, or -o with a .json file")


def check_printed(parsed: argparse.Namespace, names: Iterable[str]) -> None:
    """Raises OptionError if options have no effect: nothing is printed, and no file that they shape is written."""
    if not (parsed.json or parsed.quiet or any(map(is_standard, parsed.output))):
        return
    hidden = "--json" if parsed.json else "--quiet" if parsed.quiet else "-o -"
    files = {"total": (".md", ".tex"), "per_speaker": (".csv", ".md", ".tex")}
    for name in names:
        if getattr(parsed, name) and not any(is_written(parsed, suffix) for suffix in files.get(name, ())):
            raise OptionError(f"--{name.replace('_', '-')} has no effect with {hidden}; drop one of them")


def write_outputs(contents: Mapping[str, Content], force: bool) -> None:
    """Writes all files or none, then the output to the CI summary or to standard output."""
    apart = [path for path in contents if is_summary(path) or is_standard(path)]
    write_files({path: content for path, content in contents.items() if path not in apart}, force)
    for path in apart:
        text = _text(contents[path])
        if is_standard(path):
            write_standard(text)
            continue
        try:
            with open(path, "ab") as file:
                file.write(encoded(path, text))
        except OSError as error:
            raise unwritable(path, error) from None


def _text(content: Content) -> str:
    assert not isinstance(content, bytes)  # which standard output is not for
    return content if isinstance(content, str) else "".join(content)
