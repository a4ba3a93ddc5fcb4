"""What is known so far of a corpus that is scored batch by batch: the journal has the results, here are the sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hubbub.errors import TooLargeError
from hubbub.model.metrics import Metric
from hubbub.model.result import Scores
from hubbub.prepare.inputs import Matched
from hubbub.scoring.journal import Accepted, Journal, JournalResults
from hubbub.scoring.plain import Plain


class Batch(NamedTuple):
    """A batch: its results under every metric, and the digest of each of its sessions."""

    results: Sequence[Plain]
    matched: Matched
    digests: dict[str, str]
    known: frozenset[str]
    """Sessions that had been scored before, and are not among the results."""


class Noted:
    """Results that go into the journal."""

    def __init__(
        self, metrics: Sequence[Metric], signatures: Sequence[Accepted], journal: Journal, system: str
    ) -> None:
        """For each metric the signature, and after it another that serves as well."""
        self._journal, self._system = journal, system
        self._metrics, self._accepted = metrics, signatures
        self._signatures = [first for first, *_ in signatures]
        self._results = [
            JournalResults(journal, system, metric.name, accepted)
            for metric, accepted in zip(metrics, signatures, strict=True)
        ]
        self._told = list(self._signatures)
        """The signatures, which also say where the effort ended a search."""
        self._refused: list[dict[str, str]] = [{} for _ in metrics]
        self._silent: list[str] = []
        self._unscored: list[str] = []
        self.sessions = self.known = self.words = 0

    def knows(self, session: str, digest: str) -> bool:
        return self._journal.has(self._system, session, digest, self._accepted)

    def add(self, batch: Batch) -> None:
        """Write a batch to the journal, and count it."""
        self.write(batch)
        self._journal.flush()
        self.count(batch)

    def write(self, batch: Batch) -> None:
        """Write the results of a batch to the journal, in whatever order batches come."""
        by_session: dict[str, dict[str, bytes]] = {}
        for results in batch.results:
            for session, signature, text in zip(results.sessions, results.signatures, results.texts, strict=True):
                by_session.setdefault(session, {})[signature] = text
        self._journal.add(
            self._system, {session: (batch.digests[session], found) for session, found in by_session.items()}
        )

    def count(self, batch: Batch) -> None:
        """Take up a batch, which must come in the order of the corpus."""
        for place, found in enumerate(batch.results):
            self._results[place].add(found)
            self._refused[place].update(found.refused)
            if found.signature != self._signatures[place]:
                self._told[place] = found.signature
        for place, results in enumerate(self._results if batch.known else ()):
            for session in batch.known:
                signature = results.read(session)
                if signature != self._signatures[place]:
                    self._told[place] = signature
            results.order(batch.matched.names)
        self._silent += batch.matched.silent
        self._unscored += batch.matched.unscored
        self.sessions += len(batch.digests)
        self.known += len(batch.known)
        self.words = self._results[0].total.counts.length

    def refuse(self, reasons: dict[str, str]) -> None:
        """Note sessions that cannot be scored under any metric, each with the reason."""
        for refused in self._refused:
            refused.update(reasons)

    def scores(self) -> list[Scores]:
        """The scores under every metric. Where nothing could be scored, that is an error."""
        for refused in self._refused:
            if refused and not any(map(len, self._results)):
                raise TooLargeError(next(iter(refused.values())))
        scores = []
        for place, (metric, signature) in enumerate(zip(self._metrics, self._told, strict=True)):
            results = self._results[place]
            scores.append(Scores(results, metric.name, signature, self._system, self._silent, self._unscored))
            scores[-1].refused = self._refused[place]
        return scores
