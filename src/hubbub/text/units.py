"""The units that are counted: words, characters, or a mixture for text of several scripts."""

from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple
from unicodedata import combining

# First and last code points of the scripts that are written without blanks between words and scored by character:
# Han (with its radicals, extensions and compatibility forms), kana, bopomofo, and half-width kana.
# Hangul is written with blanks between words, so that it is scored by word.
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
_FIRST = [first for first, _ in _SPACELESS]


def spaceless(character: str) -> bool:
    """Is this a character of a script without blanks between words?

    >>> spaceless("会"), spaceless("a"), spaceless("한")
    (True, False, False)
    """
    code = ord(character)
    i = bisect_right(_FIRST, code) - 1
    return i >= 0 and code <= _SPACELESS[i][1]


def words(text: str) -> tuple[str, ...]:
    """Split at white space."""
    return tuple(text.split())


def characters(text: str) -> tuple[str, ...]:
    """Every character but white space, together with its combining marks.

    >>> characters("été 会議")
    ('é', 't', 'é', '会', '議')
    """
    letters = "".join(text.split())
    if letters.isascii() or not any(map(combining, letters)):
        return tuple(letters)
    return _cut(letters, [place for place, character in enumerate(letters) if place == 0 or not combining(character)])


def _cut(text: str, starts: list[int]) -> tuple[str, ...]:
    """The units that begin at these places. To lengthen them letter by letter would be quadratic for long ones."""
    return tuple(text[start:end] for start, end in pairwise([*starts, len(text)]))


def mixed(text: str) -> tuple[str, ...]:
    """Characters of scripts without blanks one by one, words of other scripts whole.

    >>> mixed("我用 Python 写code")
    ('我', '用', 'Python', '写', 'code')
    """
    if text.isascii():
        return words(text)
    units: list[str] = []
    for word in text.split():
        starts: list[int] = []
        begins = True  # does the next letter begin a unit?
        for place, character in enumerate(word):
            if place > 0 and combining(character):
                continue
            alone = spaceless(character)
            if alone or begins:
                starts.append(place)
            begins = alone
        units += _cut(word, starts)
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
    )
}
