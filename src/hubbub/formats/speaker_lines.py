"""Text with the speaker on a line above each turn, from Otter, Rev, Teams, Zoom and others. The file is one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.asides import CLOCK, NOT_SPEECH, without_tags
from hubbub.formats.base import Format
from hubbub.formats.decimals import clock
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.speaker_colon import is_name, name_and_words
from hubbub.model.transcript import Segment, Transcript

_TIME = rf"(?P<time>{CLOCK})"
_ALONE = re.compile(r"(?P<name>[^:\[\]()]{1,60}):")
HEADERS = (
    re.compile(rf"(?P<name>\S.{{0,58}}?)(?:\s{{2,}}|\t){_TIME}"),  # Otter and Teams: `Alice Smith  0:03`
    re.compile(rf"\[(?P<name>[^\[\]]{{1,60}})\]\s+{_TIME}"),  # Zoom: `[Alice Smith] 10:00:03`
    re.compile(
        rf"(?P<name>[^\s:\[\]()][^:\[\]()]{{0,58}}?)?(?:\s*[\[(]{_TIME}[\])]:|:\s*[\[(](?P<after>{CLOCK})[\])])"
    ),
    re.compile(r"SPEAKER: (?P<name>\S{1,60})"),  # Speechmatics: `SPEAKER: S1`
    _ALONE,  # Rev without times: `Alice Smith:`
)
"""The lines above turns, by tool. The third are Rev's: `Alice (00:03):`, `Alice: (00:03)`, and `(00:03):` for the same
speaker as before."""
_NOTICE = re.compile(r".{1,80} (?:started|stopped) transcription")
_LENGTH = re.compile(r"(?=\d)(?:\d+h ?)?(?:\d+m ?)?(?:\d+s)?")
_FIRST = 6
"""The title, the date, the length and the notice of Teams are among the first lines."""
REMEDY = "write `Alice  0:03` above each turn; for plain text choose the format text"


class Header(NamedTuple):
    """The parts of a line above a turn."""

    speaker: str
    start: float | None


def _header(line: str, kind: re.Pattern[str]) -> Header | None:
    found = kind.fullmatch(line.strip())
    if found is None or (kind is _ALONE and not is_name(found["name"])):
        return None
    groups = found.groupdict()
    time = groups.get("time") or groups.get("after")
    return Header((groups["name"] or "").strip(), None if time is None else clock(time))


def _begin(lines: Sequence[str]) -> int:
    """Returns the number of lines that Teams writes before the first turn: up to its notice, or to the length."""
    first = [line.strip() for line in lines[:_FIRST]]
    return max(
        (place + 1 for place, line in enumerate(first) if _NOTICE.fullmatch(line) or _LENGTH.fullmatch(line)), default=0
    )


def _are_names(lines: Sequence[str]) -> bool:
    """Returns whether names that stand alone are speakers: one occurs again, and no words follow a name in its line."""
    names = [found.speaker for line in lines if (found := _header(line, _ALONE)) is not None]
    again = len(set(names)) < len(names)
    return again and not any(name_and_words(line.strip())[0] and not _header(line, _ALONE) for line in lines)


def _kind(lines: Sequence[str]) -> re.Pattern[str] | None:
    """Returns how the speakers are written, if the first line is one and the next is not."""
    for kind in HEADERS:
        header = _header(lines[0], kind) if len(lines) > 1 else None
        if header is not None and header.speaker and _header(lines[1], kind) is None:
            return kind
    return None


def read(file: BinaryIO, name: str) -> Transcript:
    left_out = Counter[str]()
    lines = [(number, line) for number, line in text_lines(file, name) if line.strip()]
    begin = _begin([line for _, line in lines])
    speech = [one for one in lines[begin:] if not _NOTICE.fullmatch(one[1].strip())]
    left_out[NOT_SPEECH] += len(lines) - len(speech)
    kind = _kind([line for _, line in speech])
    if kind is None:
        number = lines[0][0] if lines else 1
        raise FormatError(name, number, "no line with a speaker above the first turn", REMEDY)
    turns: list[tuple[Header, list[str]]] = []
    for _, line in speech:
        found = _header(line, kind)
        if found is None:
            turns[-1][1].append(line)
        else:
            turns.append((Header(found.speaker or turns[-1][0].speaker, found.start), []))
    segments = [Segment(without_tags(_joined(words), left_out), stem(name), *header) for header, words in turns]
    return Transcript(segments, name, left_out=+left_out)


def _joined(lines: Sequence[str]) -> str:
    return " ".join(line.strip() for line in lines)


def looks(head: str) -> bool:
    lines = [line for line in head.splitlines() if line.strip()]
    speech = lines[_begin(lines) :]
    kind = _kind(speech)
    return kind is not None and (kind is not _ALONE or _are_names(speech))


_DIGITS = r"([0-9]{1,3}):([0-5]?[0-9]):([0-5]?[0-9])\.([0-9]{1,3})"
_SPAN = re.compile(f"{_DIGITS} --> {_DIGITS}")
"""The times of Teams, in which `0:0:6.90` has 90 milliseconds."""


def read_teams(file: BinaryIO, name: str) -> Transcript:
    """Reads what Teams writes into documents: a line of times, a line with the speaker, and lines of words."""
    turns: list[tuple[int, re.Match[str], list[str]]] = []
    for number, line in text_lines(file, name):
        found = _SPAN.fullmatch(line.strip())
        if found is not None:
            turns.append((number, found, []))
        elif "-->" in line or (line.strip() and not turns):
            what = f"no times in {line.strip()!r:.60}"
            raise FormatError(name, number, what, "write a line such as 0:0:3.250 --> 0:0:5.0 above each turn")
        elif line.strip():
            turns[-1][2].append(line)
    left_out = Counter[str]()
    return Transcript([_teams_turn(*turn, name, left_out) for turn in turns], name, left_out=left_out)


def _teams_turn(number: int, times: re.Match[str], rest: list[str], name: str, left_out: Counter[str]) -> Segment:
    if not rest:
        raise FormatError(name, number, "no speaker below the times", "write the name there, and the words below it")
    fields = list(map(int, times.groups()))
    start, end = (
        ((hours * 60 + minutes) * 60_000 + seconds * 1000 + thousandths) / 1000
        for hours, minutes, seconds, thousandths in (fields[:4], fields[4:])
    )
    if end < start:
        raise FormatError(name, number, f"the turn ends before it starts ({times[0]})", "swap the times")
    return Segment(without_tags(_joined(rest[1:]), left_out), stem(name), rest[0].strip(), start, end)


FORMATS = (
    Format(
        name="teams_text",
        about="text of Teams with the times and the speaker above each turn",
        suffixes=(".txt",),
        read=read_teams,
        write=None,
        matches=lambda head: re.match(rf"\s*(?=[0-9]+:[0-9]:){_SPAN.pattern}\s*\n", head) is not None,
        fields=frozenset(),
        priority=62,
        is_distinctive=True,
        one_session=True,
    ),
    Format(
        name="speaker_lines",
        about="text with the speaker above each turn: Otter, Rev, Teams, Zoom's saved captions, Speechmatics",
        suffixes=(".txt", ".md"),
        read=read,
        write=None,
        matches=looks,
        fields=frozenset(),
        priority=63,
        only_by_suffix=True,
        one_session=True,
    ),
)
