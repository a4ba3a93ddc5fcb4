"""Finds the columns of tables, in CSV, TSV and Parquet."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from os import PathLike, fspath
from types import MappingProxyType
from typing import Any, NamedTuple

from hubbub.errors import FormatError, written
from hubbub.formats.column_names import COLUMNS, HYPOTHESES, IDS, MEDIA, RECORDINGS, REFERENCES, known_columns, plain
from hubbub.formats.decimals import clock, number, numeric, total
from hubbub.formats.files import stem
from hubbub.formats.seglst import segment_from
from hubbub.model.messages import Caution, Note
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.tables import listed
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.values import is_name, is_number

WHISPER = {("start", "end", "text"), ("start", "end", "speaker", "text")}
"""The columns of Whisper's tables, whose text is not quoted."""
SLOWEST, USUAL = 0.2, (0.5, 8)
"""Words per second: fewer than the first are not speech; milliseconds must give a rate in the range."""
LONGEST = 10**15
"""Milliseconds: more than any table may have."""
UNIT_OPEN = "times without decimals are read as seconds; for milliseconds, name the columns start_ms and end_ms"
_PAUSE = re.compile(r"\(pause \d+(\.\d+)?\)")
"""The text of a row of CORAAL that has no words."""
_TIME = re.compile("(start|begin|end|finish|stop|onset|offset|from|to|in|out|time|duration|s|sec|seconds|ms)+")
"""The plain name of a column that may be a time, so it names no session."""
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

    chosen: Mapping[str, str] = {}
    """The column of a key, if the user chose one."""

    def is_table(self) -> bool:
        """Returns whether the columns suffice for a transcript, or for both sides."""
        return "words" in self.keys or {"speaker", "start_time"} <= set(self.keys) or self.is_pair()

    def is_sure(self) -> bool:
        """Returns whether the columns are too specific for text without a header."""
        return self.sides() is not None or (self.is_table() and len(COLUMNS.keys() & set(self.keys)) > 1)

    def is_pair(self) -> bool:
        return not self.chosen and all(self.column(names) is not None for names in (REFERENCES, HYPOTHESES))

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
        places = _places(self.names)
        return next((places[name] for name in map(plain, names) if name in places), None)


@lru_cache(8)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    """Returns the index of the first column of each plain name."""
    return {plain(name): len(names) - 1 - place for place, name in enumerate(reversed(names))}


def chosen_layout(names: Iterable[str], reading: Reading, name: str, line: int | None = None) -> Layout:
    """Returns the layout of a table with the columns that the user chose. Raises FormatError if one does not exist."""
    names = [str(column).strip() for column in names]
    chosen = reading.columns()
    for key, column in chosen.items():
        option = reading.option(key)
        reading.see(option)
        if column not in names:
            what = f"no column or key is named {column}, as in {written(option)}"
            raise FormatError(name, line, what, f"choose one of {listed(names, 30)}")
    return layout(names, chosen)


def layout(names: Iterable[str], chosen: Mapping[str, str] = MappingProxyType({})) -> Layout:
    """Returns the layout of a table with these columns. `resolve_sessions` then checks the recordings."""
    table = Layout(tuple(name.strip() for name in names), ())
    keys = [f"{name} (column)" if chosen and name in COLUMNS else name for name in table.names]
    for key, aliases in known_columns(table.names).items():
        place = table.names.index(chosen[key]) if key in chosen else table.column(aliases)
        taken = key not in chosen and place is not None and table.names[place] in chosen.values()
        if place is not None and not taken and not (key == "duration" and "end_time" in keys):
            keys[place] = key
    recording = None
    if "session_id" in chosen and plain(chosen["session_id"]) in map(plain, RECORDINGS):
        recording = keys.index("session_id")
    if "session_id" not in keys:
        place = table.column(IDS) if "start_time" not in keys else None
        if place is None:
            place = recording = table.column(RECORDINGS)
        if place is not None:
            keys[place] = "session_id"
    return Layout(table.names, tuple(keys), recording, chosen=chosen)


def check(table: Layout, name: str, line: int | None) -> None:
    """Raises FormatError unless a table with these columns is one transcript."""
    twice = next((column for column, number in Counter(table.names).items() if column and number > 1), None)
    if twice is not None:
        raise FormatError(name, line, f"two columns are named {twice}", "rename or drop one of them")
    if table.is_pair():
        what = "contains both sides, in the columns of reference and hypothesis"
        raise FormatError(name, line, what, f"score them with `hubbub wer {name}`, or make one file for each")
    if not table.is_table():
        raise FormatError(name, line, f"no column of words (found {listed(table.names)})", REMEDY)


@lru_cache(64)
def _is_thousandths(column: str) -> bool:
    return plain(column).endswith(("startms", "endms", "timems", "durationms"))


def unused_columns(table: Layout) -> list[str]:
    """Returns the names of the columns that are neither scored nor recordings."""
    standard = {*COLUMNS, "confidence"}
    return [name for name, key in zip(table.names, table.keys, strict=True) if name and key not in standard]


def unused_note(table: Layout) -> str:
    """Returns which columns are not used, if speakers or times were not found among them; else empty."""
    unused = [name for name in unused_columns(table) if name != table.clips]
    remedies = {
        "speaker": f"choose the speakers with {written('speaker_column')}",
        "start_time": "name times start_time and end_time",
    }
    missing = [remedy for key, remedy in remedies.items() if key not in table.keys]
    return f"columns not used: {listed(unused, 5)}; {', and '.join(missing)}" if unused and missing else ""


def sessions_warning(table: Layout, rows: int, session: str) -> str:
    """Returns a warning if all rows form one session but an unused column might name sessions; else ""."""
    if table.clips is not None:
        what = f"each row has a different {table.clips}, so all rows are read as clips of one session, {session}"
        return f"{what}; if each row is a session, add a column session_id"
    if rows < 2 or {"session_id", "start_time"} & set(table.keys):
        return ""
    unused = [name for name in unused_columns(table) if not _TIME.fullmatch(plain(name))]
    if not unused:
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


def _is_whole(time: Any) -> bool:
    return isinstance(time, int) or (isinstance(time, str) and (not time.strip() or time.strip().isdecimal()))


def time_unit(table: Layout, rows: Sequence[Sequence[Any]], reading: Reading = DETECTED) -> str:
    """Returns "ms" if the times are whole numbers that only make sense as milliseconds, "s" if they are seconds.

    Empty if whole numbers could be either: there are no words, or both units give an unusual speech rate.
    """
    end_key = "end_time" if "end_time" in table.keys else "duration"
    if not {"start_time", end_key} <= set(table.keys) or table.thousandths() is not None:
        return "s"
    starts, ends = ([row[table.keys.index(key)] for row in rows] for key in ("start_time", end_key))
    if not rows or not all(map(_is_whole, (*starts, *ends))):
        return "s"
    if reading.time_unit is not None:
        reading.see("time_unit")
        return reading.time_unit
    if any(len(str(time)) > len(str(LONGEST)) for time in (*starts, *ends)):
        return "s"  # an error, whatever the unit
    pairs = [(int(start), int(end)) for start, end in zip(starts, ends, strict=True) if start != "" and end != ""]
    length = sum(end if end_key == "duration" else end - start for start, end in pairs)
    place = table.keys.index("words") if "words" in table.keys else None
    words = 0 if place is None else sum(len(str(row[place] or "").split()) for row in rows)
    if length > LONGEST:
        return "s"  # an error, whatever the unit
    if not length or words >= SLOWEST * length:
        return "s" if words else ""
    return "ms" if words and USUAL[0] <= 1000 * words / length <= USUAL[1] else ""


def transcript(
    table: Layout,
    rows: Sequence[Sequence[Any]],
    name: str,
    fault: Callable[[int, FormatError], FormatError],
    reading: Reading = DETECTED,
) -> Transcript:
    """Returns the transcript of a table's rows. `fault` adds the place to the error of a row, by its index."""
    table = resolve_sessions(table, lambda place: [row[place] for row in rows])
    session, unit = stem(name), time_unit(table, rows, reading)
    segments = []
    for place, row in enumerate(rows):
        try:
            segments.append(segment(table, row, session, unit))
        except FormatError as error:
            raise fault(place, error) from None
    spoken = [segment for segment in segments if not _PAUSE.fullmatch(segment.words)]
    pauses = len(segments) - len(spoken)
    found = Transcript(spoken, name, left_out={"pauses": pauses} if pauses else None)
    found.called_after_file = "session_id" not in table.keys
    if warning := sessions_warning(table, len(segments), session):
        found.doubts = [Caution(warning, "sessions", name)]
    if not unit:
        found.doubts.append(Note(UNIT_OPEN, "time_unit", name))
    if (unused := unused_note(table)) and len(found.session_names()) < len(found):
        found.doubts.append(Note(unused, "unused_columns", name))
    if others := other_texts(table):
        found.doubts.append(Note(others, "text_column", name))
    return found


def other_texts(table: Layout) -> str:
    """Returns which column the words are from, if other columns could have them too; else empty."""
    aliases = {plain(alias) for alias in COLUMNS["words"]} | {"normalizedtext", "rawtext", "textnormalized", "lexical"}
    if "words" not in table.keys or "words" in table.chosen:
        return ""
    chosen = table.names[table.keys.index("words")]
    others = [name for name in table.names if plain(name) in aliases and name != chosen]
    if not others:
        return ""
    option = written("text_column")
    return f"the words are from the column {chosen}, not from {listed(others)}; choose another with {option}"


def segment(table: Layout, row: Sequence[Any], session: str, unit: str) -> Segment:
    """Returns the segment of a row. Errors have no file and line; the caller adds them."""
    entry: dict[str, Any] = {}
    times = {"start_time", "end_time" if "end_time" in table.keys else "duration"}
    for key, column, value in zip(table.keys, table.names, row, strict=True):
        if isinstance(value, str):
            value = value.strip() or None
        if key in times:
            value = _seconds(value, key, unit == "ms" or _is_thousandths(column))
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
