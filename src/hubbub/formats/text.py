"""Plain text: each line is a session, named by its line number, unless the other side is a single recording."""

from __future__ import annotations

from collections import Counter
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.asides import without_tags
from hubbub.formats.base import Format
from hubbub.formats.lines import text_lines
from hubbub.model.transcript import Segment, Transcript


def read(file: BinaryIO, name: str) -> Transcript:
    left_out = Counter[str]()
    lines = [Segment(without_tags(line.strip(), left_out), str(number)) for number, line in text_lines(file, name)]
    transcript = Transcript(lines, name, left_out=left_out)
    transcript.by_line = True
    return transcript


def one_session(transcript: Transcript, session: str) -> Transcript:
    """Returns the lines of plain text as one session, without blank lines."""
    lines = [line._replace(session=session) for line in transcript if line.words] or [Segment("", session)]
    whole = Transcript(lines, transcript.source)
    whole.left_out, whole.called_after_file = transcript.left_out, True
    whole.doubts = list(transcript.doubts)
    return whole


def write(transcript: Transcript) -> str:
    lines = [" ".join(segment.words.split()) for segment in transcript]
    for index, line in enumerate(lines):
        if without_tags(line, Counter()) != line:
            what = f"segment {index + 1}: a time in brackets would be skipped when read"
            raise FormatError("", None, what, "remove it, or write seglst")
    return "".join(f"{line}\n" for line in lines)


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
