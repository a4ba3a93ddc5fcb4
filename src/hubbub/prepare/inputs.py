"""Reads the inputs of a caller as Transcripts, and matches the sessions of reference and hypothesis.

What only some kinds of input need is imported when one comes: files and texts do not wait for it.
"""

from collections.abc import ItemsView, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any, NamedTuple, TypeGuard

from hubbub import _core
from hubbub.errors import FormatError, InputError, shown, written
from hubbub.formats import has_known_suffix, load
from hubbub.formats.at_once import LARGE, at_once, total_size
from hubbub.model.kinds import is_iterable, is_missing, is_name
from hubbub.model.options import DiarizationOptions, Options
from hubbub.model.transcript import Segment, Transcript, joined
from hubbub.prepare.names import by_key, check_ids, check_lines, name_remedy, session_key, some, without_blank_ends
from hubbub.prepare.paths import is_path, looks_like_a_file

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
        from hubbub.prepare.parsed import from_parsed

        parsed = from_parsed(data)
        return _mapping(data) if parsed is None else Given(parsed, _has_many_sessions(parsed))
    from hubbub.prepare.frames import column_names, table_rows

    names = column_names(data)
    if names is not None:
        return _segments(table_rows(data, names))
    return _list(_entries(data), format, lists_are_sessions)


def given_both(
    reference: Text,
    hypothesis: Text,
    formats: tuple[str | None, str | None],
    lists_are_sessions: bool,
    jobs: int | None,
) -> tuple[Given, Given]:
    """Both sides; large files are read at once."""
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
    from hubbub.formats.seglst import transcript_from

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
        from hubbub.prepare.parsed import from_parsed

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
    if texts and all(has_known_suffix(text) and ("/" in text or looks_like_a_file(text)) for text in texts):
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
    uncut: Sequence[str] = ()
    """Sessions that the UEM does not name, where there is one."""


def check_hypothesis(transcript: Transcript) -> None:
    """Raise an error if the hypothesis is a manifest of both sides, of which a reader takes the reference."""
    extras = transcript.extra
    if not extras:
        return
    from itertools import islice

    from hubbub.formats.tables import HYPOTHESES

    first = list(islice(extras.values(), 100))
    for heard in HYPOTHESES:
        found = [extra[heard] for extra in first if isinstance(extra.get(heard), str)]
        # One word may be anything, such as the name of a system.
        if found and (heard == "pred_text" or any(" " in text.strip() for text in found)):
            source = transcript.source
            columns = f"give its columns, as in hubbub.wer(data['text'], data['{heard}'])"
            sides = f"score both of its sides, as in hubbub wer {source}" if source else columns
            raise InputError(
                f"{source or 'the hypothesis'}: holds text and {heard}, and its text would be scored as the hypothesis;"
                f" {sides}, or take text out of it"
            )


def match_sessions(reference: Given, hypothesis: Given, options: Options | DiarizationOptions) -> Matched:
    """Which session of the hypothesis goes with which of the reference."""
    if hypothesis.transcript.source:
        check_ids(reference.transcript, hypothesis.transcript, options)
    left, right = without_blank_ends(reference.transcript, hypothesis.transcript)
    if left and left == right and options.regex is None:
        return Matched(left, left, left, [], [])
    if not options.partial and not reference.batch:
        check_lines(reference.transcript, hypothesis.transcript, left, right)
    if not (reference.many or hypothesis.many) and max(len(left), len(right)) <= 1:
        # At most one session on each side, and at least one side without a name for it: they belong together.
        name = next(iter(left), "") or next(iter(right), "")
        if name == "" or len(left) == 0 or len(right) == 0 or "" in left or "" in right:
            if options.regex is not None and not matching([name], options.regex):
                raise no_match(options.regex, [name or "without a name"])
            return Matched([name], [next(iter(left), None)], [next(iter(right), None)], [], [])
    if options.regex is not None:
        names = left
        left, right = matching(left, options.regex), matching(right, options.regex)
        if not left:
            raise no_match(options.regex, names)
    if left == right:
        return Matched(left, left, left, [], [])
    if (
        len(left) == len(right) == 1
        and not reference.batch
        and (reference.transcript.called_after_file or hypothesis.transcript.called_after_file)
    ):
        return Matched(left, left, right, [], [])
    return _match_by_name(reference, hypothesis, left, right, options)


def _match_by_name(
    reference: Given,
    hypothesis: Given,
    left: Sequence[str],
    right: Sequence[str],
    options: Options | DiarizationOptions,
) -> Matched:
    """Sessions whose names mean the same go together."""
    key = session_key(options)
    in_reference, in_hypothesis = by_key(left, key), by_key(right, key)
    unknown = [name for name in right if key(name) not in in_reference]
    if unknown and not options.partial:
        part = reference.batch  # which may have none
        known = f" ({some(left, part)})" if left else ""
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: {some(unknown, part and len(unknown) > 3)}"
            f" not in the reference{known};"
            f" {name_remedy(unknown, left)}, or leave them out with {written('partial', True)}"
        )
    if unknown and len(unknown) == len(right) and not reference.batch:
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: no session of the reference"
            f" ({some(left)}) is in it; {name_remedy(unknown, left)}"
        )
    silent = [name for name in left if key(name) not in in_hypothesis]
    return Matched(left, left, [in_hypothesis.get(key(name)) for name in left], silent, unknown)


def matching(names: Sequence[str], regex: str) -> list[str]:
    """The names that the pattern matches as a whole."""
    from hubbub.text.patterns import matched_whole

    wanted = matched_whole("regex", regex, names)
    return [name for name in names if name in wanted]


def no_match(regex: str, names: Sequence[str]) -> InputError:
    """The error for a pattern that matches no session."""
    return InputError(f"regex {regex!r:.60} matches none of {some(names)}; it must match a whole name")


def digests_of(left: Given, right: Given, matched: Matched) -> dict[str, str]:
    """A digest of the input of each session."""
    ours, theirs = left.transcript.digests(), right.transcript.digests()
    return {
        name: f"{ours.get(one or '', '')}-{theirs.get(other or '', '')}"
        for name, one, other in zip(matched.names, matched.left, matched.right, strict=True)
    }
