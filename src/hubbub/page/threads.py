"""Work that is spread over threads: most of it is done in the core and in zlib, which leave the lock to others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from hubbub import _core

Item = TypeVar("Item")
Found = TypeVar("Found")
AHEAD = 4
"""So many results for each thread may wait for the one before them."""


def in_order(work: Callable[[Item], Found], items: Sequence[Item], jobs: int | None) -> Iterator[Found]:
    """What is found for each item, in their order; by so many threads, else as many as there are processors."""
    threads = min(jobs or _core.processors(), len(items))
    if threads <= 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    waiting: deque[Future[Found]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= AHEAD * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
