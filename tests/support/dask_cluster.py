"""A Dask cluster on this machine: a scheduler and two workers, each a process. One that dies is followed by another.

    PYTHONPATH=tests python -m support.dask_cluster FOLDER

prints the address. Sessions called `poison` end the process of their worker, those called `once` do so a single time;
each such end adds a letter to the file FOLDER/ended.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WORKERS = 2
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,  # a batch that ended two workers is given back
    "distributed.worker.daemon": False,
    "distributed.admin.log-length": 0,
}


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of a cluster, which ends with the block."""
    command = [sys.executable, __file__, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def forked(main: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """The number of a process that runs this."""
    process = os.fork()
    if process == 0:
        try:
            asyncio.run(main())
        finally:
            os._exit(0)
    return process


def deadly(folder: Path) -> None:
    """Let some sessions end the process that scores them."""
    from hubbub.scoring import remote

    score = vars(remote)["score_sessions"]

    def scored(metrics: Any, left: Any, *others: Any, **choices: Any) -> Any:
        ended = folder / "ended"
        for name in left.transcript.session_names():
            before = ended.read_text(encoding="utf-8") if ended.exists() else ""
            if name == "poison" or (name == "once" and "o" not in before):
                with ended.open("a", encoding="utf-8") as file:
                    file.write(name[0])
                os.kill(os.getpid(), signal.SIGKILL)
        return score(metrics, left, *others, **choices)

    vars(remote)["score_sessions"] = scored


def main(folder: Path) -> None:
    import dask
    from distributed import Scheduler, Worker

    dask.config.set(SETTINGS)
    deadly(folder)
    read, write = os.pipe()

    async def schedule() -> None:
        async with Scheduler(host="127.0.0.1", port=0, dashboard_address="127.0.0.1:0") as scheduler:
            os.write(write, scheduler.address.encode())
            await scheduler.finished()

    forked(schedule)
    address = os.read(read, 100).decode()

    async def work() -> None:
        async with Worker(
            address, nthreads=1, memory_limit="1GB", local_directory=str(folder), dashboard=False
        ) as worker:
            await worker.finished()

    for _ in range(WORKERS):
        forked(work)
    print(address, flush=True)
    while True:
        os.wait()
        forked(work)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
