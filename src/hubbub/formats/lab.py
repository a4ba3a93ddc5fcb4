"""LAB: start, end and speaker, a turn per line. The file is one session."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.sniff import rows
from hubbub.model.transcript import Segment, Transcript

LAYOUT = "a line is `start end speaker`, times in seconds"
LONGEST = 1e6
"""Seconds, twelve days. HTK's label files have units of 100 ns, which are taken for such times."""


def read(file: BinaryIO, name: str) -> Transcript:
    segments, session = [], stem(name)
    for place, line in text_lines(file, name):
        fields = line.split(None, 2)
        if not fields:
            continue
        if len(fields) < 3:
            raise FormatError(name, place, f"{len(fields)} fields are too few", LAYOUT)
        start, end, speaker = fields
        for what, token in (("start", start), ("end", end)):
            if not numeric(token):
                raise FormatError(name, place, f"{what} {token!r} is not a number", LAYOUT)
            if abs(float(token)) > LONGEST:
                raise FormatError(name, place, f"{what} {token} is no time in seconds", "divide HTK's times by 1e7")
        if float(end) < float(start):
            raise FormatError(name, place, f"end {end} is before start {start}", "swap them or drop the line")
        segments.append(Segment("", session, speaker.rstrip(), float(start) + 0.0, float(end) + 0.0))
    return Transcript(segments, name)


def looks(head: str) -> bool:
    """Three fields in every line, of which two are times with decimals, and no other: words would not be so."""
    lines = rows(head)
    return bool(lines) and all(
        len(line) == 3 and numeric(*line[:2]) and not numeric(line[2]) and float(line[0]) <= float(line[1])
        and "." in line[0] + line[1]
        for line in lines
    )  # fmt: skip


FORMAT = Format(
    name="lab",
    about="turns of speakers: start, end and speaker in every line",
    suffixes=(".lab",),
    read=read,
    write=None,
    looks=looks,
    holds=frozenset({"speaker", "start", "end"}),
    turn=98,
    sure=True,
    one_session=True,
)
