"""Run-length encoding, with which the page holds places."""

from __future__ import annotations

from collections.abc import Sequence


def runs(places: Sequence[int]) -> list[int]:
    """Run-length encoding of places: for each run, its distance from the end of the run before, and its length.

    >>> runs([4, 5, 6, 10, 11])
    [4, 3, 3, 2]
    """
    packed: list[int] = []
    expected = 0
    begin = -1
    for place in places:
        if place == expected and begin >= 0:
            packed[-1] += 1
        else:
            packed += [place - expected, 1]
            begin = place
        expected = place + 1
    return packed
