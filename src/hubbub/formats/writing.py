"""Writes files: all of them whole, or none. Every error names the file.

A file is written under a name that nobody can guess, in the folder of its place, and then moved there.
"""

from __future__ import annotations

import gzip
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress

from hubbub.errors import FormatError, written
from hubbub.formats.files import STANDARD
from hubbub.platform import link
from hubbub.streams import NAME, standard_output, unwritable

Content = str | bytes | Iterable[str]
"""Of a file: a text, its bytes, or pieces of a text that may be too long for the memory."""

# Never through a link, and never into a file that is there already.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


_WINDOWS = os.name == "nt"


def check_free(path: str, force: bool = False, inputs: Iterable[str] = ()) -> str:
    """Raise an error if this file cannot or must not be written: better now than after an hour of work.

    Returned is its whole path, links followed.
    """
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    for source in inputs:
        if source == path or _same(source, path):
            raise FormatError(path, None, "is an input", "choose another name for the output")
    if os.path.isdir(path):
        raise FormatError(path, None, "is a directory", "name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        return real  # a pipe or a device, which is there to be written to
    folder = os.path.dirname(real)
    if not os.path.isdir(folder):
        raise FormatError(path, None, "its directory does not exist", "make it first, or choose another place")
    if not os.access(folder, os.W_OK):
        raise FormatError(path, None, "its directory may not be written to", "choose another place")
    if not force and os.path.lexists(path):  # a link that leads nowhere is not ours to follow
        raise _exists(path)
    _check_replaceable(path, real)
    return real


def _check_replaceable(path: str, real: str) -> None:
    """Windows neither replaces nor removes what is read-only, be it a temporary file with the same rights."""
    if _WINDOWS and os.path.exists(real) and not os.stat(real).st_mode & stat.S_IWUSR:
        raise FormatError(path, None, "is read-only", "let it be written to, or choose another name")


def _same(left: str, right: str) -> bool:
    try:
        return os.path.samefile(left, right)
    except (OSError, ValueError):
        return False


def _exists(path: str) -> FormatError:
    remedy = f"choose another name or overwrite it with {written('force', True)}"
    return FormatError(path, None, "exists already", remedy)


def encoded(path: str, text: str) -> bytes:
    """The bytes of a text file."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(path, None, f"has characters that are not text ({error.reason})", "remove them") from None


def write_standard(text: str) -> None:
    """Text for programs on standard output: UTF-8, whatever the terminal's encoding is."""
    with standard_output() as output:
        output.flush()
        output.buffer.write(encoded(NAME, text))
        output.buffer.flush()


def write(path: str, text: str, force: bool = True) -> None:
    """Writes all of a file or nothing; compresses it if the name ends in .gz."""
    if path == STANDARD:
        write_standard(text)
        return
    data = encoded(path, text)
    if path.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    write_files({path: data}, force)


def write_files(contents: Mapping[str, Content], force: bool = True) -> None:
    """Write all of these files or none. Without force a file that is there is kept, even if it has just appeared."""
    if not contents:
        return
    files = [_File(path, content) for path, content in contents.items()]
    files.sort(key=lambda file: file.device)  # what went into a pipe cannot be taken back
    try:
        for file in files:
            file.stage()
        for file in files:
            file.place(force, keep_old=len(files) > 1)
    except BaseException:
        for file in files:
            file.take_back()
        raise
    finally:  # even an interrupt must not leave a temporary file behind
        for file in files:
            file.clean()


class _File:
    """A file on its way to its place."""

    def __init__(self, path: str, content: Content) -> None:
        self.path = path
        self.content = content
        self.temporary = self.old = ""
        self.placed = self.replaced = False
        with self.errors():
            self.device = os.path.exists(path) and not os.path.isfile(path)
            """Is it a pipe or a terminal, which cannot be replaced?"""
            self.target = os.path.realpath(path)

    def pieces(self) -> Iterator[bytes]:
        """What is to be written."""
        if isinstance(self.content, bytes):
            yield self.content
            return
        for text in [self.content] if isinstance(self.content, str) else self.content:
            yield encoded(self.path, text)

    @contextmanager
    def errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise unwritable(self.path, error) from None

    def beside(self) -> str:
        """A new name in the folder of the target."""
        return os.path.join(os.path.dirname(self.target), f".hubbub-{os.urandom(8).hex()}.part")

    def stage(self) -> None:
        """Write everything under the temporary name."""
        if self.device:
            return
        self.temporary = self.beside()
        with self.errors(), open(os.open(self.temporary, _NEW, 0o666), "wb") as file:
            file.writelines(self.pieces())

    def place(self, force: bool, keep_old: bool) -> None:
        """Move it to its place."""
        with self.errors():
            if self.device:
                with open(self.path, "wb") as device:
                    device.writelines(self.pieces())
            elif not force:
                self.place_anew()
            else:
                self.replaced = os.path.exists(self.target)
                if self.replaced:
                    _check_replaceable(self.path, self.target)
                    os.chmod(self.temporary, os.stat(self.target).st_mode & 0o777)
                    if keep_old:
                        self.keep_old()
                os.replace(self.temporary, self.target)
            self.placed = not self.device

    def place_anew(self) -> None:
        """Fails where there is a file of that name, at whatever moment it came."""
        try:
            try:
                link(self.temporary, self.target)
            except FileExistsError:
                raise
            except OSError:  # a file system without hard links
                os.close(os.open(self.target, _NEW, 0o666))
                os.replace(self.temporary, self.target)
        except FileExistsError:
            raise _exists(self.path) from None

    def keep_old(self) -> None:
        self.old = self.beside()
        os.rename(self.target, self.target)  # Windows refuses that while a program has it open, and to remove the link
        try:
            link(self.target, self.old)
        except OSError:  # a file system without hard links
            from shutil import copy2  # which few need

            copy2(self.target, self.old)

    def take_back(self) -> None:
        """Undo what was placed, as another file cannot be."""
        with suppress(OSError):
            if self.placed and self.old:
                os.replace(self.old, self.target)
            elif self.placed and not self.replaced:
                os.remove(self.target)

    def clean(self) -> None:
        for path in (self.temporary, self.old):
            if path:
                with suppress(OSError):
                    os.remove(path)
