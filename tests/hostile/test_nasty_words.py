"""Writing nasty transcripts: what is written reads back with the same words, or it is refused."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubbub.errors import HubbubError
from hubbub.formats import FORMATS, dumps, loads
from hubbub.model.transcript import Markup, Region, Segment, Transcript

NASTY = [
    ";;", ";", ";x", "(x)", "()", "(", ")", "(a", "b)", "<ALT_BEGIN>", "<ALT>", "<ALT_END>", "<ALTER>", "<ALT", "{",
    "}", "/", "@", "{a", "b}", "{a/b}", "a/b", "IGNORE_TIME_SEGMENT_IN_SCORING", "ignore_time_segment_in_scoring",
    "<NA>", "NA", "null", "<o,f0>", "<>", "<", ">", "a\u00a0b", "\u00a0", "a\nb", "a\r", "\t", "\u2028", "\u200b",
    "\x1c", "\x85", "\0", "\ufeff", "\ufeffa", "Alice:", ":", "A: b", "10:30", "[00:00:01]", "(00:00:01)", "[[x]]y",
    "[[", "]]", "\\", "\"", "[", "]", "1", "0.5", "-->", "SPEAKER", "LEXEME", "NOSCORE", "lex", "a", "é", "中文", "😀",
    "", " ", "x" * 500,
]  # fmt: skip
TOKENS = st.sampled_from(NASTY) | st.text(max_size=5)
NAMES = st.none() | TOKENS
TIMES = st.sampled_from([None, 0.0, 0.25, 1.0, 2.5, -1.0, 1e9, 1e-7, 12345.678, float("nan"), float("inf")])


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    words = " ".join(draw(st.lists(TOKENS, max_size=4)))
    start, end = draw(TIMES), draw(TIMES)
    times = None
    if draw(st.booleans()):
        cuts = draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0]), min_size=1, max_size=5).map(sorted))
        times = tuple(pairwise(cuts))
    marked = draw(st.sampled_from([None, None, Markup("here")]))
    extra = draw(
        st.none() | st.dictionaries(st.sampled_from(["label", "utterance", "mine", "words"]), TOKENS, max_size=2)
    )
    return Segment(words, draw(NAMES), draw(NAMES), start, end, draw(NAMES), times, extra, marked)


@st.composite
def plainer(draw: st.DrawFn) -> Segment:
    """Mostly good, so that it is often written."""
    segment = draw(segments())
    names = st.sampled_from(["m", "n", "Alice", "SPEAKER_00"])
    sane = segment._replace(session=draw(names), speaker=draw(names), start=1.0, end=2.0, channel="1", word_times=None)
    return sane._replace(extra=None, marked=None)


def held(transcript: Transcript, name: str, several: bool) -> list[tuple[object, ...]]:
    """The words, and the sessions, speakers, channels and stretches that the format can hold, in a form to compare."""
    holds = FORMATS[name].fields
    fields = [field for field in ("session", "speaker", "channel") if field in holds]
    if "start" not in holds and several:  # ids are made up
        fields = [field for field in fields if field != "session"]
    rows: list[tuple[object, ...]] = []
    for segment in transcript:
        words = segment.words.split() if "words" in holds else []
        who = tuple(getattr(segment, field) for field in fields)
        if "words" in holds and "turns" not in holds:
            rows += [(*who, word) for word in words]
        else:
            rows.append((*who, *words))
    return rows + [tuple(region) for region in transcript.ignored if "ignored" in holds]


@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if format.write is not None])
@given(st.lists(plainer() | segments(), min_size=1, max_size=3), st.booleans())
@settings(max_examples=300)
def test_written_is_read_back_or_refused(name: str, made: list[Segment], ignored: bool) -> None:
    transcript = Transcript(made, "", [Region("m", 0.0, 1.0, "1")] if ignored else [])
    text = ""
    with suppress(HubbubError):
        text = dumps(transcript, name)
    if not text:  # refused, or only segments without words, which a file of words leaves out
        return
    if name == "ctm":  # without a speaker, the words are in a stream that is called after the file
        made = [segment._replace(speaker=segment.speaker or "<text>") for segment in made]
        # The signs of an alternation are words of their own.
        made = [one._replace(words=re.sub("([{/}])", r" \1 ", one.words)) if one.marked else one for one in made]
    if name == "rttm":  # words without times are left out
        made = [segment if segment.word_times else segment._replace(words="") for segment in made]
    if name in ("trn", "kaldi"):
        made = [segment._replace(session=(segment.extra or {}).get("utterance", segment.session)) for segment in made]
    if name == "textgrid":  # a tier for each speaker: what comes first is written first
        made = sorted(made, key=lambda segment: (segment.start or 0.0, segment.end or 0.0))
    again = loads(text, name)
    several = len({segment.session for segment in made}) < len(made)
    assert held(again, name, several) == held(Transcript(made, "", transcript.ignored), name, several)
