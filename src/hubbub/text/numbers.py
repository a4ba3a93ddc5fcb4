"""English numbers in one form: words become digits, or digits become words."""

import re
from collections.abc import Callable, Iterator
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
LONGEST = 40
"""Digits of a number before and after the point. Longer ones are not numbers, and stay as they are."""
_NUMBER = rf"(?:{'|'.join(sorted(_TOKENS, key=len, reverse=True))}|\d{{1,{LONGEST}}}(?:\.\d{{1,{LONGEST}}})?)"
_SCALED = rf"(?=(?:{'|'.join(_MULTIPLES)})\b)"
_BETWEEN = rf"(?:\s+|-(?=[a-z]))(?:and\s+an?\s+{_SCALED}|and\s+|point\s+(?:oh\s+)?|oh\s+)?"
_RUN = re.compile(
    rf"(?<![\w.'’])(?:an? {_SCALED})?{_NUMBER}\b(?:{_BETWEEN}{_NUMBER}\b)*(?!\.?\d|['’]\w)",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)")
_MONEY = {"$": "dollars", "£": "pounds", "€": "euros"}
_AMOUNT = re.compile(rf"(?<!\d)([$£€])(\d+(?:\.\d+)?)((?:\s+(?:{'|'.join(_SCALES)})\b)?)", re.IGNORECASE)
_PERCENT = re.compile(r"(?<=\d)\s*%|\bper\s+cent\b", re.IGNORECASE)
_WORD = re.compile(r"([^\s-]+)([\s-]*)")
PASSES = 8
"""The limit of passes until a text stays as it is. Random texts need at most three."""


class _Reader:
    """Reads the words of one run from left to right."""

    def __init__(self, run: str) -> None:
        self.words, self.gaps = zip(*_WORD.findall(run), strict=True)
        self.tokens = [_TOKENS.get(word) or _Token(word) for word in map(str.lower, self.words)]
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

    def back_to(self, place: int) -> None:
        self.at, self.ending = place, ""

    def below_hundred(self) -> int | None:
        value = _SMALL.get(self.word())
        if value is None:
            return None
        self.take()
        if value >= 20 and 1 <= _SMALL.get(self.word(), 0) <= 9:
            value += _SMALL[self.take()]
        return value

    def after_hundreds(self) -> int:
        """Reads what follows hundreds, or the first half of a year; 0 if the next number has hundreds of its own."""
        start, value = self.at, self.below_hundred()
        if value is not None and self.word() == "hundred":
            self.back_to(start)
            return 0
        return value or 0

    def group(self, *, first: bool) -> Fraction | None:
        """Reads a number before a scale: below a thousand, in digits, or a year in two halves.

        Returns None if there is none. A year is only read as the first group: it is not added to thousands.
        """
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
            return Fraction(value * 100 + self.after_hundreds())
        if self.starts_year(value):
            if not first:
                return None
            if self.word() == "oh":
                self.take()
            return Fraction(value * 100 + self.after_hundreds())
        return Fraction(value)

    def starts_year(self, value: Fraction | int) -> bool:
        """Returns whether the second half of a year follows: nineteen ninety, twenty oh five. A hyphen is a range."""
        spoken = self.tokens[self.at - 1].word in _SMALL
        if not (11 <= value <= 20 and spoken and "-" not in self.gaps[self.at - 1]):
            return False
        if _SMALL.get(self.word(), 0) < 10:
            return self.word() == "oh"
        start, half = self.at, self.after_hundreds()
        self.back_to(start)
        return half > 0

    def skip_and(self) -> None:
        if self.word() == "and" and self.word(1) in _SMALL:
            self.take()

    def number(self) -> str | None:
        """Reads one number; returns it in digits, or None if the current word starts none."""
        start = before = self.at
        self.ending = ""
        total, least, digits = Fraction(0), 0, ""
        value = self.group(first=True)
        if value is None:
            self.at = start
            return None
        while value is not None:
            digits = self.decimals()
            if digits:
                value += Fraction(int(digits), 10 ** len(digits))
            scale = _SCALES.get(self.word(), 1)
            if least and value * scale >= least:
                self.back_to(before)
                digits = ""
                break
            if scale > 1:
                self.take()
                digits = ""
            total, least, before = total + value * scale, scale, self.at
            if scale == 1:
                break
            self.skip_and()
            value = None
            if not self.word()[:1].isdigit() and self.word() not in ("a", "an", *_MULTIPLES):
                value = self.group(first=False)
            if value is None and self.at != before:
                self.back_to(before)
        return self.shown(total, self.at - start == 1, start, digits)

    def decimals(self) -> str:
        """Reads the digits after "point"."""
        if self.word() != "point" or "." in self.tokens[self.at - 1].word:
            return ""
        start, digits = self.at, ""
        self.take()
        while len(digits) < LONGEST and (digit := self.digit(first=not digits)) is not None:
            digits += digit
        if not digits:
            self.back_to(start)
        return digits

    def digit(self, *, first: bool) -> str | None:
        """Reads a digit of decimals, or several at once: two point fifteen. A digit before hundreds is none of them."""
        word, following = self.word(), self.word(1)
        if not word or self.tokens[self.at].ending or (following == "hundred" and not first):
            return None
        if word == "oh":
            return "0" if self.take() else None
        if word.isdecimal():
            return self.take() if first or len(word) == 1 else None
        value = _SMALL.get(word, 100)
        if value < 10:
            return str(_SMALL[self.take()])
        if not first or value == 100 or (following in _TOKENS and self.tokens[self.at + 1].ending):
            return None
        return str(self.below_hundred())

    def shown(self, total: Fraction, single: bool, start: int, digits: str) -> str:
        first = self.tokens[start].word
        if single and first[0].isdigit():
            return first  # as written: 007, 3.50
        if digits:
            return f"{int(total)}.{digits}"
        if total.denominator != 1:
            return f"{_decimal(total)}{self.ending}"
        value = total.numerator
        if self.ending != "th":
            return f"{value}{self.ending}"
        return f"{value}{ordinal_ending(value)}"

    def __iter__(self) -> Iterator[str]:
        """Yields numbers, and words between them, with what separates them."""
        while self.at < len(self.tokens):
            number = self.number()
            if number is None:
                number = self.words[self.at]
                self.take()
            yield number + self.gaps[self.at - 1]


def _decimal(value: Fraction) -> str:
    """Returns all decimals of a fraction that has finitely many."""
    places = 1
    while 10**places % value.denominator:
        places += 1
    digits = str(int(value * 10**places)).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}"


def ordinal_ending(value: int) -> str:
    return "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _settled(text: str, rewrite: Callable[[str], str]) -> str:
    """Returns the text rewritten until it stays as it is: one number may make a longer one with its neighbors."""
    for _ in range(PASSES):
        text, before = rewrite(text), text
        if text == before:
            break
    return text


def in_digits(text: str) -> str:
    """Returns the text with numbers in digits, and currencies and percent in words.

    >>> in_digits("Twenty-five dollars, $1,000 or nineteen ninety nine: the twenty first of fifty per cent")
    '25 dollars, 1000 dollars or 1999: the 21st of 50 percent'
    """
    return _settled(text, _digits_once)


def _digits_once(text: str) -> str:
    text = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text)
    text = _AMOUNT.sub(lambda found: f"{found[2]}{found[3]} {_MONEY[found[1]]}", text)
    text = _RUN.sub(lambda found: "".join(_Reader(found[0])), text)
    return _PERCENT.sub(lambda found: "percent" if found[0][0] in "pP" else " percent", text)


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
    return _settled(text, lambda text: _DIGITS.sub(_spelt, in_digits(text)))
