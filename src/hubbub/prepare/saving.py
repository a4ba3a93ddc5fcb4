"""`hubbub.dump`: writes whatever can be scored."""

from __future__ import annotations

from hubbub import formats
from hubbub.formats.files import Path
from hubbub.prepare.inputs import Text, given


def dump(transcript: Text, path: Path, format: str | None = None, force: bool = True) -> None:
    """Writes a file: all of it or nothing. `-` is standard output; a name that ends in `.gz` is compressed.

    Whatever can be scored can be written: a Transcript, Segments, dicts, lists of texts, tables, paths of other files.
    """
    formats.dump(given(transcript).transcript, path, format, force)
