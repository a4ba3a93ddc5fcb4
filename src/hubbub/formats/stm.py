"""STM: NIST's segment time marks, one segment per line."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.lines import read_lines
from hubbub.formats.rows import misread_markup, one_line, row
from hubbub.formats.sniff import numeric, rows
from hubbub.formats.uem import regions
from hubbub.model.transcript import Segment, Transcript

LAYOUT = "session channel speaker start end <label> marked..."
IGNORE = "IGNORE_TIME_SEGMENT_IN_SCORING"


def read(file: BinaryIO, name: str) -> Transcript:
    transcript = read_lines(file, name, LAYOUT, key="label")
    gaps = transcript.columns.find(IGNORE)
    if not gaps:
        return transcript
    left_out = set(gaps)
    segments = [segment for place, segment in enumerate(transcript) if place not in left_out]
    return Transcript(segments, name, regions(Transcript([transcript[place] for place in gaps])))


def write(transcript: Transcript) -> str:
    lines = []
    for index, segment in enumerate(transcript):
        if fault := misread_markup(segment) or _misread(segment):
            raise FormatError("", None, f"segment {index + 1}: {fault[0]}", fault[1])
        lines.append(row(segment, index, LAYOUT))
    for region in transcript.ignored:
        gap = Segment(IGNORE, region.session, "inter_segment_gap", region.start, region.end, region.channel)
        lines.append(row(gap, len(lines), LAYOUT))
    return "".join(f"{line}\n" for line in lines)


def _misread(segment: Segment) -> tuple[str, str] | None:
    """The fault and its remedy, if the written line would be read as something else; else None."""
    label = (segment.extra or {}).get("label")
    if label is None:
        first = segment.words.split(maxsplit=1)[:1]
        if first and first[0][0] == "<" and first[0][-1] == ">":
            return f"the first word {first[0]} would be read as a label", "give the segment a label, or drop the word"
    elif not (isinstance(label, str) and label.split() == [label] and label[0] == "<" and label[-1] == ">"):
        return f"the label {label!r} is not of the form <o,f0>", "rename it"
    return (
        ("its only word means that it is not scored", "drop the segment")
        if one_line(segment.words).upper() == IGNORE
        else None
    )


def looks(head: str) -> bool:
    lines = rows(head)
    return bool(lines) and all(len(line) >= 5 and numeric(line[3], line[4]) for line in lines)


FORMAT = Format(
    name="stm",
    about="NIST segment time marks: session channel speaker start end [<label>] words",
    suffixes=(".stm",),
    read=read,
    write=write,
    looks=looks,
    holds=frozenset(
        {
            "session",
            "speaker",
            "start",
            "end",
            "words",
            "channel",
            "extra.label",
            "ignored",
            "turns",
            "untimed",
            "marked",
        }
    ),
    turn=30,
)
