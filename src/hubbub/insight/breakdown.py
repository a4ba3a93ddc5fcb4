"""The parts of a rate: numbers that are never negative and add up, of one session or of all."""

from __future__ import annotations

from abc import ABC, abstractmethod
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


def parts_of(chain: Chain, members: Sequence[Member]) -> dict[str, Part]:
    """The differences between the metrics of a chain; the last part is what is left.

    What is proven of one metric bounds its neighbours: none has fewer errors than one that allows more.

    >>> from hubbub.insight.chains import CHAINS
    >>> members = Member("tcorcwer", 9, 9), Member("tcorcwer_by_word", 7, 5)
    >>> parts_of(CHAINS["tcorcwer"], members)
    {'split': Part(errors=2, low=2, high=4), 'words': Part(errors=7, low=5, high=7)}
    """
    bounds = [member.lower_bound for member in members]
    for place in reversed(range(len(bounds) - 1)):
        bounds[place] = max(bounds[place], bounds[place + 1])
    parts = {}
    for name, member, bound, freer, freer_bound in zip(
        chain.parts, members, bounds, (*members[1:], None), (*bounds[1:], 0), strict=True
    ):
        less = 0 if freer is None else freer.errors
        parts[name] = Part(member.errors - less, max(0, bound - less), member.errors - freer_bound)
    return parts


def times_of(offsets: Sequence[float], collar: float) -> Times:
    """The times of right words, from how late each was heard."""
    if not offsets:
        return Times(0, None, None)
    late, middle = sorted(offsets), len(offsets) // 2
    beyond = sum(abs(offset) > collar for offset in offsets)
    return Times(len(late), (late[middle] + late[~middle]) / 2, beyond / len(late))


class Blamed(ABC):
    """Errors with their parts: of one session, or of all."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    @property
    @abstractmethod
    def members(self) -> tuple[Member, ...]:
        """The metrics of the chain, the strictest first."""

    @property
    @abstractmethod
    def words(self) -> WordErrors:
        """The counts under the freest metric of the chain: what the words part is made of."""

    @property
    @abstractmethod
    def moved_words(self) -> int | None:
        """Right words that stand on the stream of another speaker than the one who said them; None without speakers."""

    @property
    @abstractmethod
    def heard_words(self) -> int:
        """Right words, wherever they stand."""

    @property
    @abstractmethod
    def single(self) -> dict[str, int]:
        """How many errors of a part come from incidents that hold just one of it: mostly chance."""

    @property
    @abstractmethod
    def times(self) -> Times | None:
        """When words were heard; None without times."""

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The errors of each kind, by name."""
        return parts_of(self.chain, self.members)

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
        return self.errors / self.length if self.length else None

    @property
    def value(self) -> float | None:
        """The rate, under the name that all metrics share."""
        return self.rate

    @property
    def exact(self) -> bool:
        """Is every metric of the chain proven?"""
        return all(member.exact for member in self.members)

    def share(self, part: str) -> float | None:
        """The errors of a part per reference word."""
        return self.parts[part].errors / self.length if self.length else None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as in the JSON."""
        words = self.words
        data: dict[str, Any] = {
            "errors": self.errors,
            "length": self.length,
            "rate": self.rate,
            "parts": {name: part.errors for name, part in self.parts.items()},
            "words": {
                "substitutions": words.substitutions,
                "deletions": words.deletions,
                "insertions": words.insertions,
            },
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


class Total(Blamed):
    """All sessions added up."""

    def __init__(
        self, chain: Chain, sessions: Iterable[Blamed], offsets: Sequence[array[float]], collar: float | None
    ) -> None:
        super().__init__(chain)
        self._sessions = list(sessions)
        self._offsets = offsets
        self._collar = collar

    @cached_property
    def members(self) -> tuple[Member, ...]:
        found = []
        for place, name in enumerate(self.chain.names):
            own = [session.members[place] for session in self._sessions]
            found.append(Member(name, sum(one.errors for one in own), sum(one.lower_bound for one in own)))
        return tuple(found)

    @cached_property
    def words(self) -> WordErrors:
        counts = [session.words for session in self._sessions]
        return WordErrors(*map(sum, zip(*counts, strict=True))) if counts else WordErrors()

    @cached_property
    def moved_words(self) -> int | None:
        moved = [session.moved_words for session in self._sessions]
        return sum(words or 0 for words in moved) if self.chain.routes_hypothesis else None

    @cached_property
    def heard_words(self) -> int:
        return sum(session.heard_words for session in self._sessions)

    @cached_property
    def single(self) -> dict[str, int]:
        return {part: sum(session.single[part] for session in self._sessions) for part in self.chain.parts[:-1]}

    @cached_property
    def times(self) -> Times | None:
        if self._collar is None:
            return None
        together = array("d")
        for some in self._offsets:
            together.extend(some)
        return times_of(together, self._collar)
