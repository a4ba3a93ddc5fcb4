"""What every text step makes of 20,000 seeded strings, as a digest that all Pythons must agree on.

After a change of a step, whose version then rises, `PYTHONPATH=tests python -m support.text_digests` writes them anew.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from random import Random

from hubbub.errors import FormatError
from hubbub.text.markup import parse as parse_markup
from hubbub.text.normalizers import parse
from hubbub.text.steps import STEPS
from hubbub.text.units import UNITS
from support.paths import DATA

FILE = DATA / "text_digests.json"
COUNT = 20_000

RANGES = (
    "\t\n", " ~", "\xa0\u017f", "\u0300\u036f", "\u0388\u038a", "\u038e\u03a1", "\u03a3\u03ce", "\u0400\u045f",
    "\u05d0\u05ea", "\u0600\u06ff", "\u0900\u097f", "\u0985\u098c", "\u09aa\u09b0", "\u0b85\u0b8a", "\u0bbe\u0bc2",
    "\u0e01\u0e3a", "\u0e3f\u0e5b", "\u1100\u11ff", "\u2000\u2064", "\u2066\u2071", "\u20a0\u20c0", "\u2100\u218b",
    "\u2190\u2426", "\u2600\u26ff", "\u2e80\u2e99", "\u3000\u303f", "\u3041\u3096", "\u30a1\u30ff", "\u4e00\u4e7f",
    "\uac00\uac7f", "\ufb00\ufb06", "\ufe00\ufe0f", "\ufe80\ufefc", "\uff01\uffbe", "\U0001d400\U0001d454",
    "\U0001f1e6\U0001f1ff", "\U0001f3fb\U0001f3ff", "\U0001f466\U0001f469", "\U0001f600\U0001f64f",
)  # fmt: skip
"""First and last of characters whose category, case and decomposition are the same from Unicode 14 to 16."""

WORDS = (
    "the", "of", "And", "a", "an", "twenty", "one", "two", "hundred", "THOUSAND", "million", "point", "oh", "first",
    "twelfth", "eighties", "nineteen", "twenty-five", "1,000", "3.5", "007", "21st", "100", "$5", "£1,000", "€3.50",
    "50%", "per cent", "5$", "colour", "Organised", "CENTRE", "travelled", "grey", "analysed", "judgement", "promise",
    "theatre's", "neighbourhood", "uh", "Um,", "mm-hmm", "uh-huh.", "er", "hmm", "ha", "I'm", "won't", "can't", "gonna",
    "let's", "he'd", "been", "they've", "shan't", "okay", "ma'am", "[laughs]", "<noise>", "[redacted]", "(aside)", "Dr",
    "mr.", "st", "wi-fi", "o'clock", "don’t", "‘so’", "“what”", "«c»", "U.S.", "co-op", "-", "...", "?!", "n't", "{a",
    "/", "b}", "@", "(uh)", "ONE", "GOING TO", "web site", "minus", "straße", "naïve", "ﬁx", "１２", "إِلَى", "مَدْرَسَةٌ",
    "ـــ", "नमस्ते", "क्षेत्र", "ที่นี่", "会議", "한국", "カタカナ", "👨\u200d👩\u200d👧", "👍🏽", "🇩🇪🇫🇷", "❤\ufe0f", "e\u0301",
)  # fmt: skip
BLANKS = (" ", " ", " ", " ", "", "", "\t", "\u3000", "\xa0", "\n")


@cache
def characters() -> tuple[str, ...]:
    return tuple("".join(map(chr, range(ord(first), ord(last) + 1))) for first, last in map(tuple, RANGES))


def known_of(character: str) -> str:
    """What steps may ask of a character."""
    kinds = (unicodedata.category, unicodedata.combining)
    forms = [unicodedata.normalize(form, character) for form in ("NFD", "NFKD")]
    cases = (str.lower, str.upper, str.title, str.casefold)
    tests = (str.isalnum, str.isalpha, str.isdecimal, str.isdigit, str.isspace)
    return repr([*forms, *(ask(character) for ask in (*kinds, *cases, *tests))])


@cache
def texts() -> tuple[str, ...]:
    random = Random(26)

    def one_of(things: tuple[str, ...] | str) -> str:
        return things[int(random.random() * len(things))]  # of all methods, this one never changes

    def piece() -> str:
        if random.random() < 0.6:
            return one_of(WORDS)
        block = one_of(characters())
        return "".join(one_of(block) for _ in range(1 + int(random.random() * 5)))

    return tuple("".join(piece() + one_of(BLANKS) for _ in range(1 + int(random.random() * 8))) for _ in range(COUNT))


def _markup(text: str) -> object:
    try:
        return parse_markup(text)
    except FormatError as error:
        return error.what


INSIDE = {
    "rm": (".?!,", "[^a-z0-9 ]"),
    "drop": ("uh,<noise>",),
    "numbers": ("", "words"),
    "glm": (str(DATA / "small.glm"),),
}
"""What stands in the parentheses of steps."""
ELSEWHERE = {"whisper", "whisper-basic", "chinese"}
"""Steps of other packages, whose versions are part of the signature."""


def runs() -> Iterator[tuple[str, Callable[[str], object]]]:
    """Every step and unit, by name."""
    for name in STEPS:
        for inside in INSIDE.get(name, ("",)) if name not in ELSEWHERE else ():
            run = parse(f"{name}({inside})" if inside else name)
            yield (name if name == "glm" else run.signature), run.text
    for name, unit in UNITS.items():
        yield f"unit:{name}", unit.split
    yield "markup", _markup


RUNS = dict(runs())


def digest_of(run: Callable[[str], object]) -> str:
    return sha256("\n".join(repr(run(text)) for text in texts()).encode(errors="surrogatepass")).hexdigest()[:16]


def digest_of_characters() -> str:
    """Says that this Python knows the characters as those do whose digests are kept."""
    return sha256("\n".join(map(known_of, "".join(characters()))).encode()).hexdigest()[:16]


if __name__ == "__main__":
    found = {"characters": digest_of_characters()} | {name: digest_of(run) for name, run in RUNS.items()}
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
