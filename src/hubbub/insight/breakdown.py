"""Errors by cause: nonnegative counts that add up to the errors of a metric, for one session or for several."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from hubbub.insight.chains import Chain
from hubbub.model.tables import counted, percent
from hubbub.model.word_errors import WordErrors


class Part(NamedTuple):
    """The errors of one cause. If a search stopped early, their true number is between two bounds."""

    errors: int
    """Errors under the best alignments found; those of all causes add up to the errors of the metric."""
    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Member(NamedTuple):
    """One metric of the chain, with its errors and their proven lower bound."""

    metric: str
    errors: int
    lower_bound: int

    @property
    def exact(self) -> bool:
        return self.errors == self.lower_bound


class Times(NamedTuple):
    """Delay of the correct words, from an alignment that ignores times: cpWER, or WER without speakers."""

    words: int
    """Number of correct words with times on both sides."""
    median: float | None
    """Median delay in seconds; negative if early."""
    beyond: float | None
    """Share of these words that are off by more than the collar."""


class ErrorBreakdown:
    """Errors by cause, of one session or of several. Instances can be added."""

    def __init__(
        self,
        chain: Chain,
        collar: float | None,
        members: Sequence[Member],
        recognition: WordErrors,
        correct: int,
        misattributed: int | None,
        single: dict[str, int],
        offsets: array[float],
    ) -> None:
        self.chain = chain
        self.collar = collar
        """Seconds; None without times."""
        self.members = members
        """The metrics of the chain, strictest first."""
        self.recognition = recognition
        """Substitutions, deletions and insertions under the freest metric of the chain: the recognition errors."""
        self.correct = correct
        """Number of correct words, in any stream."""
        self.misattributed = misattributed
        """Number of correct words in the stream of another speaker; None without speakers."""
        self.single = single
        """Errors in stretches that have only one error of that cause: probably coincidental."""
        self.offsets = offsets
        """Delay of each correct word (seconds), from the untimed alignment."""

    @classmethod
    def total(cls, chain: Chain, collar: float | None, some: Iterable[ErrorBreakdown]) -> ErrorBreakdown:
        """Returns the sum of several breakdowns; zero errors for none."""
        errors, bounds = [0] * len(chain.names), [0] * len(chain.names)
        recognition, correct, misattributed, offsets = WordErrors(), 0, 0, array("d")
        single = dict.fromkeys(chain.parts[:-1], 0)
        for one in some:
            for place, member in enumerate(one.members):
                errors[place] += member.errors
                bounds[place] += member.lower_bound
            recognition, correct = recognition + one.recognition, correct + one.correct
            misattributed += one.misattributed or 0
            offsets.extend(one.offsets)
            single = {part: number + one.single[part] for part, number in single.items()}
        members = tuple(map(Member, chain.names, errors, bounds))
        elsewhere = misattributed if chain.routes_hypothesis else None
        return cls(chain, collar, members, recognition, correct, elsewhere, single, offsets)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {part.errors}" for name, part in self.parts.items())
        return f"<{percent(self.rate)}: {counted(self.errors, 'error')}: {parts}>"

    def __add__(self, other: ErrorBreakdown) -> ErrorBreakdown:
        return ErrorBreakdown.total(self.chain, self.collar, (self, other))

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The errors of each cause, by name.

        A metric has no fewer errors than one that allows more, so each lower bound also holds for stricter metrics.
        """
        errors = [member.errors for member in self.members]
        bounds = [max(member.lower_bound for member in self.members[place:]) for place in range(len(errors))]
        pairs = zip(self.chain.parts, errors, (*errors[1:], 0), bounds, (*bounds[1:], 0), strict=True)
        return {
            name: Part(strict - free, max(0, bound - free), strict - free_bound)
            for name, strict, free, bound, free_bound in pairs
        }

    @cached_property
    def times(self) -> Times | None:
        """Delay of the correct words; None without times."""
        if self.collar is None:
            return None
        if not self.offsets:
            return Times(0, None, None)
        delays, middle = sorted(self.offsets), len(self.offsets) // 2
        beyond = sum(abs(delay) > self.collar for delay in delays)
        return Times(len(delays), (delays[middle] + delays[~middle]) / 2, beyond / len(delays))

    @property
    def errors(self) -> int:
        return self.members[0].errors

    @property
    def length(self) -> int:
        """Number of reference words."""
        return self.recognition.length

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None if the reference has no words."""
        return self.share()

    @property
    def value(self) -> float | None:
        """The rate, under the name that all metrics share."""
        return self.rate

    @property
    def exact(self) -> bool:
        """Whether every metric of the chain is proven optimal."""
        return all(member.exact for member in self.members)

    @property
    def ratios(self) -> dict[str, tuple[int, int]]:
        """Errors in total and of each cause, each with the number of reference words, for confidence intervals."""
        parts = {name: part.errors for name, part in self.parts.items()}
        return {name: (errors, self.length) for name, errors in {"all": self.errors, **parts}.items()}

    def share(self, part: str = "all") -> float | None:
        """Returns the errors, or those of one cause, per reference word; None if there are no words."""
        errors, length = self.ratios[part]
        return errors / length if length else None

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        insertions, deletions, substitutions, _ = self.recognition
        data: dict[str, Any] = {
            "errors": self.errors,
            "length": self.length,
            "rate": self.rate,
            "parts": {name: part.errors for name, part in self.parts.items()},
            "recognition": {"substitutions": substitutions, "deletions": deletions, "insertions": insertions},
            "single": self.single,
            "exact": self.exact,
            "chain": [{**member._asdict(), "exact": member.exact} for member in self.members],
            "correct": self.correct,
        }
        if not self.exact:
            data["bounds"] = {name: [part.low, part.high] for name, part in self.parts.items()}
        if self.misattributed is not None:
            data["misattributed"] = self.misattributed
        if self.times is not None:
            data["times"] = self.times._asdict()
        return data
