"""The text of a complete file, and what the format cannot store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hubbub.errors import FormatError, either
from hubbub.formats.base import Format
from hubbub.formats.registry import only_read
from hubbub.formats.rows import wrong_times
from hubbub.model.transcript import Segment, Transcript
from hubbub.text.markup import parse


def content(transcript: Transcript, format: Format, name: str) -> str:
    """Returns the text of a file in this format; messages call the file `name`."""
    if format.write is None:
        raise only_read(name, format)
    columns = transcript.columns  # raises if names, words or times have other types, or turns them into strings
    extra, marked = transcript.extra, transcript.marked
    transcript = Transcript.of_columns(columns, transcript.source, transcript.ignored, extra, marked)
    for index, segment in enumerate(transcript):
        _check_segment(segment, index, format, name)
    try:
        text = format.write(transcript)
    except FormatError as error:
        raise FormatError(name, error.line, error.what, error.remedy) from None
    if "\0" in text:
        raise FormatError(name, None, "a name or a word contains a NUL character", "remove it")
    if text.startswith("\ufeff"):
        raise FormatError(
            name, None, "begins with a byte order mark, which would be lost", "remove it from the first name"
        )
    return text


def _check_segment(segment: Segment, index: int, format: Format, name: str) -> None:
    """Raises FormatError if the format, or any format, cannot store this segment."""
    if segment.marked is not None and "marked" not in format.fields:
        place = segment.marked.place or "a segment"
        what = f"{format.name} cannot store the alternations or optional words of {place}"
        raise FormatError(name, None, what, "write stm or trn, or choose one branch before")
    for start, end in ((segment.start, segment.end), *(segment.word_times or ())):
        if not -1e9 <= (start or 0) <= 1e9 or not -1e9 <= (end or 0) <= 1e9 or _backwards(start, end):
            what = f"segment {index + 1}: invalid times from {start} to {end}"
            raise FormatError(name, None, what, "give seconds below 1e9, the start before the end")
    if segment.word_times is not None and segment.marked is None and "word_times" in format.fields:
        words = len(segment.words.split())
        if len(segment.word_times) != words:
            error = wrong_times(index, len(segment.word_times), words)
            raise FormatError(name, None, error.what, error.remedy)


def _backwards(start: float | None, end: float | None) -> bool:
    return start is not None and end is not None and end < start


def losses(transcript: Transcript, format: Format) -> list[str]:
    """Returns what the format cannot store of the transcript, with counts."""
    fields = format.fields
    counts: Counter[str] = Counter()
    for segment in transcript:
        counts.update(_lost(segment, fields))
        if format.decimals is not None and _is_finer(segment, format.decimals):
            counts[f"times with more than {format.decimals} decimals (rounded)"] += 1
    if "session" in fields and "start" not in fields:  # these formats have one line per session
        names = Counter(segment.session for segment in transcript)
        counts["sessions of several segments (each segment gets its own id)"] = sum(
            number for number in names.values() if number > 1
        )
        counts["session (replaced by the utterance id)"] = sum(
            (segment.extra or {}).get("utterance", segment.session) != segment.session for segment in transcript
        )
    sentences = [f"{what}: {count} segment{'s' * (count != 1)}" for what, count in counts.items() if count]
    if transcript.ignored and "ignored" not in fields:
        sentences.append(f"time spans that are not scored: {len(transcript.ignored)}")
    return sentences


def _lost(segment: Segment, fields: frozenset[str]) -> Iterator[str]:
    # A format with one word per line can store a segment that is a single alternation, with its word times.
    alone = segment.marked is not None and "turns" not in fields and _is_alternation(segment.words)
    for field in ("session", "speaker", "start", "end", "words", "channel", "word_times"):
        if alone and field == "word_times":
            continue
        if field not in fields and getattr(segment, field) not in (None, ""):
            yield field
    if "extra" not in fields:
        yield from (key for key in segment.extra or () if f"extra.{key}" not in fields)
    words = 1 if alone else len(segment.words.split())
    if "words" in fields and "turns" not in fields and words != 1:
        yield "turns of several words (a line for each word)" if words else "turns without words (skipped)"
    if "words" in fields and "untimed" not in fields and segment.word_times is None:
        if "turns" in fields and words:
            how = "; --words gives them equal shares of the turn's time"
            yield f"words without word times (skipped{either(how, '')})"
        elif words > 1:
            yield "words without word times (they get equal shares of the turn's time)"


def _is_alternation(words: str) -> bool:
    parts = parse(words)
    return len(parts) == 1 and isinstance(parts[0], tuple)


def _is_finer(segment: Segment, decimals: int) -> bool:
    return any(time is not None and round(time, decimals) != time for time in (segment.start, segment.end))
