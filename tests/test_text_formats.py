"""Subtitles, tables, TextGrid, ELAN and LAB: their variants and traps, and that what is written reads back the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from running import Hubbub

from hubbub.errors import FormatError
from hubbub.formats import dump, dumps, load, loads, lost
from hubbub.model.transcript import Segment, Transcript

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
settings.load_profile("patient")

SAMPLES = Path(__file__).parent / "formats"


def told(transcript: Transcript) -> list[tuple[Any, ...]]:
    """Speaker, words and times of every segment."""
    return [(segment.speaker, segment.words, segment.start, segment.end) for segment in transcript]


# SRT


def cues(*texts: str) -> str:
    """SRT with a cue of a second for each text."""
    return "\n".join(f"{i + 1}\n00:00:{i:02},000 --> 00:00:{i + 1:02},000\n{text}\n" for i, text in enumerate(texts))


def speakers(*texts: str) -> list[str | None]:
    return [segment.speaker for segment in loads(cues(*texts), "srt")]


def test_srt_as_editors_write_it() -> None:
    text = "\ufeff\r\n7\r\n0:00:01.5 --> 0:00:02,25 X1:10 X2:20\r\n{\\an8}<i>so</i> <font color='red'>what</font>\r\n"
    text += "do  we do <sil>?\r\n\r\n\r\n00:01:00 --> 01:00:00\r\n2024\r\n \r\n9\r\n01:00:00,1 --> 01:00:01,0\r\nbye"
    assert told(loads(text.encode())) == [
        (None, "so what do we do <sil>?", 1.5, 2.25),
        (None, "2024", 60.0, 3600.0),
        (None, "bye", 3600.1, 3601.0),
    ]


def test_names_before_colons() -> None:
    assert speakers("Alice: hi", "Bob: hello", "and more", "Alice: bye") == ["Alice", "Bob", "Bob", "Alice"]
    assert speakers("hi there", "Note: it rained", "we sat inside") == [None, None, None]
    assert speakers("Anna Lee: one", "two", "three", "four") == ["Anna Lee"] * 4
    assert speakers("so I said: go", "it is 10:30 now") == [None, None]
    assert speakers("[A]: one", "B: two", "three") == ["A", None, None]
    assert speakers("john doe: one", "jane the second: two", "john doe: three", "jane the second: four")[:2] == [
        "john doe",
        "jane the second",
    ]
    both = loads(cues("Alice: hi\nBob: hello\nthere", "Bob: bye"), "srt")
    assert told(both) == [("Alice", "hi", 0.0, 1.0), ("Bob", "hello there", 0.0, 1.0), ("Bob", "bye", 1.0, 2.0)]


def test_cues_without_text_are_counted() -> None:
    read = loads(cues("one", "", "<i></i>", "four"), "srt")
    assert [segment.words for segment in read] == ["one", "four"]
    assert read.left_out == {"cues without text": 2}
    with pytest.raises(FormatError, match="holds no segments"):
        loads(cues("", ""), "srt")


@pytest.mark.parametrize("format", ["srt", "vtt"])
def test_words_that_whisper_highlights_are_read_once(format: str) -> None:
    texts = ["<u>so</u> it is", "so <u>it</u> is", "so it is", "so it <u>is</u>", "<u>yes</u>", "<u>yes</u>"]
    text = cues(*texts)
    read = loads(text if format == "srt" else f"WEBVTT\n\n{text.replace(',', '.')}", format)
    assert list(read) == [
        Segment("so it is", "<text>", None, 0.0, 4.0, None, ((0.0, 1.0), (1.0, 2.0), (3.0, 4.0))),
        Segment("yes", "<text>", None, 4.0, 5.0, None, ((4.0, 5.0),)),
        Segment("yes", "<text>", None, 5.0, 6.0, None, ((5.0, 6.0),)),
    ]
    assert read.left_out == {"repeated lines": 3}


# WebVTT


def test_vtt_blocks_tags_and_entities() -> None:
    text = """WEBVTT - a title
X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

STYLE
::cue { color: red }

REGION
id:fred

NOTE one line

NOTE
several
--> lines

intro
00:01.000 --> 00:02.000 align:start
<v.loud Anna &amp; Co>so <b>what</b> <lang en>then</lang> &lt;x&gt; &amp; <unk></v> hm
<v Bob>right
there</v>

100:00:00.000 --> 100:00:01.000
<c.yellow>all</c> of <ruby>us<rt>we</rt></ruby>
"""
    text = text.replace("--> lines", "lines")
    assert told(loads(text)) == [
        ("Anna & Co", "so what then <x> & <unk>", 1.0, 2.0),
        (None, "hm", 1.0, 2.0),
        ("Bob", "right there", 1.0, 2.0),
        (None, "all of uswe", 360000.0, 360001.0),
    ]


def test_teams_counts_from_the_recording() -> None:
    text = "WEBVTT\n\n-00:00:01.500 --> 0:0:0.0\n<v Anna>early</v>\n\n0:0:1.5 --> 0:0:3.25\n<v Bob>late</v>\n"
    assert told(loads(text)) == [("Anna", "early", -1.5, 0.0), ("Bob", "late", 1.5, 3.25)]


def test_lines_that_youtube_repeats_are_read_once() -> None:
    text = """WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
 
so<00:00:00.500><c> what</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
so what
 

00:00:02.010 --> 00:00:04.000 align:start position:0%
so what
yes

00:00:04.000 --> 00:00:04.010 align:start position:0%
yes
 

00:00:04.010 --> 00:00:05.000 align:start position:0%
yes
yes
"""  # noqa: W293
    read = loads(text)
    assert list(read) == [
        Segment("so what", "<text>", None, 0.0, 2.0, None, ((0.0, 0.5), (0.5, 2.0))),
        Segment("yes", "<text>", None, 2.01, 4.0, None, ((2.01, 4.0),)),
        Segment("yes", "<text>", None, 4.01, 5.0, None, ((4.01, 5.0),)),
    ]
    assert read.left_out == {"repeated lines": 4}


def test_several_words_behind_one_time_have_no_times() -> None:
    read = loads("WEBVTT\n\n00:00.000 --> 00:02.000\nso it<00:01.000><c> is</c>\n\n00:03.000 --> 00:04.000\n\n")
    assert [(segment.words, segment.word_times) for segment in read] == [("so it is", None)]


def test_teams_metadata_keeps_other_fields() -> None:
    read = load(SAMPLES / "teams_metadata.vtt")
    assert read[0].extra is not None
    assert read[0].extra["spokenLanguage"] == "en-us"
    assert loads('WEBVTT\n\n00:00.000 --> 00:01.000\n{"speakerName": null, "spokenText": "hm"}')[0].speaker is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("00:00.000 --> 00:01.000\nhi", ":1: the first line is not WEBVTT; "),
        ("WEBVTT\n\nhi there\n", ":3: no times in 'hi there'; "),
        ("WEBVTT\n\n00:00.000 --> 00:01.000\n<v Anna", ":4: a tag is cut short; "),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText": "a",\n"spokenText": "b"}', ":5: the key"),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText": "a"}\n\n00:00.000 --> 00:01.000\nhi', ":7: not JSON"),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText"', ":4: the JSON is cut short"),
    ],
)
def test_wrong_vtt(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"<text>{message}"):
        loads(text, "vtt")


def test_sbv_with_breaks_and_names() -> None:
    text = "0:00:01.000,0:00:02.000\nAlice: so[br]what\n\n1:00:00.000,1:00:01.500\nBob: hm\n"
    assert told(loads(text)) == [("Alice", "so what", 1.0, 2.0), ("Bob", "hm", 3600.0, 3601.5)]


# Tables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("speaker;start;end;text\nA;0.5;1;hi, you\n", [("A", "hi, you", 0.5, 1.0)]),
        ("Speaker,Start,Duration,Text\nA,0.2,0.1,hi\n", [("A", "hi", 0.2, 0.3)]),
        ("speaker,start_ms,end_ms,words\nA,500,1250,hi\n", [("A", "hi", 0.5, 1.25)]),
        ("speaker,start,end,words\nA,00:00:02.5,1:00:00,hi\n", [("A", "hi", 2.5, 3600.0)]),
        ("start,end,text\n0.5,2,hi\n", [(None, "hi", 0.5, 2.0)]),
        ("start,end,text\n500,2000,hi\n", [(None, "hi", 0.5, 2.0)]),
        ("start\tend\ttext\n500\t2000\t\"hi\" he said\n", [(None, '"hi" he said', 0.5, 2.0)]),
        ("speaker,start,end\nA,1,2\n", [("A", "", 1.0, 2.0)]),
        ("speaker,text\nA,hi\nB,\n", [("A", "hi", None, None), ("B", "", None, None)]),
        ('\ufeff"speaker","text"\r\n"A","two\r\nlines ""here"""\r\n\r\n', [("A", 'two\r\nlines "here"', None, None)]),
    ],
)  # fmt: skip
def test_tables(text: str, expected: list[tuple[Any, ...]]) -> None:
    assert told(loads(text)) == expected
    assert told(loads(text.removeprefix("\ufeff").encode("utf-16"))) == expected
    assert told(loads(text, "csv")) == told(loads(text, "tsv")) == expected


def test_tables_are_written_with_what_their_name_says(tmp_path: Path) -> None:
    talk = load(SAMPLES / "segments.csv")
    for file in ("segments.tsv", "segments.csv"):
        dump(talk, tmp_path / file)
        assert (tmp_path / file).read_text().replace('"', "") == (SAMPLES / file).read_text().replace('"', "")


def test_sessions_of_tables() -> None:
    assert loads("speaker,text\nA,hi\n", name="x/talk.csv")[0].session == "talk"
    assert [segment.session for segment in loads("id,text\nu1,hi\nu2,ho\n")] == ["u1", "u2"]
    assert loads("id,start,end,text\n1,0.5,1,hi\n", name="talk.csv")[0].session == "talk"
    assert [segment.session for segment in loads("session_id,words\n007,hi\n,ho\n")] == ["007", None]


def test_further_columns_are_kept() -> None:
    read = loads("speaker,start,end,text,confidence,duration,\nA,0,1,hi,0.9,1,\nB,1,2,ho,,1,x\n")
    assert [segment.extra for segment in read] == [
        {"confidence": 0.9, "duration": "1"},
        {"duration": "1"},
    ]
    read = loads('words,word_times\nso what,"[[0, 0.5], [0.5, 1]]"\n', "csv")
    assert read[0].word_times == ((0.0, 0.5), (0.5, 1.0))
    with pytest.raises(FormatError, match="<text>:2: word_times has"):
        loads('words,word_times\nso what,"[[0, 0.5]"\n', "csv")


def test_text_that_only_resembles_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("so, text, I think\nis, words, enough\n")
    assert len(load(path)) == 2
    assert load(path)[0].words == "so, text, I think"


def test_a_very_long_cell() -> None:
    assert len(loads(f"speaker,text\nA,{'word ' * 100_000}\n")[0].words.split()) == 100_000
    import csv

    assert csv.field_size_limit() < 10**6


# TextGrid


def grid(*tiers: str) -> str:
    return f'"ooTextFile"\n"TextGrid"\n0 9 <exists> {len(tiers)}\n' + "\n".join(tiers)


def test_textgrid_points_comments_and_quotes() -> None:
    text = grid(
        '"IntervalTier" "Anna ""A"" Lee" 0 9 2 ! a comment with "quotes" and 5\n0 1.5 "so ""what"" then\ntwo" 1.5 9 ""',
        '"TextTier" "events" 0 9 2\n1 "click" 2 ""',
    )
    read = loads(text)
    assert told(read) == [('Anna "A" Lee', 'so "what" then\ntwo', 0.0, 1.5)]
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
    with pytest.raises(FormatError, match="holds no segments"):
        loads('File type = "ooTextFile"\nObject class = "TextGrid"\nxmin = 0\nxmax = 1\ntiers? <absent>\n')
    with pytest.raises(FormatError, match=r"<text>:5: 1e99 instead|xmin 1e99 is beyond 1e9"):
        loads('"ooTextFile"\n"TextGrid"\n0 1\n<exists> 1\n"IntervalTier" "A" 1e99 1 0\n')
    with pytest.raises(FormatError, match="binary layout; save it in Praat as a text file"):
        loads(b"ooBinaryFile\x08TextGrid\x00\xff", name="a.TextGrid")
    with pytest.raises(FormatError, match="no TextGrid"):
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
    assert told(loads(text)) == [("A", "x", 1.0, 2.0), ("A", "y", 2.0, 3.0), ("A", "z", 3.0, 4.0)]


def test_elan_tiers_below_others() -> None:
    parent = tier('TIER_ID="A" PARTICIPANT="Anna"', timed("a", 1, 2, "so &amp; what"), timed("b", 2, 3, ""))
    child = tier('TIER_ID="A-de" PARENT_REF="A"', hanging("c", "a", "also was"))
    read = loads(eaf("0 1000 2000", parent + child))
    assert told(read) == [("Anna", "so & what", 0.0, 1.0), ("Anna", "", 1.0, 2.0)]
    assert read.left_out == {"annotations of tiers below others": 1}
    empty = tier('TIER_ID="A" PARTICIPANT="Anna"', timed("a", 1, 2, ""))
    assert told(loads(eaf("0 1000", empty + child))) == [("Anna", "also was", 0.0, 1.0)]
    other = tier('TIER_ID="A-en" PARENT_REF="A"', hanging("d", "a", "so what"))
    with pytest.raises(
        FormatError, match="<text>:1: the tier A has no text, and both A-de and A-en below it have; keep"
    ):
        loads(eaf("0 1000", empty + child + other))


@pytest.mark.parametrize(
    ("tiers", "message"),
    [
        (tier('TIER_ID="A"', hanging("a", "b", "x"), hanging("b", "a", "y")), "it hangs on . which has no times"),
        (tier('TIER_ID="A"', hanging("a", "q", "x")), "it hangs on q, which has no times"),
        (tier('TIER_ID="A" PARENT_REF="B"', timed("a", 1, 2, "x")), "the parent B of a tier is missing"),
        (tier('TIER_ID="A"') * 2, "the tier A is there twice"),
        (timed("a", 1, 2, "x"), "ALIGNABLE_ANNOTATION outside of a tier"),
        (tier('TIER_ID="A"', timed("a", 1, 2, "x").replace('TIME_SLOT_REF2="ts2"', "")), "has no TIME_SLOT_REF2"),
        (tier('TIER_ID="A"', timed("a", 1, 2, "&nbsp;")), "not XML: undefined entity"),
    ],
)
def test_wrong_elan(tiers: str, message: str) -> None:
    with pytest.raises(FormatError, match="<text>:1: ") as error:
        loads(eaf("0 1000", tiers), "elan")
    assert message.replace(" . ", " a, ") in str(error.value) or message.replace(" . ", " b, ") in str(error.value)


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
    with pytest.raises(FormatError, match="<text>:1: a document type with entities or rules of its own"):
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


# Writing

TAME = st.lists(
    st.sampled_from(["so", "what's", "é", "中", "5", "a<b", "x&y", '"q"', "<sil>", "{z}", "[w]", "a;b"]), max_size=4
)
NASTY = st.text("ab :[]<>&{}\"'\\/-,;\n\tv0", max_size=12)
NAMES = st.sampled_from(["Alice", "Anna Lee", "SPEAKER_00", "Ö & Co", "a: b", "x - y"])
MOMENTS = st.integers(0, 400_000_000).map(lambda thousandths: thousandths / 1000)


@st.composite
def turns(draw: st.DrawFn, words: Any, names: Any) -> Transcript:
    """Segments with times in milliseconds, and no speaker that overlaps itself."""
    count = draw(st.integers(1, 5))
    bounds = sorted(draw(st.lists(MOMENTS, min_size=2 * count, max_size=2 * count, unique=True)))
    made = [
        Segment(draw(words), "<text>", draw(names), start, end)
        for start, end in zip(bounds[::2], bounds[1::2], strict=True)
    ]
    return Transcript(made)


@pytest.mark.parametrize("format", ["srt", "vtt", "textgrid", "csv", "tsv"])
@given(data=st.data())
def test_written_and_read_back(format: str, data: st.DataObject) -> None:
    transcript = data.draw(turns(TAME.map(" ".join).filter(bool), NAMES | st.none() if format != "srt" else NAMES))
    text = dumps(transcript, format)
    assert loads(text, format) == transcript
    assert dumps(loads(text, format), format) == text
    assert [loss for loss in lost(transcript, format) if not loss.startswith("session: ")] == []
    assert loads(text) == transcript, "content tells the format"


@pytest.mark.parametrize("format", ["srt", "vtt", "textgrid", "csv", "tsv"])
@given(data=st.data())
def test_what_is_not_refused_reads_back(format: str, data: st.DataObject) -> None:
    transcript = data.draw(turns(NASTY, NASTY | st.none()))
    try:
        text = dumps(transcript, format)
    except FormatError:
        return
    again = loads(text, format)
    assert [(s.speaker, s.words.split(), s.start, s.end) for s in again] == [
        (s.speaker, s.words.split(), s.start, s.end) for s in transcript
    ]


def test_written_as_others_read_it() -> None:
    talk = load(SAMPLES / "segments.csv")
    assert dumps(talk[:1], "srt") == "1\n00:00:00,500 --> 00:00:02,100\n[Alice]: Good morning. Shall we begin?\n"
    assert (
        dumps(talk, "vtt").replace("WEBVTT\n\n", "WEBVTT\n\nNOTE made up\n\n") + "\n"
        == (SAMPLES / "voice.vtt").read_text()
    )
    # Praat writes a blank after every value
    praat = "\n".join(line.rstrip() for line in (SAMPLES / "long.TextGrid").read_text().splitlines())
    assert (
        dumps(load(SAMPLES / "long.TextGrid"), "textgrid").splitlines()[:5]
        == praat.replace("4.5", "4.3").splitlines()[:5]
    )


def test_times_are_rounded_and_it_is_told() -> None:
    fine = Transcript([Segment("a", "m", "A", 0.12345, 1.0)])
    for format in ("srt", "vtt"):
        assert "times with more than 3 decimals (rounded): 1 segment" in lost(fine, format)
        assert loads(dumps(fine, format), format)[0].start == 0.123
    assert loads(dumps(fine, "textgrid"))[0].start == 0.12345


@pytest.mark.parametrize(
    ("format", "segments", "message"),
    [
        ("srt", [Segment("a", "m", "A")], "segment 1 has no times; "),
        ("srt", [Segment("a", "m", "A", -1.0, 1.0)], "segment 1: start -1 is negative; "),
        ("srt", [Segment("A: a", "m", None, 0.0, 1.0)], "segment 1 would not be read as it is, with its speaker"),
        ("srt", [Segment("<i>a</i>", "m", "A", 0.0, 1.0)], "segment 1 would not be read as it is"),
        ("srt", [Segment("a", "m", "", 0.0, 1.0)], "segment 1 would not be read as it is"),
        ("srt", [Segment("a", "m", "A", 0.0, 1.0), Segment("", "m", None, 1.0, 2.0)], "segment 2 would not be read"),
        ("vtt", [Segment("a", "m", "A\nB", 0.0, 1.0)], "segment 1: the speaker 'A\\nB' has line breaks"),
        ("vtt", [Segment('{"a', "m", None, 0.0, 1.0)], "it would not be read again (the JSON is cut short)"),
        ("vtt", [Segment("a", "m", "A", 0.0, 1.0), Segment("a", "n", "A", 0.0, 1.0)], "2 sessions cannot be in one"),
        ("textgrid", [Segment("a", "m", "A")], "segment 1 has no times; "),
        ("textgrid", [Segment("", "m", "A", 0.0, 1.0)], "segment 1 has no words, which means silence; "),
        ("textgrid", [Segment("a", "m", "A", 1.0, 1.0)], "segment 1 has no duration"),
        ("textgrid", [Segment("a", "m", "A", 0.0, 1.0), Segment("b", "m", "A", 0.5, 2.0)], "A at 0.5 overlaps what"),
        ("textgrid", [Segment("a", "m", "A - phones", 0.0, 1.0)], "segment 1: the speaker 'A - phones' would not"),
        ("csv", [Segment("a", "m", " A")], "segment 1 would not be read as it is"),
        ("csv", [Segment("a", "", "A")], "segment 1 would not be read as it is"),
        ("sbv", [Segment("a", "m", None, 0.0, 1.0)], "sbv is only read; write one of "),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold_is_refused(
    format: str, segments: list[Segment], message: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as error:
        dump(Transcript(segments), tmp_path / "a", format)
    assert f"a: {message}" in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    import subprocess

    heavy = "{'csv', 'html', 'msgspec', 'polars', 'pyarrow', 'xml', 'xml.parsers', 'pyexpat', 'decimal'}"
    code = f"import sys; from hubbub.formats import FORMATS; list(FORMATS); print(*{heavy} & sys.modules.keys())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


# On the command line


def test_converted_and_scored(hubbub: Hubbub, tmp_path: Path) -> None:
    for suffix in (".srt", ".vtt", ".TextGrid", ".csv", ".tsv"):
        run = hubbub("convert", SAMPLES / "elan.eaf", tmp_path / f"elan{suffix}")
        assert (run.code, run.out) == (0, "")
        run = hubbub("cpwer", "-r", SAMPLES / "elan.eaf", "-h", tmp_path / f"elan{suffix}", "--json")
        assert run.code == 0
        assert '"errors":0' in run.out.replace(" ", "")
    run = hubbub("convert", SAMPLES / "elan.eaf", tmp_path / "elan.lab")
    assert run.code == 1
    assert "elan.lab: lab is only read; write one of seglst, " in run.err


def test_a_bad_file_ends_with_its_line(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "talk.srt"
    path.write_text("1\n00:00:01,000 --> soon\nhi\n")
    run = hubbub("convert", path, tmp_path / "talk.stm")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"hubbub: {path}:2: no times in '00:00:01,000 --> soon'; a cue is ")
    assert not (tmp_path / "talk.stm").exists()
