"""Standard output, with errors if it is closed or the disk is full, and small files, which are read at once."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TextIO

from hubbub.errors import FormatError, nearest

NAME = "standard output"


def unwritable(path: str, error: OSError | ValueError) -> FormatError:
    """Returns the error for a file that could not be written, with the reason."""
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FormatError(path, None, f"cannot be written ({reason})", "check its folder and the free space")


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Provides standard output. Raises FormatError if it is closed or cannot be written."""
    if sys.stdout is None:
        raise FormatError(NAME, None, "is closed", "open it, or write files with -o and --quiet")
    try:
        yield sys.stdout
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EINVAL and _is_pipe(sys.stdout):  # how Windows reports a closed pipe
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise unwritable(NAME, error) from None


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def no_such_file(path: str, remedy: str = "") -> FormatError:
    """Returns the error for a missing file, with this fix or the most similar name in its folder."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            names = [entry.name for entry in islice(entries, 10_000)]  # comparing more takes seconds
    except (OSError, ValueError):
        names = []
    return FormatError(path, None, "no such file", remedy or nearest(name, names, 0.8, "check the path"))


def read_whole(path: str, remedy: str = "") -> bytes:
    """Returns the bytes of a file. Raises FormatError with this fix if it does not exist."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise no_such_file(path, remedy) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(path, None, f"cannot be read ({reason.lower()})", "check the path") from None


def digest(content: str | bytes, letters: int = 8) -> str:
    """Returns the first characters of a hash, which represent the content in a signature."""
    from hashlib import sha256  # imported late: the import takes a tenth of the time of a small command without hashes

    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    return sha256(data).hexdigest()[:letters]
