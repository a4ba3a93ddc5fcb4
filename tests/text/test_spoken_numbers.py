"""Steps of normalizers applied twice equal themselves applied once, and written numbers equal spoken ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.text_digests import ELSEWHERE, INSIDE, texts

from hubbub.text.normalizers import parse
from hubbub.text.steps import STEPS

NAMES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
SMALL, TENS = NAMES.split()[:20], NAMES.split()[20:]
SCALES = {10**12: "trillion", 10**9: "billion", 10**6: "million", 10**3: "thousand", 100: "hundred"}
FOREIGN = {"chime6", "chime7", "chime8", "glm"}
"""Steps that repeat what other tools do, so they are not the same twice if those tools are not."""


def spoken(value: int, link: str = "") -> str:
    for size, word in SCALES.items():
        if value >= size:
            rest = spoken(value % size, link) if value % size else ""
            joined = f" {link}{rest}" if link and size == 100 and rest else f" {rest}".rstrip()
            return f"{spoken(value // size, link)} {word}{joined}"
    if value < 20:
        return SMALL[value]
    return TENS[value // 10 - 2] + (f" {SMALL[value % 10]}" if value % 10 else "")


def both(spoken_text: str, written: str) -> None:
    for step in ("numbers", "numbers(words)"):
        normalize = parse(step).text
        assert normalize(spoken_text) == normalize(written), (step, spoken_text, written)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("two thousand twenty twenty one", "2000 2021"),
        ("two thousand nineteen ninety nine", "2000 1999"),
        ("one million nineteen ninety nine", "1000000 1999"),
        ("two thousand twelve hundred", "2000 1200"),
        ("five %", "5 percent"),
        ("five per  cent, 5%, 5 %", "5 percent, 5 percent, 5 percent"),
        ("ten-twenty", "10-20"),
        ("twelve-twenty", "12-20"),
        ("two point zero", "2.0"),
        ("229 point 1 million", "229100000"),
        ("two thousand five point three", "2005.3"),
        ("two point one two three four thousand", "2123.4"),
        ("two point oh five, two point fifteen", "2.05, 2.15"),
        ("two point fifth", "2 point 5th"),
        ("five hundred one hundred", "500 100"),
        ("5$nineteen", "5$19"),
        ("nineteenth, two hundredth", "19th, 200th"),
    ],
)
def test_what_numbers_mean(text: str, digits: str) -> None:
    assert parse("numbers").text(text) == digits
    assert parse("numbers").text(digits) == digits


@given(st.integers(0, 10**15 - 1) | st.integers(0, 9999), st.sampled_from(["", "and "]))
def test_cardinals(value: int, link: str) -> None:
    for written in (str(value), f"{value:,}"):
        both(spoken(value, link), written)


@given(st.integers(11, 20), st.integers(0, 99))
def test_years(century: int, year: int) -> None:
    if year >= 10:
        both(f"{spoken(century)} {spoken(year)}", f"{century}{year}")
    elif year and century != 20:
        both(f"{spoken(century)} oh {spoken(year)}", f"{century}0{year}")


@given(st.integers(0, 10**6), st.text("0123456789", min_size=1, max_size=6), st.sampled_from([0, 3, 6, 9, 12]))
def test_decimals(whole: int, decimals: str, zeros: int) -> None:
    digits = " ".join(SMALL[int(digit)] for digit in decimals)
    scale = f" {SCALES[10**zeros]}" if zeros and whole < 1000 else ""
    both(f"{spoken(whole)} point {digits}{scale}", f"{whole}.{decimals}{scale}")
    both(f"{whole} point {decimals}{scale}", f"{whole}.{decimals}{scale}")


@given(st.integers(0, 1000), st.sampled_from(["%", " %", " percent", " per cent"]))
def test_percent(value: int, sign: str) -> None:
    both(f"{spoken(value)}{sign}", f"{value}%")


words = st.sampled_from(
    [*SMALL, *TENS, *SCALES.values(), "a", "and", "point", "oh", "fifth", "nineties", "%", "$", "per"]
)
digits = st.integers(0, 3000).map(str) | st.sampled_from(["2.5", "007", "1,000", "$5", "50%", "1990s", "21st", "cent"])
mixed = st.lists(st.tuples(words | digits, st.sampled_from([" ", " ", " ", "-", ", ", "  "])), max_size=8)


@pytest.mark.parametrize("step", ["numbers", "numbers(words)"])
@settings(max_examples=400, deadline=None)
@given(pieces=mixed)
def test_numbers_twice(step: str, pieces: list[tuple[str, str]]) -> None:
    once = parse(step).text("".join(word + gap for word, gap in pieces))
    assert parse(step).text(once) == once


@pytest.mark.parametrize("name", [name for name in STEPS if name not in FOREIGN | ELSEWHERE])
def test_every_step_twice(name: str) -> None:
    for inside in INSIDE.get(name, ("",)):
        step = parse(f"{name}({inside})" if inside else name)
        for text in texts()[::4]:
            once = step.text(text)
            assert step.text(once) == once, text
