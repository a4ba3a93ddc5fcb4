"""Batches that other processes score, on this machine or on others.

A batch travels as bytes, and its results come back as columns. Where a process dies, the batches that may be to blame
are done again, one at a time; one that ends its process again is taken apart, and a session that ends it once more is
refused by name.
"""

from __future__ import annotations

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from time import monotonic
from typing import Any, NamedTuple

from hubbub.errors import HubbubError, InputError, OptionError, either, on_command_line, shown, written
from hubbub.formats.chunks import Chunk
from hubbub.model.metrics import Metric
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.model.store import Rows
from hubbub.model.transcript import Transcript
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched, digests_of, match_sessions
from hubbub.prepare.pairing import paired
from hubbub.scoring.batches import LEAST, Pace, accepted_signatures, for_batches, signatures_of, without
from hubbub.scoring.engine import score_sessions, uncut_by
from hubbub.scoring.journal import Journal
from hubbub.scoring.noted import Batch, Noted, rows_of
from hubbub.scoring.workers import DaskWorkers, PoolWorkers, Workers, check_possible
from hubbub.version import __version__

LETTERS = 1 << 18
"""Of the largest batch: a few hundred kilobytes. The first are smaller, and so are all where searches take long."""
WINDOW = 8
"""How many batches may wait for an earlier one, for each that is under way."""
PATIENCE = 0.5
"""Seconds between two looks at the workers, while nothing comes from them."""


NOTHING = Input(Transcript([]), False)


class Task(NamedTuple):
    """What a worker is to score."""

    left: Input
    right: Input
    metrics: tuple[Metric, ...]
    options: Options
    signatures: list[str]
    alignment: bool
    typed: bool
    """Do messages name options as the command line has them?"""


def work(data: bytes) -> bytes:
    """Score a batch: this runs in the other process."""
    version, _, packed = data.partition(b"\n")
    if version.decode() != __version__:
        raise HubbubError(
            f"a worker has hubbub {__version__}, not {version.decode()}; install the same version everywhere"
        )
    start = monotonic()
    try:
        task = Task(*pickle.loads(zlib.decompress(packed)))
    except (ImportError, AttributeError) as error:
        raise OptionError(
            f"a worker cannot import the normaliser ({error}); put its module where workers find it"
        ) from None
    options = task.options
    with on_command_line() if task.typed else nullcontext():
        if signatures_of(task.metrics, options) != task.signatures:
            raise HubbubError("a worker reads the options otherwise; give it the same files and packages")
        scores = score_sessions(task.metrics, task.left, task.right, options, digests=True)
        results = [tuple(rows_of(run, task.alignment)) for run in scores]
    return zlib.compress(pickle.dumps((monotonic() - start, results)), 1)


def _packed(task: Task) -> bytes:
    try:
        data = pickle.dumps(tuple(task))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(
            f"the options cannot be sent to another process ({error}); name the steps of the normaliser, or give a"
            " function of a module"
        ) from None
    return __version__.encode() + b"\n" + zlib.compress(data, 1)


def workers_of(executor: Any) -> Workers:
    """The workers of an executor, or of a client of Dask."""
    check_possible()
    if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
        return DaskWorkers(executor)
    if not callable(getattr(executor, "submit", None)):
        raise InputError(f"{shown(executor)} is no executor; give one of concurrent.futures, or a client of Dask")
    return PoolWorkers(executor) if isinstance(executor, ProcessPoolExecutor) else Workers(executor)


class _Job:
    """A batch on its way."""

    def __init__(self, left: Input, right: Input, matched: Matched, digests: dict[str, str], known: frozenset[str]):
        self.left, self.right = left, right
        """Both sides, without what is known already."""
        self.matched, self.digests, self.known = matched, digests, known
        self.letters = left.transcript.columns.all_letters() + right.transcript.columns.all_letters()
        self.future: Future[bytes] | None = None
        self.batches: list[Batch[Rows]] | None = None
        """What came back, in one piece or session by session; None as long as nothing did."""

    def new(self) -> list[str]:
        return [name for name in self.matched.names if name not in self.known]


class _Run:
    """One scoring on the workers."""

    def __init__(
        self,
        task: Callable[[Input, Input], Task],
        options: Options,
        workers: Workers,
        noted: Noted,
        journal: Journal,
        pace: Pace,
    ) -> None:
        self._task, self._options, self._workers = task, options, workers
        self._noted, self._journal, self._pace = noted, journal, pace
        self._jobs: deque[_Job] = deque()
        """In the order of the corpus."""
        self._flushed = monotonic()

    def add(self, left: Input, right: Input) -> None:
        job = self._job(left, right)
        self._jobs.append(job)
        if not job.new():
            self._came(job, None)
        else:
            self._submit(job)
        many = self._workers.many()
        while len(self._jobs) >= WINDOW * many or sum(job.future is not None for job in self._jobs) >= many:
            self._wait()

    def end(self) -> None:
        while self._jobs:
            self._wait()

    def cancel(self) -> None:
        for job in self._jobs:
            if job.future is not None:
                job.future.cancel()

    def _job(self, left: Input, right: Input) -> _Job:
        matched = match_sessions(left, right, self._options)
        digests = digests_of(left, right, matched)
        known = frozenset(name for name, digest in digests.items() if self._noted.knows(name, digest))
        if known:
            left, right = without(known, left, right, matched)
        return _Job(left, right, matched, digests, known)

    def _submit(self, job: _Job) -> None:
        data = _packed(self._task(job.left, job.right))
        try:
            job.future = self._workers.submit(work, data)
        except Exception as error:
            if not self._workers.is_death(error):
                raise
            job.future = Future()
            job.future.set_exception(error)

    def _wait(self) -> None:
        """Wait for whatever comes next, and take up what has come."""
        under_way = {job.future: job for job in self._jobs if job.future is not None}
        died = []
        for future in self._finished(list(under_way)):
            data = self._taken(future)
            if data is None:
                died.append(under_way[future])
            else:
                self._came(under_way[future], data)
        if died:
            self._died([*died, *self._others(died)])
        self._count()

    def _finished(self, futures: list[Future[bytes]]) -> list[Future[bytes]]:
        """Some futures of these, when they are finished. Meanwhile the user is told how it goes."""
        while futures:
            done, _ = wait(futures, PATIENCE, FIRST_COMPLETED)
            self._pace.waits = "" if done else self._workers.state()
            self._pace.under_way = len(futures)
            self._pace.show(self._pace)
            if done:
                return [future for future in futures if future in done]
        return []

    def _taken(self, future: Future[bytes]) -> bytes | None:
        """What came back; None where a process died."""
        try:
            return future.result()
        except BaseException as error:
            if self._workers.is_death(error):
                self._workers.renew()
                return None
            explained = self._workers.explained(error)
            if explained is error:
                raise
            raise explained from None

    def _came(self, job: _Job, data: bytes | None) -> None:
        """Note what came of a batch. It is in the journal at once, and counted in its turn."""
        results: list[Rows] = []
        if data is not None:
            seconds, found = pickle.loads(zlib.decompress(data))
            results = [Rows(*one) for one in found]
            self._pace.took(job.letters, seconds)
        batch = Batch(results, job.matched, job.digests, job.known)
        self._noted.write(batch)
        job.batches = [*(job.batches or ()), batch]
        job.future = None
        job.left = job.right = NOTHING  # a batch that waits for its turn need not keep its words
        if monotonic() - self._flushed > 1:
            self._journal.flush()
            self._flushed = monotonic()

    def _count(self) -> None:
        while self._jobs and self._jobs[0].batches is not None:
            for batch in self._jobs.popleft().batches or ():
                self._noted.count(batch)
        self._pace.count(self._noted.sessions, self._noted.known, self._noted.words)

    def _others(self, died: list[_Job]) -> list[_Job]:
        """Let whatever else is under way come to its end; those batches whose process died too."""
        others = []
        for job in [job for job in self._jobs if job.future is not None and job not in died]:
            assert job.future is not None
            self._finished([job.future])
            data = self._taken(job.future)
            if data is None:
                others.append(job)
            else:
                self._came(job, data)
        return others

    def _died(self, jobs: list[_Job]) -> None:
        """Any of these may be to blame: they are tried again, one at a time; nothing else is under way then."""
        for job in jobs:
            if len(job.matched.names) == 1:
                job.batches = []
                if not self._alone(job, job):
                    self._refuse(job.matched.names[0])
            elif self._workers.blames or not self._alone(job, job):
                self._apart(job)

    def _refuse(self, name: str) -> None:
        self._noted.refuse({name: f"session {name}: whatever process scores it dies; score it alone to see why"})

    def _alone(self, job: _Job, whole: _Job) -> bool:
        """Score a batch with nothing else under way, as a part of another; False if its process died."""
        self._submit(job)
        assert job.future is not None
        self._finished([job.future])
        data = self._taken(job.future)
        if data is not None:
            self._came(job, data)
            if job is not whole:
                whole.batches = [*(whole.batches or ()), *(job.batches or ())]
        return data is not None

    def _apart(self, job: _Job) -> None:
        """The sessions of a batch, one by one."""
        job.future, job.batches = None, []
        for name in job.new():
            others = frozenset(other for other in job.matched.names if other != name)
            one = self._job(*without(others, job.left, job.right, job.matched))
            one.matched = one.matched._replace(silent=[], unscored=[])  # which the batch tells
            if not self._alone(one, job):
                self._refuse(name)
        known = {name: job.digests[name] for name in job.known}
        job.batches.append(Batch([], job.matched, known, job.known))


def score_remotely(
    metrics: tuple[Metric, ...],
    sides: tuple[Iterator[Chunk], Iterator[Chunk]],
    options: Options,
    executor: Any,
    journal: Journal,
    system: str = "hyp",
    pace: Pace | None = None,
) -> list[Scores]:
    """Scores whose batches an executor worked on; they are those that this process would have found."""
    workers = workers_of(executor)
    if options.corrections is not None:
        raise OptionError(f"{written('corrections')} needs the sessions here; score without other processes")
    options = for_batches(options)
    accepted = accepted_signatures(metrics, options)
    signatures = [first for first, *_ in accepted]
    noted = Noted(metrics, accepted, journal, system)
    limited, typed = workers.limited(options), bool(either("typed", ""))
    pace = pace or Pace()
    pace.most, pace.letters = LETTERS, min(LEAST, LETTERS)  # nobody knows yet how long they take

    def task(left: Input, right: Input) -> Task:
        return Task(left, right, metrics, limited, signatures, journal.alignment, typed)

    run = _Run(task, options, workers, noted, journal, pace)
    try:
        for left, right in paired(*sides, options, lambda: pace.letters):
            run.add(left, right)
        run.end()
    finally:
        run.cancel()
        workers.close()
        journal.flush()
    return noted.scores(uncut_by(options))
