"""The units that are counted: words, characters (grapheme clusters as in UAX #29), or both, depending on the script."""

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple
from unicodedata import category

_JOINER, _NON_JOINER = "\u200d", "\u200c"
# Properties beyond the categories, from GraphemeBreakProperty.txt and IndicConjunctBreak, as ranges of a regex.
_MORE_EXTEND = (
    "\u200c\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\u09be\u09d7\u0b3e\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6"
    "\u0d3e\u0d57\u0dcf\u0ddf\u1b35\u302e\u302f\U0001133e\U00011357\U000114b0\U000114bd\U000115af\U00011930\U0001d165"
    "\U0001d16e-\U0001d172"
)
_NO_SPACING = (
    "\u102b\u102c\u1038\u1062-\u1064\u1067-\u106d\u1083\u1087-\u108c\u108f\u109a-\u109c\u1a61\u1a63\u1a64\uaa7b\uaa7d"
    "\U00011720\U00011721"
)
_PREPEND = (
    "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd\U000111c2\U000111c3\U0001193f\U00011941"
    "\U00011a3a\U00011a84-\U00011a89\U00011d46\U00011f02"
)
_PICTURE = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u2388\u23cf\u23e9-\u23f3\u23f8-\u23fa"
    "\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2605\u2607-\u2612\u2614-\u2685\u2690-\u2705\u2708-\u2712\u2714"
    "\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763-\u2767\u2795-\u2797\u27a1\u27b0"
    "\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f0ff"
    "\U0001f10d-\U0001f10f\U0001f12f\U0001f16c-\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a"
    "\U0001f1ad-\U0001f1e5\U0001f201-\U0001f20f\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f23c-\U0001f23f"
    "\U0001f249-\U0001f3fa\U0001f400-\U0001f53d\U0001f546-\U0001f64f\U0001f680-\U0001f6ff\U0001f774-\U0001f77f"
    "\U0001f7d5-\U0001f7ff\U0001f80c-\U0001f80f\U0001f848-\U0001f84f\U0001f85a-\U0001f85f\U0001f888-\U0001f88f"
    "\U0001f8ae-\U0001f8ff\U0001f90c-\U0001f93a\U0001f93c-\U0001f945\U0001f947-\U0001faff\U0001fc00-\U0001fffd"
)
_VIRAMA = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
_CONSONANT = (
    "\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0995-\u09a8\u09aa-\u09b0\u09b2\u09b6-\u09b9\u09dc\u09dd\u09df\u09f0\u09f1"
    "\u0a95-\u0aa8\u0aaa-\u0ab0\u0ab2\u0ab3\u0ab5-\u0ab9\u0af9\u0b15-\u0b28\u0b2a-\u0b30\u0b32\u0b33\u0b35-\u0b39\u0b5c"
    "\u0b5d\u0b5f\u0b71\u0c15-\u0c28\u0c2a-\u0c39\u0c58-\u0c5a\u0d15-\u0d3a"
)
_LEAD, _VOWEL, _TAIL = "\u1100-\u115f\ua960-\ua97c", "\u1160-\u11a7\ud7b0-\ud7c6", "\u11a8-\u11ff\ud7cb-\ud7fb"
_FLAG = "\U0001f1e6-\U0001f1ff"


def _class(codes: list[int]) -> str:
    """Returns sorted code points as ranges of a regex."""
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Returns the pattern of a cluster, and one that matches if a text may have clusters of several code points."""
    kinds: dict[str, list[int]] = {"Mn": [], "Me": [], "Mc": [], "Cf": [], "Cc": []}
    for code in (*range(0x20000), *range(0xE0000, 0xE0200)):
        found = kinds.get(category(chr(code)))
        if found is not None:
            found.append(code)
    added = re.compile(f"[{_MORE_EXTEND}{_NO_SPACING}]")
    extend = _class(sorted(kinds["Mn"] + kinds["Me"])) + _MORE_EXTEND
    spacing = _class([code for code in kinds["Mc"] if not added.match(chr(code))]) + "\u0e33\u0eb3"
    kept = re.compile(f"[{_MORE_EXTEND}{_PREPEND}{_JOINER}]")
    control = _class([code for code in sorted(kinds["Cf"] + kinds["Cc"]) if not kept.match(chr(code))])
    # No group is repeated possessively: `re` matches some of these wrongly before Python 3.11.5.
    conjunct = (
        f"(?:(?![{_VIRAMA}{_NON_JOINER}])[{extend}{_JOINER}])*[{_VIRAMA}](?:(?!{_NON_JOINER})[{extend}{_JOINER}])*"
    )
    syllables = _class(list(range(0xAC00, 0xD7A4, 28)))
    cluster = re.compile(
        rf"[{_PREPEND}]*+(?:"
        rf"[{_LEAD}]*+(?:[{syllables}]?[{_VOWEL}]++|[가-힣])[{_TAIL}]*+|[{_LEAD}]++|[{_TAIL}]++"
        rf"|[{_FLAG}][{_FLAG}]"
        rf"|[{_PICTURE}](?:[{extend}]*+{_JOINER}[{_PICTURE}])*"
        rf"|[{_CONSONANT}](?:{conjunct}[{_CONSONANT}])*"
        rf"|[^{control}{_PREPEND}]"
        rf")[{extend}{spacing}{_JOINER}]*+"
        rf"|[{_PREPEND}]++[{extend}{spacing}{_JOINER}]*+"
        r"|.",
        re.DOTALL,
    )
    return cluster, re.compile(f"[{extend}{spacing}{_JOINER}{_PREPEND}{_FLAG}{_LEAD}{_VOWEL}{_TAIL}]")


def clusters(text: str) -> tuple[str, ...]:
    """Returns the characters of a text as people see them.

    >>> [len(clusters(text)) for text in ("e\\u0301", "नमस्ते", "ที่นี่", "👨‍👩‍👧🇩🇪", "한국", "abc")]
    [1, 3, 2, 2, 2, 3]
    """
    if text.isascii():
        return tuple(text)
    cluster, longer = _patterns()
    return tuple(cluster.findall(text)) if longer.search(text) else tuple(text)


# First and last code points of the scripts that are written without spaces between words and scored by character:
# Han (with its radicals, extensions and compatibility forms), kana, bopomofo, and half-width kana.
# Hangul is written with spaces between words and scored by word, unless the user chooses otherwise.
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
"""Thai, Lao, Burmese and Khmer: no spaces between words either, but recognizers often add some."""

Ranges = tuple[tuple[int, int], ...]

RANGES: dict[str, Ranges] = {
    "": _SPACELESS,
    "hangul": tuple(sorted(_SPACELESS + _HANGUL)),
    "thai": tuple(sorted(_SPACELESS + _THAI)),
}
"""The code points that are split into characters, by the name of the script added to those that always are."""


def words(text: str) -> tuple[str, ...]:
    """Splits at white space."""
    return tuple(text.split())


def characters(text: str) -> tuple[str, ...]:
    """Returns the characters except white space; marks, conjuncts and joined emoji are part of one character.

    >>> characters("été 会議"), characters("नमस्ते")
    (('é', 't', 'é', '会', '議'), ('न', 'म', 'स्ते'))
    """
    letters = "".join(text.split())
    if letters.isascii():
        return tuple(letters)
    return clusters(letters)


def code_points(text: str) -> tuple[str, ...]:
    """Returns the code points except white space.

    >>> code_points("e\u0301 é")
    ('e', '\u0301', 'é')
    """
    return tuple("".join(text.split()))


SPACE = "\u2423"
"""Stands for white space that is counted, since units are separated by white space: ␣."""


def code_points_and_spaces(text: str) -> tuple[str, ...]:
    """Returns the code points; a space between words is one too, for each character of white space.

    >>> code_points_and_spaces(" ab c ")
    ('a', 'b', '␣', 'c')
    """
    return tuple(SPACE if character.isspace() else character for character in text.strip())


def mixed(text: str, script: str = "") -> tuple[str, ...]:
    """Splits text of scripts without spaces into characters, and other text into words.

    >>> mixed("我用 Python 写code")
    ('我', '用', 'Python', '写', 'code')
    """
    if text.isascii():
        return words(text)
    return _parted(text, RANGES[script])


def spaceless(character: str, ranges: Ranges = _SPACELESS) -> bool:
    """Returns whether this is a character of a script without spaces between words.

    >>> spaceless("会"), spaceless("a"), spaceless("한"), spaceless("한", _HANGUL)
    (True, False, False, True)
    """
    code = ord(character[0])
    i = bisect_right(ranges, code, key=lambda pair: pair[0]) - 1
    return i >= 0 and code <= ranges[i][1]


def _parted(text: str, ranges: Ranges) -> tuple[str, ...]:
    """Splits text of these scripts into characters, and other text into words."""
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
        Unit("word", "Words, separated by white space.", words),
        Unit("char", "Characters, without white space.", characters),
        Unit("codepoint", "Code points, without white space.", code_points),
        Unit("codepoint-space", "Code points, and the spaces between words.", code_points_and_spaces),
        Unit("mixed", "Characters for Chinese and Japanese script, words for others.", mixed),
        Unit("mixed-hangul", "As mixed, with Korean by character.", partial(mixed, script="hangul")),
        Unit("mixed-thai", "As mixed, with Thai, Lao, Burmese and Khmer by character.", partial(mixed, script="thai")),
    )
}

CHARACTER_UNITS = ("char", "codepoint", "codepoint-space")
"""The units of a character error rate."""
