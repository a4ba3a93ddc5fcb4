"""From segments to columns and back, words and times as the core makes them, and the utterances that one looks at."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hubbub as api
from hubbub import Segment
from hubbub.model.timing import TIMINGS, shared_times
from hubbub.model.transcript import Markup, Region, Transcript, joined
from hubbub.model.utterances import Utterance, Utterances

BLANKS = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]
NEAR = [chr(ord(blank) + off) for blank in BLANKS for off in (-1, 1)]
letters = st.one_of(st.sampled_from(BLANKS), st.sampled_from(NEAR), st.sampled_from("aé会😀\u200b\ud800\udfff"))
texts = st.text(letters, max_size=12)
SECONDS = st.floats(-1e9, 1e9)
spans = st.tuples(SECONDS, SECONDS).map(sorted).map(tuple)


def reference(result: api.Result) -> list[Utterance]:
    """The reference's utterances of all lanes, in turn."""
    return [one for lane in result.alignment for one in lane.reference]


def words_of(result: api.Result) -> list[list[str]]:
    return [list(one.words) for one in reference(result)]


# Words


@given(st.lists(texts, max_size=5))
@settings(max_examples=500, deadline=None)
def test_words_are_split_as_python_would(said: list[str]) -> None:
    expected = [text.split() for text in said]
    plain = [Segment(text, "s", "A") for text in said]
    counted = api.wer(plain, [Segment(" ".join(word for words in expected for word in words), "s", "x")])
    assert words_of(counted) == expected
    assert (counted.errors, counted.correct) == (0, sum(map(len, expected)))
    # The same where Python has looked at the texts before, and where words are sorted one by one.
    assert words_of(api.wer(plain, plain, normalizer=str)) == expected
    timed = [Segment(text, "s", "A", float(at), at + 1.0) for at, text in enumerate(said)]
    one_by_one = [one for lane in api.wer(timed, timed, ref_sort="word").alignment for one in lane.reference]
    assert [list(one.words) for one in one_by_one] == [[word] for words in expected for word in words]


@pytest.mark.parametrize("blanks", [BLANKS, NEAR, [chr(code) for code in range(256)]], ids=["blanks", "near", "bytes"])
def test_every_blank_parts_words_and_nothing_else_does(blanks: list[str]) -> None:
    said = [Segment(f"a{blank}b", "s", "A") for blank in blanks]
    assert words_of(api.wer(said, said)) == [segment.words.split() for segment in said]


@given(*[st.lists(st.sampled_from(["a", "A", "é", "会", "😀", "\ud800", "\udfff", "a\ud800"]), max_size=6)] * 2)
def test_words_are_the_same_where_their_letters_are(ref: list[str], hyp: list[str]) -> None:
    result = api.wer([Segment(" ".join(ref), "s", "A")], [Segment(" ".join(hyp), "s", "A")])
    for pair in result.alignment.pairs():
        if pair.reference and pair.hypothesis:
            assert (pair.kind == "C") == (pair.reference.text == pair.hypothesis.text)
    assert result.alignment.errors == result.counts
    assert api.wer([Segment(" ".join(ref), "s", "A")], [Segment(" ".join(ref), "s", "A")]).errors == 0


def test_a_large_vocabulary() -> None:
    words = [f"w{i}" for i in range(20000)]
    result = api.wer(" ".join(words), " ".join([*words[:7000], "w", *words[7001:]]))
    assert (result.correct, result.substitutions) == (19999, 1)
    assert api.wer(" ".join(words), " ".join(reversed(words))).correct >= 1
    assert words_of(api.wer(" ".join(words), "")) == [words]


# Times


@given(st.lists(st.tuples(texts, spans), max_size=6), st.sampled_from(list(TIMINGS)[:-1]), st.integers(0, 10))
@settings(max_examples=300, deadline=None)
def test_times_of_many_segments(said: list[tuple[str, tuple[float, float]]], name: str, collar: int) -> None:
    segments = [Segment(text, "s", "A", *span) for text, span in said]
    ordered = sorted(segments, key=lambda segment: segment.start or 0)
    expected = [shared_times(text.split(), *span, name) for text, span in sorted(said, key=lambda one: one[1][0])]
    result = api.tcwer(segments, segments, collar=collar, ref_timing=name, hyp_timing=name)
    (lane,) = result.alignment
    for side in (lane.reference, lane.hypothesis):
        assert [one.times or () for one in side] == [tuple(times) for times in expected]
        assert [one.times is None for one in side] == [not times for times in expected]
        assert [(one.start, one.end) for one in side] == [(segment.start, segment.end) for segment in ordered]


NANOSECONDS = st.integers(-(10**9), 10**9).map(lambda number: number / 1e9)


@given(*[st.tuples(NANOSECONDS, NANOSECONDS).map(sorted).map(tuple)] * 2, st.integers(0, 10**9))
def test_times_are_compared_in_whole_nanoseconds(
    said: tuple[float, float], heard: tuple[float, float], collar: int
) -> None:
    """A pair of words may be matched where the reference word and the hypothesis word with its collar overlap."""
    whole = [tuple(round(time * 1e9) for time in span) for span in (said, heard)]
    overlap = whole[0][0] < whole[1][1] + collar and whole[1][0] - collar < whole[0][1]
    ref, hyp = ([Segment("a", "s", "A", *span)] for span in (said, heard))
    timings: dict[str, Any] = {"ref_timing": "full_segment", "hyp_timing": "full_segment"}
    assert api.tcwer(ref, hyp, collar=collar / 1e9, **timings).errors == (0 if overlap else 2)


def test_own_times_stand_beside_those_of_segments() -> None:
    segments = [
        Segment("a", "s", "A", 0.0, 8.0),
        Segment("b c", "s", "A", 0.0, 8.0, word_times=((1.0, 2.0), (3.0, 4.0))),
        Segment("", "s", "A", 0.0, 8.0, word_times=()),
        Segment("d", "s", "A", 0.0, 8.0),
        Segment("e f", "s", "A", 0.0, 8.0, word_times=((4.0, 6.0),)),
    ]
    result = api.tcwer(segments, segments, collar=5, ref_timing="full_segment")
    assert [one.times for one in reference(result)] == [
        ((0.0, 8.0),),
        ((1.0, 2.0), (3.0, 4.0)),
        (),
        ((0.0, 8.0),),
        ((4.0, 5.0), (5.0, 6.0)),
    ]
    # The file's own times are there without any metric that asks for times.
    assert [one.times for one in reference(api.wer(segments, segments))] == [
        None,
        ((1.0, 2.0), (3.0, 4.0)),
        (),
        None,
        ((4.0, 5.0), (5.0, 6.0)),
    ]


@pytest.mark.parametrize("words", ["a b c", "a"])
def test_times_of_other_words_are_refused(words: str) -> None:
    broken = [Segment(words, "s", "A", 0.0, 8.0, word_times=((1.0, 2.0), (3.0, 4.0)))]
    number = len(words.split())
    for metric in (api.wer, api.mdwer):
        with pytest.raises(api.InputError, match=rf"session s: a reference segment has 2 times for {number} words?;"):
            metric(broken, "a")
    with pytest.raises(api.InputError, match=rf"a hypothesis segment has 2 times for {number} words?;"):
        api.wer("a", broken, normalizer="lower")


def test_a_normalizer_does_not_make_times_fit() -> None:
    twice = [Segment("a", "s", "A", 0.0, 8.0, word_times=((1.0, 2.0), (3.0, 4.0)))]
    with pytest.raises(api.InputError, match="a reference segment has 2 times for 1 word;"):
        api.wer(twice, "a", normalizer=lambda text: f"{text} {text}")
    none = [Segment("a", "s", "A", 0.0, 8.0, word_times=())]
    with pytest.raises(api.InputError, match="a reference segment has 0 times for 1 word;"):
        api.wer(none, "a", normalizer=lambda text: text.replace("a", ""))


@pytest.mark.parametrize("far", [4.1e9, -1e12, float("inf"), float("nan")])
def test_times_that_are_no_seconds_are_refused(far: float) -> None:
    segments = [Segment("a", "s", "A", 0.0, 1.0), Segment("b", "s", "A", 4e9, far)]
    with pytest.raises(api.HubbubError, match="session s: a reference segment lasts from 4"):
        api.tcpwer(segments, segments, collar=1e9)
    assert api.cpwer(segments, segments).errors == 0


@pytest.mark.parametrize("times", [{"start": 2, "end": 1}, {"start": 0, "end": 3, "word_times": ((2, 1),)}])
def test_what_ends_before_it_starts_is_refused(times: Any) -> None:
    odd, sound = [Segment("a", "s", "A", **times)], [Segment("a", "s", "A", 0, 3)]
    for sides in ((odd, sound), (sound, odd)):
        with pytest.raises(api.InputError, match="lasts from 2 to 1; give times in seconds, the start first"):
            api.tcpwer(*sides, collar=1)
        assert api.cpwer(*sides).errors == 0
    if "word_times" not in times:
        for metric, options in (("uwer", {}), ("mdwer", {"asclite": True}), ("cpwer", {"uem": Transcript(sound)})):
            with pytest.raises(api.InputError, match="a hypothesis segment lasts from 2 to 1"):
                api.score(metric, sound, odd, **options)


def test_times_up_to_the_last_that_is_told_apart() -> None:
    segments = [Segment("a", "s", "A", 0.0, 1.0), Segment("b", "s", "A", 4e9 - 1, 4e9)]
    assert api.tcpwer(segments, segments, collar=1e9).errors == 0


# Utterances


SEGMENTS = [
    Segment("good morning  all", "s", "A", 0.0, 3.0),
    Segment("", "s", "B", 1.0, 2.0),
    Segment("hi", "s", "A", 4.0, 5.0, word_times=((4.25, 4.5),)),
]
UTTERANCES = (
    Utterance("A", 0, ("good", "morning", "all"), 0.0, 3.0, ((0.0, 1.0), (1.0, 2.0), (2.0, 3.0))),
    Utterance("B", 0, (), 1.0, 2.0),
    Utterance("A", 1, ("hi",), 4.0, 5.0, ((4.25, 4.5),)),
)


def test_each_is_made_when_it_is_looked_at() -> None:
    result = api.tcwer(SEGMENTS, SEGMENTS, collar=5, ref_timing="equidistant_intervals")
    side: Any = result.alignment[0].reference
    assert type(side) is Utterances
    assert not side.side.built
    assert side[2] == UTTERANCES[2]
    assert list(side.side.built) == [2]
    assert side[2] is side[-1]
    assert side == UTTERANCES
    assert len(side) == 3
    assert side[1:] == UTTERANCES[1:]
    assert side[::-1] == UTTERANCES[::-1]
    assert side[5:] == ()
    assert list(side) == list(UTTERANCES)
    assert (hash(side), repr(side)) == (hash(UTTERANCES), repr(UTTERANCES))
    assert side != list(UTTERANCES)
    assert side != UTTERANCES[:2]
    assert pickle.loads(pickle.dumps(side)) == copy.deepcopy(side) == copy.copy(side) == UTTERANCES
    with pytest.raises(IndexError):
        side[3]


def test_parts_of_utterances_know_where_they_begin() -> None:
    result = api.mdwer(SEGMENTS, ["good all", "morning"])
    parts = [one for lane in result.alignment for one in lane.reference]
    said = {(one.speaker, one.number, one.offset): one for one in parts}
    assert len(said) == len(parts) == 4
    for (speaker, number, offset), part in said.items():
        whole = next(one for one in UTTERANCES if (one.speaker, one.number) == (speaker, number))
        assert part.words == whole.words[offset : offset + len(part.words)]


@pytest.mark.parametrize("metric", [api.tcpwer, api.tcorcwer, api.tcmdwer, api.uwer, api.wer])
def test_a_result_can_be_sent_to_another_process(metric: Any) -> None:
    result = metric(SEGMENTS, SEGMENTS, api.Options(collar=0))
    sent = pickle.loads(pickle.dumps(result))
    assert sent == result == copy.deepcopy(result)
    assert sent.to_json() == result.to_json()
    assert hash(sent) == hash(result)
    assert api.Result.from_json(result.to_json()) == result
    untouched = pickle.loads(pickle.dumps(metric(SEGMENTS, SEGMENTS, api.Options(collar=0))))
    assert (untouched.alignment, untouched.routing) == (result.alignment, result.routing)


def test_scores_can_be_sent_to_another_process() -> None:
    scores = api.cpwer({"s": {"A": "a b"}, "t": {"A": "c"}}, {"s": {"x": "a"}, "t": {"x": "c"}})
    sent = pickle.loads(pickle.dumps(scores))
    assert (sent.to_json(), list(sent), sent.total) == (scores.to_json(), ["s", "t"], scores.total)


# Transcripts


names = st.one_of(st.none(), st.sampled_from(["", "A", "B", "é", "\ud800", "a b", "\0"]), st.text(max_size=3))
numbers = st.one_of(st.none(), st.floats(allow_nan=False), st.sampled_from([0.0, -0.0, 0.1, 1e300]))
pairs = st.tuples(st.floats(allow_nan=False), st.floats(allow_nan=False))
values = st.one_of(st.none(), st.text(max_size=3), st.lists(st.integers(), max_size=2))
segments = st.builds(
    Segment,
    st.text(st.one_of(letters, st.characters()), max_size=6),
    names,
    names,
    numbers,
    numbers,
    names,
    st.one_of(st.none(), st.lists(pairs, max_size=3).map(tuple)),
    st.one_of(st.none(), st.dictionaries(st.text(max_size=2), values, max_size=2)),
    st.one_of(st.none(), st.builds(Markup, st.sampled_from(["", "file:1"]))),
)
regions = st.builds(
    Region, st.sampled_from(["A", "B", "only here"]), st.just(0.0), st.floats(0, 9), st.sampled_from([None, "1"])
)
transcripts = st.builds(
    Transcript, st.lists(segments, max_size=6), st.sampled_from(["", "here"]), st.lists(regions, max_size=2)
)


def again(transcript: Transcript) -> Transcript:
    """Through columns: what was looked at is forgotten."""
    return Transcript.of_columns(
        transcript.columns, transcript.source, transcript.ignored, transcript.extra, transcript.marked
    )


def exactly(side: Transcript) -> str:
    """With the sign of zero, and with 1 apart from 1.0."""
    return repr(list(side.segments))


@given(transcripts)
@settings(max_examples=300, deadline=None)
def test_segments_go_through_columns_unchanged(made: Transcript) -> None:
    back = again(made)
    assert (exactly(back), len(back), back.ignored) == (exactly(made), len(made), made.ignored)
    assert back == made
    assert [back[i] for i in range(len(back))] == [back[i - len(back)] for i in range(len(back))] == list(made)
    assert list(back[1:3]) == list(made)[1:3]
    assert list(again(made)[::-1]) == list(made)[::-1]
    assert repr(again(made)) == repr(made)
    assert again(made).speakers() == made.speakers()
    sent = pickle.loads(pickle.dumps(again(made)))
    assert (sent, sent.source, exactly(sent)) == (made, made.source, exactly(made))
    assert copy.deepcopy(back) == made


@given(transcripts)
def test_sessions_of_columns_are_those_of_segments(made: Transcript) -> None:
    by_name: dict[str, list[Segment]] = {}
    for segment in made:
        by_name.setdefault(segment.session or "", []).append(segment)
    for region in made.ignored:
        by_name.setdefault(region.session, [])
    for side in (made, again(made)):
        assert side.session_names() == list(by_name)
        sessions = side.sessions()
        assert {name: list(own) for name, own in sessions.items()} == by_name
        assert list(sessions) == list(by_name)
        for name, own in sessions.items():
            assert own.ignored == tuple(region for region in made.ignored if region.session == name)
            assert own.source == made.source


@given(st.lists(transcripts, max_size=4), st.data())
def test_joined_is_one_after_the_other(parts: list[Transcript], data: st.DataObject) -> None:
    given_as = [again(part) if data.draw(st.booleans()) else part for part in parts]
    whole = joined(given_as, "all")
    assert exactly(whole) == repr([segment for part in parts for segment in part])
    assert whole.ignored == tuple(region for part in parts for region in part.ignored)
    assert whole.source == "all"
    assert whole.session_names() == Transcript(list(whole), "all", whole.ignored).session_names()
    assert exactly(again(whole)) == exactly(whole)


@pytest.mark.parametrize(
    "broken",
    [Segment(1), Segment("a", 1.5), Segment("a", "s", start="x"), Segment("a", "s", word_times=((0,),))],  # type: ignore[arg-type]
)
def test_what_is_no_segment_is_refused(broken: Segment) -> None:
    with pytest.raises(api.InputError):
        assert Transcript([broken]).columns


def test_whole_numbers_are_names() -> None:
    segments = [Segment("a", 1, 2), Segment("b", 1, 3)]  # type: ignore[arg-type]
    assert (Transcript(segments).session_names(), api.cpwer(segments, segments).errors) == (["1"], 0)


def test_a_transcript_does_not_change_with_the_list_that_it_was_made_of() -> None:
    given_as = [Segment("a", "s", "A")]
    transcript = Transcript(given_as)
    assert transcript.session_names() == ["s"]
    assert (len(transcript), list(transcript)) == (1, given_as)


def test_counts_of_what_was_left_out_stay() -> None:
    segments = [Segment("a", "s"), Segment("b", "s")]
    one = Transcript(segments, left_out={"audio events": 2})
    two = Transcript.of_columns(Transcript(segments).columns, left_out={"audio events": 1, "spacings": 3})
    assert joined([one, two], "all").left_out == {"audio events": 3, "spacings": 3}
    assert one[:1].left_out == pickle.loads(pickle.dumps(one)).left_out == one.left_out
    assert Transcript(segments).left_out == {}
