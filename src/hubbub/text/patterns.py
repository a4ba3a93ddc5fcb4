"""Regular expressions that a user wrote: they may be wrong, huge, or take forever."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from hubbub.errors import OptionError

SECONDS = 2.0
"""Of processor time. Names are short: a pattern that takes longer would hardly ever come to an end."""


class _TooLong(BaseException):
    """Raised in the middle of a match, and caught here."""


def compiled(option: str, pattern: str) -> re.Pattern[str]:
    """The pattern of an option; a wrong one is an error that names the option."""
    try:
        return re.compile(pattern)
    except (re.error, ValueError) as error:
        raise OptionError(f"{option} {pattern!r:.60}: {error}; it must be a regular expression") from None
    except (OverflowError, RecursionError, MemoryError):
        raise OptionError(f"{option} {pattern!r:.60} is too large; write a shorter regular expression") from None


def matched_whole(option: str, pattern: str, texts: Iterable[str]) -> set[str]:
    """The texts that the pattern matches as a whole.

    >>> sorted(matched_whole("regex", "a+", ["a", "aa", "ab"]))
    ['a', 'aa']
    """
    wanted = compiled(option, pattern)
    with _in_time(option, pattern):
        return {text for text in texts if wanted.fullmatch(text)}


def matched_part(option: str, pattern: str, texts: Iterable[str]) -> dict[str, str | None]:
    """What the pattern's first group matches in each text, or the whole pattern; None where nothing does.

    >>> matched_part("--by", "talk-([AB])", ["talk-A1", "pause"])
    {'talk-A1': 'A', 'pause': None}
    """
    wanted = compiled(option, pattern)
    group = 1 if wanted.groups else 0
    with _in_time(option, pattern):
        return {text: None if (match := wanted.search(text)) is None else match[group] or "" for text in texts}


@contextmanager
def _in_time(option: str, pattern: str) -> Iterator[None]:
    """Matches of a pattern that would hardly ever come to an end are refused."""
    too_long = f"{option} {pattern!r:.60} takes too long; write it without repeats inside of repeats"
    if not _timer_works():
        if _repeats_repeats(pattern):
            raise OptionError(too_long)
        yield
        return
    try:
        with _time_limit():
            yield
    except _TooLong:
        raise OptionError(too_long) from None


def _timer_works() -> bool:
    """A signal ends a match that takes too long, but only in the main thread, and not on Windows."""
    import signal
    from threading import current_thread, main_thread

    return hasattr(signal, "setitimer") and current_thread() is main_thread()


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raises _TooLong after SECONDS of processor time. Whoever else uses the same timer gets it back."""
    import signal
    from time import process_time

    def ring(*_: object) -> None:
        raise _TooLong

    began = process_time()
    handler = signal.signal(signal.SIGVTALRM, ring)
    before, interval = signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)
        if before:
            left = before - (process_time() - began)
            signal.setitimer(signal.ITIMER_VIRTUAL, max(left, 1e-6), interval)


_TOKEN = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*+\]?|\(\?[a-zA-Z-]*+\)|\{\d*,?\d*\}|.", re.DOTALL)
_REPEAT = re.compile(r"[*+]|\{\d*,?\d*\}")


def _repeats_repeats(pattern: str) -> bool:
    """Is a group repeated that has a repeat or a choice in it? Such a pattern may try every way to share out a text."""
    groups = [False]  # is there a repeat or a choice in the groups that are open?
    closed = False  # was there one in the group that has just been closed?
    for token in _TOKEN.findall(pattern):
        if _REPEAT.fullmatch(token):
            if closed:
                return True
            groups[-1] = True
        elif token == "|":
            groups[-1] = True
        elif token == "(":
            groups.append(False)
        if token == ")" and len(groups) > 1:
            closed = groups.pop()
            groups[-1] = groups[-1] or closed
        else:
            closed = False
    return False
