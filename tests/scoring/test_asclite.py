"""MD-WER as asclite counts it: its own tests, its rules one by one, and what hubbub says where asclite is silent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles
from support.paths import FACTS
from support.running import Hubbub

import hubbub
from hubbub.model.result import Scores
from hubbub.model.transcript import Region, Segment, Transcript

HERE = FACTS / "asclite"
CASES = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))["cases"]
OPTIONS = {"-F": "fragments", "-D": "optional_words", "-noisg": "no_gaps"}

Fact = dict[str, Any]


def loaded(name: str) -> Transcript:
    kind = next(kind for kind in ("stm", "ctm", "rttm") if f".{kind}" in name)
    return hubbub.load(HERE / name, format=kind)


def first_branches(transcript: Transcript) -> Transcript:
    flat = []
    for segment in transcript:
        words = segment.words.strip("{} ").split(" / ")[0].split() if segment.marked else [segment.words]
        times = segment.word_times or [(segment.start, segment.end)]
        flat += [
            Segment(word, segment.session, segment.speaker, start, end, segment.channel)
            for word, (start, end) in zip(words, times, strict=False)
        ]
    return Transcript(flat)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['hyp']}{case['options']}{case.get('uem', '')}")
def test_its_own_tests(case: Fact) -> None:
    flags = case["options"].split()
    choices: Fact = {OPTIONS[flag]: True for flag in flags if flag in OPTIONS}
    if "-overlap-limit" in flags:
        choices["overlap_limit"] = flags[flags.index("-overlap-limit") + 1]
    if "uem" in case:
        choices["uem"] = HERE / case["uem"]
    reference, hypothesis = loaded(case["ref"]), loaded(case["hyp"])
    if "flattened" in case:
        hypothesis = first_branches(hypothesis)
    scores = hubbub.mdwer(reference, hypothesis, asclite=True, **choices)
    total = scores.total if isinstance(scores, Scores) else scores
    assert [total.correct, total.substitutions, total.deletions, total.insertions] == case["counts"]
    for result in scores.values() if isinstance(scores, Scores) else [scores]:
        assert result.alignment.errors == result.counts
        assert hubbub.Result.from_json(result.to_json()) == result


def test_every_group_can_be_scored() -> None:
    """There are groups of ten speakers; asclite's own test leaves out those of more than two."""
    hypothesis = loaded("rt04s.040810.mdm.overlap.ctm.filt.gz")
    scores = hubbub.mdwer(
        loaded("rt04s.040420.mdm.overlap.stm.filt.gz"), hypothesis,
        asclite=True, fragments=True, optional_words=True, no_gaps=True, regex="ICSI.*",
    )  # fmt: skip
    assert not scores.skipped
    assert (scores.total.errors, scores.total.length) == (2322, 5450)


def stm(tmp_path: Path, name: str, *lines: str) -> Path:
    path = tmp_path / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_the_overlap_limit_is_never_silent(hubbub: Hubbub, tmp_path: Path) -> None:
    ref = stm(tmp_path, "ref.stm", "m 1 A 0 2 a b", "m 1 B 1 3 c", "m 1 A 5 6 d")
    hyp = stm(tmp_path, "hyp.ctm", "m 1 0 1 a", "m 1 2 0.5 c", "m 1 5 1 d")
    command = ["mdwer", "--asclite", "-r", ref, "-h", hyp]
    assert hubbub(*command).code == 0
    run = hubbub(*command, "--overlap-limit", "1")
    assert run.code == 4
    for line in (
        "1 group beyond the overlap limit",
        "3 reference words in sk",
        "2 hypothesis words in skipped groups",
    ):
        assert f"not scored: {line}" in run.err
    assert "|asclite|overlap-limit:1|" in run.out
    assert hubbub(*command, "--overlap-limit", "1", "--allow-skipped").code == 0
    for other in (["align", "-m"], ["report", "-o", tmp_path / "page.html", "--force", "-m"]):
        shown = [*other, *command, "--overlap-limit", "1"]
        assert hubbub(*shown).code == 4
        assert hubbub(*shown, "--allow-skipped").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cpwer", "--asclite"], "asclite counts only MD-WER; score cpwer without --asclite"),
        (["tcmdwer", "--collar", "5", "--asclite"], "asclite counts only MD-WER"),
        (["mdwer", "--overlap-limit", "2"], "--overlap-limit applies to groups of asclite"),
        (["mdwer", "--no-gaps"], "--no-gaps applies to groups of asclite"),
        (["mdwer", "--asclite", "--overlap-limit", "0"], "overlap limit '0' is not a whole number from 1"),
        (["mdwer", "--asclite", "--overlap-limit", "two"], "overlap limit 'two' is not a whole number"),
        (["mdwer", "--asclite", "--costs", "0,1,2,3"], "costs of asclite are 0,4,3,3"),
        (["mdwer", "--asclite", "--ref-sort", "word"], "sort"),
        (["mdwer", "--asclite", "--memory", "1", "--fragments"], "--overlap-limit"),
    ],
)
def test_bad_choices(hubbub: Hubbub, tmp_path: Path, arguments: list[str], message: str) -> None:
    ref, hyp = stm(tmp_path, "ref.stm", "m 1 A 0 1 a"), stm(tmp_path, "hyp.ctm", "m 1 0 1 a")
    run = hubbub(*arguments, "-r", ref, "-h", hyp)
    assert run.code == 1
    assert message in run.err


def test_case_is_no_matter_and_parentheses_are_letters() -> None:
    assert hubbub.mdwer("A b", "a B", asclite=True).errors == 0
    ref = hubbub.load(HERE / "overlap.stm")
    assert "(%HESITATION)" in {pair.reference.text for pair in score(ref).alignment.pairs() if pair.reference}


def score(ref: Any) -> hubbub.Result:
    scores = hubbub.mdwer(ref, hubbub.load(HERE / "overlap.ctm"), asclite=True)
    return next(iter(scores.values())) if isinstance(scores, Scores) else scores


def test_gaps_are_scored_unless_they_are_not_wanted() -> None:
    ref = [Segment("a", "m", "A", 0.0, 1.0, "1"), Segment("b", "m", "A", 5.0, 6.0, "1")]
    hyp = [Segment(word, "m", "x", at, at + 0.5, "1") for word, at in (("a", 0.1), ("q", 3.0), ("b", 5.1), ("z", 9.0))]
    result = hubbub.mdwer(ref, hyp, asclite=True)
    assert (result.correct, result.insertions, result.left_out) == (2, 2, {})
    result = hubbub.mdwer(ref, hyp, asclite=True, no_gaps=True)
    assert (result.correct, result.insertions) == (2, 0)
    assert result.left_out == {"hypothesis_words_outside_every_group": 2}


def test_channels_are_apart_where_both_sides_name_them() -> None:
    ref = [Segment("a", "m", "A", 0.0, 1.0, "1"), Segment("b", "m", "B", 0.0, 1.0, "2")]
    hyp = [Segment("b", "m", "x", 0.0, 1.0, "1"), Segment("a", "m", "y", 0.0, 1.0, "2")]
    assert hubbub.mdwer(ref, hyp, asclite=True).substitutions == 2
    unnamed = [Segment(one.words, "m", one.speaker, one.start, one.end) for one in hyp]
    assert hubbub.mdwer(ref, unnamed, asclite=True).errors == 0


def test_a_segment_across_the_edge_of_a_region_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.uem").write_text("m 1 0 1\n", encoding="utf-8")
    ref, hyp = [Segment("a b", "m", "A", 0.5, 1.5)], [Segment("a", "m", "x", 0.5, 1.0)]
    with pytest.raises(hubbub.InputError, match=r"segment from 0.5 to 1.5 s crosses the edge of the UEM region"):
        hubbub.mdwer(ref, hyp, asclite=True, uem=tmp_path / "a.uem")


def test_regions_may_overlap(tmp_path: Path) -> None:
    (tmp_path / "a.uem").write_text("m 1 0 1\nm 1 0.5 2\nm 1 2 3\n", encoding="utf-8")
    ref = [Segment("a b", "m", "A", 0.5, 1.5), Segment("c", "m", "A", 5.0, 6.0)]
    hyp = [Segment("a", "m", "x", 0.5, 1.0), Segment("q", "m", "x", 2.0, 2.5), Segment("z", "m", "x", 5.0, 6.0)]
    result = hubbub.mdwer(ref, hyp, asclite=True, uem=tmp_path / "a.uem")
    assert (result.correct, result.deletions, result.insertions) == (1, 1, 1)
    assert result.left_out == {"reference_words_outside_uem": 1, "hypothesis_words_outside_uem": 1}


def test_a_segment_without_duration_is_told() -> None:
    ref = [Segment("a", "m", "A", 1.0, 1.0), Segment("b", "m", "A", 2.0, 3.0)]
    result = hubbub.mdwer(ref, [Segment("b", "m", "x", 2.0, 3.0)], asclite=True)
    assert (result.correct, result.left_out) == (1, {"reference_words_outside_every_group": 1})
    assert Scores({"m": result}, "mdwer", "").skipped


def test_times_on_both_sides_or_on_none() -> None:
    timed, untimed = [Segment("a", "m", "A", 0.0, 1.0)], [Segment("a", "m", "x")]
    assert hubbub.mdwer(untimed, untimed, asclite=True).correct == 1
    with pytest.raises(hubbub.InputError, match="times on both sides or on none"):
        hubbub.mdwer(timed, untimed, asclite=True)


milliseconds = st.integers(0, 20).map(lambda number: 500 * number)
said = st.builds(
    lambda start, length, name, words: oracles.Spoken(start, start + length, name, words),
    milliseconds,
    st.sampled_from([0, 1, 500, 1000, 2500]),
    st.sampled_from("ABC"),
    st.lists(st.sampled_from("ab"), max_size=2),
)
heard = st.builds(
    lambda start, length, name, word: oracles.Spoken(start, start + length, name, [word]),
    milliseconds,
    st.sampled_from([0, 1, 400, 1000, 3000]),
    st.sampled_from("xy"),
    st.sampled_from("ab"),
)
stretches = st.builds(lambda start, length: (start, start + length), milliseconds, st.sampled_from([0, 1000, 1500]))


def segment(one: oracles.Spoken) -> Segment:
    return Segment(" ".join(one.words), "m", one.name, one.start / 1000, one.end / 1000, "1")


@given(
    st.lists(said, min_size=1, max_size=7),
    st.lists(heard, max_size=6),
    st.lists(stretches, max_size=1),
    st.sampled_from([None, None, 1, 2]),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_groups_are_scored_by_themselves(
    ref: list[oracles.Spoken],
    hyp: list[oracles.Spoken],
    ignored: list[tuple[int, int]],
    limit: int | None,
    no_gaps: bool,
) -> None:
    """Against the rule in other words: group borders are the moments that no segment covers."""
    regions = [Region("m", start / 1000, end / 1000) for start, end in ignored]
    result = hubbub.mdwer(
        Transcript(list(map(segment, ref)), ignored=regions), list(map(segment, hyp)),
        asclite=True, overlap_limit=limit, no_gaps=no_gaps,
    )  # fmt: skip
    said, heard = (sorted(side, key=lambda one: one.start) for side in (ref, hyp))
    cost, left_out = oracles.asclite(said, heard, ignored, limit, not no_gaps)
    assert (result.cost, result.left_out) == (cost, left_out)
    assert result.alignment.errors == result.counts
    assert oracles.cost_of(result.counts, (0, 4, 3, 3)) == cost
    assert result.length == sum(len(one.words) for one in ref) - sum(
        number for reason, number in left_out.items() if reason.startswith("reference_words")
    )


def test_a_segment_longer_than_all_others_joins_them() -> None:
    """Its middle lies where another speaker's segment begins, far from those that it joins."""
    short = [oracles.Spoken(at, at + 100, "B", "b") for at in range(0, 9000, 1000)]
    ref = [oracles.Spoken(0, 10_000, "A", "a"), *short]
    hyp = [oracles.Spoken(9500, 9600, "x", "b"), oracles.Spoken(10_000, 10_100, "x", "a")]
    assert oracles.asclite_groups([(one.start, one.end) for one in ref]) == [(0, 10_000)]
    result = hubbub.mdwer(list(map(segment, ref)), list(map(segment, hyp)), asclite=True)
    assert (result.cost, result.left_out) == oracles.asclite(ref, hyp)
    assert (result.correct, result.deletions, result.insertions) == (1, 9, 1)


IGNORE = "IGNORE_TIME_SEGMENT_IN_SCORING\n"


def test_case_of_sessions_and_channels(hubbub: Hubbub, tmp_path: Path) -> None:
    """As NIST's tools do; its own files have A in the one and a in the other."""
    (tmp_path / "ref.stm").write_text("Talk A x 0 1 one two\nTalk B y 0 1 three four\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text(
        "TALK a 0.1 0.2 one\nTALK a 0.5 0.2 two\nTALK b 0.1 0.2 three\nTALK b 0.5 0.2 four\n", encoding="utf-8"
    )
    (tmp_path / "all.uem").write_text("talk a 0 2\ntalk b 0 2\n", encoding="utf-8")
    files = ["-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.ctm"]
    for options in ([], ["--uem", tmp_path / "all.uem"]):
        assert hubbub("mdwer", "--asclite", *files, *options).out.count("0.00%       0      4") == 2
    lines = (tmp_path / "hyp.ctm").read_text(encoding="utf-8")
    swapped = lines.replace(" a ", " C ").replace(" b ", " a ").replace(" C ", " b ")
    (tmp_path / "hyp.ctm").write_text(swapped, encoding="utf-8")
    assert "100.00%       4      4" in hubbub("mdwer", "--asclite", *files).out  # each channel by itself
    run = hubbub("mdwer", *files)
    assert run.code == 1
    assert "(session Talk); Talk and TALK differ in letter case only (1 pair): rename them with" in run.err
    (tmp_path / "ref.stm").write_text(
        "TALK A x 0 1 one two\nTALK B y 0 1 three four\nTALK A gap 2 3 " + IGNORE, encoding="utf-8"
    )
    run = hubbub("mdwer", *files)
    assert (run.code, "4 words" in run.out) == (0, True), run.err


def test_sessions_that_asclite_takes_for_one() -> None:
    twice = [Segment("a", "M", "x", 0.0, 1.0), Segment("a", "m", "x", 0.0, 1.0)]
    with pytest.raises(hubbub.InputError, match="sessions M and m are the same for asclite"):
        hubbub.mdwer(twice, twice[::-1], asclite=True)


@pytest.mark.parametrize("words", ["{ uh / @ } a b", "a { uh / @ } b", "a b { uh / @ }"])
def test_an_empty_branch_costs_nothing_at_the_border_of_a_segment(words: str) -> None:
    """asclite counts a deletion for the first and the last."""
    reference = [
        Segment(words, speaker="A", start=0, end=3, marked=hubbub.Markup()),
        Segment("c", speaker="A", start=3, end=4),
    ]
    hypothesis = [Segment(word, speaker="x", start=i, end=i + 1) for word, i in (("a", 0), ("b", 2), ("c", 3))]
    assert hubbub.mdwer(reference, hypothesis, asclite=True).errors == 0
