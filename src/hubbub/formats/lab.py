"""LAB: start, end and speaker, one turn per line; or a transcript without times. The file is one session."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.sniff import rows
from hubbub.model.tables import counted
from hubbub.model.transcript import Segment, Transcript

LAYOUT = "write `start end speaker`, times in seconds"
LONGEST = 1e6
"""Seconds (twelve days). Larger times are probably those of HTK label files, in units of 100 ns."""


def read(file: BinaryIO, name: str) -> Transcript:
    segments, session = [], stem(name)
    first = next((line.split() for _, line in text_lines(file, name) if line.strip()), ["0", "0"])
    if len(first) < 2 or not numeric(*first[:2]):  # a transcript, as the Montreal Forced Aligner reads it
        return Transcript([Segment(line.strip(), session) for _, line in text_lines(file, name) if line.strip()], name)
    for place, line in text_lines(file, name):
        fields = line.split(None, 2)
        if not fields:
            continue
        if len(fields) < 3:
            raise FormatError(name, place, f"only {counted(len(fields), 'field')}", LAYOUT)
        start, end, speaker = fields
        for what, token in (("start", start), ("end", end)):
            if not numeric(token):
                raise FormatError(name, place, f"{what} {token!r} is not a number", LAYOUT)
            if abs(float(token)) > LONGEST:
                raise FormatError(name, place, f"{what} {token} is not a time in seconds", "divide HTK times by 1e7")
        if float(end) < float(start):
            raise FormatError(name, place, f"end {end} is before start {start}", "swap them or drop the line")
        segments.append(Segment("", session, speaker.rstrip(), float(start) + 0.0, float(end) + 0.0))
    return Transcript(segments, name)


def looks(head: str) -> bool:
    """Returns whether all lines are two times with decimals and a name, which words would not be."""
    lines = rows(head)
    return bool(lines) and all(
        len(line) == 3 and numeric(*line[:2]) and not numeric(line[2]) and float(line[0]) <= float(line[1])
        and "." in line[0] + line[1]
        for line in lines
    )  # fmt: skip


FORMAT = Format(
    name="lab",
    about="speaker turns: start, end and speaker on each line; or a transcript",
    suffixes=(".lab",),
    read=read,
    write=None,
    matches=looks,
    fields=frozenset({"speaker", "start", "end", "words"}),
    priority=98,
    is_distinctive=True,
    one_session=True,
)
