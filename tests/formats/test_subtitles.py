"""Subtitles: what editors, recognisers and platforms write, and what is wrong with some."""

from __future__ import annotations

import pytest
from support.paths import SAMPLES
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import load, loads
from hubbub.model.transcript import Segment

# SRT


def cues(*texts: str) -> str:
    """SRT with a cue of a second for each text."""
    return "\n".join(f"{i + 1}\n00:00:{i:02},000 --> 00:00:{i + 1:02},000\n{text}\n" for i, text in enumerate(texts))


def speakers(*texts: str) -> list[str | None]:
    return [segment.speaker for segment in loads(cues(*texts), "srt")]


def test_srt_as_editors_write_it() -> None:
    text = "\ufeff\r\n7\r\n0:00:01.5 --> 0:00:02,25 X1:10 X2:20\r\n{\\an8}<i>so</i> <font color='red'>what</font>\r\n"
    text += "do  we do <sil>?\r\n\r\n\r\n00:01:00 --> 01:00:00\r\n2024\r\n \r\n9\r\n01:00:00,1 --> 01:00:01,0\r\nbye"
    assert fields_of(loads(text.encode())) == [
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
    assert fields_of(both) == [("Alice", "hi", 0.0, 1.0), ("Bob", "hello there", 0.0, 1.0), ("Bob", "bye", 1.0, 2.0)]


def test_cues_without_text_are_counted() -> None:
    read = loads(cues("one", "", "<i></i>", "four"), "srt")
    assert [segment.words for segment in read] == ["one", "four"]
    assert read.left_out == {"cues without text": 2}
    with pytest.raises(FormatError, match="contains no segments"):
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
    assert fields_of(loads(text)) == [
        ("Anna & Co", "so what then <x> & <unk>", 1.0, 2.0),
        (None, "hm", 1.0, 2.0),
        ("Bob", "right there", 1.0, 2.0),
        (None, "all of uswe", 360000.0, 360001.0),
    ]


def test_teams_counts_from_the_recording() -> None:
    text = "WEBVTT\n\n-00:00:01.500 --> 0:0:0.0\n<v Anna>early</v>\n\n0:0:1.5 --> 0:0:3.25\n<v Bob>late</v>\n"
    assert fields_of(loads(text)) == [("Anna", "early", -1.5, 0.0), ("Bob", "late", 1.5, 3.25)]


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
        ("WEBVTT\n\n00:00.000 --> 00:01.000\n<v Anna", ":4: an incomplete tag; "),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText": "a",\n"spokenText": "b"}', ":5: the key"),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText": "a"}\n\n00:00.000 --> 00:01.000\nhi', ":7: not valid JSON"),
        ('WEBVTT\n\n00:00.000 --> 00:01.000\n{"spokenText"', ":4: the JSON is incomplete"),
    ],
)
def test_wrong_vtt(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"<text>{message}"):
        loads(text, "vtt")


def test_sbv_with_breaks_and_names() -> None:
    text = "0:00:01.000,0:00:02.000\nAlice: so[br]what\n\n1:00:00.000,1:00:01.500\nBob: hm\n"
    assert fields_of(loads(text)) == [("Alice", "so what", 1.0, 2.0), ("Bob", "hm", 3600.0, 3601.5)]


def vtt(*blocks: str) -> str:
    return "WEBVTT\n\n" + "\n\n".join(blocks)


@pytest.mark.parametrize(
    "text",
    [
        vtt("00:00.5 --> 00:01\n<v Ann>one", "00:01,0 --> 0:02,5\n<v Bob>two"),
        vtt("00:00.500 --> 00:01.000\n<V Ann>one</V>\n00:01.000 --> 00:02.500\n<v.loud Bob>two"),
        vtt("1\n00:00.500 --> 00:01.000\n<v\tAnn>one\n2\n00:01.000 --> 00:02.500\n<v: Bob>two</v >\n"),
        vtt("1", "00:00.500 --> 00:01.000\n<v 'Ann'>one", "2", '00:01.000 --> 00:02.500\n<v "Bob">two'),
        vtt("00:00.500 --> 00:01.000", "<v Ann>one", " \n00:01.000 --> 00:02.500", "<v Bob>two"),
        "WEBVTT\n00:00.500 --> 00:01.000\n<v Ann>one\n00:01.000 --> 00:02.500\n<v Bob>two",
    ],
)
def test_cues_of_lenient_programs(text: str) -> None:
    read = loads(text)
    assert fields_of(read) == [("Ann", "one", 0.5, 1.0), ("Bob", "two", 1.0, 2.5)]
    assert read.left_out == {}


def test_numbers_in_texts_are_words() -> None:
    text = vtt("7\n00:00.000 --> 00:01.000\nso\n9\n00:01.000 --> 00:02.000\n10\n\n00:02.000 --> 00:03.000\n2024")
    assert [segment.words for segment in loads(text)] == ["so 9", "10", "2024"]


STREAM = "WEBVTT\nX-TIMESTAMP-MAP={}\n\n{}\n\n"


def test_parts_of_a_stream() -> None:
    first = STREAM.format("LOCAL:00:00:00.000,MPEGTS:900000", "00:01.000 --> 00:02.000\none")
    again = "00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:03.000\n2"
    both = first + STREAM.format("MPEGTS:900000,LOCAL:00:00:00.000", again)
    assert fields_of(loads(both)) == [(None, "one", 1.0, 2.0), (None, "2", 2.0, 3.0)]
    assert loads(both).left_out == {"repeated cues": 1}
    later = first + STREAM.format("LOCAL:00:00:01.000,MPEGTS:1890000", "00:01.000 --> 00:02.000\none")
    assert fields_of(loads(later)) == [(None, "one", 1.0, 2.0), (None, "one", 11.0, 12.0)]
    stamped = STREAM.format("MPEGTS:8589844592,LOCAL:0:0", "00:01.000 --> 00:03.000\none<00:02.000><c> two</c>")
    late = loads(stamped + STREAM.format("LOCAL:0:0,MPEGTS:90000", "00:01.000 --> 00:03.000\nso<00:02.000><c> it</c>"))
    assert [segment.word_times for segment in late] == [((1.0, 2.0), (2.0, 3.0)), ((3.0, 4.0), (4.0, 5.0))]
    with pytest.raises(FormatError, match=r":1: X-TIMESTAMP-MAP has the time 75; write"):
        loads(STREAM.format("LOCAL:75,MPEGTS:1", "00:01.000 --> 00:02.000\none"))


def test_text_without_times_is_still_refused() -> None:
    with pytest.raises(FormatError, match=r":6: no times in 'three'; "):
        loads(vtt("00:01.000 --> 00:02.000\none", "three"))
    with pytest.raises(FormatError, match=r":5: no times in '00:01.000 --> soon'; "):
        loads(vtt("00:00.000 --> 00:01.000\none\n00:01.000 --> soon\ntwo"))
