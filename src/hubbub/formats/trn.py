"""TRN: sclite transcripts, one utterance per line, with its id in parentheses at the end."""

from __future__ import annotations

from collections import Counter
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.lines import marked, text_lines
from hubbub.formats.rows import misread_markup, unique_ids
from hubbub.model.transcript import Segment, Transcript
from hubbub.text.markup import is_marked, without_tags

COMMENT = ";;"
"""The start of a comment line."""


def _taken_apart(line: str) -> tuple[str, str] | None:
    """Splits a line into words and id; returns None if there is no id at its end.

    >>> _taken_apart("so (uh) what  (spk-1) ")
    ('so (uh) what', 'spk-1')
    """
    line = line.strip()
    words, bracket, id = line[:-1].rpartition("(")
    if not line.endswith(")") or not bracket or id.split() != [id] or ")" in id:
        return None
    return words.rstrip(), id


def read(file: BinaryIO, name: str) -> Transcript:
    segments: list[Segment] = []
    lines: dict[str, int] = {}
    left_out: Counter[str] = Counter()
    for number, line in text_lines(file, name):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        found = _taken_apart(line)
        if found is None:
            raise FormatError(name, number, "no id at the end of the line", "write `words (id)`")
        words, id = found
        first = lines.setdefault(id, number)
        if first != number:
            raise FormatError(name, number, f"id {id} is already on line {first}", "give each line a unique id")
        segment = Segment(without_tags(words, left_out), id)
        segments.append(marked(segment, name, number) if is_marked(segment.words) else segment)
    return Transcript(segments, name, (), left_out)


def write(transcript: Transcript) -> str:
    lines = []
    for index, (segment, name) in enumerate(zip(transcript, unique_ids(transcript), strict=True)):
        if fault := misread_markup(segment):
            raise FormatError("", None, f"segment {index + 1}: {fault[0]}", fault[1])
        if segment.words.lstrip().startswith(COMMENT):
            what = f"segment {index + 1}: a line that begins with {COMMENT} would be read as a comment"
            raise FormatError("", None, what, "remove the word, or write kaldi or seglst")
        if "(" in name or ")" in name:
            raise FormatError("", None, f"segment {index + 1}: id {name} contains parentheses", "rename it")
        lines.append(" ".join([*segment.words.split(), f"({name})\n"]))
    return "".join(lines)


def looks(head: str) -> bool:
    lines = [line for line in head.splitlines() if line.strip() and not line.lstrip().startswith(COMMENT)]
    return bool(lines) and all(_taken_apart(line) for line in lines)


FORMAT = Format(
    name="trn",
    about="sclite transcripts: words (id)",
    suffixes=(".trn",),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset({"session", "words", "turns", "untimed", "marked"}),
    priority=60,
)
