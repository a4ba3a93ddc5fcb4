"""Counts of words and errors, of an alignment, and with a lower bound of a session or of all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hubbub.errors import InputError
from hubbub.model.other_tools import ATTRIBUTES_ELSEWHERE
from hubbub.model.tables import Cell, Column, counted, percent
from hubbub.model.values import is_number


class WordErrors(NamedTuple):
    """Counts of one alignment. Counts can be added; rates cannot.

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
        """Errors per reference word; None if the reference has no words."""
        return self.errors / self.length if self.length else None

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per step of the alignment, at most 1; None without steps."""
        steps = self.errors + self.correct
        return self.errors / steps if steps else None

    @property
    def wip(self) -> float | None:
        """Word information preserved: the share of correct words in the reference, times that in the hypothesis.

        None if the reference has no words, 0 if only the hypothesis has none.
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
    """Returns counts as plain data, with errors, length and rate."""
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
    """Returns the value for `float(result)`: an error rate, or a measure of agreement. Raises InputError for None."""
    if value is None and not rate:
        raise InputError("no value, because nothing was scored; use .counts")
    if value is None:
        raise InputError("no rate, because the reference is empty; use .errors")
    return float(value)


class AsNumber:
    """Formats a score like its value, `f"{score:.1%}"`, and compares it with numbers and other scores."""

    __slots__ = ()

    def __float__(self) -> float:
        raise NotImplementedError

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def _is_value(self, other: object) -> bool:
        """Returns whether this is a number that equals the value."""
        return is_number(other) and not isinstance(other, AsNumber) and getattr(self, "value", None) == other

    def __lt__(self, other: Any) -> bool:
        return float(self) < float(other) if _is_comparable(other) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return float(self) <= float(other) if _is_comparable(other) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return float(self) > float(other) if _is_comparable(other) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return float(self) >= float(other) if _is_comparable(other) else NotImplemented


def _is_comparable(other: Any) -> bool:
    return isinstance(other, AsNumber) or is_number(other)


COUNTS = (
    *(Column("rate", rate=True), Column("errors"), Column("length", heading="words")),
    *map(Column, ("sub", "del", "ins")),
)
ALL_COUNTS = (*COUNTS, Column("correct"))
"""The same with the correct words, for files."""


def counts_row(errors: WordErrors) -> tuple[float | int | None, ...]:
    """Returns the cells for COUNTS."""
    insertions, deletions, substitutions, _ = errors
    return (errors.rate, errors.errors, errors.length, substitutions, deletions, insertions)


def counts_in(unit: str) -> tuple[Column, ...]:
    """Returns COUNTS of words or of another unit, such as characters."""
    return tuple(one._replace(heading=f"{unit}s") if one.title == "length" else one for one in COUNTS)


class Counted(AsNumber):
    """Counts and rates of one session, of the total, or of Scores."""

    counts: WordErrors

    if not TYPE_CHECKING:  # hidden from type checkers, which must reject unknown attributes

        def __getattr__(self, name: str) -> Any:
            ours = ATTRIBUTES_ELSEWHERE.get(name)
            hint = f"; use {ours}" if ours is not None else ""
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
        """Errors per reference word; None if the reference has no words."""
        return self.counts.rate

    @property
    def value(self) -> float | None:
        """The rate, by the name that all metrics share."""
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
    """Counts with the cost and its lower bound: of one session or of all."""

    cost: int
    """The cost that the solver minimized; the number of errors unless the costs were changed."""
    lower_bound: int
    """No pairing or routing costs less."""
    exact: bool
    """Whether the cost is proven optimal."""

    def __init__(self, *, counts: WordErrors, cost: int, lower_bound: int, exact: bool) -> None:
        self.__dict__.update(counts=counts, cost=cost, lower_bound=lower_bound, exact=exact)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; {name} cannot be set")

    def __repr__(self) -> str:
        counts = self.counts
        kinds = f"{counts.substitutions:,} sub, {counts.deletions:,} del, {counts.insertions:,} ins"
        return f"<{percent(self.rate)}: {counted(counts.errors, 'error')} in {counts.length:,} ({kinds})>"

    def fields(self) -> dict[str, Any]:
        """Returns all fields by name, as the constructor takes them."""
        return {"counts": self.counts, "cost": self.cost, "lower_bound": self.lower_bound, "exact": self.exact}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            # The other type is not asked: a table would compare cell by cell.
            return self._is_value(other)
        ours, theirs = self.fields(), other.fields()
        return all(ours[name] == theirs[name] for name in ours if name != "stages")  # these have run times

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
        """Returns plain data, as in the JSON."""
        return plain_summary(self.counts, self.cost, self.lower_bound, self.exact)


def plain_summary(counts: Sequence[int], cost: int, lower_bound: int, exact: bool) -> dict[str, Any]:
    """Returns counts and lower bound as plain data, with the cost if it is not the number of errors."""
    data = plain_counts(*counts)
    if cost != data["errors"]:
        data["cost"] = cost
    data["lower_bound"] = lower_bound
    data["exact"] = exact
    return data


def shown_row(part: Summary) -> tuple[Cell, ...]:
    """Returns the cells for COUNTS, with the lower bound if the rate is not proven optimal."""
    return (part.shown_rate, *counts_row(part.counts)[1:])


def _rebuilt(kind: type[Summary], fields: dict[str, Any]) -> Summary:
    """Unpickles a Summary, whose constructor takes keyword arguments only."""
    return kind(**fields)
