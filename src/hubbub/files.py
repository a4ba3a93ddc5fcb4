"""Files are written whole or not at all."""

from __future__ import annotations

import os

from hubbub.errors import FormatError


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write beside, then rename: whoever looks sees the old file or the new one, never a part."""
    path = os.fspath(path)
    beside = f"{path}.{os.getpid()}.part"
    try:
        try:
            with open(beside, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            os.replace(beside, path)
        finally:
            if os.path.exists(beside):
                os.remove(beside)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FormatError(path, None, f"cannot be written ({reason})", "choose another place") from None
