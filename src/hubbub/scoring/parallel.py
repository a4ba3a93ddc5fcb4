"""Threads for many sessions: the core does its work without the interpreter's lock."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    tasks: Sequence[Callable[[], T]],
    jobs: int | None = None,
    interrupt: Callable[[], None] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[T]:
    """The results of all tasks, in their order, whatever the number of threads.

    The work is done in threads of its own even where one is enough, so that the caller's thread can take Ctrl-C
    at once: it then calls `interrupt`, which ends what is running. Of several errors the first task's is raised.
    Whoever can be interrupted without that says so by giving none: then a single task needs no thread.
    """
    if len(tasks) == 1 and interrupt is None and progress is None:
        return [tasks[0]()]
    results: list[T | None] = [None] * len(tasks)
    errors: dict[int, BaseException] = {}
    numbers = iter(range(len(tasks)))
    lock = threading.Lock()
    events: SimpleQueue[bool] = SimpleQueue()  # True: a task has ended; False: a thread has

    def work() -> None:
        while True:
            with lock:
                number = None if errors else next(numbers, None)
            if number is None:
                break
            try:
                results[number] = tasks[number]()
            except BaseException as error:
                errors[number] = error
            events.put(True)
        events.put(False)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(jobs or cores(), len(tasks)))]
    for thread in threads:
        thread.start()
    running, ended = len(threads), 0
    try:
        while running:
            try:
                task = events.get(timeout=0.2)  # without a timeout, Ctrl-C would not come through on every system
            except Empty:
                if progress is not None:
                    progress(ended, len(tasks))  # time goes on: show it
                continue
            running -= not task
            ended += task
            if progress is not None and task:
                progress(ended, len(tasks))
    except BaseException:
        if interrupt is not None:
            interrupt()
        raise
    if errors:
        raise errors[min(errors)]
    return results  # type: ignore[return-value]
