"""All formats, and which of them a file is in.

A module of this package that ends in FORMAT, or in FORMATS where one serves a family, is found by itself. Modules are
imported when they are needed: a file whose suffix is the name of a module costs that module alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import BinaryIO

from hubbub.errors import FormatError, OptionError, shown
from hubbub.formats import files
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.sniff import rows

HEAD = 1 << 16
"""How many bytes are read to detect the format by content."""
LONG_HEAD = 1 << 23
"""And of JSON that does not tell it there: some recognisers write the text of all before anything else."""
_HOMES = {"json": "seglst", "tsv": "csv", "eaf": "elan"}
"""Modules of suffixes that are not called like them."""
BARE = {"text"}
"""Whole names that formats have among their suffixes. Most words have no point either, and need no format."""


OTHERS = {
    **dict.fromkeys((".doc", ".docx", ".odt", ".rtf"), "a document: save it as plain text (.txt)"),
    **dict.fromkeys((".xls", ".xlsx", ".ods"), "a spreadsheet: save it as CSV"),
    ".pdf": "a PDF: get its text, as with pdftotext",
    ".zip": "an archive: unpack it",
    **dict.fromkeys((".wav", ".mp3", ".flac", ".m4a", ".ogg", ".mp4"), "a recording: give its transcript"),
}
"""What files are that are none of ours, by their suffix, and what to do with them."""


@cache
def _modules() -> frozenset[str]:
    folder = os.path.dirname(__file__)
    return frozenset(file.removesuffix(".py") for file in os.listdir(folder) if file.endswith(".py"))


def _formats_of(module: str) -> tuple[Format, ...]:
    """The formats that a module of this package holds; none where there is no such module."""
    if module not in _modules() or module == "__init__":
        return ()
    held = vars(import_module(f"{__package__}.{module}"))
    family = held.get("FORMATS")
    return family if isinstance(family, tuple) else (held["FORMAT"],) if "FORMAT" in held else ()


class _Formats(Mapping[str, Format]):
    """All formats by name, in the order in which they are tried on content."""

    def __init__(self) -> None:
        self._all: dict[str, Format] | None = None

    def _loaded(self) -> dict[str, Format]:
        if self._all is None:
            formats = [format for module in sorted(_modules()) for format in _formats_of(module)]
            self._all = {format.name: format for format in sorted(formats, key=lambda format: format.turn)}
        return self._all

    def __getitem__(self, name: str) -> Format:
        if self._all is None:
            for format in _formats_of(name):
                if format.name == name:
                    return format
        return self._loaded()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())


FORMATS: Mapping[str, Format] = _Formats()
"""All formats by name, in the order in which they are tried on content."""


def named(format: str) -> Format:
    """The format of that name."""
    if not isinstance(format, str) or format not in FORMATS:
        raise OptionError(f"no format is named {shown(format)}; there are {', '.join(FORMATS)}")
    return FORMATS[format]


@cache
def endings() -> tuple[str, ...]:
    """The endings of all file names with a known suffix: a quick test, since most texts that are no file names fail."""
    suffixes = dict.fromkeys(suffix for format in FORMATS.values() for suffix in format.suffixes)
    return (*suffixes, *(f"{suffix}.gz" for suffix in suffixes))


def has_known_suffix(name: str) -> bool:
    """Does the name end in the suffix of a format?

    >>> has_known_suffix("ref.stm.gz"), has_known_suffix("talk.eaf"), has_known_suffix("hello")
    (True, True, False)
    """
    base = os.path.basename(name)
    if "." not in base:
        return base in BARE
    if not base.rpartition(".")[2].isalnum():  # as in most sentences, for which nothing is imported
        return False
    if _home(name) is not None:  # which spares the import of all others
        return True
    return name.lower().endswith(endings()) and any(fits(format, name) for format in FORMATS.values())


def fits(format: Format, name: str) -> bool:
    """Has the name a suffix of this format?"""
    base = os.path.basename(name).removesuffix(".gz")
    return any(base.lower().endswith(end) if end.startswith(".") else base == end for end in format.suffixes)


def _home(name: str) -> Format | None:
    """The format whose module is called like the suffix."""
    suffix = os.path.basename(name).lower().removesuffix(".gz").rpartition(".")[2]
    return next((format for format in _formats_of(_HOMES.get(suffix, suffix)) if fits(format, name)), None)


def by_suffix(name: str) -> Format | None:
    """The format to write a file of this name in: of those with its suffix the last in turn."""
    home = _home(name)
    if home is not None and home.write is not None:
        return home
    fitting = [format for format in FORMATS.values() if fits(format, name) and format.write is not None]
    return fitting[-1] if fitting else None


def detect(file: BinaryIO, name: str) -> Format:
    """The format of a file.

    Content that only one format can have decides, whatever the file is called. Else the formats with its suffix are
    tried in turn, and the last of them is taken where the content tells nothing: it will say what is wrong.
    """
    if os.path.splitext(name)[1].lower() not in OTHERS:
        files.check_text(head_of(file), name)
    head = text_head(file)
    home = _home(name)
    if home is not None and home.looks(head):
        return home
    sure = _sure(head)
    if sure is None and head.lstrip().startswith("{"):
        sure = _sure(text_head(file, LONG_HEAD), ".json")
    if sure is not None:
        return sure
    fitting = [format for format in FORMATS.values() if fits(format, name)]
    candidates = fitting or [format for format in FORMATS.values() if not format.only_by_suffix]
    for format in candidates:
        if format.looks(head):
            return format
    if fitting:
        chosen = home or fitting[-1]
        _check_words(head, name, chosen)
        return chosen
    if not head.strip():
        raise no_segments(name)
    kind, _, remedy = OTHERS.get(os.path.splitext(name)[1].lower(), "").partition(": ")
    if kind:
        raise FormatError(name, None, f"is {kind}", remedy)
    raise FormatError(name, None, "neither name nor content tells the format", f"give it: {', '.join(FORMATS)}")


def _check_words(head: str, name: str, words: Format) -> None:
    """Raise an error if what is named as plain words looks like a format with times, which are no words."""
    if "start" in words.holds or any(numeric(row[0]) for row in rows(head)):
        return  # lines of numbers may be words: a session is seldom called so
    for format in FORMATS.values():
        if "start" in format.holds and not format.only_by_suffix and format.looks(head):
            what = f"looks like {format.name}, but its name says {words.name}"
            raise FormatError(name, None, what, f"give the format: {format.name}, or {words.name} if these are words")


def _sure(head: str, suffix: str = "") -> Format | None:
    """The format that is sure of this head, among those with this suffix if one is given."""
    known = (format for format in FORMATS.values() if format.sure and (not suffix or suffix in format.suffixes))
    return next((format for format in known if format.looks(head)), None)


def sure_json(text: str) -> Format | None:
    """The format that is sure of this JSON."""
    return _sure(text[:HEAD], ".json") or _sure(text[:LONG_HEAD], ".json")


def head_of(file: BinaryIO, size: int = HEAD) -> bytes:
    """The first bytes of a file."""
    data = file.read(size)
    file.seek(0)
    return data


def text_head(file: BinaryIO, size: int = HEAD) -> str:
    """The whole lines among the first bytes of a file, as text."""
    file.seek(0)
    data = head_of(file, size)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    head = data.removeprefix(b"\xef\xbb\xbf").decode(encoding, errors="replace")
    return (head[: head.rfind("\n") + 1] or head) if len(data) == size else head


def no_segments(name: str) -> FormatError:
    return FormatError(name, None, "holds no segments", "check that it is the right file, written to its end")


def only_read(name: str, format: Format) -> FormatError:
    """The error for a format that cannot be written."""
    writable = ", ".join(known.name for known in FORMATS.values() if known.write is not None)
    return FormatError(name, None, f"{format.name} is only read", f"write one of {writable}")
