"""`hubbub compare` and `hubbub.compare`: which system is better, here and elsewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.corpora import corpus
from support.pages import unpack
from support.paths import FACTS, ROOT
from support.running import Hubbub

import hubbub as api
from hubbub import Interval, Segment
from hubbub.insight import matched_pairs
from hubbub.model.alignment import Lane, events
from hubbub.model.utterances import Utterance
from hubbub.page.overview import pack_comparisons
from hubbub.statistics.paired_tests import sign_flip

DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"
REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"
KNOWN = json.loads((FACTS / "statistics.json").read_text(encoding="utf-8"))
Talks = dict[str, dict[str, str]]


def talks(*wrong: int) -> Talks:
    """A session of ten words for each number, with so many of them wrong."""
    return {f"s{i}": {"A": " ".join(["x"] * n + list("abcdefghij")[n:])} for i, n in enumerate(wrong)}


def truth(number: int) -> Talks:
    return talks(*[0] * number)


def test_a_difference_on_many_sessions() -> None:
    good, bad = (1, 2, 1, 0, 1, 2, 1, 1), (3, 3, 2, 4, 2, 3, 5, 2)
    (pair,) = api.compare(truth(8), {"good": talks(*good), "bad": talks(*bad)})
    assert (pair.a, pair.b, pair.errors, pair.length) == ("good", "bad", (9, 24), 80)
    assert pair.difference == pytest.approx(15 / 80)
    assert pair.session_test.p == pair.session_test.least_p == 2 / 2**8
    assert (pair.interval.low or 0) > 0
    assert pair.shown_on_others
    assert pair.worse
    assert pair.verdict.startswith(
        "bad makes 15 more errors than good (+18.8 points). The difference is significant on "
    )
    assert pair.headline == "good is better on these 8 sessions and on others: the difference is significant."
    assert [one.session for one in pair.sessions[:2]] == ["s3", "s6"], "those that differ most come first"
    assert pair.words[0].word == "b", "the second word is wrong where two are"


@pytest.mark.parametrize("method", ["jackknife", "percentile"])
@pytest.mark.parametrize(("first", "sign"), [("good", "+"), ("bad", "−")])
def test_a_difference_is_told_in_points_whatever_its_sign(first: str, sign: str, method: str) -> None:
    systems = {"good": talks(1, 2, 1, 0, 1, 2, 1, 1), "bad": talks(3, 3, 2, 4, 2, 3, 5, 2)}
    scores = {name: api.cpwer(truth(8), systems[name]) for name in sorted(systems, key=lambda name: name != first)}
    found = api.compare(scores, ci_method=method)
    interval = found[0].interval
    low, high = (f"{100 * (end or 0):+.1f}".replace("-", "−") for end in interval[:2])
    assert low[0] == high[0] == sign, "0 is not in it"
    assert str(interval) == f"{low} to {high} points"
    saved = json.loads(found.to_json())["compare"][0]["interval"]
    assert str(Interval(**saved)) == str(interval)
    for text in (found.text(), found.markdown()):
        assert f"{sign}18.75 points" in text
        assert re.search(rf"95% CI[ |]+[{sign}]\d+\.\d\d to [{sign}]\d+\.\d\d points \(", text)
    (shown,) = unpack(api.report(scores).html, "overview")["comparisons"]
    assert shown["interval"]["of_difference"] is True
    assert str(Interval(**shown["interval"])).endswith(" points")
    assert api.compare({name: api.cpwer("a b", "a") for name in "xy"})[0].interval.of_difference, "without ends too"


def test_a_system_against_itself() -> None:
    (pair,) = api.compare(truth(7), {"one": talks(0, 3, 2, 1, 5, 0, 9), "two": talks(0, 3, 2, 1, 5, 0, 9)})
    assert (pair.difference, pair.interval[:2], pair.session_test.p) == (0, (0, 0), 1)
    assert pair.segment_test is not None
    assert pair.segment_test.p == 1
    assert not pair.worse
    assert pair.verdict == "one and two have the same number of errors."


numbers = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)), min_size=2, max_size=7)


@given(numbers)
@settings(max_examples=30, deadline=None)
def test_swapping_negates(wrong: list[tuple[int, int]]) -> None:
    one, two = talks(*(n for n, _ in wrong)), talks(*(n for _, n in wrong))
    (pair,) = api.compare(truth(len(wrong)), {"one": one, "two": two})
    (back,) = api.compare(truth(len(wrong)), {"two": two, "one": one})
    assert back.difference == -pair.difference
    ends = [None if end is None else pytest.approx(-end, abs=1e-15) for end in (pair.interval.high, pair.interval.low)]
    assert [back.interval.low, back.interval.high] == ends
    assert back.session_test[2:6] == pair.session_test[2:6]
    assert back.segment_test is not None
    assert pair.segment_test is not None
    assert (back.segment_test.p, back.segment_test.mean) == (pair.segment_test.p, -pair.segment_test.mean)
    assert pair.session_test.p >= 2.0 ** (1 - len(wrong))
    assert {(w.word, w.inserted, w.second, w.first) for w in back.words} == {tuple(w) for w in pair.words}


def test_words_have_the_errors_of_both_systems() -> None:
    """Insertions too: they were net differences, session by session."""
    reference = {"s": {"A": "a b"}, "t": {"A": "d e f"}}
    one = {"s": {"A": "a um um b"}, "t": {"A": "um d e f"}}
    two = {"s": {"A": "a um b"}, "t": {"A": "d e x"}}
    found = api.compare(reference, {"one": one, "two": two})
    (pair,) = found
    assert [tuple(word) for word in pair.words] == [("um", True, 3, 1), ("f", False, 0, 1)]
    assert "um    inserted                  3    1          −2\n" in found.text()
    (same,) = api.compare(reference, {"one": one, "again": one})
    assert same.words == []


def test_stretches_do_not_contradict_the_difference_of_their_session() -> None:
    """The second system is better in one stretch, and worse by more in the others."""
    words = [f"w{place}" for place in range(40)]
    times = [(float(5 * place), 5.0 * place + 1) for place in range(40)]

    def talk(wrong: set[int]) -> list[api.Segment]:
        said = ["x" if place in wrong else word for place, word in enumerate(words)]
        pairs = zip(said, times, strict=True)
        return [api.Segment(word, "m", "A", start, end) for word, (start, end) in pairs]

    (pair,) = api.compare(talk(set()), {"a": talk({2, 3}), "b": talk({10, 20, 21, 30})}, "tcpwer", collar=1)
    assert {place.second - place.first for place in pair.places} <= {1, 2, 3, 4}
    assert sum(place.second - place.first for place in pair.places) == 4


def test_three_systems_are_corrected_by_holm() -> None:
    systems = {"a": talks(*[1] * 8), "b": talks(*[2] * 8), "c": talks(*[2] * 7, 3)}
    found = api.compare(truth(8), systems)
    assert [(pair.a, pair.b) for pair in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [pair.session_test.p for pair in found] == [2 / 2**8, 2 / 2**8, 1]
    assert [pair.session_test.holm for pair in found] == [3 * 2 / 2**8, 3 * 2 / 2**8, 1]
    note = "p-values in the table are adjusted for 3 pairs (Holm), intervals are of each pair alone"
    for text in (found.text(200), found.markdown(), found.latex()):
        assert note in text
    assert "of this pair alone" in found.text(200)
    pair = api.compare(truth(8), {"a": systems["a"], "b": systems["b"]})
    assert "of this pair alone" not in pair.text(200)
    assert "adjusted" not in pair.markdown()
    against = api.compare(truth(8), systems, baseline="b")
    assert [(pair.a, pair.b, pair.session_test.holm) for pair in against] == [("b", "a", 4 / 2**8), ("b", "c", 1)]
    with pytest.raises(api.OptionError, match="no system is called 'd'; the baseline is one of a, b, c"):
        api.compare(truth(8), systems, baseline="d")


def test_groups_are_taken_as_one() -> None:
    (pair,) = api.compare(truth(6), {"a": talks(*[0] * 6), "b": talks(*[1] * 6)}, group="s[01]|s[23]|s[45]|")
    assert (pair.session_test.n, pair.session_test.unit) == (6, "group")
    (pair,) = api.compare(truth(6), {"a": talks(*[0] * 6), "b": talks(*[1] * 6)}, group="s")
    assert (pair.session_test.n, pair.session_test.p, pair.interval.why) == (1, 1, "there is only one group")


def lanes(reference: str, hypothesis: str, steps: str) -> matched_pairs.Events:
    sides = [(Utterance(name, 0, tuple(said.split())),) for name, said in (("A", reference), ("x", hypothesis))]
    return events([Lane("A", "x", sides[0], sides[1], steps)])


def test_segments_of_nist() -> None:
    """Two alignments of SCTK's own tests (NIST, free with acknowledgement): sc_stats says Z 2.000, and different."""
    said = "yeah how do we handle how do we ha- address that"
    first = [lanes("", "s.", "I"), lanes(said, "yeah but we have not had we had that s. a.", "CDSCSSSCCDCII")]
    second = [lanes("", "", ""), lanes(said, "yeah but we have not and we that's right", "CDSCSSSCOSS")]
    pieces = [piece for pair in zip(first, second, strict=True) for piece in matched_pairs.by_speaker(*pair)]
    assert [piece[3:5] for piece in pieces] == [(1, 0), (5, 5), (3, 2)]
    found = matched_pairs.statistic(pieces)
    assert (found.segments, round(found.mean, 3), round(found.sd, 3)) == (3, 0.667, 0.577)
    assert found.z == pytest.approx(2)
    assert sign_flip([piece.difference for piece in pieces]).p == 0.5


def test_where_segments_end() -> None:
    first = lanes("a b c d e f", "a b c d e f", "CCCCCC")
    second = lanes("a b c d e f", "x b c d e y", "SCCCCS")
    assert [piece[3:5] for piece in matched_pairs.by_speaker(first, second)] == [(0, 1), (0, 1)]
    inserted = lanes("a b c d e f", "x b z c d e y", "SCICCCS")
    assert [piece[3:5] for piece in matched_pairs.by_speaker(first, inserted)] == [(0, 2), (0, 1)], "one in between"
    behind = lanes("a b c d e f", "a b c d e f g", "CCCCCCI")
    assert [piece[3:5] for piece in matched_pairs.by_speaker(first, behind)] == [(0, 1)]


@st.composite
def ties(draw: st.DrawFn) -> list[list[Segment]]:
    """A reference and two hypotheses of it. Speakers talk in step, so that words are said at the same time."""
    turns = draw(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), min_size=1, max_size=8))
    sides = []
    for names in ("PQR", "xyz", "xyz"):
        said = [[draw(st.sampled_from([word, word, word, "d", ""])) for word in turn] for turn in turns]
        words = turns if names == "PQR" else said
        voices = [draw(st.sampled_from(names)) for _ in turns]
        sides.append(
            [
                Segment(" ".join(turn), "s", voice, i // 3, i // 3 + 1)
                for i, (turn, voice) in enumerate(zip(words, voices, strict=True))
            ]
        )
    return sides


@settings(max_examples=150, deadline=None)
@given(ties(), st.sampled_from(["cpwer", "orcwer", "mdwer", "dicpwer"]))
def test_the_other_way_round_is_the_mirror_image(sides: list[list[Segment]], metric: str) -> None:
    reference, a, b = sides
    (there,) = api.compare(reference, {"a": a, "b": b}, metric, mapsswe=True)
    (back,) = api.compare(reference, {"b": b, "a": a}, metric, mapsswe=True)
    assert there.segment_test is not None
    assert back.segment_test is not None
    mirrored = there.segment_test._replace(
        mean=-there.segment_test.mean, z=there.segment_test.z and -there.segment_test.z
    )
    assert back.segment_test == mirrored
    assert [(*place[:3], place.second, place.first) for place in there.places] == [place[:5] for place in back.places]
    assert [word[:2] for word in there.words] == [word[:2] for word in back.words]
    assert there.mapsswe is not None
    assert back.mapsswe == there.mapsswe._replace(mean=-there.mapsswe.mean, z=there.mapsswe.z and -there.mapsswe.z)


def test_the_signature_names_the_limits_of_both_searches() -> None:
    """Whichever of the two is not proven."""
    chance = Random(1)
    reference = [Segment(" ".join(chance.choices("abcdefghi", k=4)), "s", "ABC"[at % 3], at) for at in range(60)]
    heard = [Segment(" ".join(chance.choices("abcdefghi", k=4)), "s", chance.choice("XYZ"), at) for at in range(60)]
    proven, ended = (api.mimower(reference, side, effort=1e-6) for side in (reference, heard))
    assert (proven.exact, ended.exact) == (True, False)
    for sides in ({"a": proven, "b": ended}, {"b": ended, "a": proven}):
        assert api.compare(sides)[0].signature == ended.signature


def test_plain_texts() -> None:
    (pair,) = api.compare("a b c d", {"one": "a b c", "two": "a b x y z"}, "wer")
    assert (pair.errors, pair.segment_test.cut if pair.segment_test else "") == ((1, 3), "speaker"), (
        "there are no times"
    )
    assert pair.interval.why == "there is only one session"
    assert pair.verdict == "two makes 2 more errors than one (+50.0 points). The difference is not significant (p = 1)."


def test_too_few_sessions_are_told_and_no_fewer_are_asked_for() -> None:
    reference = {str(place): {"A": "a b c d e f g h"} for place in range(7)}
    worse = {name: {"A": "a b c d e f x x" if name in "135" else "a b c d e f g x"} for name in reference}
    for number in (4, 7):
        some = dict(list(reference.items())[:number])
        found = api.compare(some, {"ours": some, "worse": {name: worse[name] for name in some}}, "cpwer")
        few = "4 sessions are too few to say whether it holds for others (smallest possible p: 0.125)"
        assert (few in found[0].verdict) == (number == 4)
        text = " ".join(str(found).split())
        assert ("at least 6 sessions" in text) == (number == 4)
        assert "about 6 to detect" in text if number == 4 else "7 sessions can detect a difference of" in text


def test_sessions_without_a_difference_do_not_count() -> None:
    """Nine sessions, of which six differ: exchanging the systems in the others changes nothing."""
    (pair,) = api.compare(truth(9), {"a": talks(*[0] * 9), "b": talks(*[1] * 6, 0, 0, 0)})
    assert (pair.session_test.n, pair.session_test.p, pair.session_test.least_p) == (9, 2 / 2**6, 2 / 2**6)


def test_a_word_on_the_other_stream_is_one_cause() -> None:
    fact = KNOWN["mapsswe"][1]
    reference = [Segment("a b c", "m", "A", 0, 3), Segment("d e f", "m", "B", 3, 6)]
    right = [Segment("a b c", "m", "1", 0, 3), Segment("d e f", "m", "2", 3, 6)]
    moved = [Segment("a b c d", "m", "1", 0, 4), Segment("e f", "m", "2", 4, 6)]
    (pair,) = api.compare(reference, {"right": right, "moved": moved}, "tcpwer", collar=5, mapsswe=True)
    assert pair.errors == tuple(fact["by_time"]["errors"])
    assert pair.segment_test is not None
    here = pair.segment_test
    assert pair.parts == {"attribution": 0, "mixed": 2, "recognition": 0}
    assert not api.compare(reference, {"a": right, "b": moved}, "tcpwer", collar=5, parts=False)[0].parts
    expected = fact["by_time"]
    assert (here.segments, here.mean, here.sd, here.z, here.cut) == (
        *(expected[key] for key in ("segments", "mean", "sd", "z")),
        "time",
    )
    assert here.p == expected["exact_sign_flip_p"]
    assert pair.mapsswe == tuple(fact["per_speaker"][key] for key in ("segments", "mean", "sd", "z"))


def test_two_diarisers_of_the_same_words() -> None:
    """AMI ES2004a to d: the same words, with the speakers that VBx and DiaPer found."""
    fact = KNOWN["mapsswe"][0]
    sides = corpus("ami_diarised")
    systems = {"VBx": sides["hyp_vbx"], "DiaPer": sides["hyp_diaper"]}
    found = api.compare(sides["reference"], systems, "tcpwer", collar=5, mapsswe=True)
    told = found.text().rpartition("\n")[0]  # without the signature, which tells the version
    assert told in (DOCS / "compare.md").read_text(encoding="utf-8"), "put what is printed now into docs/compare.md"
    (pair,) = found
    assert pair.errors == (11443, 12210)
    assert pair.parts == {"attribution": 801, "mixed": -35, "recognition": 1}
    for statistic, name in ((pair.segment_test, "by_time"), (pair.mapsswe, "per_speaker")):
        assert statistic is not None
        expected = fact[name]
        assert statistic[:4] == pytest.approx([expected[key] for key in ("segments", "mean", "sd", "z")], rel=1e-12)
    assert pair.segment_test is not None
    assert pair.segment_test.p == pytest.approx(fact["by_time"]["exact_sign_flip_p"], rel=1e-9)
    difference = KNOWN["differences"][0]["expected"]
    assert pair.interval[:2] == pytest.approx(difference["ci"], rel=1e-12)
    others = pair.session_test
    assert (others.n, others.p, others.least_p, others.needed) == (4, 0.125, 0.125, 8)
    assert (others.t_p, others.detectable) == pytest.approx((difference["p"], difference["minimal_detectable"]))
    assert pair.verdict == (
        "DiaPer makes 767 more errors than VBx (+3.4 points). The difference is significant on these sessions"
        " (p < 0.0001), but 4 sessions are too few to say whether it holds for others (smallest possible p: 0.125)."
    )
    assert pair.headline == ("VBx is better on these 4 sessions; they are too few to say whether it holds for others.")


@pytest.fixture
def worse(tmp_path: Path) -> Path:
    """The hypothesis of the example, with the first two words of every segment gone."""
    segments = [segment._replace(words=" ".join(segment.words.split()[2:])) for segment in api.load(HYP)]
    api.dump(segments, tmp_path / "worse.stm")
    return tmp_path / "worse.stm"


def test_the_command(hubbub: Hubbub, worse: Path) -> None:
    done = hubbub("compare", "-r", REF, "-h", f"ours={HYP}", "-h", f"worse={worse}", "--mapsswe")
    assert done.code == 0
    assert all(len(line) <= 80 for line in done.out.splitlines()), done.out
    assert done.out.startswith("ours is better on these 4 sessions; they are too few to say whether it holds for")
    for part in (
        "  these sessions   significant      p ",
        "  other sessions   not significant  p = 0.125, the smallest that 4 sessions can",
        "segments, exact sign-flip",
        "  MAPSSWE ",
        "  power            at least 6 sessions",
        "  where            talk-",
    ):
        assert part in done.out
    assert "warning: only 4 sessions; with fewer than 6 the 95% CI is too narrow\n" in done.err
    assert done.out.splitlines()[-1].startswith("cpwer|norm:none|")


def test_a_job_fails_where_it_got_worse(hubbub: Hubbub, worse: Path) -> None:
    arguments = ["compare", "-r", REF, "-h", f"ours={HYP}", "-h", f"worse={worse}", "--quiet", "--fail-if-worse"]
    assert hubbub(*arguments, "--baseline", "ours").code == 3
    assert hubbub(*arguments, "--baseline", "worse").code == 0, "it got better"
    assert hubbub(*arguments, "--baseline", "ours", "--ci", "99.99%").code == 0, "that may be chance"
    assert "add --baseline NAME" in hubbub(*arguments).err


def test_saved_results(hubbub: Hubbub, worse: Path, tmp_path: Path) -> None:
    files = []
    for name, hypothesis in (("a", HYP), ("b", worse)):
        files.append(tmp_path / f"{name}.json")
        hubbub("cpwer", "-r", REF, "-h", f"hyp={hypothesis}", "-o", files[-1], "--alignment", "--quiet")
    fresh = json.loads(hubbub("compare", "-r", REF, "-h", f"a={HYP}", "-h", f"b={worse}", "--json").out)
    saved = json.loads(hubbub("compare", *files, "--json").out)
    assert saved == fresh, "systems of the same name are called after their files"
    assert isinstance(fresh["compare"][0]["length"], int), "words are whole"
    refusal = "a.json:1: contains saved scores, not a transcript; give it to compare, merge or average"
    assert refusal in hubbub("cpwer", "-r", REF, "-h", files[0]).err
    for command in ("report", "blame", "cpwer"):
        assert refusal in hubbub(command, files[0]).err
    assert fresh["compare"][0]["segment_test"]["segments"] > 0
    assert list(fresh["compare"][0]["session_test"])[:4] == ["n", "unit", "p", "least_p"]
    hubbub("cpwer", "-r", REF, "-h", f"hyp={worse}", "-o", files[1], "--quiet", "--force")
    without = json.loads(hubbub("compare", *files, "--json").out)["compare"][0]
    assert "recordings" not in without, "there are no words"
    assert without["session_test"] == fresh["compare"][0]["session_test"]
    assert (
        "--mapsswe needs words, and the saved results have none; save them with --alignment"
        in hubbub("compare", *files, "--mapsswe").err
    )


def test_what_is_missing_is_told(hubbub: Hubbub, tmp_path: Path) -> None:
    fewer = tmp_path / "fewer.stm"
    fewer.write_text(
        "".join(line for line in HYP.read_text(encoding="utf-8").splitlines(True) if "talk-B" not in line),
        encoding="utf-8",
    )
    pair = ["compare", "-r", REF, "-h", f"ours={HYP}", "-h", f"fewer={fewer}"]
    for more in ([], ["-m", "tcpwer", "--collar", "5"], ["-o-"]):
        run = hubbub(*pair, *more)
        assert "missing from fewer, scored as empty: talk-B" in (run.out if more == ["-o-"] else run.err)
    assert json.loads(hubbub(*pair, "--json").out)["compare"][0]["silent"] == {"fewer": ["talk-B"]}
    longer = tmp_path / "longer.stm"
    longer.write_text(HYP.read_text(encoding="utf-8") + "talk-X 1 A 0 1 so\n", encoding="utf-8")
    shown = hubbub("compare", "-r", REF, "-h", f"ours={HYP}", "-h", f"longer={longer}", "--partial").err
    assert "in longer, not in the reference, not scored: talk-X" in shown


def test_results_without_words_are_named(hubbub: Hubbub, worse: Path, tmp_path: Path) -> None:
    files = [tmp_path / "ours.json", tmp_path / "worse.json"]
    hubbub("cpwer", "-r", REF, "-h", f"ours={HYP}", "-o", files[0], "--quiet")
    hubbub("cpwer", "-r", REF, "-h", f"worse={worse}", "-o", files[1], "--quiet", "--alignment")
    run = hubbub("compare", *files)
    assert "  these sessions   not tested       ours was saved without words; save with" in run.out
    assert "are too few to say" in run.out
    assert json.loads(hubbub("compare", *files, "--json").out)["compare"][0]["without_words"] == ["ours"]
    run = hubbub("compare", *files, "--baseline", "ours", "--fail-if-worse", "--quiet")
    assert (run.code, run.out) == (1, "")
    assert "could never fail: 4 sessions cannot show a difference, and ours has no words" in run.err


def test_a_clock_that_is_off_is_warned_of(hubbub: Hubbub, tmp_path: Path) -> None:
    late = tmp_path / "late.stm"
    lines = [line.split(" ", 5) for line in HYP.read_text(encoding="utf-8").splitlines() if not line.startswith(";;")]
    late.write_text(
        "".join(f"{' '.join(a[:3])} {float(a[3]) + 20} {float(a[4]) + 20} {a[5]}\n" for a in lines), encoding="utf-8"
    )
    run = hubbub("compare", "-m", "tcpwer", "--collar", "5", "-r", REF, "-h", f"ours={HYP}", "-h", f"late={late}")
    assert "correct words of late are 19.99 s late (median)" in run.err
    assert "check the clocks" in run.err
    assert "correct words of ours" not in run.err


def test_files_for_pull_requests(hubbub: Hubbub, worse: Path, tmp_path: Path) -> None:
    pair = ["-r", REF, "-h", f"ours={HYP}", "-h", f"worse={worse}"]
    run = hubbub("compare", *pair)
    text, _, signature = run.out.rstrip("\n").rpartition("\n")
    assert f"{text}\n{run.err}{signature}" == str(api.compare(REF, {"ours": HYP, "worse": worse}))
    hubbub("compare", *pair, "--quiet", *(f"-o{tmp_path / name}" for name in ("x.md", "x.csv", "x.json")))
    page = (tmp_path / "x.md").read_text(encoding="utf-8")
    assert page.startswith("**worse makes ")
    assert "<details>" in page
    rows = (tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "a,b,metric,session,errors a,errors b,length,row"
    assert len(rows) == 1 + 4 + 1
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["compare"][0]["b"] == "worse"


def refused(hubbub: Hubbub, *arguments: Any) -> str:
    done = hubbub("compare", *arguments)
    assert done.code == 1
    return done.err


def test_what_cannot_be_compared(hubbub: Hubbub, worse: Path, tmp_path: Path) -> None:
    def save(name: str, *arguments: Any) -> Path:
        hubbub(*arguments, "-o", tmp_path / name, "--quiet")
        return tmp_path / name

    plain = save("plain.json", "cpwer", "-r", REF, "-h", HYP)
    lower = save("lower.json", "cpwer", "-r", REF, "-h", worse, "--normalizer", "lower")
    assert "scored with different options: norm none and lower@1; score both with the same" in refused(
        hubbub, plain, lower
    )
    collars = [save(f"{c}.json", "tcpwer", "-r", REF, "-h", HYP, "--collar", c) for c in ("2", "5")]
    assert "collar 2 and 5" in refused(hubbub, *collars)
    other = save("other.json", "cpwer", "-r", worse, "-h", HYP)
    assert "different references (sessions talk-A, talk-B" in refused(hubbub, plain, other)
    some = save("some.json", "cpwer", "-r", REF, "-h", HYP, "--regex", "talk-[AB]")
    assert "different sessions: talk-C, talk-D missing from some" in refused(hubbub, plain, some)
    assert "compare needs two systems, e.g. -h A=FILE -h B=FILE" in refused(hubbub, "-r", REF, "-h", HYP)
    assert "cannot be combined with -r and -h" in refused(hubbub, plain, lower, "-r", REF)
    nothing = hubbub("compare")
    assert (nothing.code, "nothing to compare" in nothing.err) == (2, True)
    assert "one metric at a time" in refused(hubbub, "-m", "cpwer,wer", "-r", REF, "-h", f"a={HYP}", "-h", f"b={worse}")
    for metric, title in (("purity", "Purity"), ("wder", "WDER"), ("nmi", "NMI")):
        assert f"{title} is not relative to the reference" in refused(
            hubbub, "-m", metric, "-r", REF, "-h", f"a={HYP}", "-h", f"b={worse}"
        )
    both = save("both.json", "score", "-m", "cpwer,wer", "-r", REF, "-h", HYP)
    assert "contain cpwer, wer; choose one, e.g. -m cpwer" in refused(hubbub, both, plain)
    assert hubbub("compare", both, plain, "-m", "cpwer").code == 0
    assert "talk-C" not in hubbub("compare", both, plain, "-m", "cpwer", "--regex", "talk-[AB]").out
    assert "--collar has no effect on saved results" in refused(hubbub, plain, some, "--collar", "5")


def test_seconds_of_speech_are_compared(hubbub: Hubbub) -> None:
    done = hubbub("compare", "-m", "der", "-r", REF, "-h", f"a={HYP}", "-h", f"b={REF}")
    assert done.out.startswith("b has the better rate; ")
    assert "−27.23 points (−31.54 seconds in 115.84 seconds)" in done.out
    systems = ["-r", REF, "-h", f"a={HYP}", "-h", f"b={REF}"]
    assert "--mapsswe has no effect on DER" in hubbub("compare", "-m", "der", *systems, "--mapsswe").err
    assert "these sessions " not in done.out


@pytest.mark.parametrize("metric", [["-m", "cpwer"], ["-m", "tcpwer", "--collar", "5"], ["-m", "der"]])
def test_what_a_uem_left_out_is_told(hubbub: Hubbub, tmp_path: Path, metric: list[str]) -> None:
    uem = tmp_path / "some.uem"
    uem.write_text("talk-A 1 0 2130\n", encoding="utf-8")
    done = hubbub("compare", *metric, "-r", REF, "-h", f"a={HYP}", "-h", f"b={REF}", "--uem", uem, "--json")
    notes = [note["text"] for note in json.loads(done.out)["compare"][0]["notes"]]
    assert notes[0].startswith("3 of 4 sessions are not in the UEM, scored ")
    assert [note for note in notes if note.startswith("not scored: ") and "reference segments outside the" in note]
    assert [note for note in notes if note.startswith("a: not scored: ") and "hypothesis segments" in note]
    told = hubbub("compare", *metric, "-r", REF, "-h", f"a={HYP}", "-h", f"b={REF}", "--uem", uem).err
    assert all(note in told for note in notes)


def test_many_pairs_are_in_a_table_first_of_all() -> None:
    systems = {name: talks(*[errors] * 8) for name, errors in (("good", 1), ("fair", 2), ("bad", 5))}
    found = api.compare(truth(8), systems)
    head, *rows = found.text().split("\n\n")[0].splitlines()
    assert head.split() == ["system", "against", "points", "95%", "CI", "p", "(others)", "p", "(these)"]
    assert [row.split()[:3] for row in rows] == [
        ["fair", "good", "+10.00"],
        ["bad", "good", "+40.00"],
        ["bad", "fair", "+30.00"],
    ]
    assert rows[0].split()[-2] == f"{found[0].session_test.holm:.3g}"
    assert found.markdown().startswith("| system | against |")
    del systems["bad"]
    assert "against |" not in api.compare(truth(8), systems).markdown().splitlines()[0], "one pair needs no table"


@pytest.mark.parametrize("given_up", [3, [3], "a b", [], None])
def test_what_is_no_list_of_scores(given_up: Any) -> None:
    with pytest.raises(api.InputError):
        api.compare(given_up)


def test_the_page_tells_the_same_of_further_sessions() -> None:
    scores = [api.cpwer(truth(2), talks(1, 2)), api.cpwer(truth(2), talks(2, 4))]
    scores[1] = scores[1].rename("other")
    (packed,) = pack_comparisons(scores, {}, list(scores[0]))
    shown = " ".join(str(api.compare(scores)).split())
    needed = "at least 6 sessions are needed; about 6 to detect 15.0 points (80% power)"
    assert packed["notes"] == [needed]
    assert all(text in shown for text in packed["notes"])
    wide = [api.cpwer(truth(2), talks(0, 0)), api.cpwer(truth(2), talks(0, 9))]
    wide[1] = wide[1].rename("other")
    (packed,) = pack_comparisons(wide, {}, list(wide[0]))
    assert (packed["interval"], packed["notes"][0][:40]) == (None, "No 95% CI: 2 sessions are too few (it wo")


def test_scores_in_a_dict_are_called_after_their_names() -> None:
    scores = {"ours": api.cpwer(truth(8), talks(*[1] * 8)), "theirs": api.cpwer(truth(8), talks(*[2] * 8))}
    found = api.compare(scores)
    assert found[0].verdict.startswith("theirs makes 8 more errors than ours")
    assert all(run.system == "hyp" for run in scores.values()), "those of the caller stay as they are"
    assert repr(api.rank(scores)).startswith("<cpWER: ours ")
    page = api.report(scores)
    assert [run.system for run in page._runs] == ["ours", "theirs"]
    by_metric = api.score(["cpwer", "wer"], "a b", "a")
    assert {run.system for run in api.report(by_metric)._runs} == {"hyp"}
    for table in (found.to_pandas(), found.to_polars()):
        assert (table["a"][0], table["errors b"][0], table["p sessions"][0]) == ("ours", 16, 2 / 2**8)
        assert (table["rate a"][0], table["rate b"][0]) == (0.1, 0.2)
    alone = api.compare({"ours": api.cpwer("a b", "a b"), "theirs": api.cpwer("a b", "a x")})
    assert "theirs makes 1 more error than ours" in alone[0].verdict, "the result of one session will do"
    assert str(api.compare(truth(2), {"a": talks(1, 2), "b": talks(2, 2)})[0].interval) == "−58.5 to +68.5 points"


def test_what_python_refuses() -> None:
    with pytest.raises(
        api.InputError, match=r"two systems have the name 'hyp'; give each its own, e.g. {'A': scores, 'B'"
    ):
        api.compare([api.cpwer("a", "a"), api.cpwer("a", "b")])
    with pytest.raises(api.InputError, match=r"systems are .*; give a dict of hypotheses by name"):
        api.compare("a", ["a", "b"])  # type: ignore[arg-type]
    with pytest.raises(api.OptionError, match="unknown option 'colar'"):
        api.compare("a", {"x": "a", "y": "b"}, colar=3)
    with pytest.raises(api.InputError, match="has no times"):
        api.compare("a", {"x": "a", "y": "b"}, "tcpwer")
    with pytest.raises(api.InputError, match="two systems have the name 'hyp'"):
        api.compare([api.cpwer(REF, HYP), api.cpwer(REF, HYP)])


def test_short_places_have_decimals() -> None:
    reference = [Segment("so b c", "m", "A", 0.2, 0.9)]
    worse = [Segment("so x x", "m", "A", 0.2, 0.9)]
    shown = str(api.compare(reference, {"right": reference, "worse": worse}, "tcpwer", collar=5))
    assert "  0:00.6–0:00.8 +2" in shown
    worse = [Segment("so b x", "m", "A", 0.2, 0.9)]
    shown = str(api.compare(reference, {"right": reference, "worse": worse}, "tcpwer", collar=5))
    assert "  0:00.8 +1" in shown
    assert "  causes           attribution" in shown
