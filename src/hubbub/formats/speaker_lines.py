"""Text with the speaker on a line above each turn, from Otter, Zoom and Speechmatics. The file is one session."""

from __future__ import annotations

import re
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import clock
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.model.transcript import Segment, Transcript

_TIME = r"(?P<time>(?:\d{1,3}:)?\d{1,3}:\d\d(?:\.\d+)?)"
HEADERS = (
    re.compile(rf"(?P<name>\S.{{0,58}}?)(?:\s{{2,}}|\t){_TIME}"),  # Otter: `Alice Smith  0:03`
    re.compile(rf"\[(?P<name>[^\[\]]{{1,60}})\]\s+{_TIME}"),  # Zoom: `[Alice Smith] 10:00:03`
    re.compile(r"SPEAKER: (?P<name>\S{1,60})"),  # Speechmatics: `SPEAKER: S1`
)
"""The lines above turns, by tool."""
REMEDY = "write `Alice  0:03` above each turn; for plain text choose the format text"


class Header(NamedTuple):
    """The parts of a line above a turn."""

    speaker: str
    start: float | None


def _header(line: str, kind: re.Pattern[str]) -> Header | None:
    found = kind.fullmatch(line.strip())
    if found is None:
        return None
    time = found.groupdict().get("time")
    return Header(found["name"].strip(), None if time is None else clock(time))


def _kind(lines: list[str]) -> re.Pattern[str] | None:
    """Returns how the speakers are written, if the first line is one and the next is not."""
    found = [line for line in lines if line.strip()]
    for kind in HEADERS:
        if len(found) > 1 and _header(found[0], kind) is not None and _header(found[1], kind) is None:
            return kind
    return None


def read(file: BinaryIO, name: str) -> Transcript:
    lines = [(number, line) for number, line in text_lines(file, name) if line.strip()]
    kind = _kind([line for _, line in lines])
    if kind is None:
        number = lines[0][0] if lines else 1
        raise FormatError(name, number, "no line with a speaker above the first turn", REMEDY)
    session, segments, words = stem(name), list[Segment](), list[str]()
    header: Header | None = None
    for _, line in lines:
        found = _header(line, kind)
        if found is None:
            words.append(line.strip())
            continue
        if header is not None:
            segments.append(Segment(" ".join(words), session, *header))
        header, words = found, []
    assert header is not None  # the first line is one
    return Transcript([*segments, Segment(" ".join(words), session, *header)], name)


FORMAT = Format(
    name="speaker_lines",
    about="text with the speaker above each turn: Otter, Zoom's saved captions, Speechmatics",
    suffixes=(".txt",),
    read=read,
    write=None,
    matches=lambda head: _kind(head.splitlines()[:20]) is not None,
    fields=frozenset(),
    priority=63,
    only_by_suffix=True,
    one_session=True,
)
