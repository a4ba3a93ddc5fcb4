"""The pairs of alignments, which the core makes, against a plain decoder of their lanes."""

from __future__ import annotations

import gc
import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles
from support.strategies import segment_lists

import hubbub
from hubbub import Region, Segment, Transcript
from hubbub.model.alignment import Alignment, Pair, Word
from hubbub.model.metrics import METRICS
from hubbub.model.transcript import Markup


def check(result: hubbub.Result) -> list[Pair]:
    """The pairs of a result, which are those of its lanes."""
    found = list(result.alignment.pairs())
    assert found == oracles.pairs(result.alignment)
    assert found == [pair for lane in result.alignment for pair in lane.pairs()] == list(result.alignment.pairs())
    assert {type(pair) for pair in found} <= {Pair}
    assert {type(word) for _, *words in found for word in words} <= {Word, type(None)}
    assert all(hash(pair) == hash(Pair(*pair)) for pair in found)
    assert pickle.loads(pickle.dumps(result.alignment)) == result.alignment == Alignment(result.alignment)
    assert list(hubbub.Result.from_json(result.alone().to_json()).alignment.pairs()) == found
    assert result.alignment.errors == result.counts
    return found


MIXED = {"a": "A", "b": "b é", "c": "C{c}"}


def dressed(segments: list[Segment], how: str) -> list[Segment]:
    """The segments with other words, with times of words, or with further keys."""
    dressed = []
    for place, segment in enumerate(segments):
        words = segment.words.split()
        fields: dict[str, Any] = {}
        if how == "case":
            fields["words"] = " ".join(MIXED[word] if place % 2 else word for word in words)
        if how == "times" and place % 2:
            start = segment.start or 0.0
            fields["word_times"] = tuple((start + i / 8, start + i / 8 + 0.1) for i in range(len(words)))
        if how == "keys" and place % 2:
            fields["extra"] = {"mood": place, "word_confidence": [i / 8 for i in range(len(words))]}
        dressed.append(segment._replace(**fields))
    return dressed


@pytest.mark.parametrize("how", ["plain", "case", "times", "keys"])
@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=12, deadline=None)
@given(ref=segment_lists(), hyp=segment_lists(3), case=st.booleans())
def test_every_metric(metric: str, how: str, ref: list[Segment], hyp: list[Segment], case: bool) -> None:
    choices: dict[str, Any] = {"collar": 1.0} if METRICS[metric].timed else {}
    if case:
        choices["normalizer"] = "lower"
    result = hubbub.score(metric, dressed(ref, how), dressed(hyp, how), **choices)
    assert isinstance(result, hubbub.Result)
    check(result)


marked = st.lists(st.sampled_from(["a", "b", "{a / b c}", "{b / @}", "(c)", "a-"]), max_size=4).map(" ".join)


@given(ref=marked, hyp=marked, unit=st.sampled_from(["word", "char"]))
@settings(max_examples=60, deadline=None)
def test_words_with_alternatives(ref: str, hyp: str, unit: str) -> None:
    left, right = ([Segment(text, "s", name, marked=Markup())] for text, name in ((ref, "A"), (hyp, "x")))
    check(hubbub.wer(left, right, unit=unit, optional_words=True))


@given(ref=segment_lists(), hyp=segment_lists(3))
@settings(max_examples=60, deadline=None)
def test_words_whose_case_does_not_count(ref: list[Segment], hyp: list[Segment]) -> None:
    check(hubbub.mdwer(dressed(ref, "case"), dressed(hyp, "case"), asclite=True))


def test_words_in_ignored_stretches() -> None:
    ref = [Segment("a b c d", "s", "A", 0.0, 4.0), Segment("e", "s", "A", 5.0, 6.0)]
    hyp = [Segment("a c x", "s", "x", 0.0, 4.0)]
    found = check(hubbub.tcpwer(Transcript(ref, "", [Region("s", 1.1, 1.9)]), hyp, collar=5))
    assert [pair.reference.text for pair in found if pair.reference] == ["a", "c", "d", "e"]


@given(
    st.lists(st.tuples(*[st.lists(st.sampled_from("abc"), max_size=4).map(" ".join)] * 2), min_size=2, max_size=8),
    st.randoms(),
)
def test_sessions_in_any_order(texts: list[tuple[str, str]], random: Any) -> None:
    """The texts of words are kept from session to session."""
    ref, hyp = map(list, zip(*texts, strict=True))
    scores = hubbub.wer(ref, hyp)
    places = list(range(len(texts)))
    random.shuffle(places)
    for place in places:
        pairs, (said, heard) = check(scores[place]), texts[place]
        assert [pair.reference.text for pair in pairs if pair.reference] == said.split()
        assert [pair.hypothesis.text for pair in pairs if pair.hypothesis] == heard.split()


def test_pairs_may_be_read_while_others_are_made() -> None:
    """Python runs in the midst of the making of pairs where it collects garbage."""
    results = [hubbub.wer(" ".join(f"w{i * j}" for i in range(60)), "w1 w2 w3") for j in range(1, 4)]
    expected = [oracles.pairs(result.alignment) for result in results]
    inside, depth = [], [0]

    def read(phase: str, _: object) -> None:
        if phase == "start" and depth[0] < 2:
            depth[0] += 1
            inside.append(list(results[1].alignment.pairs()) == expected[1])
            depth[0] -= 1

    before = gc.get_threshold()
    gc.callbacks.append(read)
    try:
        gc.set_threshold(5)
        assert [list(result.alignment.pairs()) for result in results] == expected
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(read)
    assert inside
    assert all(inside)


def test_a_large_vocabulary_is_forgotten() -> None:
    for first in range(0, 60_000, 20_000):
        text = " ".join(f"w{number}" for number in range(first, first + 20_000))
        assert [
            pair.hypothesis.text for pair in hubbub.wer("", text).alignment.pairs() if pair.hypothesis
        ] == text.split()


def test_steps_that_stand_for_nothing_are_refused() -> None:
    data = json.loads(hubbub.wer([""], [""]).to_json())
    (session,) = data["scores"][0]["sessions"].values()
    session["alignment"][0]["steps"] = "X"
    with pytest.raises(hubbub.FormatError):
        hubbub.Scores.from_json(json.dumps(data))
