"""Edges in time are compared as whole nanoseconds, so moving all times by a constant changes no count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hubbub
from hubbub import Segment, Transcript
from hubbub.insight.matched_pairs import by_time
from hubbub.model.alignment import events

OFFSETS = [Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(11, 10), Fraction(10003, 10), Fraction(864007, 10)]


def segment(words: str, speaker: str, start: Fraction, end: Fraction) -> Segment:
    return Segment(words, speaker=speaker, start=float(start), end=float(end))


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_middle_at_the_end_is_outside(offset: Fraction) -> None:
    """The middle of the hypothesis word is where the utterance, or the region, ends."""
    end, start = offset + Fraction(15, 100), offset + Fraction(1, 10)
    hypothesis = [segment("a", "x", start, offset + Fraction(1, 5))]
    result = hubbub.uwer([segment("a", "A", offset, end)], hypothesis)
    assert (result.errors, result.left_out) == (1, {"hypothesis_words_outside_every_utterance": 1})
    ignored = [hubbub.Region("", float(offset), float(end))]
    kept = hubbub.wer(Transcript([segment("a", "A", start, offset + 1)], "", ignored), hypothesis)
    assert (kept.length, kept.errors) == (1, 0)


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_middle_at_the_start_is_inside(offset: Fraction) -> None:
    start = offset + Fraction(15, 100)
    hypothesis = [segment("a", "x", offset + Fraction(1, 10), offset + Fraction(1, 5))]
    assert hubbub.uwer([segment("a", "A", start, start + 1)], hypothesis).errors == 0
    ignored = [hubbub.Region("", float(start), float(start + 1))]
    assert hubbub.wer(Transcript([segment("a", "A", start - 1, start)], "", ignored), hypothesis).errors == 1


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_segment_that_touches_the_uem_is_scored(offset: Fraction) -> None:
    """The end of the region is written, that of the segment is a sum of binary fractions."""
    touching = Segment("a", speaker="A", start=float(offset) + 0.1 + 0.2, end=float(offset) + 1)
    uem = Transcript([segment("", "", offset, offset + Fraction(3, 10))._replace(session="")])
    assert hubbub.wer([touching], [touching], uem=uem).length == 1


tenths = st.integers(0, 12).map(lambda number: Fraction(number, 20))
spoken = st.tuples(st.lists(st.sampled_from("ab"), min_size=1, max_size=3).map(" ".join), tenths, tenths)


@settings(max_examples=60, deadline=None)
@given(
    reference=st.lists(spoken, min_size=1, max_size=3),
    hypothesis=st.lists(spoken, min_size=1, max_size=3),
    ignored=st.lists(st.tuples(tenths, tenths), max_size=2),
    offset=st.sampled_from(OFFSETS),
)
def test_a_constant_offset_changes_no_count(
    reference: list[Any], hypothesis: list[Any], ignored: list[Any], offset: Fraction
) -> None:
    def side(rows: list[Any], name: str, by: Fraction) -> list[Segment]:
        return [segment(words, f"{name}{i % 2}", by + a, by + a + b) for i, (words, a, b) in enumerate(rows)]

    def counts(by: Fraction) -> list[Any]:
        regions = [hubbub.Region("", float(by + a), float(by + a + b)) for a, b in ignored]
        left, right = Transcript(side(reference, "A", by), "", regions), side(hypothesis, "x", by)
        found = [getattr(hubbub, metric)(left, right) for metric in ("uwer", "wer")]
        found += [hubbub.cpwer(left, right, ref_sort="word", hyp_sort="word")]
        found += [hubbub.tcpwer(left, right, collar=0.1, ref_timing="equidistant_intervals")]
        return [(result.counts, result.length) for result in found]

    assert counts(offset) == counts(Fraction(0))


@pytest.mark.parametrize("metric", ["uwer", "wer"])
def test_times_that_cannot_be_compared_are_refused(metric: str) -> None:
    far = [Segment("a", speaker="A", start=5e9, end=6e9)]
    uem = Transcript([Segment("", session="", start=0, end=7e9)])
    with pytest.raises(hubbub.InputError, match=r"lasts from 5000000000.0 to 6000000000.0; give times in seconds"):
        getattr(hubbub, metric)(far, far, uem=None if metric == "uwer" else uem)


@pytest.mark.parametrize("offset", OFFSETS)
def test_an_insertion_in_the_middle_of_a_word_comes_before_it(offset: Fraction) -> None:
    """Both middles are at 0.15 seconds, but the sums of their binary fractions differ."""

    def word(text: str, speaker: str, start: str, end: str) -> Segment:
        return segment(text, speaker, offset + Fraction(start), offset + Fraction(end))

    reference = [word("b", "A", "0.05", "0.25"), word("c", "A", "1", "2"), word("d", "A", "2", "3")]
    hypothesis = [*reference[:2], word("e", "x", "0.1", "0.2"), word("wrong", "A", "2", "3")]
    first, second = (events(hubbub.wer(reference, side).alignment) for side in (hypothesis, reference))
    segments = by_time(first, second)
    assert segments is not None
    assert [(one.first, one.second) for one in segments] == [(1, 0), (1, 0)], "b and c are correct after the insertion"


def test_words_too_far_apart_are_in_order_of_time() -> None:
    reference = [segment("a", "A", Fraction(time), Fraction(time + 1)) for time in (10, 30)]
    hypothesis = [segment("b", "x", Fraction(time), Fraction(time + 1)) for time in (0, 20, 40)]
    assert hubbub.tcpwer(reference, hypothesis, collar=5).alignment[0].steps == "IDIDI"
    assert hubbub.cpwer(reference, hypothesis).alignment[0].steps == "SSI"
