"""Standard output, which may be closed or lead to a full disk, and small files: they are read as a whole."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from hubbub.errors import FormatError

NAME = "standard output"


def unwritable(path: str, error: OSError | ValueError) -> FormatError:
    """The error that says why a file could not be written."""
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FormatError(path, None, f"cannot be written ({reason})", "choose another place")


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Standard output, to be written to. That it is closed or cannot be written is an error of ours."""
    if sys.stdout is None:
        raise FormatError(NAME, None, "is closed", "open it, or write files with -o and --quiet")
    try:
        yield sys.stdout
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EINVAL and _is_pipe(sys.stdout):  # so Windows says that nobody reads any more
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise unwritable(NAME, error) from None


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def read_whole(path: str, remedy: str = "check the path") -> bytes:
    """The bytes of a file. Where there is none, the remedy is said."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise FormatError(path, None, "no such file", remedy) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(path, None, f"cannot be read ({reason.lower()})", "check the path") from None


def digest(content: str | bytes, letters: int = 8) -> str:
    """The first letters of a hash, which stand for the content in a signature."""
    from hashlib import sha256  # imported late: its import takes a tenth of a small command, which needs no hash

    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    return sha256(data).hexdigest()[:letters]
