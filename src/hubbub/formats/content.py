"""The text of a whole file, after a look for what the format cannot hold."""

from __future__ import annotations

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.registry import only_read
from hubbub.formats.rows import wrong_times
from hubbub.model.transcript import Segment, Transcript


def content(transcript: Transcript, format: Format, name: str) -> str:
    """The text of a file in this format; `name` stands for the file in messages."""
    if format.write is None:
        raise only_read(name, format)
    columns = transcript.columns  # names, words and times of other types are refused there, or become texts
    extra, marked = transcript.extra, transcript.marked
    transcript = Transcript.of_columns(columns, transcript.source, transcript.ignored, extra, marked)
    for index, segment in enumerate(transcript):
        _check_segment(segment, index, format, name)
    try:
        text = format.write(transcript)
    except FormatError as error:
        raise FormatError(name, error.line, error.what, error.remedy) from None
    if "\0" in text:
        raise FormatError(name, None, "a name or a word holds a NUL character, which no text may have", "drop it")
    if text.startswith("\ufeff"):
        raise FormatError(name, None, "begins with a byte order mark, which is not read", "drop it from the first name")
    return text


def _check_segment(segment: Segment, index: int, format: Format, name: str) -> None:
    """Raise an error if the format cannot hold this segment, or no format can."""
    if segment.marked is not None and "marked" not in format.holds:
        place = segment.marked.place or "a segment"
        what = f"{format.name} cannot hold the alternations or optional words of {place}"
        raise FormatError(name, None, what, "write stm or trn, or write out one branch before")
    for start, end in ((segment.start, segment.end), *(segment.word_times or ())):
        if not -1e9 <= (start or 0) <= 1e9 or not -1e9 <= (end or 0) <= 1e9 or _backwards(start, end):
            what = f"segment {index + 1}: a stretch from {start} to {end}"
            raise FormatError(name, None, what, "give seconds within 1e9, the start first")
    if segment.word_times is not None and segment.marked is None and "word_times" in format.holds:
        words = len(segment.words.split())
        if len(segment.word_times) != words:
            error = wrong_times(index, len(segment.word_times), words)
            raise FormatError(name, None, error.what, error.remedy)


def _backwards(start: float | None, end: float | None) -> bool:
    return start is not None and end is not None and end < start
