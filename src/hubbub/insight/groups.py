"""Parts by group: in overlapped speech and where one speaks, of each speaker, in short segments, in backchannels.

The groups of words are those of the report page, and so are their errors. An inserted word goes by its own time, else
with the word of the reference before it in its lane; of the speakers, with the one who is paired with its stream.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.insight.reading import ALONE, Reading

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
OVERLAP = (*SPEAKERS, "nobody")
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "all else")
NOWHERE = "no segment near"
"""Insertions in a lane without any word of the reference."""
SLICES = {"overlap": OVERLAP, "length": (*LENGTHS, NOWHERE), "backchannel": (*REPLIES, NOWHERE)}
"""The groups that the core tells, in its order: overlap and backchannels where there are times."""
UNPAIRED = "-"
"""The group of a word on a stream without a speaker."""


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


SpeakerOf = Mapping[str, str | None]
"""The speaker who is paired with each stream."""


class By(NamedTuple):
    """One way to group words."""

    title: str
    per_session: bool = False
    """Does a name mean something else in every session?"""


WAYS = {
    "overlap": By("speech"),
    "speaker": By("speaker", per_session=True),
    "length": By("segment"),
    "backchannel": By("segment"),
}
"""What `--by` takes."""


def ways_named(names: str | Sequence[str]) -> list[str]:
    """The ways that a user named."""
    chosen = names.split(",") if isinstance(names, str) else list(names)
    stripped = [name.strip() for name in chosen if name.strip()]
    unknown = [name for name in stripped if name not in WAYS]
    if unknown or not stripped:
        wrong = f"unknown way to group {unknown[0]!r}" if unknown else "no way to group is named"
        raise OptionError(f"{wrong}; choose from {', '.join(WAYS)}")
    return list(dict.fromkeys(stripped))


def grouped(way: str, readings: Mapping[str, tuple[Reading, SpeakerOf]]) -> list[Group]:
    """The words of all sessions by group."""
    sums: dict[tuple[str | None, str], list[int]] = {}
    parts: tuple[str, ...] = ()
    for session, (reading, speaker_of) in readings.items():
        parts = reading.chain.parts
        names = _speakers(reading, speaker_of) if way == "speaker" else _sliced(reading, way)
        for name, counts in _counted(reading, *names).items():
            key = (session if WAYS[way].per_session else None, name)
            sums[key] = [sum(pair) for pair in zip(sums.get(key, [0] * len(counts)), counts, strict=True)]
    order = SLICES.get(way, ())
    keys = sorted(sums, key=lambda key: order.index(key[1])) if order else list(sums)
    return [_group(*key, parts, sums[key]) for key in keys]


Names = tuple[Sequence[str], Sequence[str]]
"""The group of every word of the reference, and of every word that was heard."""


def _speakers(reading: Reading, speaker_of: SpeakerOf) -> Names:
    reference, hypothesis = reading.words
    streams = (hypothesis.speaker(word) for word in range(len(hypothesis.words)))
    said = [reference.speaker(word) for word in range(len(reference.words))]
    return said, [speaker_of.get(stream) or UNPAIRED for stream in streams]


def _sliced(reading: Reading, way: str) -> Names:
    found = reading.slices[list(SLICES).index(way)]
    if found is None:
        raise OptionError("without times there is no telling who speaks at once; leave overlap and backchannel away")
    said, heard = ([SLICES[way][part] for part in side] for side in found)
    return said, heard


def _group(session: str | None, name: str, parts: Sequence[str], counts: Sequence[int]) -> Group:
    length, *errors = counts
    steps = (strict - free for strict, free in zip(errors, (*errors[1:], 0), strict=True))
    return Group(session, name, length, errors[0], dict(zip(parts, steps, strict=True)))


def _counted(reading: Reading, said: Sequence[str], heard: Sequence[str]) -> dict[str, list[int]]:
    """The words of the reference in each group, and the errors there under each metric."""
    reference, hypothesis = reading.words
    counts = {name: [0] * (1 + len(reading.matches)) for name in dict.fromkeys((*said, *heard))}
    for name in said:
        counts[name][0] += 1
    texts = [word.text for word in hypothesis.words]
    for number, match in enumerate(reading.matches, 1):
        for name, place, partner in zip(said, reference.words, match.reference, strict=True):
            if partner == ALONE or texts[partner] != place.text:
                counts[name][number] += 1
        for name, partner in zip(heard, match.hypothesis, strict=True):
            if partner == ALONE:
                counts[name][number] += 1
    return {name: found for name, found in counts.items() if any(found)}
