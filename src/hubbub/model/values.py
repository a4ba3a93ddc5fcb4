"""Checks of values from callers, and parsers of options."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import fsum
from typing import Any, TypeGuard

from hubbub.errors import OptionError, shown


def added(numbers: Iterable[float]) -> float:
    """Returns the sum, an int if all are. Python 3.11 and 3.12 differ in `sum` of floats, so it is not used for them.

    >>> added([1, 2]), added([0.1] * 10)
    (3, 1.0)
    """
    terms = list(numbers)
    return sum(terms) if all(isinstance(term, int) for term in terms) else fsum(terms)


def is_number(value: Any) -> bool:
    """Returns whether this is a number of Python or numpy. Texts, booleans and arrays are not.

    >>> is_number(0.5), is_number("0.5"), is_number(True)
    (True, False, False)
    """
    return hasattr(value, "__float__") and not (isinstance(value, bool) or hasattr(value, "__len__"))


def is_name(value: Any) -> bool:
    """Returns whether this can be the name of a speaker or a session: a text or an integer.

    >>> is_name("Alice"), is_name(1), is_name(1.5), is_name(True)
    (True, True, False, False)
    """
    return isinstance(value, str) or (hasattr(value, "__index__") and is_number(value))


def is_iterable(data: Any) -> TypeGuard[Iterable[Any]]:
    """Returns whether this can be iterated over. An array without dimensions cannot, though its type says so.

    >>> is_iterable([1]), is_iterable(3)
    (True, False)
    """
    try:
        return isinstance(data, Iterable) and iter(data) is not None
    except (TypeError, ValueError):  # ValueError: a closed file
        return False


def is_missing(value: Any) -> bool:
    """Returns whether this is an empty cell of a table: None, NaN, NaT or NA."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas' NA is neither equal nor unequal; an array is both
        return type(value).__name__ == "NAType"


_NUMBER = r"\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*"


def _number(value: Any) -> float | None:
    """Returns the value as a number, also from numpy or a numeric string; None for anything else, such as True."""
    if not (re.fullmatch(_NUMBER, value, re.ASCII) if isinstance(value, str) else is_number(value)):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _whole(value: Any) -> int | None:
    """Returns a whole number; None for anything else, such as 1.5."""
    number = _number(value)
    return int(number) if number is not None and number.is_integer() else None


def parse_seconds(value: str | float, name: str) -> float:
    """Returns a number of seconds, neither negative nor infinite.

    >>> parse_seconds("0.25", "collar")
    0.25
    """
    seconds = _number(value)
    if seconds is None or not 0 <= seconds <= 1e9:
        raise OptionError(f"{name} {shown(value)} is not a number of seconds from 0 to 1e9; write e.g. 0.25")
    return seconds


def parse_costs(costs: str | tuple[int, int, int, int], name: str = "costs") -> tuple[int, int, int, int]:
    """Returns four whole numbers: correct, substitution, insertion, deletion.

    >>> parse_costs("0,4,3,3")
    (0, 4, 3, 3)
    """
    try:
        parts = [_whole(part) for part in (costs.split(",") if isinstance(costs, str) else costs)]
    except TypeError:
        parts = []
    whole = [part for part in parts if part is not None and 0 <= part <= 1_000_000]
    if len(parts) != 4 or len(whole) != 4 or isinstance(costs, (set, frozenset, dict, bytes)):
        raise OptionError(f"{name} {shown(costs)} are not four whole numbers from 0 to 1000000; write e.g. 0,1,1,1")
    return whole[0], whole[1], whole[2], whole[3]


def parse_count(value: str | int, name: str) -> int:
    """Returns a whole number of at least 1.

    >>> parse_count("2", "overlap limit")
    2
    """
    number = _whole(value)
    if number is None or not 1 <= number <= 1_000_000:
        raise OptionError(f"{name} {shown(value)} is not a whole number from 1 to 1000000; write e.g. 4")
    return number


def parse_effort(value: str | float, name: str = "effort") -> float:
    """Returns the allowed work of a search, as a multiple of the default.

    >>> parse_effort("2.5")
    2.5
    """
    number = _number(value)
    if number is None or not 0 < number <= 1e9:
        raise OptionError(f"{name} {shown(value)} is not a number above 0 and up to 1e9; write e.g. 4")
    return number


def parse_level(value: str | float, name: str = "ci") -> float:
    """Returns the level of an interval as a fraction, from a percentage with or without its sign, or a fraction.

    >>> parse_level("95%"), parse_level("90"), parse_level(0.9)
    (0.95, 0.9, 0.9)
    """
    text = value.strip() if isinstance(value, str) else value
    number = _number(text.removesuffix("%") if isinstance(text, str) else text)
    percentage = (isinstance(text, str) and text.endswith("%")) or (number or 0) >= 50
    level = 0.0 if number is None else number / 100 if percentage else number
    if not 0.5 <= level <= 0.9999:
        raise OptionError(f"{name} {shown(value)} is not a level from 50% to 99.99%; write e.g. 95% or 0.95")
    return level


def parse_seed(value: str | int, name: str = "seed") -> int:
    """Returns a whole number of at least 0.

    >>> parse_seed("7")
    7
    """
    number = _whole(value)
    if number is None or not 0 <= number < 2**53:
        raise OptionError(f"{name} {shown(value)} is not a whole number of at least 0; write e.g. 1")
    return number


def parse_switch(value: Any, name: str) -> bool:
    """Returns True or False. Refuses anything else: a text such as "no" would count as true."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # of Python or numpy
        return bool(value)
    raise OptionError(f"{name} is {shown(value)}; give True or False")


def parse_text(value: Any, name: str) -> str:
    """Returns a text."""
    if isinstance(value, str):
        return value
    raise OptionError(f"{name} is {shown(value)}; give a text")


_SCALE = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def parse_memory(memory: str | int, name: str = "memory") -> int:
    """Returns a number of bytes, from a number or a string with an optional suffix K, M, G or T.

    >>> parse_memory("8G") == parse_memory("8 GiB") == 8 * 2**30
    True
    """
    text, scale = memory, ""
    if isinstance(memory, str):
        text = memory.upper().replace(" ", "").removesuffix("B").removesuffix("I")
        scale = text[-1:] if text[-1:] in _SCALE else ""
    value = _number(text.removesuffix(scale) if isinstance(text, str) else text)
    size = 0.0 if value is None else value * _SCALE[scale]
    if not 1 <= size < 2**63:
        raise OptionError(f"{name} {shown(memory)} is not a size; write e.g. 8G or 500M")
    return int(size)


MEMORY = 2 << 30
"""Bytes that a search may use by default. A constant: the memory of the machine must not change a result."""


def short_size(size: int) -> str:
    """Returns a size as users write it, without rounding.

    >>> short_size(1 << 30), short_size(3 << 20), short_size(1500)
    ('1G', '3M', '1500')
    """
    scale = next((scale for scale in "TGMK" if size % _SCALE[scale] == 0), "")
    return f"{size // _SCALE[scale]}{scale}"


def in_words(size: float) -> str:
    """Returns a size in bytes, rounded for people.

    >>> in_words(8 * 2**30), in_words(1e30)
    ('8.0 GiB', '9.3e+20 GiB')
    """
    if size >= 2**60:
        return f"{size / 2**30:.1e} GiB"
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
