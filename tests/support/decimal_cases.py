"""Random decimals with the doubles that they are, for tests/core/decimal_driver.cpp: `-m support.decimal_cases 100`."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random

ENDS = (
    *("1.7976931348623157e308", "1.79769313486231580793e308", "1.79769313486231580794e308", "1e309", "-2e400"),
    *("2.2e-311", "5e-324", "2.4703282292062328e-324", "2.4703282292062327e-324", "-1e-400", "1e-99999999999"),
    *("0e99999999999", "0e-99999999999"),
)
"""Up to the greatest double and beyond, down to the least and to 0."""


def digits(rng: Random, most: int) -> str:
    return "".join(rng.choice("0000123456789") for _ in range(rng.randint(0, most)))


def near_a_double(rng: Random) -> str:
    """With about as many digits as it takes to tell it from others, or with all, or with most of all."""
    power = rng.randint(0, 2) if rng.random() < 0.3 else rng.randint(0, 2046)
    (value,) = struct.unpack("d", struct.pack("q", power << 52 | rng.getrandbits(52)))
    return f"{value:.{rng.choice([rng.randint(10, 20), rng.randint(200, 1100)])}e}"


def where_two_meet(rng: Random) -> str:
    """Odd numbers of 54 bits times a power of two, or any times half of the least double; or a little more."""
    power = rng.choice([-1075, rng.randint(-1075, 970), rng.randint(-70, 30)])
    number = rng.getrandbits(rng.randint(1, 53)) | 1 if power == -1075 else rng.getrandbits(53) | 1 << 53 | 1
    more = "." + digits(rng, 3) if rng.random() < 0.5 else ""
    return f"{number * 5**-power}{more}e{power}" if power < 0 else f"{number << power}{more}"


def decimal(rng: Random) -> str:
    sign = rng.choice(["", "", "", "-", "+"])
    kind = rng.random()
    if kind < 0.3:
        return f"{sign}{digits(rng, 12)}7.{digits(rng, rng.choice([4, 4, 4, 30]))}"
    if kind < 0.5:
        return f"{sign}{digits(rng, 30)}.{digits(rng, 30)}3{rng.choice('eE')}{rng.randint(-40, 40):+}"
    if kind < 0.6:
        return f"{sign}{digits(rng, 20)}.{digits(rng, 20)}0e{rng.randint(-350, 350)}"
    if kind < 0.62:
        return f"{sign}0.{'0' * rng.randint(0, 2000)}{digits(rng, 30)}5e{rng.randint(-2000, 2000)}"
    return sign + (near_a_double(rng) if kind < 0.9 else where_two_meet(rng))


def bits(value: float) -> str:
    return struct.pack(">d", value + 0.0).hex()


def cases(count: int, seed: int) -> Iterator[str]:
    rng = Random(seed)
    yield from (f"{bits(float(text))} {text}" for text in ENDS)
    for _ in range(count):
        text, other = decimal(rng), decimal(rng)
        yield f"{bits(float(text))} {text}"
        if abs(float(text)) < 1e300 and abs(float(other)) < 1e300:
            yield f"{bits(float(Fraction(text) + Fraction(other)))} {text} {other}"


if __name__ == "__main__":
    print(*cases(int(sys.argv[1]), 1), sep="\n")
