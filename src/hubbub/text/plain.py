"""Steps without word lists: punctuation, characters, tokens, English fillers, and variants of a script."""

import re
from itertools import groupby
from unicodedata import category, combining, normalize

from hubbub.errors import OptionError
from hubbub.text import Normalize

_SINGLE, _DOUBLE = "‘’‚‛ʼ′´`＇", "“”„‟″«»＂"
_WIDTHLESS = "\u00ad\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_QUOTES = {
    **dict.fromkeys(map(ord, _SINGLE), "'"),
    **dict.fromkeys(map(ord, _DOUBLE), '"'),
    **dict.fromkeys(map(ord, _WIDTHLESS)),
}
# The joiner of emoji stays: without it, a family emoji would be three people.
_JOINER = re.compile("\u200d(?![\u2600-\u27bf\U0001f000-\U0001faff])")


def plain_quotes(text: str) -> str:
    """Replaces curly quotes with straight ones, and removes zero-width characters.

    >>> plain_quotes("“It’s”\\u200b")
    '"It\\'s"'
    """
    return text if text.isascii() else _JOINER.sub("", text.translate(_QUOTES))


def nfkc(text: str) -> str:
    marks = 0 if text.isascii() else len(list(filter(combining, text)))
    return normalize("NFKC", _in_order(text) if marks > 100 else text)


def _in_order(text: str) -> str:
    """Sorts combining marks as NFKC does: Python's function takes quadratic time for many of them."""
    runs = (list(run) for _, run in groupby(text, key=lambda char: combining(char) != 0))
    return "".join(char for run in runs for char in (sorted(run, key=combining) if combining(run[0]) else run))


_QUOTED = re.compile(r"‘((?:[^‘’]|’(?=\w))*)’(?!\w)")


def punctuation(text: str) -> str:
    if text.replace(" ", "").isalnum():
        return text
    text = plain_quotes(_QUOTED.sub(r" \1 ", text))
    return " ".join("".join(_instead(text, i) for i in range(len(text))).split())


def without_punctuation(text: str) -> str:
    """Removes every punctuation mark of Unicode, as jiwer's RemovePunctuation does; symbols stay.

    >>> without_punctuation("don't pay $5, or 1.1%")
    'dont pay $5 or 11'
    """
    return text if text.isalnum() else "".join([char for char in text if not category(char).startswith("P")])


def _instead(text: str, i: int) -> str:
    """Returns what replaces the character at index i when punctuation is removed."""
    char, before, after = text[i], text[i - 1 : i].isalnum(), text[i + 1 : i + 2].isalnum()
    if not category(char).startswith(("P", "S")):
        return "" if char == "\u200d" else char  # what is left of joined emoji
    if (char == "'" and (before or after)) or (char in "-‐‑" and before and after):
        return char
    if char in ".," and before and after:
        # 1.1 keeps its period, since it is not 11; U.S. becomes US.
        return char if text[i - 1].isdigit() and text[i + 1].isdigit() else ""
    return " "


_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*+\]", re.DOTALL)
AS_IN = "e.g. rm([^a-z0-9 ])"


def rm(characters: str) -> Normalize:
    if not characters:
        raise OptionError("normalizer rm() removes nothing; give characters, e.g. rm(.?!,)")
    if not (characters.startswith("[") and characters.endswith("]")):
        table = str.maketrans("", "", characters)
        return lambda text: text.translate(table)
    if not _CLASS.fullmatch(characters):
        raise OptionError(f"normalizer rm({characters:.60}) is not a character class; write one, {AS_IN}")
    try:
        pattern = re.compile(characters)
    except re.error as error:
        raise OptionError(f"normalizer rm({characters:.60}): {error}; write a character class, {AS_IN}") from None
    blanks = re.compile(r"\s{2,}")
    return lambda text: blanks.sub(" ", pattern.sub("", text).strip())


def drop(tokens: str) -> Normalize:
    dropped = frozenset(token.strip() for token in tokens.split(",")) - {""}
    if not dropped:
        raise OptionError("normalizer drop() removes nothing; give words, e.g. drop(<sil>,<%>)")
    return lambda text: " ".join([word for word in text.split() if word not in dropped])


_FILLER = re.compile(r"(?:u+h+m*|u+m+|er|er+m+|e+h+m*|a+h+m*|h+m+|mm+|m+h+m*|m+-h*m+|uh-h?uh)[.,;:!?…]*", re.IGNORECASE)


def without_fillers(text: str) -> str:
    """Removes English fillers, each with the punctuation after it.

    >>> without_fillers("Um, I er mm-hmm know the area.")
    'I know the area.'
    """
    return " ".join([word for word in text.split() if not _FILLER.fullmatch(word)])


# Written as ranges: Python's Unicode tables change between versions, but scores must not.
_PRESENTED = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]")
_MARKS = re.compile(
    "[\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff]"
)
_LETTERS = str.maketrans(
    {
        **dict.fromkeys("أإآٱٲٳٵ", "ا"),
        **dict.fromkeys("ىیئ", "ي"),
        "ؤ": "و",
        "ة": "ه",
        "ک": "ك",
        **{chr(zero + digit): str(digit) for zero in (0x660, 0x6F0) for digit in range(10)},
    }
)


def _letters(shape: re.Match[str]) -> str:
    """Returns the letters of a presentation form; separate marks have a space before them there."""
    return normalize("NFKC", shape[0]).lstrip(" ")


def arabic(text: str) -> str:
    """Removes Arabic vowel marks and tatweel, and unifies alef, ya, waw, kaf, ta marbuta and digits.

    >>> arabic("إِلَى مَدْرَسَةٍ كبـــيرة ٢٠٢٤")
    'الي مدرسه كبيره 2024'
    """
    if text.isascii():
        return text
    text = normalize("NFC", _PRESENTED.sub(_letters, text))  # alef and a separate hamza become one letter
    return _MARKS.sub("", text).translate(_LETTERS)


def chinese() -> Normalize:
    """Returns a function to simplified characters, after Unicode NFKC, which replaces full-width letters."""
    try:
        from opencc import OpenCC
    except ImportError:
        raise OptionError("normalizer chinese needs a package; pip install hubbub[chinese]") from None
    convert = OpenCC("t2s").convert

    def simplified(text: str) -> str:
        return text if text.isascii() else str(convert(normalize("NFKC", text)))

    return simplified
