"""SBV, YouTube subtitles: start and end, separated by a comma, then the text."""

from __future__ import annotations

import re
from collections import Counter
from typing import BinaryIO

from hubbub.formats import subtitles
from hubbub.formats.base import Format
from hubbub.formats.subtitles import TIME, Cue
from hubbub.model.transcript import Transcript

_CLOCK = TIME.replace("[.,]", "[.]")
_TIMES = re.compile(rf"\s*({_CLOCK})\s*,\s*({_CLOCK})\s*")
BREAK = "[br]"
"""A line break inside a text."""


def read(file: BinaryIO, name: str) -> Transcript:
    cues = []
    for block in subtitles.blocks(file, name):
        (place, _), text = block[0], [line.replace(BREAK, "\n") for _, line in block[1:]]
        start, end = subtitles.span(_TIMES.fullmatch(block[0][1]), block[0], name)
        cues.append(Cue(place, start, end, "\n".join(text).split("\n")))
    return subtitles.transcript(cues, name, Counter())


def looks(head: str) -> bool:
    return _TIMES.fullmatch(head.lstrip().partition("\n")[0]) is not None


FORMAT = Format(
    name="sbv",
    about="YouTube subtitles: start,end and text",
    suffixes=(".sbv",),
    read=read,
    write=None,
    matches=looks,
    fields=frozenset({"start", "end", "words", "turns", "untimed"}),
    priority=95,
    is_distinctive=True,
    one_session=True,
)
