"""A lock on the files of a run: two runs that write the same journal would destroy each other's results."""

import os
import stat
from contextlib import suppress
from time import strftime

from hubbub.errors import FormatError
from hubbub.platform import host, lock, unlock
from hubbub.streams import unwritable

SUFFIX = ".lock"
BEGINNING = "hubbub process "
FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def check_own_file(path: str) -> None:
    """Raises FormatError if this path is a link, a folder or a device: only our own files are written or removed."""
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode):
        what = "a link" if stat.S_ISLNK(mode) else "not a file"
        raise FormatError(path, None, f"is {what}", "remove it, or choose another output")


class RunLock:
    """The lock of a file, until it is released or its process ends. The lock file names the process."""

    def __init__(self, path: str) -> None:
        """Raises FormatError if another run has the lock."""
        self._path = path + SUFFIX
        check_own_file(self._path)
        self._file = self._locked(path)
        owner = f"{BEGINNING}{os.getpid()} on {host()} since {strftime('%Y-%m-%d %H:%M:%S')}\n"
        os.lseek(self._file, 0, os.SEEK_SET)
        os.ftruncate(self._file, 0)
        os.write(self._file, owner.encode(errors="replace"))

    def _locked(self, path: str) -> int:
        while True:
            try:
                file = os.open(self._path, FLAGS, 0o666)
            except OSError as error:
                raise unwritable(self._path, error) from None
            try:
                owner = os.read(file, 1000).decode(errors="replace").strip()
                if owner and not owner.startswith(BEGINNING):
                    raise FormatError(self._path, None, "is not a lock", "remove it, or choose another output")
                if not lock(file):
                    what = f"is in use by {owner or 'another process'}"
                    raise FormatError(path, None, what, "wait until that run has ended, or choose another output")
                if self._is(file):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)  # the last owner has removed it in between

    def _is(self, file: int) -> bool:
        try:
            return os.path.samestat(os.stat(self._path), os.fstat(file))
        except OSError:
            return False

    def release(self) -> None:
        """Removes the lock. Where open files cannot be removed, it is removed once it is closed."""
        with suppress(OSError):
            os.remove(self._path)
        unlock(self._file)  # also for processes that inherited the file
        os.close(self._file)
        if os.name == "nt":
            with suppress(OSError):
                os.remove(self._path)
