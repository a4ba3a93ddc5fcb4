"""Matches the sessions of two streamed sides, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from hubbub.errors import InputError, OrderError, shown
from hubbub.formats.chunks import Chunk, sort_remedy
from hubbub.formats.seglst import transcript_from
from hubbub.model.session_names import matched_whole
from hubbub.model.settings import Settings
from hubbub.model.transcript import Transcript, joined
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import lines_joined, match_sessions, no_match

SEGMENTS = 10_000
"""Segments that are taken from an iterator at a time."""
AROUND = 3
"""Equal sessions in a row that show only the one before them differed."""

Pair = tuple[Input, Input]


def transcripts_of(items: Iterable[Any]) -> Iterator[Transcript]:
    """Yields Transcripts from an iterator of Transcripts, Segments or dicts with the keys of SegLST."""
    some: list[Any] = []
    for item in items:
        if isinstance(item, Transcript):
            yield from _segments(some)
            some = []
            yield item
            continue
        if isinstance(item, (str, bytes)):
            raise InputError(
                f"{shown(item)} is not a session; pass Transcripts, Segments or dicts with the key 'words'"
            )
        some.append(item)
        if len(some) >= SEGMENTS:
            yield from _segments(some)
            some = []
    yield from _segments(some)


def _segments(items: list[Any]) -> Iterator[Transcript]:
    if items:
        yield transcript_from(items)


class _Side:
    """The sessions of one side that were read but not taken yet."""

    def __init__(self, parts: Iterator[Chunk], settings: Settings, side: str) -> None:
        self._parts = parts
        self._exact = self._key = settings.session_key()
        self._regex = settings.regex
        self._side = side
        self._now = Transcript([])
        self._next = next(parts, None)
        self.keys: list[str] = []
        self._names: list[str] = []
        self._letters: dict[str, int] = {}
        self.others: list[str] = []
        """The first sessions of the file, for the error if the regex matches none."""
        self.unsorted: tuple[str, str] | None = None
        """The first two consecutive names that are not sorted."""
        self._ignores_case = False
        self._ids: dict[str, str] | None = {}
        """The keys so far by their lowercase, while all are ids of bare words that differ in more than case."""
        self.fill()

    @property
    def source(self) -> str:
        return self._now.source or f"the {self._side}"

    def may_ignore_case(self, other: _Side) -> bool:
        """Returns whether the next ids of both sides match only if case is ignored, as in `match_sessions`."""
        known = self._ids is not None and other._ids is not None and self.keys and other.keys
        return bool(known) and self.keys[0].lower() == other.keys[0].lower()

    def ignore_case(self) -> None:
        """Compares ids in lowercase from now on."""
        self._key, self._ignores_case = (lambda name: self._exact(name).lower()), True
        self.keys = list(map(str.lower, self.keys))
        self.unsorted = next(((one, two) for one, two in pairwise(self._ids or ()) if one > two), None)

    def _add_ids(self) -> None:
        """Adds the ids of a chunk. Raises InputError if case is ignored and two differ in nothing else."""
        if self._ids is None:
            return
        for name in map(self._exact, self._names):
            other = self._ids.setdefault(name.lower(), name)
            if other != name and self._ignores_case:
                what = f"ids {other} and {name} differ in case only, which is ignored to match the other side"
                raise InputError(f"{self.source}: {what}; give them different names")
            if other != name:
                self._ids = None
                return
        if len(self._now.columns.bare_sessions()) < len(self._now.session_names()):
            self._ids = None

    def fill(self) -> bool:
        """Reads the next sessions if needed; returns whether there is one."""
        while not self.keys and self._next is not None:
            (self._now, names), self._next = self._next, next(self._parts, None)
            before = self._key(self._names[-1]) if self._names else ""
            self._names = names
            if self._regex is not None:
                self._names = matched_whole("regex", self._regex, names)
                self.others = self.others or names[:9]
            self.keys = list(map(self._key, self._names))
            self._add_ids()
            self._letters = self._now.letters()
            if self.unsorted is None:
                pairs = zip([before, *self.keys], self.keys, strict=False)
                self.unsorted = next(((one, two) for one, two in pairs if one > two), None)
        return bool(self.keys)

    def coming(self) -> list[str]:
        """Returns the keys of the next sessions, as far as they were read."""
        more = [] if self._next is None else list(map(self._key, self._next.sessions[:AROUND]))
        return [*self.keys[: 1 + AROUND], *more][: 1 + AROUND]

    @property
    def whole(self) -> Transcript | None:
        """All sessions, if none was taken and no others follow; else None."""
        return self._now if self._next is None and len(self.keys) == len(self._names) else None

    def letters(self, number: int) -> int:
        first = len(self._names) - len(self.keys)
        return self._letters.get(self._names[first + number], 0)

    def take(self, number: int) -> Transcript:
        """Removes and returns the next sessions."""
        first = len(self._names) - len(self.keys)
        names = self._names[first : first + number]
        del self.keys[:number]
        taken = self._now.select(names) if len(names) < len(self._now.session_names()) else self._now
        if first == 0:
            taken.left_out = self._now.left_out
        return taken


def paired(
    reference: Iterator[Chunk], hypothesis: Iterator[Chunk], settings: Settings, size: Callable[[], int], least: int = 1
) -> Iterator[Pair]:
    """Yields batches of sessions of both sides, of about `size()` characters and at least `least` sessions.

    Both sides must have their sessions in the same order. A session that is missing on one side is detected if all
    names are sorted. If both sides were read completely, any order is accepted.
    """
    left, right = _Side(reference, settings, "reference"), _Side(hypothesis, settings, "hypothesis")
    if left.whole is not None and right.whole is not None:
        both = lines_joined([left.whole, right.whole], settings.formats)
        yield from _matched(both[0], both[1], settings, size, least)
        return
    parts: tuple[list[Transcript], list[Transcript]] = ([], [])
    letters = sessions = 0
    found = False
    while left.fill() | right.fill():
        found = True
        same, some = _common(left, right, size() - letters, least - sessions)
        if not same and left.may_ignore_case(right):
            left.ignore_case()
            right.ignore_case()
            continue
        letters += some
        sessions += same
        if same:
            parts[0].append(left.take(same))
            parts[1].append(right.take(same))
        else:
            behind = _behind(left, right)
            number = _before(behind, right if behind is left else left)
            letters += sum(map(behind.letters, range(number)))
            sessions += number if behind is left else 0
            parts[behind is right].append(behind.take(number))
        if letters >= size() and sessions >= least:
            yield _joined(parts[0]), _joined(parts[1])
            parts, letters, sessions = ([], []), 0, 0
    if parts[0] or parts[1]:
        yield _joined(parts[0]), _joined(parts[1])
    if not found and settings.regex is not None:
        raise no_match(settings.regex, left.others or [f"the sessions of {left.source}"])


def _joined(parts: Sequence[Transcript]) -> Input:
    whole = parts[0] if len(parts) == 1 else joined(parts, parts[0].source if parts else "")
    return Input(whole, many=True, batch=True)


def _common(left: _Side, right: _Side, letters: int, least: int) -> tuple[int, int]:
    """Returns how many next sessions both sides share, up to the size of a batch, and their characters."""
    number = total = 0
    for one, other in zip(left.keys, right.keys, strict=False):
        if one != other or (total >= letters and number >= max(least, 1)):
            break
        total += left.letters(number) + right.letters(number)
        number += 1
    return number, total


def _behind(left: _Side, right: _Side) -> _Side:
    """Returns the side whose next session is missing on the other side. Raises OrderError if names are not sorted."""
    if not left.keys or not right.keys:
        return left if left.keys else right
    if left.unsorted or right.unsorted:
        raise _disorder(left, right)
    return left if left.keys[0] < right.keys[0] else right


def _disorder(left: _Side, right: _Side) -> OrderError:
    """Returns the error for unsorted sides whose next sessions differ, by name or by order."""
    (ours, *after), (theirs, *others) = left.coming(), right.coming()
    unsorted = [side for side in (left, right) if side.unsorted]
    sort = sort_remedy(*(side.source for side in unsorted))
    same = "but the next sessions are the same"
    if after and after == others:
        what, check = f"session {theirs} is where {left.source} has {ours}, {same}", f"check the name, or {sort}"
    elif others and others == [ours, *after][: len(others)]:
        what, check = (
            f"session {theirs} is missing from {left.source} before {ours}, {same}",
            f"check the name, or {sort}",
        )
    elif after and after == [theirs, *others][: len(after)]:
        lacks = f"session {ours} of {left.source} is missing before {theirs}, {same}"
        what, check = lacks, f"add it; or, to score it as empty, {sort}"
    elif len(unsorted) == 1:
        assert unsorted[0].unsorted is not None
        before, behind = unsorted[0].unsorted
        other = right if unsorted[0] is left else left
        what = f"session {behind} comes after {before}, but {other.source} has another order"
        return OrderError(f"{unsorted[0].source}: {what}; {sort}")
    else:
        what, check = f"session {theirs} is where {left.source} has {ours}, in another order", sort
    return OrderError(f"{right.source}: {what}; {check}")


def _before(behind: _Side, other: _Side) -> int:
    """Returns how many sessions sort before the next one of the other side; at most 1000."""
    bound = other.keys[0] if other.keys else None
    number = 0
    while number < min(len(behind.keys), 1000) and (bound is None or behind.keys[number] < bound):
        number += 1
    return number


def _matched(
    left: Transcript, right: Transcript, settings: Settings, size: Callable[[], int], least: int
) -> Iterator[Pair]:
    """Batches of two sides that are there as a whole."""
    matched = match_sessions(Input(left, True), Input(right, True), settings)
    letters, others = left.letters(), right.letters()
    first = 0
    while first < len(matched.names):
        last, total = first, 0
        while last < len(matched.names) and (total < size() or last - first < least):
            total += letters.get(matched.left[last] or "", 0) + others.get(matched.right[last] or "", 0)
            last += 1
        if last == len(matched.names) and first == 0:
            yield Input(left, many=True), Input(right, many=True)
            return
        names = [name for name in matched.left[first:last] if name is not None]
        heard = [name for name in matched.right[first:last] if name is not None]
        heard += matched.unscored if first == 0 else []
        yield _joined([left.select(names)]), _joined([right.select(heard)])
        first = last
