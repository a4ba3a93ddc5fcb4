"""STM: NIST's segment time marks, one segment a line."""

from __future__ import annotations

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.lines import markup, read_lines, refuse_markup
from hubbub.formats.rows import row
from hubbub.formats.sniff import numeric, rows
from hubbub.transcript import Region, Segment, Transcript

LAYOUT = "session channel speaker start end <label> words..."
IGNORE = "IGNORE_TIME_SEGMENT_IN_SCORING"


def read(data: bytes, name: str) -> Transcript:
    segments = read_lines(data, name, LAYOUT, key="label")
    refuse_markup(data, name, segments)
    ignored: list[Region] = []
    if IGNORE.encode() in data or IGNORE.lower().encode() in data:
        ignored = [
            Region(segment.session or "", segment.start or 0.0, segment.end or 0.0, segment.channel)
            for segment in segments
            if _is_ignored(segment)
        ]
        segments = [segment for segment in segments if not _is_ignored(segment)]
    return Transcript(segments, name, ignored)


def _is_ignored(segment: Segment) -> bool:
    return segment.words.upper() == IGNORE


def write(transcript: Transcript) -> str:
    lines = []
    for index, segment in enumerate(transcript):
        if fault := markup(segment.words) or _misread(segment):
            raise FormatError("", None, f"segment {index + 1}: {fault[0]}", fault[1])
        lines.append(row(segment, index, LAYOUT))
    for region in transcript.ignored:
        gap = Segment(IGNORE, region.session, "inter_segment_gap", region.start, region.end, region.channel)
        lines.append(row(gap, len(lines), LAYOUT))
    return "".join(f"{line}\n" for line in lines)


def _misread(segment: Segment) -> tuple[str, str] | None:
    """What is wrong, and the remedy, where the line would not be read as it is meant."""
    label = (segment.extra or {}).get("label")
    if label is None:
        first = segment.words.split(maxsplit=1)[:1]
        if first and first[0][0] == "<" and first[0][-1] == ">":
            return f"the first word {first[0]} would be read as a label", "give the segment a label, or drop the word"
    elif not (isinstance(label, str) and label.split() == [label] and label[0] == "<" and label[-1] == ">"):
        return f"the label {label!r} is not of the form <o,f0>", "rename it"
    return ("its only word means that it is not scored", "drop the segment") if _is_ignored(segment) else None


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
        {"session", "speaker", "start", "end", "words", "channel", "extra.label", "ignored", "turns", "untimed"}
    ),
)
