"""`hubbub inspect`: what files are taken for, and what is odd about them."""

from __future__ import annotations

import argparse

from hubbub.advice.inspection import inspect
from hubbub.cli.exit_codes import EXIT_BAD_INPUT
from hubbub.cli.terminal import complain, say, terminal_columns
from hubbub.formats.writing import write_standard


def inspect_files(parsed: argparse.Namespace) -> int:
    """Print the findings. They are no reason for another exit code: only files that cannot be read are."""
    hypothesis = [file for files in parsed.hypothesis or () for file in files]
    if not (parsed.both or parsed.reference or hypothesis):
        parsed.fail("no file; name those to look at, or give -r FILE -h FILE")
    found = inspect(*parsed.both, reference=parsed.reference or (), hypothesis=hypothesis, format=parsed.format)
    if parsed.json:
        import json

        write_standard(json.dumps(found.to_dict(), indent=1, ensure_ascii=False) + "\n")
    elif found.files:
        say(found._replace(unread=()).text(terminal_columns()))
    for unread in found.unread:
        complain(unread.error)
    return EXIT_BAD_INPUT if found.unread else 0
