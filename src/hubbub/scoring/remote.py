"""Batches that other processes score, on this machine or on others: whatever runs functions, as executors do.

A batch travels as bytes, and its scores come back as bytes. Where a process dies, the batches under way are done again,
one at a time; one that ends its process again is taken apart, and a session that ends it once more is refused by name.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any, NamedTuple

from hubbub.errors import HubbubError, InputError, OptionError, shown
from hubbub.formats.parts import Part
from hubbub.model.memory import default_memory
from hubbub.model.metrics import Metric
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.prepare.inputs import Given, Matched, match_sessions
from hubbub.prepare.pairing import paired
from hubbub.scoring.batches import Noted, Scored, digests_of, signatures_of, without
from hubbub.scoring.journal import Journal
from hubbub.scoring.score import score_sessions
from hubbub.version import __version__

LETTERS = 1 << 18
"""Of a batch: a few hundred kilobytes, which take a tenth of a second."""
DEATHS = ("KilledWorker",)
"""Errors of other libraries that tell of a process that died, by name."""


class Task(NamedTuple):
    """What a worker is to score."""

    version: str
    metrics: tuple[Metric, ...]
    left: Given
    right: Given
    options: Options


def work(data: bytes) -> bytes:
    """Score a batch: this runs in the other process."""
    version, *rest = pickle.loads(zlib.decompress(data))
    if version != __version__:
        raise HubbubError(f"a worker has hubbub {__version__}, not {version}; install the same version everywhere")
    metrics, left, right, options = rest
    scores = score_sessions(metrics, left, right, options)
    return zlib.compress(pickle.dumps([run.to_dict(alignment=True) for run in scores]), 1)


def _packed(task: Task) -> bytes:
    try:
        return zlib.compress(pickle.dumps(tuple(task)), 1)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(
            f"the options cannot be sent to another process ({error}); name the steps of the normaliser, or give a"
            " function of a module"
        ) from None


class _Batch(NamedTuple):
    left: Given
    right: Given
    """Both sides, without what is known already."""
    matched: Matched
    digests: dict[str, str]
    known: frozenset[str] = frozenset()

    def new(self) -> list[str]:
        return [name for name in self.matched.names if name not in self.known]


class Workers:
    """An executor, which is started anew where its processes died and that can be done."""

    def __init__(self, executor: Any) -> None:
        if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
            executor = executor.get_executor(pure=False)  # a client of Dask
        if not callable(getattr(executor, "submit", None)):
            raise InputError(f"{shown(executor)} is no executor; give one of concurrent.futures, or a client of Dask")
        self._executor = executor
        self._own: ProcessPoolExecutor | None = None
        self.many = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
        """How many batches are under way at once."""

    def submit(self, data: bytes) -> Future[bytes]:
        future: Future[bytes] = (self._own or self._executor).submit(work, data)
        return future

    def renew(self, error: BaseException) -> None:
        """After the death of a process. A pool of processes does nothing more after that."""
        if not isinstance(error, BrokenExecutor):
            return
        if not isinstance(self._executor, ProcessPoolExecutor):
            raise HubbubError(f"the executor broke ({error}); start another, and go on with resume") from None
        if self._own is not None:
            self._own.shutdown(wait=False)
        self._own = ProcessPoolExecutor(self._executor._max_workers, self._executor._mp_context)  # type: ignore[attr-defined]

    def limited(self, options: Options) -> Options:
        """The options for a worker: one thread, and of the memory of this machine its share."""
        if options.jobs is None:
            options = options._replace(jobs=1)
        if options.memory is None and isinstance(self._executor, ProcessPoolExecutor):
            options = options._replace(memory=max(1, default_memory() // self._executor._max_workers))  # type: ignore[attr-defined]
        return options

    def close(self) -> None:
        if self._own is not None:
            self._own.shutdown()


def is_death(error: BaseException) -> bool:
    """Does the error tell that a process died, rather than that it found something wrong?"""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in DEATHS


class _Run:
    """One scoring on the workers."""

    def __init__(self, metrics: tuple[Metric, ...], options: Options, workers: Workers, noted: Noted) -> None:
        self._metrics, self._options, self._workers, self._noted = metrics, options, workers, noted
        self._under_way: deque[tuple[_Batch, Future[bytes] | None]] = deque()
        """In the order of the corpus, so that results are noted in this order; None where all of a batch is known."""
        self.fatal: dict[str, str] = {}
        """Sessions that end their process, with what is said about them."""

    def add(self, left: Given, right: Given) -> None:
        batch = self._batch(left, right)
        try:
            self._under_way.append((batch, self._submit(batch) if batch.new() else None))
        except BrokenExecutor as error:
            self._under_way.append((batch, None))
            self._died(error)
        while len(self._under_way) >= self._workers.many:
            self._take()

    def end(self) -> None:
        while self._under_way:
            self._take()

    def _batch(self, left: Given, right: Given) -> _Batch:
        matched = match_sessions(left, right, self._options)
        digests = digests_of(left, right, matched)
        known = frozenset(name for name, digest in digests.items() if self._noted.knows(name, digest))
        if known:
            left, right = without(known, left, right, matched)
        return _Batch(left, right, matched, digests, known)

    def _submit(self, batch: _Batch) -> Future[bytes]:
        return self._workers.submit(_packed(Task(__version__, self._metrics, batch.left, batch.right, self._options)))

    def _take(self) -> None:
        """Wait for the batch that comes next in the corpus."""
        batch, future = self._under_way.popleft()
        try:
            self._note(batch, b"" if future is None else future.result())
        except Exception as error:
            if not is_death(error):
                raise
            self._under_way.appendleft((batch, None))
            self._died(error)

    def _note(self, batch: _Batch, data: bytes) -> None:
        scores = [Scores.from_dict(run) for run in pickle.loads(zlib.decompress(data))] if data else []
        self._noted.add(Scored(scores, batch.matched, batch.digests, batch.known))

    def _died(self, error: Exception) -> None:
        """Any of the batches under way may be to blame: they are tried again, one at a time."""
        self._workers.renew(error)
        while self._under_way:
            self._alone(self._under_way.popleft()[0])

    def _alone(self, batch: _Batch) -> None:
        try:
            self._note(batch, self._submit(batch).result() if batch.new() else b"")
        except Exception as error:
            if not is_death(error):
                raise
            self._workers.renew(error)
            self._apart(batch)

    def _apart(self, batch: _Batch) -> None:
        """The sessions of a batch that ended its process by itself, one by one."""
        for name in batch.new():
            others = frozenset(other for other in batch.matched.names if other != name)
            left, right = without(others, batch.left, batch.right, batch.matched)
            one = self._batch(left, right)
            try:
                data = self._submit(one).result()
            except Exception as error:
                if not is_death(error):
                    raise
                self._workers.renew(error)
                self.fatal[name] = f"session {name}: its process died twice; score it by itself to see why"
                continue
            self._note(one, data)
        if batch.known:
            self._noted.add(Scored([], batch.matched, {name: batch.digests[name] for name in batch.known}, batch.known))


def score_remotely(
    metrics: tuple[Metric, ...],
    sides: tuple[Iterator[Part], Iterator[Part]],
    options: Options,
    executor: Any,
    journal: Journal,
) -> list[Scores]:
    """Scores whose batches an executor worked on; they are those that this process would have found."""
    workers = Workers(executor)
    noted = Noted(metrics, signatures_of(metrics, options), journal, "hyp")
    run = _Run(metrics, workers.limited(options), workers, noted)
    try:
        for left, right in paired(*sides, options, lambda: LETTERS):
            run.add(left, right)
        run.end()
    finally:
        workers.close()
        journal.flush()
    scores = noted.scores()
    for one in scores:
        one.refused = {**one.refused, **run.fatal}
    return scores
