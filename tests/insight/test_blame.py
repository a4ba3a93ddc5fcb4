"""Whose fault errors are: known parts, what must hold of them on any input, and what is refused."""

from __future__ import annotations

import json
import pickle
from functools import reduce
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.corpora import corpus
from support.paths import FACTS
from support.plans import fitting
from support.strategies import segment_lists

import hubbub
import hubbub.insight.blame
from hubbub import Segment
from hubbub.insight.chains import CHAINS
from hubbub.insight.session_causes import SessionBlame
from hubbub.scoring.engine import scored

KNOWN = json.loads((FACTS / "blame.json").read_text(encoding="utf-8"))


def errors(metric: str, reference: Any, hypothesis: Any, **options: Any) -> int:
    result = hubbub.score(metric, reference, hypothesis, **fitting(metric, **options))
    return int(result.errors)


def parts(blame: hubbub.Blame) -> dict[str, int]:
    return {name: part.errors for name, part in blame.parts.items()}


def assert_adds_up(blame: hubbub.Blame) -> None:
    """The parts of every session, and those of every stretch, are not negative and add up; so do their bounds."""
    for session in (*blame.values(), blame.total):
        found = session.parts.values()
        assert all(0 <= part.low <= part.errors <= part.high for part in found)
        assert sum(part.errors for part in found) == session.errors
        assert sum(part.low for part in found) <= session.errors <= sum(part.high for part in found)
        assert session.recognition.errors == session.parts["recognition"].errors
    for session in blame.values():
        for stretch in zip(*session.reading.errors, strict=True):
            assert list(stretch) == sorted(stretch, reverse=True)
        assert [sum(some) for some in session.reading.errors] == [member.errors for member in session.members]
    for name in ("errors", "length"):
        assert sum(blame.column(name)) == getattr(blame.total, name)
    if len(blame) > 1:
        assert reduce(add, blame.values()).to_dict() == blame.total.to_dict()


# Known numbers


@pytest.mark.parametrize("fact", KNOWN["blame"], ids=lambda fact: fact["name"])
def test_meetings_made_by_hand(fact: dict[str, Any]) -> None:
    sides, expected = (fact["reference"], fact["hypothesis"]), fact["expected"]
    found = hubbub.blame(*sides, collar=fact["collar"])
    assert_adds_up(found)
    assert parts(found) == expected["parts"]
    assert [member.errors for member in found.total.members] == [
        expected[name] for name in ("tcpwer", "ditcpwer", "by_word")
    ]
    streams = hubbub.blame(*sides, "tcorcwer")
    assert_adds_up(streams)
    assert [member.errors for member in streams.total.members] == [expected["tcorcwer"], expected["tcorcwer_by_word"]]
    untimed = hubbub.blame(*sides, "cpwer")
    assert_adds_up(untimed)
    assert [member.errors for member in untimed.total.members][:2] == [expected["cpwer"], expected["dicpwer"]]
    for metric, name in (("ditcpwer", "ditcpwer_wide30"), ("ditcpwer_by_word", "by_word_wide30")):
        assert errors(metric, *sides, collar=30) == expected[name]


@pytest.mark.parametrize("metric", ["tcpwer", "tcorcwer"])
@pytest.mark.parametrize(
    ("data", "system"), sorted({(fact["data"], fact["hypothesis"]) for fact in KNOWN["blame_real"]})
)
def test_real_meetings(data: str, system: str, metric: str) -> None:
    sides = corpus(data)
    found = hubbub.blame(sides["reference"], sides[system], metric)
    assert_adds_up(found)
    facts = [fact for fact in KNOWN["blame_real"] if (fact["data"], fact["hypothesis"]) == (data, system)]
    assert len(facts) == len(found)
    for fact in facts:
        session = found[fact["session"]]
        assert session.length == fact["length"]
        assert [member.errors for member in session.members] == [
            fact[name.replace("ditcpwer_by_word", "by_word")] for name in CHAINS[metric].names
        ]
        if metric == "tcpwer":
            assert {name: part.errors for name, part in session.parts.items()} == fact["parts"]


def test_attribution_of_two_diarizers_differs_and_recognition_does_not() -> None:
    sides = corpus("ami_diarised")
    vbx, diaper = (hubbub.blame(sides["reference"], sides[f"hyp_{name}"]) for name in ("vbx", "diaper"))
    assert parts(vbx) == {"attribution": 3419, "mixed": 183, "recognition": 7841}
    assert parts(diaper) == {"attribution": 4220, "mixed": 148, "recognition": 7842}
    assert (vbx.total.misattributed, vbx.total.single["mixed"]) == (1644, 86)
    assert vbx.total.times is not None
    assert vbx.total.times.median == pytest.approx(-0.4826, abs=1e-4)
    assert vbx.total.times.beyond == pytest.approx(0.0104, abs=1e-4)
    assert not any("clock" in line for line in vbx.warnings)


@pytest.mark.parametrize("fact", KNOWN["counterexamples"], ids=lambda fact: fact["name"])
def test_inequalities_that_do_not_hold(fact: dict[str, Any]) -> None:
    reference, hypothesis = (
        [Segment(words, "m", speaker, float(start), float(end)) for words, speaker, start, end in fact[side]]
        for side in ("reference", "hypothesis")
    )
    for name, number in fact["expected"].items():
        metric, _, choice = name.partition(" ")
        metric = "ditcpwer_by_word" if metric == "by_word" else metric
        if metric == "by_word_in_order_of_time":
            continue  # what the order by segments avoids
        options = {"costs": choice.removeprefix("costs ")} if choice.startswith("costs") else {}
        if choice == "sorted by word":
            options = {"ref_sort": "word", "hyp_sort": "word"}
        result = hubbub.score(metric, reference, hypothesis, **fitting(metric, collar=fact["collar"], **options))
        assert isinstance(result, hubbub.Result)
        assert number == ([result.errors, result.cost] if "costs" in options else result.errors), name
        if options:
            with pytest.raises(hubbub.OptionError, match=r"sort by segment|drop costs"):
                hubbub.blame(reference, hypothesis, collar=fact["collar"], **options)


# Limits


def long_search(folder: Path, first: str) -> tuple[Path, Path]:
    """Two sides that are long to search, with these words in front of the reference."""
    random, sides = Random(7), (folder / "ref.stm", folder / "hyp.stm")
    for side in sides:
        lines = [f"s 1 A 0 1 {first}\n"] if side == sides[0] else []
        for start in range(40):
            words = " ".join(random.choices("abcd", k=4))
            lines.append(f"s 1 {random.choice('ABC')} {start} {start + 3} {words}\n")
        side.write_text("".join(lines), encoding="utf-8")
    return sides


@pytest.mark.parametrize("first", ["a b", "{ a / b } c"])
@pytest.mark.parametrize("limit", [{}, {"effort": 1e-6}, {"prove": True}])
def test_a_search_is_limited_by_work_and_not_by_the_clock(
    first: str, limit: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the reference has alternations, for which the chain is scored in two steps."""
    plans: list[Any] = []

    def seen(plan: Any, *others: Any) -> Any:
        plans.append(plan.settings)
        return scored(plan, *others)

    monkeypatch.setattr(hubbub.insight.blame, "scored", seen)
    found = hubbub.blame(*long_search(tmp_path, first), "cpwer", **limit)
    assert len(plans) == (2 if "{" in first else 1)
    for chosen in plans:
        assert (chosen.time_limit, chosen.effort, chosen.prove) == (None, limit.get("effort"), "prove" in limit)
    assert ("|effort:1e-06|" in found.signature) == ("effort" in limit)
    assert all(part.exact for part in found.parts.values()) == ("effort" not in limit)


# What holds on any input

shuffled = st.randoms(use_true_random=False)
collars = st.sampled_from([0, 1, 2.5, 1000])


@settings(max_examples=150, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(5), collar=collars, metric=st.sampled_from(list(CHAINS)))
def test_parts_add_up(ref: list[Segment], hyp: list[Segment], collar: float, metric: str) -> None:
    found = hubbub.blame(ref, hyp, metric, collar=collar) if CHAINS[metric].timed else hubbub.blame(ref, hyp, metric)
    assert_adds_up(found)
    (session,) = found.values()
    for member in session.members:
        assert member.errors == errors(member.metric, ref, hyp, collar=collar)
        assert member.exact


@settings(max_examples=60, deadline=None)
@given(ref=segment_lists(5), hyp=segment_lists(5), random=shuffled)
def test_neither_labels_nor_splits_change_recognition_errors(
    ref: list[Segment], hyp: list[Segment], random: Any
) -> None:
    def members(hyp: list[Segment]) -> list[int]:
        return [member.errors for member in hubbub.blame(ref, hyp, "tcpwer", collar=2).total.members]

    before = members(hyp)
    assert members([segment._replace(speaker=random.choice("ABC")) for segment in hyp])[1:] == before[1:]
    after = members([part for segment in hyp for part in cut(segment, random)])
    assert after[1] <= before[1]
    assert after[2] == before[2]


def cut(segment: Segment, random: Any) -> list[Segment]:
    """The segment in two, with the words at the times that they had."""
    words = segment.words.split()
    assert segment.start is not None
    shares = [segment.start + (place + 0.5) / (len(words) or 1) for place in range(len(words))]
    place = random.randint(0, len(words))
    return [
        segment._replace(words=" ".join(words[some]), word_times=tuple((at, at) for at in shares[some]))
        for some in (slice(place), slice(place, None))
    ]


@settings(max_examples=60, deadline=None)
@given(ref=segment_lists(5), random=shuffled, metric=st.sampled_from(list(CHAINS)))
def test_an_unseen_word_is_a_recognition_error(ref: list[Segment], random: Any, metric: str) -> None:
    filled = [place for place, segment in enumerate(ref) if segment.words]
    if not filled:
        return
    hyp = list(ref)
    place = random.choice(filled)
    words = hyp[place].words.split()
    words[random.randrange(len(words))] = "z"
    hyp[place] = hyp[place]._replace(words=" ".join(words))
    found = hubbub.blame(ref, hyp, metric)
    assert parts(found) == {**dict.fromkeys(CHAINS[metric].parts, 0), "recognition": 1}


# Searches without proof, alternations, refusals


def test_what_is_not_proven_is_an_interval() -> None:
    sides = corpus("ami_diarised")
    reference, hypothesis = (
        [segment for segment in sides[side] if segment.session == "ES2004a"] for side in ("reference", "hyp_vbx")
    )
    proven = hubbub.blame(reference, hypothesis)
    found = hubbub.blame(reference, hypothesis, time_limit=0)
    assert not found.exact
    assert_adds_up(found)
    for name, part in found.parts.items():
        assert part.low <= proven.parts[name].errors <= part.high
    assert "–" in str(found)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000), metric=st.sampled_from(["cpwer", "tcpwer", "tcorcwer"]))
def test_bounds_add_up(seed: int, metric: str) -> None:
    """Words that repeat, and no time to search: what is found is not always proven."""
    random = Random(seed)
    ref, hyp = (
        [
            Segment(" ".join(random.choices("abcd", k=6)), "s", f"{side}{random.randrange(4)}", at / 2, at / 2 + 3)
            for at in range(40)
        ]
        for side in "rh"
    )
    found = hubbub.blame(ref, hyp, metric, time_limit=0)
    assert_adds_up(found)
    for stretch in only(found).worst():
        assert min(stretch.parts.values()) >= 0
        assert sum(stretch.parts.values()) == stretch.errors


def only(blame: hubbub.Blame) -> SessionBlame:
    (session,) = blame.values()
    return session


def test_alternations_are_as_the_metric_took_them(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("m 1 A 0 2 so {a / b c} (uh)\nm 1 B 2 4 d {e / @} f\n", encoding="utf-8")
    hyp.write_text("m 1 x 0 2 so b c\nm 1 x 2 4 d f\n", encoding="utf-8")
    found = hubbub.blame(ref, hyp)
    assert_adds_up(found)
    assert found.total.errors == errors("tcpwer", ref, hyp, collar=5) == 4
    assert parts(found) == {"attribution": 3, "mixed": 0, "recognition": 1}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hyp_sort": "word"}, "sort by segment"),
        ({"costs": "0,4,3,3"}, "drop costs"),
        ({"fragments": True}, "does not support fragments"),
        ({"metric": "orcwer"}, "choose from tcpwer, cpwer, tcorcwer"),
        ({"metric": "cpwer", "collar": 5}, "cpwer ignores times, so collar has no effect"),
    ],
)
def test_what_blame_refuses(options: dict[str, Any], message: str) -> None:
    with pytest.raises(hubbub.OptionError, match=message):
        hubbub.blame({"A": "a b"}, {"x": "a b"}, **options)


def test_late_words_give_a_warning() -> None:
    fact = next(fact for fact in KNOWN["blame"] if fact["name"] == "everything 20 s late")
    found = hubbub.blame(fact["reference"], fact["hypothesis"])
    assert found.total.times is not None
    assert found.total.times.median == pytest.approx(20)
    assert found.total.times.beyond == 1
    assert "check the clocks" in found.warnings[-1]


def test_a_blame_can_be_copied_to_another_process() -> None:
    fact = next(fact for fact in KNOWN["blame"] if fact["name"] == "words and label together")
    found = hubbub.blame(fact["reference"], fact["hypothesis"])
    copied = pickle.loads(pickle.dumps(found))
    assert copied.to_dict(alignment=True, by=["speaker"], worst=5) == found.to_dict(True, ["speaker"], 5)


def test_the_metric_follows_the_times() -> None:
    timed = [Segment("a b", speaker="A", start=0, end=1)]
    assert hubbub.blame(timed, timed).signature.startswith("blame|tcpwer|collar:5|")
    assert hubbub.blame(timed, "a b").signature.startswith("blame|cpwer|norm")
    assert hubbub.blame(timed, timed, collar=2).signature.startswith("blame|tcpwer|collar:2|")
