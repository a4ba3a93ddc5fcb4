"""English numbers in one form: words become digits, or digits become words."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = [
    "ten",
    "eleven",
    "twelve",
    *(f"{word}teen" for word in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SMALL = {word: value for value, word in enumerate(_UNITS + _TEENS)} | {
    word: 20 + 10 * i for i, word in enumerate(_TENS)
}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MULTIPLES = {"hundred": 100, **_SCALES}
_IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}


def ordinal(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ieth"
    return _IRREGULAR.get(word) or ("twelfth" if word == "twelve" else word + "th")


class _Token(NamedTuple):
    """A word of a number."""

    word: str
    """A cardinal or digits, also for ordinals and decades."""
    ending: str = ""
    """th for an ordinal, s for a decade."""


_TOKENS = (
    {word: _Token(word) for word in (*_SMALL, *_MULTIPLES)}
    | {ordinal(word): _Token(word, "th") for word in (*_SMALL, *_MULTIPLES)}
    | {word[:-1] + "ies": _Token(word, "s") for word in _TENS}
)
_NUMBER = rf"(?:{'|'.join(sorted(_TOKENS, key=len, reverse=True))}|\d+(?:\.\d+)?)"
_RUN = re.compile(
    rf"(?<![\w.'’])(?:an? (?=(?:{'|'.join(_MULTIPLES)})\b))?{_NUMBER}\b"
    rf"(?:(?:\s+|-(?=[a-z]))(?:and\s+an?\s+(?=(?:{'|'.join(_MULTIPLES)})\b)|and\s+|point\s+|oh\s+)?{_NUMBER}\b)*(?!\.?\d|['’]\w)",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)")
_MONEY = {"$": "dollars", "£": "pounds", "€": "euros"}
_AMOUNT = re.compile(rf"([$£€])(\d+(?:\.\d+)?)((?:\s+(?:{'|'.join(_SCALES)})\b)?)", re.IGNORECASE)
_PERCENT = re.compile(r"(?<=\d)\s?%|(?<= )per cent\b", re.IGNORECASE)


class _Reader:
    """Reads the words of one run from left to right."""

    def __init__(self, run: str) -> None:
        words = run.lower().replace("-", " ").split()
        self.tokens = [_TOKENS.get(word) or _Token(word) for word in words]
        self.at = 0
        self.ending = ""

    def word(self, ahead: int = 0) -> str:
        """Returns the current word or a later one; empty after an ordinal, which ends a number."""
        place = self.at + ahead
        return "" if self.ending or place >= len(self.tokens) else self.tokens[place].word

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at, self.ending = self.at + 1, token.ending
        return token.word

    def below_hundred(self) -> int | None:
        value = _SMALL.get(self.word())
        if value is None:
            return None
        self.take()
        if value >= 20 and 1 <= _SMALL.get(self.word(), 0) <= 9:
            value += _SMALL[self.take()]
        return value

    def group(self) -> Fraction | None:
        """Reads a number before a scale: below a thousand, in digits, or a year in two halves; else returns None."""
        value: Fraction | int | None
        if self.word()[:1].isdigit():
            value = Fraction(self.take())
        elif self.word() in ("a", "an"):
            self.take()
            value = 1
        elif self.word() in _MULTIPLES:
            value = 1
        else:
            value = self.below_hundred()
        if value is None:
            return None
        if self.word() == "hundred":
            self.take()
            self.skip_and()
            return Fraction(value * 100 + (self.below_hundred() or 0))
        if 11 <= value <= 20 and self.tokens[self.at - 1].word in _SMALL:
            if _SMALL.get(self.word(), 0) >= 10:
                return Fraction(value * 100 + (self.below_hundred() or 0))
            if self.word() == "oh":
                self.take()
                return Fraction(value * 100 + (self.below_hundred() or 0))
        return Fraction(value)

    def skip_and(self) -> None:
        if self.word() == "and" and self.word(1) in _SMALL:
            self.take()

    def number(self) -> str | None:
        """Reads one number; returns it in digits, or None if the current word starts none."""
        self.ending = ""
        start = before = self.at
        total, least, value = Fraction(0), 10**15, self.group()
        if value is None:
            self.at = start
            return None
        digits = self.decimals()
        if digits:
            value += Fraction(int(digits), 10 ** len(digits))
        while value is not None:
            scale = _SCALES.get(self.word(), 1)
            if scale >= least:
                self.at = before
                break
            if scale > 1:
                self.take()
            total, least, before = total + value * scale, scale, self.at
            if scale == 1:
                break
            self.skip_and()
            value = None if self.word()[:1].isdigit() or self.word() in ("a", "an", *_MULTIPLES) else self.group()
            if value is None:
                self.at = before
        return self.shown(total, self.at - start == 1, start, digits)

    def decimals(self) -> str:
        """Reads the digits after "point"."""
        digits = ""
        if self.word() == "point" and _SMALL.get(self.word(1), 10) < 10:
            self.take()
            while _SMALL.get(self.word(), 10) < 10 or (self.word() == "oh" and digits):
                digits += str(_SMALL.get(self.take(), 0))
        return digits

    def shown(self, total: Fraction, single: bool, start: int, digits: str) -> str:
        first = self.tokens[start].word
        if single and first[0].isdigit():
            return first  # as written: 007, 3.50
        if total.denominator != 1:
            return f"{total.numerator // total.denominator}.{digits}" if digits else f"{float(total):.12g}"
        value = total.numerator
        if self.ending != "th":
            return f"{value}{self.ending}"
        return f"{value}{ordinal_ending(value)}"

    def __iter__(self) -> Iterator[str]:
        while self.at < len(self.tokens):
            number = self.number()
            yield self.take() if number is None else number


def ordinal_ending(value: int) -> str:
    return "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def in_digits(text: str) -> str:
    """Returns the text with numbers in digits, and currencies and percent in words.

    >>> in_digits("Twenty-five dollars, $1,000 or nineteen ninety nine: the twenty first of fifty per cent")
    '25 dollars, 1000 dollars or 1999: the 21st of 50 percent'
    """
    text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)
    text = _AMOUNT.sub(lambda found: f"{found[2]}{found[3]} {_MONEY[found[1]]}", text)
    text = _PERCENT.sub(lambda found: "percent" if found[0][0] in "pP" else " percent", text)
    return _RUN.sub(lambda found: " ".join(_Reader(found[0])), text)


_DIGITS = re.compile(r"(?<![\w.])(\d{1,15})(?:\.(\d+)|(st|nd|rd|th|s))?(?!\w|\.\d)")


def cardinal(value: int) -> list[str]:
    for word, size in reversed(_MULTIPLES.items()):
        if value >= size:
            return [*cardinal(value // size), word, *(cardinal(value % size) if value % size else [])]
    if value < 20:
        return [(_UNITS + _TEENS)[value]]
    return [_TENS[value // 10 - 2], *([_UNITS[value % 10]] if value % 10 else [])]


def _spelt(found: re.Match[str]) -> str:
    digits, decimals, ending = found.groups()
    if len(digits) > 1 and digits[0] == "0":
        return " ".join(_UNITS[int(digit)] for digit in digits) + (ending or "")
    words = cardinal(int(digits))
    if decimals:
        words += ["point", *(_UNITS[int(digit)] for digit in decimals)]
    elif ending:
        last = words[-1]
        words[-1] = ordinal(last) if ending != "s" else last[:-1] + "ies" if last.endswith("y") else last + "s"
    return " ".join(words)


def in_words(text: str) -> str:
    """Returns the text with numbers in words, after `in_digits`.

    >>> in_words("$1,000 on the 21st, 3.5 of a hundred and five")
    'one thousand dollars on the twenty first, three point five of one hundred five'
    """
    return _DIGITS.sub(_spelt, in_digits(text))
