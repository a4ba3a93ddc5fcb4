"""STM: NIST segment time marks, one segment per line."""

from __future__ import annotations

import re
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import numeric
from hubbub.formats.lines import chunked_reader, read_lines, text_lines
from hubbub.formats.rows import misread_markup, one_line, row
from hubbub.formats.sniff import rows
from hubbub.formats.uem import regions
from hubbub.model.transcript import Segment, Transcript

LAYOUT = "session channel speaker start end <label> marked..."
IGNORE = "IGNORE_TIME_SEGMENT_IN_SCORING"


def read(file: BinaryIO, name: str) -> Transcript:
    transcript = read_lines(file, name, LAYOUT, key="label")
    gaps = set(transcript.columns.find(IGNORE))
    transcript = _with_first_words(transcript, gaps, file, name)
    if not gaps:
        return transcript
    segments = [segment for place, segment in enumerate(transcript) if place not in gaps]
    ignored = regions(Transcript([transcript[place] for place in sorted(gaps)]))
    return Transcript(segments, name, ignored, transcript.left_out)


def _with_first_words(transcript: Transcript, gaps: set[int], file: BinaryIO, name: str) -> Transcript:
    """Returns the transcript, with labels in angle brackets that are really words, such as `<unk>`, as words.

    NIST labels are lists with commas, e.g. `<o,f0,male>`. One without a comma is a label if the file declares it, or if
    all lines have one; it is then counted in `left_out`, since it may be a word.
    """
    labels = {place: extra["label"] for place, extra in transcript.extra.items()}
    single = {place: text for place, text in labels.items() if "," not in text and place not in gaps}
    if not single:
        return transcript
    declared = _declared(file, name)
    doubtful = {place: text for place, text in single.items() if text[1:-1].casefold() not in declared}
    if len(single) == len(transcript) - len(gaps):
        if doubtful:
            transcript.left_out[f"labels such as {next(iter(doubtful.values()))}"] = len(doubtful)
        return transcript
    segments = list(transcript)
    for place, text in doubtful.items():
        segments[place] = segments[place]._replace(words=f"{text} {segments[place].words}".rstrip(), extra=None)
    return Transcript(segments, name, (), transcript.left_out)


def _declared(file: BinaryIO, name: str) -> set[str]:
    """Returns the labels that comments declare, e.g. `;; LABEL "o" "Overall" "All of it"`."""
    declarations = (re.match(r'\s*;;\s*LABEL\s+"(\S*)"', line, re.IGNORECASE) for _, line in text_lines(file, name))
    return {found[1].casefold() for found in declarations if found}


def write(transcript: Transcript) -> str:
    single = dict.fromkeys(
        label for segment in transcript if isinstance(label := _label(segment), str) and "," not in label
    )
    lines = [f';; LABEL "{label[1:-1]}" "{label[1:-1]}" ""' for label in single]
    alone = all(_bracketed(first) and "," not in first for first in (_label(one) or _first(one) for one in transcript))
    for index, segment in enumerate(transcript):
        if fault := misread_markup(segment) or _misread(segment, alone, set(single)):
            raise FormatError("", None, f"segment {index + 1}: {fault[0]}", fault[1])
        lines.append(row(segment, index, LAYOUT))
    for region in transcript.ignored:
        gap = Segment(IGNORE, region.session, "inter_segment_gap", region.start, region.end, region.channel)
        lines.append(row(gap, len(lines), LAYOUT))
    return "".join(f"{line}\n" for line in lines)


def _label(segment: Segment) -> Any:
    return (segment.extra or {}).get("label")


def _first(segment: Segment) -> str:
    return next(iter(segment.words.split(maxsplit=1)), "")


def _bracketed(token: Any) -> bool:
    return isinstance(token, str) and token[:1] == "<" and token[-1:] == ">"


def _misread(segment: Segment, alone: bool, labels: set[str]) -> tuple[str, str] | None:
    """Returns error and fix if the line would be read back as something else; else None.

    `alone`: every line begins with a word in angle brackets, which would be read as a label.
    """
    label, first = _label(segment), _first(segment)
    if label is None:
        if _bracketed(first) and (alone or "," in first or first.casefold() in {one.casefold() for one in labels}):
            return f"the first word {first} would be read as a label", "give the segment a label, or remove the word"
    elif not (isinstance(label, str) and label.split() == [label] and _bracketed(label)):
        return f"the label {label!r} does not have the form <o,f0>", "rename it"
    return (
        ("its only word would mark it as not scored", "remove the segment")
        if one_line(segment.words).upper() == IGNORE
        else None
    )


def looks(head: str) -> bool:
    lines = rows(head, 5)
    return bool(lines) and all(len(line) >= 5 and numeric(line[3], line[4]) for line in lines)


FORMAT = Format(
    name="stm",
    about="NIST segment time marks: session channel speaker start end [<label>] words",
    suffixes=(".stm",),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset(
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
    priority=30,
    read_chunks=chunked_reader(read),
)
