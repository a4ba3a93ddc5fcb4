"""Error stretches: the smallest time spans over which the causes are nonnegative and add up, with their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from hubbub.insight.reading import ALONE, Reading, Words
from hubbub.model.tables import clock_range, counted

LONGEST, MOST_WORDS = 180, 500
"""Longest duration in seconds, and without times most words of a side, of a stretch in a list of the worst."""
Line = tuple[str, str]
"""A speaker or stream, and its words."""


class MisattributedSegment(NamedTuple):
    """A segment of the hypothesis with words of another speaker than the one paired with its stream."""

    stream: str
    number: int
    """Number among the segments of its stream."""
    paired: str | None
    """The speaker paired with the stream; None if there is none."""
    speakers: dict[str, int]
    """Number of aligned words by the speaker of their reference words."""
    words: str
    start: float | None
    end: float | None

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return self._asdict()


class ErrorStretch(NamedTuple):
    """A stretch of a session with errors."""

    session: str
    start: float | None
    end: float | None
    """Seconds; None without times."""
    errors: int
    parts: dict[str, int]
    """The errors of each cause. They add up to `errors`."""
    misattributed: tuple[MisattributedSegment, ...]
    reference: tuple[Line, ...]
    """The words of each speaker."""
    hypothesis: tuple[Line, ...]
    """The words of each stream."""

    @property
    def headline(self) -> str:
        """Its session and time, its errors, and their causes."""
        parts = ", ".join(f"{number:,} {name}" for name, number in self.parts.items() if number)
        span = "" if self.start is None or self.end is None else f" {clock_range(self.start, self.end)}"
        return f"{self.session}{span}: {counted(self.errors, 'error')}: {parts}"

    def __repr__(self) -> str:
        return f"<{self.headline}>"

    @property
    def speaker_errors(self) -> int:
        """Errors of all causes but recognition."""
        return self.errors - list(self.parts.values())[-1]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return {
            **self._asdict(),
            "misattributed": [segment.to_dict() for segment in self.misattributed],
            "reference": [list(line) for line in self.reference],
            "hypothesis": [list(line) for line in self.hypothesis],
        }


def worst_first(stretches: Sequence[ErrorStretch]) -> list[ErrorStretch]:
    """Sorts by errors of other causes than recognition, then by all errors, in descending order."""
    return sorted(stretches, key=lambda stretch: (-stretch.speaker_errors, -stretch.errors))


def worst_stretches(
    reading: Reading,
    session: str,
    speaker_of: Mapping[str, str | None],
    most: int | None = None,
    all_causes: bool = False,
    short: bool = False,
) -> list[ErrorStretch]:
    """Returns the worst stretches of a session, or all that have errors; with `short`, without the long ones.

    `speaker_of` maps streams to speakers.
    """
    errors = list(zip(*reading.errors, strict=True))
    words = _words_of_stretches(reading)
    numbers = [number for number in words if not (short and _is_long(reading, *words[number]))]
    numbers.sort(key=lambda number: (not all_causes and errors[number][-1] - errors[number][0], -errors[number][0]))
    return [_stretch(reading, session, speaker_of, errors[number], *words[number]) for number in numbers[:most]]


def long_stretches(reading: Reading) -> list[int]:
    """Returns the errors of each stretch that is too long for a list of the worst."""
    errors = reading.errors[0]
    return [errors[number] for number, words in _words_of_stretches(reading).items() if _is_long(reading, *words)]


def _words_of_stretches(reading: Reading) -> dict[int, tuple[list[int], list[int]]]:
    """Returns the words of both sides in each stretch with errors."""
    words: dict[int, tuple[list[int], list[int]]]
    words = {number: ([], []) for number, errors in enumerate(reading.errors[0]) if errors}
    for side, stretch_of_words in enumerate(reading.stretches):
        for word, number in enumerate(stretch_of_words):
            if number in words:
                words[number][side].append(word)
    return words


def _is_long(reading: Reading, *words: Sequence[int]) -> bool:
    start, end = _span(reading, *words)
    return max(map(len, words)) > MOST_WORDS if start is None or end is None else end - start > LONGEST


def _span(reading: Reading, *words: Sequence[int]) -> tuple[float | None, float | None]:
    times = [side.times[word] for side, some in zip(reading.words, words, strict=True) for word in some]
    starts = [start for start, _ in times if start is not None]
    ends = [end for _, end in times if end is not None]
    return min(starts, default=None), max(ends, default=None)


def _stretch(
    reading: Reading,
    session: str,
    speaker_of: Mapping[str, str | None],
    errors: Sequence[int],
    reference_words: Sequence[int],
    hypothesis_words: Sequence[int],
) -> ErrorStretch:
    reference, hypothesis = reading.words
    parts = reading.chain.parts_of(errors)
    return ErrorStretch(
        session,
        *_span(reading, reference_words, hypothesis_words),
        errors[0],
        parts,
        tuple(_misattributed(reading, speaker_of, hypothesis_words))
        if errors[0] > errors[-1] and reading.chain.routes_hypothesis
        else (),
        _lines(reference, reference_words),
        _lines(hypothesis, hypothesis_words),
    )


def _lines(side: Words, words: Sequence[int]) -> tuple[Line, ...]:
    texts: dict[str, list[str]] = {}
    for word in words:
        texts.setdefault(side.speaker(word), []).append(side.texts[word])
    return tuple((speaker, " ".join(text)) for speaker, text in texts.items())


def _misattributed(
    reading: Reading, speaker_of: Mapping[str, str | None], words: Sequence[int]
) -> list[MisattributedSegment]:
    """Returns the segments that the freest alignment gives to other speakers than the one paired with their stream."""
    reference, hypothesis = reading.words
    partners = reading.matches[-1].hypothesis
    segments = []
    for index, words_of_segment in groupby(words, key=hypothesis.utterance_of.__getitem__):
        speakers = Counter(reference.speaker(partners[word]) for word in words_of_segment if partners[word] != ALONE)
        utterance = hypothesis.utterances[index]
        stream, paired = utterance.speaker, speaker_of.get(utterance.speaker)
        if not speakers.keys() - {paired}:
            continue
        text = " ".join(utterance.words)
        times = utterance.start, utterance.end
        segments.append(MisattributedSegment(stream, utterance.number, paired, dict(speakers), text, *times))
    return segments
