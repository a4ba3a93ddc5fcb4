"""Executors of concurrent.futures, and Dask clusters."""

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

    names_batch = False
    """Whether it is known which batch a dead process worked on."""

    def __init__(self, executor: Any) -> None:
        self._executor = executor

    def many(self) -> int:
        """Returns the number of batches to submit at a time, so no worker waits for work."""
        return 2 * (getattr(self._executor, "num_workers", None) or os.cpu_count() or 1)  # num_workers of mpi4py

    def submit(self, work: Work, data: bytes) -> Future[bytes]:
        future: Future[bytes] = self._executor.submit(work, data)
        return future

    def is_death(self, error: BaseException) -> bool:
        """Returns whether the error means that a process died, not that it raised an error."""
        return isinstance(error, BrokenExecutor)

    def renew(self) -> None:
        """Continues after a process died."""
        raise HubbubError("a process of the executor died and broke it; start a new one, and continue with resume")

    def explained(self, error: BaseException) -> BaseException:
        """Returns the error to show for one that a worker raised."""
        return error

    def limited(self, options: Options) -> Options:
        """Returns the options for a worker: one thread, unless the user sets `jobs`."""
        return options if options.get("jobs") is not None else {**options, "jobs": 1}

    def state(self) -> str:
        """Returns what the run is waiting for; empty if it is running."""
        return ""

    def close(self) -> None:
        """Releases resources that were started here."""


class PoolWorkers(Workers):
    """A process pool. It breaks when one of its processes dies, so another pool replaces it."""

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
    """Raises OptionError on platforms without threads or processes, which executors need."""
    missing = [name for name, has in (("threads", THREADS), ("processes", PROCESSES)) if not has]
    if missing:
        option = either("--dask", "executor")
        raise OptionError(f"{option} needs {' and '.join(missing)}, which this platform lacks; score without it")


PORT = 8786
"""The default port of schedulers."""
SECONDS = 10
"""Timeout for a scheduler that does not answer."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Provides a client of the scheduler at an address, or at that in a file of `dask scheduler --scheduler-file`."""
    check_possible()
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise OptionError("--dask needs a package; install it with: pip install 'hubbub[dask]'") from None
    if address.endswith(".json"):
        address = _read_address(address)
    _check(address)
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError):
        raise no_scheduler(address) from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def _read_address(path: str) -> str:
    """Returns the address that a scheduler wrote to a file."""
    try:
        return str(json.loads(read_whole(path, "wait until the scheduler has written it"))["address"])
    except (ValueError, KeyError, TypeError):
        how = "use a file written by `dask scheduler --scheduler-file`"
        raise FormatError(path, None, "has no address of a scheduler", how) from None


def _check(address: str) -> None:
    """Raises an error if no scheduler listens at the address. The client itself would retry for a long time."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise OptionError(f"--dask {address!r} is not an address; write e.g. tcp://host:{PORT}")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), SECONDS) as listener:
            if not address.startswith("tls:") and not listener.recv(1):  # with TLS the server waits for the client
                raise no_scheduler(address)
    except TimeoutError:
        raise no_scheduler(address) from None
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        how = f"start one with `dask scheduler --port {port}`, or check the address"
        raise HubbubError(f"{address}: no scheduler answers ({reason.lower()}); {how}") from None


def no_scheduler(address: str) -> HubbubError:
    """Returns the error for a server that is not a scheduler."""
    return HubbubError(
        f"{address} is not a Dask scheduler; use the address that `dask scheduler` prints, often with port {PORT}"
    )


def shipped(module: str, name: str, data: bytes) -> bytes:
    """Calls a function in a worker. Sent as code, since a worker without our module would die importing it."""
    from importlib import import_module

    found: bytes = getattr(import_module(module), name)(data)
    return found


shipped.__module__ = "__main__"  # functions of __main__ are sent as code


class DaskWorkers(Workers):
    """A Dask cluster. Its scheduler sends the batches of a dead worker to others, a few times."""

    names_batch = True
    LOOK = 1.0
    """Seconds between checks of the number of workers, which may change."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self._client = client
        self._threads, self._due = 0, 0.0

    def _look(self) -> int:
        """Returns the number of threads of all workers."""
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
        return HubbubError(f"{address}: connection lost; check that it is running, and continue with {on}")

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
        """Does nothing, since the scheduler continues."""

    def explained(self, error: BaseException) -> BaseException:
        if isinstance(error, CancelledError):
            return self._lost()
        if isinstance(error, (ImportError, AttributeError)) and "hubbub" in str(error):
            return HubbubError("a worker has no hubbub, or another version; install the same version everywhere")
        return error

    def state(self) -> str:
        return "" if self._look() else "waiting for workers"


def _handed_on(ours: Future[bytes], theirs: Any) -> None:
    """Sets a future to the outcome of one of Dask, whose own executor can report an error instead of a result."""
    if not ours.set_running_or_notify_cancel():
        return
    try:
        ours.set_result(theirs.result())
    except BaseException as error:
        ours.set_exception(error)
