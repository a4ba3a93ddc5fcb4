"""Reads the inputs of a caller as Transcripts, and tells file names from texts, where a string could be either."""

import re
from collections.abc import ItemsView, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from os.path import exists, isdir
from typing import Any, NamedTuple, TypeGuard

from hubbub import _core
from hubbub.errors import FormatError, InputError, shown
from hubbub.formats import has_known_suffix, load
from hubbub.formats.files import LARGE, total_size
from hubbub.formats.seglst import transcript_from
from hubbub.model.transcript import Segment, Transcript, joined
from hubbub.model.values import is_iterable, is_missing, is_name
from hubbub.parallel import at_once
from hubbub.prepare.foreign import column_names, from_parsed, table_rows, turns_of

Text = str | PathLike[str] | Iterable[Any] | Transcript
"""Text, a path, texts in a list or any other iterable, a dict, a table, Segments or a Transcript."""


ONE_SEGMENT = "a single segment is no transcript; put it into a list"


class Given(NamedTuple):
    """An input as a Transcript, and whether it may hold many sessions, as files do."""

    transcript: Transcript
    many: bool
    listed: bool = False
    """Was it a list of texts? Some metrics take these for sentences, others for what each speaker said.

    An empty list is one, but it may as well be one of no segments."""
    batch: bool = False
    """Is it one of several batches of a corpus? That its sessions go with none of the other side then says nothing."""
    system: str | None = None
    """The name of the system whose hypothesis it is, where it has one."""


def given(data: Text, format: str | None = None, lists_are_sessions: bool = False) -> Given:
    """The input as a Transcript. What it means follows from its type alone.

    A string is text, or a path where it ends in a known suffix; a list has one entry per speaker, a dict names
    them; an entry is a text or a list of utterances. A dict of dicts has one entry per session. Segments may be
    Segment objects, dicts with a "words" key, or the rows of a table. Any iterable is what a list is.

    >>> given({"Alice": ["hi", "bye"], "Bob": "hello"}).transcript
    Transcript(3 segments, 1 session, 2 speakers)
    """
    if isinstance(data, str):
        if not is_path(data):
            return Given(Transcript.of_columns(_core.Columns.plain([data], None, "0")), False)
        return Given(_load_named(data, format), True)
    if isinstance(data, (list, tuple)) and not isinstance(data, Segment):
        return _list(data, format, lists_are_sessions)
    if isinstance(data, Transcript):
        return Given(data, _has_many_sessions(data))
    if isinstance(data, Segment):
        raise InputError(ONE_SEGMENT)
    if isinstance(data, PathLike):
        return Given(load(data, format=format), True)
    if isinstance(data, Mapping):
        parsed = from_parsed(data)
        return _mapping(data) if parsed is None else Given(parsed, _has_many_sessions(parsed))
    names = column_names(data)
    if names is not None:
        return _segments(table_rows(data, names))
    return _list(_entries(data), format, lists_are_sessions)


def given_turns(data: Text | Any, format: str | None = None) -> Given:
    """The input as a Transcript: tuples (start, end, speaker), an annotation or a dict of them by session, or any text.

    >>> given_turns([(0, 4.5, "Alice"), (4, 6, "Bob")]).transcript
    Transcript(2 segments, 1 session, 2 speakers)
    """
    turns = turns_of(data)
    if turns is not None:
        return Given(*turns)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) for row in data):
        return given([row if "words" in row else {**row, "words": ""} for row in data], format)
    return given(data, format)


def given_both(
    reference: Text,
    hypothesis: Text,
    formats: tuple[str | None, str | None],
    lists_are_sessions: bool,
    jobs: int | None,
) -> tuple[Given, Given]:
    """Both sides; large files are read at once."""
    if isinstance(reference, str) and "\\" in reference and isinstance(hypothesis, str):
        both = f"{reference}\n{hypothesis}"
        if reference != hypothesis and re.fullmatch(f"{_WINDOWS}\n{_WINDOWS}", both):
            raise InputError(_no_word(reference))
    if not (_may_be_file(reference) or _may_be_file(hypothesis)):
        return given(reference, formats[0], lists_are_sessions), given(hypothesis, formats[1], lists_are_sessions)
    files = [side for side in (reference, hypothesis) if _may_be_file(side)]
    calls = [
        partial(given, reference, formats[0], lists_are_sessions),
        partial(given, hypothesis, formats[1], lists_are_sessions),
    ]
    left, right = at_once(calls, jobs, len(files) == 2 and total_size(files) > LARGE)
    return left, right


def _may_be_file(side: Text) -> TypeGuard[str | PathLike[str]]:
    return "." in side if isinstance(side, str) else isinstance(side, PathLike)


def check_split(reference: Any, hypothesis: Any) -> None:
    """Raise an error where both sides look like sentences that were split into words.

    As utterances of speakers they would become one long sequence, whose errors are others, and nobody would notice.
    So would texts by id, in dicts of another order.
    """
    if isinstance(reference, Mapping) and isinstance(hypothesis, Mapping):
        _check_order(reference, hypothesis)
        return
    if _is_split(reference) and _is_split(hypothesis):
        raise InputError(
            "lists of single words look like sentences that were split; join each, as in [' '.join(words) for words in"
            " sentences], or name the speakers in a dict"
        )


def _check_order(reference: Mapping[Any, Any], hypothesis: Mapping[Any, Any]) -> None:
    """Raise an error where two dicts have a text for each of several names, the same ones in another order."""
    if len(reference) < 3 or not all(isinstance(text, str) for text in (*reference.values(), *hypothesis.values())):
        return
    ours, theirs = list(reference), list(hypothesis)
    if ours != theirs and set(ours) == set(theirs):
        first, second = next(pair for pair in zip(theirs, ours, strict=True) if pair[0] != pair[1])
        raise InputError(
            f"a dict has what speakers say one after the other, and the hypothesis has {shown(first)} before"
            f" {shown(second)}; give texts by id as lists, as in [hypothesis[id] for id in reference], and speakers in"
            " the same order, or to hubbub.cpwer"
        )


def _is_split(data: Any) -> bool:
    """Is it a list of several lists, all of single words, and some of more than one?"""
    return (
        isinstance(data, (list, tuple))
        and len(data) > 1
        and all(type(entry) in (list, tuple) for entry in data)
        and any(len(entry) > 1 for entry in data)
        and all(isinstance(word, str) and len(word.split()) == 1 for entry in data for word in entry)
    )


def _load_named(name: str, format: str | None) -> Transcript:
    """Loads a file whose name came as a string, which may have been meant as text."""
    try:
        return load(name, format=format)
    except FormatError as error:
        if error.what != "no such file":
            raise
        raise FormatError(name, None, error.what, "check the path, or put it into a list if it is text") from None


def _entries(data: Any) -> list[Any]:
    """The entries of an iterable that is neither a string nor a dict."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        raise InputError(f"{shown(data)} is no text; decode it, as in data.decode()")
    if isinstance(data, (set, frozenset)):
        raise InputError(f"a {type(data).__name__} has no order; give a list")
    if isinstance(data, ItemsView):
        raise InputError("the items of a dict are pairs of name and text; give the dict itself")
    if hasattr(data, "to_pylist"):  # Arrow's arrays hold objects of its own
        entries: list[Any] = data.to_pylist()
        return entries
    if not is_iterable(data):
        raise InputError(f"{shown(data)} is no transcript; give text, a path, a list, a dict, a table or Segments")
    return list(data)


def _has_many_sessions(transcript: Transcript) -> bool:
    return len(transcript.session_names()) > 1


def _segments(segments: list[Any]) -> Given:
    transcript = transcript_from(segments)
    return Given(transcript, _has_many_sessions(transcript))


def _mapping(data: Mapping[Any, Any]) -> Given:
    sessions = [isinstance(entry, Mapping) for entry in data.values()]
    if not any(sessions):
        return Given(_plain([(None, *utterance) for utterance in _speakers(_named(data))]), False)
    if not all(sessions):
        odd = next(name for name, entry in data.items() if not isinstance(entry, Mapping))
        raise InputError(f"{odd!r:.40} has no dict of speakers, but other sessions have; give all sessions alike")
    utterances = [
        (session, *utterance) for session, entry in _named(data).items() for utterance in _speakers(_named(entry))
    ]
    return Given(_plain(utterances), True)


_OF_SEGMENTS = ("words", "text", "session_id", "start_time", "end_time")
"""Keys of a segment, and none that is likely to be the name of a speaker."""


def _named(data: Mapping[Any, Any]) -> dict[str, Any]:
    """A dict of speakers or sessions by name, after a look for what was meant as a segment or as columns."""
    keys = [key for key in _OF_SEGMENTS if key in data] or (["speaker"] if "speaker" in data and len(data) > 1 else [])
    if keys:
        if keys == ["words"] or isinstance(data.get("words"), str):
            raise InputError(ONE_SEGMENT)
        raise InputError(
            f"a dict with the key {keys[0]!r} is neither a segment nor a dict of speakers (its keys are"
            f" {_some_keys(data)}); give a list of dicts with the key 'words', or the speakers by name"
        )
    named: dict[str, Any] = {}
    for key, value in data.items():
        if not is_name(key):
            raise InputError(f"{shown(key)} is no name; name speakers and sessions by texts or whole numbers")
        if str(key) in named:
            raise InputError(f"two entries are called {key}; give them different names")
        named[str(key)] = value
    return named


def _some_keys(data: Mapping[Any, Any]) -> str:
    keys = [str(key)[:40] for key in data]
    return ", ".join(keys[:6]) + (", …" if len(keys) > 6 else "")


def _list(data: Sequence[Any], format: str | None, lists_are_sessions: bool) -> Given:
    kinds = set(map(type, data))
    if all(issubclass(kind, str) for kind in kinds):
        return _texts(data if isinstance(data, list) else list(data), lists_are_sessions)
    if all(issubclass(kind, (Segment, Mapping)) for kind in kinds):
        parsed = from_parsed(data)
        if parsed is not None:
            return Given(parsed, _has_many_sessions(parsed))
        return _segments(data if isinstance(data, list) else list(data))
    if kinds == {Transcript}:
        return Given(joined(data, ""), True)
    if any(issubclass(kind, PathLike) for kind in kinds):
        if not all(issubclass(kind, PathLike) for kind in kinds):
            raise InputError("a list has paths and other entries; give Path objects alone")
        return Given(load(*data, format=format), True)
    if all(_is_pair(entry) for entry in data):
        raise InputError("a list has pairs of texts; give a dict for texts by speaker, or a list for each speaker")
    return Given(
        _plain([(None, *utterance) for utterance in _speakers({str(i): e for i, e in enumerate(data)})]), False
    )


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and all(isinstance(text, str) for text in entry)


def _texts(texts: list[str], are_sessions: bool) -> Given:
    if texts and all(has_known_suffix(text) and (has_slash(text) or looks_like_a_file(text)) for text in texts):
        raise InputError(
            f"a list of strings such as {texts[0]!r:.200} may be files or texts; give Path objects or load() for files,"
            " Segments for texts"
        )
    if are_sessions and texts:
        return Given(Transcript.of_columns(_core.Columns.numbered(texts, "0")), True, True)
    speakers = [str(number) for number in range(len(texts))]
    return Given(Transcript.of_columns(_core.Columns.plain(texts, None, speakers)), False, True)


def _speakers(by_speaker: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Speaker and text of every utterance."""
    for speaker, entry in by_speaker.items():
        utterances = [entry] if isinstance(entry, str) else _utterances(speaker, entry)
        for text in utterances or [""]:
            yield speaker, text


def _utterances(speaker: str, entry: Any) -> list[str]:
    if is_missing(entry) or isinstance(entry, (Mapping, Segment, Transcript)) or not is_iterable(entry):
        raise InputError(
            f'entry {speaker!r:.40} is {shown(entry)}; give a text or a list of utterances, "" for silence'
        )
    try:
        utterances = _entries(entry)
    except InputError as error:
        raise InputError(f"entry {speaker!r:.40} is wrong: {error}") from None
    for place, text in enumerate(utterances):
        if not isinstance(text, str):
            raise InputError(f'utterance {place} of {speaker!r:.40} is {shown(text)}; give a text, "" for silence')
    return utterances


def _plain(utterances: Sequence[tuple[str | None, str, str]]) -> Transcript:
    """A Transcript of segments given by session, speaker and text."""
    texts, speakers = [text for _, _, text in utterances], [speaker for _, speaker, _ in utterances]
    sessions = [session for session, _, _ in utterances]
    named = [session for session in sessions if session is not None]
    return Transcript.of_columns(_core.Columns.plain(texts, named or None, speakers))


# Is a string a file name or words?

_NAME = r"\S*[^\s.]\.[a-z][a-z0-9]{1,5}(\.(gz|bz2|xz|zip))?"
"""Without a blank, and with a suffix: ref.docx, but neither U.S.A nor 3.14."""
_PLACE = r"(/[^/\s]+/|\.{1,2}[/\\]|~/|[a-z]:[/\\]|\\\\[^\\\s]+\\)[^\n]*[^/\s]"
"""Beginning as the name of a file in a folder does: ./ref, ../my data/ref.stm, /data/ref, C:\\ref, \\\\server\\ref.

A backslash elsewhere is no sign of a file: texts may have \\alpha, or \\n for the end of a line.
"""
_WINDOWS = r"[\w.-]+(\\[\w.-]+)*\\[\w-]+"
"""Sides that differ and are both nothing but this, such as refs\\dev and hyps\\dev, are folders rather than words."""


def is_path(text: str) -> bool:
    """Is this string a file name rather than words? It is one if it ends in the suffix of a known format, or if it
    ends in a slash and is a folder.

    A string with blanks could be either, so it is one only where the file exists. A string that looks like the name of
    a file of another kind, or of a folder, is refused: as words it would be scored, and nobody would notice.

    >>> is_path("ref.stm"), is_path("hello world")
    (True, False)
    >>> is_path("ref.doc")
    Traceback (most recent call last):
    hubbub.errors.InputError: 'ref.doc' looks like a file name; give a Path for a file, put it into a list if it is text
    """
    if " " in text and "." not in text and "/" not in text and "\\" not in text:  # as in most texts
        return False
    if text.endswith(("/", "\\")) and "\n" not in text:
        if isdir(text):
            return True
    elif has_slash(text) and " " not in text and "\n" not in text and isdir(text):
        raise InputError(
            f"{text!r:.200} is a folder; give a Path, or end it in a slash; put it into a list if it is text"
        )
    if has_known_suffix(text) and "\n" not in text:
        if not any(character.isspace() for character in text):
            return True
        if exists(text):
            return True
    if looks_like_a_file(text):
        raise InputError(_no_word(text))
    return False


def _no_word(text: str) -> str:
    return f"{text!r:.200} looks like a file name; give a Path for a file, put it into a list if it is text"


def has_slash(text: str) -> bool:
    """Is there what separates folders, be it on Windows?"""
    return "/" in text or "\\" in text


def looks_like_a_file(text: str) -> bool:
    """Could this be the name of a file, of whatever format?

    >>> [looks_like_a_file(text) for text in ("ref.docx", "./ref", "hello", "U.S.A.", "3.14", "and/or", "see ref.docx")]
    [True, True, False, False, False, False, False]
    """
    if "." not in text and not has_slash(text):
        return False
    # Compiled when first needed: commands take file names and need neither.
    return any(re.fullmatch(look, text, re.ASCII | re.IGNORECASE) for look in (_NAME, _PLACE))
