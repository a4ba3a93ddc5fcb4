"""The exceptions. Each message names the location, what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

LONGEST = 1000
"""The maximum length of a message, in characters: the line that it quotes may have a megabyte."""


def brief(message: str) -> str:
    """Returns the message; a very long one is cut in the middle, so location and fix stay."""
    return message if len(message) <= LONGEST else f"{message[:600]} […] {message[-300:]}"


def shown(value: Any) -> str:
    """Describes a value in a message: its beginning, and its type unless that is a basic one.

    >>> shown("a b"), shown(None), shown(["a b"] * 1000)
    ("'a b'", 'None', "['a b', 'a b', 'a b', 'a b', ...]")
    """
    brief = Repr()
    brief.maxlist = brief.maxtuple = brief.maxset = brief.maxdict = 4
    brief.maxother = brief.maxstring = 60
    try:
        text = " ".join(brief.repr(value).split())
    except Exception:  # a repr of another library may raise anything
        text = "…"
    plain = type(value) in (type(None), bool, int, float, str, list, tuple, dict)
    return text if plain else f"the {type(value).__name__} {text}"


def nearest(name: str, known: Iterable[str], cutoff: float = 0.4, otherwise: str = "") -> str:
    """Returns a hint for an unknown name: the most similar known name, or another hint; by default all known names.

    >>> nearest("cpwr", ["wer", "cpwer"]), nearest("bleu", ["wer", "cpwer"])
    ('did you mean cpwer?', 'choose from wer, cpwer')
    """
    lower = {one.lower(): one for one in known}
    close = get_close_matches(name.lower(), lower, n=1, cutoff=cutoff)
    return f"did you mean {lower[close[0]]}?" if close else otherwise or f"choose from {', '.join(lower.values())}"


_typed: list[bool] = []
"""Not empty while a command runs: its options are written differently than in Python."""


@contextmanager
def on_command_line() -> Iterator[None]:
    """Makes messages name options as on the command line."""
    _typed.append(True)
    try:
        yield
    finally:
        _typed.pop()


def either(command: str, python: str) -> str:
    """Returns the first text while a command runs, the second for calls from Python."""
    return command if _typed else python


def written(name: str, value: object = None) -> str:
    """Returns an option as its user writes it, with a value if given; True stands for a flag.

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
    """The base class of all errors that hubbub raises."""

    def __str__(self) -> str:
        return brief(super().__str__())


class FormatError(HubbubError):
    """A file cannot be read or written: `file:line: what is wrong; what to do`."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        self.file, self.line, self.what, self.remedy = file, line, what, remedy
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int | None, str, str]]:
        """Supports pickling with all arguments; the default would pass the message alone."""
        return type(self), (self.file, self.line, self.what, self.remedy)


def wrong_scores(error: object, source: str = "scores") -> FormatError:
    """The error for data that are no scores."""
    return FormatError(source, None, f"not a JSON of scores ({error})", "write one with --json or -o")


class OptionError(HubbubError):
    """An option is unknown, invalid, or conflicts with another one."""


class MissingOptionError(OptionError):
    """A required option is missing. On the command line the exit code is 2, as for any wrong usage."""


class InputError(HubbubError):
    """An input is not a transcript, or reference and hypothesis do not match each other or the metric."""


class SessionError(InputError, KeyError):
    """Scores have no such session. Also a KeyError, as for any mapping."""

    def __init__(self, session: object, names: list[str]) -> None:
        super().__init__(session, names)

    def __str__(self) -> str:
        session, names = self.args
        close = [name for name in names if name.casefold() == str(session).casefold()]
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        hint = f"did you mean {close[0]!r}?" if close else f"choose from {', '.join(names[:4]) or 'none'}{more}"
        return brief(f"no session {shown(session)}; {hint}")


class OrderError(InputError):
    """Sessions are not in an order in which they can be streamed."""


class TooLargeError(HubbubError):
    """Scoring would need more memory than allowed; raised before allocation."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted a run; `found` has the results so far."""

    def __init__(self, end: KeyboardInterrupt, found: Any) -> None:
        super().__init__(*end.args)
        self.found = found
