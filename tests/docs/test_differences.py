"""What docs/differences.md says of hubbub, beside the answers of MeetEval that tests/facts/differences.json keeps.

`make bench`, which installs MeetEval, asks it again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles
from support.paths import FACTS

import hubbub
from hubbub.formats import loads
from hubbub.model.transcript import Segment

MEETEVAL = json.loads((FACTS / "differences.json").read_text(encoding="utf-8"))
UTTERANCES, STREAMS = MEETEVAL["empty_streams"]["utterances"], MEETEVAL["empty_streams"]["streams"]


def numbers(text: str) -> list[int]:
    return ["abc".index(word) for word in text.split()]


def test_labels_of_an_stm_are_words_to_meeteval() -> None:
    labels = MEETEVAL["labels"]
    assert [segment.words for segment in loads(labels["stm"], "stm")] == ["good morning", "<unk> hello"]
    assert labels["answer"] == ["<o,f0,male> good morning", "<unk> hello"]


def test_empty_streams_against_every_routing() -> None:
    best = oracles.orc([numbers(u) for u in UTTERANCES], [numbers(s) for s in STREAMS])
    assert best == 2
    assert hubbub.orcwer(UTTERANCES, STREAMS).errors == best
    assert hubbub.mimower([UTTERANCES], STREAMS).errors == best
    assert MEETEVAL["empty_streams"]["answer"] == best + 1
    without = MEETEVAL["no_empty_streams"]
    assert without == {"utterances": UTTERANCES, "streams": [one for one in STREAMS if one], "answer": best}


words = st.lists(st.sampled_from("abc"), max_size=3).map(" ".join)


@settings(max_examples=100, deadline=None)
@given(utterances=st.lists(words, max_size=3), streams=st.lists(words, min_size=1, max_size=3), empty=st.integers(0, 2))
def test_empty_streams_change_nothing(utterances: list[str], streams: list[str], empty: int) -> None:
    with_empty = ["", *streams, *[""] * empty]
    for metric in ("orcwer", "mimower", "mdwer"):
        reference = [utterances] if metric == "mimower" else utterances
        errors = [hubbub.score(metric, reference, hypothesis) for hypothesis in (streams, with_empty)]
        assert errors[0].errors == errors[1].errors


def test_blanks_are_not_characters() -> None:
    result = hubbub.wer("a b", "ab", unit="char")
    assert (result.errors, result.length) == (0, 2)


def test_jiwer_counts_blanks_and_has_a_rate_without_words() -> None:
    jiwer = pytest.importorskip("jiwer", reason="pip install hubbub[test-peers]")
    assert jiwer.cer("a b", "ab") == pytest.approx(1 / 3)
    assert jiwer.wer("", "a") == 1


def test_blanks_count_where_a_sign_stands_for_them() -> None:
    pairs = (("a b", "ab"), ("the quick fox", "the quack fox s"), ("hello", "hell o"))
    rates = [
        hubbub.cer(reference, hypothesis, normalizer=lambda text: "_".join(text.split())).rate
        for reference, hypothesis in pairs
    ]
    assert rates == pytest.approx([1 / 3, 3 / 13, 1 / 5])
    jiwer = pytest.importorskip("jiwer", reason="pip install hubbub[test-peers]")
    assert rates == pytest.approx([jiwer.cer(*pair) for pair in pairs])


def test_sentences_are_paired_as_jiwer_does() -> None:
    scores = hubbub.wer(["a b", "c"], ["a x", "c"])
    assert scores.total.rate == pytest.approx(1 / 3)
    assert [result.errors for result in scores.values()] == [1, 0]
    with pytest.raises(hubbub.InputError, match="pass one for each"):
        hubbub.wer(["a", "b"], ["a"])


def test_several_uem_regions(tmp_path: Path) -> None:
    (tmp_path / "two.uem").write_text("s 1 0 1\ns 1 4 5\n", encoding="utf-8")
    ref = [Segment(w, session="s", speaker="A", start=t, end=t + 0.5) for w, t in (("a", 0.0), ("b", 2.0), ("c", 4.0))]
    result = hubbub.cpwer(ref, ref, uem=tmp_path / "two.uem")
    assert (result.length, result.left_out["reference_segments_outside_uem"]) == (2, 1)


def test_missing_session_is_silence() -> None:
    scores = hubbub.cpwer({"mon": {"A": "a b"}, "tue": {"A": "c"}}, {"mon": {"1": "a b"}})
    assert (scores.total.errors, scores.total.deletions, scores.silent) == (1, 1, ("tue",))


def test_wer_merges_speakers_by_time() -> None:
    ref = [Segment("a b", speaker="A", start=0, end=1), Segment("c d", speaker="B", start=1, end=2)]
    assert hubbub.wer(ref, "a b c d").errors == 0
    assert hubbub.wer(ref[::-1], "a b c d").errors == 0


def test_word_times_are_taken_as_they_are(tmp_path: Path) -> None:
    """The word is from 0.5 to 4 seconds: it overlaps with a reference word from 0 to 1, its middle does not.

    MeetEval takes the middle, unless it is told to take word times as they are.
    """
    word, as_it_is = MEETEVAL["ctm_word"], MEETEVAL["ctm_word_as_it_is"]
    for name in ("stm", "ctm"):
        assert word[name] == as_it_is[name]
        (tmp_path / f"x.{name}").write_text(word[name], encoding="utf-8")
    errors = hubbub.tcpwer(tmp_path / "x.stm", tmp_path / "x.ctm", collar=0).total.errors
    assert (errors, word["answer"]) == (0, 2)
    assert (as_it_is["options"], as_it_is["answer"]) == ({"hyp_pseudo_word_timing": "none"}, errors)


def test_pauses_are_no_speech_in_the_self_overlap() -> None:
    segments = loads(MEETEVAL["pauses"]["stm"], "stm")
    overlap = hubbub.tcpwer(segments, segments, collar=5).self_overlap["reference"]
    assert [overlap.seconds, overlap.total] == [MEETEVAL["pauses"]["answer"][0], 4]
    assert MEETEVAL["pauses"]["answer"] == [1, 10]


def test_no_reference_word_no_rate() -> None:
    assert hubbub.wer("", "a").rate is None
    assert "n/a" in repr(hubbub.wer("", "a"))


def test_alternations_are_scored_and_not_counted_as_words(tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("s 1 A 0 1 fine\ns 1 A 1 2 a { b / c } d (uh)\n", encoding="utf-8")
    (tmp_path / "hyp.stm").write_text("s 1 A 0 2 fine a c d\n", encoding="utf-8")
    scores = hubbub.wer(tmp_path / "ref.stm", tmp_path / "hyp.stm")
    assert (scores.total.length, scores.total.errors) == (5, 1)
    with pytest.raises(hubbub.FormatError, match=r"ref\.stm:2: ORC-WER cannot score alternations"):
        hubbub.orcwer(tmp_path / "ref.stm", tmp_path / "hyp.stm")


def test_sclite_weights() -> None:
    """Two substitutions cost 8, an insertion and a deletion around a match 6: the weights prefer the latter."""
    result = hubbub.wer("a b", "x a", costs=(0, 4, 3, 3))
    assert (result.insertions, result.deletions, result.substitutions) == (1, 1, 0)
    assert (result.cost, result.errors) == (6, 2)


def test_ties_under_costs_are_not_those_of_sclite() -> None:
    """sclite counts 3 substitutions in each of these, at the same cost of 12."""
    for reference, hypothesis in (("k x y", "p q k"), ("a a b", "b d d")):
        result = hubbub.wer(reference, hypothesis, costs="0,4,3,3")
        assert (result.cost, result.errors, result.substitutions) == (12, 4, 0)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "substitutions", "correct"),
    [("so (uh) yes", "so um yes", 1, 2), ("(uh)", "um", 1, 0), ("(c) b (c)", "b a", 1, 2), ("(uh)", "uh", 0, 1)],
)
def test_a_wrong_word_for_an_optional_one(reference: str, hypothesis: str, substitutions: int, correct: int) -> None:
    """The numbers are those of sclite -D and of asclite; without --asclite such a word is an insertion."""
    segments = [Segment(reference, speaker="A", marked=hubbub.Markup())]
    asclite = hubbub.mdwer(segments, hypothesis, optional_words=True, asclite=True)
    assert (asclite.substitutions, asclite.insertions, asclite.correct) == (substitutions, 0, correct)
    result = hubbub.wer(segments, hypothesis, optional_words=True, costs="0,4,3,3")
    assert (result.substitutions, result.insertions, result.errors) == (0, substitutions, asclite.errors)


def test_a_speaker_who_overlaps_itself_is_no_overlap() -> None:
    """md-eval-22 leaves these two seconds out with -1, and scores 7 of 9."""
    turns = (("A", 0, 5), ("A", 3, 8), ("B", 9, 10))
    reference = [Segment("", speaker=speaker, start=start, end=end) for speaker, start, end in turns]
    result = hubbub.der(reference, [Segment("", speaker="x", start=0, end=10)], skip_overlap=True)
    assert (result.scored, result.rate) == (9, pytest.approx(2 / 9))
