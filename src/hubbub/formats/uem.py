"""UEM: the regions of each recording that are scored."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.errors import FormatError, InputError
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.lines import read_lines
from hubbub.formats.registry import FORMATS, text_head
from hubbub.formats.rows import row
from hubbub.formats.sniff import rows
from hubbub.model.transcript import Region, Transcript

LAYOUT = "session channel start end"


def read(file: BinaryIO, name: str) -> Transcript:
    """Reads the regions as segments without speaker and words."""
    try:
        return read_lines(file, name, LAYOUT)
    except FormatError:
        head = text_head(file)
        for other in ("rttm", "stm"):
            if FORMATS[other].matches(head):
                what = f"is {other.upper()}, not UEM"
                raise FormatError(name, None, what, f"write UEM lines as `{LAYOUT}`") from None
        raise


def regions(transcript: Transcript) -> list[Region]:
    """Returns the segments of a UEM as regions.

    >>> from io import BytesIO
    >>> regions(read(BytesIO(b"meeting 1 0 17.5"), "some.uem"))
    [Region(session='meeting', start=0.0, end=17.5, channel='1')]
    """
    found = []
    for segment in Transcript.of_columns(transcript.columns):  # ensures that names are strings and times are floats
        if segment.start is None or segment.end is None:
            what = f"a UEM region of session {segment.session or '(unnamed)'} has no start or no end"
            raise InputError(f"{what}; give both, with inf for an open end")
        found.append(Region(segment.session or "", segment.start, segment.end, segment.channel))
    return found


def write(transcript: Transcript) -> str:
    return "".join(f"{row(segment, index, LAYOUT)}\n" for index, segment in enumerate(transcript))


def looks(head: str) -> bool:
    lines = rows(head)
    return bool(lines) and all(len(line) == 4 and numeric(line[2], line[3]) for line in lines)


FORMAT = Format(
    name="uem",
    about="the regions that are scored: session channel start end",
    suffixes=(".uem",),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset({"session", "start", "end", "channel"}),
    priority=50,
)
