"""Distinguishes formats by the beginning of files: the fields of the first lines, or the keys of JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

FIRST = 50
"""Lines that decide the format. Reading checks all lines."""
MOST = 20_000
"""Strings, numbers and brackets that are scanned: enough to see every key of a list's elements."""
DEEPEST = 12
"""Values nested more deeply than this are ignored."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+|"', re.DOTALL)


def rows(head: str, most: int = -1) -> list[list[str]]:
    """Returns the fields of the first lines, without blank lines and comments. After `most` fields, the rest is one."""
    fields = (line.split(None, most) for line in head.splitlines())
    return list(islice((row for row in fields if row and not row[0].startswith(";")), FIRST))


@lru_cache(maxsize=2)
def outline(head: str) -> frozenset[str]:
    """Returns the paths of the values at the beginning of a JSON file or of JSON lines; empty for other text.

    Null values do not count, and the elements of a list share one path.

    >>> sorted(outline('{"a": [{"b": 1}, {"c": null, "d": "x'))
    ['a', 'a[]', 'a[].b']
    """
    return frozenset(_paths(head)) if head.lstrip()[:1] in ("{", "[") else frozenset()


def _paths(head: str) -> Iterator[str]:
    around: list[tuple[str, bool]] = []  # the path of each open container, or of its elements, and whether it is a list
    key, is_key = "", False
    for token in islice(_TOKEN.finditer(head), MOST):
        sign = token[0]
        if sign == '"':
            return  # the start of a string that is cut off
        if sign in ("}", "]"):
            if not around:
                return
            around.pop()
            is_key = False
        elif sign == ",":
            is_key = bool(around) and not around[-1][1]
        elif sign == ":":
            is_key = False
        elif is_key:
            key = sign[1:-1]
        else:
            path, in_list = around[-1] if around else ("", True)
            here = path if in_list else f"{path}.{key}" if path else key
            if len(around) > DEEPEST:
                here = path  # ever longer paths would fill the memory
            elif here and sign != "null":
                yield here
            if sign in ("{", "["):
                is_key = sign == "{"
                deep = len(around) >= DEEPEST
                around.append((here, False) if is_key else (here if deep else f"{here}[]", True))


def shaped(*paths: str, but: tuple[str, ...] = ()) -> Callable[[str], bool]:
    """Returns a test for heads that have all of these paths and none of those in `but`; `a|b` is either one.

    >>> shaped("segments[].start|segments[].end", but=("words",))('{"segments": [{"start": 1}]}')
    True
    """
    wanted = [path.split("|") for path in paths]
    return lambda head: (
        bool(found := outline(head))
        and all(any(path in found for path in choice) for choice in wanted)
        and found.isdisjoint(but)
    )
