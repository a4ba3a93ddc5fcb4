"""What is known so far of a corpus that is scored batch by batch: the journal has the results, here are the sums.

Results are columns: so they travel from another process, and so they go into the journal.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from hubbub.errors import FormatError, HubbubError, TooLargeError
from hubbub.model.metrics import Metric
from hubbub.model.result import Result, Scores, doubts_of
from hubbub.model.result_details import Doubts
from hubbub.model.scores import Kept, Summed, added
from hubbub.model.signatures import ended_as
from hubbub.model.word_errors import Summary, Totalled, WordErrors
from hubbub.prepare.inputs import Given
from hubbub.prepare.matching import Matched, digests_of
from hubbub.scoring.journal import Accepted, Journal
from hubbub.scoring.outcome import NUMBERS, OutcomeReader

if TYPE_CHECKING:
    from hubbub.model.scores import Around

UNPROVEN = 6
"""The place among the numbers of a result that says whether it is unproven."""


class Plain(NamedTuple):
    """The results of some sessions under one metric."""

    signatures: list[str]
    """Of each session: it names the limit that ended the search, where one did."""
    refused: dict[str, str]
    sessions: list[str]
    numbers: Sequence[int]
    """NUMBERS of each session."""
    digests: list[str | None]
    """Of the references."""
    left_out: dict[str, dict[str, float]]
    """What was not scored of a session, by reason, where anything was left out."""
    doubts: dict[str, Doubts]
    """Of sessions that have some."""
    texts: list[bytes]
    """Each result as JSON."""


def plain(scores: Scores, alignment: bool) -> Plain:
    """The results of these scores, with their alignments only if these are wanted."""
    import msgspec

    numbers = array("q")
    parts = list(scores.values())
    for part in parts:
        speakers = part.missed_speakers, part.false_alarm_speakers
        numbers.extend((*part.counts, part.cost, part.lower_bound, not part.exact, *speakers))
    # What JSON does not know, in further keys of a user's own segments, is written as text.
    encode = msgspec.json.Encoder(enc_hook=str).encode
    return Plain(
        [part.signature for part in parts],
        dict(scores.refused),
        list(scores),
        numbers,
        [part.reference_digest for part in parts],
        {part.session: part.left_out for part in parts if part.left_out},
        {part.session: doubts for part in parts if any(doubts := doubts_of(part))},
        [encode(_data(part, alignment)) for part in parts],
    )


def _data(result: Result, alignment: bool) -> dict[str, Any]:
    """The result as plain data; where it is not proven, with the stages of the search, which tell what ended it."""
    data = result.to_dict(alignment)
    if not result.exact and result.stages:
        data["stages"] = [list(stage) for stage in result.stages]
    return data


class JournalResults(Mapping[str, Result], Kept, Summed, Totalled):
    """The sessions of one system under one metric.

    Counts are kept as columns. Whatever else there is about a session is read from the journal when it is asked for.
    """

    def __init__(self, journal: Journal, system: str, metric: str, accepted: Accepted) -> None:
        self._journal = journal
        self._system, self._metric, self._accepted = system, metric, accepted
        self._signature = accepted[0]
        self._places: dict[str, int] = {}
        self._numbers = array("q")
        """For each session the counts, cost, bound, whether it is exact, and speakers without a partner."""
        self._digests: dict[str, str | None] = {}
        self._left_out: dict[str, dict[str, float]] = {}
        self._doubts: dict[str, Doubts] = {}
        """Of sessions that have some."""
        self._ended: dict[str, str] = {}
        """The signatures of sessions whose searches a limit ended: they name it."""
        self._sums = [0] * NUMBERS
        self._last: Result | None = None

    def add(self, results: Plain) -> None:
        """Take up sessions that the journal has."""
        self._places.update(zip(results.sessions, range(len(self._places), 1 << 62), strict=False))
        self._numbers.extend(results.numbers)
        self._digests.update(zip(results.sessions, results.digests, strict=True))
        sums = (sum(results.numbers[number::NUMBERS]) for number in range(NUMBERS))
        self._sums = [old + new for old, new in zip(self._sums, sums, strict=True)]
        self._left_out |= results.left_out
        self._doubts |= results.doubts
        for session, signature in zip(results.sessions, results.signatures, strict=True):
            if signature != self._signature:
                self._ended[session] = signature

    def read(self, session: str) -> None:
        """Take up a session that an earlier run noted in the journal."""
        self.add(plain(Scores({session: self._read(session)}, self._metric, self._signature), alignment=False))

    def order(self, sessions: Sequence[str]) -> None:
        """Put these sessions, which were the last that were added, in this order."""
        for session in sessions:
            if session in self._places:
                self._places[session] = self._places.pop(session)

    @property
    def signature(self) -> str:
        """The signature of them all: it names the limits that ended a search."""
        return ended_as(self._signature, self._ended.values())

    @property
    def left_out(self) -> dict[str, float]:
        """What was not scored, by reason, over all sessions."""
        return added(self._left_out[session] for session in self._places if session in self._left_out)

    @property
    def unpaired(self) -> tuple[int, int]:
        """Speakers without a stream and streams without a speaker, over all sessions."""
        *_, missed, alarms = self._sums
        return missed, alarms

    @property
    def total(self) -> Summary:
        """The sum of all sessions."""
        *counts, cost, bound, unproven, _, _ = self._sums
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=not unproven)

    def __getitem__(self, session: str) -> Result:
        place = self._places[session]
        overlap, long = self._doubts.get(session, Doubts())
        *counts, cost, bound, unproven, missed, alarms = self._numbers[place * NUMBERS : (place + 1) * NUMBERS]
        return Result.of(
            {
                "metric": self._metric,
                "session": session,
                "signature": self._ended.get(session, self._signature),
                "counts": WordErrors(*counts),
                "cost": cost,
                "lower_bound": bound,
                "exact": not unproven,
                "missed_speakers": missed,
                "false_alarm_speakers": alarms,
                "reference_digest": self._digests[session],
                "left_out": dict(self._left_out.get(session, {})),
                "self_overlap": dict(overlap),
                "long_segments": dict(long),
                "look": (self._look, session),
            }
        )

    def text(self, session: str, alignment: bool) -> bytes | None:
        """The JSON of a session's result; None where it is kept with another choice of details."""
        if alignment != self._journal.alignment:
            return None
        _, text = self._journal.result(self._system, session, self._accepted)
        if not alignment and self._numbers[self._places[session] * NUMBERS + UNPROVEN]:
            from msgspec import json

            data = json.decode(text)
            data.pop("stages", None)  # which are kept for what ended the search
            text = json.encode(data)
        return text

    def wrong(self) -> int:
        """How many sessions hold an error."""
        kinds = (self._numbers[kind::NUMBERS] for kind in range(3))
        return sum(map(any, zip(*kinds, strict=True)))

    def reference_digests(self) -> Mapping[str, str | None]:
        """The digest of the reference of each session."""
        return self._digests

    def doubts(self) -> Mapping[str, Doubts]:
        """Doubts about word times, of sessions that have some."""
        return {session: self._doubts[session] for session in self._places if session in self._doubts}

    def _look(self, session: str, field: str) -> Any:
        if self._last is None or self._last.session != session:  # mostly several fields of one session are wanted
            self._last = self._read(session)
        return getattr(self._last, field)

    def _read(self, session: str) -> Result:
        from msgspec import json

        signature, text = self._journal.result(self._system, session, self._accepted)
        try:
            return Result.from_dict(json.decode(text), self._metric, session, signature)
        except FormatError:
            raise HubbubError(f"the journal of session {session} cannot be read; score it anew") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class Batch(NamedTuple):
    """A batch: its results under every metric, and the digest of each of its sessions."""

    results: Sequence[Plain]
    matched: Matched
    digests: dict[str, str]
    known: frozenset[str]
    """Sessions that had been scored before, and are not among the results."""


Calls = dict[int, tuple[str, OutcomeReader, Given, Given]]
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
                runs = (reader.alone(number, place) for number in range(len(reader.plan.metrics)))
                found = [plain(run, self._alignment) for run in runs]
                results[name] = digests[name], {one.signatures[0]: one.texts[0] for one in found}
            self.journal.add(system, results)
            self._noted[key] = self._noted.get(key, 0) + len(done)


class Noted:
    """Results that go into the journal."""

    def __init__(
        self, metrics: Sequence[Metric], signatures: Sequence[Accepted], journal: Journal, system: str
    ) -> None:
        """For each metric the signature, and after it another that serves as well."""
        self._journal, self._system = journal, system
        self._metrics, self._accepted = metrics, signatures
        self._results = [
            JournalResults(journal, system, metric.name, accepted)
            for metric, accepted in zip(metrics, signatures, strict=True)
        ]
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
        for results in self._results if batch.known else ():
            for session in batch.known:
                results.read(session)
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
        for place, metric in enumerate(self._metrics):
            results = self._results[place]
            around: Around = {
                "silent": self._silent,
                "unscored": self._unscored,
                "refused": self._refused[place],
            }
            scores.append(Scores(results, metric.name, results.signature, self._system, **around))
        return scores
