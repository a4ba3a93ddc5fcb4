"""The features of the platform: threads, processes, signals and hard links (a browser has none), and free memory.

Only this module detects them. `HUBBUB_WITHOUT=threads,links` switches some off, for tests.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from functools import cache

VARIABLE = "HUBBUB_WITHOUT"
FEATURES = ("threads", "processes", "signals", "links")


def lacking(platform: str, without: str = "") -> set[str]:
    """Returns the features that the platform lacks, or that are switched off.

    >>> sorted(lacking("linux", "threads, links"))
    ['links', 'threads']
    """
    named = {name.strip() for name in without.split(",")} - {""}
    if unknown := named - {*FEATURES}:
        raise ValueError(f"{VARIABLE}: unknown {', '.join(sorted(unknown))}; choose from {', '.join(FEATURES)}")
    return {*FEATURES} if platform in ("emscripten", "wasi") else named


_LACKING = lacking(sys.platform, os.environ.get(VARIABLE, ""))
THREADS = "threads" not in _LACKING
PROCESSES = "processes" not in _LACKING
SIGNALS = "signals" not in _LACKING


def link(source: str, target: str) -> None:
    """Creates a hard link. Raises OSError if there are none, as some file systems do."""
    if "links" in _LACKING:
        raise OSError("no hard links")
    os.link(source, target)


def host() -> str:
    """Returns the name of this machine."""
    from socket import gethostname  # imported late: only runs that can be resumed need it

    return gethostname()


FAR = 1 << 30
"""The place of the locked byte on Windows, where a locked byte cannot be read."""


def lock(file: int) -> bool:
    """Locks an open file until its process ends; returns False if another process, or this one, has locked it.

    A file system without locks is no reason to fail.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def unlock(file: int) -> None:
    """Unlocks a file that was locked."""
    with suppress(OSError, ImportError):
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_UN)


# Available memory: free on this machine, or in the container

UNKNOWN = 8 << 30
"""The bytes assumed to be free if the system does not report them."""


@cache
def free_memory() -> int:
    """Returns the bytes that were free at the first call. They limit concurrent searches; no result depends on them."""
    free = _windows() if sys.platform == "win32" else _posix()
    return UNKNOWN if free is None else free


def searches_at_once(memory: int) -> int:
    """Returns how many searches of this size fit into half of the free memory; at least one."""
    return max(1, free_memory() // 2 // memory)


def _posix() -> int | None:
    free = _linux()
    limit = _control_group()
    if free is None:
        try:
            free = (
                os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
            )  # half of all memory, since other programs use some
        except (AttributeError, OSError, ValueError):
            return limit
    return free if limit is None else min(free, limit)


def _linux() -> int | None:
    for line in _text("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _control_group(root: str = "/sys/fs/cgroup", own: str = "/proc/self/cgroup") -> int | None:
    """Returns the bytes left by the limits of our control group and its parents; None without limits."""
    path = next((line[3:].strip() for line in _text(own).splitlines() if line.startswith("0::")), "/")
    rooms = []
    while True:
        folder = os.path.normpath(f"{root}/{path}")
        limit, used = _text(f"{folder}/memory.max").strip(), _text(f"{folder}/memory.current").strip()
        if limit.isdecimal() and used.isdecimal():
            rooms.append(max(0, int(limit) - int(used) + _of_files(f"{folder}/memory.stat", "inactive_file")))
        if path in ("/", ""):
            return min(rooms, default=None)
        path = os.path.dirname(path)


def _of_files(path: str, key: str) -> int:
    """Returns the size in bytes of the file cache, which the system frees when memory is short."""
    found = (line.split() for line in _text(path).splitlines())
    return next((int(value) for name, value in found if name == key), 0)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _windows() -> int | None:
    if sys.platform != "win32":
        return None
    import ctypes

    # The length of the structure and the load, 4 bytes each, then the whole memory, what is free of it, and more.
    status = (ctypes.c_ulonglong * 8)(64)
    return int(status[2]) if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else None
