"""The counts of a comparison of words. They stand apart from alignments: who looks at numbers needs no more."""

from typing import Any, NamedTuple


class WordErrors(NamedTuple):
    """Counts of one comparison. Counts add; rates do not.

    >>> WordErrors(insertions=1, correct=3) + WordErrors(deletions=1)
    WordErrors(insertions=1, deletions=1, substitutions=0, correct=3)
    >>> WordErrors(insertions=1, deletions=1, correct=3).rate
    0.5
    """

    insertions: int = 0
    deletions: int = 0
    substitutions: int = 0
    correct: int = 0

    @property
    def errors(self) -> int:
        return self.insertions + self.deletions + self.substitutions

    @property
    def length(self) -> int:
        """Words of the reference."""
        return self.deletions + self.substitutions + self.correct

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None where the reference has no word."""
        return self.errors / self.length if self.length else None

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per step of the alignment, so never above 1; None where it has none."""
        steps = self.errors + self.correct
        return self.errors / steps if steps else None

    @property
    def wip(self) -> float | None:
        """Word information preserved: the share of correct words in the reference, times that in the hypothesis.

        None where the reference has no word, 0 where the hypothesis alone has none.
        """
        hypothesis = self.correct + self.substitutions + self.insertions
        if not self.length:
            return None
        return self.correct / self.length * (self.correct / hypothesis) if hypothesis else 0.0

    @property
    def wil(self) -> float | None:
        """Word information lost: 1 minus `wip`."""
        return None if self.wip is None else 1 - self.wip

    def __add__(self, other: object) -> "WordErrors":
        if not isinstance(other, WordErrors):
            return NotImplemented
        return WordErrors(*map(sum, zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return plain_counts(*self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "WordErrors":
        return cls(*(data[field] for field in cls._fields))


def plain_counts(insertions: int, deletions: int, substitutions: int, correct: int) -> dict[str, Any]:
    """Counts as plain data, with what follows from them."""
    errors, length = insertions + deletions + substitutions, deletions + substitutions + correct
    return {
        "errors": errors,
        "length": length,
        "rate": errors / length if length else None,
        "insertions": insertions,
        "deletions": deletions,
        "substitutions": substitutions,
        "correct": correct,
    }
