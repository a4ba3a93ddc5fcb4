"""CTM: NIST conversation time marks, one word per line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.ctm_alternatives import joined, rows_of, take_tags
from hubbub.formats.decimals import number, numeric
from hubbub.formats.files import ctm_stem, in_memory
from hubbub.formats.lines import ALTERNATIVES, NOT_AVAILABLE, line_number, read_lines, text_lines
from hubbub.formats.rows import cell, row, timed_words
from hubbub.formats.sniff import rows
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.transcript import joined as in_one
from hubbub.text.markup import BARE, without_tags

LAYOUT = "session channel start duration word"
NOTHING = {NOT_AVAILABLE, "NA", "null"}
"""The values of an unknown confidence or speaker."""
WINDOW = 5000
"""Lines that become objects at a time: with millions of objects, Python's garbage collector takes most of the time."""
UNKNOWN = ("an unknown tag", "write alternatives between <ALT_BEGIN>, <ALT> and <ALT_END>")
"""A problem with a word such as <ALTERNATE>, and the fix."""


def read(file: BinaryIO, name: str) -> Transcript:
    try:
        return _words(file, name)
    except FormatError as error:
        if error.what != ALTERNATIVES:
            raise
    # Only files with alternatives are read line by line; they are rare.
    numbered = list(text_lines(file, name))
    tagged = take_tags(iter(numbered))
    if not tagged.tags:
        raise FormatError(name, *next((number, *UNKNOWN) for number, line in numbered if "<ALT" in line))
    whole = _words(in_memory("\n".join(tagged.lines).encode()), name)
    if BARE in whole.left_out:
        raise FormatError(name, None, "a bare @ in a file with alternatives", "remove it, or leave a branch empty")
    words = list(whole)
    numbers = [
        number for number, line in enumerate(tagged.lines, 1) if line.strip() and not line.lstrip().startswith(";")
    ]
    return Transcript(joined(words, numbers, tagged.tags, name), name, (), whole.left_out)


def _words(file: BinaryIO, name: str) -> Transcript:
    lines = read_lines(file, name, f"{LAYOUT} extra...", key="tail")
    parts = []
    left_out: Counter[str] = Counter()
    for first in range(0, len(lines), WINDOW):
        some = lines.columns.make(first, min(first + WINDOW, len(lines)), Segment, lines.extra, {})
        part = Transcript(_some_words(some, first, file, name, left_out), name)
        parts.append(Transcript.of_columns(part.columns, name, (), part.extra))  # columns instead of objects
    whole = in_one(parts, name)
    whole.left_out = dict(left_out)
    return whole


def _some_words(
    segments: Sequence[Segment], first: int, file: BinaryIO, name: str, left_out: Counter[str]
) -> list[Segment]:
    stream = ctm_stem(name)
    words = []
    for index, segment in enumerate(segments, first):
        speaker, extra = stream, None
        if segment.extra is not None:
            tail = segment.extra["tail"].split()
            try:
                speaker, extra = _interpret(tail, stream)
            except ValueError as error:
                place = line_number(file, name, index)
                raise FormatError(name, place, str(error), f"write `{LAYOUT} [confidence [type [speaker]]]`") from None
        if segment.words.startswith("<ALT"):
            raise FormatError(name, line_number(file, name, index), ALTERNATIVES, UNKNOWN[1])
        start, end = segment.start, segment.end
        assert start is not None
        assert end is not None
        # Word times keep --hyp-timing from changing them. One-word segments of other formats are turns and get none.
        times = ((start, end),)
        word = without_tags(segment.words, left_out)
        if word:
            words.append(Segment(word, segment.session, speaker, start, end, segment.channel, times, extra))
    return words


def _interpret(tail: list[str], stream: str) -> tuple[str, dict[str, Any] | None]:
    """Returns speaker and `extra` of a line, from the fields after the word."""
    if len(tail) > 3:
        raise ValueError(f"{5 + len(tail)} fields, too many")
    extra: dict[str, Any] = {}
    if tail[0] not in NOTHING:
        if not numeric(tail[0]):
            raise ValueError(f"confidence {tail[0]!r} is not a number")
        extra["confidence"] = float(tail[0])
    if len(tail) > 1 and tail[1] != "lex" and tail[1] not in NOTHING:
        extra["type"] = tail[1]
    speaker = tail[2] if len(tail) > 2 and tail[2] not in NOTHING else stream
    return speaker, extra or None


def write(transcript: Transcript) -> str:
    return "".join(
        _tag(word, segment, index) if isinstance(word, str) else _line(word, index)
        for index, segment in enumerate(transcript)
        for word in (timed_words(segment) if segment.marked is None else rows_of(segment, index))
    )


def _line(word: Segment, index: int) -> str:
    if word.words.startswith("<ALT"):
        what = f"segment {index + 1}: the word {word.words} would be read as a tag of alternatives"
        raise FormatError("", None, what, "remove the word, or write stm or seglst")
    if without_tags(word.words) != word.words:
        what = f"segment {index + 1}: a bare @ and tags such as hi;t1 would not be read as words"
        raise FormatError("", None, what, "remove them, or write seglst")
    return f"{row(word, index, LAYOUT)}{_tail(word, index)}\n"


def _tag(tag: str, segment: Segment, index: int) -> str:
    return f"{row(segment, index, 'session channel')} * * {tag}\n"


def _tail(word: Segment, index: int) -> str:
    """Returns the fields after the word: confidence, type and speaker, up to the last known one."""
    extra = word.extra or {}
    confidence, kind = extra.get("confidence"), extra.get("type")
    if isinstance(confidence, float) and not isfinite(confidence):
        raise FormatError("", None, f"segment {index + 1}: confidence {confidence} is not finite", "remove it")
    columns = [
        number(confidence) if isinstance(confidence, float | int) else None,
        None if kind is None else cell(str(kind), "type", index),
        None if word.speaker is None else cell(word.speaker, "speaker", index),
    ]
    if word.speaker in NOTHING:
        raise FormatError("", None, f"segment {index + 1}: speaker {word.speaker} means no speaker in CTM", "rename it")
    while columns and columns[-1] is None:
        columns.pop()
    return "".join(f" {column or default}" for column, default in zip(columns, ("NA", "lex", "NA"), strict=False))


def looks(head: str) -> bool:
    lines = [line for line in rows(head) if not line[4:5] or not line[4].startswith("<ALT")]
    return bool(lines) and all(
        5 <= len(line) <= 8 and numeric(line[2], line[3]) and (len(line) == 5 or line[5] in NOTHING or numeric(line[5]))
        for line in lines
    )


FORMAT = Format(
    name="ctm",
    about="NIST conversation time marks: session channel start duration word [confidence [type [speaker]]]",
    suffixes=(".ctm",),
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
            "word_times",
            "extra.confidence",
            "extra.type",
            "marked",
        }
    ),
    priority=40,
)
