"""Finds the columns of tables, in CSV, TSV and Parquet."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from os import PathLike, fspath
from typing import Any, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.decimals import clock, number, numeric, total
from hubbub.formats.seglst import segment_from
from hubbub.model.transcript import Segment
from hubbub.model.values import is_name, is_number

COLUMNS = {
    "session_id": (
        "session_id", "session", "recording_id", "recording", "meeting_id", "meeting", "call_id", "call",
        "conversation_id", "conversation", "file_id",
    ),
    "speaker": ("speaker", "speaker_id", "speaker_label", "speaker_name", "spk", "spk_id"),
    "start_time": ("start_time", "start", "start_s", "start_sec", "start_seconds", "start_ms", "start_time_ms"),
    "end_time": ("end_time", "end", "end_s", "end_sec", "end_seconds", "end_ms", "end_time_ms"),
    "duration": ("duration", "duration_s", "duration_sec", "duration_ms"),
    "words": ("words", "text", "transcript", "transcription", "sentence", "txt", "wrd"),
    "channel": ("channel",),
    "word_times": ("word_times",),
}  # fmt: skip
"""The keys of SegLST, and the names of their columns, compared by letters and digits. If a table has several of
them, the first one is used."""
RECORDINGS = ("file", "filename", "file_path", "audio_file", "audio_path", "audio_filepath", "path", "wav", "audio")
"""Columns of recordings, whose file names, without folder and suffix, are the sessions if no column names them. The
paths are kept in `extra` too, where the report page looks for the audio."""
MEDIA = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".sph", ".webm", ".mp4", ".mkv", ".mov")
IDS = ("id", "utterance_id", "utt_id", "utterance")
"""Columns of utterance ids. Without times, each utterance is a session, as in TRN and Kaldi's text."""
REFERENCES = ("reference", "ref", "reference_text", "ref_text", "ground_truth", "target")
HYPOTHESES = ("hypothesis", "hyp", "hypothesis_text", "hyp_text", "prediction", "pred", "predicted", "pred_text")
WHISPER = {("start", "end", "text"), ("start", "end", "speaker", "text")}
"""The columns of Whisper's tables, whose times are integers in milliseconds."""
REMEDY = "name the columns session_id, speaker, start_time, end_time and words"


class Layout(NamedTuple):
    """The columns of a table."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    """The SegLST key of each column, or its name if it is not a SegLST column."""
    recording: int | None = None
    """The index of the column whose recordings are the sessions, if there is one."""
    sessions: Mapping[str, str] = {}
    """The session of each recording, by path."""
    clips: str | None = None
    """The name of a column that is not used because each row has a different recording."""

    def is_table(self) -> bool:
        """Returns whether the columns suffice for a transcript, or for both sides."""
        return "words" in self.keys or {"speaker", "start_time"} <= set(self.keys) or self.is_pair()

    def is_sure(self) -> bool:
        """Returns whether the columns are too specific for text without a header."""
        return self.sides() is not None or (self.is_table() and len(COLUMNS.keys() & set(self.keys)) > 1)

    def is_pair(self) -> bool:
        return all(self.column(names) is not None for names in (REFERENCES, HYPOTHESES))

    def sides(self) -> tuple[int, int] | None:
        """Returns the indices of the columns of reference and hypothesis; None without a column of the hypothesis.

        The column of words is the reference if no other is.
        """
        left, right = self.column((*REFERENCES, *COLUMNS["words"])), self.column(HYPOTHESES)
        return None if left is None or right is None else (left, right)

    def thousandths(self) -> str | None:
        """Returns the name of a column of times in milliseconds; None if there is none."""
        times = {"start_time", "end_time", "duration"}
        columns = zip(self.names, self.keys, strict=True)
        return next((name for name, key in columns if key in times and _is_thousandths(name)), None)

    def column(self, names: Iterable[str]) -> int | None:
        """Returns the index of the column with the first of these names that occurs; None if there is none."""
        plain = [_plain(name) for name in self.names]
        return next((plain.index(name) for name in map(_plain, names) if name in plain), None)


def _plain(name: str) -> str:
    """Returns the letters and digits of a column's name, lowercase.

    >>> _plain("Start Time (ms)"), _plain("startTime_ms")
    ('starttimems', 'starttimems')
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def layout(names: Iterable[str]) -> Layout:
    """Returns the layout of a table with these columns. `resolve_sessions` then checks the recordings."""
    table = Layout(tuple(name.strip() for name in names), ())
    keys = list(table.names)
    for key, aliases in COLUMNS.items():
        place = table.column(aliases)
        if place is not None and not (key == "duration" and "end_time" in keys):
            keys[place] = key
    recording = None
    if "session_id" not in keys:
        place = table.column(IDS) if "start_time" not in keys else None
        if place is None:
            place = recording = table.column(RECORDINGS)
        if place is not None:
            keys[place] = "session_id"
    return Layout(table.names, tuple(keys), recording)


def check(table: Layout, name: str, line: int | None) -> None:
    """Raises FormatError unless a table with these columns is one transcript."""
    twice = next((column for column in table.names if column and table.names.count(column) > 1), None)
    if twice is not None:
        raise FormatError(name, line, f"two columns are named {twice}", "rename or drop one of them")
    if table.is_pair():
        what = "contains both sides, in the columns of reference and hypothesis"
        raise FormatError(name, line, what, f"score them with `hubbub wer {name}`, or make one file for each")
    if not table.is_table():
        raise FormatError(name, line, f"no column of words (found {', '.join(table.names)})", REMEDY)


@lru_cache(64)
def _is_thousandths(column: str) -> bool:
    return _plain(column).endswith(("startms", "endms", "timems", "durationms"))


def sessions_warning(table: Layout, rows: int, session: str) -> str:
    """Returns a warning if all rows form one session but an unused column might name sessions; else ""."""
    if table.clips is not None:
        what = f"each row has a different {table.clips}, so all rows are read as clips of one session, {session}"
        return f"{what}; if each row is a session, add a column session_id"
    standard = {*COLUMNS, "confidence"}
    unused = [name for name, key in zip(table.names, table.keys, strict=True) if name and key not in standard]
    if rows < 2 or not unused or {"session_id", "start_time"} & set(table.keys):
        return ""
    others = ", ".join(unused[:5])
    return (
        f"no column names sessions, so all {rows} rows are one session, {session}; if another column does"
        f" ({others}), name it session_id"
    )


def resolve_sessions(table: Layout, column: Callable[[int], Sequence[Any]], of_meetings: bool = True) -> Layout:
    """Returns the layout after checking the column of recordings; `column` returns the values of a column by index.

    The column names sessions unless it contains something other than paths, or, with `of_meetings`, each row has
    another recording and another time: these are clips of a meeting.
    """
    place = table.recording
    if place is None:
        return table
    values = column(place)
    paths = [path for path in map(path_of, values) if path] if all(map(_is_path, values)) else []
    clips = None
    if of_meetings and len(set(paths)) == len(paths) and len(values) > 1 and "start_time" in table.keys:
        starts = set(map(str, column(table.keys.index("start_time"))))
        clips = table.names[place] if len(starts) > 1 else None
    if paths and clips is None:
        return table._replace(sessions=_session_names(dict.fromkeys(paths)))
    keys = (*table.keys[:place], table.names[place], *table.keys[place + 1 :])
    return table._replace(keys=keys, recording=None, clips=clips if paths else None)


def _session_names(paths: Iterable[str]) -> dict[str, str]:
    """Returns the sessions of recordings: file names, or complete paths if these are equal, if needed with the suffix.

    >>> _session_names(["x/a.wav", "y/a.wav", "x/b.wav", "c.wav", "c.mp3"])
    {'x/a.wav': 'x/a', 'y/a.wav': 'y/a', 'x/b.wav': 'b', 'c.wav': 'c.wav', 'c.mp3': 'c.mp3'}
    """
    names = {path: recording_name(path) for path in paths}
    for longer in (_without_suffix, str):
        counts = Counter(names.values())
        names = {path: longer(path) if counts[name] > 1 else name for path, name in names.items()}
    return names


def _is_path(value: Any) -> bool:
    """Returns whether this may be the path of a recording, or an empty cell, rather than audio samples."""
    if isinstance(value, dict):
        return "path" in value and _is_path(value["path"])
    return value is None or is_name(value) or (isinstance(value, PathLike) and isinstance(fspath(value), str))


def path_of(value: Any) -> str:
    """Returns the path of a recording, which Parquet of datasets stores with the audio; "" for an empty cell."""
    if isinstance(value, dict):
        value = value.get("path")
    return "" if value is None else str(value).strip()


def session_of(table: Layout, value: Any) -> str:
    """Returns the session of a recording, or of a name. Errors have no file and line; the caller adds them."""
    name = path_of(value)
    if not name:
        column = table.names[table.keys.index("session_id")]
        raise FormatError("", None, f"the column {column} is empty", "fill it in every row, or in none")
    return table.sessions.get(name, name)


def recording_name(path: str) -> str:
    """Returns the session name for a recording.

    >>> recording_name("calls/2024/one.wav"), recording_name("one.Mix")
    ('one', 'one.Mix')
    """
    return _without_suffix(path.replace("\\", "/").rpartition("/")[2]) or path


def _without_suffix(path: str) -> str:
    suffix = next((suffix for suffix in MEDIA if path.lower().endswith(suffix)), "")
    return path[: len(path) - len(suffix)]


def is_whisper(table: Layout, rows: Sequence[Sequence[Any]]) -> bool:
    """Returns whether the times are integers in milliseconds, as in Whisper's tables."""
    if tuple(column.casefold() for column in table.names) not in WHISPER:
        return False
    return all(
        isinstance(time, int) or (isinstance(time, str) and time.isdecimal()) for row in rows for time in row[:2]
    )


def segment(table: Layout, row: Sequence[Any], session: str, whisper: bool) -> Segment:
    """Returns the segment of a row. Errors have no file and line; the caller adds them."""
    entry: dict[str, Any] = {}
    times = {"start_time", "end_time" if "end_time" in table.keys else "duration"}
    for key, column, value in zip(table.keys, table.names, row, strict=True):
        if isinstance(value, str):
            value = value.strip() or None
        if key in times:
            value = _seconds(value, key, whisper or _is_thousandths(column))
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
    return segment_from(complete_row(table, entry), "")


def complete_row(table: Layout, entry: dict[str, Any]) -> dict[str, Any]:
    """Returns a row by the keys of SegLST, with the session of its recording, and the end from the duration."""
    if table.recording is not None:
        path = entry.get("session_id")
        entry["session_id"] = session_of(table, path)
        entry[table.names[table.recording]] = path_of(path)
    if "end_time" not in table.keys and entry.get("duration") is not None:
        start, duration = (_seconds(entry.get(key), key, thousandths=False) for key in ("start_time", "duration"))
        entry["end_time"] = _end(start, duration or 0)
        del entry["duration"]
    return entry


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
    try:
        if is_number(value) or (isinstance(value, str) and numeric(value)):
            return float(value) / 1000 if thousandths else float(value)
    except OverflowError:
        raise FormatError("", None, f"{key} is above 1e9 seconds", "give seconds") from None
    except (TypeError, ValueError):  # numpy dates only look like numbers
        pass
    raise FormatError("", None, f"{key} {value!r:.40} is not a number", "give seconds, with a decimal point")


def _list(text: str) -> Any:
    """Parses a list in JSON; returns the text itself if it is not one."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
