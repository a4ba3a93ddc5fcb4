"""Reads transcripts chunk by chunk: a few sessions at a time, each of them complete."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from hubbub.errors import FormatError, OrderError
from hubbub.formats import files, load_filled, named
from hubbub.formats.base import Format
from hubbub.formats.directories import complete_from_folder, describe_skipped, list_transcripts, session_names
from hubbub.formats.files import Path
from hubbub.formats.joining import check_folder, check_separate, join_warnings
from hubbub.formats.registry import describe_empty, detect
from hubbub.model.transcript import Segment, Transcript, joined

CHUNK_BYTES = 1 << 23
"""Bytes of files that are read at a time, about."""
MAX_COMPRESSION = 16
"""The largest `compression` of any format. Smaller files are never read in chunks, so their format is not needed."""


def sort_remedy(*sources: str) -> str:
    """Returns the advice on sorting these files, or sessions that come from elsewhere."""
    first = sources[0]
    command = (
        f", e.g. hubbub convert --sort {first} sorted{os.path.splitext(first)[1]}" if os.path.isfile(first) else ""
    )
    return f"sort {'both sides' if len(sources) > 1 else first} by session name{command}"


def read_in_chunks(
    paths: Sequence[Path], format: str | None = None, read: Callable[[int], None] | None = None
) -> "Iterator[Chunk]":
    """Yields chunks of complete sessions, in the order of the files. Calls `read` with the number of bytes read.

    Raises OrderError if a session continues after another one: it may have been scored by then.
    """
    chosen = None if format is None else named(format)
    report: Callable[[int], None] = read or (lambda _: None)
    return complete_chunks(_read_chunks(files.expand(paths), chosen, report))


def _read_chunks(names: Sequence[str], chosen: Format | None, report: Callable[[int], None]) -> Iterator[Transcript]:
    """Yields what is read at a time, with the counts of files skipped in folders, and of empty ones at the end."""
    left_out: dict[str, int] = {}
    empty: list[FormatError] = []
    found = False
    for part in _read_some(names, chosen, report, left_out, empty):
        part.left_out |= left_out
        left_out.clear()
        found = True
        yield part
    if empty and not found:
        raise empty[0]
    if empty:
        yield Transcript([], ", ".join(names), left_out={describe_empty(empty): len(empty)})


def _read_some(
    names: Sequence[str],
    chosen: Format | None,
    report: Callable[[int], None],
    left_out: dict[str, int],
    empty: list[FormatError],
) -> Iterator[Transcript]:
    """Yields what is read at a time: a chunk of a file, or several files."""
    waiting: list[tuple[str, FolderMember | None]] = []
    size = 0
    source = ", ".join(names)
    alone: dict[str, str] = {}
    read = partial(_read_together, chosen=chosen, alone=alone, source=source, empty=empty)
    for name, member in _expand_folders(names, chosen, left_out):
        bytes_of_file = os.path.getsize(name) if os.path.isfile(name) else 0
        format = chosen or _detect(name) if bytes_of_file > CHUNK_BYTES // MAX_COMPRESSION else None
        if format is not None and format.read_chunks is not None and bytes_of_file * format.compression > CHUNK_BYTES:
            yield from read(waiting)
            waiting, size = [], 0
            yield from _read_large_file(name, format, bytes_of_file, report)
            continue
        waiting.append((name, member))
        size += bytes_of_file
        report(bytes_of_file)
        if size > CHUNK_BYTES:
            yield from read(waiting)
            waiting, size = [], 0
    yield from read(waiting)


class FolderMember(NamedTuple):
    """The folder that a file was found in, and the name of the file's session there."""

    folder: str
    session: str


def _expand_folders(
    names: Sequence[str], chosen: Format | None, left_out: dict[str, int]
) -> Iterator[tuple[str, FolderMember | None]]:
    """Yields the files, and those in folders. Counts the files that are not transcripts in `left_out`."""
    for name in names:
        if not os.path.isdir(name):
            yield name, None
            continue
        inside, skipped = list_transcripts(name, chosen is not None)
        if skipped:
            left_out[describe_skipped(skipped)] = len(skipped)
        for path, session in zip(inside, session_names(name, inside), strict=True):
            yield path, FolderMember(name, session)


def _detect(name: str) -> Format:
    with files.open_file(name) as file:
        return detect(file, name)


def _read_large_file(name: str, format: Format, size: int, report: Callable[[int], None]) -> Iterator[Transcript]:
    assert format.read_chunks is not None
    try:
        with files.open_file(name) as file:
            before = 0
            for part in format.read_chunks(file, name, CHUNK_BYTES):
                position = min(file.tell(), size)
                report(max(0, position - before))
                before = max(position, before)
                yield part
    except OSError as error:
        raise files.read_error(name, error) from None


def _read_together(
    names: Sequence[tuple[str, FolderMember | None]],
    chosen: Format | None,
    alone: dict[str, str],
    source: str,
    empty: list[FormatError],
) -> Iterator[Transcript]:
    """Yields some files as one Transcript. Adds sessions that must be complete in their file to `alone`."""
    loaded: list[Transcript] = []
    inside: dict[str, list[tuple[Transcript, Format]]] = {}  # by folder
    for name, member in names:
        filled = load_filled(name, chosen, empty)
        if filled is None:
            continue
        transcript, format = filled
        if member is not None:
            transcript, format = complete_from_folder(name, member.session, transcript, format)
            inside.setdefault(member.folder, []).append((transcript, format))
        check_separate(transcript, format, alone)
        loaded.append(transcript)
    for folder, folder_files in inside.items():
        check_folder(folder, folder_files)
    if len(loaded) > 1:
        whole = joined(loaded, source)
        whole.doubts = list(join_warnings(loaded))
        yield whole
    else:
        yield from loaded


class Chunk(NamedTuple):
    """A Transcript, and the names of its sessions that are complete."""

    transcript: Transcript
    sessions: list[str]


def complete_chunks(parts: Iterator[Transcript]) -> Iterator[Chunk]:
    """Yields the transcripts with their complete sessions: the last session of one may continue in the next."""
    some = list(islice(parts, 2))
    if len(some) == 1:
        yield Chunk(some[0], some[0].session_names())
        return
    pending: list[Transcript] = []
    seen: set[str] = set()
    for part in chain(some, parts):
        again = next((name for name in part.session_names() if name in seen), None)
        if again is not None:
            raise OrderError(
                f"{part.source}: session {again} continues after other sessions, and the file is too large to read"
                f" at once; {sort_remedy(part.source)}"
            )
        names = part.columns.session_names()
        if pending and (not names or names == pending[0].columns.session_names()):
            pending.append(part)
            continue
        if pending:
            part = joined([*pending, part], part.source)
            names = part.columns.session_names()
        last = {names[-1], _last_session(part)} if names else set()
        complete = [name for name in names if name not in last]
        if complete:
            seen.update(complete)
            taken = set(complete)
            rest = [name for name in part.session_names() if name not in taken]
            pending = [part.select(rest)]
            pending[0].left_out = {}  # reported with the complete sessions
            yield Chunk(part, complete)
        else:
            pending = [part]
    if pending:
        last_part = pending[0] if len(pending) == 1 else joined(pending, pending[0].source)
        yield Chunk(last_part, last_part.session_names())


def _last_session(part: Transcript) -> str:
    (segment,) = part.columns.make(len(part) - 1, len(part), Segment, {}, {})
    return segment.session or ""
