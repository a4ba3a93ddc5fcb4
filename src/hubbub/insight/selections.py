"""Selections: which words belong to which group, in overlapped speech, of each speaker, in segments of some length.

The core counts them all: the parts of a blame, errors per speaker, frequent errors and the slices of the report page.
An inserted word goes by its own time, else with the word of the reference before it in its lane; of the speakers, with
the one who is paired with its stream. So every word is in one group, and the groups add up to the total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.insight.chains import Chain
from hubbub.insight.session_causes import SessionBlame
from hubbub.model.word_errors import WordErrors

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
OVERLAP = (*SPEAKERS, "nobody")
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "all else")
NOWHERE = "no segment near"
"""Insertions in a lane without any word of the reference."""
SLICES = {"overlap": OVERLAP, "length": (*LENGTHS, NOWHERE), "backchannel": (*REPLIES, NOWHERE)}
"""The slices of the core, in its order, and their groups by number: overlap and backchannels where there are times."""
UNPAIRED = "-"
"""The group of a word on a stream without a speaker."""
WAYS = {"overlap": "speech", "speaker": "speaker", "length": "segment", "backchannel": "segment"}
"""What `--by` takes, and the title of its groups."""
PER_SESSION = ("speaker",)
"""The ways in which a name means something else in every session."""


class Group(NamedTuple):
    """Some words of a session or of all, with their errors."""

    session: str | None
    """None for those of all sessions."""
    name: str
    length: int
    """Words of the reference."""
    errors: int
    parts: dict[str, int]
    """The errors of each kind. One may be negative, where errors go from one group to another."""

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None where there is none."""
        return self.errors / self.length if self.length else None

    def to_dict(self) -> dict[str, Any]:
        data = {**self._asdict(), "rate": self.rate}
        return {key: value for key, value in data.items() if (key, value) != ("session", None)}


def ways_named(names: str | Sequence[str]) -> list[str]:
    """The ways that a user named."""
    chosen = names.split(",") if isinstance(names, str) else list(names)
    stripped = [name.strip() for name in chosen if name.strip()]
    unknown = [name for name in stripped if name not in WAYS]
    if unknown or not stripped:
        wrong = f"unknown way to group {unknown[0]!r}" if unknown else "no way to group is named"
        raise OptionError(f"{wrong}; choose from {', '.join(WAYS)}")
    return list(dict.fromkeys(stripped))


def grouped(way: str, chain: Chain, sessions: Mapping[str, SessionBlame]) -> list[Group]:
    """The words of all sessions by group, with their errors under each metric of the chain."""
    sums: dict[tuple[str | None, str], list[WordErrors]] = {}
    order = SLICES.get(way, ())
    for session, blamed in sessions.items():
        groups = blamed.reading.groups[list(SLICES).index(way) if order else -1]
        if groups is None:
            raise OptionError(
                "without times there is no telling who speaks at once; leave overlap and backchannel away"
            )
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
