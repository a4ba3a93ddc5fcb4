"""Threads; only this module starts any. Most of their work is in the core and in zlib, without Python's lock.

On platforms without threads, all work is done in the calling thread.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from threading import Event, Semaphore, Thread
from typing import Generic, TypeVar

from hubbub.platform import THREADS

Item = TypeVar("Item")
Found = TypeVar("Found")
AHEAD = 4
"""Results per thread that may wait for an earlier one."""


def allowed(jobs: int | None = None) -> int:
    """Returns the number of threads for the core: the user's limit, or 0 for one per CPU core."""
    return jobs or 0 if THREADS else 1


def count(jobs: int | None = None) -> int:
    """Returns the number of threads to use."""
    if wanted := allowed(jobs):
        return wanted
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Task(Generic[Found]):
    """A call in a new thread. Does not use concurrent.futures, whose import takes longer than most calls."""

    def __init__(self, call: Callable[[], Found]) -> None:
        self._call = call
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=copy_context().run, args=(self._run,)) if THREADS else None
        if self._thread is None:
            self._run()
        else:
            self._thread.start()

    def _run(self) -> None:
        try:
            self._found.append(self._call())
        except BaseException as error:
            self._error = error

    def wait(self) -> None:
        """Waits until the call ends."""
        if self._thread is not None:
            self._thread.join()

    def result(self) -> Found:
        """Waits for the call; returns its value or raises its error."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._found[0]


def in_order(work: Callable[[Item], Found], items: Sequence[Item], threads: int) -> Iterator[Found]:
    """Yields the results for all items, in order, computed by several threads. After an error, starts no more calls."""
    if min(allowed(threads), len(items)) < 2:
        yield from map(work, items)
        return
    free, ended = Semaphore(threads), Event()

    def found(item: Item) -> list[Found]:
        with free:
            return [] if ended.is_set() else [work(item)]

    waiting: deque[Task[list[Found]]] = deque()
    try:
        for item in items:
            waiting.append(Task(partial(found, item)))
            if len(waiting) >= AHEAD * threads:
                yield from waiting[0].result()
                waiting.popleft()
        for task in waiting:
            yield from task.result()
    finally:
        ended.set()
        for task in waiting:
            task.wait()


def ahead(items: Iterator[Item], threads: bool) -> Iterator[Item]:
    """Yields the items; a thread makes the next one while the current one is in use."""
    if not threads:
        yield from items
        return
    coming = Task(partial(next, items, None))
    try:
        while (item := coming.result()) is not None:
            coming = Task(partial(next, items, None))
            yield item
    finally:
        coming.wait()


class BackgroundWriter(Generic[Item]):
    """Processes each item in a thread while the next one is made."""

    def __init__(self, work: Callable[[Item], None], threads: bool) -> None:
        self._work, self._threads = work, threads
        self._last: Task[None] | None = None

    def take(self, item: Item) -> None:
        """Starts work on an item after the previous one is done."""
        self.end()
        if self._threads:
            self._last = Task(partial(self._work, item))
        else:
            self._work(item)

    def end(self) -> None:
        """Waits for the current item; raises its error."""
        if self._last is not None:
            self._last.result()


# The number of threads that read a file

_threads: ContextVar[int] = ContextVar("threads", default=0)


def threads() -> int:
    """Returns the number of threads that may read a file; 0 for one per CPU core."""
    return allowed(_threads.get())


@contextmanager
def reading_with(jobs: int | None) -> Iterator[None]:
    """Sets the number of threads that read a file in this context; None for one per CPU core."""
    token = _threads.set(jobs or 0)
    try:
        yield
    finally:
        _threads.reset(token)


def at_once(calls: Sequence[Callable[[], Found]], jobs: int | None, large: bool) -> list[Found]:
    """Runs calls that read a transcript each, and returns their results: in parallel if `large`, else in turn.

    Raises the error of the first failing call in order, as if they ran in turn.
    """
    workers = min(jobs or len(calls), len(calls)) if large else 1
    with reading_with(jobs if workers < 2 or jobs is None else max(1, jobs // workers)):
        return list(in_order(lambda call: call(), calls, workers))
