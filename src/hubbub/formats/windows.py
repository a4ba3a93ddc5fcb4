"""A file of lines, some lines at a time: whoever reads a file reads a window of it in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STEP = 1 << 16
"""How many bytes are looked through at a time for the end of a line."""
_LINE_ENDS = rb"\r\n|\r|\n"


class Window(RawIOBase):
    """Some bytes of a file, as a file."""

    def __init__(self, file: BinaryIO, first: int, last: int) -> None:
        self._file, self._first, self._last = file, first, last
        self._place = first

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place - self._first

    def seek(self, offset: int, whence: int = SEEK_SET, /) -> int:
        self._place = offset + {SEEK_SET: self._first, SEEK_CUR: self._place, SEEK_END: self._last}[whence]
        return self.tell()

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)[: max(0, self._last - self._place)]
        self._file.seek(self._place)
        count: int = self._file.readinto(view)  # type: ignore[attr-defined]  # whatever `opened` gives has it
        self._place += count
        return count


def bounds(file: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Where windows of about so many bytes begin and end, so that all lines in them are whole."""
    end = file.seek(0, SEEK_END)
    first = 0
    while first < end:
        last = _cut(file, first, min(first + size, end), end)
        yield first, last
        first = last


def _cut(file: BinaryIO, first: int, last: int, end: int) -> int:
    """The end of the last line before a place in the file; where there is none, the first behind it."""
    low = last
    while last < end and low > first:
        high, low = low, max(first, low - STEP)
        found = _line_end(file, low, high, last)
        if found:
            return found
    while last < end:
        low, last = last, min(last + STEP, end)
        found = _line_end(file, low, last, last)
        if found:
            return found
    return end


def _line_end(file: BinaryIO, low: int, high: int, last: int) -> int:
    """The last end of a line between two places; 0 if there is none. A return at the last may be half of one."""
    file.seek(low)
    data = file.read(high - low)
    found = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - (high == last)))
    return low + found + 1 if found >= 0 else 0


def line_ends(data: bytes) -> int:
    """How many lines end in these bytes."""
    return data.count(b"\n") if b"\r" not in data else len(re.findall(_LINE_ENDS, data))


class LineNumbers:
    """How many lines stand before a place in a file, which is looked up only if somebody asks."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._windows: list[tuple[int, int]] = []
        self._lines = 0
        self.repeated = 0
        """Lines of the first window that are put before all others."""

    def passed(self, first: int, last: int) -> None:
        """A window was read, and others come behind it."""
        self._windows.append((first, last))

    def before(self) -> int:
        """The lines of all windows that were passed, less those that are repeated."""
        for first, last in self._windows:
            self._file.seek(first)
            self._lines += line_ends(self._file.read(last - first))
        self._windows.clear()
        return self._lines - self.repeated
