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
from hubbub.streams import no_such_file

STANDARD = "-"
"""Standard input, or standard output."""

GZIP, BOM, UTF16 = b"\x1f\x8b", b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
UTF32 = b"\xff\xfe\0\0", b"\0\0\xfe\xff"
BINARY = b"PAR1", b"ooBinaryFile"
"""First bytes of binary files: Parquet, and a binary TextGrid, whose reader gives the error."""
DOCUMENT = b"PK\x03\x04"
"""First bytes of a zip archive, such as a Word document."""

POINTERS = {
    b"version https://git-lfs.github.com/spec/": ("Git LFS", "git lfs pull"),
    b"/annex/objects/": ("git-annex", "git annex get"),
}
"""First bytes of files that stand for large ones in a repository, with the tool and the command that gets them."""

Path = str | os.PathLike[str]


MAX_BYTES = 1 << 31
"""Bytes that may be in memory at once: of a pipe, of gzip, and of formats that are not read in chunks."""
MAX_GZIP_RATIO = 200
"""Gzip makes text 3 to 10 times smaller. Data that grows by more than this, above MIN_GZIP_LIMIT bytes, is an error."""
MIN_GZIP_LIMIT = 1 << 26


def file_name(path: Path) -> str:
    """Returns the name of a file as a string."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        remedy = "unpack the list: *paths" if isinstance(path, list | tuple) else "pass a string or a Path"
        raise InputError(f"{shown(path)} is not a file name; {remedy}")
    return name


def expand(paths: Iterable[Path]) -> list[str]:
    """Returns all file names, with globs expanded. Raises FormatError if a file is given twice."""
    return check_unique(file for path in paths for file in _glob(file_name(path)))


def check_unique(names: Iterable[str]) -> list[str]:
    """Returns these files; raises FormatError if one occurs twice, even under another name or in a folder."""
    files: dict[str, str] = {}
    for file in names:
        path = file if file == STANDARD else real_path(file)
        if path in files:
            again = "" if files[path] == file else f", as {files[path]}"
            raise FormatError(file, None, f"given twice{again}", "give each file once")
        files[path] = file
    return list(files.values())


def readable(name: str) -> str:
    """Returns the name of a file as text: bytes that are not text are escaped.

    >>> readable("caf\\udce9")
    'caf\\\\udce9'
    """
    return name.encode(errors="backslashreplace").decode()


def real_path(path: str) -> str:
    """Returns the absolute path of a file, with links resolved."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        raise read_error(path, error) from None


def relative(path: str, folder: str) -> str:
    """Returns a path relative to a folder, or unchanged if that is impossible (another Windows drive)."""
    try:
        return os.path.relpath(path, folder) if folder else path
    except ValueError:
        return path


def folder_around(paths: Iterable[str]) -> str:
    """Returns the innermost folder that contains all files; empty if they are on several Windows drives."""
    try:
        return os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    except ValueError:
        return ""


def _glob(path: str) -> list[str]:
    if not any(sign in path for sign in "*?[") or os.path.lexists(path) or "\0" in path:
        return [path]
    names = sorted(glob.glob(path, recursive=True))
    if not names:
        raise FormatError(path, None, "no file matches", "check the pattern and the folder")
    return names


LARGE = 1 << 20
"""Total bytes above which a thread for each file pays off."""


def total_size(paths: Iterable[str | os.PathLike[str]]) -> int:
    """Returns the bytes of all files, including those in folders; unreadable ones count as 0."""
    size = 0
    for path in paths:
        try:
            inside = [entry.path for entry in os.scandir(path)] if os.path.isdir(path) else [path]
            size += sum(os.path.getsize(file) for file in inside if os.path.isfile(file))
        except (OSError, ValueError):  # reading it gives the error
            continue
    return size


def stem(path: str) -> str:
    """Returns the name of a file without folder and suffix.

    >>> stem("out/standup.txt.gz")
    'standup'
    """
    return os.path.splitext(os.path.basename(path).removesuffix(".gz"))[0]


def ctm_stem(path: str) -> str:
    """Returns the name of the stream in a CTM without speakers: the name of the file.

    >>> ctm_stem("out/channel1.ctm.gz")
    'channel1'
    """
    return readable(os.path.basename(path)).removesuffix(".gz").removesuffix(".ctm")


def open_file(path: str) -> BinaryIO:
    """Opens a seekable file: a regular file directly, anything else from memory.

    Gzip is recognized by its first bytes, whatever the name, and unpacked. A byte order mark is dropped. UTF-16, which
    Windows writes when output is redirected, becomes UTF-8.
    """
    if path == STANDARD and sys.stdin is None:
        raise FormatError(path, None, "standard input is closed", "open it, or give a file")
    try:
        file = sys.stdin.buffer if path == STANDARD else open(path, "rb", buffering=0)  # noqa: SIM115
        regular = path != STANDARD and os.path.isfile(path)
        head = file.read(3) if regular else b""
        if regular and not head.startswith((GZIP, BOM, *UTF16)):
            file.seek(0)
            return file
        data = _at_most(file, MAX_BYTES, path, head)
        if path != STANDARD:
            file.close()
    except FileNotFoundError:
        raise no_such_file(path) from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):  # opening it fails everywhere; on Windows the reason is a lack of permission
            raise FormatError(path, None, "is a folder", "give the files, e.g. dir/*.stm") from None
        raise read_error(path, error) from None
    return in_memory(_unpack(data, path) if data.startswith(GZIP) else data)


def in_memory(data: bytes) -> BinaryIO:
    """Returns bytes as a file, without a byte order mark and in UTF-8, except XML, which declares its encoding."""
    if data.startswith(UTF16) and not data.startswith(UTF32):
        text = data.decode("utf-16", errors="replace")
        broken = "\ufffd" in text  # reading it gives the error
        data = data if broken or text.lstrip().startswith("<") else text.encode()
    return BytesIO(data.removeprefix(BOM))


def check_text(head: bytes, name: str) -> None:
    """Raises FormatError if a file only points to another one, or begins with NUL bytes.

    Half the bytes of UTF-16 text are NUL, most of UTF-32.
    """
    for pointer, (tool, command) in POINTERS.items():
        if head.startswith(pointer):
            what = f"a pointer of {tool}, not the file itself"
            raise FormatError(name, None, what, f"download the file with `{command}`")
    if b"\0" not in head or head.startswith(BINARY):
        return
    if head.startswith(DOCUMENT):
        if b"word/" in head or name.lower().endswith((".docx", ".docx.gz")):
            return
        raise FormatError(name, None, "a zip archive, not text", "unpack it, or save the file as text")
    wide = head.startswith(UTF32)
    if head.startswith(UTF16) and not wide:
        return  # the reader decodes it
    even, odd = head[::2].count(0), head[1::2].count(0)
    limit = 0.4 * (len(head) // 2)
    if wide or (even > limit and odd > limit and head.strip(b"\0")):
        encoding = "UTF-32"
    elif (even > limit) != (odd > limit):
        encoding = "UTF-16BE" if even > odd else "UTF-16LE"
    else:
        line = head[: head.index(0)].count(b"\n") + 1
        raise FormatError(
            name, line, "contains NUL bytes, so it is not text", "check that it is a transcript saved as UTF-8"
        )
    remedy = f"convert it with `iconv -f {encoding.lower()} -t utf-8`"
    raise FormatError(name, None, f"looks like {encoding}, not like UTF-8 text", remedy)


def too_large_error(path: str, what: str = "does not fit into memory") -> FormatError:
    """Returns the error for a file that is too large to read."""
    return FormatError(path, None, f"too large: {what}", "check that it is a transcript, or split it")


def read_all(file: BinaryIO, name: str) -> bytes:
    """Returns the complete content of a seekable file."""
    file.seek(0)
    return _at_most(file, MAX_BYTES, name)


def _at_most(file: BinaryIO, limit: int, path: str, head: bytes = b"") -> bytes:
    """Returns the head and the rest of a file. Raises FormatError above `limit` bytes."""
    pieces, size = [head], len(head)
    while piece := file.read(min(1 << 24, limit + 1 - size)):
        pieces.append(piece)
        size += len(piece)
        if size > limit:
            raise too_large_error(path, f"more than {limit >> 20} MB")
    return b"".join(pieces)


def read_error(path: str, error: OSError | ValueError) -> FormatError:
    """Returns the error for a file that could not be read, with the reason."""
    reason = getattr(error, "strerror", None) or str(error)
    return FormatError(path, None, f"cannot be read ({reason.lower()})", "check the path and its permissions")


def _unpack(data: bytes, path: str) -> bytes:
    try:
        with gzip.open(BytesIO(data)) as file:
            return unpacked(file, len(data), path)  # type: ignore[arg-type]  # a GzipFile reads like any other
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(path, None, f"broken gzip ({error})", "download or save the file again") from None


def unpacked(file: BinaryIO, packed: int, path: str) -> bytes:
    """Returns the content of a compressed file. Raises FormatError if it is far larger than the compressed bytes."""
    return _at_most(file, min(MAX_BYTES, max(MIN_GZIP_LIMIT, MAX_GZIP_RATIO * packed)), path)
