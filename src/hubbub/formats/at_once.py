"""Several transcripts at once, and the threads that reading may use."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TypeVar

T = TypeVar("T")

LARGE = 1 << 20
"""Bytes of files from which on it pays to start a thread for each of them."""

_threads: ContextVar[int] = ContextVar("threads", default=0)


def threads() -> int:
    """How many threads may read a file; 0 for as many as there are cores."""
    return _threads.get()


@contextmanager
def reading_with(jobs: int | None) -> Iterator[None]:
    """Meanwhile, files are read by so many threads; None for as many as there are cores."""
    token = _threads.set(jobs or 0)
    try:
        yield
    finally:
        _threads.reset(token)


def total_size(paths: Iterable[str | os.PathLike[str]]) -> int:
    """The bytes of all files, those of folders too; 0 where that cannot be told."""
    size = 0
    for path in paths:
        try:
            inside = [entry.path for entry in os.scandir(path)] if os.path.isdir(path) else [path]
            size += sum(os.path.getsize(file) for file in inside if os.path.isfile(file))
        except (OSError, ValueError):  # whoever reads it says what is wrong
            continue
    return size


def at_once(calls: Sequence[Callable[[], T]], jobs: int | None, large: bool) -> list[T]:
    """What these calls return, which read a transcript each: at once, if they are large, else one after the other.

    The error is that of the first call that has one, as if they had been called in turn.
    """
    workers = min(jobs or len(calls), len(calls)) if large else 1
    if workers < 2:
        with reading_with(jobs):
            return [call() for call in calls]
    # Not by concurrent.futures or threading: their imports take as long as a thousand or a hundred sessions.
    from _thread import allocate_lock, start_new_thread

    waiting = deque(enumerate(calls))
    found: dict[int, T] = {}
    errors: dict[int, BaseException] = {}

    def work() -> None:
        while waiting and not errors:
            try:
                place, call = waiting.popleft()
            except IndexError:  # another thread was quicker
                return
            try:
                found[place] = call()
            except BaseException as error:
                errors[place] = error

    def work_and_release() -> None:
        try:
            work()
        finally:
            running.pop().release()

    with reading_with(None if jobs is None else max(1, jobs // workers)):
        others = [allocate_lock() for _ in range(workers - 1)]
        running = list(others)
        for lock in others:
            lock.acquire()
            start_new_thread(copy_context().run, (work_and_release,))
        work()
        for lock in others:
            lock.acquire()  # when its thread has ended
    if errors:
        raise errors[min(errors)]
    return [found[place] for place in range(len(calls))]
