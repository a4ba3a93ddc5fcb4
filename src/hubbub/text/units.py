"""The units that are counted: words, characters, or a mixture for text of several scripts."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple


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
    from hubbub.text.graphemes import clusters

    return clusters(letters)


def mixed(text: str, script: str = "") -> tuple[str, ...]:
    """Characters of scripts without blanks one by one, words of other scripts whole.

    >>> mixed("我用 Python 写code")
    ('我', '用', 'Python', '写', 'code')
    """
    if text.isascii():
        return words(text)
    from hubbub.text.spaceless import RANGES, parted  # imported late, as are clusters: most texts need neither

    return parted(text, RANGES[script])


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
