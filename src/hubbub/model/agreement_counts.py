"""Counts behind purity, coverage, B-cubed and mutual information. Counts can be added; rates cannot."""

from math import fsum, log2, sqrt
from typing import Annotated, Any, NamedTuple

from hubbub.model.diarization_counts import settled
from hubbub.model.tables import percent

Share = Annotated[float, "from 0 to 1"]
Bits = Annotated[float, "of information"]


def harmonic(left: float | None, right: float | None) -> float | None:
    """Returns the harmonic mean of two shares, as in F1; 0 if only one of them is None, and None if both are.

    >>> harmonic(1.0, 0.5)
    0.6666666666666666
    """
    if left is None or right is None:
        return None if left is right else 0.0
    return 2 * left * right / (left + right) if left + right else 0.0


class Clusters(NamedTuple):
    """The seconds behind purity and coverage. Overlapping speech counts once per speaker.

    >>> (Clusters(4, 4, 6, 4) + Clusters(6, 3, 4, 3)).purity
    0.7
    """

    detected: float = 0.0
    """Speech of the streams."""
    pure: float = 0.0
    """Speech that each stream shares with its main speaker."""
    spoken: float = 0.0
    """Speech of the speakers."""
    covered: float = 0.0
    """Speech that each speaker shares with their main stream."""

    @property
    def purity(self) -> float | None:
        """The pure share of detected speech; None without any."""
        return self.pure / self.detected if self.detected else None

    @property
    def coverage(self) -> float | None:
        """The covered share of spoken speech; None without any."""
        return self.covered / self.spoken if self.spoken else None

    @property
    def f(self) -> float | None:
        """The harmonic mean of purity and coverage."""
        return harmonic(self.purity, self.coverage)

    def __add__(self, other: object) -> "Clusters":
        if not isinstance(other, Clusters):
            return NotImplemented
        return Clusters(*(settled(left + right) for left, right in zip(self, other, strict=True)))

    def to_dict(self) -> dict[str, Any]:
        return {"purity": self.purity, "coverage": self.coverage, "f": self.f, **self._asdict()}

    def __str__(self) -> str:
        return (
            f"of {self.detected:.2f} s detected {self.pure:.2f} pure,"
            f" of {self.spoken:.2f} s spoken {self.covered:.2f} covered"
        )


class Labels(NamedTuple):
    """Agreement of two labelings of the same time. A label is a set of active speakers, possibly empty.

    Sessions have different labels, as in dscore, so the sum of several is exact.

    >>> both = Labels.of({(0, 0): 2.0, (1, 1): 1.0, (1, 2): 1.0})
    >>> both.precision, both.recall, both.mi
    (1.0, 0.75, 1.0)
    """

    scored: float = 0.0
    """Seconds, including silence."""
    reference_labels: int = 0
    hypothesis_labels: int = 0
    precision: Share = 0.0
    """B³: the mean over time of the share of the hypothesis label's time that has the same reference label."""
    recall: Share = 0.0
    """B³: the mean over time of the share of the reference label's time that has the same hypothesis label."""
    reference_chance: Share = 0.0
    """The probability that two random moments have the same label in the reference."""
    hypothesis_chance: Share = 0.0
    reference_entropy: Bits = 0.0
    """Entropy of the label of a moment in the reference."""
    hypothesis_entropy: Bits = 0.0
    joint_entropy: Bits = 0.0
    """Joint entropy of both labels of a moment."""

    @classmethod
    def of(cls, times: dict[tuple[int, int], float]) -> "Labels":
        """Returns the counts for the time of every pair of labels, the reference's first."""
        rows: dict[int, float] = {}
        columns: dict[int, float] = {}
        for (row, column), time in times.items():
            rows[row] = rows.get(row, 0) + time
            columns[column] = columns.get(column, 0) + time
        total = settled(fsum(rows.values()))
        if not total:
            return cls()
        return cls(
            scored=total,
            reference_labels=len(rows),
            hypothesis_labels=len(columns),
            # Rounding may increase a sum of shares above 1.
            precision=min(1.0, fsum(time / total * (time / columns[column]) for (_, column), time in times.items())),
            recall=min(1.0, fsum(time / total * (time / rows[row]) for (row, _), time in times.items())),
            reference_chance=fsum((time / total) ** 2 for time in rows.values()),
            hypothesis_chance=fsum((time / total) ** 2 for time in columns.values()),
            reference_entropy=_entropy([time / total for time in rows.values()]),
            hypothesis_entropy=_entropy([time / total for time in columns.values()]),
            joint_entropy=_entropy([time / total for time in times.values()]),
        )

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None if nothing is scored."""
        return harmonic(self.precision, self.recall) if self.scored else None

    @property
    def mi(self) -> float | None:
        """Mutual information of both labels, in bits."""
        return max(self.reference_entropy + self.hypothesis_entropy - self.joint_entropy, 0.0) if self.scored else None

    @property
    def nmi(self) -> float | None:
        """Mutual information divided by the geometric mean of both entropies; 1 if both sides have a single label."""
        if self.mi is None:
            return None
        if 1 in (self.reference_labels, self.hypothesis_labels):
            return float(self.reference_labels == self.hypothesis_labels)
        return min(self.mi / sqrt(self.reference_entropy * self.hypothesis_entropy), 1.0)

    @property
    def ce_ref_hyp(self) -> float | None:
        """Conditional entropy of the reference label given the hypothesis label, in bits."""
        return max(self.joint_entropy - self.hypothesis_entropy, 0.0) if self.scored else None

    @property
    def ce_hyp_ref(self) -> float | None:
        """Conditional entropy of the hypothesis label given the reference label, in bits."""
        return max(self.joint_entropy - self.reference_entropy, 0.0) if self.scored else None

    @property
    def tau_ref_hyp(self) -> float | None:
        """Goodman and Kruskal's tau: how well the reference label predicts the hypothesis label."""
        return self._tau(self.recall, self.hypothesis_chance, self.hypothesis_labels)

    @property
    def tau_hyp_ref(self) -> float | None:
        """Goodman and Kruskal's tau: how well the hypothesis label predicts the reference label."""
        return self._tau(self.precision, self.reference_chance, self.reference_labels)

    def _tau(self, predicted: float, chance: float, labels: int) -> float | None:
        if not self.scored:
            return None
        return 1.0 if labels == 1 else (predicted - chance) / (1 - chance)

    def __add__(self, other: object) -> "Labels":
        if not isinstance(other, Labels):
            return NotImplemented
        if not self.scored or not other.scored:
            return self if self.scored else other
        total = self.scored + other.scored
        left, right = self.scored / total, other.scored / total
        means = (left * self[i] + right * other[i] for i in (3, 4))
        chances = (left**2 * self[i] + right**2 * other[i] for i in (5, 6))
        choice = _entropy([left, right])  # bits of the choice between the two
        entropies = (left * self[i] + right * other[i] + choice for i in (7, 8, 9))
        labels = (self.reference_labels + other.reference_labels, self.hypothesis_labels + other.hypothesis_labels)
        return Labels(settled(total), *labels, *means, *chances, *entropies)

    def to_dict(self) -> dict[str, Any]:
        names = ("f1", "nmi", "mi", "ce_ref_hyp", "ce_hyp_ref", "tau_ref_hyp", "tau_hyp_ref")
        return {**{name: getattr(self, name) for name in names}, **self._asdict()}

    def __str__(self) -> str:
        if not self.scored:
            return "nothing is scored"
        return (
            f"precision {percent(self.precision)}, recall {percent(self.recall)},"
            f" {self.mi:.3f} bits in common, {self.scored:.2f} s"
        )


def _entropy(shares: list[float]) -> float:
    return -fsum(share * log2(share) for share in shares if share > 0)
