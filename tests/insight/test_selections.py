"""Selections: whoever counts by group counts the same, and the groups add up to the total."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.corpora import corpus
from support.strategies import segment_lists
from test_blame import only

import hubbub
from hubbub import Result, Segment, _core
from hubbub.insight.selections import SLICES, UNPAIRED, WAYS, Group, grouped
from hubbub.model.metrics import METRICS
from hubbub.model.word_errors import WordErrors
from hubbub.page.page_session import FREQUENT, find
from hubbub.views.frequent_errors import frequent_errors, most_frequent
from hubbub.views.table import per_speaker

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((name, {"collar": 2} if metric.timed else {}) for name, metric in METRICS.items()),
    ("tcpcer", {"collar": 0}),
    ("wer", {"optional_words": True}),
    ("uwer", {"optional_words": True}),
    ("cpwer", {"ref_sort": "word", "hyp_sort": "word"}),
    ("mdwer", {"asclite": True, "overlap_limit": 1}),
    ("orcwer", {"costs": "0,3,3,4"}),
]


@pytest.mark.parametrize(("metric", "options"), OPTIONS)
@settings(max_examples=40, deadline=None)
@given(segment_lists(), segment_lists(), st.data())
def test_every_partition_adds_up_under_every_metric(
    metric: str, options: dict[str, Any], ref: list[Segment], hyp: list[Segment], data: st.DataObject
) -> None:
    if "optional_words" in options:
        ref = [one._replace(words=one.words.replace("c", "(c)")) for one in ref]
    result = hubbub.score(metric, ref, hyp, **options)
    assert isinstance(result, Result)
    for one in (result, pickle.loads(pickle.dumps(result))):  # counted in the core's outcome, and from lanes
        sheet = _core.Sheet()
        shown, speakers, slices, *_ = find(one, sheet, 0)[0]
        assert {way.name for way in slices} <= SLICES.keys()
        for way in slices:
            assert sum(way.errors, WordErrors()) == result.counts
        segments = sheet.utterances(shown.reference)
        kinds = data.draw(st.lists(st.integers(0, 2), min_size=segments, max_size=segments))
        assert sum((WordErrors(*errors) for errors in shown.by_segment(kinds, 3)[1]), WordErrors()) == result.counts
        assert sum((errors for *_, errors in speakers), WordErrors()) == result.counts
        of_speakers = {speaker: errors for speaker, _, errors in speakers if speaker is not None}
        assert one.alignment.by_speaker() == of_speakers
        rows = per_speaker(one.alone()).rows
        errors, length, insertions = (sum(int(row[place] or 0) for row in rows) for place in (4, 5, 8))
        assert (errors, length, insertions) == (result.errors, result.length, result.insertions)
        frequent = frequent_errors(one.alone())
        assert json.loads(shown.frequent(FREQUENT)) == most_frequent(frequent[None], FREQUENT)
        for kind, counts in zip("SDI", (result.substitutions, result.deletions, result.insertions), strict=True):
            own = [found[kind].total() for speaker, found in frequent.items() if speaker is not None]
            assert sum(own) == frequent[None][kind].total() == counts
        for name, found in frequent.items():
            wrong = [errors.errors for who, _, errors in speakers if (UNPAIRED if who is None else who) == name]
            assert sum(kind.total() for kind in found.values()) == (result.errors if name is None else sum(wrong))


def counted(groups: list[Group]) -> dict[str, tuple[int, int]]:
    """The errors and words of each group that the explained metric counts errors or words in."""
    return {group.name: (group.errors, group.length) for group in groups if group.errors or group.length}


@settings(max_examples=100, deadline=None)
@given(segment_lists(), segment_lists(), st.sampled_from(["tcpwer", "cpwer", "tcorcwer"]))
def test_whoever_counts_by_group_counts_the_same(ref: list[Segment], hyp: list[Segment], metric: str) -> None:
    """A blame, the page, errors per speaker and frequent errors; the groups of each add up to the total."""
    ref, hyp = ([one._replace(speaker=(one.speaker or "").replace("C", "")) for one in side] for side in (ref, hyp))
    found = only(hubbub.blame(ref, hyp, metric))
    result = found.result
    shown, _ = find(result, _core.Sheet(), 0)
    page = {one.name: dict(zip(one.labels, one.errors, strict=True)) for one in shown.slices}
    blamed = {way: grouped(way, found.chain, {"": found}) for way in WAYS}
    for way, parts in page.items():
        whole = {name: (one.errors, one.length) for name, one in parts.items() if one.errors or one.length}
        assert counted(blamed[way]) == whole
        assert sum(parts.values(), WordErrors()) == result.counts
    speakers: dict[str, WordErrors] = {}
    for speaker, _, errors in shown.speakers:
        who = UNPAIRED if speaker is None else speaker
        speakers[who] = speakers.get(who, WordErrors()) + errors
    whole = {name: (one.errors, one.length) for name, one in speakers.items() if one.errors or one.length}
    assert counted(blamed["speaker"]) == whole
    assert sum(speakers.values(), WordErrors()) == result.counts
    of_words = {name: one for name, one in speakers.items() if name != UNPAIRED}
    assert result.alignment.by_speaker() == of_words
    frequent = frequent_errors(result.alone())
    assert json.loads(shown.shown.frequent(FREQUENT)) == most_frequent(frequent[None], FREQUENT)
    for name, kinds in frequent.items():
        wrong = result.errors if name is None else speakers.get(name, WordErrors()).errors
        assert sum(kind.total() for kind in kinds.values()) == wrong
    for groups in blamed.values():
        for part, known in found.parts.items():
            assert sum(group.parts[part] for group in groups) == known.errors


@pytest.mark.parametrize("metric", ["tcpwer", "cpwer"])
def test_overlap_is_the_same_for_every_metric_and_on_the_page(metric: str) -> None:
    sides = corpus("ami_diarised")
    own = Segment("one two", "ES2004a", "A", 50.0, 60.0, word_times=((50.0, 51.0), (59.0, 60.0)))
    reference, hypothesis = (
        [own, *(segment for segment in sides[side] if segment.session == "ES2004a" and (segment.end or 0) < 120)]
        for side in ("reference", "hyp_diaper")
    )
    found = hubbub.blame(reference, hypothesis, metric)
    result = hubbub.score(metric, reference, hypothesis, collar=5 if metric == "tcpwer" else None)
    shown, _ = find(result, _core.Sheet(), 0)
    page = {one.name: dict(zip(one.labels, one.errors, strict=True)) for one in shown.slices}
    groups = found.by("overlap", "length", "backchannel")
    for way, some in groups.items():
        assert counted(some) == {name: (errors.errors, errors.length) for name, errors in page[way].items()}
    copied = pickle.loads(pickle.dumps(found["ES2004a"]))
    assert grouped("overlap", found.chain, {"": copied}) == groups["overlap"]


@pytest.mark.parametrize("ways", [(), ("sex",), ("",)])
def test_ways_to_group_that_there_are_not(ways: tuple[str, ...]) -> None:
    with pytest.raises(hubbub.OptionError, match="choose from overlap, speaker, length, backchannel"):
        hubbub.blame("a b", "a b").by(*ways)


def test_overlap_needs_times() -> None:
    timed = [Segment("a b", speaker="A", start=0, end=1)]
    for reference, hypothesis in (("a b", "a b"), ("", "a b"), (timed, "b"), ("a b", timed)):
        for way in ("overlap", "backchannel"):
            with pytest.raises(hubbub.OptionError, match="use speaker or length"):
                hubbub.blame(reference, hypothesis).by(way)
