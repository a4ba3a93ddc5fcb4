"""Groups that are repeated possessively, beside plain twins: Python before 3.11.5 matches some of them wrongly."""

from __future__ import annotations

import random
import re

import pytest
from support.paths import ROOT

from hubbub.formats import sniff
from hubbub.text import normalizers, plain, units

SOURCE = ROOT / "src/hubbub"
COUNT = 20_000
PATTERNS = {
    "formats/sniff.py": (sniff._TOKEN, '"""\\\\{}[]:, a1\n'),
    "text/units.py": (
        units._patterns()[0],
        "कतష\u094d\u094d\u0c4d\u093c\u093f\u200d\u200d\u200c\u0301a \n👩👧❤\ufe0f🏽🇩🇪"
        "\u1112\u1161\u11ab한가\u0600\u0e33\u200b",
    ),
    "text/normalizers.py": (re.compile(normalizers._STEP, re.DOTALL), "ab,,(())[[]]\\\\@@1 "),
    "text/plain.py": (plain._CLASS, "[[]]^\\\\a-\n"),
}
"""The patterns of whole files, and the characters that they tell apart."""

GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
POSSESSIVE = re.compile(r"(?<=[*+?}])\+")


def test_every_such_group_is_compared() -> None:
    held = {
        path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if GROUP.search(path.read_text("utf-8"))
    }
    assert held <= PATTERNS.keys(), "write it without the last +, or name the pattern here"


def matches(pattern: re.Pattern[str], text: str) -> list[tuple[tuple[int, int], tuple[str, ...]]]:
    return [(found.span(), found.groups()) for found in pattern.finditer(text)]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_plain_twin_matches_the_same(name: str) -> None:
    pattern, signs = PATTERNS[name]
    twin = re.compile(POSSESSIVE.sub("", pattern.pattern), pattern.flags)
    assert twin.pattern != pattern.pattern
    source = random.Random(name)
    for _ in range(COUNT):
        text = "".join(source.choices(signs, k=source.randrange(1, 16)))
        assert matches(pattern, text) == matches(twin, text), text
