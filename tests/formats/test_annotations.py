"""TextGrid, ELAN and LAB: their variants and traps."""

from __future__ import annotations

import pytest
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import loads
from hubbub.model.transcript import Segment

# TextGrid


def grid(*tiers: str) -> str:
    return f'"ooTextFile"\n"TextGrid"\n0 9 <exists> {len(tiers)}\n' + "\n".join(tiers)


def test_textgrid_points_comments_and_quotes() -> None:
    text = grid(
        '"IntervalTier" "Anna ""A"" Lee" 0 9 2 ! a comment with "quotes" and 5\n0 1.5 "so ""what"" then\ntwo" 1.5 9 ""',
        '"TextTier" "events" 0 9 2\n1 "click" 2 ""',
    )
    read = loads(text)
    assert fields_of(read) == [('Anna "A" Lee', 'so "what" then\ntwo', 0.0, 1.5)]
    assert read.left_out == {"points": 1}


def test_textgrid_of_forced_aligners() -> None:
    words = '"IntervalTier" "Anna - words" 0 9 3\n0 1 "so" 1 2 "what" 2 9 ""'
    phones = '"IntervalTier" "Anna - phones" 0 9 2\n0 1 "S" 1 9 "W"'
    read = loads(grid(words, phones))
    assert list(read) == [
        Segment("so", "<text>", "Anna", 0.0, 1.0, None, ((0.0, 1.0),)),
        Segment("what", "<text>", "Anna", 1.0, 2.0, None, ((1.0, 2.0),)),
    ]
    assert read.left_out == {"phones": 2}
    assert loads(grid(words.replace("Anna - ", ""), phones.replace("Anna - ", "")))[0].speaker is None


def test_textgrid_without_tiers() -> None:
    with pytest.raises(FormatError, match="contains no segments"):
        loads('File type = "ooTextFile"\nObject class = "TextGrid"\nxmin = 0\nxmax = 1\ntiers? <absent>\n')
    with pytest.raises(FormatError, match=r"<text>:5: 1e99 instead|xmin 1e99 is above 1e9"):
        loads('"ooTextFile"\n"TextGrid"\n0 1\n<exists> 1\n"IntervalTier" "A" 1e99 1 0\n')
    with pytest.raises(FormatError, match="a binary TextGrid; save it in Praat as a text file"):
        loads(b"ooBinaryFile\x08TextGrid\x00\xff", name="a.TextGrid")
    with pytest.raises(FormatError, match="not a TextGrid"):
        loads('"ooTextFile"\n"PitchTier"\n0 1\n', "textgrid")


# ELAN


def eaf(slots: str, tiers: str, head: str = "") -> str:
    order = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="ts{i}"{f" TIME_VALUE=~{time}~" if time != "-" else ""}/>'.replace("~", '"')
        for i, time in enumerate(slots.split(), 1)
    )
    return f"{head}<ANNOTATION_DOCUMENT><TIME_ORDER>{order}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"


def tier(attributes: str, *annotations: str) -> str:
    return f"<TIER {attributes}>{''.join(f'<ANNOTATION>{one}</ANNOTATION>' for one in annotations)}</TIER>"


def timed(name: str, begin: int, end: int, text: str) -> str:
    attributes = f'ANNOTATION_ID="{name}" TIME_SLOT_REF1="ts{begin}" TIME_SLOT_REF2="ts{end}"'
    value = f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>"
    return f"<ALIGNABLE_ANNOTATION {attributes}>{value}</ALIGNABLE_ANNOTATION>"


def hanging(name: str, parent: str, text: str) -> str:
    value = f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>"
    return f'<REF_ANNOTATION ANNOTATION_ID="{name}" ANNOTATION_REF="{parent}">{value}</REF_ANNOTATION>'


def test_elan_slots_without_times_share_what_lies_between() -> None:
    text = eaf(
        "1000 - - 4000", tier('TIER_ID="A"', timed("a", 1, 2, "x"), timed("b", 2, 3, "y"), timed("c", 3, 4, "z"))
    )
    assert fields_of(loads(text)) == [("A", "x", 1.0, 2.0), ("A", "y", 2.0, 3.0), ("A", "z", 3.0, 4.0)]


def test_elan_tiers_below_others() -> None:
    parent = tier('TIER_ID="A" PARTICIPANT="Anna"', timed("a", 1, 2, "so &amp; what"), timed("b", 2, 3, ""))
    child = tier('TIER_ID="A-de" PARENT_REF="A"', hanging("c", "a", "also was"))
    read = loads(eaf("0 1000 2000", parent + child))
    assert fields_of(read) == [("Anna", "so & what", 0.0, 1.0), ("Anna", "", 1.0, 2.0)]
    assert read.left_out == {"annotations in child tiers": 1}
    empty = tier('TIER_ID="A" PARTICIPANT="Anna"', timed("a", 1, 2, ""))
    assert fields_of(loads(eaf("0 1000", empty + child))) == [("Anna", "also was", 0.0, 1.0)]
    other = tier('TIER_ID="A-en" PARENT_REF="A"', hanging("d", "a", "so what"))
    with pytest.raises(
        FormatError, match="<text>:1: the tier A has no text, but its child tiers A-de and A-en both do; keep"
    ):
        loads(eaf("0 1000", empty + child + other))


@pytest.mark.parametrize(
    ("tiers", "message"),
    [
        (tier('TIER_ID="A"', hanging("a", "b", "x"), hanging("b", "a", "y")), "its parent annotation . has no times"),
        (tier('TIER_ID="A"', hanging("a", "q", "x")), "its parent annotation q has no times"),
        (tier('TIER_ID="A" PARENT_REF="B"', timed("a", 1, 2, "x")), "the parent B of a tier is missing"),
        (tier('TIER_ID="A"') * 2, "the tier A occurs twice"),
        (timed("a", 1, 2, "x"), "ALIGNABLE_ANNOTATION outside a tier"),
        (tier('TIER_ID="A"', timed("a", 1, 2, "x").replace('TIME_SLOT_REF2="ts2"', "")), "has no TIME_SLOT_REF2"),
        (tier('TIER_ID="A"', timed("a", 1, 2, "&nbsp;")), "not XML: undefined entity"),
    ],
)
def test_wrong_elan(tiers: str, message: str) -> None:
    with pytest.raises(FormatError, match="<text>:1: ") as error:
        loads(eaf("0 1000", tiers), "elan")
    assert message.replace(" . ", " a ") in str(error.value) or message.replace(" . ", " b ") in str(error.value)


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n',
        '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">\n',
    ],
)
def test_elan_with_entities_is_refused(head: str) -> None:
    text = eaf("0 1000", tier('TIER_ID="A"', timed("a", 1, 2, "&b;")), head)
    with pytest.raises(FormatError, match="<text>:1: a document type declaration or entities"):
        loads(text)


def test_elan_in_other_encodings() -> None:
    body = eaf("0 1000", tier('TIER_ID="A"', timed("a", 1, 2, "schön")))
    for encoding, called in (("utf-16", "UTF-16"), ("latin-1", "ISO-8859-1"), ("utf-8", "UTF-8")):
        assert loads(f'<?xml version="1.0" encoding="{called}"?>{body}'.encode(encoding))[0].words == "schön"
    with pytest.raises(FormatError, match=r"<text>:1: "):
        loads(f'<?xml version="1.0" encoding="of-my-own"?>{body}'.encode())


# LAB


def test_lab_names_and_blanks() -> None:
    read = loads("0.5\t2.1\tAnna Lee \n\n1 2 B\n", "lab", "x/talk.lab")
    assert list(read) == [Segment("", "talk", "Anna Lee", 0.5, 2.1), Segment("", "talk", "B", 1.0, 2.0)]


def test_tiers_without_words_are_skipped_and_counted() -> None:
    tier = (
        '<TIER TIER_ID="{0}"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{0}1" TIME_SLOT_REF1="a"'
        ' TIME_SLOT_REF2="b"><ANNOTATION_VALUE>{1}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>'
    )
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="{slot}" TIME_VALUE="{time}"/>' for slot, time in (("a", 0), ("b", 900)))
    tiers = [("Alice", "good morning"), ("gestures", "nods"), ("SectionMarker", "intro"), ("marker", "x")]
    inside = "".join(tier.format(*names) for names in tiers)
    head = "<ANNOTATION_DOCUMENT><HEADER/><TIME_ORDER>"
    read = loads(f"{head}{slots}</TIME_ORDER>{inside}</ANNOTATION_DOCUMENT>", "elan", "a.eaf")
    assert list(read) == [Segment("good morning", "a", "Alice", 0.0, 0.9)]
    assert read.left_out == {f"annotations of the tier {name}": 1 for name, _ in tiers[1:]}


def test_singular_names_of_tiers_are_words_and_phones() -> None:
    item = 'class = "IntervalTier" name = "{}" xmin = 0 xmax = 1 intervals: size = 1 xmin = 0 xmax = 1 text = "{}"'
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\nxmin = 0\nxmax = 1\ntiers? <exists>\nsize = 2\n'
    read = loads(head + "\n".join((item.format("word", "hi"), item.format("phone", "HH"))), "textgrid", "a.TextGrid")
    assert list(read) == [Segment("hi", "a", None, 0.0, 1.0, None, ((0.0, 1.0),))]
    assert read.left_out == {"phones": 1}
