"""JSON and its values, checked for their type. An error names the line, which is searched only then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from hubbub import _core
from hubbub.errors import FormatError, shown
from hubbub.formats.files import in_memory, read_all
from hubbub.formats.lines import not_utf8, text_lines
from hubbub.formats.registry import no_segments

LARGEST = 1e9
"""The largest time, in seconds; larger ones are errors."""


class WrongError(Exception):
    """A problem with a value, and the fix."""


def kind(value: Any) -> str:
    """Describes the type of a value for messages."""
    names = {type(None): "null", bool: "a boolean", dict: "an object", list: "a list", str: "a string"}
    if isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) >= 10**100:
        return f"the number {value}"
    return names.get(type(value)) or shown(value)


def seconds(value: Any, unit: int = 1) -> float:
    """Converts a number, or a string of one, to seconds; a second has `unit` units. Smaller units must be whole."""
    if type(value) is float and unit == 1 and -LARGEST <= value <= LARGEST:
        return value + 0.0  # a shortcut for most values
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*", value, re.ASCII):
        value = float(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise WrongError(f"{value!r} is not a number", f"give {_UNITS[unit]}")
    if not abs(value) <= LARGEST * unit:
        what = "is above 1e9 seconds" if isinstance(value, int) or abs(value) < float("inf") else "is not finite"
        raise WrongError(f"{value} {what}", f"give {_UNITS[unit]} from the start of the recording")
    if unit > 1 and value != int(value):
        raise WrongError(f"{value} is not a whole number", f"give {_UNITS[unit]}")
    return value / unit + 0.0


_UNITS = {1: "seconds", 1000: "milliseconds", 10_000_000: "units of 100 nanoseconds"}


def parse(file: BinaryIO, name: str) -> Any:
    """Parses JSON. A FormatError names the line."""
    import msgspec

    data = read_all(file, name)
    if not data.strip():
        raise no_segments(name)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError):
        value = _parse_slowly(file, name, data)
    repeated = _core.repeated_key(data)
    if repeated is not None:
        line = data.count(b"\n", 0, repeated) + 1
        key = json_string(data, repeated)
        raise FormatError(name, line, f"the key {key} occurs twice in one object", "keep one of them")
    return value


def _parse_slowly(file: BinaryIO, name: str, data: bytes) -> Any:
    """Parses with the standard library, which locates mistakes. It accepts NaN; the segment's check does not."""
    try:
        text = data.decode()
        value = json.loads(text, parse_int=_whole_number)
        for place in _halves(text):
            line = text.count("\n", 0, place) + 1
            what = f"{text[place : place + 6]} is half of a surrogate pair"
            raise FormatError(name, line, what, "write both halves, e.g. \\ud83d\\ude00, or remove it")
        return value
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    except RecursionError:
        raise FormatError(name, None, "nested too deeply", "SegLST is a list of objects: [{…}, {…}]") from None
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise FormatError(name, error.lineno, "the JSON is incomplete", "download or save the file again") from None
        raise FormatError(
            name, error.lineno, f"not valid JSON: {error.msg} (column {error.colno})", "fix it there"
        ) from None


def json_string(data: bytes, begin: int) -> str:
    """Returns the string literal that begins at a byte."""
    found = re.compile(rb'"(?:[^"\\]|\\.)*"').match(data, begin)
    return found[0].decode(errors="replace") if found else ""


def _whole_number(digits: str) -> int | float:
    """Parses an integer; one with more digits than Python converts becomes a float, which is too large anyway."""
    return int(digits) if len(digits) < 4000 else float(digits)


def _halves(text: str) -> Iterator[int]:
    """Yields the positions of surrogate escapes without their other half."""
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
    """Returns the line of the index-th element of the list; None if earlier elements are nested too deeply."""
    text = read_all(file, name).decode()
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


class Value:
    """A value of a JSON file, with its path."""

    __slots__ = ("_above", "_key", "_line", "_name", "raw")

    def __init__(
        self, raw: Any, name: str, line: int | None = None, above: Value | None = None, key: str | int = ""
    ) -> None:
        self.raw = raw
        self._name, self._line, self._above, self._key = name, line, above, key

    def _below(self, raw: Any, key: str | int) -> Value:
        return Value(raw, self._name, self._line, self, key)

    def path(self) -> str:
        """Returns the path from the top, such as `results.items[3].alternatives`."""
        if self._above is None:
            return ""
        above = self._above.path()
        if isinstance(self._key, int):
            return f"{above}[{self._key}]"
        return f"{above}.{self._key}" if above else self._key

    def error(self, what: str, remedy: str) -> FormatError:
        """Returns a FormatError that names the path of this value."""
        path = self.path()
        return FormatError(self._name, self._line, f"{path}: {what}" if path else what, remedy)

    def _not(self, wanted: str) -> FormatError:
        return self.error(f"{kind(self.raw)} instead of {wanted}", "check that the file was not changed or cut")

    def __getitem__(self, key: str) -> Value:
        raw = self.mapping()
        if key not in raw:
            raise self.error(f"the key {key!r} is missing", "check that the file was not changed or cut")
        return self._below(raw[key], key)

    def get(self, *keys: str) -> Value | None:
        """Returns the value of the first of these keys that is not null; None if there is none."""
        raw = self.mapping()
        for key in keys:
            if raw.get(key) is not None:
                return self._below(raw[key], key)
        return None

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.raw, dict):
            raise self._not("an object")
        return self.raw

    def fields(self) -> Iterator[tuple[str, Value]]:
        """Yields the keys and values of an object."""
        return ((key, self._below(raw, key)) for key, raw in self.mapping().items())

    def elements(self) -> list[Value]:
        if not isinstance(self.raw, list):
            raise self._not("a list")
        return [self._below(raw, index) for index, raw in enumerate(self.raw)]

    def get_list(self, key: str) -> list[Value]:
        """Returns the list under this key; empty if it is missing or null."""
        found = self.get(key)
        return [] if found is None else found.elements()

    def text(self) -> str:
        if not isinstance(self.raw, str):
            raise self._not("a string")
        return self.raw

    def label(self) -> str:
        """Returns a name: a string, or an integer as a string."""
        if isinstance(self.raw, int) and not isinstance(self.raw, bool):
            return str(self.raw)
        return self.text()

    def seconds(self, unit: int = 1) -> float:
        try:
            return seconds(self.raw, unit)
        except WrongError as wrong:
            raise self.error(*wrong.args) from None

    def number(self) -> float:
        """Returns a number that is not a time."""
        try:
            return seconds(self.raw)
        except WrongError as wrong:
            raise self.error(wrong.args[0], "give a number") from None

    def rest(self, *used: str) -> dict[str, Any]:
        """Returns the other keys, with their values, except null."""
        return {key: raw for key, raw in self.mapping().items() if key not in used and raw is not None}


def label(value: Value | None) -> str | None:
    """Returns the name; None if there is no value, or an empty one."""
    return None if value is None or value.raw == "" else value.label()


def text(value: Value | None) -> str:
    """Returns the text; empty if there is no value."""
    return "" if value is None else value.text()


def parsed(file: BinaryIO, name: str) -> Value:
    """Parses a JSON file."""
    return Value(parse(file, name), name)


def parsed_lines(file: BinaryIO, name: str) -> list[Value]:
    """Parses a file with one value per line, or a JSON list."""
    lines = [(number, line) for number, line in text_lines(file, name) if line.strip()]
    if lines and lines[0][1].lstrip().startswith("["):
        return parsed(file, name).elements()
    values = []
    for number, line in lines:
        try:
            values.append(Value(parse(in_memory(line.encode()), name), name, number))
        except FormatError as error:
            raise FormatError(name, number, error.what, error.remedy) from None
    return values
