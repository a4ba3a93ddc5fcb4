"""What is known so far of a corpus that is scored batch by batch: the journal has the results, here are the sums.

Results are columns: so they travel from another process, and so they go into the journal.
"""

from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import json

from hubbub.errors import FormatError, HubbubError, TooLargeError
from hubbub.model.metrics import Metric
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import Doubts
from hubbub.model.signatures import limited
from hubbub.model.store import Draft, Rows, Source, Store, json_bytes
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched, digests_of
from hubbub.scoring.journal import Accepted, Journal
from hubbub.scoring.outcome import OutcomeReader

Found = TypeVar("Found")


def rows_of(scores: Scores, alignment: bool) -> Rows:
    """The results of these scores, with their alignments only if these are wanted."""
    return scores.store.packed({name: _text(result, alignment) for name, result in scores.items()})


def _text(result: Result, alignment: bool) -> bytes:
    """The result as JSON; where it is not proven, with the stages of the search, which tell what ended it."""
    data = result.to_dict(alignment)
    if not result.exact and result.stages:
        data["stages"] = [list(stage) for stage in result.stages]
    return json_bytes(data)


class JournalSource(Source[Result]):
    """The sessions of one system under one metric. What is no column is read from the journal when it is asked for."""

    kept = False

    def __init__(self, journal: Journal, system: str, metric: str, accepted: Accepted) -> None:
        super().__init__({})
        self.metric, self.signature = metric, accepted[0]
        self._journal, self._system, self._accepted = journal, system, accepted
        self._last: Result | None = None

    def result(self, store: Store[Result], name: str, row: int) -> Result:
        overlap, long = store.doubts.get(name, Doubts())
        return Result.of(
            {
                **store.fields(name, row),
                "reference_digest": store.references[name],
                "self_overlap": dict(overlap),
                "long_segments": dict(long),
                "look": (self._look, name),
            }
        )

    def text(self, store: Store[Result], name: str, alignment: bool) -> bytes | None:
        """The JSON of a session's result; None where it is kept with another choice of details."""
        if alignment != self._journal.alignment:
            return None
        _, text = self._journal.result(self._system, name, self._accepted)
        if not alignment and not store[name].exact:
            data = json.decode(text)
            data.pop("stages", None)  # which are kept for what ended the search
            text = json.encode(data)
        return text

    def _look(self, session: str, field: str) -> Any:
        if self._last is None or self._last.session != session:  # mostly several fields of one session are wanted
            self._last = self.read(session)
        return getattr(self._last, field)

    def read(self, session: str) -> Result:
        """The whole result of a session, as an earlier run may have noted it in the journal."""
        signature, text = self._journal.result(self._system, session, self._accepted)
        try:
            return Result.from_dict(json.decode(text), self.metric, session, signature)
        except FormatError:
            raise HubbubError(f"the journal of session {session} cannot be read; score it anew") from None


class Batch(NamedTuple, Generic[Found]):
    """A batch: what was found under every metric, as Scores or as Rows, and the digest of each of its sessions."""

    results: Sequence[Found]
    matched: Matched
    digests: dict[str, str]
    known: frozenset[str]
    """Sessions that had been scored before, and are not among the results."""


Calls = dict[int, tuple[str, OutcomeReader, Input, Input]]
"""Calls of the core, each with the system, with what is found so far and with both sides."""


class LateJournal:
    """The journal of a run in memory that takes long: it is opened when something is finished."""

    SHARE, SYNCED, SOME = 0.05, 1.0, 16
    """Seconds for which the run waits, and between two waits for the disk; and sessions that are noted at once."""

    def __init__(self, path: str, alignment: bool, calls: Calls) -> None:
        self.journal: Journal | None = None
        self._path, self._alignment, self._calls = path, alignment, calls
        self._noted: dict[int, int] = {}
        """How many sessions of each call are noted."""
        self._synced = -inf

    def note(self) -> None:
        """Note what is finished by now, and no more than takes a moment: the next one goes on."""
        now = monotonic()
        for key in self._calls:
            self._note(key, now + self.SHARE)
        if self.journal is not None and now - self._synced >= self.SYNCED:
            self.journal.flush()
            self._synced = now

    def _note(self, key: int, until: float) -> None:
        system, reader, *sides = self._calls[key]
        while done := reader.outcome.done(self._noted.get(key, 0), self.SOME):
            if monotonic() > until:
                return
            self.journal = self.journal or Journal(self._path, self._alignment)
            names = [reader.matched.names[place] for place in done]
            ours, theirs = ([side[place] for place in done] for side in reader.matched[1:3])
            left, right = (
                side._replace(transcript=side.transcript.select([one for one in some if one is not None]))
                for side, some in zip(sides, (ours, theirs), strict=True)
            )
            digests = digests_of(left, right, reader.matched._replace(names=names, left=ours, right=theirs))
            results: dict[str, tuple[str, dict[str, bytes]]] = {}
            for name, place in zip(names, done, strict=True):
                found = [reader.alone(number, place) for number in range(len(reader.plan.metrics))]
                results[name] = digests[name], {one.signature: _text(one, self._alignment) for one in found}
            self.journal.add(system, results)
            self._noted[key] = self._noted.get(key, 0) + len(done)


class Noted:
    """Results that go into the journal."""

    def __init__(
        self, metrics: Sequence[Metric], signatures: Sequence[Accepted], journal: Journal, system: str
    ) -> None:
        """For each metric the signature, and after it another that serves as well."""
        self._journal, self._system = journal, system
        self._accepted = signatures
        self._sources = [
            JournalSource(journal, system, metric.name, accepted)
            for metric, accepted in zip(metrics, signatures, strict=True)
        ]
        self._drafts = [Draft() for _ in metrics]
        self.sessions = self.known = self.words = 0

    def knows(self, session: str, digest: str) -> bool:
        return self._journal.has(self._system, session, digest, self._accepted)

    def add(self, batch: Batch[Rows]) -> None:
        """Write a batch to the journal, and count it."""
        self.write(batch)
        self._journal.flush()
        self.count(batch)

    def write(self, batch: Batch[Rows]) -> None:
        """Write the results of a batch to the journal, in whatever order batches come."""
        by_session: dict[str, dict[str, bytes]] = {}
        for source, rows in zip(self._sources, batch.results, strict=bool(batch.results)):
            for session, text in rows.texts.items():
                signature = limited(source.signature, rows.limits.get(session, ()))
                by_session.setdefault(session, {})[signature] = text
        self._journal.add(
            self._system, {session: (batch.digests[session], found) for session, found in by_session.items()}
        )

    def count(self, batch: Batch[Rows]) -> None:
        """Take up a batch, which must come in the order of the corpus."""
        for draft, rows in zip(self._drafts, batch.results, strict=bool(batch.results)):
            draft.extend(rows)
        for source, draft in zip(self._sources, self._drafts, strict=True):
            if batch.known:
                known = {session: source.read(session) for session in batch.known}
                draft.extend(Store.of(known, {}).packed({}))
                draft.order(batch.matched.names)
            draft.mark("silent", batch.matched.silent)
            draft.mark("unscored", batch.matched.unscored)
        self.sessions += len(batch.digests)
        self.known += len(batch.known)
        self.words = self._drafts[0].words

    def refuse(self, reasons: dict[str, str]) -> None:
        """Note sessions that cannot be scored under any metric, each with the reason."""
        for draft in self._drafts:
            draft.refuse(reasons)

    def scores(self, uncut: Callable[[Sequence[str]], Sequence[str]]) -> list[Scores]:
        """The scores under every metric. Where nothing could be scored, that is an error."""
        for draft in self._drafts:
            draft.mark("uncut", uncut(draft.scored))
        found = [draft.store(source) for draft, source in zip(self._drafts, self._sources, strict=True)]
        for store in found:
            if store.refused and not any(map(len, found)):
                raise TooLargeError(next(iter(store.refused.values())))
        pairs = zip(self._sources, found, strict=True)
        return [Scores(store, source.metric, source.signature, self._system) for source, store in pairs]
