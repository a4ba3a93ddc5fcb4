"""Parts by group: in overlapped speech and where one speaks, of each speaker, in short segments, in backchannels.

An inserted word goes by its own time or segment; of the speakers, by the one who is paired with its stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub import _core
from hubbub.errors import OptionError
from hubbub.insight.reading import ALONE, Reading, Spans, Words

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")
NOBODY = "nobody"
OVERLAP = (*SPEAKERS, NOBODY)
LENGTHS = ("1 word", "2 to 5 words", "6 to 15 words", "16 words or more")
REPLIES = ("backchannels", "all else")
UNPAIRED = "-"
"""The group of a word on a stream without a speaker."""


def length_of(words: int) -> int:
    """The place in LENGTHS of a segment of so many words.

    >>> [LENGTHS[length_of(words)] for words in (1, 5, 6, 100)]
    ['1 word', '2 to 5 words', '6 to 15 words', '16 words or more']
    """
    return _core.Speech.length(words)


class Speech:
    """The segments of the reference, each with its speaker, its number of words and the times of these (hundredths)."""

    def __init__(self, speakers: Sequence[str], counts: Sequence[int], times: Sequence[tuple[int, int]]) -> None:
        self._numbers: dict[str, int] = {}
        numbers = [self._numbers.setdefault(speaker, len(self._numbers)) for speaker in speakers]
        self._speech = _core.Speech(numbers, counts, times)

    def overlap(self, span: tuple[int, int], least: int) -> int:
        """The place in OVERLAP of a word: how many speak at most while it lasts, and at least so many."""
        return self._speech.overlap(span, least)

    def reply(self, words: int, span: tuple[int, int], speaker: str | None = None) -> int:
        """The place in REPLIES of a segment: a backchannel is a few words in the middle of somebody else's turn."""
        number = None if speaker is None else self._numbers.get(speaker)
        return 0 if self._speech.reply(words, span, number) else 1


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
    """The groups of one kind: a name for every word of the reference, and for every inserted word, by their places."""

    of_reference: Callable[[int], str]
    of_insertion: Callable[[int], str]


SpeakerOf = Mapping[str, str | None]
"""The speaker who is paired with each stream."""


def _speech(reading: Reading) -> tuple[Speech, Spans, Spans]:
    """The speech of the reference, and when the words of both sides are said."""
    if reading.spoken is None:
        raise OptionError("without times there is no telling who speaks at once; leave overlap and backchannel away")
    reference, hypothesis = reading.spoken
    utterances = reading.words[0].utterances
    speakers = [utterance.speaker for utterance in utterances]
    return Speech(speakers, [len(utterance.words) for utterance in utterances], reference), reference, hypothesis


def _by_overlap(reading: Reading, _: SpeakerOf) -> Namer:
    speech, reference, hypothesis = _speech(reading)
    return Namer(
        lambda word: OVERLAP[speech.overlap(reference[word], 1)],
        lambda word: OVERLAP[speech.overlap(hypothesis[word], 0)],
    )


def _by_reply(reading: Reading, _: SpeakerOf) -> Namer:
    speech, *spans = _speech(reading)

    def names(side: int) -> Callable[[int], str]:
        words, found = reading.words[side], []
        at = 0
        for utterance in words.utterances:
            own = spans[side][at : at + len(utterance.words)]
            at += len(own)
            if own:
                whole = min(start for start, _ in own), max(end for _, end in own)
                found.append(REPLIES[speech.reply(len(own), whole, None if side else utterance.speaker)])
            else:
                found.append("")
        return lambda word: found[words.words[word].utterance]

    return Namer(names(0), names(1))


def _by_speaker(reading: Reading, speaker_of: SpeakerOf) -> Namer:
    reference, hypothesis = reading.words
    return Namer(reference.speaker, lambda word: speaker_of.get(hypothesis.speaker(word)) or UNPAIRED)


def _by_length(reading: Reading, _: SpeakerOf) -> Namer:
    def names(words: Words) -> Callable[[int], str]:
        return lambda word: LENGTHS[length_of(len(words.utterances[words.words[word].utterance].words))]

    reference, hypothesis = reading.words
    return Namer(names(reference), names(hypothesis))


class By(NamedTuple):
    """One way to group words."""

    title: str
    namer: Callable[[Reading, SpeakerOf], Namer]
    per_session: bool = False
    """Does a name mean something else in every session?"""
    order: tuple[str, ...] = ()
    own_segment: bool = False
    """Does an inserted word count by its own segment? The page counts it with the reference word before it."""


WAYS: dict[str, By] = {
    "overlap": By("speech", _by_overlap, order=OVERLAP),
    "speaker": By("speaker", _by_speaker, per_session=True),
    "length": By("segment", _by_length, order=LENGTHS, own_segment=True),
    "backchannel": By("segment", _by_reply, order=REPLIES, own_segment=True),
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
    named = [
        [name(word) for word in range(len(words.words))]
        for words, name in ((reference, namer.of_reference), (hypothesis, namer.of_insertion))
    ]
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
