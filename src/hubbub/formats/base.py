"""What a format is. Each file beside this one defines one and ends in its FORMAT."""

from __future__ import annotations

from collections.abc import Callable
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
"""What a Transcript can say; a format names those that it can hold.

`turns` are segments of several words or of none; `untimed` are words without times of their own; `marked` are
alternations and optional words, which are refused where a format cannot hold them. Where only some
keys of `extra` survive, they are named one by one: `extra.label`.
"""


class Format(NamedTuple):
    """One file format, both ways."""

    name: str
    """As in `--format`."""
    about: str
    """One line for help and documentation."""
    suffixes: tuple[str, ...]
    """File name endings that mean this format, longest first where one ends in another."""
    read: Callable[[BinaryIO, str], Transcript]
    """A file, which can be read from its start again, and its name (for messages) to a Transcript."""
    write: Callable[[Transcript], str]
    """The whole file's text."""
    looks: Callable[[str], bool]
    """Could this be the beginning of such a file? Asked where the suffix does not tell."""
    holds: frozenset[str]
    """Those of FIELDS that survive a round trip."""
    turn: int
    """When `looks` is asked among the formats, and when a suffix is: in ascending order."""
