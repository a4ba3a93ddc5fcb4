"""Executors of concurrent.futures, and what behaves like one."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import Any

from hubbub.errors import HubbubError
from hubbub.model.memory import default_memory
from hubbub.model.options import Options

Work = Callable[[bytes], bytes]


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

    def renew(self) -> None:
        """Go on after the death of a process."""
        raise HubbubError("a process of the executor died, which broke it; start another, and go on with resume")

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

    def renew(self) -> None:
        self.close()
        self._executor = ProcessPoolExecutor(self._given._max_workers, self._given._mp_context)  # type: ignore[attr-defined]

    def limited(self, options: Options) -> Options:
        if options.memory is None:  # all of them are on this machine
            options = options._replace(memory=max(1, default_memory() // self._given._max_workers))  # type: ignore[attr-defined]
        return super().limited(options)

    def close(self) -> None:
        if self._executor is not self._given:
            self._executor.shutdown(wait=False)
