"""What can go wrong. Each message says where, what, and what to do about it."""

from __future__ import annotations

LONGEST = 400
"""A message does not repeat more letters of what was given."""


def shortened(text: str) -> str:
    """The text, without its middle if it is very long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST * 3 // 4]} … {text[-LONGEST // 4 :]}"


class HubbubError(Exception):
    """The top of the tree: whatever hubbub raises on purpose."""


class FormatError(HubbubError):
    """A file cannot be read or written: `file:line: what is wrong; what to do`."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        what, remedy = shortened(what), shortened(remedy)
        self.file, self.line, self.what, self.remedy = file, line, what, remedy
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")


class OptionError(HubbubError):
    """A choice that hubbub does not know or that does not fit the others."""


class InputError(HubbubError):
    """Reference and hypothesis do not fit each other or the metric."""


class TooLargeError(HubbubError):
    """The work needs more memory than allowed, known before anything was allocated."""
