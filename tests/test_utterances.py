"""Words, numbers and times as the core makes them of texts, and the utterances that are made of its columns."""

from __future__ import annotations

import copy
import pickle
import sys
from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hubbub as api
from hubbub import Segment, _core
from hubbub.model.timing import TIMINGS
from hubbub.model.transcript import Transcript, Utterance
from hubbub.model.utterances import Utterances
from hubbub.prepare.prepare import Recipe, prepare

BLANKS = [chr(code) for code in range(sys.maxunicode) if chr(code).isspace()]
NEAR = [chr(ord(blank) + off) for blank in BLANKS for off in (-1, 1)]
letters = st.one_of(st.sampled_from(BLANKS), st.sampled_from(NEAR), st.sampled_from("aé会😀\u200b\ud800"))
texts = st.text(letters, max_size=12)
SECONDS = st.floats(-1e9, 1e9)
spans = st.tuples(SECONDS, SECONDS)


def speech(said: Sequence[Any], vocabulary: _core.Vocabulary | None = None) -> _core.Speech:
    known = _core.Vocabulary() if vocabulary is None else vocabulary
    return _core.Speech(known, list(said), (), (), "whole", False, (), array("d"))


@given(st.lists(texts))
@settings(max_examples=500)
def test_words_are_split_and_numbered_as_python_would(said: list[str]) -> None:
    numbers: dict[str, int] = {}
    expected = [[numbers.setdefault(word, len(numbers)) for word in text.split()] for text in said]
    for given_as in (said, [tuple(text.split()) for text in said]):
        vocabulary = _core.Vocabulary()
        made = speech(given_as, vocabulary)
        assert (len(made), made.lengths) == (len(said), list(map(len, expected)))
        places = list(range(len(said)))[::-1]
        row = made.pick(places, False, 0)
        assert list(array("i", row.words)) == list(chain.from_iterable(expected[::-1]))
        assert (len(vocabulary), [vocabulary.number(word) for word in numbers]) == (
            len(numbers),
            list(numbers.values()),
        )


def test_a_large_vocabulary() -> None:
    words = [f"w{i}" for i in range(20000)]
    row = speech([" ".join(words), " ".join(reversed(words))]).pick([0, 1], False, 0)
    assert list(array("i", row.words)) == [*range(20000), *reversed(range(20000))]


@given(st.lists(st.tuples(texts, spans)), st.sampled_from(list(TIMINGS.values())[:-1]), st.integers(0, 10**18))
@settings(max_examples=300)
def test_times_of_many_segments(said: list[tuple[str, tuple[float, float]]], timing: Any, collar: int) -> None:
    starts, ends = [start for _, (start, _) in said], [end for _, (_, end) in said]
    words = [text for text, _ in said]
    made = _core.Speech(_core.Vocabulary(), words, starts, ends, timing.share, timing.points, (), array("d"))
    expected = [timing.times(text.split(), *span) for text, span in said]
    for place, times in enumerate(expected):
        seconds = made.seconds(place)
        assert array("d", seconds or b"") == array("d", chain.from_iterable(times))
        assert (seconds is None) == (not times)
    whole = [(round(start * 1e9) - collar, round(end * 1e9) + collar) for times in expected for start, end in times]
    row = made.pick(range(len(said)), True, collar)
    assert list(array("q", row.times)) == list(chain.from_iterable(whole))
    assert made.pick(range(len(said)), False, 0).times == b""


def test_own_times_stand_beside_those_of_segments() -> None:
    own = array("d", [1, 2, 3, 4])
    made = _core.Speech(
        _core.Vocabulary(), ["a", "b c", "", "d"], [0] * 4, [8] * 4, "whole", False, [-1, 2, 0, -1], own
    )
    times = [made.seconds(place) for place in range(4)]
    assert [None if one is None else list(array("d", one)) for one in times] == [[0, 8], [1, 2, 3, 4], [], [0, 8]]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (([1], (), (), "whole", False, (), array("d")), TypeError),
        (([("a", 1)], (), (), "whole", False, (), array("d")), TypeError),
        ((["a"], [0], [], "whole", False, (), array("d")), ValueError),
        ((["a"], [0, 1], [1, 2], "whole", False, (), array("d")), ValueError),
        ((["a"], (), (), "thirds", False, (), array("d")), ValueError),
        ((["a"], (), (), "whole", False, [1], array("d", [1])), ValueError),
        ((["a b"], (), (), "whole", False, [1], array("d", [1, 2])), ValueError),
    ],
)
def test_what_is_no_speech_is_refused(given: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        _core.Speech(_core.Vocabulary(), *given)


@pytest.mark.parametrize("far", [4.1e9, -1e12, float("inf"), float("nan")])
def test_times_that_are_no_seconds_are_refused(far: float) -> None:
    segments = [Segment("a", "s", "A", 0.0, 1.0), Segment("b", "s", "A", 4e9, far)]
    with pytest.raises(api.HubbubError, match="session s: a reference segment lasts from 4"):
        api.tcpwer(segments, segments, collar=1e9)
    assert api.cpwer(segments, segments).errors == 0


def test_times_up_to_the_last_that_is_told_apart() -> None:
    segments = [Segment("a", "s", "A", 0.0, 1.0), Segment("b", "s", "A", 4e9 - 1, 4e9)]
    assert api.tcpwer(segments, segments, collar=1e9).errors == 0


def test_rows_of_what_is_not_there() -> None:
    made = speech(["a", "b"])
    with pytest.raises(IndexError):
        made.pick([2], False, 0)
    with pytest.raises(IndexError):
        made.seconds(2)
    with pytest.raises(ValueError, match="without times"):
        made.pick([0], True, 0)
    for broken in ([1], [2, 1, 2], [3]):
        with pytest.raises(ValueError, match="ends"):
            _core.Row(array("i", [1, 2]), ends=broken)
    with pytest.raises(ValueError, match="two times"):
        _core.Row(array("i", [1, 2]), array("q", [1]))


SEGMENTS = [
    Segment("good morning  all", "s", "A", 0.0, 3.0),
    Segment("", "s", "B", 1.0, 2.0),
    Segment("hi", "s", "A", 4.0, 5.0, word_times=((4.25, 4.5),)),
]


def test_each_is_made_when_it_is_looked_at() -> None:
    recipe = Recipe("reference", timing=TIMINGS["equidistant_intervals"])
    side = prepare(Transcript(SEGMENTS), recipe, _core.Vocabulary()).utterances
    assert not side.columns.made
    expected = (
        Utterance("A", 0, ("good", "morning", "all"), 0.0, 3.0, ((0.0, 1.0), (1.0, 2.0), (2.0, 3.0))),
        Utterance("B", 0, (), 1.0, 2.0),
        Utterance("A", 1, ("hi",), 4.0, 5.0, ((4.25, 4.5),)),
    )
    assert side[2] == expected[2]
    assert list(side.columns.made) == [2]
    assert side == expected
    assert side[1:] == expected[1:]
    assert side.by_speaker() == {"A": (expected[0], expected[2]), "B": (expected[1],)}
    assert (side.speakers, side.numbers) == (["A", "B", "A"], [0, 0, 1])
    assert (hash(side), repr(side)) == (hash(expected), repr(expected))
    assert side != list(expected)
    assert Utterances.of(expected, _core.Vocabulary()) == side
    assert pickle.loads(pickle.dumps(side)) == copy.deepcopy(side) == expected


def test_a_result_can_be_sent_to_another_process() -> None:
    result = api.tcpwer(SEGMENTS, SEGMENTS, collar=0)
    assert pickle.loads(pickle.dumps(result)) == result
    assert api.Result.from_json(result.to_json()) == result
