"""Every metric against its slow twin, on random meetings, with any costs; and what must hold between metrics."""

from __future__ import annotations

import doctest
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import oracles
from support.plans import fitting
from support.strategies import VOCABULARY, segment_lists

import hubbub
from hubbub.model.metrics import METRICS, timed_twin
from hubbub.model.transcript import Segment

costs = st.tuples(st.just(0), *[st.integers(0, 4)] * 3)
collars = st.sampled_from([0.0, 0.25, 1.0, 2.5, 1000.0])


class Case(NamedTuple):
    """Two sides of a meeting as the oracles take them."""

    ref: list[Segment]
    hyp: list[Segment]
    costs: oracles.Costs
    collar: float | None = None
    """None for the metrics without the time rule."""

    def words(self, segment: Segment) -> list[Any]:
        """The words of a segment, with times where they matter: shares of the segment, or their middle."""
        ids = [VOCABULARY.index(word) for word in segment.words.split()]
        if self.collar is None or not ids:
            return ids
        assert segment.start is not None
        assert segment.end is not None
        start, length = Fraction(segment.start), Fraction(segment.end) - Fraction(segment.start)
        shares = [start + length * i / len(ids) for i in range(len(ids) + 1)]
        if any(segment is one for one in self.ref):
            return [oracles.Timed(word, shares[i], shares[i + 1]) for i, word in enumerate(ids)]
        middles = [(start + end) / 2 for start, end in pairwise(shares)]
        collar = Fraction(self.collar)
        return [oracles.Timed(word, at - collar, at + collar) for word, at in zip(ids, middles, strict=True)]

    def joined(self, segments: Sequence[Segment]) -> list[Any]:
        return [word for segment in by_start(segments) for word in self.words(segment)]

    def sequences(self, segments: Sequence[Segment]) -> dict[str, list[Any]]:
        names = dict.fromkeys(str(segment.speaker) for segment in by_start(segments))
        return {name: self.joined([one for one in segments if one.speaker == name]) for name in names}

    @property
    def streams(self) -> list[list[Any]]:
        return list(self.sequences(self.hyp).values())


def by_start(segments: Sequence[Segment]) -> list[Segment]:
    return sorted(segments, key=lambda segment: segment.start or 0)


def wer(case: Case) -> int:
    return oracles.distance(case.joined(case.ref), case.joined(case.hyp), case.costs)


def uwer(case: Case) -> int:
    total = 0
    for utterance in case.ref:
        assert utterance.start is not None
        assert utterance.end is not None
        ways = []
        for stream in {segment.speaker for segment in case.hyp}:
            inside: list[tuple[float, int]] = []
            for segment in case.hyp:
                if segment.speaker == stream:
                    assert segment.start is not None
                    own = case.words(segment)
                    inside += [(segment.start + (i + 0.5) / len(own), word) for i, word in enumerate(own)]
            inside.sort(key=lambda word: word[0])
            held = [word for at, word in inside if utterance.start <= at < utterance.end]
            ways.append(oracles.distance(case.words(utterance), held, case.costs))
        total += min(ways, default=oracles.distance(case.words(utterance), [], case.costs))
    return total


def sawer(case: Case) -> int:
    left, right = case.sequences(case.ref), case.sequences(case.hyp)
    return sum(oracles.distance(left.get(name, []), right.get(name, []), case.costs) for name in {*left, *right})


def cpwer(case: Case) -> int:
    return oracles.pair(list(case.sequences(case.ref).values()), case.streams, case.costs)[0]


def orcwer(case: Case) -> int:
    return oracles.orc([case.words(one) for one in by_start(case.ref)], case.streams, case.costs)


def mimower(case: Case) -> int:
    ordered = by_start(case.ref)
    queue_of = ["ABC".index(str(segment.speaker)) for segment in ordered]
    return oracles.mimo_recursive([case.words(one) for one in ordered], queue_of, case.streams, case.costs)


def mdwer(case: Case) -> int:
    return oracles.md(list(case.sequences(case.ref).values()), case.streams, case.costs)


def swapped(costs: oracles.Costs) -> oracles.Costs:
    """The costs where hypothesis and reference change places."""
    return costs._replace(insertion=costs.deletion, deletion=costs.insertion)


def dicpwer(case: Case) -> int:
    speakers = list(case.sequences(case.ref).values())
    return oracles.orc([case.words(one) for one in by_start(case.hyp)], speakers, swapped(case.costs))


def orcwer_by_word(case: Case) -> int:
    words = [[word] for word in case.joined(case.ref)]
    return oracles.mimo_recursive(words, [0] * len(words), case.streams, case.costs)


def dicpwer_by_word(case: Case) -> int:
    speakers = list(case.sequences(case.ref).values())
    words = [[word] for word in case.joined(case.hyp)]
    return oracles.mimo_recursive(words, [0] * len(words), speakers, swapped(case.costs))


ORACLES: dict[str, Callable[[Case], int]] = {
    **{function.__name__: function for function in (wer, uwer, sawer, cpwer, orcwer, mimower, mdwer, dicpwer)},
    "orcwer_by_word": orcwer_by_word,
    "dicpwer_by_word": dicpwer_by_word,
    "tcwer": wer,
    "tcpwer": cpwer,
    "tcorcwer": orcwer,
    "tcmimower": mimower,
    "tcmdwer": mdwer,
    "ditcpwer": dicpwer,
    "tcorcwer_by_word": orcwer_by_word,
    "ditcpwer_by_word": dicpwer_by_word,
}


def one(metric: str, ref: Any, hyp: Any, **choices: Any) -> hubbub.Result:
    result = hubbub.score(metric, ref, hyp, **fitting(metric, **choices))
    assert isinstance(result, hubbub.Result)
    return result


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_an_oracle(metric: str) -> None:
    assert metric in ORACLES, f"add a brute-force oracle for {metric} to tests/scoring/test_metrics.py"


@pytest.mark.parametrize("metric", ORACLES)
@settings(max_examples=150, deadline=None)
@given(ref=segment_lists(), hyp=segment_lists(3), costs=st.just((0, 1, 1, 1)) | costs, collar=collars)
def test_against_oracle(
    metric: str, ref: list[Segment], hyp: list[Segment], costs: tuple[int, int, int, int], collar: float
) -> None:
    result = one(metric, ref, hyp, costs=costs, collar=collar)
    timed = collar if METRICS[metric].timed else None
    assert result.cost == ORACLES[metric](Case(ref, hyp, oracles.Costs(*costs), timed))
    assert result.lower_bound == result.cost
    assert result.exact
    assert_witness(result, ref, hyp, costs)


def assert_witness(
    result: hubbub.Result, ref: list[Segment], hyp: list[Segment], costs: tuple[int, int, int, int]
) -> None:
    """The alignment is one of these words, its steps are what they claim, and its count is the result's."""
    assert result.alignment.errors == result.counts
    assert oracles.cost_of(result.counts, costs) == result.cost
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
    if result.metric in ("orcwer", "tcorcwer"):
        assert [routed[:2] for routed in result.routing or ()] == numbered(ref), "ORC keeps the order of time"
    if result.routing is not None and result.metric != "uwer":
        for speaker in {routed.speaker for routed in result.routing}:
            own = [routed.number for routed in result.routing if routed.speaker == speaker]
            assert own == sorted(own)


def numbered(segments: list[Segment]) -> list[tuple[str | None, int]]:
    """Speaker and number of each utterance, in the order in which they are scored."""
    speakers = [segment.speaker for segment in by_start(segments)]
    return [(speaker, speakers[:place].count(speaker)) for place, speaker in enumerate(speakers)]


@settings(max_examples=200, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(4))
def test_bounds_between_metrics(ref: list[Segment], hyp: list[Segment]) -> None:
    assume(ref)
    errors = {name: one(name, ref, hyp).errors for name in ("mdwer", "mimower", "orcwer", "cpwer", "sawer")}
    assert errors["mdwer"] <= errors["mimower"] <= errors["orcwer"] <= errors["cpwer"] <= errors["sawer"]
    by_word = {name: one(name, ref, hyp).errors for name in ("orcwer_by_word", "dicpwer_by_word")}
    assert errors["mdwer"] <= by_word["orcwer_by_word"] <= errors["orcwer"]
    assert errors["mdwer"] <= by_word["dicpwer_by_word"] <= one("dicpwer", ref, hyp).errors <= errors["cpwer"]
    assert max(by_word.values()) <= one("wer", ref, hyp).errors


TWINS = {name: twin.name for name, metric in METRICS.items() if (twin := timed_twin(metric)) and not metric.timed}


@settings(max_examples=100, deadline=None)
@given(ref=segment_lists(), hyp=segment_lists(3), collar=collars)
def test_time_only_adds_errors(ref: list[Segment], hyp: list[Segment], collar: float) -> None:
    timed = {name: one(name, ref, hyp, collar=collar).errors for name in TWINS.values()}
    for name, twin in TWINS.items():
        untimed = one(name, ref, hyp).errors
        assert timed[twin] == untimed if collar == 1000 else timed[twin] >= untimed
    assert timed["tcmdwer"] <= timed["tcmimower"] <= timed["tcorcwer"] <= timed["tcpwer"]
    assert timed["tcmdwer"] <= timed["tcorcwer_by_word"] <= timed["tcorcwer"]
    assert timed["tcmdwer"] <= timed["ditcpwer_by_word"] <= timed["ditcpwer"] <= timed["tcpwer"]
    assert max(timed["tcorcwer_by_word"], timed["ditcpwer_by_word"]) <= timed["tcwer"]


def test_touching_is_not_overlapping() -> None:
    def timed(start: float, collar: float) -> int:
        ref = [Segment("a", speaker="A", start=0.1, end=0.3)]
        hyp = [Segment("a", speaker="x", start=start, end=start + 0.5)]
        return one("tcpwer", ref, hyp, collar=collar, hyp_timing="full_segment").errors

    assert [timed(0.3, 0), timed(0.299, 0), timed(0.4, 0.1), timed(0.399, 0.1)] == [2, 0, 2, 0]
    assert timed(0.1 + 0.2, 0) == 2, "0.1 + 0.2 is 0.3, whatever floats say"


def test_any_collar_and_any_time() -> None:
    far = 2.0**31
    ref = [Segment("a b", speaker="A", start=far, end=far + 1)]
    hyp = [Segment("a b", speaker="A", start=far + 1, end=far + 2)]
    for collar, errors in ((0, 4), (2, 0), (1e8, 0)):
        assert one("tcpwer", ref, hyp, collar=collar).errors == errors
    with pytest.raises(hubbub.OptionError, match="needs a collar"):
        hubbub.tcpwer(ref, hyp)
    with pytest.raises(hubbub.OptionError, match="collar -1 is not a number"):
        hubbub.tcpwer(ref, hyp, collar=-1)


# Not uWER: a window also holds what its speaker says in another utterance at the same time.
@pytest.mark.parametrize("metric", [name for name in METRICS if name != "uwer"])
@settings(max_examples=50, deadline=None)
@given(ref=segment_lists(5))
def test_a_reference_against_itself(metric: str, ref: list[Segment]) -> None:
    assert one(metric, ref, ref, collar=5).errors == 0


@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=25, deadline=None)
@given(ref=segment_lists(), hyp=segment_lists(3))
def test_json_both_ways(metric: str, ref: list[Segment], hyp: list[Segment]) -> None:
    result = one(metric, ref, hyp, collar=1)
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


def hard() -> tuple[Any, Any]:
    """Words that repeat, so that many routings are nearly as good as the best."""
    draw = random.Random(1)
    ref = [[" ".join(draw.choices("abcd", k=6)) for _ in range(12)] for _ in range(4)]
    return ref, [" ".join(draw.choices("abcd", k=70)) for _ in range(4)]


@pytest.mark.parametrize("metric", ["orcwer", "mimower", "mdwer", "dicpwer"])
def test_a_time_limit_gives_the_best_so_far_with_its_bound(metric: str) -> None:
    result = one(metric, *hard(), time_limit=0)
    assert 0 <= result.lower_bound <= result.cost == result.errors
    assert result.exact == (result.lower_bound == result.cost)
    assert result.alignment.errors == result.counts
    if not result.exact:
        assert "(lower bound " in str(result)


@pytest.mark.parametrize("metric", ["tcorcwer", "tcmimower", "ditcpwer"])
def test_timed_routing_in_little_memory_gives_a_bound(metric: str) -> None:
    def timed(texts: list[str]) -> list[Segment]:
        return [Segment(text, "s", f"s{i}", float(i), i + 1.0) for i, text in enumerate(texts)]

    words = " ".join("abcdefgh" * 40)
    result = one(metric, timed([words] * 9), timed([words] * 6), memory="1M", collar=2)
    assert 0 <= result.lower_bound <= result.cost == result.errors
    assert result.exact == (result.lower_bound == result.cost)
