"""Reads transcripts chunk by chunk: a few sessions at a time, each of them complete."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from hubbub.errors import OrderError
from hubbub.formats import files, load_one, named
from hubbub.formats.base import Format
from hubbub.formats.directories import completed, members, session_names, told
from hubbub.formats.files import Path
from hubbub.formats.joining import check_alone, check_folder, doubts
from hubbub.formats.registry import detect
from hubbub.model.transcript import Segment, Transcript, joined

PART = 1 << 23
"""Bytes of files that are read at a time, about."""
MOST_PACKED = 16
"""The largest `packed` of any format: the format of smaller files need not be detected to choose how to read them."""


def sort_remedy(*sources: str) -> str:
    """Returns the advice on sorting these files, or sessions that come from elsewhere."""
    first = sources[0]
    command = (
        f", e.g. hubbub convert --sort {first} sorted{os.path.splitext(first)[1]}" if os.path.isfile(first) else ""
    )
    return f"sort {'both sides' if len(sources) > 1 else first} by session name{command}"


def read_in_parts(
    paths: Sequence[Path], format: str | None = None, read: Callable[[int], None] | None = None
) -> "Iterator[Part]":
    """Yields chunks of complete sessions, in the order of the files. Calls `read` with the number of bytes read.

    Raises OrderError if a session continues after another one: it may have been scored by then.
    """
    chosen = None if format is None else named(format)
    told: Callable[[int], None] = read or (lambda _: None)
    return whole_sessions(_parts(files.expand(paths), chosen, told))


def _parts(names: Sequence[str], chosen: Format | None, told: Callable[[int], None]) -> Iterator[Transcript]:
    """Yields what is read at a time, with the counts of files skipped in folders."""
    left_out: dict[str, int] = {}
    for part in _read(names, chosen, told, left_out):
        part.left_out |= left_out
        left_out.clear()
        yield part


def _read(
    names: Sequence[str], chosen: Format | None, told: Callable[[int], None], left_out: dict[str, int]
) -> Iterator[Transcript]:
    """Yields what is read at a time: a chunk of a file, or several files."""
    waiting: list[tuple[str, Home | None]] = []
    size = 0
    source = ", ".join(names)
    alone: dict[str, str] = {}
    for name, home in _with_members(names, chosen, left_out):
        own = os.path.getsize(name) if os.path.isfile(name) else 0
        format = chosen or _detected(name) if own > PART // MOST_PACKED else None
        if format is not None and format.parts is not None and own * format.packed > PART:
            yield from _together(waiting, chosen, alone, source)
            waiting, size = [], 0
            yield from _file_in_parts(name, format, own, told)
            continue
        waiting.append((name, home))
        size += own
        told(own)
        if size > PART:
            yield from _together(waiting, chosen, alone, source)
            waiting, size = [], 0
    yield from _together(waiting, chosen, alone, source)


class Home(NamedTuple):
    """The folder that a file was found in, and the name of the file's session there."""

    folder: str
    session: str


def _with_members(
    names: Sequence[str], chosen: Format | None, left_out: dict[str, int]
) -> Iterator[tuple[str, Home | None]]:
    """Yields the files, and those in folders. Counts the files that are not transcripts in `left_out`."""
    for name in names:
        if not os.path.isdir(name):
            yield name, None
            continue
        inside, skipped = members(name, chosen is not None)
        if skipped:
            left_out[told(skipped)] = len(skipped)
        for path, session in zip(inside, session_names(name, inside), strict=True):
            yield path, Home(name, session)


def _detected(name: str) -> Format:
    with files.opened(name) as file:
        return detect(file, name)


def _file_in_parts(name: str, format: Format, size: int, told: Callable[[int], None]) -> Iterator[Transcript]:
    assert format.parts is not None
    try:
        with files.opened(name) as file:
            before = 0
            for part in format.parts(file, name, PART):
                place = min(file.tell(), size)
                told(max(0, place - before))
                before = max(place, before)
                yield part
    except OSError as error:
        raise files.unreadable(name, error) from None


def _together(
    names: Sequence[tuple[str, Home | None]], chosen: Format | None, alone: dict[str, str], source: str
) -> Iterator[Transcript]:
    """Yields some files as one Transcript. Adds sessions that must be complete in their file to `alone`."""
    loaded: list[Transcript] = []
    inside: dict[str, list[tuple[Transcript, Format]]] = {}  # by folder
    for name, home in names:
        transcript, format = load_one(name, chosen)
        if home is not None:
            transcript, format = completed(name, home.session, transcript, format)
            inside.setdefault(home.folder, []).append((transcript, format))
        check_alone(transcript, format, alone)
        loaded.append(transcript)
    for folder, some in inside.items():
        check_folder(folder, some)
    if len(loaded) > 1:
        whole = joined(loaded, source)
        whole.doubts = list(doubts(loaded))
        yield whole
    else:
        yield from loaded


class Part(NamedTuple):
    """A Transcript, and the names of its sessions that are complete."""

    transcript: Transcript
    sessions: list[str]


def whole_sessions(parts: Iterator[Transcript]) -> Iterator[Part]:
    """Yields the transcripts with their complete sessions: the last session of one may continue in the next."""
    some = list(islice(parts, 2))
    if len(some) == 1:
        yield Part(some[0], some[0].session_names())
        return
    held: list[Transcript] = []
    seen: set[str] = set()
    for part in chain(some, parts):
        again = next((name for name in part.session_names() if name in seen), None)
        if again is not None:
            raise OrderError(
                f"{part.source}: session {again} continues after other sessions, and the file is too large to read"
                f" at once; {sort_remedy(part.source)}"
            )
        names = part.columns.session_names()
        if held and (not names or names == held[0].columns.session_names()):
            held.append(part)
            continue
        if held:
            part = joined([*held, part], part.source)
            names = part.columns.session_names()
        last = {names[-1], _last_session(part)} if names else set()
        done = [name for name in names if name not in last]
        if done:
            seen.update(done)
            taken = set(done)
            rest = [name for name in part.session_names() if name not in taken]
            held = [part.select(rest)]
            held[0].left_out = {}  # reported with the complete sessions
            yield Part(part, done)
        else:
            held = [part]
    if held:
        last_part = held[0] if len(held) == 1 else joined(held, held[0].source)
        yield Part(last_part, last_part.session_names())


def _last_session(part: Transcript) -> str:
    (segment,) = part.columns.make(len(part) - 1, len(part), Segment, {}, {})
    return segment.session or ""
