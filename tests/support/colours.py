"""How colours look: their contrast, and how people with a deficient sense of colour see them.

The matrices are those of Machado, Oliveira and Fernandes (2009) for the loss of one kind of cone, in linear RGB.
"""

from __future__ import annotations

import math
from itertools import starmap

Colour = tuple[float, float, float]
DEFICIENCIES: dict[str, tuple[Colour, Colour, Colour]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Colour:
    """Linear RGB of a colour as #rrggbb or #rgb."""
    if len(colour) == 4:
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _expanded(red), _expanded(green), _expanded(blue)


def _expanded(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _times(matrix: tuple[Colour, ...], colour: Colour) -> Colour:
    red, green, blue = (sum(starmap(float.__mul__, zip(row, colour, strict=True))) for row in matrix)
    return red, green, blue


def seen(colour: str, deficiency: str | None) -> Colour:
    """Linear RGB of a colour as it is seen."""
    own = linear(colour)
    if deficiency is None:
        return own
    red, green, blue = (min(max(value, 0.0), 1.0) for value in _times(DEFICIENCIES[deficiency], own))
    return red, green, blue


def lab(colour: Colour) -> Colour:
    x, y, z = (_root(value / white) for value, white in zip(_times(XYZ, colour), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116)


def distance(one: str, other: str, deficiency: str | None = None) -> float:
    """How far apart two colours look: CIE 1976, in which 2 is just noticed."""
    a, b = (lab(seen(colour, deficiency)) for colour in (one, other))
    return math.dist(a, b)


def contrast(one: str, other: str, deficiency: str | None = None) -> float:
    """The contrast ratio of WCAG, from 1 to 21, as it is seen."""
    both = (seen(colour, deficiency) for colour in (one, other))
    light = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b) + 0.05 for r, g, b in both)
    return light[1] / light[0]
