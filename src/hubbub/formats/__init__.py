"""Reads and writes transcripts. Each format is a module of this package; `registry.py` finds them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from os.path import isdir
from typing import BinaryIO

from hubbub.errors import FormatError, InputError, OptionError, shown
from hubbub.formats import files, writing
from hubbub.formats.base import Format
from hubbub.formats.content import content, losses
from hubbub.formats.directories import load_folder
from hubbub.formats.files import Path
from hubbub.formats.joining import check_distinct, check_folder, join_warnings
from hubbub.formats.registry import (
    FORMATS,
    NO_SEGMENTS,
    by_suffix,
    describe_empty,
    detect,
    endings,
    fits,
    has_known_suffix,
    head_of,
    named,
    no_segments,
    only_read,
    text_head,
)
from hubbub.formats.speaker_choice import with_chosen_speakers
from hubbub.model.messages import Note
from hubbub.model.reading_options import DETECTED, Reading, as_reading, check_seen
from hubbub.model.transcript import Transcript, joined

__all__ = [
    "FORMATS", "Format", "dump", "dumps", "endings", "format_for", "has_known_suffix", "load", "load_each", "loads",
    "lost", "named",
]  # fmt: skip


def load(*paths: Path, format: str | Reading | None = None) -> Transcript:
    """Reads one or more files into one Transcript. A file without segments is an error if it is the only one.

    A path may be a folder, a glob, `-` for standard input, a pipe, or a gzip file. The format is `format` if given;
    otherwise it is detected from the content, then from the suffix. A Reading also chooses columns, tiers or speakers.
    """
    reading = as_reading(format)
    if reading.seen is not None:
        return _load(paths, reading)
    reading = reading._replace(seen={})
    (found,) = with_chosen_speakers([_load(paths, reading)], reading)
    check_seen(reading, reading.seen or {})
    return found


def _load(paths: tuple[Path, ...], reading: Reading) -> Transcript:
    """Reads files into one Transcript of all speakers."""
    chosen = None if reading.format is None else named(reading.format)
    names = files.expand(paths)
    if not names:
        raise OptionError("no file to load; pass at least one path")
    loaded = []
    empty: list[FormatError] = []
    for name in names:
        inside = _load_all(name, chosen, partial(load_filled, empty=empty, reading=reading))
        check_folder(name, inside)
        loaded += inside
    if not loaded:
        raise empty[0]
    parts = [transcript for transcript, _ in loaded]
    if empty:
        parts[0].left_out[describe_empty(empty)] = len(empty)
    if len(parts) == 1:
        return parts[0]
    files.check_unique(part.source for part in parts)
    check_distinct(loaded)
    whole = joined(parts, ", ".join(names))
    whole.doubts = [*(doubt for part in parts for doubt in part.doubts), *join_warnings(parts)]
    return whole


def load_each(path: str, reading: Reading, unread: list[FormatError]) -> list[tuple[Transcript, Format]]:
    """Reads a file, or each file of a folder, with its format. Appends the errors of unreadable files to `unread`."""
    chosen = None if reading.format is None else named(reading.format)

    def attempt(name: str, chosen: Format | None) -> tuple[Transcript, Format] | None:
        try:
            return load_one(name, chosen, reading)
        except FormatError as error:
            unread.append(error)
            return None

    try:
        loaded = _load_all(path, chosen, attempt)
    except FormatError as error:
        unread.append(error)
        return []
    try:
        check_folder(path, loaded)
    except FormatError as error:
        unread.append(error)
    return loaded


def loads(text: str | bytes, format: str | None = None, name: str = "<text>") -> Transcript:
    """Reads the content of a file; messages call the file `name`.

    >>> loads("meeting 1 Alice 0.5 2 hello world", "stm")[0].words
    'hello world'
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    return parse_file(files.in_memory(data), name, None if format is None else named(format))[0]


def dumps(transcript: Transcript, format: str) -> str:
    """Returns the text of a file in this format.

    >>> print(dumps(loads("meeting 1 Alice 0.50 2 hello", "stm"), "rttm"), end="")
    SPEAKER meeting 1 0.5 1.5 <NA> <NA> Alice <NA> <NA>
    """
    return _content(transcript, named(format), "<text>")


def dump(transcript: Transcript, path: Path, format: str | None = None, force: bool = True) -> None:
    """Writes the complete file or nothing. `-` is standard output; a name ending in `.gz` is compressed."""
    name = files.file_name(path)
    if not isinstance(transcript, Transcript):
        raise InputError(
            f"{shown(transcript)} is not a Transcript; build one from Segments, e.g. Transcript([Segment(…)])"
        )
    chosen = format_for(name, format)
    if not force and name != files.STANDARD:
        writing.check_free(name)
    text = _content(transcript, chosen, name)
    if fits(chosen, name):
        found = detect(files.in_memory(text.encode(errors="replace")), name)
        if found is not chosen:
            what = f"{chosen.name} lines in a file of this name would be read as {found.name}"
            raise FormatError(name, None, what, "use another suffix and choose the format, or write seglst")
    writing.write(name, text, force)


def format_for(path: Path, format: str | None = None) -> Format:
    """Returns the named format, or the format for the suffix of the path."""
    if format is not None:
        return named(format)
    name = files.file_name(path)
    chosen = by_suffix(name)
    if chosen is None:
        for known in FORMATS.values():
            if fits(known, name):
                raise only_read(name, known)
        firsts = dict.fromkeys(known.suffixes[0] for known in FORMATS.values() if known.write is not None)
        suffixes = ", ".join(f"*{suffix}" for suffix in firsts if suffix.startswith("."))
        raise FormatError(name, None, "the suffix belongs to no format", f"use one of {suffixes}, or choose the format")
    return chosen


def lost(transcript: Transcript, format: Format | str) -> list[str]:
    """Returns what a format cannot store of this transcript, with counts.

    >>> lost(loads("a 1 Alice 0 1 hello", "stm"), "trn")
    ['speaker: 1 segment', 'start: 1 segment', 'end: 1 segment', 'channel: 1 segment']
    """
    return losses(transcript, named(format) if isinstance(format, str) else format)


def _content(transcript: Transcript, chosen: Format, name: str) -> str:
    """Returns the text of the complete file."""
    return content(transcript, chosen, name)


OBJECTS = ("seglst", "jsonl", "nemo")
"""Formats of JSON objects, which are the rows of a table if a user chooses keys."""
Load = Callable[[str, Format | None], tuple[Transcript, Format] | None]


def _load_all(name: str, chosen: Format | None, load: Load) -> list[tuple[Transcript, Format]]:
    """Reads a file, or all transcripts of a folder."""
    if not isdir(name):
        loaded = load(name, chosen)
        return [] if loaded is None else [loaded]
    return load_folder(name, chosen, load)


def load_filled(
    name: str, chosen: Format | None, empty: list[FormatError], reading: Reading = DETECTED
) -> tuple[Transcript, Format] | None:
    """Reads one of several files. A file without segments, such as a silent stream, is appended to `empty`."""
    try:
        return load_one(name, chosen, reading)
    except FormatError as error:
        if error.what != NO_SEGMENTS:
            raise
        empty.append(error)
        return None


def load_one(name: str, chosen: Format | None, reading: Reading = DETECTED) -> tuple[Transcript, Format]:
    """Reads a single file; returns it with its format."""
    try:
        with files.open_file(name) as file:
            return parse_file(file, name, chosen, reading)
    except OSError as error:
        raise files.read_error(name, error) from None
    except MemoryError:
        raise files.too_large_error(name) from None


def parse_file(
    file: BinaryIO, name: str, chosen: Format | None, reading: Reading = DETECTED
) -> tuple[Transcript, Format]:
    """Reads an open file; returns it with its format."""
    if chosen is not None:
        files.check_text(head_of(file), name)
    format = chosen or detect(file, name)
    if format.name in OBJECTS and reading.columns():
        format = named("json_table")
    if format.read_as is not None and reading is not DETECTED:
        transcript = format.read_as(file, name, reading)
    else:
        transcript = format.read(file, name)
    transcript.called_after_file |= format.one_session
    if chosen is None and name.endswith((".txt", ".txt.gz")):
        from hubbub.formats.speaker_colon import note_on  # imported late: few files are text

        if why := note_on(text_head(file), format.name):
            transcript.doubts.append(Note(why, "read_as", name))
    # An empty JSON list is empty on purpose; an empty file of another format is a mistake.
    if not len(transcript) and not transcript.ignored and format.name != "seglst":
        raise no_segments(name)
    return transcript, format
