"""Incidents: the smallest stretches over which the parts are not negative and add up, with who said what there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from hubbub.insight.reading import ALONE, Reading, Words

Said = tuple[str, str]
"""A speaker or stream, and the words."""


class Misplaced(NamedTuple):
    """A segment of the hypothesis that holds words of others than the speaker under whose name it is written."""

    stream: str
    number: int
    """Its number among the segments of its stream."""
    written: str | None
    """The speaker who is paired with the stream; None where nobody is."""
    said: dict[str, int]
    """Who said how many of its words, as far as they have a partner."""
    words: str
    start: float | None
    end: float | None

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()


class Incident(NamedTuple):
    """A stretch of a session in which something went wrong."""

    session: str
    start: float | None
    end: float | None
    """Of its words (seconds); None where they have no times."""
    errors: int
    parts: dict[str, int]
    """The errors of each kind, by name. They add up."""
    misplaced: tuple[Misplaced, ...]
    reference: tuple[Said, ...]
    """What each speaker said."""
    hypothesis: tuple[Said, ...]
    """What stands on each stream."""

    @property
    def misattributed(self) -> int:
        """The errors that recognition is not to blame for."""
        return self.errors - list(self.parts.values())[-1]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        return {
            **self._asdict(),
            "misplaced": [segment.to_dict() for segment in self.misplaced],
            "reference": [list(said) for said in self.reference],
            "hypothesis": [list(said) for said in self.hypothesis],
        }


def worst_first(incidents: Sequence[Incident]) -> list[Incident]:
    """Those with the most errors that are not recognition's come first; of equals, those with the most errors."""
    return sorted(incidents, key=lambda one: (-one.misattributed, -one.errors))


def incidents_of(
    reading: Reading, session: str, speaker_of: Mapping[str, str | None], most: int | None = None
) -> list[Incident]:
    """The incidents of a session that hold an error, or the worst of them. Streams are paired with speakers."""
    errors = list(zip(*reading.errors, strict=True))
    numbers = [number for number, found in enumerate(errors) if found[0]]
    numbers.sort(key=lambda number: (errors[number][-1] - errors[number][0], -errors[number][0]))
    wanted = {number: place for place, number in enumerate(numbers[:most])}
    held: list[tuple[list[int], list[int]]] = [([], []) for _ in wanted]
    for side, incident_of_words in enumerate(reading.incidents):
        for word, number in enumerate(incident_of_words):
            if number in wanted:
                held[wanted[number]][side].append(word)
    return [_incident(reading, session, speaker_of, errors[number], *held[place]) for number, place in wanted.items()]


def _incident(
    reading: Reading,
    session: str,
    speaker_of: Mapping[str, str | None],
    errors: Sequence[int],
    said: Sequence[int],
    heard: Sequence[int],
) -> Incident:
    reference, hypothesis = reading.words
    times = [*(reference.times[word] for word in said), *(hypothesis.times[word] for word in heard)]
    starts = [start for start, _ in times if start is not None]
    ends = [end for _, end in times if end is not None]
    parts = reading.chain.parts_of(errors)
    return Incident(
        session,
        min(starts, default=None),
        max(ends, default=None),
        errors[0],
        parts,
        tuple(_misplaced(reading, speaker_of, heard))
        if errors[0] > errors[-1] and reading.chain.routes_hypothesis
        else (),
        _by_voice(reference, said),
        _by_voice(hypothesis, heard),
    )


def _by_voice(words: Words, some: Sequence[int]) -> tuple[Said, ...]:
    texts: dict[str, list[str]] = {}
    for word in some:
        texts.setdefault(words.speaker(word), []).append(words.texts[word])
    return tuple((voice, " ".join(text)) for voice, text in texts.items())


def _misplaced(reading: Reading, speaker_of: Mapping[str, str | None], heard: Sequence[int]) -> list[Misplaced]:
    """The segments among these words that the freest alignment gives to others than the speaker of their stream."""
    reference, hypothesis = reading.words
    partners = reading.matches[-1].hypothesis
    found = []
    for place, words in groupby(heard, key=hypothesis.utterance_of.__getitem__):
        said = Counter(reference.speaker(partners[word]) for word in words if partners[word] != ALONE)
        segment = hypothesis.utterances[place]
        written = speaker_of.get(segment.speaker)
        if not said.keys() - {written}:
            continue
        text = " ".join(segment.words)
        found.append(Misplaced(segment.speaker, segment.number, written, dict(said), text, segment.start, segment.end))
    return found
