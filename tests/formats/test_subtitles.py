"""Subtitles: what editors, recognisers and platforms write, and what is wrong with some."""

from __future__ import annotations

import pytest
from support.paths import SAMPLES
from support.segments import told

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
    assert told(loads(text)) == [("Alice", "so what", 1.0, 2.0), ("Bob", "hm", 3600.0, 3601.5)]
