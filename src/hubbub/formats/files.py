"""Reads files, standard input and pipes. Every error names the file."""

from __future__ import annotations

import glob
import gzip
import os
import sys
import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import BinaryIO

from hubbub.errors import FormatError, InputError, shown

STANDARD = "-"
"""Standard input, or standard output."""

GZIP, BOM, UTF16 = b"\x1f\x8b", b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
UTF32 = b"\xff\xfe\0\0", b"\0\0\xfe\xff"
BINARY = b"PAR1", b"ooBinaryFile"
"""How files begin that are no text: Parquet, and a TextGrid whose reader says what to do."""

Path = str | os.PathLike[str]


MOST = 1 << 31
"""How many bytes may be in memory at once: those of a pipe or of gzip, and of formats that are not read in pieces."""
PACKED = 200
"""Gzip makes text 3 to 10 times smaller. What grows by more than this, beyond what does no harm, is no transcript."""
HARMLESS = 1 << 26


def name_of(path: Path) -> str:
    """The name of a file as a string."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        remedy = "give files one by one, as in *paths" if isinstance(path, list | tuple) else "give a string or a Path"
        raise InputError(f"{shown(path)} names no file; {remedy}")
    return name


def expand(paths: Iterable[Path]) -> list[str]:
    """All file names, with globs expanded. A file that is given twice is an error."""
    return check_once(file for path in paths for file in _glob(name_of(path)))


def check_once(names: Iterable[str]) -> list[str]:
    """These files, after a check that none is there twice, be it under two names, or in a folder and by itself."""
    files: dict[str, str] = {}
    for file in names:
        place = file if file == STANDARD else real(file)
        if place in files:
            again = "" if files[place] == file else f", as {files[place]}"
            raise FormatError(file, None, f"given twice{again}", "give every file once")
        files[place] = file
    return list(files.values())


def readable(name: str) -> str:
    """The name of a file as text: bytes that are none are written out.

    >>> readable("caf\\udce9")
    'caf\\\\udce9'
    """
    return name.encode(errors="backslashreplace").decode()


def real(path: str) -> str:
    """The whole path of a file, links followed."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def relative(path: str, folder: str) -> str:
    """A path as seen from a folder; as it is where there is no such way, as to another drive of Windows."""
    try:
        return os.path.relpath(path, folder) if folder else path
    except ValueError:
        return path


def folder_around(paths: Iterable[str]) -> str:
    """The innermost folder that holds all files; empty where they are on several drives of Windows."""
    try:
        return os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    except ValueError:
        return ""


def _glob(path: str) -> list[str]:
    if not any(sign in path for sign in "*?[") or os.path.lexists(path) or "\0" in path:
        return [path]
    names = sorted(glob.glob(path, recursive=True))
    if not names:
        raise FormatError(path, None, "no file matches", "check the pattern and the directory")
    return names


LARGE = 1 << 20
"""Bytes of files from which on it pays to start a thread for each of them."""


def total_size(paths: Iterable[str | os.PathLike[str]]) -> int:
    """The bytes of all files, those of folders too; 0 where that cannot be told."""
    size = 0
    for path in paths:
        try:
            inside = [entry.path for entry in os.scandir(path)] if os.path.isdir(path) else [path]
            size += sum(os.path.getsize(file) for file in inside if os.path.isfile(file))
        except (OSError, ValueError):  # whoever reads it says what is wrong
            continue
    return size


def stem(path: str) -> str:
    """The name of a file without directory and suffix.

    >>> stem("out/standup.txt.gz")
    'standup'
    """
    return os.path.splitext(os.path.basename(path).removesuffix(".gz"))[0]


def ctm_stem(path: str) -> str:
    """The name of the stream in a CTM without speakers: that of its file.

    >>> ctm_stem("out/channel1.ctm.gz")
    'channel1'
    """
    return readable(os.path.basename(path)).removesuffix(".gz").removesuffix(".ctm")


def opened(path: str) -> BinaryIO:
    """A seekable file: a regular file itself, anything else from memory.

    Gzip is recognised by its first bytes, whatever the name, and unpacked. A byte order mark is left out. UTF-16, as
    Windows writes what a command prints, becomes UTF-8.
    """
    if path == STANDARD and sys.stdin is None:
        raise FormatError(path, None, "standard input is closed", "open it, or name a file")
    try:
        file = sys.stdin.buffer if path == STANDARD else open(path, "rb", buffering=0)  # noqa: SIM115
        regular = path != STANDARD and os.path.isfile(path)
        head = file.read(3) if regular else b""
        if regular and not head.startswith((GZIP, BOM, *UTF16)):
            file.seek(0)
            return file
        data = _at_most(file, MOST, path, head)
        if path != STANDARD:
            file.close()
    except FileNotFoundError:
        raise FormatError(path, None, "no such file", "check the path") from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):  # to open it is refused everywhere, for lack of permission on Windows
            raise FormatError(path, None, "is a directory", "name the files, as in dir/*.stm") from None
        raise unreadable(path, error) from None
    return in_memory(_unpack(data, path) if data.startswith(GZIP) else data)


def in_memory(data: bytes) -> BinaryIO:
    """Bytes as a file, without a byte order mark and in UTF-8, but for XML, which names its encoding itself."""
    if data.startswith(UTF16) and not data.startswith(UTF32):
        text = data.decode("utf-16", errors="replace")
        broken = "\ufffd" in text  # who reads it says what is wrong
        data = data if broken or text.lstrip().startswith("<") else text.encode()
    return BytesIO(data.removeprefix(BOM))


def check_text(head: bytes, name: str) -> None:
    """Raise an error if there are NUL bytes where a file begins: of UTF-16 half of them are NUL, of UTF-32 most."""
    if b"\0" not in head or head.startswith(BINARY):
        return
    wide = head.startswith(UTF32)
    if head.startswith(UTF16) and not wide:
        return  # whoever reads it knows
    even, odd = head[::2].count(0), head[1::2].count(0)
    most = 0.4 * (len(head) // 2)
    if wide or (even > most and odd > most and head.strip(b"\0")):
        encoding = "UTF-32"
    elif (even > most) != (odd > most):
        encoding = "UTF-16BE" if even > odd else "UTF-16LE"
    else:
        line = head[: head.index(0)].count(b"\n") + 1
        raise FormatError(
            name, line, "holds NUL bytes, which no text has", "check that it is a transcript, saved as UTF-8"
        )
    told = f"convert it, as with `iconv -f {encoding.lower()} -t utf-8`"
    raise FormatError(name, None, f"looks like {encoding}, and no text in UTF-8", told)


def too_large(path: str, what: str = "does not fit into memory") -> FormatError:
    """The error for more than can be read."""
    return FormatError(path, None, f"too large: {what}", "check that it is a transcript; split it if it is one")


def whole(file: BinaryIO, name: str) -> bytes:
    """The whole content of a seekable file, from its start."""
    file.seek(0)
    return _at_most(file, MOST, name)


def _at_most(file: BinaryIO, most: int, path: str, head: bytes = b"") -> bytes:
    """All that is left of a file, behind the head. More than `most` bytes are an error."""
    pieces, size = [head], len(head)
    while piece := file.read(min(1 << 24, most + 1 - size)):
        pieces.append(piece)
        size += len(piece)
        if size > most:
            raise too_large(path, f"more than {most >> 20} MB")
    return b"".join(pieces)


def unreadable(path: str, error: OSError | ValueError) -> FormatError:
    """The error that says why a file could not be read."""
    reason = getattr(error, "strerror", None) or str(error)
    return FormatError(path, None, f"cannot be read ({reason.lower()})", "check the path and its permissions")


def _unpack(data: bytes, path: str) -> bytes:
    most = min(MOST, max(HARMLESS, PACKED * len(data)))
    try:
        with gzip.open(BytesIO(data)) as file:
            return _at_most(file, most, path)  # type: ignore[arg-type]  # a GzipFile reads like any other
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(path, None, f"broken gzip ({error})", "fetch or write the file again") from None
