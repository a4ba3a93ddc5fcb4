"""Distinguishes formats: by the fields of the first lines of a file, or by the keys of its JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

FIRST = 50
"""Lines that decide the format. Reading checks all lines."""
MOST = 20_000
"""Strings, numbers and brackets that are scanned: enough to see every key of a list's elements."""
DEEPEST = 12
"""Values nested more deeply than this are ignored."""
FIRST_ELEMENTS, LAST_ELEMENTS = 100, 20
"""Elements of a JSON list that are searched for keys: those at its start and its end."""
LONGEST_TEXT = 200
"""Characters of a text in JSON that are kept to detect its format."""

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


def is_json(head: str) -> bool:
    """Returns whether a text begins like a JSON object or like a list of objects, lists or texts.

    >>> is_json('{"text": "hi'), is_json("[{"), is_json("[00:00:02] Alice: hi"), is_json("{uh} yes")
    (True, True, False, False)
    """
    return re.match(r'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[{\["\]]|$))', head) is not None


def abridged(data: bytes) -> str | None:
    """Returns complete JSON as a short text with the same keys, wherever they are; None if it cannot be parsed.

    A list keeps the elements with keys that its earlier elements lack.

    >>> abridged(b'{"words": [{"t": 1}, {"t": 2}, {"u": 3}], "format": "1.0"}')
    '{"words":[{"t":1},{"u":3}],"format":"1.0"}'
    """
    import msgspec

    try:
        short = _shortened(msgspec.json.decode(data), "", set(), 0)
        return msgspec.json.encode(short).decode()
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


def _shortened(value: Any, path: str, seen: set[str], depth: int) -> Any:
    """Returns a value without list elements that add no path to `seen`, to which its own paths are added."""
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if depth > DEEPEST:
        return None
    if isinstance(value, dict):
        short = {}
        for key, one in value.items():
            if one is not None:
                seen.add(f"{path}.{key}")
            short[key] = _shortened(one, f"{path}.{key}", seen, depth + 1)
        return short
    if isinstance(value, list):
        kept: list[Any] = []
        middle = max(FIRST_ELEMENTS, len(value) - LAST_ELEMENTS)
        for one in (*value[:FIRST_ELEMENTS], *value[middle:]):
            number = len(seen)
            short = _shortened(one, f"{path}[]", seen, depth + 1)
            if not kept or len(seen) > number:
                kept.append(short)
        return kept
    return value


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
