"""Tells formats apart by how files begin: the fields of the first lines, or the keys of JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

FIRST = 50
"""How many lines tell the format. Whoever reads the file looks at all of them."""
MOST = 20_000
"""So many strings, numbers and signs are looked at: enough to meet every key of a list's elements."""
DEEPEST = 12
"""Values inside of more lists and objects than these tell nothing."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+|"', re.DOTALL)


def rows(head: str, most: int = -1) -> list[list[str]]:
    """The fields of the first lines, blank lines and comments left out. Of more than `most`, the rest is one field."""
    fields = (line.split(None, most) for line in head.splitlines())
    return list(islice((row for row in fields if row and not row[0].startswith(";")), FIRST))


@lru_cache(maxsize=2)
def outline(head: str) -> frozenset[str]:
    """The paths of the values in the beginning of a JSON file or of JSON lines; none if it is neither.

    Values that are null do not count, and the elements of a list are taken together.

    >>> sorted(outline('{"a": [{"b": 1}, {"c": null, "d": "x'))
    ['a', 'a[]', 'a[].b']
    """
    return frozenset(_paths(head)) if head.lstrip()[:1] in ("{", "[") else frozenset()


def _paths(head: str) -> Iterator[str]:
    around: list[tuple[str, bool]] = []  # the path of each container around, or of its elements, and if it is a list
    key, is_key = "", False
    for token in islice(_TOKEN.finditer(head), MOST):
        sign = token[0]
        if sign == '"':
            return  # the rest of a string that is cut off
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
                here = path  # paths that grew at every step would fill the memory
            elif here and sign != "null":
                yield here
            if sign in ("{", "["):
                is_key = sign == "{"
                deep = len(around) >= DEEPEST
                around.append((here, False) if is_key else (here if deep else f"{here}[]", True))


def shaped(*paths: str, but: tuple[str, ...] = ()) -> Callable[[str], bool]:
    """A test for heads that have all of these paths and none of those in `but`; `a|b` is either.

    >>> shaped("segments[].start|segments[].end", but=("words",))('{"segments": [{"start": 1}]}')
    True
    """
    wanted = [path.split("|") for path in paths]
    return lambda head: (
        bool(found := outline(head))
        and all(any(path in found for path in choice) for choice in wanted)
        and found.isdisjoint(but)
    )
