"""Tells what kind of object a caller handed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard


def is_iterable(data: Any) -> TypeGuard[Iterable[Any]]:
    """Can it be iterated over? An array without dimensions says so by its type, and cannot.

    >>> is_iterable([1]), is_iterable(3)
    (True, False)
    """
    try:
        return isinstance(data, Iterable) and iter(data) is not None
    except TypeError:
        return False
