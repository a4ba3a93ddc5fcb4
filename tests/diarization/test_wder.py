"""WDER: the words that an alignment finds on both sides, and whose they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles_der as oracle
from support.lacking import EXECUTORS
from support.paths import EXAMPLES, FACTS
from support.running import Hubbub

import hubbub
from hubbub import Segment
from hubbub.cli import input_files, interrupts, streamed_runs
from hubbub.model.diarization_counts import SpeakerWords

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)
CASES = json.loads((FACTS / "wder.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture
def run(hubbub: Hubbub) -> Hubbub:
    return hubbub


def said(words: list[oracle.Spoken]) -> list[Segment]:
    """A segment per word, in order."""
    return [Segment(word, speaker=speaker, start=i, end=i + 1) for i, (word, speaker) in enumerate(words)]


def wder(reference: list[oracle.Spoken], hypothesis: list[oracle.Spoken], **choices: Any) -> hubbub.DiarizationResult:
    result = hubbub.wder(said(reference), said(hypothesis), **choices)
    assert isinstance(result, hubbub.DiarizationResult)
    return result


@pytest.mark.parametrize("number", range(len(CASES)))
def test_diarization_lm_counts_the_same(number: int) -> None:
    case = CASES[number]
    ref, hyp = (
        list(zip(case[f"{side}_text"].split(), case[f"{side}_spk"].split(), strict=True)) for side in ("ref", "hyp")
    )
    counts = wder(ref, hyp).counts
    assert (counts.errors, counts.aligned) == (case["wrong"], case["aligned"])


words = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("ABC")), max_size=5)


@settings(max_examples=200, deadline=None)
@given(ref=words, hyp=words)
def test_against_its_twin(ref: list[oracle.Spoken], hyp: list[oracle.Spoken]) -> None:
    counts = wder(ref, hyp).counts
    cost, ways = oracle.cheapest(ref, hyp)
    assert (counts.aligned, counts.errors) in {(len(pairs), oracle.wrong_speakers(pairs)) for pairs in ways}
    assert counts.insertions + counts.deletions + counts.substitutions == cost


@settings(max_examples=100, deadline=None)
@given(ref=words, hyp=words)
def test_it_is_the_alignment_of_the_wer(ref: list[oracle.Spoken], hyp: list[oracle.Spoken]) -> None:
    result, aligned = wder(ref, hyp), hubbub.wer(said(ref), said(hyp))
    pairs = [(one.reference, one.hypothesis) for one in aligned.alignment.pairs() if one.kind in "CS"]
    spoken = tuple(((left.text, left.speaker), (right.text, right.speaker)) for left, right in pairs)
    assert result.errors == oracle.wrong_speakers(spoken)
    stream_of = {speaker: stream for speaker, stream in result.pairing if speaker is not None}
    assert result.errors == sum(stream_of[left[1]] != right[1] for left, right in spoken)
    assert sum(match.shared for match in result.matches) == len(spoken) - result.errors


def test_names_do_not_matter_but_speakers_do() -> None:
    ref = {"Alice": "good morning", "Bob": "hello you"}
    assert hubbub.wder(ref, {"x": "good morning", "y": "hello you"}).rate == 0
    assert hubbub.wder(ref, ["good morning", "hello you"]).rate == 0
    result = hubbub.wder(ref, {"x": "good morning hello you"})
    assert (result.rate, result.pairing) == (0.5, (("Alice", "x"), ("Bob", None)))
    swapped = hubbub.wder(ref, {"x": "good", "y": "morning hello you"})
    assert swapped.counts == SpeakerWords(correct=4, confused_correct=1)


def test_errors_of_recognition_do_not_count() -> None:
    result = hubbub.wder({"A": "a b c", "B": "d e"}, {"1": "a x", "2": "d e f"})
    assert result.counts == SpeakerWords(correct=3, substitutions=1, insertions=1, deletions=1)
    assert result.rate == 0
    assert hubbub.wder("a", "").rate is None
    assert hubbub.wder("", "a").counts == SpeakerWords(insertions=1)


def test_options_are_those_of_words() -> None:
    ref, hyp = {"A": "Good, morning", "B": "Hi"}, {"1": "good morning", "2": "hi"}
    assert hubbub.wder(ref, hyp).counts.substitutions == 2
    assert hubbub.wder(ref, hyp, normalizer="lower,punctuation").counts == SpeakerWords(correct=3)
    assert hubbub.wder({"A": "ab"}, {"1": "ac"}, unit="char").counts == SpeakerWords(correct=1, substitutions=1)
    with pytest.raises(hubbub.OptionError, match="wder ignores times, so collar has no effect"):
        hubbub.wder(ref, hyp, collar=5)


def test_words_in_order_of_their_times() -> None:
    """Bob speaks in the middle of Alice's turn; sorted by word, the order is that of the one hypothesis."""
    ref = [Segment("a b c d", speaker="Alice", start=0, end=4), Segment("x", speaker="Bob", start=1.9, end=2.1)]
    hyp = [Segment("a b", speaker="1", start=0, end=2), Segment("x c d", speaker="2", start=2, end=5)]
    assert hubbub.wder(ref, hyp).counts.aligned == 4
    assert hubbub.wder(ref, hyp, ref_sort="word").counts == SpeakerWords(correct=5, confused_correct=2)


def test_together_with_others() -> None:
    both = hubbub.score(["wder", "cpwer", "der"], REF, HYP, normalizer="lower", skip_overlap=True)
    assert list(both) == ["wder", "cpwer", "der"]
    assert both["wder"] == hubbub.wder(REF, HYP, normalizer="lower")
    assert hubbub.score("wder", REF, HYP) == hubbub.wder(REF, HYP)
    with pytest.raises(hubbub.OptionError):
        hubbub.score(["wder"], REF, HYP, skip_overlap=True)


# The command


def test_table_and_json(run: Hubbub, tmp_path: Path) -> None:
    done = run("wder", *PAIR, "--per-speaker", "-o", tmp_path / "x.json", "-o", tmp_path / "x.md", "--ci")
    assert done.code == 0
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert done.out.splitlines()[6].split()[:2] == ["total", "14.62%"]
    assert "talk-B   SUB48    2           52        24      24         53.85%" in done.out
    (back,) = hubbub.load_scores((tmp_path / "x.json").read_text(encoding="utf-8"))
    scores = hubbub.wder(REF, HYP)
    assert (dict(back), back.total) == (dict(scores), scores.total)
    again = run("merge", tmp_path / "x.json", "--per-speaker").out
    assert "talk-B   SUB48    2           52        24      24         53.85%" in again
    assert (tmp_path / "x.md").read_text(encoding="utf-8").startswith("| WDER | rate | 95% CI | errors | aligned |")


@EXECUTORS
def test_large_corpora_are_read_as_they_are_needed_or_scored_elsewhere(
    run: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def threads(_: str) -> Iterator[ThreadPoolExecutor]:
        with ThreadPoolExecutor(1) as executor:
            yield executor

    monkeypatch.setattr(streamed_runs, "connected", threads)
    saved = tmp_path / "x.json"
    for command in (["wder"], ["score", "-m", "wder,wer"]):
        plain = run(*command, *PAIR)
        for more in (["--stream"], ["--dask", "x"], ["--dask", "x", "--stream"], ["--resume", saved]):
            done = run(*command, *PAIR, *more, "--allow-skipped")
            assert (done.code, done.out) == (0, plain.out), more
        told = "0 sessions taken over, 4 scored"
        assert told in run(*command, *PAIR, "--resume", saved).err, "of a finished JSON, the words are not known"
        assert run("merge", saved).out == plain.out
        saved.unlink()
    monkeypatch.setattr(input_files, "TOO_MUCH", 0)
    assert run("score", "-m", "wder,wer", *PAIR).out == plain.out, "nothing is dropped where files are large"


def test_a_run_that_was_ended_goes_on(run: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "x.json"

    def fail(parsed: Any, *_: Any) -> Any:
        parsed.journal.close(remove=False)
        raise hubbub.InputError("the disk is full; make room")

    with monkeypatch.context() as patched:
        patched.setattr(interrupts, "put_out", fail)
        assert run("wder", *PAIR, "--resume", saved).code == 1
    done = run("wder", *PAIR, "--resume", saved)
    assert "4 sessions taken over, 0 scored" in done.err
    assert done.out == run("wder", *PAIR).out


def test_what_it_has_not_is_told_with_the_reason(run: Hubbub, tmp_path: Path) -> None:
    for command in (["wder"], ["score", "-m", "wder"]):
        told = run(*command, *PAIR, "--alignment", "-o", tmp_path / "x.json").err
        assert "--alignment needs words, and wder has only speakers; add wer, whose alignment it uses" in told
        told = run(*command, *PAIR, "--explain-normalizer", "--normalizer", "lower").err
        assert "--explain-normalizer needs words, and wder has only speakers; add wer" in told
        assert "wder runs no search, so --explain has no effect; use it with" in run(*command, *PAIR, "--explain").err
    for option in (["--stream"], ["--resume", tmp_path / "x.json"], ["--dask", "x"]):
        told = run("score", "-m", "cpwer,der", *PAIR, *option).err
        assert f"drop {option[0]}" in told
    assert "--alignment" not in run("wder", "--help").out
    aligned = tmp_path / "aligned.json"
    assert run("score", "-m", "wer,wder", *PAIR, "--alignment", "-o", aligned).code == 0
    assert "alignment" in json.loads(aligned.read_text(encoding="utf-8"))["scores"][0]["sessions"]["talk-A"]


def test_what_it_is_not(run: Hubbub, tmp_path: Path) -> None:
    assert run("wder", *PAIR, "--fail-above", "10%", "--quiet").code == 3
    assert "wder is neither" in run("report", "-m", "wder", *PAIR, "-o", tmp_path / "x.html").err
    assert "wder is neither" in run("score", "-m", "cpwer,wder", *PAIR, "-o", tmp_path / "x.html").err
    assert (
        "wder ignores who speaks when, so --profile has no effect"
        in run("score", "-m", "wder", *PAIR, "--profile", "dscore").err
    )
    assert "WDER" in run("align", "-m", "wder", *PAIR).out
    assert run("score", "-m", "wder,wer", *PAIR, "--normalizer", "lower", "--explain-normalizer").code == 0
