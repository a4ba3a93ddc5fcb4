"""Reads the inputs of a caller as Transcripts, and distinguishes file names from texts."""

import re
from collections.abc import ItemsView, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from os import PathLike
from os.path import exists, isdir
from typing import Any, NamedTuple, TypeGuard

from hubbub import _core
from hubbub.errors import FormatError, InputError, shown
from hubbub.formats import has_known_suffix, load
from hubbub.formats.column_names import is_table
from hubbub.formats.files import LARGE, total_size
from hubbub.formats.seglst import transcript_from
from hubbub.model.messages import Message
from hubbub.model.reading_options import Reading, as_reading
from hubbub.model.transcript import Segment, Transcript, given_names, joined
from hubbub.model.values import is_iterable, is_missing, is_name
from hubbub.parallel import at_once
from hubbub.prepare.foreign import column_names, from_parsed, meeteval_rows, rows_of, table_rows, turns_of

Text = str | PathLike[str] | Iterable[Any] | Transcript
"""A text, a path, a list or other iterable of texts, a dict, a table, Segments or a Transcript."""


ONE_SEGMENT = "a single segment is not a transcript; put it into a list"


class Input(NamedTuple):
    """An input as a Transcript, and whether it may have many sessions, as files do."""

    transcript: Transcript
    many: bool
    listed: bool = False
    """Whether it was a list of texts. For some metrics these are sentences, for others the words of each speaker.

    True for an empty list too, which may also mean no segments."""
    batch: bool = False
    """Whether it is one of several batches of a corpus. Its sessions may then have their match in another batch."""
    system: str | None = None
    """The name of the system of a hypothesis, if it has one."""
    notes: Sequence[Message] = ()
    """Warnings and notes on both sides, if it is a hypothesis."""
    rows: Mapping[str, str] = {}
    """The session of each row SESSION/CHANNEL of both sides, if this is a reference with rows for channels."""

    def session_of(self, row: str) -> str:
        """Returns the session of a row."""
        return self.rows.get(row, row)


def read_input(data: Text, format: str | Reading | None = None, lists_are_sessions: bool = False) -> Input:
    """Reads the input as a Transcript. The type alone decides how.

    A string is text, or a path if it ends in a known suffix; a list has one entry per speaker, a dict names the
    speakers; an entry is a text or a list of utterances. A dict of dicts has one entry per session. Segments may be
    Segment objects, dicts with a "words" key, or the rows of a table. Other iterables are read as lists.

    >>> read_input({"Alice": ["hi", "bye"], "Bob": "hello"}).transcript
    Transcript(3 segments, 1 session, 2 speakers)
    """
    if isinstance(data, str):
        if not is_path(data):
            return Input(Transcript.of_columns(_core.Columns.plain([data], None, "0")), False)
        return Input(_load_named(data, format), True)
    if isinstance(data, (list, tuple)) and not isinstance(data, Segment):
        return _list(data, format, lists_are_sessions)
    if isinstance(data, Transcript):
        return Input(data, _has_many_sessions(data))
    if isinstance(data, Segment):
        raise InputError(ONE_SEGMENT)
    if isinstance(data, PathLike):
        return Input(load(data, format=format), True)
    if (rows := meeteval_rows(data)) is not None:
        return _segments(rows)
    if isinstance(data, Mapping):
        parsed = from_parsed(data)
        return _mapping(data) if parsed is None else Input(parsed, _has_many_sessions(parsed))
    names = column_names(data)
    if names is not None:
        return _segments(table_rows(data, names, as_reading(format)))
    return _list(_entries(data), format, lists_are_sessions)


def read_turns(data: Text | Any, format: str | Reading | None = None) -> Input:
    """Reads turns as a Transcript: tuples (start, end, speaker), an annotation, a dict of them by session, or any Text.

    >>> read_turns([(0, 4.5, "Alice"), (4, 6, "Bob")]).transcript
    Transcript(2 segments, 1 session, 2 speakers)
    """
    turns = turns_of(data)
    if turns is not None:
        return Input(*turns)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) for row in data):
        return read_input([row if "words" in row else {**row, "words": ""} for row in data], format)
    return read_input(data, format)


def read_both(
    reference: Text,
    hypothesis: Text,
    formats: tuple[str | Reading | None, str | Reading | None],
    lists_are_sessions: bool,
    jobs: int | None,
) -> tuple[Input, Input]:
    """Reads both sides, large files in parallel. Raises InputError if both are names of folders."""
    if isinstance(reference, str) and "\\" in reference and isinstance(hypothesis, str):
        both = f"{reference}\n{hypothesis}"
        if reference != hypothesis and re.fullmatch(f"{_WINDOWS}\n{_WINDOWS}", both):
            raise InputError(_no_word(reference))
    if _is_folder(reference) and _is_folder(hypothesis):
        raise InputError(
            f"{reference!r:.200} and {hypothesis!r:.200} are folders; pass Paths, add slashes, or put each into a list"
            " if they are words"
        )
    if not (_may_be_file(reference) or _may_be_file(hypothesis)):
        left = read_input(reference, formats[0], lists_are_sessions)
        return left, read_input(hypothesis, formats[1], lists_are_sessions)
    files = [side for side in (reference, hypothesis) if _may_be_file(side)]
    calls = [
        partial(read_input, reference, formats[0], lists_are_sessions),
        partial(read_input, hypothesis, formats[1], lists_are_sessions),
    ]
    left, right = at_once(calls, jobs, len(files) == 2 and total_size(files) > LARGE)
    return left, right


def _is_folder(side: Text) -> bool:
    """Returns whether this is the bare name of a folder, which read_input takes for a word."""
    return isinstance(side, str) and bool(side) and not any(sign in side for sign in " \n/\\") and isdir(side)


def _may_be_file(side: Text) -> TypeGuard[str | PathLike[str]]:
    return "." in side if isinstance(side, str) else isinstance(side, PathLike)


def check_split(reference: Any, hypothesis: Any) -> None:
    """Raises InputError if both sides look like sentences that were split into words.

    As utterances of speakers they would become one long sequence, with other errors, and the user might not notice.
    The same holds for texts by id, in dicts of different order.
    """
    if isinstance(reference, Mapping) and isinstance(hypothesis, Mapping):
        _check_order(reference, hypothesis)
        return
    if _is_split(reference) and _is_split(hypothesis):
        raise InputError(
            "lists of single words look like split sentences; join each, [' '.join(words) for words in sentences],"
            " or name the speakers in a dict"
        )


def _check_order(reference: Mapping[Any, Any], hypothesis: Mapping[Any, Any]) -> None:
    """Raises InputError if two dicts have texts for the same names in another order."""
    if len(reference) < 3 or not all(isinstance(text, str) for text in (*reference.values(), *hypothesis.values())):
        return
    ours, theirs = list(reference), list(hypothesis)
    if ours != theirs and set(ours) == set(theirs):
        first, second = next(pair for pair in zip(theirs, ours, strict=True) if pair[0] != pair[1])
        raise InputError(
            f"a dict contains the texts of speakers in order, but the hypothesis has {shown(first)} before"
            f" {shown(second)}; pass texts by id as lists, [hypothesis[id] for id in reference], and speakers in"
            " the same order, or use hubbub.cpwer"
        )


def _is_split(data: Any) -> bool:
    """Returns whether this is several lists of items without spaces, at least one with several items."""
    return (
        isinstance(data, (list, tuple))
        and len(data) > 1
        and all(type(entry) in (list, tuple) for entry in data)
        and any(len(entry) > 1 for entry in data)
        and all(isinstance(word, str) and len(word.split()) == 1 for entry in data for word in entry)
    )


def _load_named(name: str, format: str | Reading | None) -> Transcript:
    """Loads a file from a string, which may have been meant as text."""
    try:
        return load(name, format=format)
    except FormatError as error:
        if error.what != "no such file":
            raise
        join = " If" if error.remedy.endswith("?") else "; if"
        raise FormatError(name, None, error.what, f"{error.remedy}{join} it is text, put it into a list") from None


def _entries(data: Any) -> list[Any]:
    """Returns the entries of an iterable that is neither a string nor a dict."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        raise InputError(f"{shown(data)} is not text; decode it with data.decode()")
    if isinstance(data, (set, frozenset)):
        raise InputError(f"a {type(data).__name__} has no order; pass a list")
    if isinstance(data, ItemsView):
        raise InputError("the items of a dict are pairs of name and text; pass the dict itself")
    if hasattr(data, "to_pylist"):  # Arrow's arrays have their own objects
        entries: list[Any] = data.to_pylist()
        return entries
    if not is_iterable(data):
        raise InputError(f"{shown(data)} is not a transcript; pass text, a path, a list, a dict, a table or Segments")
    return list(data)


def _has_many_sessions(transcript: Transcript) -> bool:
    return len(transcript.session_names()) > 1


def _segments(segments: list[Any]) -> Input:
    transcript = transcript_from(segments)
    return Input(transcript, _has_many_sessions(transcript))


def _mapping(data: Mapping[Any, Any]) -> Input:
    sessions = [isinstance(entry, Mapping) for entry in data.values()]
    if not any(sessions):
        return Input(_plain([(None, *utterance) for utterance in _speakers(_named(data))], data), False)
    if not all(sessions):
        odd = next(name for name, entry in data.items() if not isinstance(entry, Mapping))
        raise InputError(f"{odd!r:.40} is not a dict of speakers, unlike other sessions; pass all sessions as dicts")
    utterances = [
        (session, *utterance) for session, entry in _named(data).items() for utterance in _speakers(_named(entry))
    ]
    return Input(_plain(utterances, chain.from_iterable(data.values())), True)


_OF_SEGMENTS = ("words", "text", "session_id", "start_time", "end_time")
"""Keys of a segment that are unlikely to be names of speakers."""


def _named(data: Mapping[Any, Any]) -> dict[str, Any]:
    """Returns a dict of speakers or sessions by name. Raises InputError if it looks like a segment or like columns."""
    keys = [key for key in _OF_SEGMENTS if key in data] or (["speaker"] if "speaker" in data and len(data) > 1 else [])
    if keys:
        if keys == ["words"] or isinstance(data.get("words"), str):
            raise InputError(ONE_SEGMENT)
        raise InputError(
            f"a dict with the key {keys[0]!r} is neither a segment nor a dict of speakers (keys:"
            f" {_some_keys(data)}); pass a list of dicts with the key 'words', or a dict with the names of speakers"
        )
    named: dict[str, Any] = {}
    for key, value in data.items():
        if not is_name(key):
            raise InputError(f"{shown(key)} is not a name; name speakers and sessions with strings or integers")
        if str(key) in named:
            raise InputError(f"two entries are named {key}; give them different names")
        named[str(key)] = value
    return named


def _some_keys(data: Mapping[Any, Any]) -> str:
    keys = [str(key)[:40] for key in data]
    return ", ".join(keys[:6]) + (", …" if len(keys) > 6 else "")


def _list(data: Sequence[Any], format: str | Reading | None, lists_are_sessions: bool) -> Input:
    kinds = set(map(type, data))
    if all(issubclass(kind, str) for kind in kinds):
        return _texts(data if isinstance(data, list) else list(data), lists_are_sessions)
    if all(issubclass(kind, (Segment, Mapping)) for kind in kinds):
        reading = as_reading(format)
        parsed = None if reading.columns() else from_parsed(data)
        if parsed is None and isinstance(data[0], Mapping) and (reading.columns() or is_table(map(str, data[0]))):
            parsed = rows_of(data, reading)
        if parsed is not None:
            return Input(parsed, _has_many_sessions(parsed))
        return _segments(data if isinstance(data, list) else list(data))
    if kinds == {Transcript}:
        return Input(joined(data, ""), True)
    if any(issubclass(kind, PathLike) for kind in kinds):
        if not all(issubclass(kind, PathLike) for kind in kinds):
            raise InputError("a list contains paths and other entries; pass Path objects only")
        return Input(load(*data, format=format), True)
    if all(_is_pair(entry) for entry in data):
        raise InputError("a list contains pairs of texts; pass a dict for texts by speaker, or a list for each speaker")
    return Input(
        _plain([(None, *utterance) for utterance in _speakers({str(i): e for i, e in enumerate(data)})]), False
    )


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and all(isinstance(text, str) for text in entry)


def _texts(texts: list[str], are_sessions: bool) -> Input:
    if texts and all(has_known_suffix(text) and (has_slash(text) or looks_like_a_file(text)) for text in texts):
        raise InputError(
            f"a list of strings such as {texts[0]!r:.200} may be files or texts; use Path objects or load() for files,"
            " Segments for texts"
        )
    if are_sessions and texts:
        return Input(Transcript.of_columns(_core.Columns.numbered(texts, "0")), True, True)
    speakers = [str(number) for number in range(len(texts))]
    return Input(Transcript.of_columns(_core.Columns.plain(texts, None, speakers)), False, True)


def _speakers(by_speaker: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Yields speaker and text of every utterance."""
    for speaker, entry in by_speaker.items():
        utterances = [entry] if isinstance(entry, str) else _utterances(speaker, entry)
        for text in utterances or [""]:
            yield speaker, text


def _utterances(speaker: str, entry: Any) -> list[str]:
    if is_missing(entry) or isinstance(entry, (Mapping, Segment, Transcript)) or not is_iterable(entry):
        raise InputError(
            f'entry {speaker!r:.40} is {shown(entry)}; pass a text or a list of utterances, "" for silence'
        )
    try:
        utterances = _entries(entry)
    except InputError as error:
        raise InputError(f"entry {speaker!r:.40}: {error}") from None
    for place, text in enumerate(utterances):
        if not isinstance(text, str):
            raise InputError(f'utterance {place} of {speaker!r:.40} is {shown(text)}; pass a text, "" for silence')
    return utterances


def _plain(utterances: Sequence[tuple[str | None, str, str]], names: Iterable[Any] = ()) -> Transcript:
    """Returns a Transcript of segments from sessions, speakers and texts. `names` are the speakers as given."""
    texts, speakers = [text for _, _, text in utterances], [speaker for _, speaker, _ in utterances]
    sessions = [session for session, _, _ in utterances]
    named = [session for session in sessions if session is not None]
    transcript = Transcript.of_columns(_core.Columns.plain(texts, named or None, speakers))
    transcript.given = given_names(names)
    return transcript


# Is a string a file name or words?

_NAME = r"\S*[^\s.]\.[a-z][a-z0-9]{1,5}(\.(gz|bz2|xz|zip))?"
"""Matches names without spaces and with a suffix: ref.odt, but neither U.S.A nor 3.14."""
_PLACE = r"(/[^/\s]+/|\.{1,2}[/\\]|~/|[a-z]:[/\\]|\\\\[^\\\s]+\\)[^\n]*[^/\s]"
"""Matches paths by their beginning: ./ref, ../my data/ref.stm, /data/ref, C:\\ref, \\\\server\\ref.

A backslash elsewhere does not indicate a file: texts may contain \\alpha, or \\n for a line end.
"""
_WINDOWS = r"[\w.-]+(\\[\w.-]+)*\\[\w-]+"
"""Sides that differ and are both nothing but this, such as refs\\dev and hyps\\dev, are folders rather than words."""


def is_path(text: str) -> bool:
    """Returns whether this string is a file name: it ends in the suffix of a known format, or is a folder that ends in
    a slash.

    A string with spaces could also be text, so it is a file name only if the file exists. Raises InputError for a
    string that looks like another file, or like a folder: it would silently be scored as words.

    >>> is_path("ref.stm"), is_path("hello world")
    (True, False)
    >>> is_path("ref.doc")
    Traceback (most recent call last):
    hubbub.errors.InputError: 'ref.doc' looks like a file name; pass a Path, or put it into a list if it is text
    """
    if " " in text and "." not in text and "/" not in text and "\\" not in text:  # as in most texts
        return False
    if text.endswith(("/", "\\")) and "\n" not in text:
        if isdir(text):
            return True
        if " " not in text and (text[0] not in "/\\" or has_slash(text.strip("/\\"))):  # /uh/ is a sound
            raise InputError(f"{text!r:.200}: no such folder; check the path, or put it into a list if it is text")
    elif has_slash(text) and " " not in text and "\n" not in text and isdir(text):
        raise InputError(f"{text!r:.200} is a folder; pass a Path, add a slash, or put it into a list if it is text")
    if has_known_suffix(text) and "\n" not in text:
        if not any(character.isspace() for character in text):
            return True
        if exists(text):
            return True
    if looks_like_a_file(text):
        raise InputError(_no_word(text))
    return False


def _no_word(text: str) -> str:
    return f"{text!r:.200} looks like a file name; pass a Path, or put it into a list if it is text"


def has_slash(text: str) -> bool:
    """Returns whether this contains a separator of folders, also that of Windows."""
    return "/" in text or "\\" in text


def looks_like_a_file(text: str) -> bool:
    """Returns whether this may be the name of a file of any format.

    >>> [looks_like_a_file(text) for text in ("ref.odt", "./ref", "hello", "U.S.A.", "3.14", "and/or", "see ref.odt")]
    [True, True, False, False, False, False, False]
    """
    if "." not in text and not has_slash(text):
        return False
    # Compiled when first needed: commands always take file names.
    return any(re.fullmatch(look, text, re.ASCII | re.IGNORECASE) for look in (_NAME, _PLACE))
