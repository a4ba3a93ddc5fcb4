"""Writes the results of batches to the journal and keeps their columns and sums, until the Scores are complete.

Results are columns, both from other processes and in the journal.
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
    """Returns the results of these scores, with their alignments if wanted."""
    return scores.store.packed({name: _text(result, alignment) for name, result in scores.items()})


def _text(result: Result, alignment: bool) -> bytes:
    """Returns the result as JSON; if it is not proven optimal, with the stages, which have the limit of the search."""
    data = result.to_dict(alignment)
    if not result.exact and result.stages:
        data["stages"] = [list(stage) for stage in result.stages]
    return json_bytes(data)


class JournalSource(Source[Result]):
    """The sessions of one system under one metric. Details that are not columns are read from the journal when used."""

    is_cached = False

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
        """Returns the JSON of a session's result; None if the journal has it with other details."""
        if alignment != self._journal.alignment:
            return None
        _, text = self._journal.result(self._system, name, self._accepted)
        if not alignment and not store[name].exact:
            data = json.decode(text)
            data.pop("stages", None)  # only the journal needs them, for the limit of the search
            text = json.encode(data)
        return text

    def _look(self, session: str, field: str) -> Any:
        if self._last is None or self._last.session != session:  # mostly several fields of one session are read
            self._last = self.read(session)
        return getattr(self._last, field)

    def read(self, session: str) -> Result:
        """Reads the whole result of a session, which may be from an earlier run."""
        signature, text = self._journal.result(self._system, session, self._accepted)
        try:
            return Result.from_dict(json.decode(text), self.metric, session, signature)
        except FormatError:
            raise HubbubError(f"the journal of session {session} cannot be read; score the session again") from None


class Batch(NamedTuple, Generic[Found]):
    """A batch: its results under every metric, as Scores or Rows, and the digest of each session."""

    results: Sequence[Found]
    matched: Matched
    digests: dict[str, str]
    known: frozenset[str]
    """Sessions that an earlier run scored; they are not in the results."""


Calls = dict[int, tuple[str, OutcomeReader, Input, Input]]
"""Calls of the core, each with the system, the results so far and both sides."""


class LateJournal:
    """The journal of a long run in memory, opened once a session is finished."""

    SHARE, SYNCED, SOME = 0.05, 1.0, 16
    """Seconds per call, during which the run waits; seconds between two flushes; and sessions per write."""

    def __init__(self, path: str, alignment: bool, calls: Calls) -> None:
        self.journal: Journal | None = None
        self._path, self._alignment, self._calls = path, alignment, calls
        self._written: dict[int, int] = {}
        """The number of written sessions of each call."""
        self._synced = -inf

    def note(self) -> None:
        """Writes finished sessions for at most SHARE seconds; the next call writes the others."""
        now = monotonic()
        for key in self._calls:
            self._note(key, now + self.SHARE)
        if self.journal is not None and now - self._synced >= self.SYNCED:
            self.journal.flush()
            self._synced = now

    def _note(self, key: int, until: float) -> None:
        system, reader, *sides = self._calls[key]
        while done := reader.outcome.done(self._written.get(key, 0), self.SOME):
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
            self._written[key] = self._written.get(key, 0) + len(done)


class JournalWriter:
    """Writes the results of one system to the journal, and collects their columns."""

    def __init__(
        self, metrics: Sequence[Metric], signatures: Sequence[Accepted], journal: Journal, system: str
    ) -> None:
        """`signatures` are for each metric those whose saved results can be reused."""
        self._journal, self._system = journal, system
        self._accepted = signatures
        self._sources = [
            JournalSource(journal, system, metric.name, accepted)
            for metric, accepted in zip(metrics, signatures, strict=True)
        ]
        self._drafts = [Draft() for _ in metrics]
        self._rows: dict[str, str] = {}
        self.sessions = self.known = self.words = 0

    def knows(self, session: str, digest: str) -> bool:
        return self._journal.has(self._system, session, digest, self._accepted)

    def add(self, batch: Batch[Rows]) -> None:
        """Writes a batch to the journal, and counts it."""
        self.write(batch)
        self._journal.flush()
        self.count(batch)

    def write(self, batch: Batch[Rows]) -> None:
        """Writes the results of a batch to the journal; batches may come in any order."""
        by_session: dict[str, dict[str, bytes]] = {}
        for source, rows in zip(self._sources, batch.results, strict=bool(batch.results)):
            for session, text in rows.texts.items():
                signature = limited(source.signature, rows.limits.get(session, ()))
                by_session.setdefault(session, {})[signature] = text
        self._journal.add(
            self._system, {session: (batch.digests[session], found) for session, found in by_session.items()}
        )

    def count(self, batch: Batch[Rows]) -> None:
        """Adds the columns of a batch; batches must come in the order of the corpus."""
        for draft, rows in zip(self._drafts, batch.results, strict=bool(batch.results)):
            draft.extend(rows)
        for source, draft in zip(self._sources, self._drafts, strict=True):
            if batch.known:
                known = {session: source.read(session) for session in batch.known}
                draft.extend(Store.of(known, {}).packed({}))
                draft.order(batch.matched.names)
            draft.mark("silent", batch.matched.silent)
            draft.mark("unscored", batch.matched.unscored)
        self._rows |= batch.matched.rows
        self.sessions += len(batch.digests)
        self.known += len(batch.known)
        self.words = self._drafts[0].words

    def refuse(self, reasons: dict[str, str]) -> None:
        """Adds sessions that cannot be scored under any metric, with the reasons."""
        for draft in self._drafts:
            draft.refuse(reasons)

    def scores(self, uncut: Callable[[Sequence[str]], Sequence[str]]) -> list[Scores]:
        """Returns the scores under every metric. Raises TooLargeError if nothing could be scored."""
        for draft in self._drafts:
            sessions = {name: self._rows.get(name, name) for name in draft.scored}
            found = set(uncut(list(dict.fromkeys(sessions.values()))))
            draft.mark("uncut", [name for name, session in sessions.items() if session in found])
        stores = [draft.store(source) for draft, source in zip(self._drafts, self._sources, strict=True)]
        for store in stores:
            if store.refused and not any(map(len, stores)):
                raise TooLargeError(next(iter(store.refused.values())))
        pairs = zip(self._sources, stores, strict=True)
        return [Scores(store, source.metric, source.signature, self._system) for source, store in pairs]
