"""CHAT, the transcripts of TalkBank and CHILDES: an utterance per line, with codes. The file is one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.chat_words import FRAGMENTS, UNCLEAR, words
from hubbub.formats.decimals import number
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.pieces import Piece, timed
from hubbub.formats.talk import MISFITS
from hubbub.model.transcript import Segment, Transcript

BEGIN, END = "@Begin", "@End"
TIERS, SILENT = "dependent tiers", "utterances without speech"
REMEDY = "write `*ABC:`, a tab and the words; start further lines of it with a tab"
_BULLET = re.compile(r'\x15(?:%(?:snd|mov):"[^"\x15]*"_)?([0-9]{1,12})_([0-9]{1,12})-?\x15')
"""Start and end in milliseconds, between control characters."""
_BARE = re.compile(r"(?<=\s)([0-9]{1,12}_[0-9]{1,12})\s*$")
"""The same at the end of a line, after a program removed the control characters."""
_HEAD = re.compile(r"(?:@(?:UTF8|PID|Font|Color words|Window)\b[^\n]*\n)*@Begin[ \t\r]*$", re.MULTILINE)


class Line(NamedTuple):
    """A header, an utterance or a tier, with the lines that continue it."""

    number: int
    label: str
    """What is in front of the colon, with its sign: `*CHI` or `%wor`."""
    text: str


def read(file: BinaryIO, name: str) -> Transcript:
    left_out: Counter[str] = Counter()
    segments: list[Segment] = []
    lines = list(_lines(file, name))
    utterance: Segment | None = None
    for line in lines:
        if line.label.startswith("*"):
            utterance = _utterance(line, name, left_out)
            segments += [] if utterance is None else [utterance]
        elif line.label == "%wor":
            if utterance is not None:
                segments[-1] = _with_times(utterance, line, left_out)
        elif line.label.startswith("%"):
            left_out[TIERS] += 1
    if lines and lines[-1].label != END:
        raise FormatError(name, lines[-1].number, f"the last line is not {END}", "check that the file is complete")
    return Transcript(segments, name, (), left_out)


def _lines(file: BinaryIO, name: str) -> Iterator[Line]:
    head, parts = Line(0, "", ""), list[str]()
    for place, text in text_lines(file, name):
        if text.startswith("\t") and head.label:
            parts.append(text.strip())
        elif text.strip():
            if head.label:
                yield head._replace(text=" ".join(parts))
            label, colon, rest = text.rstrip().partition(":")
            if label[:1] not in ("@", "*", "%") or (label[0] != "@" and (not colon or not label[1:].strip())):
                what = f"{text.strip()!r:.40} is neither a header, an utterance nor a tier"
                raise FormatError(name, place, what, REMEDY)
            head, parts = Line(place, label.strip(), ""), [rest.strip()]
    if head.label:
        yield head._replace(text=" ".join(parts))


def _utterance(line: Line, name: str, left_out: Counter[str]) -> Segment | None:
    """Returns the segment of an utterance; None if nothing was said, as in `0 .` and `&=laughs .`."""
    text = _BARE.sub("\x15\\1\x15", line.text)
    bullets = [(int(start), int(end)) for start, end in _BULLET.findall(text)]
    for start, end in bullets:
        if end < start:
            what = f"end {number(end / 1000)} is before start {number(start / 1000)}"
            raise FormatError(name, line.number, what, "swap them or drop them")
    span = (min(bullets)[0] / 1000, max(end for _, end in bullets) / 1000) if bullets else (None, None)
    text = _BULLET.sub(" ", text)
    if "\x15" in text:
        raise FormatError(name, line.number, "times that are not two numbers", "write milliseconds, as in 500_2100")
    heard: Counter[str] = Counter()
    try:
        spoken = words(text, heard)
    except FormatError as error:
        raise FormatError(name, line.number, error.what, error.remedy) from None
    left_out.update(heard)
    if not spoken and not heard[UNCLEAR] and not heard[FRAGMENTS]:
        left_out[SILENT] += 1
        return None
    return Segment(spoken, stem(name), line.label[1:].strip(), *span)


def _with_times(segment: Segment, line: Line, left_out: Counter[str]) -> Segment:
    """Returns the segment with the times of a tier `%wor`, which has each word before its times."""
    pieces = []
    parts = _BULLET.split(line.text)
    for text, start, end in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
        pieces.append(Piece(f" {text}", int(start) / 1000, int(end) / 1000))
    if not pieces:
        return segment
    found = timed(segment.words, pieces)
    if found is None:
        left_out[MISFITS] += len(pieces)
    return segment if found is None else segment._replace(word_times=found[0])


FORMAT = Format(
    name="chat",
    about="CHAT: transcripts of TalkBank and CHILDES",
    suffixes=(".cha",),
    read=read,
    write=None,
    matches=lambda head: _HEAD.match(head) is not None,
    fields=frozenset({"speaker", "start", "end", "words", "word_times", "turns", "untimed"}),
    priority=96,
    is_distinctive=True,
    one_session=True,
)
