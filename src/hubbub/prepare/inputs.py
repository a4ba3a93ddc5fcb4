"""What a caller may hand over as reference or hypothesis, the Transcript that it means, and the sessions of both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from hubbub.errors import InputError, OptionError
from hubbub.formats import has_known_suffix, load
from hubbub.formats.seglst import segments_from
from hubbub.model.options import DiarizationOptions, Options
from hubbub.model.transcript import Segment, Transcript

Text = str | PathLike[str] | Sequence[Any] | Mapping[Any, Any] | Transcript
"""Text, a path, a list, a dict, Segments or a Transcript."""
Sides = tuple[Transcript, Transcript]
NOTHING = Transcript([])


class Given(NamedTuple):
    """A Transcript, and whether it came from files, which may hold many sessions."""

    transcript: Transcript
    many: bool


def is_path(text: str) -> bool:
    """Is this string a file name rather than words? It is where it ends as the files of a known format do.

    >>> is_path("ref.stm"), is_path("hello world")
    (True, False)
    """
    if not has_known_suffix(text) or "\n" in text:
        return False
    if not any(c.isspace() for c in text):
        return True
    from os.path import exists

    return exists(text)


def given(data: Text, format: str | None = None, lists_are_sessions: bool = False) -> Given:
    """The Transcript that the data mean.

    A string is text, or a path where it ends in a known suffix; a list has one entry per speaker, a dict names
    them; an entry is a text or a list of utterances. A dict of dicts has one entry per session. Segments may be
    Segment objects or dicts with a "words" key.

    >>> given({"Alice": ["hi", "bye"], "Bob": "hello"}).transcript
    Transcript(3 segments, 1 session, 2 speakers)
    """
    if isinstance(data, Transcript):
        return Given(data, _has_many_sessions(data))
    if isinstance(data, PathLike) or (isinstance(data, str) and is_path(data)):
        return Given(load(data, format=format), True)
    if isinstance(data, str):
        return Given(Transcript([Segment(data, speaker="0")]), False)
    if isinstance(data, Mapping):
        return _mapping(data)
    if isinstance(data, Iterable):
        return _list(list(data), format, lists_are_sessions)
    raise InputError(f"{type(data).__name__} is no transcript; give text, a path, a list, a dict or Segments")


def _has_many_sessions(transcript: Transcript) -> bool:
    segments = transcript.segments
    if segments and (segments[0].session or "") != (segments[-1].session or ""):
        return True  # most files keep the segments of a session together: nothing in between needs to be looked at
    sessions = {segment.session or "" for segment in segments}
    return len(sessions.union(region.session for region in transcript.ignored)) > 1


def _mapping(data: Mapping[Any, Any]) -> Given:
    if "words" in data and isinstance(data["words"], str) and ("session_id" in data or "start_time" in data):
        raise InputError("a single segment is no transcript; put it into a list")
    if not data or not all(isinstance(entry, Mapping) for entry in data.values()):
        return Given(Transcript(list(_speakers(data.items(), None))), False)
    segments = [s for session, entry in data.items() for s in _speakers(entry.items(), str(session))]
    return Given(Transcript(segments), True)


def _list(data: list[Any], format: str | None, lists_are_sessions: bool) -> Given:
    # dict first: to ask for a Mapping takes long, and there may be many segments
    said = (isinstance(entry, Segment) or (isinstance(entry, (dict, Mapping)) and "words" in entry) for entry in data)
    if data and all(said):
        transcript = Transcript(segments_from(data))
        return Given(transcript, _has_many_sessions(transcript))
    if data and all(isinstance(entry, PathLike) or (isinstance(entry, str) and is_path(entry)) for entry in data):
        return Given(load(*data, format=format), True)
    if lists_are_sessions and data and all(isinstance(entry, str) for entry in data):
        return Given(Transcript([Segment(text, session=str(i), speaker="0") for i, text in enumerate(data)]), True)
    return Given(Transcript(list(_speakers(enumerate(data), None))), False)


def _speakers(entries: Iterable[tuple[Any, Any]], session: str | None) -> Iterable[Segment]:
    for speaker, entry in entries:
        utterances = [entry] if isinstance(entry, str) else list(entry) if isinstance(entry, Iterable) else [entry]
        if not all(isinstance(text, str) for text in utterances):
            raise InputError(f"speaker {speaker!r} has {entry!r:.40}; give a text or a list of utterances")
        for text in utterances or [""]:
            yield Segment(text, session=session, speaker=str(speaker))


def match_sessions(
    reference: Given, hypothesis: Given, options: Options | DiarizationOptions
) -> tuple[dict[str, Sides], list[str], list[str]]:
    """The two sides of every session of the reference; sessions that are silent; sessions left unscored."""
    left, right = reference.transcript.sessions(), hypothesis.transcript.sessions()
    if not (reference.many or hypothesis.many) and max(len(left), len(right)) <= 1:
        # Plain data name no session, or only one side does: there is nothing to choose.
        name = next(iter(left), "") or next(iter(right), "")
        if name == "" or len(left) == 0 or len(right) == 0 or "" in left or "" in right:
            return {name: (next(iter(left.values()), NOTHING), next(iter(right.values()), NOTHING))}, [], []
    if options.regex is not None:
        try:
            wanted = re.compile(options.regex)
        except re.error as error:
            raise OptionError(f"regex {options.regex!r}: {error}; it must be a regular expression") from None
        names = list(left)
        left = {name: side for name, side in left.items() if wanted.fullmatch(name)}
        right = {name: side for name, side in right.items() if wanted.fullmatch(name)}
        if not left:
            raise InputError(f"regex {options.regex!r} matches none of {_some(names)}; it must match a whole name")
    unknown = [name for name in right if name not in left]
    if unknown and not options.partial:
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: {_some(unknown)} not in the reference"
            f" ({_some(list(left))}); check the names, or leave them out with --partial"
        )
    if unknown and len(unknown) == len(right):
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: no session of the reference ({_some(list(left))})"
            " is in it; check the names"
        )
    silent = [name for name in left if name not in right]
    return {name: (side, right.get(name, NOTHING)) for name, side in left.items()}, silent, unknown


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"session{'s' if len(names) > 1 else ''} {shown}{more}"
