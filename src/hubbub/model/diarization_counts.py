"""Error counts of diarization metrics, in seconds and in speakers. Counts can be added; rates cannot."""

from typing import Any, NamedTuple

from hubbub.model.tables import counted

NANOSECONDS = 1_000_000_000


def nanoseconds(seconds: float) -> int:
    """Returns seconds as whole nanoseconds, to compare and divide without rounding errors.

    >>> nanoseconds(0.1 + 0.2)
    300000000
    """
    return round(seconds * NANOSECONDS)


def settled(seconds: float) -> float:
    """Returns a sum of seconds without floating-point noise, unless that would change its second decimal.

    md-eval prints two decimals. The rounding error alone decides whether it prints 0.675 as 0.67 or as 0.68, so it
    must stay to print the same.

    >>> settled(0.1 + 0.2)
    0.3
    """
    clean = round(seconds, 9)
    return clean if f"{clean:.2f}" == f"{seconds:.2f}" else seconds


class SpeechErrors(NamedTuple):
    """The parts of a diarization error rate, in seconds. Overlapping speech counts once per speaker.

    >>> (SpeechErrors(scored=6, missed=1) + SpeechErrors(scored=4, confusion=1)).rate
    0.2
    """

    scored: float = 0.0
    """Speech of the reference speakers."""
    missed: float = 0.0
    """Speech of reference speakers beyond the number of streams at that time."""
    false_alarm: float = 0.0
    """Speech of streams beyond the number of reference speakers at that time."""
    confusion: float = 0.0
    """Speech in a stream other than the one paired with the speaker."""

    @property
    def errors(self) -> float:
        return sum(map(nanoseconds, self[1:])) / NANOSECONDS

    @property
    def rate(self) -> float | None:
        """Errors per scored second; None without speech."""
        scored = nanoseconds(self.scored)
        return sum(map(nanoseconds, self[1:])) / scored if scored else None

    def __add__(self, other: object) -> "SpeechErrors":
        if not isinstance(other, SpeechErrors):
            return NotImplemented
        return SpeechErrors(*(settled(left + right) for left, right in zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return {"rate": self.rate, "errors": self.errors, **self._asdict()}

    def __str__(self) -> str:
        return (
            f"{self.errors:.2f} s of {self.scored:.2f} s ({self.missed:.2f} missed,"
            f" {self.false_alarm:.2f} false alarm, {self.confusion:.2f} confusion)"
        )


class JaccardErrors(NamedTuple):
    """The sum of the Jaccard errors of some speakers.

    >>> (JaccardErrors(0.5, speakers=1) + JaccardErrors(1.0, speakers=2, unmatched=1)).rate
    0.5
    """

    errors: float = 0.0
    """Each speaker adds from 0 to 1."""
    speakers: int = 0
    unmatched: int = 0
    """Speakers without a stream; each adds 1."""

    @property
    def rate(self) -> float | None:
        """The mean over speakers; None without speakers."""
        return self.errors / self.speakers if self.speakers else None

    def __add__(self, other: object) -> "JaccardErrors":
        if not isinstance(other, JaccardErrors):
            return NotImplemented
        return JaccardErrors(
            self.errors + other.errors, self.speakers + other.speakers, self.unmatched + other.unmatched
        )

    def to_dict(self) -> dict[str, Any]:
        return {"rate": self.rate, **self._asdict()}

    def __str__(self) -> str:
        return f"{counted(self.speakers, 'speaker')}, {self.unmatched} without a stream"


class Match(NamedTuple):
    """A speaker, a stream, or a pair of both, with their seconds of speech in the scored regions."""

    speaker: str | None
    stream: str | None
    spoken: float = 0.0
    """Speech of the speaker."""
    detected: float = 0.0
    """Speech of the stream."""
    shared: float = 0.0
    """Time in which both speak."""

    @property
    def error(self) -> float | None:
        """The speaker's Jaccard error: 1 minus the shared time divided by the time in which either speaks."""
        either = nanoseconds(self.spoken) + nanoseconds(self.detected) - nanoseconds(self.shared)
        if self.speaker is None or not either:
            return None
        return 1 - nanoseconds(self.shared) / either


class SpeakerWords(NamedTuple):
    """The words of an alignment, and those in another stream than that of their speaker.

    >>> (SpeakerWords(correct=8, confused_correct=1) + SpeakerWords(correct=1, substitutions=1)).rate
    0.1
    """

    correct: int = 0
    """Words aligned with the same word."""
    substitutions: int = 0
    """Words aligned with another word."""
    confused_correct: int = 0
    """Correct words with the wrong speaker."""
    confused_substitutions: int = 0
    """Substitutions with the wrong speaker."""
    insertions: int = 0
    """Hypothesis words that are not aligned; they do not count."""
    deletions: int = 0
    """Reference words that are not aligned; they do not count either."""

    @property
    def aligned(self) -> int:
        """Aligned words: correct ones and substitutions."""
        return self.correct + self.substitutions

    @property
    def errors(self) -> int:
        """Aligned words with the wrong speaker."""
        return self.confused_correct + self.confused_substitutions

    @property
    def rate(self) -> float | None:
        """Errors per aligned word; None without any."""
        return self.errors / self.aligned if self.aligned else None

    def __add__(self, other: object) -> "SpeakerWords":
        if not isinstance(other, SpeakerWords):
            return NotImplemented
        return SpeakerWords(*(left + right for left, right in zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return {"rate": self.rate, "errors": self.errors, "aligned": self.aligned, **self._asdict()}

    def __str__(self) -> str:
        parts = f"{self.confused_correct} correct, {self.confused_substitutions} sub"
        return f"{self.errors} of {self.aligned} aligned ({parts})"
