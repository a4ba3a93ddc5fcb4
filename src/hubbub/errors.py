"""What can go wrong. Each message says where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from reprlib import Repr
from typing import Any

LONGEST = 1000
"""Letters of a message. What is wrong may be a line of a whole megabyte, and the message quotes it."""


def brief(message: str) -> str:
    """The message; of a very long one the middle is left out, so that the place and the remedy stay."""
    return message if len(message) <= LONGEST else f"{message[:600]} […] {message[-300:]}"


def shown(value: Any) -> str:
    """A value for a message: how it begins, and its kind unless that is plain.

    >>> shown("a b"), shown(None), shown(["a b"] * 1000)
    ("'a b'", 'None', "['a b', 'a b', 'a b', 'a b', ...]")
    """
    brief = Repr()
    brief.maxlist = brief.maxtuple = brief.maxset = brief.maxdict = 4
    brief.maxother = brief.maxstring = 60
    try:
        text = " ".join(brief.repr(value).split())
    except Exception:  # whatever a repr of somebody else raises
        text = "…"
    plain = type(value) in (type(None), bool, int, float, str, list, tuple, dict)
    return text if plain else f"the {type(value).__name__} {text}"


_typed: list[bool] = []
"""Not empty while a command runs, whose user writes options otherwise than callers in Python do."""


@contextmanager
def on_command_line() -> Iterator[None]:
    """Messages made inside name options as the command line has them."""
    _typed.append(True)
    try:
        yield
    finally:
        _typed.pop()


def either(command: str, python: str) -> str:
    """What to say to whoever runs a command, or calls from Python."""
    return command if _typed else python


def written(name: str, value: object = None) -> str:
    """An option as its user writes it, with a value if one is given; True is that of a flag.

    >>> written("time_limit"), written("collar", 5), written("asclite", True)
    ('time_limit', 'collar=5', 'asclite=True')
    >>> with on_command_line():
    ...     written("time_limit"), written("collar", 5), written("asclite", True)
    ('--time-limit', '--collar 5', '--asclite')
    """
    flag = "--" + name.replace("_", "-")
    if value is None:
        return either(flag, name)
    return either(flag if value is True else f"{flag} {value}", f"{name}={value!r}")


class HubbubError(Exception):
    """The top of the tree: whatever hubbub raises on purpose."""

    def __str__(self) -> str:
        return brief(super().__str__())


class FormatError(HubbubError):
    """A file cannot be read or written: `file:line: what is wrong; what to do`."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        self.file, self.line, self.what, self.remedy = file, line, what, remedy
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int | None, str, str]]:
        """Another process must be able to rebuild it; by default it would be rebuilt from its message alone."""
        return type(self), (self.file, self.line, self.what, self.remedy)


def wrong_scores(error: object, source: str = "scores") -> FormatError:
    """The error for data that are no scores."""
    return FormatError(source, None, f"not a JSON of scores ({error})", "write one with --json or -o")


class OptionError(HubbubError):
    """A choice that hubbub does not know or that does not fit the others."""


class InputError(HubbubError):
    """What was given is no transcript, or reference and hypothesis do not fit each other or the metric."""


class SessionError(InputError, KeyError):
    """Scores have no such session. To whoever looks for it as in any mapping, it is a KeyError."""

    def __init__(self, session: object, names: list[str]) -> None:
        super().__init__(session, names)

    def __str__(self) -> str:
        session, names = self.args
        close = [name for name in names if name.casefold() == str(session).casefold()]
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names[:4]) or 'none'}{more}"
        return brief(f"no session {shown(session)}; {hint}")


class OrderError(InputError):
    """Sessions do not come in an order in which they can be read as they are needed."""


class TooLargeError(HubbubError):
    """The work needs more memory than allowed, known before anything was allocated."""


class Interrupted(KeyboardInterrupt):
    """The user ended a run; what was scored by then is not lost."""

    def __init__(self, end: KeyboardInterrupt, found: Any) -> None:
        super().__init__(*end.args)
        self.found = found
