"""Telling formats apart by their first lines."""

from __future__ import annotations


def rows(head: str) -> list[list[str]]:
    """The fields of every line, blank lines and comments left out."""
    return [line.split() for line in head.splitlines() if line.strip() and not line.lstrip().startswith(";")]


def numeric(*tokens: str) -> bool:
    """Whether all of these are numbers.

    >>> numeric("1", "2.5e1"), numeric("1", "nan"), numeric("1_0")
    (True, False, False)
    """
    try:
        return all(abs(float(token)) < float("inf") and "_" not in token for token in tokens)
    except ValueError:
        return False


def clock(text: str) -> float | None:
    """The seconds of a time with colons; None if it is none.

    >>> clock("1:00:02.5"), clock("01:30"), clock("90"), clock("1:75")
    (3602.5, 90.0, None, None)
    """
    parts = text.replace(",", ".").split(":")
    sound = (part.isdecimal() and part.isascii() and 1 <= len(part) <= 4 for part in [*parts[:-1], parts[-1][:2]])
    if not 2 <= len(parts) <= 3 or not all(sound) or not numeric(parts[-1]) or not parts[-1][-1].isdecimal():
        return None
    seconds = 0.0
    for number, part in enumerate(parts):
        if number and float(part) >= 60:
            return None
        seconds = seconds * 60 + float(part)
    return seconds
