"""Parses JSON quickly. The place of a mistake is only looked for once there is one."""

from __future__ import annotations

import re
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.lines import not_utf8, whole


def parse(file: BinaryIO, name: str) -> Any:
    """The value of the JSON. The error for a mistake names the line."""
    import msgspec

    data = whole(file)
    if not data.strip():
        raise FormatError(name, None, "holds no segments", "check that it is the right file, written to its end")
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    # The standard library says where a mistake is. It accepts NaN, which is then refused in its segment.
    import json

    try:
        text = data.decode()
        return json.loads(text)
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


def element_line(file: BinaryIO, index: int) -> int:
    """The line where the index-th element of the list begins."""
    import json

    text = whole(file).decode()
    position, decoder = text.index("[") + 1, json.JSONDecoder()
    for i in range(index + 1):
        gap = re.compile(r"[\s,]*").match(text, position)
        position = gap.end() if gap else position
        if i < index:
            position = decoder.raw_decode(text, position)[1]
    return text.count("\n", 0, position) + 1
