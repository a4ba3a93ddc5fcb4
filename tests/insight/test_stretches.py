"""Stretches, causes and groups of a blame: against a slow twin, by hand, and on real meetings."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.corpora import corpus
from support.paths import FACTS
from support.strategies import segment_lists
from test_blame import only

import hubbub
from hubbub import Segment
from hubbub.insight.chains import CHAINS
from hubbub.insight.reading import ALONE, Reading
from hubbub.insight.selections import LENGTHS, REPLIES, SPEAKERS

KNOWN = json.loads((FACTS / "blame.json").read_text(encoding="utf-8"))["blame"]


def by_hand(name: str) -> hubbub.Blame:
    fact = next(fact for fact in KNOWN if fact["name"].startswith(name))
    return hubbub.blame(fact["reference"], fact["hypothesis"])


# Where a session is cut


def partners_as_solved(reading: Reading) -> Sequence[Sequence[int]]:
    """Of every word that segments are routed to, its partner under each metric, before ties are made the same."""
    outcome, routes_hypothesis = reading.reader.outcome, reading.chain.routes_hypothesis
    looked = outcome.look(reading.session)
    found = []
    for metric in range(len(reading.matches)):
        (reference, hypothesis, *_), *_ = outcome.incidents([metric], reading.session, routes_hypothesis, looked)[0]
        found.append(array("i", reference if routes_hypothesis else hypothesis))
    return found


def may_cut(reading: Reading, partners: Sequence[Sequence[int]], after: int) -> bool:
    """For every voice that segments are routed to, does a position part the partners of earlier and later segments?"""
    goal, routed = reading.words if reading.chain.routes_hypothesis else reading.words[::-1]
    for voice in {utterance.speaker for utterance in goal.utterances}:
        words = [word for word in range(len(goal.texts)) if goal.speaker(word) == voice]
        places = [[routed.utterance_of[some[word]] for some in partners if some[word] != ALONE] for word in words]
        parted = any(
            all(segment <= after for held in places[:position] for segment in held)
            and all(segment > after for held in places[position:] for segment in held)
            for position in range(len(words) + 1)
        )
        if not parted:
            return False
    return True


@settings(max_examples=150, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(5), metric=st.sampled_from(list(CHAINS)))
def test_sessions_are_cut_wherever_they_may_be(ref: list[Segment], hyp: list[Segment], metric: str) -> None:
    reading = only(hubbub.blame(ref, hyp, metric)).reading
    side = reading.chain.routes_hypothesis
    number_of = dict(zip(reading.words[side].utterance_of, reading.stretches[side], strict=True))
    partners = partners_as_solved(reading)
    for before, after in pairwise(sorted(number_of)):
        assert (number_of[before] != number_of[after]) == may_cut(reading, partners, before)
    for match in reading.matches:
        for word, partner in enumerate(match.reference):
            assert partner == ALONE or reading.stretches[0][word] == reading.stretches[1][partner]
            assert partner == ALONE or match.hypothesis[partner] == word


@settings(max_examples=100, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(5), metric=st.sampled_from(list(CHAINS)))
def test_worst_stretches_add_up(ref: list[Segment], hyp: list[Segment], metric: str) -> None:
    session = only(hubbub.blame(ref, hyp, metric))
    stretches = session.worst()
    for stretch in stretches:
        assert min(stretch.parts.values()) >= 0
        assert sum(stretch.parts.values()) == stretch.errors > 0
    for name, part in session.parts.items():
        assert sum(stretch.parts[name] for stretch in stretches) == part.errors
    assert session.worst(1) == stretches[:1]


# Causes


@settings(max_examples=100, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(5), metric=st.sampled_from(list(CHAINS)))
def test_every_wrong_word_has_a_cause(ref: list[Segment], hyp: list[Segment], metric: str) -> None:
    session = only(hubbub.blame(ref, hyp, metric))
    causes = session.causes
    assert causes.reference.count(None) == causes.hypothesis.count(None) == session.result.correct
    for name, part in session.parts.items():
        if name != "recognition" and part.errors == 0:
            assert name not in causes.reference, "a part that is not there causes nothing"
    reference, hypothesis = session.reading.words
    for cause, said, heard in causes.misattributed:
        assert reference.texts[said] == hypothesis.texts[heard]
        assert causes.reference[said] == cause != "recognition"


@pytest.mark.parametrize(
    ("name", "letters", "misattributed"),
    [
        ("perfect", ["...", ".."], []),
        (
            "attribution: one stream for two speakers",
            ["...", "aa"],
            [["attribution", "1", 1, 0, "Bob", 0, 0], ["attribution", "1", 1, 1, "Bob", 0, 1]],
        ),
        (
            "mixed: one segment mixes",
            ["...mm"],
            [["mixed", "1", 0, 3, "Bob", 0, 0], ["mixed", "1", 0, 4, "Bob", 0, 1]],
        ),
        ("recognition: one substitution", [".r.", ".."], []),
    ],
)
def test_causes_by_hand(name: str, letters: list[str], misattributed: list[Any]) -> None:
    details = only(by_hand(name)).details()
    assert [found for _, _, found in details["causes"]["hypothesis"]] == letters
    assert details["misattributed_words"] == misattributed


def test_a_stretch_has_the_words_of_each_speaker() -> None:
    (stretch,) = by_hand("mixed: one segment mixes").worst()
    assert (stretch.start, stretch.end, stretch.errors) == (0.0, 5.0, 4)
    assert stretch.parts == {"attribution": 0, "mixed": 4, "recognition": 0}
    assert stretch.reference == (("Alice", "a b f"), ("Bob", "c d"))
    (segment,) = stretch.misattributed
    assert segment[:5] == ("1", 0, "Alice", {"Alice": 3, "Bob": 2}, "a b f c d")


# Groups and matrix of real meetings


def test_groups_of_a_real_corpus() -> None:
    sides = corpus("ami_diarised")
    found = hubbub.blame(sides["reference"], sides["hyp_diaper"])
    groups = found.by("overlap", "speaker", "length", "backchannel")
    for way, some in groups.items():
        assert sum(group.length for group in some) == found.total.length, way
        assert sum(group.errors for group in some) == found.total.errors, way
        for name, part in found.parts.items():
            assert sum(group.parts[name] for group in some) == part.errors, (way, name)
    assert [group.name for group in groups["overlap"]] == list(SPEAKERS)
    one, *several = groups["overlap"]
    assert (one.length, one.errors) == (16564, 6966)
    assert sum(group.length for group in several) == 6205
    assert sum(group.parts["attribution"] for group in several) == 2771
    assert [group.name for group in groups["length"]] == list(LENGTHS)
    assert [group.name for group in groups["backchannel"]] == list(REPLIES)
    assert len(groups["speaker"]) == 16
    session = found["ES2004a"]
    assert ("A", None) in (session.pairing or ())
    assert (session.matrix["A", "spk2"], session.matrix["A", "spk0"]) == (103, 81)
    details = session.details()
    letters = Counter("".join(letters for _, _, letters in details["causes"]["reference"]))
    assert letters["."] == session.result.correct
    assert json.loads(json.dumps(details)) == details


@pytest.mark.parametrize("sides", [("", ""), ("a", ""), ("", "a"), ([], [])])
def test_nothing_is_no_trouble(sides: tuple[Any, Any]) -> None:
    found = hubbub.blame(*sides)
    assert found.total.errors == sum(map(len, sides))
    assert len(found.worst()) == found.total.errors
    assert json.loads(found.to_json(alignment=True))["blame"][0]["total"]["length"] == len(sides[0])
