"""Selections: groups of words, by overlap, by speaker, by length of the segment and by backchannel.

The core counts them all: for errors by cause, per speaker, frequent errors and the slices of the report page. An
inserted word is counted by its own time, else with the reference word before it in its lane; by speaker, with the
speaker paired with its stream. So every word is in exactly one group, and the groups add up to the total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.insight.chains import Chain
from hubbub.insight.session_causes import SessionBlame
from hubbub.model.word_errors import WordErrors

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
OVERLAP = (*SPEAKERS, "no speaker")
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "other segments")
NOWHERE = "stream without reference words"
"""Group of insertions in a stream without reference words, such as an unpaired one."""
SLICES = {"overlap": OVERLAP, "length": (*LENGTHS, NOWHERE), "backchannel": (*REPLIES, NOWHERE)}
"""The slices of the core, in its order, with their groups by number. Overlap and backchannel need times."""
UNPAIRED = "-"
"""Group of the words in a stream without a speaker."""
WAYS = {"overlap": "speech", "speaker": "speaker", "length": "segment", "backchannel": "segment"}
"""Values of `--by`, with the column title of their groups."""
PER_SESSION = ("speaker",)
"""Selections whose groups belong to one session: the same name in two sessions makes two groups."""


class Group(NamedTuple):
    """A group of words of one session or of all, with their errors."""

    session: str | None
    """None if the group spans all sessions."""
    name: str
    length: int
    """Number of reference words."""
    errors: int
    parts: dict[str, int]
    """Errors by cause. May be negative, since metrics can count an error in different groups."""

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None if there are no words."""
        return self.errors / self.length if self.length else None

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data; without `session` if the group spans all sessions."""
        data = {**self._asdict(), "rate": self.rate}
        return {key: value for key, value in data.items() if (key, value) != ("session", None)}


def ways_named(names: str | Sequence[str]) -> list[str]:
    """Returns the chosen selections; raises OptionError if one is unknown."""
    chosen = names.split(",") if isinstance(names, str) else list(names)
    stripped = [name.strip() for name in chosen if name.strip()]
    unknown = [name for name in stripped if name not in WAYS]
    if unknown or not stripped:
        wrong = f"unknown group {unknown[0]!r}" if unknown else "no group is named"
        raise OptionError(f"{wrong}; choose from {', '.join(WAYS)}")
    return list(dict.fromkeys(stripped))


def grouped(way: str, chain: Chain, sessions: Mapping[str, SessionBlame]) -> list[Group]:
    """Returns the groups of all sessions, with their errors by cause."""
    sums: dict[tuple[str | None, str], list[WordErrors]] = {}
    order = SLICES.get(way, ())
    for session, blamed in sessions.items():
        groups = blamed.reading.groups[list(SLICES).index(way) if order else -1]
        if groups is None:
            raise OptionError("groups by overlap and by backchannel need segment times; use speaker or length")
        for number, counts in groups:
            name = order[number] if order else blamed.reading.names[0][number]
            key = (session if way in PER_SESSION else None, UNPAIRED if name is None else name)
            some = sums.get(key, [WordErrors()] * len(counts))
            sums[key] = [one + WordErrors(*more) for one, more in zip(some, counts, strict=True)]
    found = []
    for key in sorted(sums, key=lambda key: order.index(key[1])) if order else sums:
        errors = [counts.errors for counts in sums[key]]
        if any(map(any, sums[key])):
            found.append(Group(*key, sums[key][0].length, errors[0], chain.parts_of(errors)))
    return found
