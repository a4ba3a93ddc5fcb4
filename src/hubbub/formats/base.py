"""The class of all formats. Each format module defines FORMAT, or FORMATS for several related ones."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from hubbub.model.reading_options import Reading
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
"""The kinds of information in a Transcript. A format lists those that it can store.

`turns` are segments of several words or of none; `untimed` are words without word times; `marked` are
alternations and optional words, which are an error if the format cannot store them. If only some keys of
`extra` can be stored, each is listed: `extra.label`.
"""


class Format(NamedTuple):
    """A file format: how it is read, written and detected."""

    name: str
    """The name, as in `--format`."""
    about: str
    """One line for the help and the documentation."""
    suffixes: tuple[str, ...]
    """File name suffixes of this format. If formats share one, `matches` decides; if none matches, the last one by
    `priority` is used."""
    read: Callable[[BinaryIO, str], Transcript]
    """Reads a Transcript from a seekable file; the string is the file name for messages."""
    write: Callable[[Transcript], str] | None
    """Returns the text of the complete file; None for read-only formats."""
    matches: Callable[[str], bool]
    """Whether a file of this format may begin with this text."""
    fields: frozenset[str]
    """The members of FIELDS that survive a round trip."""
    priority: int
    """The priority: formats are tried in ascending order of this number, by suffix and by content."""
    is_distinctive: bool = False
    """Whether no other format can look like this one. Then the content decides, whatever the file name."""
    only_by_suffix: bool = False
    """Whether ordinary text may also match. Then only files with one of its suffixes are tested."""
    one_session: bool = False
    """Whether a file is one session, named after the file."""
    read_chunks: Callable[[BinaryIO, str, int], Iterator[Transcript]] | None = None
    """Reads a file as a series of Transcripts, each of about that many bytes; None for formats read all at once."""
    read_as: Callable[[BinaryIO, str, Reading], Transcript] | None = None
    """Reads a file with the columns, tiers or unit of times that the user chose; None for formats without them."""
    compression: int = 1
    """Typical ratio of the content's size to the file's, for compressed formats."""
    decimals: int | None = None
    """The number of decimals in its times; None for any number."""
