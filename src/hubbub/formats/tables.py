"""What tables share, be they CSV, TSV or Parquet: which column holds what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.decimals import number, total
from hubbub.formats.seglst import segment_from
from hubbub.formats.sniff import clock, numeric
from hubbub.model.transcript import Segment

COLUMNS = {
    "session_id": ("session_id", "session", "recording_id", "recording", "meeting_id", "meeting"),
    "speaker": ("speaker", "speaker_id", "speaker_label", "speaker_name"),
    "start_time": ("start_time", "start", "start_ms", "start_time_ms"),
    "end_time": ("end_time", "end", "end_ms", "end_time_ms"),
    "duration": ("duration", "duration_ms"),
    "words": ("words", "text", "transcript", "transcription", "sentence"),
    "channel": ("channel",),
    "word_times": ("word_times",),
}
"""SegLST's keys, and the names of their columns. Of several that a table has, the first is taken."""
IDS = ("id", "utterance_id", "utt_id", "utterance")
"""Names of utterances. Where there are no times, each is a session, as in TRN and Kaldi's text."""
REFERENCES, HYPOTHESES = ("reference", "ref"), ("hypothesis", "hyp", "prediction")
WHISPER = {("start", "end", "text"), ("start", "end", "speaker", "text")}
"""The columns of Whisper's tables, which have whole milliseconds."""
REMEDY = "name the columns session_id, speaker, start_time, end_time and words"


class Layout(NamedTuple):
    """The columns of a table."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    """SegLST's key of every column, or its name for those that SegLST does not know."""

    def is_table(self) -> bool:
        """Are there columns enough for a transcript, or for both sides of one?"""
        return "words" in self.keys or {"speaker", "start_time"} <= set(self.keys) or self.is_pair()

    def is_sure(self) -> bool:
        """Are there columns that no text without a header would have by chance?"""
        return self.is_pair() or (self.is_table() and len(COLUMNS.keys() & set(self.keys)) > 1)

    def is_pair(self) -> bool:
        folded = {name.casefold() for name in self.names}
        return not folded.isdisjoint(REFERENCES) and not folded.isdisjoint(HYPOTHESES)


def layout(names: Iterable[str]) -> Layout:
    """The layout of a table with these columns."""
    names = tuple(name.strip() for name in names)
    folded = [name.casefold() for name in names]
    keys = list(names)
    for key, known in COLUMNS.items():
        found = next((name for name in known if name in folded), None)
        if found is not None and not (key == "duration" and "end_time" in keys):
            keys[folded.index(found)] = key
    if "session_id" not in keys and "start_time" not in keys:
        found = next((name for name in IDS if name in folded), None)
        if found is not None:
            keys[folded.index(found)] = "session_id"
    return Layout(names, tuple(keys))


def check(table: Layout, name: str, line: int | None) -> None:
    """Raise an error unless a table with these columns is one transcript."""
    twice = next((column for column in table.names if column and table.names.count(column) > 1), None)
    if twice is not None:
        raise FormatError(name, line, f"two columns are called {twice}", "rename or drop one of them")
    if table.is_pair():
        what = "the columns of reference and hypothesis are two transcripts"
        raise FormatError(name, line, what, "score it as `hubbub wer FILE`, or make a file of each")
    if not table.is_table():
        raise FormatError(name, line, f"no column of words among {', '.join(table.names)}", REMEDY)


def in_thousandths(table: Layout) -> bool:
    """Is a column of times in milliseconds?"""
    return any(column.casefold().endswith("_ms") for column in table.names)


def is_whisper(table: Layout, rows: Sequence[Sequence[Any]]) -> bool:
    """Are the times whole milliseconds, as in Whisper's tables?"""
    if tuple(column.casefold() for column in table.names) not in WHISPER:
        return False
    return all(
        isinstance(time, int) or (isinstance(time, str) and time.isdecimal()) for row in rows for time in row[:2]
    )


def segment(table: Layout, row: Sequence[Any], session: str, whisper: bool) -> Segment:
    """The segment of a row. An error names neither file nor line: the caller adds them."""
    entry: dict[str, Any] = {}
    times = {"start_time", "end_time" if "end_time" in table.keys else "duration"}
    for key, column, value in zip(table.keys, table.names, row, strict=True):
        if isinstance(value, str):
            value = value.strip() or None
        if key in times:
            value = _seconds(value, key, whisper or column.casefold().endswith("_ms"))
        if key == "confidence" and isinstance(value, str) and numeric(value):
            value = float(value)
        if key == "word_times" and isinstance(value, str):
            value = _list(value)
        if value is not None and key:
            entry[key] = value
    entry.setdefault("words", "")
    if "session_id" not in table.keys:
        entry["session_id"] = session
    elif isinstance(entry.get("session_id"), int):
        entry["session_id"] = str(entry["session_id"])
    if "duration" in times and entry.get("duration") is not None:
        entry["end_time"] = _end(entry.get("start_time"), entry.pop("duration"))
    return segment_from(entry, "")


def _end(start: float | None, duration: float) -> float | None:
    if duration < 0:
        raise FormatError("", None, f"duration {number(duration)} is negative", "give a duration of at least 0")
    return None if start is None else total(start, duration)


def _seconds(value: Any, key: str, thousandths: bool) -> float | None:
    if value is None:
        return None
    if hasattr(value, "total_seconds"):
        return float(value.total_seconds())
    seconds = clock(value) if isinstance(value, str) else None
    if seconds is not None:
        return seconds
    if isinstance(value, bool) or not (isinstance(value, int | float) or (isinstance(value, str) and numeric(value))):
        raise FormatError("", None, f"{key} {value!r:.40} is not a number", "give seconds, with a point for decimals")
    try:
        return float(value) / 1000 if thousandths else float(value)
    except OverflowError:
        raise FormatError("", None, f"{key} is beyond 1e9 seconds", "give seconds") from None


def _list(text: str) -> Any:
    """The list that a text is in JSON; the text itself if it is none."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
