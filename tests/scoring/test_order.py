"""Metrics that allow more never count more errors, whichever way they are asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hubbub
from hubbub import METRICS, Scores, Segment, Transcript
from hubbub.model.metrics import timed_twin

ALLOWS_MORE = {
    "cpwer": ["sawer"],
    "orcwer": ["cpwer"],
    "mimower": ["orcwer"],
    "mdwer": ["mimower", "orcwer_by_word", "dicpwer_by_word"],
    "dicpwer": ["cpwer"],
    "orcwer_by_word": ["orcwer", "wer"],
    "dicpwer_by_word": ["dicpwer", "wer"],
}
"""By metric, those whose every matching it allows too. It holds with times as without."""


def twin(metric: str) -> str | None:
    found = timed_twin(METRICS[metric])
    return None if found is None else found.name


ORDERS = {(less, more) for less, others in ALLOWS_MORE.items() for more in others}
ORDERS |= {(twin(less), twin(more)) for less, more in ORDERS if twin(less) and twin(more)}  # type: ignore[misc]
WITH_TIMES = {(name, other) for name in METRICS if not METRICS[name].timed and (other := twin(name))}


def corpus(chance: Random) -> tuple[list[Segment], list[Segment]]:
    """Up to three sessions, with or without overlap, of few words or many; streams are mixed up, empty, or too many."""
    reference, hypothesis = [], []
    words, mixed = chance.choice([2, 5, 30]), chance.choice([0, 0.2, 1])
    for number in range(chance.randrange(1, 4)):
        for turn in range(chance.randrange(1, 13)):
            said = [f"w{chance.randrange(words)}" for _ in range(chance.randrange(7))]
            heard = [word if chance.random() < 0.7 else f"w{chance.randrange(words)}" for word in said]
            start = turn + chance.choice([0, 0, 3]) * chance.random()
            speaker = chance.choice("ABC")
            stream = chance.choice("ABCD") if chance.random() < mixed else speaker
            reference.append(Segment(" ".join(said), f"s{number}", speaker, start, start + 2))
            if chance.random() < 0.9:
                hypothesis.append(Segment(" ".join(heard), f"s{number}", stream, start + 0.1, start + 1.7))
    return reference, hypothesis


def errors(metric: str, sides: tuple[list[Segment], list[Segment]], **options: Any) -> dict[str, int]:
    """Of each session and of all, at the default effort, by which all of these are proven."""
    if METRICS[metric].timed:
        options["collar"] = options.pop("collar", 1)
    else:
        options.pop("collar", None)
    found: Any = getattr(hubbub, metric)(*map(Transcript, sides), **options)
    assert found.exact
    assert found.total.lower_bound == found.errors
    rows = found.items() if isinstance(found, Scores) else [(found.session, found)]
    return {"total": found.errors, **{name: one.errors for name, one in rows}}


@pytest.mark.parametrize("seed", range(40))
def test_what_allows_more_has_no_more_errors(seed: int) -> None:
    chance = Random(seed)
    sides, options = corpus(chance), dict[str, Any](unit=chance.choice(["word", "word", "char"]))
    options["collar"] = chance.choice([0, 0.5, 5])
    found = {metric: errors(metric, sides, **options) for metric in {name for order in ORDERS for name in order}}
    for less, more in ORDERS:
        for name, number in found[less].items():
            assert number <= found[more][name], (less, more, name)
    for without, with_times in WITH_TIMES & {(one, other) for one in found for other in found}:
        for name, number in found[without].items():
            assert number <= found[with_times][name], (without, with_times, name)


@pytest.mark.parametrize("metric", sorted(name for name, metric in METRICS.items() if metric.timed))
def test_a_larger_collar_has_no_more_errors(metric: str) -> None:
    for seed in range(10):
        sides = corpus(Random(seed))
        found = [errors(metric, sides, collar=collar)["total"] for collar in (0, 0.3, 2, 1000)]
        assert found == sorted(found, reverse=True), seed


@pytest.mark.parametrize("timing", ["character_based", "equidistant_points", "full_segment"])
@pytest.mark.parametrize("metric", sorted(name for name, _ in WITH_TIMES))
def test_a_collar_beyond_the_recording_gives_the_untimed_metric(metric: str, timing: str) -> None:
    """Also if words are sorted, where the times decide the order without a collar too."""
    other, times = twin(metric), {"ref_timing": timing, "hyp_timing": timing}
    assert other is not None
    for seed in range(5):
        sides = corpus(Random(seed))
        assert errors(metric, sides) == errors(other, sides, collar=1000, **times), seed
        if METRICS[metric].solver in ("align", "pair_best"):
            order = {"ref_sort": "word", "hyp_sort": "word", **times}
            assert errors(metric, sides, **order) == errors(other, sides, collar=1000, **order), seed


def hard(chance: Random, turns: int) -> tuple[list[Segment], list[Segment]]:
    """A session of few distinct words, so that many routings are nearly as good as the best."""
    speakers, streams, words = chance.choice([1, 2, 4, 5]), chance.choice([1, 2, 4, 7]), chance.choice(["ab", "abcd"])
    sides: tuple[list[Segment], list[Segment]] = [], []
    for side, labels in zip(sides, (speakers, streams), strict=True):
        for turn in range(turns):
            text = " ".join(chance.choices(words, k=chance.randrange(7)))
            side.append(Segment(text, "s", f"{chance.randrange(labels)}", turn, turn + chance.choice([1, 3])))
        side.append(Segment("", "s", "silent", turns, turns + 1))
    return sides


@pytest.mark.parametrize(("effort", "turns"), [(1e-9, 40), (1e-6, 30), (1e-4, 40), (1e-3, 40), (0.01, 14), (1, 5)])
@pytest.mark.parametrize("seed", range(6))
def test_the_order_holds_for_what_is_not_proven(seed: int, effort: float, turns: int) -> None:
    """Also if a metric is scored alone; the counts are those of its routing and alignment."""
    chance = Random(seed)
    reference, hypothesis = map(Transcript, hard(chance, turns))
    collar = chance.choice([2, 10])
    found: dict[str, hubbub.Result] = {}
    for metric in {name for order in ORDERS for name in order}:
        options: dict[str, Any] = {"collar": collar} if METRICS[metric].timed else {}
        if METRICS[metric].solver == "route":
            options["effort"] = effort
        found[metric] = one = hubbub.score(metric, reference, hypothesis, **options)["s"]
        assert one.alignment.errors == one.counts
        assert one.lower_bound <= one.errors == sum(pair.kind != "C" for pair in one.alignment.pairs())
        if METRICS[metric].solver == "route":
            texts = sorted(pair.reference.text for pair in one.alignment.pairs() if pair.reference)
            assert texts == sorted(" ".join(segment.words for segment in reference).split())
            for speaker in {routed.speaker for routed in one.routing or ()}:
                numbers = [routed.number for routed in one.routing or () if routed.speaker == speaker]
                assert numbers == sorted(numbers)
    for less, more in ORDERS:
        assert found[less].errors <= found[more].errors, (less, more)
