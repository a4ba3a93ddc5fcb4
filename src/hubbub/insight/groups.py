"""Parts by group: in overlapped speech and where one speaks, of each speaker, in short segments, in backchannels.

An inserted word goes by its own time or segment; of the speakers, by the one who is paired with its stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError
from hubbub.insight.reading import ALONE, Place, Reading, Words
from hubbub.insight.speech import LENGTHS, OVERLAP, REPLIES, Speech, length_of
from hubbub.model.transcript import Utterance

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


def _speech(reading: Reading) -> Speech:
    """The speech of the reference with its times."""
    words = reading.words[0]
    speakers = [utterance.speaker for utterance in words.utterances]
    counts = [len(utterance.words) for utterance in words.utterances]
    return Speech(speakers, counts, [_span(word) for word in words.words])


def _span(timed: Place | Utterance) -> tuple[float, float]:
    if timed.start is None or timed.end is None:
        raise OptionError("without times there is no telling who speaks at once; leave overlap and backchannel away")
    return timed.start, timed.end


def _by_overlap(reading: Reading, _: SpeakerOf) -> Namer:
    speech = _speech(reading)
    return Namer(
        lambda word, _: OVERLAP[speech.overlap(_span(word), 1)],
        lambda word, _: OVERLAP[speech.overlap(_span(word), 0)],
    )


def _by_reply(reading: Reading, _: SpeakerOf) -> Namer:
    speech = _speech(reading)

    def name(utterance: Utterance, speaker: str | None) -> str:
        return REPLIES[speech.reply(len(utterance.words), _span(utterance), speaker)]

    return Namer(lambda _, utterance: name(utterance, utterance.speaker), lambda _, segment: name(segment, None))


def _by_speaker(_: Reading, speaker_of: SpeakerOf) -> Namer:
    return Namer(lambda _, utterance: utterance.speaker, lambda _, segment: speaker_of.get(segment.speaker) or NOBODY)


def _by_length(_: Reading, __: SpeakerOf) -> Namer:
    def name(_: Place, utterance: Utterance) -> str:
        return LENGTHS[length_of(len(utterance.words))]

    return Namer(name, name)


class By(NamedTuple):
    """One way to group words."""

    title: str
    namer: Callable[[Reading, SpeakerOf], Namer]
    per_session: bool = False
    """Does a name mean something else in every session?"""
    order: tuple[str, ...] = ()


WAYS: dict[str, By] = {
    "overlap": By("speech", _by_overlap, order=OVERLAP),
    "speaker": By("speaker", _by_speaker, per_session=True),
    "length": By("segment", _by_length, order=LENGTHS),
    "backchannel": By("segment", _by_reply, order=REPLIES),
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
