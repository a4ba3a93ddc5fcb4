"""Executors of concurrent.futures, and what behaves like one."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from time import monotonic
from typing import Any

from hubbub.errors import FormatError, HubbubError, OptionError, either
from hubbub.model.options import Options
from hubbub.platform import PROCESSES, THREADS
from hubbub.streams import read_whole

Work = Callable[[bytes], bytes]


class Workers:
    """An executor."""

    blames = False
    """When a process dies, is it known which batch it worked on?"""

    def __init__(self, executor: Any) -> None:
        self._executor = executor

    def many(self) -> int:
        """How many batches are to be under way at once, so that nobody waits for work."""
        return 2 * (getattr(self._executor, "num_workers", None) or os.cpu_count() or 1)  # as mpi4py has it

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
        return options if options.get("jobs") is not None else {**options, "jobs": 1}

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
        self._executor = ProcessPoolExecutor(mp_context=get_context("spawn"))

    def close(self) -> None:
        if self._executor is not self._given:
            self._executor.shutdown(wait=False)


def check_possible() -> None:
    """Raise an error where nothing can score elsewhere: executors start processes, and threads that wait for them."""
    lacks = [name for name, has in (("threads", THREADS), ("processes", PROCESSES)) if not has]
    if lacks:
        option = either("--dask", "executor")
        raise OptionError(f"{option} needs {' and '.join(lacks)}, which this platform lacks; score without it")


PORT = 8786
"""Where schedulers listen by default."""
SECONDS = 10
"""To wait for a scheduler that does not answer."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler at an address, or at that in the file of `dask scheduler --scheduler-file`."""
    check_possible()
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise OptionError("--dask needs a package; install it by: pip install 'hubbub[dask]'") from None
    if address.endswith(".json"):
        address = _noted(address)
    _check(address)
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError):
        raise no_scheduler(address) from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def _noted(path: str) -> str:
    """The address that a scheduler wrote to a file."""
    try:
        return str(json.loads(read_whole(path, "wait until the scheduler has written it"))["address"])
    except (ValueError, KeyError, TypeError):
        how = "give what `dask scheduler --scheduler-file` wrote"
        raise FormatError(path, None, "holds no address of a scheduler", how) from None


def _check(address: str) -> None:
    """Raise an error where nobody listens, or somebody else. The client itself would try for a long time."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise OptionError(f"--dask {address!r} is no address; write it as in tcp://host:{PORT}")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), SECONDS) as listener:
            if not address.startswith("tls:") and not listener.recv(1):  # who has certificates waits for ours
                raise no_scheduler(address)
    except TimeoutError:
        raise no_scheduler(address) from None
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        how = f"start one by `dask scheduler --port {port}`, or check the address"
        raise HubbubError(f"{address}: no scheduler answers ({reason.lower()}); {how}") from None


def no_scheduler(address: str) -> HubbubError:
    """The error where somebody else listens."""
    what = f"what listens at {address} is no scheduler of Dask"
    return HubbubError(f"{what}; take the address that `dask scheduler` prints, its port is often {PORT}")


def shipped(module: str, name: str, data: bytes) -> bytes:
    """Do some work in a worker. This travels as code: a worker that could not import a function of ours would end."""
    from importlib import import_module

    found: bytes = getattr(import_module(module), name)(data)
    return found


shipped.__module__ = "__main__"  # whose functions are sent as code


class DaskWorkers(Workers):
    """A cluster of Dask. Its scheduler gives the batches of a worker that died to others, some times."""

    blames = True
    LOOK = 1.0
    """Seconds between two looks at how many workers there are: they come and go."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self._client = client
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

    def submit(self, work: Work, data: bytes) -> Future[bytes]:
        theirs = self._client.submit(shipped, work.__module__, work.__name__, data, pure=False)
        ours: Future[bytes] = Future()
        ours.add_done_callback(lambda _: theirs.cancel() if ours.cancelled() else None)
        theirs.add_done_callback(partial(_handed_on, ours))
        return ours

    def many(self) -> int:
        return 2 * max(self._look(), 1)

    def is_death(self, error: BaseException) -> bool:
        return type(error).__name__ == "KilledWorker"

    def renew(self) -> None:
        """The scheduler has seen to it."""

    def explained(self, error: BaseException) -> BaseException:
        if isinstance(error, CancelledError):
            return self._lost()
        if isinstance(error, (ImportError, AttributeError)) and "hubbub" in str(error):
            return HubbubError("a worker has no hubbub, or another version; install the same version everywhere")
        return error

    def state(self) -> str:
        return "" if self._look() else "waiting for workers"


def _handed_on(ours: Future[bytes], theirs: Any) -> None:
    """Give a future the outcome of one of Dask. Its own executor takes a result for an error, where a worker dies just
    when it has one.
    """
    if not ours.set_running_or_notify_cancel():
        return
    try:
        ours.set_result(theirs.result())
    except BaseException as error:
        ours.set_exception(error)
