"""Telling formats apart by their first lines."""

from __future__ import annotations

from itertools import islice

INF = float("inf")
FIRST = 50
"""How many lines tell the format. Whoever reads the file looks at all of them."""


def rows(head: str, most: int = -1) -> list[list[str]]:
    """The fields of the first lines, blank lines and comments left out. Of more than `most`, the rest is one field."""
    fields = (line.split(None, most) for line in head.splitlines())
    return list(islice((row for row in fields if row and not row[0].startswith(";")), FIRST))


def numeric(*tokens: str) -> bool:
    """Whether all of these are numbers.

    >>> numeric("1", "2.5e1"), numeric("1", "nan"), numeric("1_0")
    (True, False, False)
    """
    try:
        for token in tokens:
            if not -INF < float(token) < INF or "_" in token:
                return False
    except ValueError:
        return False
    return True


def clock(text: str) -> float | None:
    """The seconds of a time with colons, as exact as its decimals; None if it is none.

    >>> clock("1:00:02.5"), clock("01:59,99"), clock("90"), clock("1:75")
    (3602.5, 119.99, None, None)
    """
    whole, point, fraction = text.replace(",", ".").partition(".")
    parts = whole.split(":")
    digits = [*parts, fraction] if point else parts
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and part.isascii() for part in digits):
        return None
    if any(len(part) > 4 for part in parts) or any(int(part) >= 60 for part in parts[1:]):
        return None
    seconds = 0
    for part in parts:
        seconds = seconds * 60 + int(part)
    return float(f"{seconds}.{fraction or 0}")
