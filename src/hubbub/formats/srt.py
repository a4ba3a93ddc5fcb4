"""SRT, SubRip subtitles: numbered cues with times. Speakers are before the text: [Alice]: or Alice:"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import subtitles
from hubbub.formats.base import Format
from hubbub.formats.subtitles import REMEDY, TIME, Cue, Line
from hubbub.model.transcript import Segment, Transcript

_TAGS = re.compile(r"</?(?:[ibus]|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)
"""Italics, colors and screen positions. Other words in angle brackets are words."""
_TIMES = re.compile(rf"(?:[0-9]+[ \t\r]*\n|(?![0-9]+:[0-9]:))[ \t]*{TIME}[ \t]*-->[ \t]*{TIME}")
"""The start of a cue, which may have a number. Times such as 0:0:2.5 without one are those of Teams' documents."""


def read(file: BinaryIO, name: str) -> Transcript:
    left_out: Counter[str] = Counter()
    cues = subtitles.without_highlights(list(_cues(file, name)), left_out)
    plain = [cue._replace(lines=[_TAGS.sub("", line) for line in cue.lines]) for cue in cues]
    return subtitles.transcript(plain, name, left_out)


def _cues(file: BinaryIO, name: str) -> Iterator[Cue]:
    for block in subtitles.blocks(file, name):
        for lines in _split_block(block):
            first = lines[0]
            if first[1].strip().isdecimal():
                if len(lines) == 1:
                    raise FormatError(name, first[0], f"cue {first[1].strip()} has no times", REMEDY)
                first = lines[1]
            elif "-->" not in first[1]:
                raise FormatError(name, first[0], "a text without times", REMEDY)
            yield subtitles.cue(lines, first, name)


def _split_block(block: list[Line]) -> Iterator[list[Line]]:
    """Splits a block where a line of spaces, instead of an empty one, precedes the next cue."""
    begin = 0
    for place in range(1, len(block)):
        if not block[place - 1][1].strip() and _TIMES.match(
            "\n".join(line.lstrip() for _, line in block[place : place + 2])
        ):
            yield block[begin:place]
            begin = place
    if any(line.strip() for _, line in block[begin:]):
        yield block[begin:]


def write(transcript: Transcript) -> str:
    return subtitles.write(transcript, read, _shown)


def _shown(number: int, segment: Segment) -> str:
    start, end = (subtitles.written(time, ",") for time in (segment.start, segment.end) if time is not None)
    speaker = "" if segment.speaker is None else f"[{segment.speaker}]: "
    return f"{number}\n{start} --> {end}\n{speaker}{segment.words}".rstrip() + "\n"


FORMAT = Format(
    name="srt",
    about="SubRip subtitles, with speakers if written before the text",
    suffixes=(".srt",),
    read=read,
    write=write,
    matches=lambda head: _TIMES.match(head.lstrip()) is not None,
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=93,
    is_distinctive=True,
    one_session=True,
    decimals=subtitles.DECIMALS,
)
