"""Counts of words and errors: those of a comparison, and with their proven bound those of one session or of all."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hubbub.errors import InputError
from hubbub.model.tables import Cell, Column, counted, percent


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


def as_float(value: float | None, rate: bool = True) -> float:
    """The value as a number, for `float(result)`: an error rate, or a measure of agreement."""
    if value is None and not rate:
        raise InputError("there is no value, since nothing is there to agree on; look at .counts")
    if value is None:
        raise InputError("there is no rate, since the reference is empty; look at .errors")
    return float(value)


COUNTS = (
    *(Column("rate", rate=True), Column("errors"), Column("length", heading="words")),
    *map(Column, ("sub", "del", "ins")),
)
ALL_COUNTS = (*COUNTS, Column("correct"))
"""The same with the correct words, for files."""


def counts_row(errors: WordErrors) -> tuple[float | int | None, ...]:
    """The cells under COUNTS."""
    insertions, deletions, substitutions, _ = errors
    return (errors.rate, errors.errors, errors.length, substitutions, deletions, insertions)


def counts_in(unit: str) -> tuple[Column, ...]:
    """COUNTS of words or of another unit, such as characters."""
    return tuple(one._replace(heading=f"{unit}s") if one.title == "length" else one for one in COUNTS)


ELSEWHERE = {
    "wer": "rate", "cer": "rate", "error_rate": "rate", "hits": "correct", "alignments": "alignment",
    "assignment": "pairing",
}  # fmt: skip
"""What other tools call the attributes of a result."""


class Counted:
    """What can be read from counts: of one session, of the total, and of Scores alike."""

    counts: WordErrors

    if not TYPE_CHECKING:  # to a type checker, an attribute that there is not shall stay one

        def __getattr__(self, name: str) -> Any:
            ours = ELSEWHERE.get(name)
            hint = f"; it is called {ours} here" if ours is not None else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}", name=name, obj=self)

    @property
    def errors(self) -> int:
        return self.counts.errors

    @property
    def length(self) -> int:
        """Words of the reference."""
        return self.counts.length

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None where the reference has no word."""
        return self.counts.rate

    @property
    def value(self) -> float | None:
        """The rate, under the name that all metrics share."""
        return self.rate

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per step of the alignment."""
        return self.counts.mer

    @property
    def wil(self) -> float | None:
        """Word information lost: 1 minus `wip`."""
        return self.counts.wil

    @property
    def wip(self) -> float | None:
        """Word information preserved: the share of correct words in the reference, times that in the hypothesis."""
        return self.counts.wip

    @property
    def insertions(self) -> int:
        return self.counts.insertions

    @property
    def deletions(self) -> int:
        return self.counts.deletions

    @property
    def substitutions(self) -> int:
        return self.counts.substitutions

    @property
    def correct(self) -> int:
        return self.counts.correct

    def __float__(self) -> float:
        return as_float(self.value)


class Summary(Counted):
    """Counts with their proven bound: of one session or of all."""

    cost: int
    """What the solver minimised; the number of errors unless the costs were changed."""
    lower_bound: int
    """No pairing or routing costs less."""
    exact: bool
    """Is the cost proven to be the least?"""

    def __init__(self, *, counts: WordErrors, cost: int, lower_bound: int, exact: bool) -> None:
        self.__dict__.update(counts=counts, cost=cost, lower_bound=lower_bound, exact=exact)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: what was found was found")

    def __repr__(self) -> str:
        counts = self.counts
        kinds = f"{counts.substitutions:,} sub, {counts.deletions:,} del, {counts.insertions:,} ins"
        return f"<{percent(self.rate)}: {counted(counts.errors, 'error')} in {counts.length:,} ({kinds})>"

    def fields(self) -> dict[str, Any]:
        """All fields by name, as the constructor takes them."""
        return {"counts": self.counts, "cost": self.cost, "lower_bound": self.lower_bound, "exact": self.exact}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False  # and no table is asked, which compares cell by cell
        ours, theirs = self.fields(), other.fields()
        return all(ours[name] == theirs[name] for name in ours if name != "stages")  # a search may take longer

    def __hash__(self) -> int:
        return hash((self.counts, self.cost, self.lower_bound, self.exact))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.fields())

    @property
    def shown_rate(self) -> float | str | None:
        """The rate for a table, with its lower bound if it is not proven optimal."""
        if self.exact or self.rate is None:
            return self.rate
        least = self.lower_bound / self.length if self.cost == self.errors else None
        bound = percent(least) if least is not None else f"cost {self.lower_bound}"
        return f"{percent(self.rate)} (lower bound {bound})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        return plain_summary(self.counts, self.cost, self.lower_bound, self.exact)

    @classmethod
    def sum(cls, parts: "Iterable[Summary]") -> "Summary":
        """Counts and bounds are added; the sum is exact where every part is."""
        parts = list(parts)
        return Summary(
            counts=sum((part.counts for part in parts), WordErrors()),
            cost=sum(part.cost for part in parts),
            lower_bound=sum(part.lower_bound for part in parts),
            exact=all(part.exact for part in parts),
        )


def plain_summary(counts: Sequence[int], cost: int, lower_bound: int, exact: bool) -> dict[str, Any]:
    """Counts with their proven bound as plain data; the cost only where it is not the number of errors."""
    data = plain_counts(*counts)
    if cost != data["errors"]:
        data["cost"] = cost
    data["lower_bound"] = lower_bound
    data["exact"] = exact
    return data


def shown_row(part: Summary) -> tuple[Cell, ...]:
    """The cells under COUNTS, with the lower bound if the rate is not proven optimal."""
    return (part.shown_rate, *counts_row(part.counts)[1:])


def _rebuilt(kind: type[Summary], fields: dict[str, Any]) -> Summary:
    """Unpickling: a function is needed, since the fields are keyword arguments."""
    return kind(**fields)
