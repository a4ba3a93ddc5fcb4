"""Parses JSON quickly. The place of a mistake is only looked for once there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats.files import whole
from hubbub.formats.lines import not_utf8


def parse(file: BinaryIO, name: str) -> Any:
    """The value of the JSON. The error for a mistake names the line."""
    import msgspec

    data = whole(file, name)
    if not data.strip():
        raise FormatError(name, None, "holds no segments", "check that it is the right file, written to its end")
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError):
        value = _parse_slowly(file, name, data)
    repeated = _core.repeated_key(data)
    if repeated is not None:
        line = data.count(b"\n", 0, repeated) + 1
        key = json_string(data, repeated)
        raise FormatError(name, line, f"the key {key} is there twice in one object", "keep one of them")
    return value


def _parse_slowly(file: BinaryIO, name: str, data: bytes) -> Any:
    """The standard library says where a mistake is. It accepts NaN, which is then refused in its segment."""
    import json

    try:
        text = data.decode()
        value = json.loads(text, parse_int=_whole_number)
        for place in _halves(text):
            line = text.count("\n", 0, place) + 1
            what = f"{text[place : place + 6]} is half of a character"
            raise FormatError(name, line, what, "write both halves, as in \\ud83d\\ude00, or drop it")
        return value
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    except RecursionError:
        raise FormatError(name, None, "nested too deeply", "SegLST is a list of objects: [{…}, {…}]") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise FormatError(name, error.lineno, "the JSON is cut short", "fetch or write the file again") from None
        raise FormatError(
            name, error.lineno, f"not JSON: {error.msg} (column {error.colno})", "mend it there"
        ) from None


def json_string(data: bytes, begin: int) -> str:
    """The string that begins there, as it is written."""
    found = re.compile(rb'"(?:[^"\\]|\\.)*"').match(data, begin)
    return found[0].decode(errors="replace") if found else ""


def _whole_number(digits: str) -> int | float:
    """A number with more digits than Python converts becomes a float: it is too large for anything."""
    return int(digits) if len(digits) < 4000 else float(digits)


def _halves(text: str) -> Iterator[int]:
    """The places of escapes that name half of a pair of surrogates and have no other half beside them."""
    high = None
    for escape in re.finditer(r"\\(?:u([dD][89a-fA-F][0-9a-fA-F]{2})|.)", text, re.DOTALL):
        code = int(escape[1], 16) if escape[1] else 0
        if high is not None and code >= 0xDC00 and escape.start() == high + 6:
            high = None
            continue
        if high is not None:
            yield high
        high = escape.start() if 0xD800 <= code < 0xDC00 else None
        if code >= 0xDC00:
            yield escape.start()
    if high is not None:
        yield high


def element_line(file: BinaryIO, name: str, index: int) -> int | None:
    """The line where the index-th element of the list begins; None if elements before it are nested too deeply."""
    import json

    text = whole(file, name).decode()
    position, decoder = text.index("[") + 1, json.JSONDecoder(parse_int=_whole_number)
    for i in range(index + 1):
        gap = re.compile(r"[\s,]*").match(text, position)
        position = gap.end() if gap else position
        if i < index:
            try:
                position = decoder.raw_decode(text, position)[1]
            except RecursionError:
                return None
    return text.count("\n", 0, position) + 1
