"""What can go wrong. Each message says where, what, and what to do about it."""

from __future__ import annotations

LONGEST = 1000
"""Letters of a message. What is wrong may be a line of a whole megabyte, and the message quotes it."""


class HubbubError(Exception):
    """The top of the tree: whatever hubbub raises on purpose."""

    def __str__(self) -> str:
        """The message; of a very long one its middle is left out, so that the place and the remedy stay."""
        message = super().__str__()
        return message if len(message) <= LONGEST else f"{message[:600]} […] {message[-300:]}"


class FormatError(HubbubError):
    """A file cannot be read or written: `file:line: what is wrong; what to do`."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        self.file, self.line, self.what, self.remedy = file, line, what, remedy
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")


class OptionError(HubbubError):
    """A choice that hubbub does not know or that does not fit the others."""


class InputError(HubbubError):
    """Reference and hypothesis do not fit each other or the metric."""


class TooLargeError(HubbubError):
    """The work needs more memory than allowed, known before anything was allocated."""
