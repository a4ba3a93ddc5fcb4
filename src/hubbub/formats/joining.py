"""Checks before several files are read as one transcript."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import dirname, isdir

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.files import ctm_stem
from hubbub.model.messages import Caution
from hubbub.model.transcript import Transcript


def check_folder(name: str, loaded: list[tuple[Transcript, Format]]) -> None:
    """Raises FormatError if a folder contains two systems, or two versions: in two subfolders, or in two files."""
    if len(loaded) < 2 or not isdir(name):
        return
    seen: dict[str, str] = {}
    remedy = f"give one of them, or all with hubbub rank -h {name}; if they belong together, give the files"
    for transcript, _ in loaded:
        folder = dirname(transcript.source)
        for session in transcript.session_names():
            other = seen.setdefault(session, folder)
            if other != folder:
                what = f"session {session} is in both folders {other} and {folder}"
                raise FormatError(name, None, what, remedy)
    for what in simultaneous_speech([transcript for transcript, _ in loaded]):
        raise FormatError(name, None, what, remedy)


def check_distinct(loaded: list[tuple[Transcript, Format]]) -> None:
    """Raises FormatError if files must not be joined.

    In a format without speakers and times, a line is a session; in others a file is. Two files with the same session
    would be joined by accident.
    """
    seen: dict[str, str] = {}
    for part, format in loaded:
        check_separate(part, format, seen)
    streams: dict[str, str] = {}
    for part, format in loaded:
        stream = ctm_stem(part.source)
        # Only words of a CTM without speakers are in a stream named after the file.
        if format.name != "ctm" or all(segment.speaker != stream for segment in part):
            continue
        if stream in streams:
            what = f"its stream is named {stream}, like that of {streams[stream]}"
            raise FormatError(part.source, None, what, "rename one of the files")
        streams[stream] = part.source


def check_separate(part: Transcript, format: Format, seen: dict[str, str]) -> None:
    """Raises FormatError if a session that must be complete in one file is in another too. Updates `seen`."""
    bare = set(part.session_names() if format.one_session else part.columns.bare_sessions())
    for session in bare & seen.keys():
        raise FormatError(
            part.source,
            None,
            f"session {session} is also in {seen[session]}",
            "score one file at a time, or rename one",
        )
    seen.update(dict.fromkeys(bare, part.source))


def join_warnings(parts: list[Transcript]) -> Iterator[Caution]:
    """Yields a warning about files that are probably not one transcript."""
    for what in simultaneous_speech(parts):
        line = f"{what}, so they may be two systems; give each its own -h, or use hubbub rank"
        yield Caution(line, "several_systems")


def simultaneous_speech(parts: list[Transcript]) -> Iterator[str]:
    """Describes the first two files in which the same speaker of a session speaks at the same time."""
    homes: dict[str, list[Transcript]] = {}
    for part in parts:
        for session in part.session_names():
            homes.setdefault(session, []).append(part)
    for session, several in homes.items():
        spans: dict[str | None, tuple[float, float, str]] = {}
        for part in several if len(several) > 1 else ():
            for speaker, (start, end) in _spans(part, session).items():
                first, last, other = spans.get(speaker, (end, end, ""))
                if other and start < last and first < end:
                    who = f"speaker {speaker or '-'} of session {session}"
                    yield f"{other} and {part.source} both have {who} at the same time"
                    return
                spans.setdefault(speaker, (start, end, part.source))


def _spans(transcript: Transcript, session: str) -> dict[str | None, tuple[float, float]]:
    """Returns when each speaker of a session starts and ends; without times, from −inf to inf."""
    spans: dict[str | None, tuple[float, float]] = {}
    for segment in transcript:
        if (segment.session or "") == session:
            start = float("-inf") if segment.start is None else segment.start
            end = float("inf") if segment.end is None else segment.end
            first, last = spans.get(segment.speaker, (start, end))
            spans[segment.speaker] = min(start, first), max(end, last)
    return spans
