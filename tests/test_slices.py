"""Slices of the report page: overlap, length of the segment, backchannels. Their parts add up to the session."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Said, scored, unpack

import hubbub
from hubbub import Result, Segment, Transcript
from hubbub.model.alignment import WordErrors
from hubbub.model.metrics import METRICS
from hubbub.report.findings import find
from hubbub.report.packing import Sides, sides_of
from hubbub.report.page import report
from hubbub.report.slices import Slice

SPEAKERS = ("1 speaker", "2 speakers", "3 or more speakers")


@st.composite
def talks(draw: st.DrawFn) -> Said:
    """Speaker, start, end and words of a few segments, at whole tenths of a second."""
    segment = st.tuples(
        st.sampled_from("ABC"),
        st.integers(0, 60),
        st.integers(1, 30),
        st.lists(st.sampled_from("abcd"), min_size=1, max_size=6),
    )
    found = draw(st.lists(segment, min_size=1, max_size=6))
    return [(who, start / 10, (start + length) / 10, " ".join(words)) for who, start, length, words in found]


def slices(result: Result) -> tuple[dict[str, Slice], Sides]:
    sides = sides_of(result.alignment)
    return {one.name: one for one in find(result, sides).slices}, sides


def parts(one: Slice) -> dict[str, WordErrors]:
    return dict(zip(one.labels, one.errors, strict=True))


@pytest.mark.parametrize("metric", METRICS)
def test_the_parts_of_every_slice_add_up(metric: str) -> None:
    said = [("A", 0, 2, "one two three"), ("B", 1.5, 3, "four five"), ("A", 4, 5, "six seven")]
    heard = [("s", 0, 2, "one too three five"), ("t", 1.6, 3, "four"), ("t", 4, 5, "six"), ("s", 7, 8, "seven")]
    result = scored(metric, said, heard)
    found, _ = slices(result)
    assert set(found) == {"overlap", "length", "backchannel"}
    for one in found.values():
        assert sum(one.errors, WordErrors()) == result.counts


@settings(max_examples=60, deadline=None)
@given(talks(), talks())
def test_overlap_is_what_a_look_at_every_moment_says(said: Said, heard: Said) -> None:
    result = scored("cpwer", said, heard)
    found, sides = slices(result)
    one = found["overlap"]
    assert sum(one.errors, WordErrors()) == result.counts
    times = sides.reference.times
    assert times is not None
    at = 0
    spans = []
    for speaker, words in zip(sides.reference.speakers, sides.reference.counts, strict=True):
        spans.append((speaker, times[at][0], times[at + words - 1][1]))
        at += words
    for (start, end), part in zip(times, one.words, strict=True):
        moments = [start + 0.5 + i for i in range(end - start)]
        most = max((len({who for who, a, b in spans if a < moment < b}) for moment in moments), default=1)
        assert one.labels[part] == SPEAKERS[min(most, 3) - 1]


def test_length_and_backchannels_are_those_of_the_segment() -> None:
    said = [("A", 0, 6, "a b c d e f g"), ("B", 2, 2.5, "yeah right"), ("B", 8, 9, "no")]
    heard = [("s", 0, 6, "a b c d e f x"), ("t", 2, 2.5, "yeah right"), ("t", 8, 9, "no oh")]
    found, _ = slices(scored("cpwer", said, heard))
    assert {label: errors.length for label, errors in parts(found["length"]).items()} == {
        "1 word": 1,
        "2 to 5 words": 2,
        "6 to 15 words": 7,
    }
    assert parts(found["length"])["1 word"].insertions == 1  # with the word that it stands beside
    assert parts(found["backchannel"])["backchannels"] == WordErrors(correct=2)


def test_an_insertion_while_nobody_speaks() -> None:
    found, _ = slices(scored("cpwer", [("A", 0, 1, "a")], [("s", 0, 1, "a"), ("s", 5, 6, "b")]))
    assert parts(found["overlap"])["nobody"] == WordErrors(insertions=1)


def test_keys_of_segments_with_few_values_are_slices() -> None:
    sexes = "f", "m", None
    said = [
        Segment(
            f"w{i} x", "m", "A", 2 * i, 2 * i + 2, extra={"sex": sex, "id": f"u{i}", "snr": 0.1 * i} if sex else None
        )
        for i, sex in enumerate(3 * sexes)
    ]
    heard = [segment._replace(words=segment.words.replace("w0", "y"), extra=None) for segment in said]
    result = hubbub.cpwer(Transcript(said), Transcript(heard))
    assert isinstance(result, Result)
    found, _ = slices(result)
    assert {label: errors.length for label, errors in parts(found["sex"]).items()} == {"f": 6, "m": 6, "no sex": 6}
    assert parts(found["sex"])["f"].errors == 1
    assert not {"id", "snr"} & set(found)
    index = unpack(report(result).html, "overview")["scores"][0]
    assert [label for label, _ in index["slices"]["sex"]] == ["f", "m", "no sex"]
