"""Files beside the transcripts, such as rules and names: they are read as a whole."""

from __future__ import annotations

from hubbub.errors import FormatError


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
