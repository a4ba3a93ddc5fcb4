"""All formats, and the detection of a file's format.

A module of this package that defines FORMAT, or FORMATS for several, is found automatically. Modules are imported
when needed: for a file whose suffix is the name of a module, only that module.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import BinaryIO

from hubbub.errors import FormatError, OptionError, either, nearest, shown
from hubbub.formats import files
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.sniff import abridged, is_json, rows
from hubbub.model.tables import listed

HEAD = 1 << 16
"""Bytes that are read to detect the format by content."""
LONG_HEAD = 1 << 23
"""Bytes for JSON that cannot be parsed, such as JSON lines or a file that is cut off."""
LARGEST_JSON = 1 << 28
"""Bytes up to which JSON is parsed to find its keys: those that distinguish formats may be at its end."""
_HOMES = {"json": "seglst", "tsv": "csv", "eaf": "elan", "cha": "chat"}
"""The modules of suffixes that have another name."""
BARE = {"text", "text_hyp", "text_ref"}
"""Complete file names among the suffixes of formats. Other names without a period need no test."""


OTHERS = {
    **dict.fromkeys((".doc", ".odt", ".rtf"), "a document: save it as .docx or plain text (.txt)"),
    **dict.fromkeys((".xls", ".xlsx", ".ods"), "a spreadsheet: save it as CSV"),
    ".pdf": "a PDF: extract its text, e.g. with pdftotext",
    ".zip": "an archive: unpack it",
    **dict.fromkeys((".wav", ".mp3", ".flac", ".m4a", ".ogg", ".mp4"), "a recording: give its transcript"),
}
"""Other kinds of files by suffix, and what to do with them."""


@cache
def _modules() -> frozenset[str]:
    folder = os.path.dirname(__file__)
    return frozenset(file.removesuffix(".py") for file in os.listdir(folder) if file.endswith(".py"))


def _formats_of(module: str) -> tuple[Format, ...]:
    """Returns the formats that a module of this package defines; none if there is no such module."""
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
            self._all = {format.name: format for format in sorted(formats, key=lambda format: format.priority)}
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
    """Returns the format of that name."""
    if not isinstance(format, str) or format not in FORMATS:
        hint = nearest(format if isinstance(format, str) else "", FORMATS, 0.7)
        raise OptionError(f"unknown format {shown(format)}; {hint}")
    return FORMATS[format]


@cache
def endings() -> tuple[str, ...]:
    """Returns all known suffixes, also with .gz: a quick test that most strings other than file names fail."""
    suffixes = dict.fromkeys(suffix for format in FORMATS.values() for suffix in format.suffixes)
    return (*suffixes, *(f"{suffix}.gz" for suffix in suffixes))


def has_known_suffix(name: str) -> bool:
    """Returns whether the name ends in the suffix of a format.

    >>> has_known_suffix("ref.stm.gz"), has_known_suffix("talk.eaf"), has_known_suffix("hello")
    (True, True, False)
    """
    base = os.path.basename(name)
    if "." not in base:
        return base in BARE
    if not base.rpartition(".")[2].isalnum():  # most sentences; no import is needed
        return False
    if _home(name) is not None:  # avoids importing all others
        return True
    return name.lower().endswith(endings()) and any(fits(format, name) for format in FORMATS.values())


def fits(format: Format, name: str) -> bool:
    """Returns whether the name has a suffix of this format."""
    base = os.path.basename(name).removesuffix(".gz")
    return any(base.lower().endswith(end) if end.startswith(".") else base == end for end in format.suffixes)


def _home(name: str) -> Format | None:
    """Returns the format whose module is named like the suffix; None if there is none."""
    suffix = os.path.basename(name).lower().removesuffix(".gz").rpartition(".")[2]
    return next((format for format in _formats_of(_HOMES.get(suffix, suffix)) if fits(format, name)), None)


def by_suffix(name: str) -> Format | None:
    """Returns the format for writing a file of this name, the last one by `priority`; None if there is none."""
    home = _home(name)
    if home is not None and home.write is not None:
        return home
    fitting = [format for format in FORMATS.values() if fits(format, name) and format.write is not None]
    return fitting[-1] if fitting else None


def detect(file: BinaryIO, name: str) -> Format:
    """Returns the format of a file. Raises FormatError if it cannot be detected.

    Content that only one format can have decides, whatever the file name. Otherwise the formats with its suffix are
    tried by `priority`; if none matches, the last one is used, and reading gives its error.
    """
    if os.path.splitext(name)[1].lower() not in OTHERS:
        files.check_text(head_of(file), name)
    head = text_head(file)
    home = _home(name)
    if home is not None and home.matches(head):
        return home
    sure = _sure(content_head(file), _JSON) if is_json(head) else _sure(head)
    if sure is not None:
        return sure
    fitting = [format for format in FORMATS.values() if fits(format, name)]
    candidates = fitting or [format for format in FORMATS.values() if not format.only_by_suffix]
    for format in candidates:
        if format.matches(head):
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
    remedy = f"choose one with {either('--format, or --from of convert', 'the argument format')}: {', '.join(FORMATS)}"
    raise FormatError(name, None, "cannot detect the format", remedy)


def _check_words(head: str, name: str, words: Format) -> None:
    """Raises FormatError if a file named as plain text looks like a format with times: its times would become words."""
    if "start" in words.fields or any(numeric(row[0]) for row in rows(head)):
        return  # lines of numbers may be words: few sessions have such names
    for format in FORMATS.values():
        if "start" in format.fields and not format.only_by_suffix and format.matches(head):
            what = f"looks like {format.name}, but has the suffix of {words.name}"
            remedy = f"choose the format: {format.name}, or {words.name} if these are words"
            raise FormatError(name, None, what, remedy)


def _sure(head: str, suffixes: tuple[str, ...] = ()) -> Format | None:
    """Returns the format that this head matches beyond doubt, among those with these suffixes if given; else None."""
    known = (
        format
        for format in FORMATS.values()
        if format.is_distinctive and (not suffixes or not set(suffixes).isdisjoint(format.suffixes))
    )
    return next((format for format in known if format.matches(head)), None)


_JSON = (".json", ".jsonl")


def content_head(file: BinaryIO) -> str:
    """Returns the text that decides a file's format: its first lines, or a short form of its JSON with all keys."""
    head = text_head(file)
    # One complete line is JSON lines, or a short file.
    if not is_json(head) or abridged(head.lstrip().partition("\n")[0].encode()) is not None:
        return head
    data = head_of(file, LARGEST_JSON)
    short = abridged(data) if len(data) < LARGEST_JSON else None
    return short or data[:LONG_HEAD].decode(errors="replace")


def sure_json(data: bytes) -> Format | None:
    """Returns the format that this JSON matches beyond doubt; None if there is none."""
    return _sure(abridged(data) or data[:LONG_HEAD].decode(errors="replace"), _JSON)


def head_of(file: BinaryIO, size: int = HEAD) -> bytes:
    """Returns the first bytes of a file."""
    data = file.read(size)
    file.seek(0)
    return data


def text_head(file: BinaryIO, size: int = HEAD) -> str:
    """Returns the complete lines among the first bytes of a file, as text."""
    file.seek(0)
    data = head_of(file, size)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    head = data.removeprefix(b"\xef\xbb\xbf").decode(encoding, errors="replace")
    return (head[: head.rfind("\n") + 1] or head) if len(data) == size else head


NO_SEGMENTS = "contains no segments"
"""What is wrong with a file without segments."""


def no_segments(name: str) -> FormatError:
    return FormatError(name, None, NO_SEGMENTS, "is it the right file, and is it complete?")


def describe_empty(empty: list[FormatError]) -> str:
    """Returns how `left_out` describes files without segments.

    >>> describe_empty([no_segments("out/a.ctm"), no_segments("out/b.ctm")])
    'files without segments (a.ctm, b.ctm)'
    """
    names = [os.path.basename(error.file) for error in empty]
    return f"file{'s' * (len(names) != 1)} without segments ({listed(names, 4)})"


def only_read(name: str, format: Format) -> FormatError:
    """Returns the error for a format that cannot be written."""
    writable = ", ".join(known.name for known in FORMATS.values() if known.write is not None)
    return FormatError(name, None, f"{format.name} cannot be written", f"write one of {writable}")
