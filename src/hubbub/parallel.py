"""Threads: nothing else starts one. Most of their work is done in the core and in zlib, without Python's lock.

Where the platform has none, all work is done in this thread.
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
"""So many results for each thread may wait for the one before them."""


def allowed(jobs: int | None = None) -> int:
    """How many threads the core may use: as many as the user allows, or 0 for as many as there are cores."""
    return jobs or 0 if THREADS else 1


def count(jobs: int | None = None) -> int:
    """How many threads to use."""
    if wanted := allowed(jobs):
        return wanted
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Task(Generic[Found]):
    """A call in a thread of its own. Not by concurrent.futures, whose import takes longer than most calls."""

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
        """Wait until the call has ended."""
        if self._thread is not None:
            self._thread.join()

    def result(self) -> Found:
        """What the call returns, when it has. An error of it is raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._found[0]


def in_order(work: Callable[[Item], Found], items: Sequence[Item], threads: int) -> Iterator[Found]:
    """What is found for each item, in their order, by so many threads. After an error, nothing more is begun."""
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
    """The items, of which the next is made in a thread of its own while the last is looked at."""
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


class Behind(Generic[Item]):
    """Does something with every item in a thread of its own, while the next item is made."""

    def __init__(self, work: Callable[[Item], None], threads: bool) -> None:
        self._work, self._threads = work, threads
        self._last: Task[None] | None = None

    def take(self, item: Item) -> None:
        """Begin with an item when the last one is done."""
        self.end()
        if self._threads:
            self._last = Task(partial(self._work, item))
        else:
            self._work(item)

    def end(self) -> None:
        """Wait for what is under way. An error of it is raised."""
        if self._last is not None:
            self._last.result()


# How many threads read a file

_threads: ContextVar[int] = ContextVar("threads", default=0)


def threads() -> int:
    """How many threads may read a file; 0 for as many as there are cores."""
    return allowed(_threads.get())


@contextmanager
def reading_with(jobs: int | None) -> Iterator[None]:
    """Meanwhile, files are read by so many threads; None for as many as there are cores."""
    token = _threads.set(jobs or 0)
    try:
        yield
    finally:
        _threads.reset(token)


def at_once(calls: Sequence[Callable[[], Found]], jobs: int | None, large: bool) -> list[Found]:
    """What these calls return, which read a transcript each: at once, if they are large, else one after the other.

    The error is that of the first call that has one, as if they had been called in turn.
    """
    workers = min(jobs or len(calls), len(calls)) if large else 1
    with reading_with(jobs if workers < 2 or jobs is None else max(1, jobs // workers)):
        return list(in_order(lambda call: call(), calls, workers))
