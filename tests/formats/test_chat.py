"""CHAT: which words of an utterance are read, with which times, and what is left out and counted."""

from __future__ import annotations

from collections import Counter

import pytest
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import loads
from hubbub.formats.chat_words import CODES, EVENTS, FRAGMENTS, OMITTED, OTHERS, UNCLEAR, words

HEAD = "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tCHI Target_Child, MOT Mother\n"


def chat(*lines: str) -> str:
    return HEAD + "".join(f"{line}\n" for line in lines) + "@End\n"


@pytest.mark.parametrize(
    ("text", "expected", "left_out"),
    [
        ("&-um I [/] I (.) want (1:02.5) that (...) .", "um I I want that.", {CODES: 4}),
        ("<the dog> [//] <the big> [///] a cat ?", "the dog the big a cat?", {CODES: 2}),
        ("rocking+horse [: rocking horse] [* s:r] New_York T_V !", "rocking horse New York TV!", {CODES: 2}),
        ("(be)cause do(n't) parc(e) .", "because don't parce.", {}),
        ("mama@f hao3@s:zho b@l lɛɾɪ@u .", "mama hao3 b lɛɾɪ.", {}),
        ("&+fr &~goo &fr frog &=laughs &{l=sings la &}l=sings .", "frog la.", {FRAGMENTS: 3, EVENTS: 3}),
        ("xxx yyy www xxx@u that .", "that.", {UNCLEAR: 4}),
        ("0is it 0 [= nods] 0.5 100 .", "it 0.5 100.", {OMITTED: 2, CODES: 1}),
        ("he said &*MOT:yeah so .", "he said so.", {OTHERS: 1}),
        ("it's [x 4] <a b> [x 2] .", "it's it's it's it's a b a b.", {}),
        ("+< and then +...", "and then...", {CODES: 1}),
        ('+" give me that +"/.', "give me that.", {CODES: 1}),
        ("what +//? really +/. go +!?", "what? really. go!?", {}),
        ("no:: hm: ˈhello o^kay ≠butter 10:30 ↑so° .", "no hm hello okay butter 10:30 so.", {}),
        ("⌈ one ⌉ ⌈2 two ⌉2 ⇗ ≈", "one two", {CODES: 6}),
        ("Mom ‡ you see „ right , yes ; no : ok .", "Mom, you see, right, yes; no: ok.", {}),
        ("‹A› B 〔dog cat〕 “hi” ו#פיפי .", "A B dog cat hi ופיפי.", {}),
        ("[- spa] hola [+ exc]", "hola", {CODES: 2}),
        (".", "", {}),
    ],
)
def test_words_of_an_utterance(text: str, expected: str, left_out: dict[str, int]) -> None:
    counts: Counter[str] = Counter()
    assert words(text, counts) == expected
    assert counts == left_out


def test_times_and_lines() -> None:
    text = chat(
        '*CHI:\tso \x15%snd:"a b"_500_900\x15 what\n\tnow ? \x151000_2100\x15',
        "%mor:\tadv|so pro|what",
        "\tadv|now ?",
        "*MOT:\tyes . 2219_3167",
        "@Comment:\tshe leaves",
        "*MOT:\tno .",
    )
    read = loads(text)
    assert fields_of(read) == [
        ("CHI", "so what now?", 0.5, 2.1), ("MOT", "yes.", 2.219, 3.167), ("MOT", "no.", None, None)
    ]  # fmt: skip
    assert read.left_out == {"dependent tiers": 1}


def test_utterances_without_speech() -> None:
    lines = ("*CHI:\tyes .", "*CHI:\t0 [= nods] . \x151_2\x15", "%wor:\tno \x151_2\x15")
    read = loads(chat(*lines, "*MOT:\txxx . \x153000_4000\x15", "*MOT:\t&=laughs ."))
    assert fields_of(read) == [("CHI", "yes.", None, None), ("MOT", "", 3.0, 4.0)]
    assert read.left_out == {OMITTED: 1, CODES: 1, UNCLEAR: 1, EVENTS: 1, "utterances without speech": 2}


def test_times_of_words_that_do_not_fit_are_counted() -> None:
    read = loads(chat("*CHI:\tso what .", "%wor:\tso \x150_1\x15 that \x151_2\x15 .", "*CHI:\tno .", "%wor:\tno ."))
    assert [segment.word_times for segment in read] == [None, None]
    assert read.left_out == {"word times that do not fit the text": 2}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["*CHI:\tso <what ."], r":5: the bracket < has no counterpart; add it"),
        (["*CHI:\tso what> ."], r":5: the bracket > has no counterpart; add it"),
        (["*CHI:\tso [x 999] ."], r":5: \[x 999\] repeats too many words; check the number"),
        (["*CHI:\t<so" + " <what> [x 99]" * 90 + "> [x 99] ."], r":5: \[x 99\] repeats too many words; "),
        (["hello ."], r":5: 'hello \.' is neither a header, an utterance nor a tier; write `\*ABC:`"),
        (["*:\thello ."], r":5: .* is neither a header"),
    ],
)
def test_wrong_chat(lines: list[str], message: str) -> None:
    with pytest.raises(FormatError, match=f"x.cha{message}"):
        loads(chat(*lines), name="x.cha")


def test_other_headers_may_come_first() -> None:
    text = "@UTF8\n@PID:\t11312/c-1\n@Window:\t1_2\n@Begin\n*CHI:\thi .\n@End\n"
    assert fields_of(loads(text)) == [("CHI", "hi.", None, None)]
    with pytest.raises(FormatError, match="cannot detect the format"):
        loads("@Begin something\n*CHI:\thi .\n@End\n")
