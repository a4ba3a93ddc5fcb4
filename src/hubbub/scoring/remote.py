"""Scores batches in other processes, on this machine or others.

A batch is sent as bytes, and its results are returned as columns. If a process dies, the batches that may have caused
it are scored again, one at a time. A batch that kills its process again is split, and a session that kills its process
on its own is refused by name.
"""

from __future__ import annotations

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from time import monotonic
from typing import Any

from hubbub.errors import HubbubError, InputError, OptionError, either, on_command_line, shown, written
from hubbub.formats.chunks import Chunk
from hubbub.model.options import AnyMetric, Options
from hubbub.model.result import Scores
from hubbub.model.settings import Settings
from hubbub.model.store import Rows
from hubbub.model.transcript import Transcript
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched, digests_of, match_sessions
from hubbub.prepare.pairing import paired
from hubbub.scoring.batches import LEAST, Pace, without
from hubbub.scoring.engine import score_sessions, uncut_by, with_rows
from hubbub.scoring.journal import Journal
from hubbub.scoring.journal_writer import Batch, JournalWriter, rows_of
from hubbub.scoring.plan import Plan, plan_of
from hubbub.scoring.workers import DaskWorkers, PoolWorkers, Workers, check_possible
from hubbub.version import __version__

LETTERS = 1 << 18
"""Characters of the largest batch, some hundred kilobytes. The first batches and those of long searches are smaller."""
WINDOW = 8
"""Finished batches that may wait for an earlier one, per running batch."""
PATIENCE = 0.5
"""Seconds between checks of the workers' state while no results come."""


NOTHING = Input(Transcript([]), False)


Task = tuple[Input, Input, tuple[AnyMetric, ...], Options, tuple[str, ...], bool, bool]
"""The work of a worker: both sides, metrics, options, the signatures of these options in this process, whether to
return alignments, and whether messages name options as on the command line."""


def work(data: bytes) -> bytes:
    """Scores a batch; runs in the other process."""
    version, _, packed = data.partition(b"\n")
    if version.decode() != __version__:
        raise HubbubError(
            f"a worker has hubbub {__version__}, not {version.decode()}; install the same version everywhere"
        )
    start = monotonic()
    try:
        task: Task = pickle.loads(zlib.decompress(packed))
    except (ImportError, AttributeError) as error:
        raise OptionError(
            f"a worker cannot import the normalizer ({error}); install its module for the workers"
        ) from None
    left, right, metrics, options, signatures, alignment, typed = task
    with on_command_line() if typed else nullcontext():
        plan = plan_of(metrics, options)
        if plan.signatures != signatures:
            raise HubbubError("a worker reads the options differently; provide the same files and packages there")
        scores = score_sessions(plan, left, right, digests=True)
        results = [tuple(rows_of(run, alignment)) for run in scores]
    return zlib.compress(pickle.dumps((monotonic() - start, results)), 1)


def _packed(task: Task) -> bytes:
    try:
        data = pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(
            f"the options cannot be sent to another process ({error}); use named steps of the normalizer, or a"
            " function of a module"
        ) from None
    return __version__.encode() + b"\n" + zlib.compress(data, 1)


def workers_of(executor: Any) -> Workers:
    """Returns the workers of an executor, or of a Dask client."""
    check_possible()
    if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
        return DaskWorkers(executor)
    if not callable(getattr(executor, "submit", None)):
        raise InputError(f"{shown(executor)} is not an executor; pass a concurrent.futures executor or a Dask client")
    return PoolWorkers(executor) if isinstance(executor, ProcessPoolExecutor) else Workers(executor)


class _Job:
    """A batch that was sent or will be."""

    def __init__(self, left: Input, right: Input, matched: Matched, digests: dict[str, str], known: frozenset[str]):
        self.left, self.right = left, right
        """Both sides, without sessions that an earlier run scored."""
        self.matched, self.digests, self.known = matched, digests, known
        self.letters = left.transcript.columns.all_letters() + right.transcript.columns.all_letters()
        self.future: Future[bytes] | None = None
        self.batches: list[Batch[Rows]] | None = None
        """The results, of the whole batch or session by session; None until they arrive."""

    def new(self) -> list[str]:
        return [name for name in self.matched.names if name not in self.known]


class _Run:
    """One run on the workers."""

    def __init__(
        self,
        task: Callable[[Input, Input], Task],
        settings: Settings,
        workers: Workers,
        writer: JournalWriter,
        journal: Journal,
        pace: Pace,
    ) -> None:
        self._task, self._settings, self._workers = task, settings, workers
        self._writer, self._journal, self._pace = writer, journal, pace
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
        matched = match_sessions(left, right, self._settings)._replace(rows=left.rows)
        digests = digests_of(left, right, matched)
        known = frozenset(name for name, digest in digests.items() if self._writer.knows(name, digest))
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
        """Waits for the next finished batches, and adds their results."""
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
        """Waits for, and returns, the futures that finish first. Reports progress."""
        while futures:
            done, _ = wait(futures, PATIENCE, FIRST_COMPLETED)
            self._pace.waits = "" if done else self._workers.state()
            self._pace.under_way = len(futures)
            self._pace.show(self._pace)
            if done:
                return [future for future in futures if future in done]
        return []

    def _taken(self, future: Future[bytes]) -> bytes | None:
        """Returns the result of a finished batch; None if its process died."""
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
        """Writes the results of a batch to the journal; they are counted in the order of the corpus."""
        results: list[Rows] = []
        if data is not None:
            seconds, columns = pickle.loads(zlib.decompress(data))
            results = [Rows(*fields) for fields in columns]
            self._pace.took(job.letters, seconds)
        batch = Batch(results, job.matched, job.digests, job.known)
        self._writer.write(batch)
        job.batches = [*(job.batches or ()), batch]
        job.future = None
        job.left = job.right = NOTHING  # frees the words while the batch waits for earlier ones
        if monotonic() - self._flushed > 1:
            self._journal.flush()
            self._flushed = monotonic()

    def _count(self) -> None:
        while self._jobs and self._jobs[0].batches is not None:
            for batch in self._jobs.popleft().batches or ():
                self._writer.count(batch)
        self._pace.count(self._writer.sessions, self._writer.known, self._writer.words)

    def _others(self, died: list[_Job]) -> list[_Job]:
        """Waits for all other batches; returns those whose process died too."""
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
        """Scores batches again, one at a time with nothing else running, to find the one that kills its process."""
        for job in jobs:
            if len(job.matched.names) == 1:
                job.batches = []
                if not self._alone(job, job):
                    self._refuse(job.matched.names[0])
            elif self._workers.names_batch or not self._alone(job, job):
                self._apart(job)

    def _refuse(self, name: str) -> None:
        self._writer.refuse({name: f"session {name}: its process dies; score this session alone to see why"})

    def _alone(self, job: _Job, whole: _Job) -> bool:
        """Scores a batch, or a part of `whole`, with nothing else running; returns False if its process died."""
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
        """Scores the sessions of a batch one by one."""
        job.future, job.batches = None, []
        for name in job.new():
            others = frozenset(other for other in job.matched.names if other != name)
            part = self._job(*without(others, job.left, job.right, job.matched))
            part.matched = part.matched._replace(silent=[], unscored=[])  # these are in the last batch below
            if not self._alone(part, job):
                self._refuse(name)
        known = {name: job.digests[name] for name in job.known}
        job.batches.append(Batch([], job.matched, known, job.known))


def score_remotely(
    plan: Plan,
    sides: tuple[Iterator[Chunk], Iterator[Chunk]],
    executor: Any,
    journal: Journal,
    system: str = "hyp",
    pace: Pace | None = None,
) -> list[Scores]:
    """Scores on an executor; the results equal those of this process."""
    workers, settings = workers_of(executor), plan.settings
    if settings.corrections is not None:
        raise OptionError(f"{written('corrections')} cannot be used on a cluster or in other processes; drop it")
    writer = JournalWriter(plan.metrics, plan.accepted, journal, system)
    options, typed = workers.limited(plan.portable), bool(either("typed", ""))
    pace = pace or Pace()
    pace.most, pace.letters = LETTERS, min(LEAST, LETTERS)  # until the time per character is known

    def task(left: Input, right: Input) -> Task:
        return left, right, plan.asked, options, plan.signatures, journal.alignment, typed

    run = _Run(task, settings, workers, writer, journal, pace)
    try:
        for left, right in paired(*sides, settings, lambda: pace.letters):
            run.add(*with_rows(plan, left, right))
        run.end()
    finally:
        run.cancel()
        workers.close()
        journal.flush()
    return writer.scores(uncut_by(settings))
