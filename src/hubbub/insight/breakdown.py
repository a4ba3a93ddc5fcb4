"""The parts of a rate: numbers that are never negative and add up, of one session or of several together."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from hubbub.insight.chains import Chain
from hubbub.model.word_errors import WordErrors


class Part(NamedTuple):
    """How many errors are of one kind. Where a search ended without proof, it lies somewhere between two bounds."""

    errors: int
    """Of the best alignments that were found; those of all parts add up to the errors of the metric."""
    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Member(NamedTuple):
    """One metric of the chain: its errors, and how few they are proven to be at least."""

    metric: str
    errors: int
    lower_bound: int

    @property
    def exact(self) -> bool:
        return self.errors == self.lower_bound


class Times(NamedTuple):
    """When words were heard, as an alignment tells in which times play no part: cpWER, or WER without speakers."""

    words: int
    """Right words whose times are known on both sides."""
    median: float | None
    """Seconds by which they were heard late; negative where they were early."""
    beyond: float | None
    """The share of them that are farther away than the collar."""


class Breakdown:
    """Errors with their parts: of a session, or of several. What is in it adds up."""

    def __init__(
        self,
        chain: Chain,
        collar: float | None,
        members: Sequence[Member],
        words: WordErrors,
        heard_words: int,
        moved_words: int | None,
        single: dict[str, int],
        offsets: array[float],
    ) -> None:
        self.chain = chain
        self.collar = collar
        """Of the metrics of the chain (seconds); None without times."""
        self.members = members
        """The metrics of the chain, the strictest first."""
        self.words = words
        """The counts under the freest metric of the chain: what the words part is made of."""
        self.heard_words = heard_words
        """Right words, wherever they stand."""
        self.moved_words = moved_words
        """Right words that stand on the stream of another speaker than the one who said them; None without speakers."""
        self.single = single
        """How many errors of a part come from incidents that hold just one of it: mostly chance."""
        self.offsets = offsets
        """Seconds by which right words were heard late, under the metric of the clock."""

    @classmethod
    def total(cls, chain: Chain, collar: float | None, some: Iterable[Breakdown]) -> Breakdown:
        """The sum of several; of none, there are no errors."""
        errors, bounds = [0] * len(chain.names), [0] * len(chain.names)
        words, heard, moved, offsets = WordErrors(), 0, 0, array("d")
        single = dict.fromkeys(chain.parts[:-1], 0)
        for one in some:
            for place, member in enumerate(one.members):
                errors[place] += member.errors
                bounds[place] += member.lower_bound
            words, heard, moved = words + one.words, heard + one.heard_words, moved + (one.moved_words or 0)
            offsets.extend(one.offsets)
            single = {part: number + one.single[part] for part, number in single.items()}
        members = tuple(map(Member, chain.names, errors, bounds))
        return cls(chain, collar, members, words, heard, moved if chain.routes_hypothesis else None, single, offsets)

    def __add__(self, other: Breakdown) -> Breakdown:
        return Breakdown.total(self.chain, self.collar, (self, other))

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The errors of each kind, by name.

        What is proven of one metric bounds its neighbours: none has fewer errors than one that allows more.
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
        """When words were heard; None without times."""
        if self.collar is None:
            return None
        if not self.offsets:
            return Times(0, None, None)
        late, middle = sorted(self.offsets), len(self.offsets) // 2
        beyond = sum(abs(offset) > self.collar for offset in late)
        return Times(len(late), (late[middle] + late[~middle]) / 2, beyond / len(late))

    @property
    def errors(self) -> int:
        return self.members[0].errors

    @property
    def length(self) -> int:
        """Words of the reference."""
        return self.words.length

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None where the reference has no word."""
        return self.share()

    @property
    def value(self) -> float | None:
        """The rate, under the name that all metrics share."""
        return self.rate

    @property
    def exact(self) -> bool:
        """Is every metric of the chain proven?"""
        return all(member.exact for member in self.members)

    @property
    def ratios(self) -> dict[str, tuple[int, int]]:
        """The errors, and those of each part, with the words of the reference: what intervals are made of."""
        parts = {name: part.errors for name, part in self.parts.items()}
        return {name: (errors, self.length) for name, errors in {"all": self.errors, **parts}.items()}

    def share(self, part: str = "all") -> float | None:
        """The errors, or those of a part, per reference word."""
        errors, length = self.ratios[part]
        return errors / length if length else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        insertions, deletions, substitutions, _ = self.words
        data: dict[str, Any] = {
            "errors": self.errors,
            "length": self.length,
            "rate": self.rate,
            "parts": {name: part.errors for name, part in self.parts.items()},
            "words": {"substitutions": substitutions, "deletions": deletions, "insertions": insertions},
            "single": self.single,
            "exact": self.exact,
            "chain": [{**member._asdict(), "exact": member.exact} for member in self.members],
            "heard_words": self.heard_words,
        }
        if not self.exact:
            data["bounds"] = {name: [part.low, part.high] for name, part in self.parts.items()}
        if self.moved_words is not None:
            data["moved_words"] = self.moved_words
        if self.times is not None:
            data["times"] = self.times._asdict()
        return data
