"""TTML: times of every kind, speakers, spans with times, and what is refused."""

from __future__ import annotations

import pytest
from support.segments import fields_of

from hubbub.errors import FormatError
from hubbub.formats import loads

NAMES = 'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"'
RUBY = 'xmlns:tts="http://www.w3.org/ns/ttml#styling"'


def ttml(body: str, root: str = "", head: str = "") -> str:
    return f'<tt xmlns="http://www.w3.org/ns/ttml" {NAMES} {root}><head>{head}</head><body>{body}</body></tt>'


def times(begin: str, end: str, root: str = "") -> tuple[float | None, float | None]:
    (segment,) = loads(ttml(f'<div><p begin="{begin}" end="{end}">a</p></div>', root))
    return segment.start, segment.end


@pytest.mark.parametrize(
    ("begin", "end", "root", "expected"),
    [
        ("00:00:01", "00:01:02.5", "", (1.0, 62.5)),
        ("1.5s", "500ms", "", None),
        ("500ms", "1.5s", "", (0.5, 1.5)),
        ("1m", "0.5h", "", (60.0, 1800.0)),
        ("15f", "00:00:01:15", "", (0.5, 1.5)),
        ("15f", "00:00:01:15", 'ttp:frameRate="25"', (0.6, 1.6)),
        ("24f", "48f", 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', (1.001, 2.002)),
        ("50t", "75t", 'ttp:frameRate="25"', (2.0, 3.0)),
        ("90000t", "135000t", 'ttp:tickRate="90000"', (1.0, 1.5)),
        ("00:00:01:10.1", "2s", 'ttp:frameRate="20" ttp:subFrameRate="2"', (1.525, 2.0)),
        (
            "01:00:00:00", "01:00:00:03",
            'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"', (3603.6, 3603.7001),
        ),
        (
            "01:00:00:00", "01:00:00:03",
            'ttp:timeBase="smpte" ttp:dropMode="dropNTSC" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
            (3599.9964, 3600.0965),
        ),
        ("7.439", "1:09:04.480", "", (7.439, 4144.48)),
        ("0:07,5", "00:08,25", "", (7.5, 8.25)),
    ],
)  # fmt: skip
def test_every_kind_of_time(begin: str, end: str, root: str, expected: tuple[float, float] | None) -> None:
    if expected is None:
        with pytest.raises(FormatError, match=r"end 0\.5 is before start 1\.5; swap them"):
            times(begin, end, root)
    else:
        assert times(begin, end, root) == expected


def test_times_count_from_the_element_around() -> None:
    body = (
        '<div begin="10s"><p begin="1s" dur="2s">a</p><p begin="3s" end="5s" dur="9s">b</p>'
        '<p begin="6s" end="9s"><span begin="1s" end="2s">c d</span><span begin="2s">e f</span></p></div>'
        '<div timeContainer="seq"><p dur="1s">g</p><p begin="1s" dur="2s">h</p></div>'
    )
    assert fields_of(loads(ttml(body))) == [
        (None, "a", 11.0, 13.0), (None, "b", 13.0, 15.0), (None, "c d", 17.0, 18.0), (None, "e f", 18.0, 19.0),
        (None, "g", 0.0, 1.0), (None, "h", 2.0, 4.0),
    ]  # fmt: skip


def test_times_of_apple_are_never_relative() -> None:
    body = '<div begin="10" end="20"><p begin="12" end="13"><span begin="12.5" end="13">hi</span></p></div>'
    (segment,) = loads(ttml(body, 'xmlns:itunes="http://music.apple.com/lyric-ttml-internal"'))
    assert (segment.start, segment.end, segment.word_times) == (12.0, 13.0, ((12.5, 13.0),))
    with pytest.raises(FormatError, match=r"start 22 is after the end 20 of the element around it; count times"):
        loads(ttml(body.replace('begin="10"', 'begin="10" dur="10s"')))


def test_speakers() -> None:
    head = '<ttm:agent xml:id="a"><ttm:name type="full">Ann\n Lee</ttm:name><ttm:name>A</ttm:name></ttm:agent>'
    body = (
        '<div ttm:agent="b"><p begin="0s" end="1s">one</p><p begin="1s" end="2s" ttm:agent="a">two</p>'
        '<p begin="2s" end="3s"><span ttm:agent="a">so</span> <span ttm:agent="a">what</span>'
        ' <span ttm:agent="c">well</span></p><p begin="3s" end="4s" ttm:agent="a b">three</p></div>'
    )
    assert fields_of(loads(ttml(body, "", head))) == [
        ("b", "one", 0.0, 1.0), ("Ann Lee", "two", 1.0, 2.0), ("Ann Lee", "so what", 2.0, 3.0),
        ("c", "well", 2.0, 3.0), ("Ann Lee and b", "three", 3.0, 4.0),
    ]  # fmt: skip
    names = '<p begin="0s" end="1s">Ann:<br/>hi</p><p begin="1s" end="2s">BOB: yes</p>'
    assert fields_of(loads(ttml(f"<div>{names}</div>"))) == [("Ann", "hi", 0.0, 1.0), ("BOB", "yes", 1.0, 2.0)]


def test_words_with_times() -> None:
    def words(inside: str, times: str = 'begin="1s" end="3s"') -> tuple[object, ...]:
        (segment,) = loads(ttml(f"<div><p {times}>{inside}</p></div>"))
        return segment.words, segment.start, segment.end, segment.word_times

    spans = '<span begin="0s" end="0.5s">Hel</span><span begin="0.5s" end="1s">lo</span> '
    spans += '<span begin="1s" end="2s">you</span>'
    assert words(spans) == ("Hello you", 1.0, 3.0, ((1.0, 2.0), (2.0, 3.0)))
    assert words(spans, "") == ("Hello you", 0.0, 2.0, ((0.0, 1.0), (1.0, 2.0)))
    assert words(f"{spans} two") == ("Hello you two", 1.0, 3.0, None)


def test_translations_and_readings_are_counted() -> None:
    body = (
        '<div><p begin="0s" end="1s">hi<span ttm:role="x-translation"> salut</span><metadata>note</metadata></p>'
        '<p begin="1s" end="2s"><span tts:ruby="container"><span tts:ruby="base">東南</span>'
        '<span tts:ruby="text">とうなん</span></span></p><p begin="2s" end="3s"><br/></p></div>'
    )
    read = loads(ttml(body, RUBY))
    assert fields_of(read) == [(None, "hi", 0.0, 1.0), (None, "東南", 1.0, 2.0)]
    assert read.left_out == {"translations": 1, "readings of characters": 1, "cues without text": 1}


DOCTYPE = ":1: a document type declaration or entities, which are not supported; remove them"
BOMB = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(20))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'<!DOCTYPE tt [<!ENTITY a0 "ha">{BOMB}]>{ttml("<div><p>&a20;</p></div>")}', DOCTYPE),
        (f'<!DOCTYPE tt [<!ENTITY x SYSTEM "/etc/passwd">]>{ttml("<p>&x;</p>")}', DOCTYPE),
        (ttml("<p>hi</p>"), ":1: a paragraph without begin or end; write times"),
        (ttml('<p begin="1s">hi</p>'), ":1: a paragraph without begin or end; write times"),
        (ttml('<p begin="1e9s" end="2s">hi</p>'), ":1: '1e9s' is not a time; "),
        (ttml('<p begin="1s" end="9999999999s">hi</p>'), ":1: 9999999999s is above 1e9 seconds; "),
        (ttml('<p begin="00:75:00" end="2s">hi</p>'), ":1: '00:75:00' is not a time; "),
        (ttml('<p begin="1s" end="2s">hi<p>ho</p></p>'), ":1: a paragraph within another one; "),
        (ttml("", 'ttp:tickRate="0"'), ":1: a frame rate, tick rate or dropMode that is not valid; "),
        (ttml("", 'ttp:dropMode="dropPAL"'), ":1: a frame rate, tick rate or dropMode that is not valid; "),
        (ttml("<p>hi</p>")[:-5], ":1: a paragraph without begin or end; "),
        ("<tt>", "x.ttml:1: the XML is incomplete; "),
        ("<html></html>", ":1: html instead of tt; give a TTML file"),
    ],
)
def test_wrong_ttml(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(text, "ttml", "x.ttml")


def test_comments_and_prefixes_before_the_root() -> None:
    text = '<?xml version="1.0"?>\n<!-- a < b -->\n<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"><tt:body><tt:div>'
    text += '<tt:p begin="0s" end="1s">hi</tt:p></tt:div></tt:body></tt:tt>'
    assert fields_of(loads(text)) == [(None, "hi", 0.0, 1.0)]
    utf16 = text.replace('"1.0"?', '"1.0" encoding="UTF-16"?').replace("hi", "grüß").encode("utf-16")
    assert fields_of(loads(utf16)) == [(None, "grüß", 0.0, 1.0)]
    latin = text.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?').replace("hi", "grüß").encode("latin1")
    assert fields_of(loads(latin)) == [(None, "grüß", 0.0, 1.0)]
