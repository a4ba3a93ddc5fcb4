"""Slow and obvious twins of DER and its relatives: exact fractions, elementary intervals, every pairing tried.

Turns are (speaker, start, end) in whole numbers or fractions. Nothing here is shared with the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import log2, sqrt
from typing import NamedTuple

Turn = tuple[str, Fraction, Fraction]
Span = tuple[Fraction, Fraction]
Pairing = dict[str, str | None]


class Cell(NamedTuple):
    """A stretch of time in which nothing changes."""

    length: Fraction
    reference: frozenset[str]
    hypothesis: frozenset[str]
    scored: bool
    """Not only in the region, but in no collar and in no skipped overlap."""


def inside(spans: Sequence[Span], middle: Fraction) -> bool:
    return any(start < middle < end for start, end in spans)


def speaking(turns: Sequence[Turn], middle: Fraction) -> frozenset[str]:
    return frozenset(speaker for speaker, start, end in turns if start < middle < end)


def extent(turns: Sequence[Turn]) -> list[Span]:
    """From the first onset to the last end."""
    return [(min(turn[1] for turn in turns), max(turn[2] for turn in turns))] if turns else []


def cells(
    reference: Sequence[Turn],
    hypothesis: Sequence[Turn],
    regions: Sequence[Span],
    collar: Fraction,
    skip_overlap: bool,
    ignored: Sequence[Span] = (),
    points: bool = True,
) -> list[Cell]:
    """The region, cut wherever anything begins or ends."""
    bounds = [time for _, start, end in reference if points or start < end for time in (start, end)]
    collars = [(time - collar, time + collar) for time in bounds]
    spans = [*regions, *collars, *ignored, *((start, end) for _, start, end in (*reference, *hypothesis))]
    found = []
    for start, end in pairwise(sorted({time for span in spans for time in span})):
        middle = (start + end) / 2
        if inside(regions, middle) and not inside(ignored, middle):
            heard = speaking(reference, middle)
            scored = not inside(collars, middle) and not (skip_overlap and len(heard) > 1)
            found.append(Cell(end - start, heard, speaking(hypothesis, middle), scored))
    return found


def pairings(cells: Sequence[Cell]) -> Iterator[Pairing]:
    """Every way to give speakers one stream each, or none."""
    speakers = sorted(set().union(*(cell.reference for cell in cells)))
    streams = sorted(set().union(*(cell.hypothesis for cell in cells)))
    for chosen in permutations([*streams, *[None] * len(speakers)], len(speakers)):
        yield dict(zip(speakers, chosen, strict=True))


def time(cells: Sequence[Cell], speaker: str | None, stream: str | None) -> Fraction:
    """How long the speaker and the stream are heard together; how long one of them, if the other is None."""
    return sum(
        (
            cell.length
            for cell in cells
            if (speaker is None or speaker in cell.reference) and (stream is None or stream in cell.hypothesis)
        ),
        Fraction(0),
    )


def shared(cells: Sequence[Cell], pairing: Pairing) -> Fraction:
    return sum((time(cells, a, b) for a, b in pairing.items() if b is not None), Fraction(0))


def der(cells: Sequence[Cell], mapped_on: str = "region") -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Scored, missed, false alarm and confusion under each of the best pairings: ties may differ behind a collar."""
    scored = [cell for cell in cells if cell.scored]
    where = cells if mapped_on == "region" else scored
    most = max(shared(where, pairing) for pairing in pairings(cells))
    return [parts(scored, pairing) for pairing in pairings(cells) if shared(where, pairing) == most]


def parts(cells: Sequence[Cell], pairing: Pairing) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    sums = [Fraction(0)] * 4
    for cell in cells:
        speakers, streams = len(cell.reference), len(cell.hypothesis)
        right = sum(pairing[speaker] in cell.hypothesis for speaker in cell.reference)
        weights = (speakers, max(speakers - streams, 0), max(streams - speakers, 0), min(speakers, streams) - right)
        sums = [total + weight * cell.length for total, weight in zip(sums, weights, strict=True)]
    return sums[0], sums[1], sums[2], sums[3]


def jaccard(cells: Sequence[Cell], pairing: Pairing) -> Fraction:
    """The sum of the speakers' errors."""
    total = Fraction(0)
    for speaker, stream in pairing.items():
        if not time(cells, speaker, None):
            continue
        if stream is None:
            total += 1
            continue
        both = time(cells, speaker, stream)
        total += 1 - both / (time(cells, speaker, None) + time(cells, None, stream) - both)
    return total


def jer(cells: Sequence[Cell], mapped_by: str = "jaccard") -> list[Fraction]:
    """The sum of the speakers' errors under each of the best pairings."""
    scored = [cell for cell in cells if cell.scored]
    ways = list(pairings(scored))
    if mapped_by == "jaccard":
        return [min(jaccard(scored, pairing) for pairing in ways)]
    most = max(shared(scored, pairing) for pairing in ways)
    return [jaccard(scored, pairing) for pairing in ways if shared(scored, pairing) == most]


def identification(cells: Sequence[Cell]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """As DER, with the streams that have the speakers' own names."""
    speakers = set().union(*(cell.reference for cell in cells))
    return parts([cell for cell in cells if cell.scored], {speaker: speaker for speaker in speakers})


def detection(cells: Sequence[Cell]) -> tuple[Fraction, Fraction, Fraction]:
    """Seconds in which anybody speaks, in which nobody is heard then, and in which somebody is heard for nothing."""
    scored = [cell for cell in cells if cell.scored]
    return (
        sum((cell.length for cell in scored if cell.reference), Fraction(0)),
        sum((cell.length for cell in scored if cell.reference and not cell.hypothesis), Fraction(0)),
        sum((cell.length for cell in scored if cell.hypothesis and not cell.reference), Fraction(0)),
    )


def clusters(cells: Sequence[Cell]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Detected, pure, spoken and covered time, each stream and each speaker by itself."""
    scored = [cell for cell in cells if cell.scored]
    speakers = set().union(*(cell.reference for cell in scored))
    streams = set().union(*(cell.hypothesis for cell in scored))
    return (
        sum((time(scored, None, stream) for stream in streams), Fraction(0)),
        sum((max((time(scored, a, b) for a in speakers), default=Fraction(0)) for b in streams), Fraction(0)),
        sum((time(scored, speaker, None) for speaker in speakers), Fraction(0)),
        sum((max((time(scored, a, b) for b in streams), default=Fraction(0)) for a in speakers), Fraction(0)),
    )


Frame = tuple[frozenset[str], frozenset[str]]


def frames(cells: Sequence[Cell], step: Fraction) -> list[Frame]:
    """Who speaks on both sides, for every step of the scored time; each cell must be made of whole steps."""
    found: list[Frame] = []
    for cell in cells:
        steps = cell.length / step
        assert steps.denominator == 1, "the times do not lie on the grid"
        found += [(cell.reference, cell.hypothesis)] * (int(steps) if cell.scored else 0)
    return found


def bcubed(frames: Sequence[Frame]) -> tuple[float, float]:
    """B³ precision and recall, frame by frame: how many of those labelled like this one by one side are by both."""

    def mean(known: int, wanted: int) -> float:
        shares = []
        for frame in frames:
            alike = [other for other in frames if other[known] == frame[known]]
            shares.append(sum(other[wanted] == frame[wanted] for other in alike) / len(alike))
        return sum(shares) / len(shares)

    return mean(1, 0), mean(0, 1)


def entropy(labels: Sequence[object]) -> float:
    shares = [count / len(labels) for count in Counter(labels).values()]
    return -sum(share * log2(share) for share in shares)


def conditional_entropy(frames: Sequence[Frame], side: int) -> float:
    """Of one side where the other is known: the mean over frames of the entropy among those alike on the other side."""
    total = 0.0
    for frame in frames:
        alike = [other[side] for other in frames if other[1 - side] == frame[1 - side]]
        total += entropy(alike)
    return total / len(frames)


def tau(frames: Sequence[Frame], side: int) -> float:
    """Goodman and Kruskal: how much less often one side is guessed wrong by chance where the other is known."""

    def wrong(labels: Sequence[object]) -> float:
        return 1 - sum((count / len(labels)) ** 2 for count in Counter(labels).values())

    alone = wrong([frame[side] for frame in frames])
    if not alone:
        return 1.0
    known = 0.0
    for frame in frames:
        known += wrong([other[side] for other in frames if other[1 - side] == frame[1 - side]]) / len(frames)
    return (alone - known) / alone


def mutual_information(frames: Sequence[Frame]) -> tuple[float, float]:
    """In bits, and normalised by the geometric mean of both entropies as dscore does."""
    left, right = (entropy([frame[side] for frame in frames]) for side in (0, 1))
    information = left - conditional_entropy(frames, 0)
    if left == 0 or right == 0:
        return 0.0, float(left == right)
    return information, information / sqrt(left * right)


Spoken = tuple[str, str]
"""A word and its speaker."""
Aligned = tuple[tuple[Spoken, Spoken], ...]
"""The words that an alignment pairs."""


def cheapest(reference: Sequence[Spoken], hypothesis: Sequence[Spoken]) -> tuple[int, set[Aligned]]:
    """The least number of word errors, and what every alignment that has them pairs."""
    if not reference or not hypothesis:
        return len(reference) + len(hypothesis), {()}
    ways: list[tuple[int, set[Aligned]]] = []
    for left, right in ((reference[:-1], hypothesis), (reference, hypothesis[:-1])):
        cost, found = cheapest(left, right)
        ways.append((cost + 1, found))
    cost, found = cheapest(reference[:-1], hypothesis[:-1])
    last = (reference[-1], hypothesis[-1])
    ways.append((cost + (last[0][0] != last[1][0]), {(*pairs, last) for pairs in found}))
    least = min(cost for cost, _ in ways)
    return least, set().union(*(found for cost, found in ways if cost == least))


def wrong_speakers(pairs: Aligned) -> int:
    """How many of the aligned words have the wrong speaker under the best of all pairings."""
    speakers, streams = (sorted({pair[side][1] for pair in pairs}) for side in (0, 1))
    least = len(pairs)
    for chosen in permutations([*streams, *[None] * len(speakers)], len(speakers)):
        stream_of = dict(zip(speakers, chosen, strict=True))
        least = min(least, sum(stream_of[left[1]] != right[1] for left, right in pairs))
    return least
