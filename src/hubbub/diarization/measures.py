"""What every kind of metric counts in a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hubbub.diarization.session import Rules, Session, SessionNames, Side, assign
from hubbub.model.agreement_counts import Clusters, Labels
from hubbub.model.diarization_counts import NANOSECONDS, JaccardErrors, Match, SpeechErrors, settled
from hubbub.model.diarization_result import Counts

Linked = Iterable[tuple[int, int]]
"""Numbers of speakers and of their streams."""


class Diarized(NamedTuple):
    """The scores of a session."""

    counts: Counts
    matches: tuple[Match, ...]
    region: str
    """Where the scored region came from: "uem", "reference" or "both"."""
    left_out: dict[str, float]


def der(session: Session) -> tuple[SpeechErrors, Linked]:
    """The parts of the error rate, and the pairing of speakers with streams."""
    if session.rules.metric.voices == "named":
        pairs = {i: session.streams.index(name) for i, name in enumerate(session.speakers) if name in session.streams}
    else:
        pairs = assign((session.in_region if session.rules.profile.mapped_on == "region" else session.scored).both)
    stream_of = [pairs.get(speaker, -1) for speaker in range(len(session.speakers))]
    return SpeechErrors(*map(settled, session.stretches.sums(stream_of))), pairs.items()


FINE = 10**15
"""The factor that turns Jaccard indices into whole numbers, for the assignment."""


def jer(session: Session) -> tuple[JaccardErrors, Linked]:
    """The Jaccard errors, and the pairing of speakers with streams."""
    spoken, detected, both = session.scored
    indices = [
        [FINE * time // max(spoken[i] + detected[j] - time, 1) for j, time in enumerate(row)]
        for i, row in enumerate(both)
    ]
    pairs = assign(indices if session.rules.profile.jaccard_mapping == "jaccard" else both)
    speaking = [i for i, time in enumerate(spoken) if time]
    errors = 0.0
    for i in speaking:
        j = pairs.get(i)
        errors += 1.0 if j is None else 1 - both[i][j] / (spoken[i] + detected[j] - both[i][j])
    return JaccardErrors(errors, len(speaking), sum(i not in pairs for i in speaking)), pairs.items()


def clusters(session: Session) -> tuple[Clusters, Linked]:
    """The seconds behind purity and coverage, and who goes with whom.

    For purity that is each stream with its main speaker, for coverage each speaker with its main stream; for both, the
    pairing that shares most time.
    """
    spoken, detected, both = session.scored
    speaker_of = {j: max(range(len(spoken)), key=lambda i: both[i][j]) for j in range(len(detected)) if spoken}
    stream_of = {i: max(range(len(detected)), key=row.__getitem__) for i, row in enumerate(both) if row}
    purest = [(i, j) for j, i in speaker_of.items() if both[i][j]]
    widest = [(i, j) for i, j in stream_of.items() if both[i][j]]
    pure, covered = (sum(both[i][j] for i, j in pairs) for pairs in (purest, widest))
    counts = Clusters(*(time / NANOSECONDS for time in (sum(detected), pure, sum(spoken), covered)))
    return counts, {"purity": purest, "coverage": widest}.get(session.rules.metric.value) or assign(both).items()


def labels(session: Session) -> tuple[Labels, Linked]:
    """What the labels of both sides have in common, and the pairing that shares most time."""
    times = {(left, right): time / NANOSECONDS for left, right, time in session.stretches.together()}
    return Labels.of(times), assign(session.scored.both).items()


COUNTERS: dict[str, Callable[[Session], tuple[Counts, Linked]]] = {
    "speech": der,
    "jaccard": jer,
    "clusters": clusters,
    "labels": labels,
}
"""For each kind of counts, who counts."""


def diarize(names: SessionNames, reference: Side, hypothesis: Side, rules: Rules) -> Diarized:
    """One session under one metric."""
    session = Session(names, reference, hypothesis, rules)
    counts, pairs = COUNTERS[rules.metric.counts](session)
    return Diarized(counts, session.matches(pairs), session.region, session.left_out)
