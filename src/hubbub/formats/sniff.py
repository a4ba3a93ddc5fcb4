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
