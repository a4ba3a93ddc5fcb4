"""What is packed into the report page: the alignment as it is, and findings that add up."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles_page
from support.pages import HYP, REF, Said, decoded, example, scored, unpack

import hubbub
from hubbub import Result, Scores, Segment, Transcript
from hubbub.model.alignment import Alignment
from hubbub.model.metrics import METRICS
from hubbub.model.timing import TIMINGS
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import runs
from hubbub.page.page_diarization import alignment_of
from hubbub.page.report_page import make_page, report
from hubbub.scoring.outcome import shown


def under(metric: str) -> Result:
    """A short talk: an overlap, a word on the wrong stream, an utterance on two."""
    said = [("A", 0, 2, "one two three"), ("B", 1.5, 3, "four five"), ("A", 4, 5, "six seven")]
    heard = [("s", 0, 2, "one too three five"), ("t", 1.6, 3, "four"), ("t", 4, 5, "six"), ("s", 4.5, 5, "seven")]
    return scored(metric, said, heard)


@st.composite
def talks(draw: st.DrawFn) -> Said:
    """Speaker, start, end and words of a few segments, at whole tenths of a second."""
    segment = st.tuples(
        st.sampled_from("ABC"),
        st.integers(0, 60),
        st.integers(0, 30),
        st.lists(st.sampled_from(["a", "b", "ccc", "dédé"]), max_size=6),
    )
    found = draw(st.lists(segment, min_size=1, max_size=6))
    return [(who, start / 10, (start + length) / 10, " ".join(words)) for who, start, length, words in found]


def check(score: dict[str, Any], alignment: Alignment, in_time: bool = False) -> None:
    """The page shows what the oracle makes of the alignment."""
    expected = oracles_page.Shown(alignment, in_time)
    for name, side in (("reference", expected.reference), ("hypothesis", expected.hypothesis)):
        found = score[name]
        assert found["utterances"] == side.utterances
        assert found["words"] == side.words
        assert found["times"] == side.times
        assert found["own"] == (side.own if side.times is not None else [])
        if side.times is not None:
            firsts = [side.place.get((speaker, number, 0)) for speaker, number, _ in side.utterances]
            starts = [
                0 if first is None or start is None else side.times[first][0] - round(100 * start)
                for first, start in zip(firsts, side.starts, strict=True)
            ]
            assert found["leads"] == (starts if any(starts) else None)
    assert score["timed"] == expected.timed
    assert (score["start"], score["end"]) == expected.extent()
    assert score["bins"] == expected.bins()
    assert score["frequent"] == expected.frequent(60)
    assert [(speaker, stream, WordErrors.from_dict(one)) for speaker, stream, one in score["speakers"]] == (
        expected.speakers()
    )
    slices = {
        name: (words, inserted, {label: WordErrors.from_dict(one) for label, one in errors.items()})
        for name, (words, inserted, errors) in score["slices"].items()
    }
    assert slices == expected.slices()
    for (speaker, stream, steps, said, heard), lane in zip(score["lanes"], alignment, strict=True):
        assert (speaker, stream, steps) == (lane.speaker, lane.stream, lane.steps)
        assert said == expected.reference.places(lane.reference)
        assert heard == expected.hypothesis.places(lane.hypothesis)


@pytest.mark.parametrize("metric", METRICS)
def test_the_page_shows_the_alignment(metric: str) -> None:
    result = under(metric)
    html = report(result).html
    check(decoded(html)[0], result.alignment)
    index = unpack(html, "overview")["scores"][0]
    assert index["sessions"][0]["errors"] == result.errors
    assert index["title"] == METRICS[metric].title


@settings(max_examples=60, deadline=None)
@given(talks(), talks(), st.sampled_from(["cpwer", "orcwer", "mdwer", "uwer", "tcpwer"]), st.booleans())
def test_random_talks_are_shown_as_they_are(said: Said, heard: Said, metric: str, saved: bool) -> None:
    """Saved scores have no columns in the core: their page is made of the alignment that they hold."""
    result = scored(metric, said, heard)
    alone = result.alone()
    check(
        decoded(report(Scores.from_json(alone.to_json(alignment=True)) if saved else alone).html)[0], result.alignment
    )


@settings(max_examples=100, deadline=None)
@given(
    talks(),
    talks(),
    st.sampled_from(["cpwer", "orcwer", "mdwer", "wer", "tcpwer"]),
    st.booleans(),
    st.sampled_from([1, 30, 80]),
)
def test_stretches_end_before_two_correct_words_or_when_too_long(
    said: Said, heard: Said, metric: str, timed: bool, factor: int
) -> None:
    sides: list[Said] = [
        [(who, factor * (start or 0), factor * (end or 0), words) for who, start, end, words in side]
        for side in (said, heard)
    ]
    if not timed and metric != "tcpwer":
        sides[1] = [(who, None, None, words) for who, _, _, words in heard]
    result = scored(metric, *sides)
    assert [*map(tuple, shown(result).worst(3))] == oracles_page.Shown(result.alignment).worst(3)


def test_a_row_of_errors_is_cut() -> None:
    said: Said = [("A", None, None, " ".join(["a"] * 700))]
    result = scored("cpwer", said, [("A", None, None, " ".join(["b"] * 700))])
    expected = [((0, 300), 300, 300, 300), ((300, 600), 300, 300, 300), ((600, 700), 100, 100, 100)]
    assert [*map(tuple, shown(result).worst(5))] == oracles_page.Shown(result.alignment).worst(5) == expected


def test_words_without_times_and_parts_of_utterances() -> None:
    for timed in (None, 3.0):
        said = [
            Segment("one two three", "m", "A", timed),
            Segment("four", "m", "B", timed),
            Segment("", "m", "B", timed),
        ]
        heard = [Segment("one two", "m", "s"), Segment("three four five", "m", "t")]
        for result in hubbub.score(["cpwer", "orcwer", "mdwer", "wer"], Transcript(said), Transcript(heard)).values():
            assert isinstance(result, Result)
            check(decoded(report(result).html)[0], result.alignment)


def test_who_speaks_when_is_shown_by_its_length() -> None:
    found = hubbub.der(REF, HYP)
    html = report(found).html
    for number, result in enumerate(found.values()):
        check(decoded(html, number)[0], alignment_of(result), in_time=True)


def test_errors_of_all_sessions_are_added_up() -> None:
    (scores,) = example(["cpwer"])
    expected: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in "SDI"}
    where: dict[tuple[str, tuple[str, str]], list[list[int]]] = {}
    for number, result in enumerate(scores.values()):
        for kind, counts in oracles_page.Shown(result.alignment).mistakes().items():
            expected[kind].update(counts)
            for words, times in counts.items():
                where.setdefault((kind, words), []).append([number, times])
    assert unpack(report(scores).html, "overview")["scores"][0]["frequent"] == {
        kind: [
            [*words, number, where[kind, words]]
            for words, number in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:40]
        ]
        for kind, counts in expected.items()
    }


def test_metrics_share_their_words() -> None:
    packed = unpack(make_page(example(["cpwer", "orcwer"])).html, "session-0")
    assert len(packed["sides"]) == 2


@pytest.mark.parametrize("timing", TIMINGS)
def test_words_are_drawn_where_they_are_however_they_were_scored(timing: str) -> None:
    times = ((0.0, 0.5), (0.6, 1.4), (1.5, 3.0))
    said = [Segment("good morning everybody", "m", "A", 0, 3), Segment("hello", "m", "A", 4, 5)]
    own = [Segment("good morning all", "m", "s", 0, 3, word_times=times), Segment("hello", "m", "s", 4, 5)]
    for heard, lengths in ((own, [50, 80, 150, 100]), ([*said[:1], *own[1:]], [60, 105, 135, 100])):
        if timing == "none" and heard is not own:
            continue  # it refuses words without times of their own
        found = hubbub.score(["cpwer", "tcpwer"], Transcript(said), Transcript(heard), collar=5, hyp_timing=timing)
        packed = unpack(report(found).html, "session-0")
        assert len(packed["sides"]) == 2, "both metrics draw the same words at the same places"
        (side, _) = (score["hypothesis"] for score in decoded(report(found).html))
        assert [end - start for start, end in side["times"]] == lengths
        assert packed["sides"][1].get("own") == ([0, 1] if heard is own else None)


def test_counts_in_the_page_are_those_of_the_result() -> None:
    for scores in example(["cpwer", "orcwer"]):
        index = unpack(report(scores).html, "overview")
        (score,) = index["scores"]
        assert score["total"] == json.loads(json.dumps(scores.total.to_dict()))
        for number, result in enumerate(scores.values()):
            for key, value in result.counts.to_dict().items():
                assert score["sessions"][number][key] == value


def test_runs() -> None:
    assert runs([]) == []
    assert runs([0]) == [0, 1]
    assert runs([5, 2, 3]) == [5, 1, -4, 2]
