"""Parts by group: in overlapped speech and where one speaks, of each speaker, in short segments and in long ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.insight.reading import ALONE, Place, Reading, Words
from hubbub.model.transcript import Utterance

OVERLAPPED, SINGLE = "several speak", "one speaks"
SHORT, LONG = 2, 10
"""Segments of so many words are short, as backchannels are; of so many they are long."""
LENGTHS = (f"1 to {SHORT} words", f"{SHORT + 1} to {LONG - 1} words", f"{LONG} words and more")
NOBODY = "-"


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


class Namer(NamedTuple):
    """The groups of one kind: a name for every word of the reference, and for every inserted word."""

    of_reference: Callable[[Place, Utterance], str]
    of_insertion: Callable[[Place, Utterance], str]


SpeakerOf = Mapping[str, str | None]
"""The speaker who is paired with each stream."""


def _by_overlap(reading: Reading, _: SpeakerOf) -> Namer:
    stretches = overlapped(reading.words[0].utterances)
    starts = [start for start, _ in stretches]

    def name(word: Place, _: Utterance) -> str:
        if word.start is None or word.end is None:
            raise OptionError("there is no telling who speaks at once without times; leave overlap away")
        # A word that ends where a stretch begins is not in it; one without length that is there is.
        long = word.end > word.start
        place = (bisect_left(starts, word.end) if long else bisect_right(starts, word.start)) - 1
        return OVERLAPPED if place >= 0 and word.start < stretches[place][1] else SINGLE

    return Namer(name, name)


def overlapped(utterances: Iterable[Utterance]) -> list[tuple[float, float]]:
    """The stretches of time in which several speakers speak.

    >>> overlapped([Utterance("A", 0, (), 0.0, 3.0), Utterance("B", 0, (), 1.0, 2.0), Utterance("A", 1, (), 1.5, 4.0)])
    [(1.0, 2.0)]
    """
    changes: dict[float, dict[str, int]] = {}
    for utterance in utterances:
        if utterance.start is None or utterance.end is None or utterance.end <= utterance.start:
            continue
        for time, change in ((utterance.start, 1), (utterance.end, -1)):
            at = changes.setdefault(time, {})
            at[utterance.speaker] = at.get(utterance.speaker, 0) + change
    times = sorted(changes)
    speaking: dict[str, int] = {}
    stretches: list[tuple[float, float]] = []
    for time, following in pairwise(times):
        for speaker, change in changes[time].items():
            speaking[speaker] = speaking.get(speaker, 0) + change
        if sum(number > 0 for number in speaking.values()) < 2:
            continue
        if stretches and stretches[-1][1] == time:
            stretches[-1] = (stretches[-1][0], following)
        else:
            stretches.append((time, following))
    return stretches


def _by_speaker(_: Reading, speaker_of: SpeakerOf) -> Namer:
    """An inserted word counts for the speaker who is paired with its stream."""
    return Namer(lambda _, utterance: utterance.speaker, lambda _, segment: speaker_of.get(segment.speaker) or NOBODY)


def _by_length(_: Reading, __: SpeakerOf) -> Namer:
    def name(_: Place, utterance: Utterance) -> str:
        words = len(utterance.words)
        return LENGTHS[(words > SHORT) + (words >= LONG)]

    return Namer(name, name)


class By(NamedTuple):
    """One way to group words."""

    title: str
    namer: Callable[[Reading, SpeakerOf], Namer]
    per_session: bool = False
    """Does a name mean something else in every session?"""
    order: tuple[str, ...] = ()


WAYS: dict[str, By] = {
    "overlap": By("speech", _by_overlap, order=(OVERLAPPED, SINGLE)),
    "speaker": By("speaker", _by_speaker, per_session=True),
    "length": By("segment", _by_length, order=LENGTHS),
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
    by = WAYS[way]
    sums: dict[tuple[str | None, str], list[int]] = {}
    parts: tuple[str, ...] = ()
    for session, (reading, speaker_of) in readings.items():
        parts = reading.chain.parts
        for name, counts in _counted(reading, by.namer(reading, speaker_of)).items():
            key = (session if by.per_session else None, name)
            sums[key] = [sum(pair) for pair in zip(sums.get(key, [0] * len(counts)), counts, strict=True)]
    ranks = {name: rank for rank, name in enumerate(by.order)}
    keys = sorted(sums, key=lambda key: ranks.get(key[1], 0)) if by.order else list(sums)
    return [_group(*key, parts, sums[key]) for key in keys]


def _group(session: str | None, name: str, parts: Sequence[str], counts: Sequence[int]) -> Group:
    length, *errors = counts
    steps = (strict - free for strict, free in zip(errors, (*errors[1:], 0), strict=True))
    return Group(session, name, length, errors[0], dict(zip(parts, steps, strict=True)))


def _counted(reading: Reading, namer: Namer) -> dict[str, list[int]]:
    """The words of the reference in each group, and the errors there under each metric."""
    reference, hypothesis = reading.words
    counts: dict[str, list[int]] = {}
    named = [_names(words, name) for words, name in ((reference, namer.of_reference), (hypothesis, namer.of_insertion))]
    for name in dict.fromkeys((*named[0], *named[1])):
        counts[name] = [0] * (1 + len(reading.matches))
    for name in named[0]:
        counts[name][0] += 1
    texts = [word.text for word in hypothesis.words]
    for number, match in enumerate(reading.matches, 1):
        for name, place, partner in zip(named[0], reference.words, match.reference, strict=True):
            if partner == ALONE or texts[partner] != place.text:
                counts[name][number] += 1
        for name, partner in zip(named[1], match.hypothesis, strict=True):
            if partner == ALONE:
                counts[name][number] += 1
    return {name: found for name, found in counts.items() if any(found)}


def _names(words: Words, name: Callable[[Place, Utterance], str]) -> list[str]:
    return [name(place, words.utterances[place.utterance]) for place in words.words]
