"""Whatever runs functions in other processes: executors of concurrent.futures, and clients of Dask."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from time import monotonic
from typing import Any

from hubbub.errors import HubbubError, InputError, either, shown
from hubbub.model.memory import SHARE, default_memory
from hubbub.model.options import Options

Work = Callable[[bytes], bytes]


def workers_of(executor: Any) -> Workers:
    """The workers of an executor, or of a client of Dask."""
    if not isinstance(executor, Executor) and hasattr(executor, "get_executor"):
        executor = executor.get_executor(pure=False)
    if hasattr(executor, "_client"):
        return DaskWorkers(executor)
    if not callable(getattr(executor, "submit", None)):
        raise InputError(f"{shown(executor)} is no executor; give one of concurrent.futures, or a client of Dask")
    return PoolWorkers(executor) if isinstance(executor, ProcessPoolExecutor) else Workers(executor)


class Workers:
    """An executor."""

    blames = False
    """When a process dies, is it known which batch it worked on?"""

    def __init__(self, executor: Any) -> None:
        self._executor = executor

    def many(self) -> int:
        """How many batches are to be under way at once, so that nobody waits for work."""
        count = getattr(self._executor, "_max_workers", None) or getattr(self._executor, "num_workers", None)
        return 2 * (count or os.cpu_count() or 1)

    def submit(self, work: Work, data: bytes) -> Future[bytes]:
        future: Future[bytes] = self._executor.submit(work, data)
        return future

    def is_death(self, error: BaseException) -> bool:
        """Does the error tell that a process died, rather than that it found something wrong?"""
        return isinstance(error, BrokenExecutor)

    def renew(self, error: BaseException) -> None:
        """Go on after the death of a process."""
        raise HubbubError(f"the executor broke ({error}); start another, and go on with resume") from None

    def explained(self, error: BaseException) -> BaseException:
        """The error that is shown for one that a worker raised."""
        return error

    def limited(self, options: Options) -> Options:
        """The options for a worker: one thread, unless the user wants more."""
        return options._replace(jobs=1) if options.jobs is None else options

    def state(self) -> str:
        """What keeps the work from going on; empty where nothing does."""
        return ""

    def close(self) -> None:
        """Give back what was started here."""


class PoolWorkers(Workers):
    """A pool of processes, which does nothing more after one of them died: another takes its place."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        super().__init__(executor)
        self._given = executor

    def renew(self, error: BaseException) -> None:
        self.close()
        self._executor = ProcessPoolExecutor(self._given._max_workers, self._given._mp_context)  # type: ignore[attr-defined]

    def limited(self, options: Options) -> Options:
        if options.memory is None:  # all of them are on this machine
            options = options._replace(memory=max(1, default_memory() // self._given._max_workers))  # type: ignore[attr-defined]
        return super().limited(options)

    def close(self) -> None:
        if self._executor is not self._given:
            self._executor.shutdown(wait=False)


class DaskWorkers(Workers):
    """A cluster of Dask. Its scheduler gives the batches of a worker that died to others, some times."""

    blames = True
    LOOK = 1.0
    """Seconds between two looks at how many workers there are: they come and go."""

    def __init__(self, executor: Any) -> None:
        super().__init__(executor)
        self._client = executor._client
        self._threads, self._due = 0, 0.0

    def _look(self) -> int:
        """The threads of all workers."""
        if self._client.status in ("closing", "closed"):
            raise self._lost()
        if monotonic() >= self._due:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, TimeoutError, ValueError):
                raise self._lost() from None
            self._due = monotonic() + self.LOOK
        return self._threads

    def _lost(self) -> HubbubError:
        scheduler = self._client.scheduler
        address = scheduler.address if scheduler is not None else "the scheduler"
        on = either("--resume FILE", "resume")
        return HubbubError(f"{address}: the connection is lost; see whether it still runs, and go on with {on}")

    def many(self) -> int:
        return 2 * max(self._look(), 1)

    def is_death(self, error: BaseException) -> bool:
        return type(error).__name__ == "KilledWorker"

    def renew(self, error: BaseException) -> None:
        """The scheduler has seen to it."""

    def explained(self, error: BaseException) -> BaseException:
        if isinstance(error, CancelledError):
            return self._lost()
        causes = [error, error.__cause__, error.__context__]
        if any(isinstance(one, (ImportError, AttributeError)) and "hubbub" in str(one) for one in causes):
            return HubbubError("a worker has no hubbub, or another version; install the same version everywhere")
        return error

    def state(self) -> str:
        return "" if self._look() else "waiting for workers"


def own_memory() -> int | None:
    """What one batch may use in this process, if it is a worker of Dask, whose memory is limited; else None."""
    import sys

    if "distributed" not in sys.modules:
        return None
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:
        return None
    limit = worker.memory_manager.memory_limit
    return max(1, limit // SHARE // worker.state.nthreads) if limit else None
