"""Every metric against its slow twin, on random meetings, with any costs; and what must hold between metrics."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Sequence
from typing import Any

import oracles
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import hubbub
from hubbub.metrics import METRICS
from hubbub.solve import cost_of
from hubbub.transcript import Segment

VOCABULARY = "abc"
texts = st.lists(st.sampled_from(VOCABULARY), max_size=3).map(" ".join)


@st.composite
def meetings(draw: st.DrawFn, most: int = 4) -> list[Segment]:
    """Segments of up to three speakers: empty ones, equal starts, repeated words."""
    number = draw(st.integers(0, most))
    starts = draw(st.lists(st.integers(0, 5), min_size=number, max_size=number))
    return [
        Segment(draw(texts), session="s", speaker=draw(st.sampled_from("ABC")), start=float(at), end=at + 1.0)
        for at in starts
    ]


costs = st.tuples(st.just(0), *[st.integers(0, 4)] * 3)


def numbers(segments: Sequence[Segment]) -> list[list[int]]:
    return [[VOCABULARY.index(word) for word in segment.words.split()] for segment in segments]


def by_start(segments: Sequence[Segment]) -> list[Segment]:
    return sorted(segments, key=lambda segment: segment.start or 0)


def joined(segments: Sequence[Segment]) -> list[int]:
    return [word for words in numbers(by_start(segments)) for word in words]


def sequences(segments: Sequence[Segment]) -> dict[str, list[int]]:
    names = dict.fromkeys(str(segment.speaker) for segment in by_start(segments))
    return {name: joined([segment for segment in segments if segment.speaker == name]) for name in names}


def wer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    return oracles.distance(joined(ref), joined(hyp), costs)


def uwer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    total = 0
    for utterance, words in zip(ref, numbers(ref), strict=True):
        ways = []
        for stream in {segment.speaker for segment in hyp}:
            inside: list[tuple[float, int]] = []
            for segment, own in zip(hyp, numbers(hyp), strict=True):
                if segment.speaker == stream:
                    assert segment.start is not None
                    inside += [(segment.start + (i + 0.5) / len(own), word) for i, word in enumerate(own)]
            inside.sort(key=lambda word: word[0])
            assert utterance.start is not None
            assert utterance.end is not None
            held = [word for at, word in inside if utterance.start <= at < utterance.end]
            ways.append(oracles.distance(words, held, costs))
        total += min(ways, default=oracles.distance(words, [], costs))
    return total


def sawer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    left, right = sequences(ref), sequences(hyp)
    return sum(oracles.distance(left.get(name, []), right.get(name, []), costs) for name in {*left, *right})


def cpwer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    return oracles.pair(list(sequences(ref).values()), list(sequences(hyp).values()), costs)[0]


def orcwer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    return oracles.orc(numbers(by_start(ref)), list(sequences(hyp).values()), costs)


def mimower(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    ordered = by_start(ref)
    queue_of = ["ABC".index(str(segment.speaker)) for segment in ordered]
    return oracles.mimo_recursive(numbers(ordered), queue_of, list(sequences(hyp).values()), costs)


def mdwer(ref: list[Segment], hyp: list[Segment], costs: oracles.Costs) -> int:
    return oracles.md(list(sequences(ref).values()), list(sequences(hyp).values()), costs)


ORACLES: dict[str, Callable[[list[Segment], list[Segment], oracles.Costs], int]] = {
    function.__name__: function for function in (wer, uwer, sawer, cpwer, orcwer, mimower, mdwer)
}


def one(metric: str, ref: Any, hyp: Any, **choices: Any) -> hubbub.Result:
    result = hubbub.score(metric, ref, hyp, **choices)
    assert isinstance(result, hubbub.Result)
    return result


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_an_oracle(metric: str) -> None:
    assert metric in ORACLES, f"add a brute-force oracle for {metric} to tests/test_metrics.py"


@pytest.mark.parametrize("metric", ORACLES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ref=meetings(), hyp=meetings(3), costs=st.just((0, 1, 1, 1)) | costs)
def test_against_oracle(metric: str, ref: list[Segment], hyp: list[Segment], costs: tuple[int, int, int, int]) -> None:
    result = one(metric, ref, hyp, costs=costs)
    assert result.cost == ORACLES[metric](ref, hyp, oracles.Costs(*costs))
    assert result.lower_bound == result.cost
    assert result.exact
    assert_witness(result, ref, hyp, costs)


def assert_witness(
    result: hubbub.Result, ref: list[Segment], hyp: list[Segment], costs: tuple[int, int, int, int]
) -> None:
    """The alignment is one of these words, its steps are what they claim, and its count is the result's."""
    assert result.alignment.errors == result.counts
    assert cost_of(result.counts, costs) == result.cost
    assert result.length == sum(len(segment.words.split()) for segment in ref)
    said, heard = [], []
    for pair in result.alignment.pairs():
        if pair.kind in "CS":
            assert pair.reference is not None
            assert pair.hypothesis is not None
            assert (pair.reference.text == pair.hypothesis.text) == (pair.kind == "C")
        said += [pair.reference] if pair.reference else []
        heard += [pair.hypothesis] if pair.hypothesis else []
    assert sorted(word.text for word in said) == sorted(word for segment in ref for word in segment.words.split())
    if result.metric != "uwer":  # where a window can hold a word twice or not at all
        assert sorted(word.text for word in heard) == sorted(word for segment in hyp for word in segment.words.split())
    if result.metric == "orcwer":
        assert [routed[:2] for routed in result.routing or ()] == [
            (u.speaker, u.number) for u in prepared_order(ref)
        ], "ORC keeps the order of time"
    if result.routing is not None and result.metric != "uwer":
        for speaker in {routed.speaker for routed in result.routing}:
            own = [routed.number for routed in result.routing if routed.speaker == speaker]
            assert own == sorted(own)


def prepared_order(ref: list[Segment]) -> list[Any]:
    from hubbub.prepare import Recipe, prepare
    from hubbub.transcript import Transcript
    from hubbub.units import UNITS

    return prepare(Transcript(ref), "reference", Recipe(None, UNITS["word"], None)).utterances


@settings(max_examples=200, deadline=None)
@given(ref=meetings(5), hyp=meetings(4))
def test_bounds_between_metrics(ref: list[Segment], hyp: list[Segment]) -> None:
    assume(ref)
    errors = {name: one(name, ref, hyp).errors for name in ("mdwer", "mimower", "orcwer", "cpwer", "sawer")}
    assert errors["mdwer"] <= errors["mimower"] <= errors["orcwer"] <= errors["cpwer"] <= errors["sawer"]


# Not uWER: a window also holds what its speaker says in another utterance at the same time.
@pytest.mark.parametrize("metric", [name for name in METRICS if name != "uwer"])
@settings(max_examples=50, deadline=None)
@given(ref=meetings(5))
def test_a_reference_against_itself(metric: str, ref: list[Segment]) -> None:
    assert one(metric, ref, ref).errors == 0


@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=25, deadline=None)
@given(ref=meetings(), hyp=meetings(3))
def test_json_both_ways(metric: str, ref: list[Segment], hyp: list[Segment]) -> None:
    result = one(metric, ref, hyp)
    assert hubbub.Result.from_json(result.to_json()) == result


@pytest.mark.parametrize("metric", METRICS)
def test_example_in_the_docstring(metric: str) -> None:
    function = getattr(hubbub, metric)
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(function, metric, module=False, globs={}):
        assert runner.run(test).failed == 0
    assert runner.tries >= 2


def test_uwer_reports_words_outside_every_window() -> None:
    ref = [Segment("a b", speaker="A", start=0, end=2)]
    hyp = [Segment("a b", speaker="x", start=0, end=2), Segment("c d", speaker="x", start=5, end=6)]
    result = one("uwer", ref, hyp)
    assert (result.errors, result.left_out) == (0, {"hypothesis_words_outside_every_utterance": 2})


def test_uwer_without_times_needs_turns() -> None:
    with pytest.raises(hubbub.InputError, match="uWER needs times"):
        hubbub.uwer(["a b", "c"], ["a b c"])


def test_refusal_names_size_limit_and_way_out() -> None:
    words = " ".join("abcdefgh" * 40)
    with pytest.raises(hubbub.TooLargeError, match=r"needs about .* the limit is 1.0 MiB; raise it with --memory"):
        hubbub.mimower([[words] * 9] * 4, [words] * 6, memory="1M")
