"""Every format: what it reads, and that what it writes reads back the same."""

from __future__ import annotations

import math
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.running import Hubbub

from hubbub import tcpwer, wer
from hubbub.errors import FormatError
from hubbub.formats import FORMATS, dumps, load, loads, lost
from hubbub.formats.base import FIELDS
from hubbub.formats.decimals import difference, number
from hubbub.formats.registry import BARE
from hubbub.formats.uem import regions
from hubbub.model.transcript import Region, Segment, Transcript
from hubbub.text.markup import without_tags

# Random transcripts that each format holds completely

TIMES = st.floats(-1e9, 1e9).map(lambda seconds: seconds + 0.0) | st.decimals(0, 10_000, places=3).map(float)
NAMES = st.text("aB1é中😀;<>/{-.'\"\\", min_size=1, max_size=6).filter(lambda name: name[0] not in ";<")
WORDS = NAMES.filter(lambda word: word[0] != "{")
TEXTS = st.lists(WORDS, max_size=5).map(" ".join)


@st.composite
def segments(draw: st.DrawFn, holds: frozenset[str]) -> Segment:
    """A segment with nothing that the format cannot hold, and everything that it needs."""
    start, end = sorted((draw(TIMES), draw(TIMES)))
    turns, channel = "turns" in holds, st.none() | NAMES
    words = "" if "words" not in holds else draw(TEXTS if turns else WORDS)
    if "marked" in holds:  # NIST's formats, in which some are no words
        words = without_tags(words) or ("" if turns else "word")
    times: Any = None
    extra: Any = None
    if "untimed" not in holds and "word_times" in holds:  # RTTM, CTM: words have times, inside of the turn
        cuts = [start + (end - start) * i / max(1, len(words.split())) for i in range(len(words.split()))] + [end]
        times = tuple(pairwise(cuts)) or None
    if "extra.label" in holds:
        extra = draw(st.none() | NAMES.map(lambda label: {"label": f"<{label}>"}))
    if "extra.confidence" in holds:
        extra = draw(st.none() | st.floats(0, 1).map(lambda confidence: {"confidence": confidence + 0.0}))
    if "extra" in holds:
        extra = draw(st.none() | st.dictionaries(NAMES, st.integers() | st.text(), min_size=1))
        extra = {key: value for key, value in (extra or {}).items() if key != "words"} or None
    if "session" not in holds and "speaker" in holds:  # a session that is called after its file
        name = draw(st.sampled_from(["Alice", "Anna Lee", "SPEAKER_00"]))
        return Segment(words, "<text>", name, *((start, end) if "start" in holds else ()))
    if "start" not in holds:
        return Segment(words, draw(NAMES))
    speaker = draw(NAMES if "extra.confidence" in holds else st.none() | NAMES) if "speaker" in holds else None
    return Segment(words, draw(NAMES), speaker, start, end, draw(channel), times, extra)


@st.composite
def transcripts(draw: st.DrawFn, name: str) -> Transcript:
    holds = FORMATS[name].fields
    made = draw(st.lists(segments(holds), min_size=1, max_size=6))
    if name == "text":
        made = [Segment(segment.words, str(i)) for i, segment in enumerate(made, 1)]
    if "start" not in holds and "session" in holds:
        made = list({segment.session: segment for segment in made}.values())
    ignored = []
    if "ignored" in holds:
        spans = draw(st.lists(st.tuples(NAMES, TIMES, TIMES, st.none() | NAMES), max_size=2))
        ignored = [Region(session, min(a, b), max(a, b), channel) for session, a, b, channel in spans]
    return Transcript(made, "", ignored)


WRITTEN = [name for name, format in FORMATS.items() if format.write is not None]
OTHERS = {"srt", "vtt", "textgrid"}
"""Formats with round trips of their own, in test_text_formats.py."""


@pytest.mark.parametrize("name", [name for name in WRITTEN if name not in OTHERS])
@settings(max_examples=60)
@given(data=st.data())
def test_round_trip(name: str, data: st.DataObject) -> None:
    transcript = data.draw(transcripts(name))
    text = dumps(transcript, name)
    again = loads(text, name)
    assert again == transcript
    assert dumps(again, name) == text
    assert [loss for loss in lost(transcript, name) if not loss.startswith("session: ")] == []


def test_declarations() -> None:
    for name, format in FORMATS.items():
        assert name == format.name
        assert format.about
        assert {field for field in format.fields if not field.startswith("extra.")} <= set(FIELDS), (
            f"{name}: use FIELDS"
        )
    vague = [format for format in FORMATS.values() if not format.is_distinctive and not format.only_by_suffix]
    suffixes = [suffix for format in vague for suffix in format.suffixes]
    assert len(suffixes) == len(set(suffixes)), "only formats that content tells apart may share a suffix"


def test_whole_names_among_suffixes_are_known_without_the_formats() -> None:
    assert {suffix for format in FORMATS.values() for suffix in format.suffixes if not suffix.startswith(".")} == BARE


# Times


@settings(max_examples=60)
@given(TIMES)
def test_numbers(seconds: float) -> None:
    text = number(seconds)
    assert "e" not in text
    assert float(text) == seconds
    assert loads(f"a 1 b {text} 1e9 c", "stm")[0].start == seconds


@settings(max_examples=60)
@given(TIMES, TIMES)
def test_durations_are_exact(a: float, b: float) -> None:
    start, end = sorted((a, b))
    duration = difference(end, start)
    if Decimal(duration) <= 10**9:
        segment = loads(f"a 1 {number(start)} {duration} word", "ctm")[0]
        assert (segment.start, segment.end) == (start, end)


@pytest.mark.parametrize(
    ("start", "duration", "end"),
    [
        ("0.2", "0.1", 0.3), ("1.1", "2.2", 3.3), ("0", "0", 0.0), ("-0.5", "0.25", -0.25), ("1e1", "1E-1", 10.1),
        ("0.1234567890123456789", "1e-30", 0.12345678901234568), ("+5", ".5", 5.5), ("5.", "1e-400", 5.0),
        ("-0.1", "0.3", 0.2), ("999999999.999999999", "0.000000001", 1e9), ("-3.3", "3.3", 0.0),
        ("00000000000000000000000000000000000001.5", "1", 2.5), ("0.30000000000000004", "0.1", 0.4),
        ("0", "2.2e-311", 2.2e-311), ("1e-310", "5e-324", 1.00000000000005e-310), ("0", "1e-99999999999", 0.0),
    ],
)  # fmt: skip
def test_sums(start: str, duration: str, end: float) -> None:
    found = loads(f"a 1 {start} {duration} word", "ctm")[0].end
    assert found == end
    assert math.copysign(1, found) == math.copysign(1, end)


def test_an_exponent_makes_up_for_any_number_of_zeros() -> None:
    text = "0." + 150_000 * "0" + "1e150001"
    segment = loads(f"a 1 {text} {text} word", "ctm")[0]
    assert (segment.start, segment.end) == (1.0, 2.0)


@settings(max_examples=60)
@given(st.from_regex(r"[+-]?([0-9]{1,9}(\.[0-9]{0,25})?|\.[0-9]{1,25})([eE][+-]?[0-9]{1,3})?", fullmatch=True))
def test_numbers_read_as_python_reads_them(text: str) -> None:
    if abs(float(text)) <= 1e9:
        assert loads(f"a 1 b {text} {text} c", "stm")[0].start == float(text)


# Each format's own rules


def test_white_space_line_ends_and_comments() -> None:
    text = "\ufeff;; c\r\n  ; c\r\n\r\n"
    text += " a\t1\u00a0b\u30001 \u2009 2.5e0\u202f x\u00a0y \u2028 \r c 1 d 1 2\x0bz \n e 1 f 1 2"
    read = loads(text, "stm")
    assert [(s.session, s.speaker, s.words) for s in read] == [("a", "b", "x\u00a0y"), ("c", "d", "z"), ("e", "f", "")]
    assert read[0].end == 2.5


def test_stm() -> None:
    read = loads(
        "m A s1 1 2 <o,f0,male> hello  world\n"
        "m A gap 2 3.5 IGNORE_TIME_SEGMENT_IN_SCORING\n"
        "m A gap 4 5 <o,,> ignore_time_segment_in_scoring\n"
        "m B <NA> 1 2\n",
        "stm",
    )
    assert list(read) == [
        Segment("hello  world", "m", "s1", 1.0, 2.0, "A", extra={"label": "<o,f0,male>"}),
        Segment("", "m", None, 1.0, 2.0, "B"),
    ]
    assert read.ignored == (Region("m", 2.0, 3.5, "A"), Region("m", 4.0, 5.0, "A"))


@pytest.mark.parametrize("words", ["a { b / c / @ } d", "{a / b}", "uh (uh)", "(%HES)"])
def test_plain_words_that_look_like_markup_are_not_written(words: str) -> None:
    for name, line in (("stm", f"m 1 s 0 1 {words}"), ("trn", f"{words} (id)")):
        assert loads(f";; comment\n{line}", name)[0].marked is not None
        with pytest.raises(FormatError, match="segment 1: its braces or parentheses would be read as markup"):
            dumps(Transcript([Segment(words, "m", "s", 0.0, 1.0)]), name)


@pytest.mark.parametrize("words", ["f(x)", ":)", "a/b", "(well, I think)", "a@b", "a{b"])
def test_what_only_resembles_markup_is_words(words: str) -> None:
    assert loads(f"m 1 s 0 1 {words}", "stm")[0].words == words


def test_ctm() -> None:
    read = loads("m 1 0.2 0.1 hi 0.9\nm 1 1 0.5 there NA lex Bob\nm 2 2 1 uh 1 fp <NA>\n", "ctm", "out/stream1.ctm.gz")
    assert list(read) == [
        Segment("hi", "m", "stream1", 0.2, 0.3, "1", ((0.2, 0.3),), extra={"confidence": 0.9}),
        Segment("there", "m", "Bob", 1.0, 1.5, "1", ((1.0, 1.5),)),
        Segment("uh", "m", "stream1", 2.0, 3.0, "2", ((2.0, 3.0),), extra={"confidence": 1.0, "type": "fp"}),
    ]
    assert dumps(read, "ctm").splitlines()[2] == "m 2 2 1 uh 1 fp stream1"


def test_words_without_times_share_those_of_their_turn() -> None:
    turn = Transcript([Segment("a b c", "m", "s", 1.0, 2.0, "1"), Segment("", "m", "s", 3.0, 4.0)])
    assert dumps(turn, "ctm") == "m 1 1 0.333 a NA lex s\nm 1 1.333 0.334 b NA lex s\nm 1 1.667 0.333 c NA lex s\n"
    assert lost(turn, "ctm") == [
        "turns of several words (a line for each word): 1 segment",
        "words without word times (they get equal shares of the turn's time): 1 segment",
        "turns without words (skipped): 1 segment",
    ]


def test_seglst() -> None:
    text = """[
      {"session_id": "m", "speaker": 1, "start_time": "0.10", "end_time": 1, "words":
       "caf\\u00e9 \\ud83d\\ude00\\n\\"x\\"", "channel": 2},
      {"words": "", "end_time": null, "start_time": null, "speaker": null, "session_id": "n"}
    ]"""
    expected = [Segment('café 😀\n"x"', "m", "1", 0.1, 1.0, "2"), Segment("", "n")]
    assert list(loads(text, "seglst")) == expected
    # The same with a key of one's own takes the slower way
    slower = loads(text.replace('"channel": 2', '"channel": 2, "mine": [1]'), "seglst")
    assert list(slower) == [expected[0]._replace(extra={"mine": [1]}), expected[1]]
    assert loads(dumps(slower, "seglst"), "seglst") == slower
    assert len(loads(" [ ] ", "seglst")) == 0


def test_seglst_with_a_key_twice_and_other_oddities() -> None:
    for text in ('[{"words": "a",\n"words": "b"}]', '[{"words": "a", "mine": 1,\n"w\\u006frds": "b"}]'):
        with pytest.raises(FormatError, match=r'<text>:2: the key "w\S*rds" occurs twice in one object; keep one'):
            loads(text, "seglst")
    with pytest.raises(FormatError, match="the key"):
        loads('[{"words": "a", "mine": [{"x": 1, "y": {}, "x": 2}]}]', "seglst")
    fine = loads('[{"words": "a", "mine": [{"x": 1}, {"x": "}, {"}]}, {"words": "\\"", "mine": "\\\\"}]', "seglst")
    assert [segment.words for segment in fine] == ["a", '"']
    for text in ("]", "\n ] ", "[]]", "[", ",[]"):
        with pytest.raises(FormatError, match="<text>:"):
            loads(text, "seglst")
    for digits in ("1" * 5000, "-" + "1" * 5000, "1e" + "9" * 5000, "0." + "1" * 5000 + "x"):
        for key in ("start_time", "speaker", "words", "session_id"):
            with pytest.raises(FormatError) as error:
                loads(f'[{{"words": "a", "{key}": {digits}}}, {{"words": "b", "mine": 1}}]', "seglst")
            assert len(str(error.value)) < 1000
    halves = loads(f'[{{"words": "a", "mine": {"1" * 5000}}}]', "seglst")  # a number of one's own may be of any size
    assert halves[0].extra == {"mine": math.inf}
    with pytest.raises(FormatError, match=r"<text>:2: \\udc00 is half of a surrogate pair"):
        loads('[{"words": "\\ud83d\\ude00 \\\\ud800",\n"mine": "\\udc00\\ud83d"}]', "seglst")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=2)
)


@settings(max_examples=60)
@given(
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "session_id": st.text() | JSON,
                "speaker": st.text() | st.integers() | JSON,
                "start_time": st.sampled_from(["0", "1.5", " 2 ", 3, 4.25, None, "x"]) | JSON,
                "end_time": st.sampled_from(["5", 6, None, "1e1", "nan"]) | JSON,
                "words": st.text() | JSON,
                "channel": st.text() | JSON,
            },
        )
        | JSON,
        max_size=3,
    ),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_both_ways_of_reading_seglst_agree(elements: list[Any], indent: int | None, ascii: bool) -> None:
    import json
    from io import BytesIO

    from hubbub import _core
    from hubbub.formats.seglst import _read_any

    data = json.dumps(elements, indent=indent, ensure_ascii=ascii).encode(errors="surrogatepass")
    try:
        columns = _core.read_seglst(BytesIO(data))
        quick = None if columns is None else list(Transcript.of_columns(columns))
    except UnicodeDecodeError:
        quick = None
    try:
        slow = _read_any(BytesIO(data), "x")
    except FormatError:
        slow = None
    assert quick is None or quick == slow


def test_rttm() -> None:
    read = loads(
        "SPKR-INFO m 1 <NA> <NA> <NA> unknown A <NA>\n"
        "LEXEME m 1 0.5 0.2 early lex A <NA>\n"
        "SPEAKER m 1 0 1 <NA> <NA> A <NA> <NA>\n"
        "SPEAKER m 1 0.5 2 <NA> <NA> B <NA> <NA>\n"
        "LEXEME m 1 0.8 0.2 word lex A <NA>\n"
        "LEXEME m 1 7 1 lone lex A <NA>\n"
        "SPEAKER m 1 9 1 <NA> <NA> A <NA> <NA>\n"
        "NOSCORE m 1 3 1.5 <NA> <NA> <NA> <NA>\n",
        "rttm",
    )
    assert list(read) == [
        Segment("early word", "m", "A", 0.0, 1.0, "1", ((0.5, 0.7), (0.8, 1.0))),
        Segment("", "m", "B", 0.5, 2.5, "1"),
        Segment("lone", "m", "A", 7.0, 8.0, "1", ((7.0, 8.0),), {"rttm": "LEXEME"}),
        Segment("", "m", "A", 9.0, 10.0, "1"),
    ]
    assert read.ignored == (Region("m", 3.0, 4.5, "1"),)


def test_alternations_of_rttm() -> None:
    """As in `rttmAlt.rttm` of SCTK: an underscore is a space."""
    text = (
        "SPEAKER m 1 1 4 <NA> <NA> A <NA> <NA>\n"
        "LEXEME m 1 1 1 {_A_/_B_B2_} lex A <NA>\n"
        "LEXEME m 1 2 1 my_word lex A <NA>\n"
        "LEXEME m 1 9 1 {_so_/_@_} lex A <NA>\n"
    )
    turn, alone = loads(text, "rttm", "x.rttm")
    assert (turn.words, turn.word_times) == (
        "{ A / B B2 } my_word", ((1.0, 2.0), (1.0, 1.5), (1.5, 2.0), (2.0, 3.0))
    )  # fmt: skip
    assert turn.marked is not None
    assert turn.marked.place == "x.rttm:2"
    assert alone.words == "{ so / @ }"
    hypothesis = [Segment("B B2 my_word", "m", "A", 1.0, 3.0)]
    assert wer(loads(text, "rttm"), hypothesis).total.errors == 0
    assert tcpwer(loads(text, "rttm"), hypothesis, collar=0.5).total.errors == 0
    with pytest.raises(FormatError, match=r"^x\.rttm:1: an alternation without branches; "):
        loads("LEXEME m 1 1 1 {_/_} lex A <NA>\n", "rttm", "x.rttm")
    with pytest.raises(FormatError, match=r"the word \{a/b\} would be read as an alternation; remove its braces"):
        dumps(Transcript([Segment("{a/b}", "m", "A", 0.0, 1.0, None, ((0.0, 1.0),))]), "rttm")


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted), min_size=1, max_size=9),
    st.lists(st.integers(-2, 22), max_size=5),
)
def test_words_go_to_the_turn_that_starts_last(turns: list[list[int]], times: list[int]) -> None:
    text = "".join(f"LEXEME m 1 {time} 0 w{time} lex A <NA>\n" for time in times)
    text += "".join(f"SPEAKER m 1 {start} {end - start} <NA> <NA> A <NA> <NA>\n" for start, end in turns)
    expected: list[list[str]] = [[] for _ in turns]
    alone: list[str] = []
    for time in times:
        covering = [(start, end, place) for place, (start, end) in enumerate(turns) if start <= time <= end]
        (expected[max(covering)[2]] if covering else alone).append(f"w{time}")
    assert [segment.words.split() for segment in loads(text, "rttm")] == [[word] for word in alone] + expected


def test_many_turns_under_a_long_one() -> None:
    turns = [f"SPEAKER m 1 {i} 0.1 <NA> <NA> A <NA> <NA>\n" for i in range(20_000)]
    words = [f"LEXEME m 1 {i}.5 0.1 w lex A <NA>\n" for i in range(20_000)]
    read = loads("".join(["SPEAKER m 1 0 1e6 <NA> <NA> A <NA> <NA>\n", *turns, *words]), "rttm")
    assert len(read[0].words.split()) == 20_000


def test_uem() -> None:
    read = loads(";; scored\nm 1 0 10\nm 1 20 30.5\n", "uem")
    assert regions(read) == [Region("m", 0.0, 10.0, "1"), Region("m", 20.0, 30.5, "1")]


def test_trn_and_text() -> None:
    assert list(loads(";; c\nhello world (a-1)\n (b)\n", "trn")) == [Segment("hello world", "a-1"), Segment("", "b")]
    assert list(loads("hello \r\n\r\n;x", "text")) == [Segment("hello", "1"), Segment("", "2"), Segment(";x", "3")]


def test_lines_of_one_session_get_ids() -> None:
    turns = Transcript([Segment("a", "m"), Segment("b", "n"), Segment("c", "m")])
    assert dumps(turns, "kaldi") == "m-1 a\nn b\nm-2 c\n"
    assert lost(turns, "kaldi") == ["sessions of several segments (each segment gets its own id): 2 segments"]


@pytest.mark.parametrize(
    ("name", "segment", "message"),
    [
        ("trn", Segment(";; hello", "m"), "segment 1: a line that begins with ;; would be read as a comment; remove"),
        ("ctm", Segment("a <ALT_BEGIN>", "m", "s", 0.0, 1.0), "the word <ALT_BEGIN> would be read as a tag"),
        ("stm", Segment(" ignore_time_segment_in_scoring ", "m", "s", 0.0, 1.0), "its only word would mark it as not"),
        ("rttm", Segment("a", "m", "s", 0.0, 1.0, word_times=((2.0, 3.0),)), "the word a is outside its turn"),
        ("ctm", Segment("a b", "m", "s", 0.0, 1.0, word_times=((0.0, 1.0),)), "segment 1 has 1 time for 2 words"),
        ("stm", Segment("a", "m", "s", 0.0, math.inf), "segment 1: invalid times from 0.0 to inf"),
        ("stm", Segment("a", "\ufeffm", "s", 0.0, 1.0), "begins with a byte order mark"),
        ("seglst", Segment("a", extra={"speaker": "x"}), "speaker is a standard field"),
        ("seglst", Segment("a", extra={"mine": object()}), "JSON cannot store its extra fields"),
        ("seglst", Segment("\ud800"), "characters that are not text"),
        ("speaker_colon", Segment("a", "m"), "segment 1 has no speaker"),
        (
            "speaker_colon",
            Segment("a", "m", "so he said"),
            "'so he said' before a colon would not be read as a speaker",
        ),
        ("audacity", Segment("a", "m", "x]", 0.0, 1.0), "reading '[[x]]]a' would give another speaker"),
        ("audacity", Segment("[[x]]a", "m", None, 0.0, 1.0), "reading '[[x]]a' would give another speaker"),
        ("stm", Segment("a", "m", "s"), "segment 1 has no times"),
        ("stm", Segment("a", None, "s", 0.0, 1.0), "segment 1 has no session"),
        ("stm", Segment("a", "m", "Anna Lee", 0.0, 1.0), "speaker 'Anna Lee' cannot be a column"),
        ("stm", Segment("<x> a", "m", "s", 0.0, 1.0), "would be read as a label"),
        ("ctm", Segment("a", "m", "NA", 0.0, 1.0), "speaker NA means no speaker"),
        ("trn", Segment("a", "m(1)"), "contains parentheses"),
        ("kaldi", Segment("a", ""), "cannot be a column"),
    ],
)
def test_what_would_not_read_back_is_not_written(name: str, segment: Segment, message: str) -> None:
    with pytest.raises(FormatError, match="<text>: ") as error:
        dumps(Transcript([segment]), name)
    assert message in str(error.value)


def test_rttm_words_are_written_if_they_have_times(tmp_path: Path, hubbub: Hubbub) -> None:
    """MeetEval 0.4.3 reads every line as a segment: 7 of them would be 99."""
    stm, rttm, ctm = tmp_path / "ref.stm", tmp_path / "out.rttm", tmp_path / "words.ctm"
    stm.write_text("m 1 A 0 1 a b\nm 1 B 1 2 c\n", encoding="utf-8")
    ctm.write_text("m 1 0 1 a\n", encoding="utf-8")
    speakers = [f"SPEAKER m 1 {start} 1 <NA> <NA> {name} <NA> <NA>\n" for start, name in ((0, "A"), (1, "B"))]
    run = hubbub("convert", str(stm), str(rttm))
    assert rttm.read_text(encoding="utf-8") == "".join(speakers)
    assert "rttm cannot store words without word times (skipped; --words gives them equal shares" in run.err
    run = hubbub("convert", str(stm), str(rttm), "--words", "-f")
    assert (run.code, run.err, len(rttm.read_text(encoding="utf-8").splitlines())) == (0, "", 5)
    assert [segment.words for segment in load(rttm)] == ["a b", "c"]
    assert hubbub("convert", str(ctm), str(rttm), "-f").err == ""
    assert "LEXEME m 1 0 1 a lex words" in rttm.read_text(encoding="utf-8")
    assert (
        "--words is for rttm, so it has no effect on ctm" in hubbub("convert", str(stm), str(ctm), "--words", "-f").err
    )


def test_segments_without_speaker_get_one(tmp_path: Path, hubbub: Hubbub) -> None:
    """As `meeteval-io` does for CTM: a file of words has no speakers, and some formats need them."""
    ctm, trn, stm = tmp_path / "words.ctm", tmp_path / "ref.trn", tmp_path / "out.stm"
    ctm.write_text("m 1 0 1 a\nm 1 1 1 b 0.5 lex Alice\n", encoding="utf-8")
    trn.write_text("a b (u1)\n", encoding="utf-8")
    assert hubbub("convert", str(ctm), str(stm), "--speaker", "Bob").code == 0
    assert [segment.speaker for segment in load(stm)] == ["Bob", "Alice"]
    assert hubbub("convert", str(trn), str(tmp_path / "out.json"), "--speaker", "Bob").code == 0
    assert [segment.speaker for segment in load(tmp_path / "out.json")] == ["Bob"]
    run = hubbub("convert", str(stm), str(tmp_path / "again.stm"), "--speaker", "Eve")
    assert (run.code, "all segments have speakers, so --speaker Eve has no effect" in run.err) == (1, True)
