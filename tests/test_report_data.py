"""What is packed into the report page: the alignment as it is, and findings that add up."""

from __future__ import annotations

import json

import pytest
from pages import example, scored, unpack

import hubbub
from hubbub import Result, Segment, Transcript
from hubbub.model.alignment import WordErrors
from hubbub.model.metrics import METRICS
from hubbub.model.timing import TIMINGS
from hubbub.report.findings import find
from hubbub.report.packing import sides_of, steps_of
from hubbub.report.page import make_page, report
from hubbub.report.runs import runs


def under(metric: str) -> Result:
    """A short talk: an overlap, a word on the wrong stream, an utterance on two."""
    said = [("A", 0, 2, "one two three"), ("B", 1.5, 3, "four five"), ("A", 4, 5, "six seven")]
    heard = [("s", 0, 2, "one too three five"), ("t", 1.6, 3, "four"), ("t", 4, 5, "six"), ("s", 4.5, 5, "seven")]
    return scored(metric, said, heard)


@pytest.mark.parametrize("metric", METRICS)
def test_steps_are_packed_as_they_are(metric: str) -> None:
    result = under(metric)
    html = report(result).html
    index, packed = unpack(html, "overview"), unpack(html, "session-0")
    assert index["scores"][0]["sessions"][0]["errors"] == result.errors
    assert index["scores"][0]["title"] == METRICS[metric].title
    score = packed["scores"][0]
    words, sides = packed["words"], packed["sides"]
    for lane, expected in zip(score["lanes"], result.alignment, strict=True):
        assert lane[2] == expected.steps
        for name, run, pieces in (
            ("reference", lane[3], expected.reference),
            ("hypothesis", lane[4], expected.hypothesis),
        ):
            side = score[name]
            places: list[int] = []
            at = 0
            for gap, count in zip(run[::2], run[1::2], strict=True):
                places += range(at + gap, at + gap + count)
                at += gap + count
            texts = [words[sides[side]["word"][place]] for place in places]
            assert texts == [word for piece in pieces for word in piece.words]


@pytest.mark.parametrize("metric", METRICS)
def test_parts_of_utterances_become_whole_again(metric: str) -> None:
    result = under(metric)
    sides = sides_of(result.alignment)
    assert sorted(sides.reference.words) == sorted(["one", "two", "three", "four", "five", "six", "seven"])
    assert sides.reference.times is not None
    for lane in result.alignment:
        said = [sides.reference.words[step.reference] for step in steps_of(lane, sides) if step.reference >= 0]
        assert said == [word for piece in lane.reference for word in piece.words]


@pytest.mark.parametrize("metric", METRICS)
def test_findings_add_up(metric: str) -> None:
    result = under(metric)
    found = find(result, sides_of(result.alignment))
    totals = {kind: sum(counts.values()) for kind, counts in found.frequent.items()}
    assert totals == {"S": result.substitutions, "D": result.deletions, "I": result.insertions}
    c = result.counts
    assert [sum(kind) for kind in found.bins] == [c.correct, c.substitutions, c.deletions, c.insertions]
    assert sum((errors for _, _, errors in found.speakers), WordErrors()) == result.counts


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
        assert packed["sides"][1]["length"] == lengths
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
