"""The class of all formats. A module beside this one ends in its FORMAT, or in FORMATS for a family."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from hubbub.model.transcript import Transcript

FIELDS = (
    "session",
    "speaker",
    "start",
    "end",
    "words",
    "channel",
    "word_times",
    "extra",
    "ignored",
    "turns",
    "untimed",
    "marked",
)
"""The kinds of information in a Transcript. A format lists those that it can hold.

`turns` are segments of several words or of none; `untimed` are words without word times; `marked` are
alternations and optional words, which are refused where a format cannot hold them. Where only some
keys of `extra` survive, they are named one by one: `extra.label`.
"""


class Format(NamedTuple):
    """A file format: how it is read, written and detected."""

    name: str
    """Its name, as in `--format`."""
    about: str
    """One line for help and documentation."""
    suffixes: tuple[str, ...]
    """File name endings of this format. Formats may share one: then `looks` tells them apart, and the last in turn is
    taken where no other looks so."""
    read: Callable[[BinaryIO, str], Transcript]
    """Reads a Transcript from a seekable file; the string is the name of the file, for messages."""
    write: Callable[[Transcript], str] | None
    """The text of the whole file; None for formats that are only read."""
    looks: Callable[[str], bool]
    """Could a file of this format begin so?"""
    holds: frozenset[str]
    """Those of FIELDS that survive a round trip."""
    turn: int
    """Formats are tried in ascending order of this number, by suffix and by content."""
    sure: bool = False
    """Can no file of another format look so? Then content decides, whatever the file is called."""
    only_by_suffix: bool = False
    """Does other text look so, too? Then it is only looked for in files with one of its suffixes."""
    one_session: bool = False
    """Is a file one session, which is called after the file?"""
    parts: Callable[[BinaryIO, str, int], Iterator[Transcript]] | None = None
    """Reads a Transcript for every so many bytes of a file, if it can be read so; None where it is read as a whole."""
    packed: int = 1
    """About how many times a file is smaller than what it holds, as where it is compressed."""
    decimals: int | None = None
    """The digits after the point that its times have; None for any number of them."""
