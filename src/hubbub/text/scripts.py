"""Scripts that write one word in several ways: Arabic with and without its marks, Chinese in two sets of characters."""

import re
from unicodedata import normalize

from hubbub.errors import OptionError
from hubbub.text import Normalize

# Blocks are written out: what Python knows of Unicode changes with its version, and a score must not.
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
    """The letters of a shape that old fonts have; marks that stand alone there have a blank before them."""
    return normalize("NFKC", shape[0]).lstrip(" ")


def arabic(text: str) -> str:
    """Arabic without vowel marks and tatweel, with one form of alef, ya, waw, kaf, ta marbuta and digits.

    >>> arabic("إِلَى مَدْرَسَةٍ كبـــيرة ٢٠٢٤")
    'الي مدرسه كبيره 2024'
    """
    if text.isascii():
        return text
    text = normalize("NFC", _PRESENTED.sub(_letters, text))  # alef and a hamza of its own become one letter
    return _MARKS.sub("", text).translate(_LETTERS)


def chinese() -> Normalize:
    """Simplified characters, after Unicode's compatibility form, which makes full-width letters plain ones."""
    try:
        from opencc import OpenCC
    except ImportError:
        raise OptionError("normalizer chinese needs a package; install it by: pip install hubbub[chinese]") from None
    convert = OpenCC("t2s").convert

    def simplified(text: str) -> str:
        return text if text.isascii() else str(convert(normalize("NFKC", text)))

    return simplified
