"""The units that are counted: words, characters, or a mixture for text of several scripts."""

from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from hubbub.text.graphemes import clusters

# First and last code points of the scripts that are written without blanks between words and scored by character:
# Han (with its radicals, extensions and compatibility forms), kana, bopomofo, and half-width kana.
# Hangul is written with blanks between words and is scored by word, unless the user chooses otherwise.
_SPACELESS = (
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3031, 0x312F),
    (0x31A0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x16FE0, 0x16FFF),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x323AF),
)
_HANGUL = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xAC00, 0xD7FF))
_THAI = ((0x0E01, 0x0E4F), (0x0E81, 0x0ECF), (0x0EDC, 0x0EDF), (0x1000, 0x103F), (0x1050, 0x108F), (0x1780, 0x17D3))
"""Thai, Lao, Burmese and Khmer: no blanks between words either, but recognisers often put some there."""

Ranges = tuple[tuple[int, int], ...]

RANGES: dict[str, Ranges] = {
    "": _SPACELESS,
    "hangul": tuple(sorted(_SPACELESS + _HANGUL)),
    "thai": tuple(sorted(_SPACELESS + _THAI)),
}
"""What is taken character by character, by the name of the script that goes with those that always are."""


def words(text: str) -> tuple[str, ...]:
    """Split at white space."""
    return tuple(text.split())


def characters(text: str) -> tuple[str, ...]:
    """Every character but white space, as people see them: with marks, conjuncts and joined emoji in one.

    >>> characters("été 会議"), characters("नमस्ते")
    (('é', 't', 'é', '会', '議'), ('न', 'म', 'स्ते'))
    """
    letters = "".join(text.split())
    if letters.isascii():
        return tuple(letters)
    return clusters(letters)


def mixed(text: str, script: str = "") -> tuple[str, ...]:
    """Characters of scripts without blanks one by one, words of other scripts whole.

    >>> mixed("我用 Python 写code")
    ('我', '用', 'Python', '写', 'code')
    """
    if text.isascii():
        return words(text)
    return _parted(text, RANGES[script])


def spaceless(character: str, ranges: Ranges = _SPACELESS) -> bool:
    """Is this a character of a script without blanks between words?

    >>> spaceless("会"), spaceless("a"), spaceless("한"), spaceless("한", _HANGUL)
    (True, False, False, True)
    """
    code = ord(character[0])
    i = bisect_right(ranges, code, key=lambda pair: pair[0]) - 1
    return i >= 0 and code <= ranges[i][1]


def _parted(text: str, ranges: Ranges) -> tuple[str, ...]:
    """Characters of these scripts one by one, words of others whole."""
    units: list[str] = []
    for word in text.split():
        letters: list[str] = []
        for character in clusters(word):
            if spaceless(character, ranges):
                units += ["".join(letters), character] if letters else [character]
                letters.clear()
            else:
                letters.append(character)
        if letters:
            units.append("".join(letters))
    return tuple(units)


class Unit(NamedTuple):
    """A way to split a text into units."""

    name: str
    about: str
    split: Callable[[str], tuple[str, ...]]


UNITS: dict[str, Unit] = {
    unit.name: unit
    for unit in (
        Unit("word", "Words, parted by white space.", words),
        Unit("char", "Characters, without white space.", characters),
        Unit("mixed", "Characters of Chinese and Japanese script, words of other scripts.", mixed),
        Unit("mixed-hangul", "As mixed, with Korean by character.", partial(mixed, script="hangul")),
        Unit("mixed-thai", "As mixed, with Thai, Lao, Burmese and Khmer by character.", partial(mixed, script="thai")),
    )
}
