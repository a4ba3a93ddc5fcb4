"""Intervals and tests against values of SciPy, against their slow twins, and what must hold for any numbers."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support import oracles
from support.lacking import needs
from support.paths import FACTS

from hubbub import _core
from hubbub.statistics import intervals, paired_tests

KNOWN = json.loads((FACTS / "statistics.json").read_text(encoding="utf-8"))
Fact = dict[str, Any]


@pytest.mark.parametrize("fact", KNOWN["t_quantiles"], ids=lambda fact: str(fact["df"]))
def test_quantiles_of_student(fact: Fact) -> None:
    assert intervals.t_quantile(0.975, fact["df"]) == pytest.approx(fact["q975"], rel=1e-12)
    assert intervals.t_quantile(0.8, fact["df"]) == pytest.approx(fact["q80"], rel=1e-12)
    assert intervals.t_p_value(fact["q975"], fact["df"]) == pytest.approx(0.05, rel=1e-12)


@pytest.mark.parametrize("fact", KNOWN["intervals"], ids=lambda fact: fact["name"])
def test_intervals_of_rates(fact: Fact) -> None:
    expected = fact["expected"]
    found = intervals.rate_interval(fact["errors"], fact["lengths"], fact["level"])
    assert (found.low, found.high) == pytest.approx(expected["ci"], rel=1e-12)
    assert (found.se, found.df) == pytest.approx((expected["se"], expected["df"]), rel=1e-12, abs=1e-15)
    assert found.units == len(fact["errors"])


@pytest.mark.parametrize("fact", KNOWN["differences"], ids=lambda fact: fact["name"])
def test_intervals_of_differences(fact: Fact) -> None:
    expected = fact["expected"]
    differences = [b - a for a, b in zip(fact["a"], fact["b"], strict=True)]
    found = intervals.difference_interval(differences, fact["lengths"], 0.95)
    assert (found.low, found.high, found.se, found.df) == pytest.approx(
        (*expected["ci"], expected["se"], expected["df"]), rel=1e-12
    )
    assert found.se is not None
    assert found.df is not None
    assert intervals.t_p_value(expected["rate"] / found.se, found.df) == pytest.approx(expected["p"], rel=1e-12)
    assert paired_tests.detectable(found.se, found.df) == pytest.approx(expected["minimal_detectable"], rel=1e-12)


def test_sessions_needed() -> None:
    assert paired_tests.needed(0.03368615222451579, 0.013559024477049934, 4) == 8
    assert paired_tests.needed(0.0, 0.01, 4) is None
    assert paired_tests.needed(1e-9, 0.01, 4) is None, "more than anybody has"
    assert paired_tests.needed(0.1, 0.0, 4) == 2


@pytest.mark.parametrize("fact", KNOWN["sign_flip"], ids=lambda fact: str(fact["differences"]))
def test_sign_flips(fact: Fact) -> None:
    assert paired_tests.sign_flip(fact["differences"]) == (fact["p"], fact["smallest_possible"], True)


@pytest.mark.parametrize(
    "fact", KNOWN["probability_of_improvement"], ids=lambda fact: str(fact["differences_b_minus_a"])
)
def test_chances_of_improvement(fact: Fact) -> None:
    found = paired_tests.improvement(fact["differences_b_minus_a"])
    assert found == pytest.approx(fact["below_equal_above"], abs=1e-12)


@pytest.mark.parametrize("fact", KNOWN["holm"], ids=lambda fact: str(fact["p"]))
def test_holm(fact: Fact) -> None:
    assert paired_tests.holm(fact["p"]) == pytest.approx(fact["adjusted"], rel=1e-15)


def test_resampled_intervals() -> None:
    (fact,) = KNOWN["bootstrap"]
    found = intervals.resampled_interval(fact["errors"], fact["lengths"], 0.95, resamples=fact["resamples"])
    assert (found.low, found.high) == pytest.approx(fact["percentile"], abs=fact["tolerance"])
    assert found.se == pytest.approx(fact["standard_error"], rel=0.01)


def test_resamples_hang_on_the_seed_alone() -> None:
    errors, lengths = [float(i % 7) for i in range(600)], [10.0 + i % 5 for i in range(600)]
    one = _core.resample(errors, lengths, 1000, 7, 1)
    assert _core.resample(errors, lengths, 1000, 7, 4) == one
    assert set(_core.resample(errors, lengths, 500, 7, 3)) <= set(one)
    assert _core.resample(errors, lengths, 1000, 8, 1) != one
    assert one == sorted(one)
    assert _core.resample([0, 1], [0, 1], 100, 0, 1) == [1.0] * len(_core.resample([0, 1], [0, 1], 100, 0, 1))


LONG = [float(number) for number in range(1, 201)]
"""Units for work that takes a minute or more, unless it is interrupted."""


@needs("signals")
@pytest.mark.parametrize(
    "work",
    [
        lambda: _core.resample(LONG * 5_000, LONG * 5_000, 10**6, 0, 0),
        lambda: _core.resample(LONG * 10, LONG * 10, 10**7, 0, 1),
        lambda: _core.sign_flip([int(number) for number in LONG * 200]),
    ],
)
def test_an_interrupt_ends_long_work(work: Callable[[], object]) -> None:
    begun = Event()

    def interrupt() -> None:
        begun.wait()
        signal.raise_signal(signal.SIGINT)

    def begin() -> None:
        begun.set()
        work()

    thread = Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        begin()
    thread.join()


counts = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 60)), min_size=2, max_size=9)
differences = st.lists(st.integers(-9, 9), min_size=1, max_size=9)


@given(counts)
def test_the_jackknife_is_its_twin(units: list[tuple[int, int]]) -> None:
    errors, lengths = [one for one, _ in units], [one for _, one in units]
    found = intervals.jackknife(errors, lengths)
    rate, square = oracles.jackknife(errors, lengths)
    assert not isinstance(found, str)
    assert found[0] == pytest.approx(float(rate), rel=1e-12)
    assert found[1] ** 2 == pytest.approx(float(square), rel=1e-9, abs=1e-24)
    assert 1 <= found[2] <= len(units) - 1


@given(counts, st.integers(2, 1000))
def test_scaled_counts_have_the_same_rate_and_error(units: list[tuple[int, int]], factor: int) -> None:
    errors, lengths = [one for one, _ in units], [one for _, one in units]
    assume(any(errors))
    found = intervals.rate_interval(errors, lengths, 0.9)
    scaled = intervals.rate_interval([factor * one for one in errors], [factor * one for one in lengths], 0.9)
    for one, other in zip(found, scaled, strict=True):
        assert one == (pytest.approx(other, rel=1e-6, abs=1e-12) if isinstance(other, float) else other)


@given(counts)
def test_an_interval_holds_its_rate_and_is_positive(units: list[tuple[int, int]]) -> None:
    errors, lengths = [one for one, _ in units], [one for _, one in units]
    found = intervals.rate_interval(errors, lengths, 0.95)
    if found.low is None or found.high is None:
        assert found.why
        return
    assert 0 < found.low <= sum(errors) / sum(lengths) * (1 + 1e-12)
    assert found.high >= sum(errors) / sum(lengths) * (1 - 1e-12)


@given(differences)
def test_sign_flips_are_their_twin(numbers: list[int]) -> None:
    found = paired_tests.sign_flip(numbers)
    assert found.p == float(oracles.sign_flip(numbers))
    assert found.p >= found.least >= 2.0 ** (1 - len(numbers))
    assert paired_tests.sign_flip([-one for one in numbers]) == found
    assert paired_tests.sign_flip([12 * one for one in numbers]) == found


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
def test_drawn_sums_are_their_twin(numbers: list[int]) -> None:
    below, equal, above = paired_tests.improvement(numbers)
    assert (below, equal, above) == pytest.approx([float(one) for one in oracles.drawn_sums(numbers)], abs=1e-12)
    assert paired_tests.improvement([-one for one in numbers]) == pytest.approx((above, equal, below), abs=1e-12)


def test_many_units_and_wide_sums() -> None:
    even = [1, -1] * 5000
    assert paired_tests.sign_flip(even).p == 1
    one_way = paired_tests.sign_flip([1] * 3000)
    assert (one_way.p, one_way.least) == (0.0, 0.0), "2 to the -2999th is no double"
    wide = paired_tests.sign_flip([1_000_000_007 * (-1) ** i + i for i in range(1000)])
    assert not wide.exact
    assert 0.9 < wide.p <= 1
    assert sum(paired_tests.improvement([10**9, -(10**9) + 1, 5])) == pytest.approx(1)


def test_what_has_no_interval() -> None:
    assert intervals.rate_interval([0, 0], [5, 5], 0.95).why == "there are no errors"
    assert intervals.rate_interval([3], [5], 0.95).why == "there is only one session"
    assert intervals.rate_interval([3, 1], [5, 0], 0.95).why == "one session contains the whole reference"
    assert intervals.rate_interval([0, 30], [100, 150], 0.9999).why
    assert intervals.difference_interval([0, 0, 0], [5, 6, 7], 0.95)[:2] == (0, 0)
