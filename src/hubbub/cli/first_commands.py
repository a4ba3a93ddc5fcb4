"""The commands that a new user runs first: `hubbub demo` and `hubbub help`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from hubbub.cli.parser import build_parser, check_command, command_of
from hubbub.cli.run import dispatch
from hubbub.cli.terminal import say
from hubbub.errors import FormatError
from hubbub.formats.writing import write_files
from hubbub.model.tables import visible
from hubbub.streams import read_whole, unwritable

EXAMPLES = Path(__file__).parents[1] / "examples"
"""Files of short meetings, installed with the package."""
PAGE = "hubbub-demo.html"


def demo(parsed: argparse.Namespace) -> int:
    """Scores a bundled meeting and writes its report page."""
    folder = EXAMPLES
    if parsed.copy is not None:
        folder = Path(parsed.copy)
        copy_examples(folder)
    files = ["-r", (folder / "meeting_ref.stm").as_posix(), "-h", (folder / "meeting_hyp.stm").as_posix()]
    page = PAGE if parsed.copy is None else (folder / PAGE).as_posix()
    opened = ["--open"] if parsed.open else []
    title = ["--title", "Excerpts of a NIST meeting"]
    dispatch(["report", "-m", "cpwer,orcwer", *files, "-o", page, "--force", "--quiet", *title, *opened])
    code = dispatch(["cpwer", *files])
    say()
    say(visible(f"{page}: every word of these sessions in time" + ("" if opened else "; open it in a browser")))
    here = "examples" if parsed.copy is None else parsed.copy
    copy = "" if parsed.copy is not None else f"hubbub demo --copy {here}, then "
    say(visible(f"next: {copy}hubbub blame -r {here}/meeting_ref.stm -h {here}/meeting_hyp.stm"))
    return code


def copy_examples(folder: Path) -> None:
    """Copies the bundled files into a folder. Raises FormatError if one is there with other content."""
    contents: dict[str, bytes] = {}
    for source in sorted(EXAMPLES.iterdir()):
        target, content = folder / source.name, source.read_bytes()
        if not os.path.lexists(target):
            contents[str(target)] = content
        elif read_whole(str(target)) != content:
            raise FormatError(str(target), None, "already exists and differs", "choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(str(folder), error) from None
    write_files(contents, force=False)


def explain(parsed: argparse.Namespace) -> int:
    """Prints the help of a command, or of all."""
    if parsed.about is None:
        build_parser([]).print_help()
    else:
        name = check_command([parsed.about, ""])
        assert name is not None
        command_of(build_parser([name]), name).print_help()
    return 0
