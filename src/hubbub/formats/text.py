"""Plain text: each line is a session, named by its line number."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.formats.base import Format
from hubbub.formats.lines import text_lines
from hubbub.model.transcript import Segment, Transcript


def read(file: BinaryIO, name: str) -> Transcript:
    return Transcript([Segment(line.strip(), str(number)) for number, line in text_lines(file, name)], name)


def write(transcript: Transcript) -> str:
    return "".join(" ".join(segment.words.split()) + "\n" for segment in transcript)


FORMAT = Format(
    name="text",
    about="plain text: each line is a session, named by its number",
    suffixes=(".txt",),
    read=read,
    write=write,
    matches=lambda _: False,  # any file is lines of text, so only the suffix or the user decides
    fields=frozenset({"words", "turns", "untimed"}),
    priority=80,
)
