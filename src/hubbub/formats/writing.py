"""Writes files: all of them completely, or none. Every error names the file.

A file is written under a random name in the target folder, and then renamed.
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
"""The content of a file: a text, its bytes, or the pieces of a text that may be too long for memory."""

# Never through a link, and never into an existing file.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


_WINDOWS = os.name == "nt"


def check_free(path: str, force: bool = False, inputs: Iterable[str] = ()) -> str:
    """Raises FormatError if this file cannot or must not be written: better now than after an hour of work.

    Returns its absolute path, with links resolved.
    """
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    for source in inputs:
        if source == path or _same(source, path):
            raise FormatError(path, None, "is also an input", "choose another name for the output")
    if os.path.isdir(path):
        raise FormatError(path, None, "is a folder", "give a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        return real  # a pipe or a device, which exists to be written to
    folder = os.path.dirname(real)
    if not os.path.isdir(folder):
        raise FormatError(path, None, "its folder does not exist", "create it, or choose another folder")
    if not os.access(folder, os.W_OK):
        raise FormatError(path, None, "its folder is not writable", "choose another folder")
    if not force and os.path.lexists(path):  # also a broken link
        raise _exists(path)
    _check_replaceable(path, real)
    return real


def _check_replaceable(path: str, real: str) -> None:
    """Raises FormatError for a read-only file on Windows, which can be neither replaced nor removed there."""
    if _WINDOWS and os.path.exists(real) and not os.stat(real).st_mode & stat.S_IWUSR:
        raise FormatError(path, None, "is read-only", "make it writable, or choose another name")


def _same(left: str, right: str) -> bool:
    try:
        return os.path.samefile(left, right)
    except (OSError, ValueError):
        return False


def _exists(path: str) -> FormatError:
    remedy = f"choose another name, or overwrite it with {written('force', True)}"
    return FormatError(path, None, "already exists", remedy)


def encoded(path: str, text: str) -> bytes:
    """Returns the bytes of a text file."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(
            path, None, f"contains characters that are not text ({error.reason})", "remove them"
        ) from None


def write_standard(text: str) -> None:
    """Writes text for programs to standard output: UTF-8, whatever the terminal's encoding."""
    with standard_output() as output:
        output.flush()
        output.buffer.write(encoded(NAME, text))
        output.buffer.flush()


def write(path: str, text: str, force: bool = True) -> None:
    """Writes the complete file or nothing; compresses it if the name ends in .gz."""
    if path == STANDARD:
        write_standard(text)
        return
    data = encoded(path, text)
    if path.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    write_files({path: data}, force)


def write_files(contents: Mapping[str, Content], force: bool = True) -> None:
    """Writes all of these files or none. Without `force`, raises FormatError if one exists, even if just created."""
    if not contents:
        return
    files = [_File(path, content) for path, content in contents.items()]
    files.sort(key=lambda file: file.device)  # data written to a pipe cannot be taken back
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
    """A file that is being written."""

    def __init__(self, path: str, content: Content) -> None:
        self.path = path
        self.content = content
        self.temporary = self.old = ""
        self.placed = self.replaced = False
        with self.errors():
            self.device = os.path.exists(path) and not os.path.isfile(path)
            """Whether it is a pipe or a terminal, which cannot be replaced."""
            self.target = os.path.realpath(path)

    def pieces(self) -> Iterator[bytes]:
        """Yields the content."""
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
        """Returns a new name in the folder of the target."""
        return os.path.join(os.path.dirname(self.target), f".hubbub-{os.urandom(8).hex()}.part")

    def stage(self) -> None:
        """Writes the content under the temporary name."""
        if self.device:
            return
        self.temporary = self.beside()
        with self.errors(), open(os.open(self.temporary, _NEW, 0o666), "wb") as file:
            file.writelines(self.pieces())

    def place(self, force: bool, keep_old: bool) -> None:
        """Moves the file to its target."""
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
        """Moves the file; raises FormatError if the target exists, even if it was created just now."""
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
        os.rename(
            self.target, self.target
        )  # Windows refuses this, and removing the link, while a program has the file open
        try:
            link(self.target, self.old)
        except OSError:  # a file system without hard links
            from shutil import copy2  # imported late: rarely needed

            copy2(self.target, self.old)

    def take_back(self) -> None:
        """Restores the target, after writing another file failed."""
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
