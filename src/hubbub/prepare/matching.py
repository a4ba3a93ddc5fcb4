"""Matches the sessions of the hypothesis with those of the reference by name."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import InputError, written
from hubbub.formats.column_names import HYPOTHESES
from hubbub.formats.files import stem
from hubbub.formats.text import one_session
from hubbub.model.messages import Note
from hubbub.model.session_names import matched_whole
from hubbub.model.settings import Settings
from hubbub.model.tables import counted
from hubbub.model.transcript import Region, Segment, Transcript
from hubbub.prepare.inputs import Input


def without_blank_ends(reference: Transcript, hypothesis: Transcript) -> tuple[list[str], list[str]]:
    """Returns the session names of both sides, without those of blank lines at the end of plain text.

    A line that is blank on one side only is kept: nothing was said, or nothing recognized.
    """
    left, right = reference.session_names(), hypothesis.session_names()
    if len(left) < 2 and len(right) < 2:
        return left, right
    blank_left, blank_right = _blank_end(reference, left), _blank_end(hypothesis, right)
    if not blank_left and not blank_right:
        return left, right
    spoken = (set(left) - blank_left) | (set(right) - blank_right)
    return [name for name in left if name in spoken], [name for name in right if name in spoken]


def _blank_end(transcript: Transcript, names: Sequence[str]) -> set[str]:
    """Returns the sessions of blank lines at the end of plain text, whose sessions are line numbers; else none."""
    found: set[str] = set()
    columns = transcript.columns
    for place in range(len(names) - 1, 0, -1):
        if names[place] != str(place + 1) or len(columns) != len(names):
            break
        (segment,) = columns.make(place, place + 1, Segment, {}, {})
        if segment.words or segment.speaker is not None or segment.start is not None:
            break
        found.add(names[place])
    return found


def check_lines(reference: Transcript, hypothesis: Transcript, left: Sequence[str], right: Sequence[str]) -> None:
    """Raises InputError if both sides are plain text and one has more lines, since any line may be the missing one."""
    if len(left) != len(right) and _is_lines(reference, left) and _is_lines(hypothesis, right):
        raise InputError(
            f"{hypothesis.source or 'the hypothesis'}: {counted(len(right), 'line')}, but"
            f" {reference.source or 'the reference'} has {len(left)}, so lines may not match;"
            f" add an empty line for silence, or match lines by number with {written('partial', True)}"
        )


def _is_lines(transcript: Transcript, names: Sequence[str]) -> bool:
    """Returns whether this is plain text, whose sessions are line numbers."""
    if names != [str(place + 1) for place in range(len(names))] or len(transcript) != len(transcript.session_names()):
        return False
    return all(segment.speaker is None and segment.start is None for segment in transcript)


FEWEST_IDS = 2
"""A single line may begin with such a word by coincidence."""


def check_ids(reference: Transcript, hypothesis: Transcript, settings: Settings) -> None:
    """Raises InputError if lines of plain text begin with ids, as in Kaldi's text: they would be scored as words, and
    lines in another order be taken for wrong ones.

    First words are ids if they look like ids, are unique, never occur later in a line, and every line has more words,
    on one side at least; and if the other side has all of them, at the start of its lines or as sessions. If it has
    lines without ids, these cannot be matched by id.
    """
    if settings.formats != (None, None):
        return
    sides = reference, hypothesis
    ids = [_line_ids(side) for side in sides]
    if bool(ids[0]) != bool(ids[1]):  # the other side may have ids of lines without words
        ids = [own or _line_ids(side, other) for own, side, other in zip(ids, sides, reversed(ids), strict=True)]
    for place, found in enumerate(ids):
        other = ids[1 - place] or sides[1 - place].session_names()
        if found and (set(found) <= set(other) or (ids[1 - place] and set(other) <= set(found))):
            raise _ids_error(sides[place], found, "format" if ids[1 - place] else ("ref_format", "hyp_format")[place])
        if found and _is_lines(sides[1 - place], other) and all(any(map(str.isdecimal, word)) for word in found):
            option = ("ref_format", "hyp_format")[place]
            raise InputError(
                f"{sides[place].source}: lines begin with ids ({', '.join(found[:2])}, …), which would be scored as"
                f" words, and the other side has none; remove them, or use {written(option, 'text')} if they are words"
            )


def _ids_error(side: Transcript, ids: Sequence[str], option: str) -> InputError:
    return InputError(
        f"{side.source}: lines begin with ids ({', '.join(ids[:2])}, …), which would be scored as"
        f" words; use {written(option, 'kaldi')}, or {written(option, 'text')} if they are words"
    )


def _line_ids(transcript: Transcript, known: Collection[str] = ()) -> list[str]:
    """Returns the first word of each line of plain text, if these may be ids; else nothing.

    A line may have no further word if its first one is among the known ids.
    """
    if not transcript.source.endswith((".txt", ".txt.gz")) or len(transcript) < FEWEST_IDS:
        return []
    found: dict[str, None] = {}
    others: set[str] = set()
    for text in transcript.columns.texts():
        word, *rest = text.split() or [""]
        if word in found or not (rest or word in known) or not _may_be_id(word):
            return []
        found[word] = None
        others.update(rest)
    plain = _is_lines(transcript, transcript.session_names())
    return list(found) if plain and others.isdisjoint(found) else []


def _may_be_id(word: str) -> bool:
    """
    >>> [_may_be_id(word) for word in ("utt1", "spk_a", "1089-134686-0000")]
    [True, True, True]
    >>> [_may_be_id(word) for word in ("2024", "3rd", "well-known", "hello", "会议1")]
    [False, False, False, False, False]
    """
    if not word.isascii() or not word[-1:].isalnum():
        return False
    numbered = word[0].isalpha() and word[-1].isdigit()
    return "_" in word or numbered or ("-" in word and any(sign.isdigit() for sign in word))


def by_key(names: Sequence[str], key: Callable[[str], str]) -> dict[str, str]:
    """Maps keys of sessions to names. Raises InputError if two names have the same key."""
    found: dict[str, str] = {}
    for name in names:
        other = found.setdefault(key(name), name)
        if other != name:
            raise InputError(
                f"sessions {other} and {name} are the same for asclite, or after {written('session_map')} and"
                f" {written('strip_suffix')}; give them different names"
            )
    return found


def named_regions(by_session: Mapping[str, list[Region]], names: Sequence[str]) -> Mapping[str, list[Region]]:
    """Returns the regions of a UEM by session; those without a session belong to the only one of the reference."""
    if set(by_session) != {""} or "" in names or not names:
        return by_session
    if len(names) > 1:
        raise InputError(
            f"the UEM names no session, but the reference has {list_sessions(names)}; pass a dict of regions by session"
        )
    return {names[0]: [region._replace(session=names[0]) for region in by_session[""]]}


def not_in_uem(
    sessions: Collection[str], names: Sequence[str], key: Callable[[str], str] = str, batch: bool = False
) -> list[str]:
    """Returns the sessions of the reference that a UEM does not name, which are scored completely.

    Raises InputError if a name differs in case only, or if the UEM names no session at all (unless in a batch).
    """
    if set(sessions) == {""}:
        return []  # regions of the only session
    named = set(map(key, sessions))
    uncut = [name for name in names if key(name) not in named]
    known = set(map(key, names))
    hint = case_hint(sorted(named - known), sorted(known - named))
    if hint:
        raise InputError(f"the UEM names other sessions than the reference{hint}; check the names")
    if names and len(uncut) == len(names) and not batch:
        theirs = f" ({list_sessions(list(sessions))})" if sessions else ""
        raise InputError(
            f"the UEM{theirs} names no session of the reference ({list_sessions(names)});"
            " check the names, or drop the UEM"
        )
    return uncut


def case_hint(unknown: Sequence[str], names: Sequence[str]) -> str:
    """Returns a hint on the first name that differs from another one in case only; else an empty string."""
    known = {name.lower(): name for name in names}
    pairs = ((name, known[name.lower()]) for name in unknown if name.lower() in known)
    return next((f"; {name} and {other} differ in case only" for name, other in pairs), "")


def name_remedy(unknown: Sequence[str], names: Sequence[str]) -> str:
    """Returns the fix for sessions that the other side does not have: how to match similar names, if there are any."""
    from hubbub.advice.notes import alike

    hints = (f"{what}: {remedy}" for what, remedy in alike(names[:1000], unknown[:1000]))
    return next(hints, "check the names")


def list_sessions(names: Sequence[str], part: bool = False) -> str:
    """Lists the first sessions, for a message. With `part`, the number of further ones is unknown."""
    shown = ", ".join(name or "(unnamed)" for name in names[:3])
    more = " and more" if part else f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"session{'s' if part or len(names) > 1 else ''} {shown}{more}"


class Matched(NamedTuple):
    """The sessions of the reference, each with its session of the hypothesis."""

    names: Sequence[str]
    left: Sequence[str | None]
    """The name of each session in the reference; None if the reference is empty."""
    right: Sequence[str | None]
    """The name of each session in the hypothesis; None if it is missing there."""
    silent: list[str]
    """Sessions of the reference that are missing from the hypothesis."""
    unscored: list[str]
    """Sessions of the hypothesis that are not in the reference."""
    uncut: Sequence[str] = ()
    """Sessions that the UEM does not name, if there is one."""
    rows: Mapping[str, str] = {}
    """The session of each row of a channel."""


def places_of(matched: Matched, left: _core.Columns, right: _core.Columns) -> list[tuple[int, int]]:
    """Returns the indices of each session in both sides, -1 if one has no segment of it."""
    places = [{name: place for place, name in enumerate(side.session_names())} for side in (left, right)]
    return [
        (-1 if name is None else places[0].get(name, -1), -1 if other is None else places[1].get(other, -1))
        for name, other in zip(matched.left, matched.right, strict=True)
    ]


def check_hypothesis(transcript: Transcript) -> None:
    """Raises InputError if the hypothesis is a file of both sides, whose reference would be read."""
    extras = transcript.extra
    if not extras:
        return
    first = list(islice(extras.values(), 100))
    for heard in HYPOTHESES:
        found = [extra[heard] for extra in first if isinstance(extra.get(heard), str)]
        # A single word may be anything, such as the name of a system.
        if found and (heard == "pred_text" or any(" " in text.strip() for text in found)):
            source = transcript.source
            columns = f"pass its columns, hubbub.wer(data['text'], data['{heard}'])"
            sides = f"score both sides with hubbub wer {source}" if source else columns
            raise InputError(
                f"{source or 'the hypothesis'}: contains text and {heard}, and text would be scored as the hypothesis;"
                f" {sides}, or remove text"
            )


def lines_joined(sides: Sequence[Transcript], formats: Sequence[str | None]) -> list[Transcript]:
    """Returns the reference and hypotheses; lines of plain text are one session if a side is a single recording.

    Otherwise lines stay sessions: if all sides are plain text, or one has several sessions. `formats` are those that
    the user chose.
    """
    single = [side for side in sides if not side.by_line and len(side.session_names()) == 1]
    if not single or len(single) + sum(side.by_line for side in sides) < len(sides):
        return list(sides)
    session = next((side.session_names()[0] for side in single if not side.called_after_file), None)
    for place, side in enumerate(sides):
        ids = [] if any(formats) or not side.by_line else _line_ids(side)
        if ids:
            raise _ids_error(side, ids, "hyp_format" if place else "ref_format")
    return [_joined(side, session, single[0].source) if side.by_line else side for side in sides]


def _joined(lines: Transcript, session: str | None, other: str) -> Transcript:
    whole = one_session(lines, stem(lines.source) if session is None else session)
    if len(lines) > 1 and other:
        line = f"its {len(lines):,} lines are one session, since {other} is a single recording"
        whole.doubts.append(Note(line, "lines", lines.source))
    return whole


def sides_joined(reference: Input, hypothesis: Input, formats: Sequence[str | None]) -> tuple[Input, Input]:
    """Returns both sides; lines of plain text are one session if the other side is a single recording."""
    if not (reference.transcript.by_line or hypothesis.transcript.by_line):
        return reference, hypothesis
    left, right = lines_joined([reference.transcript, hypothesis.transcript], formats)
    return reference._replace(transcript=left), hypothesis._replace(transcript=right)


def _in_order(names: Sequence[str], reference: Input) -> list[str]:
    """Returns the sessions in this order, each with all its rows: also those of channels that the reference lacks."""
    sessions: dict[str, dict[str, None]] = {reference.session_of(name): {} for name in names}
    for name in (*reference.rows, *names):
        sessions[reference.session_of(name)][name] = None
    return [row for rows in sessions.values() for row in rows]


def match_sessions(reference: Input, hypothesis: Input, settings: Settings) -> Matched:
    """Which session of the hypothesis goes with which of the reference."""
    if hypothesis.transcript.source:
        check_ids(reference.transcript, hypothesis.transcript, settings)
    left, right = without_blank_ends(reference.transcript, hypothesis.transcript)
    if reference.rows:
        left = _in_order(left, reference)
    if left and left == right and settings.regex is None:
        return Matched(left, left, left, [], [])
    if not settings.partial and not reference.batch:
        check_lines(reference.transcript, hypothesis.transcript, left, right)
    if not (reference.many or hypothesis.many) and max(len(left), len(right)) <= 1:
        # At most one session on each side, one of them unnamed: they match.
        name = next(iter(left), "") or next(iter(right), "")
        if name == "" or len(left) == 0 or len(right) == 0 or "" in left or "" in right:
            if settings.regex is not None and not matched_whole("regex", settings.regex, [name]):
                raise no_match(settings.regex, [name or "without a name"])
            return Matched([name], [next(iter(left), None)], [next(iter(right), None)], [], [])
    if settings.regex is not None:
        names = left
        left, right = (
            [name for name in side if matched_whole("regex", settings.regex, [reference.session_of(name)])]
            for side in (left, right)
        )
        if not left:
            raise no_match(settings.regex, names)
    if left == right:
        return Matched(left, left, left, [], [])
    if (
        len(left) == len(right) == 1
        and not reference.batch
        and (reference.transcript.called_after_file or hypothesis.transcript.called_after_file)
    ):
        return Matched(left, left, right, [], [])
    return _match_by_name(reference, hypothesis, left, right, settings)


def _match_by_name(
    reference: Input,
    hypothesis: Input,
    left: Sequence[str],
    right: Sequence[str],
    settings: Settings,
) -> Matched:
    """Sessions whose names mean the same go together."""
    key = settings.session_key()
    if _differ_in_case(reference.transcript, hypothesis.transcript, [*map(key, left)], [*map(key, right)]):
        exact = key
        key = lambda name: exact(name).lower()  # noqa: E731
    in_reference, in_hypothesis = by_key(left, key), by_key(right, key)
    unknown = [name for name in right if key(name) not in in_reference]
    if unknown and not settings.partial:
        part = reference.batch  # which may contain no session
        known = f" ({list_sessions(left, part)})" if left else ""
        more = part and len(unknown) > 3
        some = part or len(unknown) < len(right)
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: {list_sessions(unknown, more)}"
            f" {'are' if more or len(unknown) > 1 else 'is'} not in the reference{known};"
            f" {name_remedy(unknown, left)}{', or skip them with ' + written('partial', True) if some else ''}"
        )
    if unknown and len(unknown) == len(right) and not reference.batch:
        raise InputError(
            f"{hypothesis.transcript.source or 'the hypothesis'}: contains no session of the reference"
            f" ({list_sessions(left)}); {name_remedy(unknown, left)}"
        )
    silent = [name for name in left if key(name) not in in_hypothesis]
    return Matched(left, left, [in_hypothesis.get(key(name)) for name in left], silent, unknown)


def _differ_in_case(reference: Transcript, hypothesis: Transcript, left: Sequence[str], right: Sequence[str]) -> bool:
    """Returns whether ids of bare words, as in TRN, match only if case is ignored, as sclite does."""
    if set(right) <= set(left) or any(len({name.lower() for name in side}) < len(side) for side in (left, right)):
        return False
    return all(len(side.columns.bare_sessions()) == len(side.session_names()) for side in (reference, hypothesis))


def no_match(regex: str, names: Sequence[str]) -> InputError:
    """Returns the error for a pattern that matches no session."""
    return InputError(
        f"regex {regex!r:.60} matches none of {list_sessions(names)}; it must match the complete name, e.g. .*{regex}.*"
    )


def digests_of(left: Input, right: Input, matched: Matched) -> dict[str, str]:
    """Returns a digest of the input of each session."""
    ours, theirs = left.transcript.digests(), right.transcript.digests()
    return {
        name: f"{ours.get(one or '', '')}-{theirs.get(other or '', '')}"
        for name, one, other in zip(matched.names, matched.left, matched.right, strict=True)
    }
