"""Files are written whole or not at all."""

from __future__ import annotations

import os

from hubbub.errors import FormatError


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write beside, then rename: whoever looks sees the old file or the new one, never a part."""
    path = os.fspath(path)
    try:
        data = content.encode() if isinstance(content, str) else content
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as device:  # a pipe or a terminal: there is nothing to rename
                device.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise FormatError(path, None, f"cannot be written ({reason})", "choose another place") from None


def _replace(path: str, data: bytes) -> None:
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode & 0o777)
        os.replace(beside, path)
    finally:  # an interrupt too must leave nothing behind
        if os.path.exists(beside):
            os.remove(beside)
