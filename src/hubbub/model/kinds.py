"""Tells what kind of object a caller handed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard


def is_number(value: Any) -> bool:
    """Is it a number, of Python or of numpy? Neither a text, True and False, nor an array is one.

    >>> is_number(0.5), is_number("0.5"), is_number(True)
    (True, False, False)
    """
    return hasattr(value, "__float__") and not (isinstance(value, bool) or hasattr(value, "__len__"))


def is_name(value: Any) -> bool:
    """Can it be the name of a speaker or a session? Texts and whole numbers can.

    >>> is_name("Alice"), is_name(1), is_name(1.5), is_name(True)
    (True, True, False, False)
    """
    return isinstance(value, str) or (hasattr(value, "__index__") and is_number(value))


def is_iterable(data: Any) -> TypeGuard[Iterable[Any]]:
    """Can it be iterated over? An array without dimensions says so by its type, and cannot.

    >>> is_iterable([1]), is_iterable(3)
    (True, False)
    """
    try:
        return isinstance(data, Iterable) and iter(data) is not None
    except TypeError:
        return False


def is_missing(value: Any) -> bool:
    """Is this what a table has where it has nothing: None, NaN, NaT or NA?"""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas' NA is neither equal nor unequal; an array is both
        return type(value).__name__ == "NAType"
