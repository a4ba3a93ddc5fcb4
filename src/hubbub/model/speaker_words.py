"""What is counted to say how many words were given to the wrong speaker. Counts can be added; rates cannot."""

from __future__ import annotations

from typing import Any, NamedTuple


class SpeakerWords(NamedTuple):
    """The words of an alignment, and those that are given to another stream than that of their speaker.

    >>> (SpeakerWords(correct=8, confused_correct=1) + SpeakerWords(correct=1, substitutions=1)).rate
    0.1
    """

    correct: int = 0
    """Words that were recognised."""
    substitutions: int = 0
    """Words that were taken for others."""
    confused_correct: int = 0
    """Recognised words of the wrong speaker."""
    confused_substitutions: int = 0
    """Words that were taken for others, of the wrong speaker."""
    insertions: int = 0
    """Words of the hypothesis alone: they have no speaker to be compared, and do not count."""
    deletions: int = 0
    """Words of the reference alone, which do not count either."""

    @property
    def aligned(self) -> int:
        """Words that both sides have."""
        return self.correct + self.substitutions

    @property
    def errors(self) -> int:
        """Aligned words of the wrong speaker."""
        return self.confused_correct + self.confused_substitutions

    @property
    def rate(self) -> float | None:
        """Errors per aligned word; None where there is none."""
        return self.errors / self.aligned if self.aligned else None

    @property
    def exact(self) -> bool:
        """The best pairing is always found."""
        return True

    def __add__(self, other: object) -> SpeakerWords:
        if not isinstance(other, SpeakerWords):
            return NotImplemented
        return SpeakerWords(*(left + right for left, right in zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return {"rate": self.rate, "errors": self.errors, "aligned": self.aligned, **self._asdict()}

    def __str__(self) -> str:
        parts = f"{self.confused_correct} correct, {self.confused_substitutions} sub"
        return f"{self.errors} of {self.aligned} aligned ({parts})"
