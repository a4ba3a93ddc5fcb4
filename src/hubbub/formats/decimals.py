"""Times as decimal text: as short as possible, without exponent, and subtracted without rounding errors."""

from __future__ import annotations

EXACT = 1000
"""The precision in digits: more than the difference of any two doubles needs."""


def number(seconds: float) -> str:
    """The shortest decimal that reads back as the same float.

    >>> number(1.10), number(3.0), number(1e-7)
    ('1.1', '3', '0.0000001')
    """
    text = repr(seconds)
    if "e" in text:
        from decimal import Decimal

        text = format(Decimal(text), "f")
    return text.removesuffix(".0")


def difference(end: float, start: float) -> str:
    """The difference of two times as they are written in decimals.

    >>> difference(0.3, 0.1)
    '0.2'
    """
    from decimal import Context, Decimal

    text = format(Context(prec=EXACT).subtract(Decimal(repr(end)), Decimal(repr(start))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def total(start: float, duration: float) -> float:
    """The sum of two times as they are written in decimals.

    >>> total(0.1, 0.2)
    0.3
    """
    from decimal import Context, Decimal

    return float(Context(prec=EXACT).add(Decimal(repr(start)), Decimal(repr(duration))))
