"""Numbers and times as text: as short as possible, without an exponent, and added without rounding errors."""

from __future__ import annotations

from decimal import Context, Decimal

INF = float("inf")
EXACT = 1000
"""Precision in digits: more than the difference of any two doubles needs."""


def number(seconds: float) -> str:
    """Returns the shortest decimal that reads back as the same float.

    >>> number(1.10), number(3.0), number(1e-7)
    ('1.1', '3', '0.0000001')
    """
    text = repr(seconds)
    if "e" in text:
        text = format(Decimal(text), "f")
    return text.removesuffix(".0")


def difference(end: float, start: float) -> str:
    """Returns the difference of two times, computed in decimals.

    >>> difference(0.3, 0.1)
    '0.2'
    """
    text = format(Context(prec=EXACT).subtract(Decimal(repr(end)), Decimal(repr(start))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def total(start: float, duration: float) -> float:
    """Returns the sum of two times, computed in decimals.

    >>> total(0.1, 0.2)
    0.3
    """
    return float(Context(prec=EXACT).add(Decimal(repr(start)), Decimal(repr(duration))))


def numeric(*tokens: str) -> bool:
    """Returns whether all of these are finite numbers.

    >>> numeric("1", "2.5e1"), numeric("1", "nan"), numeric("1_0")
    (True, False, False)
    """
    try:
        for token in tokens:
            if not -INF < float(token) < INF or "_" in token:
                return False
    except ValueError:
        return False
    return True


def clock(text: str) -> float | None:
    """Returns the seconds of a time with colons, as exact as its decimals; None if it is not one.

    >>> clock("1:00:02.5"), clock("01:59,99"), clock("90"), clock("1:75")
    (3602.5, 119.99, None, None)
    """
    whole, point, fraction = text.replace(",", ".").partition(".")
    parts = whole.split(":")
    digits = [*parts, fraction] if point else parts
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and part.isascii() for part in digits):
        return None
    if any(len(part) > 4 for part in parts) or any(int(part) >= 60 for part in parts[1:]):
        return None
    seconds = 0
    for part in parts:
        seconds = seconds * 60 + int(part)
    return float(f"{seconds}.{fraction or 0}")
