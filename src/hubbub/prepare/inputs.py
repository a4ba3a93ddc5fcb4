"""Reads the inputs of a caller as Transcripts, and matches the sessions of reference and hypothesis."""

import re
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from hubbub import _core
from hubbub.errors import InputError, OptionError
from hubbub.formats import has_known_suffix, load
from hubbub.formats.seglst import transcript_from
from hubbub.model.options import DiarizationOptions, Options
from hubbub.model.transcript import Segment, Transcript
from hubbub.prepare.names import by_key, case_hint, session_key

Text = str | PathLike[str] | Sequence[Any] | Mapping[Any, Any] | Transcript
"""Text, a path, a list, a dict, Segments or a Transcript."""


ONE_SEGMENT = "a single segment is no transcript; put it into a list"


class Given(NamedTuple):
    """An input as a Transcript, and whether it may hold many sessions, as files do."""

    transcript: Transcript
    many: bool


def is_path(text: str) -> bool:
    """Is this string a file name rather than words? It is one if it ends in the suffix of a known format.

    >>> is_path("ref.stm"), is_path("hello world")
    (True, False)
    """
    if not has_known_suffix(text) or "\n" in text:
        return False
    if not any(character.isspace() for character in text):
        return True
    from os.path import exists

    return exists(text)


def given(data: Text, format: str | None = None, lists_are_sessions: bool = False) -> Given:
    """The input as a Transcript.

    A string is text, or a path where it ends in a known suffix; a list has one entry per speaker, a dict names
    them; an entry is a text or a list of utterances. A dict of dicts has one entry per session. Segments may be
    Segment objects or dicts with a "words" key.

    >>> given({"Alice": ["hi", "bye"], "Bob": "hello"}).transcript
    Transcript(3 segments, 1 session, 2 speakers)
    """
    if isinstance(data, str):
        if not is_path(data):
            return Given(Transcript.of_columns(_core.Columns.plain([data], None, "0")), False)
        return Given(load(data, format=format), True)
    if isinstance(data, Transcript):
        return Given(data, _has_many_sessions(data))
    if isinstance(data, Segment):
        raise InputError(ONE_SEGMENT)
    if isinstance(data, PathLike):
        return Given(load(data, format=format), True)
    if isinstance(data, Mapping):
        return _mapping(data)
    if isinstance(data, Iterable):
        return _list(list(data), format, lists_are_sessions)
    raise InputError(f"{type(data).__name__} is no transcript; give text, a path, a list, a dict or Segments")


def _has_many_sessions(transcript: Transcript) -> bool:
    return len(transcript.session_names()) > 1


def _mapping(data: Mapping[Any, Any]) -> Given:
    if "words" in data and isinstance(data["words"], str) and ("session_id" in data or "start_time" in data):
        raise InputError(ONE_SEGMENT)
    if not data or not all(isinstance(entry, Mapping) for entry in data.values()):
        return Given(_plain([(None, *utterance) for utterance in _speakers(data.items())]), False)
    utterances = [
        (str(session), *utterance) for session, entry in data.items() for utterance in _speakers(entry.items())
    ]
    return Given(_plain(utterances), True)


def _list(data: list[Any], format: str | None, lists_are_sessions: bool) -> Given:
    if lists_are_sessions and data:
        return Given(Transcript.of_columns(_core.Columns.numbered(data, "0")), True)
    # dict comes first: isinstance with Mapping is slow, and there may be many segments
    are_segments = (
        isinstance(entry, Segment) or (isinstance(entry, (dict, Mapping)) and "words" in entry) for entry in data
    )
    if data and all(are_segments):
        transcript = transcript_from(data)
        return Given(transcript, _has_many_sessions(transcript))
    if data and all(isinstance(entry, PathLike) or (isinstance(entry, str) and is_path(entry)) for entry in data):
        return Given(load(*data, format=format), True)
    return Given(_plain([(None, *utterance) for utterance in _speakers(enumerate(data))]), False)


def _speakers(by_speaker: Iterable[tuple[Any, Any]]) -> Iterable[tuple[str, str]]:
    """Speaker and text of every utterance."""
    for speaker, entry in by_speaker:
        utterances = [entry] if isinstance(entry, str) else list(entry) if isinstance(entry, Iterable) else [entry]
        if not all(isinstance(text, str) for text in utterances):
            raise InputError(f"speaker {speaker!r} has {entry!r:.40}; give a text or a list of utterances")
        for text in utterances or [""]:
            yield str(speaker), text


def _plain(utterances: Sequence[tuple[str | None, str, str]]) -> Transcript:
    """A Transcript of segments given by session, speaker and text."""
    texts, speakers = [text for _, _, text in utterances], [speaker for _, speaker, _ in utterances]
    sessions = [session for session, _, _ in utterances]
    named = [session for session in sessions if session is not None]
    return Transcript.of_columns(_core.Columns.plain(texts, named or None, speakers))


class Matched(NamedTuple):
    """The sessions of the reference, each with its session of the hypothesis."""

    names: Sequence[str]
    left: Sequence[str | None]
    """The name of each session in the reference; None where the reference is empty."""
    right: Sequence[str | None]
    """The name of each session in the hypothesis; None where the hypothesis lacks it."""
    silent: list[str]
    """Sessions of the reference that the hypothesis lacks."""
    unscored: list[str]
    """Sessions of the hypothesis that the reference lacks."""


def match_sessions(reference: Given, hypothesis: Given, options: Options | DiarizationOptions) -> Matched:
    """Which session of the hypothesis goes with which of the reference."""
    left, right = reference.transcript.session_names(), hypothesis.transcript.session_names()
    if not (reference.many or hypothesis.many) and max(len(left), len(right)) <= 1:
        # At most one session on each side, and at least one side without a name for it: they belong together.
        name = next(iter(left), "") or next(iter(right), "")
        if name == "" or len(left) == 0 or len(right) == 0 or "" in left or "" in right:
            return Matched([name], [next(iter(left), None)], [next(iter(right), None)], [], [])
    if options.regex is not None:
        try:
            wanted = re.compile(options.regex)
        except re.error as error:
            raise OptionError(f"regex {options.regex!r}: {error}; it must be a regular expression") from None
        names = left
        left = [name for name in left if wanted.fullmatch(name)]
        right = [name for name in right if wanted.fullmatch(name)]
        if not left:
            raise InputError(f"regex {options.regex!r} matches none of {_some(names)}; it must match a whole name")
    if left == right:
        return Matched(left, left, left, [], [])
    if len(left) == len(right) == 1 and (
        reference.transcript.called_after_file or hypothesis.transcript.called_after_file
    ):
        return Matched(left, left, right, [], [])
    key = session_key(options)
    in_reference, in_hypothesis = by_key(left, key), by_key(right, key)
    unknown = [name for name in right if key(name) not in in_reference]
    if unknown and not options.partial:
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: {_some(unknown)} not in the reference"
            f" ({_some(left)}{case_hint(unknown, left)}); check the names, or leave them out with --partial"
        )
    if unknown and len(unknown) == len(right):
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: no session of the reference"
            f" ({_some(left)}{case_hint(unknown, left)}) is in it; check the names"
        )
    silent = [name for name in left if key(name) not in in_hypothesis]
    return Matched(left, left, [in_hypothesis.get(key(name)) for name in left], silent, unknown)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"session{'s' if len(names) > 1 else ''} {shown}{more}"
