"""What tables share, be they CSV, TSV or Parquet: which column holds what."""

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
"""SegLST's keys, and the names of their columns, of which letters and digits count. Of several that a table has, the
first is taken."""
RECORDINGS = ("file", "filename", "file_path", "audio_file", "audio_path", "audio_filepath", "path", "wav", "audio")
"""Where no column names sessions: those of recordings, of which the name counts, without folder and suffix. Their
paths are kept in `extra` too, where the page looks for the sound."""
MEDIA = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".sph", ".webm", ".mp4", ".mkv", ".mov")
IDS = ("id", "utterance_id", "utt_id", "utterance")
"""Names of utterances. Where there are no times, each is a session, as in TRN and Kaldi's text."""
REFERENCES = ("reference", "ref", "reference_text", "ref_text", "ground_truth", "target")
HYPOTHESES = ("hypothesis", "hyp", "hypothesis_text", "hyp_text", "prediction", "pred", "predicted", "pred_text")
WHISPER = {("start", "end", "text"), ("start", "end", "speaker", "text")}
"""The columns of Whisper's tables, which have whole milliseconds."""
REMEDY = "name the columns session_id, speaker, start_time, end_time and words"


class Layout(NamedTuple):
    """The columns of a table."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    """SegLST's key of every column, or its name for those that SegLST does not know."""
    recording: int | None = None
    """The place of the column whose recordings are the sessions, if there is one."""
    sessions: Mapping[str, str] = {}
    """What the session of each recording is called, by its path."""
    clips: str | None = None
    """The name of a column that was left aside because each row has a recording of its own."""

    def is_table(self) -> bool:
        """Are there columns enough for a transcript, or for both sides of one?"""
        return "words" in self.keys or {"speaker", "start_time"} <= set(self.keys) or self.is_pair()

    def is_sure(self) -> bool:
        """Are there columns that no text without a header would have by chance?"""
        return self.is_pair() or (self.is_table() and len(COLUMNS.keys() & set(self.keys)) > 1)

    def is_pair(self) -> bool:
        return all(self.column(names) is not None for names in (REFERENCES, HYPOTHESES))

    def sides(self) -> tuple[int, int] | None:
        """The places of the columns of reference and hypothesis, where there is one of the latter: words beside it are
        the reference.
        """
        left, right = self.column((*REFERENCES, *COLUMNS["words"])), self.column(HYPOTHESES)
        return None if left is None or right is None else (left, right)

    def thousandths(self) -> str | None:
        """The name of a column of times in milliseconds, if there is one."""
        times = {"start_time", "end_time", "duration"}
        columns = zip(self.names, self.keys, strict=True)
        return next((name for name, key in columns if key in times and _is_thousandths(name)), None)

    def column(self, known: Iterable[str]) -> int | None:
        """The place of the column that is called by the first of these names, if there is any."""
        plain = [_plain(name) for name in self.names]
        return next((plain.index(name) for name in map(_plain, known) if name in plain), None)


def _plain(name: str) -> str:
    """The letters and digits of a column's name.

    >>> _plain("Start Time (ms)"), _plain("startTime_ms")
    ('starttimems', 'starttimems')
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def layout(names: Iterable[str]) -> Layout:
    """The layout of a table with these columns. `settled` looks at its recordings, if it has any."""
    table = Layout(tuple(name.strip() for name in names), ())
    keys = list(table.names)
    for key, known in COLUMNS.items():
        place = table.column(known)
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
    """Raise an error unless a table with these columns is one transcript."""
    twice = next((column for column in table.names if column and table.names.count(column) > 1), None)
    if twice is not None:
        raise FormatError(name, line, f"two columns are called {twice}", "rename or drop one of them")
    if table.is_pair():
        what = "the columns of reference and hypothesis are two transcripts"
        raise FormatError(name, line, what, "score it as `hubbub wer FILE`, or make a file of each")
    if not table.is_table():
        raise FormatError(name, line, f"no column of words among {', '.join(table.names)}", REMEDY)


@lru_cache(64)
def _is_thousandths(column: str) -> bool:
    return _plain(column).endswith(("startms", "endms", "timems", "durationms"))


def doubt(table: Layout, rows: int, session: str) -> str:
    """What to say where nothing tells rows apart, and a column that is not used may have been meant to."""
    if table.clips is not None:
        what = f"each row has its own {table.clips}, so that all are clips of one session, {session}"
        return f"{what}; if each is a session, add a column session_id"
    known = {*COLUMNS, "confidence"}
    unused = [name for name, key in zip(table.names, table.keys, strict=True) if name and key not in known]
    if rows < 2 or not unused or {"session_id", "start_time"} & set(table.keys):
        return ""
    others = ", ".join(unused[:5])
    return (
        f"no column names sessions, so that its {rows} rows are one, {session} (not used: {others}); call it session_id"
    )


def settled(table: Layout, column: Callable[[int], Sequence[Any]], of_meetings: bool = True) -> Layout:
    """The layout after a look at the column of recordings; `column` has the values of a column by its place.

    It names sessions unless it holds something else than paths, or `of_meetings` each row has its own recording and
    its own time: these are clips of a meeting.
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
    """Recordings by their names; those that share one are called by their whole paths, if need be with the suffix.

    >>> _session_names(["x/a.wav", "y/a.wav", "x/b.wav", "c.wav", "c.mp3"])
    {'x/a.wav': 'x/a', 'y/a.wav': 'y/a', 'x/b.wav': 'b', 'c.wav': 'c.wav', 'c.mp3': 'c.mp3'}
    """
    names = {path: recording_name(path) for path in paths}
    for longer in (_without_suffix, str):
        counts = Counter(names.values())
        names = {path: longer(path) if counts[name] > 1 else name for path, name in names.items()}
    return names


def _is_path(value: Any) -> bool:
    """Can it name a recording, or be an empty cell? Samples and what decodes them cannot."""
    if isinstance(value, dict):
        return "path" in value and _is_path(value["path"])
    return value is None or is_name(value) or (isinstance(value, PathLike) and isinstance(fspath(value), str))


def path_of(value: Any) -> str:
    """The path of a recording, which Parquet of datasets holds beside the sound itself; "" for an empty cell."""
    if isinstance(value, dict):
        value = value.get("path")
    return "" if value is None else str(value).strip()


def session_of(table: Layout, value: Any) -> str:
    """The session that a recording, or a name, stands for. An error names neither file nor line."""
    name = path_of(value)
    if not name:
        column = table.names[table.keys.index("session_id")]
        raise FormatError("", None, f"the column {column} is empty", "name every row, or none")
    return table.sessions.get(name, name)


def recording_name(path: str) -> str:
    """What a session is called after its recording.

    >>> recording_name("calls/2024/one.wav"), recording_name("one.Mix")
    ('one', 'one.Mix')
    """
    return _without_suffix(path.replace("\\", "/").rpartition("/")[2]) or path


def _without_suffix(path: str) -> str:
    suffix = next((suffix for suffix in MEDIA if path.lower().endswith(suffix)), "")
    return path[: len(path) - len(suffix)]


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
    return segment_from(completed(table, entry), "")


def completed(table: Layout, entry: dict[str, Any]) -> dict[str, Any]:
    """A row by SegLST's keys, with the session that its recording is, and its end where there is a duration."""
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
        raise FormatError("", None, f"{key} is beyond 1e9 seconds", "give seconds") from None
    except (TypeError, ValueError):  # a date of numpy only looks like a number
        pass
    raise FormatError("", None, f"{key} {value!r:.40} is not a number", "give seconds, with a point for decimals")


def _list(text: str) -> Any:
    """The list that a text is in JSON; the text itself if it is none."""
    import msgspec

    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
