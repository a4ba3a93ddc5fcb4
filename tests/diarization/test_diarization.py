"""DER and JER: known numbers, slow twins, profiles and edges. The commands: test_diarization_commands.py."""

from __future__ import annotations

import doctest
import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles_der as oracle
from support.meetings_der import REF, UEM, VBX, Setting, many, meetings, one, segments, settings_, turns
from support.paths import FACTS
from support.running import Hubbub

import hubbub
from hubbub import InputError, Segment, Transcript
from hubbub.diarization.sweep import assign
from hubbub.formats import dumps
from hubbub.model.diarization_counts import SpeechErrors
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, PROFILES
from hubbub.model.score_notes import notes

AMI = json.loads((FACTS / "der/expected.json").read_text(encoding="utf-8"))["cases"]
MEETEVAL = json.loads((FACTS / "meeteval.json").read_text(encoding="utf-8"))


@pytest.fixture
def run(hubbub: Hubbub) -> Hubbub:
    return hubbub


# Facts


@pytest.mark.parametrize("hypothesis", ["ami_hyp_vbx.rttm", "ami_hyp_diaper.rttm"])
@pytest.mark.parametrize("collar", [0.0, 0.25])
def test_md_eval_prints_the_same(hypothesis: str, collar: float) -> None:
    cases = {case["session"]: case["expected"] for case in AMI if (case["hyp"], case["collar"]) == (hypothesis, collar)}
    scores = many("der", REF, FACTS / "der" / hypothesis, collar=collar, uem=UEM)
    assert set(scores) == set(cases)
    names = ("scored_speaker_s", "missed_s", "falarm_s", "error_s")
    for session, expected in cases.items():
        counts = scores[session].counts
        assert counts.rate is not None
        found = {name: f"{seconds:.2f}" for name, seconds in zip(names, counts, strict=True)}
        found["der_percent"] = f"{100 * counts.rate:.2f}"
        assert found == {name: f"{value:.2f}" for name, value in expected.items()}, session


PYANNOTE = json.loads((FACTS / "der/pyannote.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("collar", [0.0, 0.5])
def test_pyannote_gives_the_same(collar: float) -> None:
    choices: dict[str, Any] = {"collar": collar, "uem": UEM, "profile": "pyannote"}
    reference, hypothesis = hubbub.load(REF), hubbub.load(VBX)
    names: dict[tuple[str, str], str] = {}
    for session, turns_of in hypothesis.sessions().items():
        speakers = sorted({segment.speaker or "" for segment in reference.sessions()[session]})
        streams = sorted({segment.speaker or "" for segment in turns_of})
        names |= {(session, stream): (speakers[i : i + 1] or [stream])[0] for i, stream in enumerate(streams)}
    renamed = [one._replace(speaker=names[one.session or "", one.speaker or ""]) for one in hypothesis]
    found = many("deter", reference, hypothesis, **choices), many("ier", reference, Transcript(renamed), **choices)
    for case in (case for case in PYANNOTE if case["collar"] == collar):
        detected, identified = (scores[case["session"]].counts for scores in found)
        assert detected[:3] == pytest.approx(case["deter"], abs=2e-3)
        assert tuple(identified) == pytest.approx(case["ier"], abs=2e-3)


DER_FACTS = [fact for fact in MEETEVAL["other"] if fact["what"].startswith("DER")]


@pytest.mark.parametrize("number", range(len(DER_FACTS)))
def test_meeteval(number: int, tmp_path: Path) -> None:
    fact = DER_FACTS[number]
    words, given_, expected = fact["what"].split(), fact["input"], fact["expected"]
    choices: dict[str, Any] = {"profile": "dscore" if "dscore" in words else "md-eval"}
    if "--collar" in words:
        choices["collar"] = words[words.index("--collar") + 1]
    if isinstance(given_, str):
        texts = {name: MEETEVAL["files"][name] for name in given_.split()[1:]}
        texts |= {"uem.uem": MEETEVAL["files"]["uem.uem"]} if "--uem" in words else {}
    elif given_["ref"].startswith("S1:"):
        texts = {f"{side}.rttm": rttm(given_[side].removeprefix("S1: ")) for side in ("ref", "hyp")}
    else:
        texts = {f"{side}.{'uem' if side == 'uem' else 'rttm'}": text + "\n" for side, text in given_.items()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    reference, hypothesis, *uem = [tmp_path / name for name in texts]
    total: Any = many("der", reference, hypothesis, uem=uem[0] if uem else None, **choices).total
    found = {
        "error_rate": round(total.rate, 4),
        "scored": total.scored,
        "missed": total.missed,
        "falarm": total.false_alarm,
        "spkerr": total.confusion,
    }
    assert {name: found[name] for name in expected} == {name: round(value, 4) for name, value in expected.items()}


def rttm(text: str) -> str:
    return dumps(Transcript(turns(text, "S1")), "rttm")


# Slow twins


@settings(max_examples=400, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_der_against_its_twin(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    result = one("der", how.transcript(ref), segments(hyp), **how.choices())
    cells = how.cells(ref, hyp)
    ways = [tuple(map(float, way)) for way in oracle.der(cells, how.profile.mapped_on)]
    assert tuple(result.counts) in ways
    pairing = {speaker: stream for speaker, stream in result.pairing if speaker is not None}
    assert tuple(result.counts) == tuple(map(float, oracle.parts([cell for cell in cells if cell.scored], pairing)))


@settings(max_examples=400, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_jer_against_its_twin(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    result = one("jer", how.transcript(ref), segments(hyp), **how.choices())
    cells = how.cells(ref, hyp)
    ways = oracle.jer(cells, how.profile.jaccard_mapping)
    assert min(abs(result.errors - float(way)) for way in ways) < 1e-9
    scored = [cell for cell in cells if cell.scored]
    assert result.speakers == len(set().union(*(cell.reference for cell in scored)))
    errors = [match.error for match in result.matches if match.error is not None]
    assert sum(errors) == pytest.approx(result.errors)


@settings(max_examples=200, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("ABx"), how=settings_)
def test_ier_against_its_twin(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    result = one("ier", how.transcript(ref), segments(hyp), **how.choices())
    assert tuple(result.counts) == tuple(map(float, oracle.identification(how.cells(ref, hyp))))
    assert all(speaker == stream for speaker, stream in result.pairing if None not in (speaker, stream))


@settings(max_examples=200, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_deter_against_its_twin(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    result = one("deter", how.transcript(ref), segments(hyp), **how.choices())
    scored, missed, alarm = map(float, oracle.detection(how.cells(ref, hyp)))
    assert tuple(result.counts) == (scored, missed, alarm, 0)


@settings(deadline=None)  # the slow twin takes long on a busy machine
@given(st.integers(0, 5).flatmap(lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), max_size=5)))
def test_assign_against_all_assignments(weights: list[list[int]]) -> None:
    found = assign(weights)
    assert len(set(found.values())) == len(found)
    columns = len(weights[0]) if weights else 0
    chosen = permutations([*range(columns), *[None] * len(weights)], len(weights))
    ways = [sum(row[column] for row, column in zip(weights, way, strict=True) if column is not None) for way in chosen]
    assert sum(weights[row][column] for row, column in found.items()) == max(ways)
    assert all(weights[row][column] for row, column in found.items())


@settings(max_examples=50, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_)
def test_what_must_hold(ref: list[oracle.Turn], hyp: list[oracle.Turn], how: Setting) -> None:
    same = one("der", segments(ref), segments(ref), **how.choices())
    assert same.errors == 0
    turned = one("der", segments(ref[::-1]), segments(hyp[::-1]), profile="pyannote")
    assert turned.counts == one("der", segments(ref), segments(hyp), profile="pyannote").counts
    rate = one("jer", segments(ref), segments(hyp), **how.choices()).rate
    assert rate is None or 0 <= rate <= 1


@pytest.mark.parametrize("metric", OF_TIMES)
@settings(max_examples=40, deadline=None)
@given(ref=meetings("ABC"), hyp=meetings("xyz"), how=settings_, seed=st.randoms(use_true_random=False))
def test_the_order_of_lines_changes_nothing(metric: str, ref: Any, hyp: Any, how: Setting, seed: Random) -> None:
    shuffled = [seed.sample(side, len(side)) for side in (ref, hyp)]
    choices = how._replace(skip_overlap=how.skip_overlap and metric != "deter").choices()
    first = one(metric, how.transcript(ref), segments(hyp), **choices)
    second = one(metric, how.transcript(shuffled[0]), segments(shuffled[1]), **choices)
    assert first == second


@pytest.mark.parametrize("metric", ["der", "jer"])
def test_the_first_to_speak_is_paired_first(metric: str) -> None:
    """Both speakers share as much time with x. With a collar the rate depends on who of them is paired."""
    ref, hyp = turns("A 0-4, B 4-6, B 7-9"), turns("x 0-9")
    for lines in (ref, ref[::-1]):
        assert one(metric, lines, hyp, collar=0.5).pairing[0] == ("A", "x")
    late = [segment._replace(speaker="AB"["BA".index(segment.speaker or "")]) for segment in ref]
    for lines in (late, late[::-1]):
        assert one(metric, lines, hyp, collar=0.5).pairing[0] == ("B", "x")


# Profiles

LATE, EARLY = turns("A 5-10, B 10-20"), turns("x 0-10, y 10-20")


@pytest.mark.parametrize(("profile", "alarm"), [("md-eval", 0), ("dscore", 5), ("pyannote", 5)])
def test_the_region_without_a_uem(profile: str, alarm: float) -> None:
    result = one("der", LATE, EARLY, profile=profile)
    assert result.counts == SpeechErrors(15, 0, alarm, 0)
    assert result.region == PROFILES[profile].region
    outside = {"hypothesis_segments_outside_the_scored_region": 1}
    assert one("der", LATE, [*EARLY, *turns("z 1-2")], profile=profile).left_out == ({} if alarm else outside)


def test_the_collar_of_pyannote_is_the_total_width() -> None:
    wide, narrow = (one("der", LATE, EARLY, collar=2, profile=name).scored for name in ("dscore", "pyannote"))
    assert (wide, narrow) == (15 - 8, 15 - 4)
    halved = one("der", LATE, EARLY, collar=1, profile="dscore").counts
    assert one("der", LATE, EARLY, collar=2, profile="pyannote").counts == halved


def test_pyannote_maps_what_the_collar_leaves() -> None:
    """All that A and x share lies in collars, so what counts is the little that A and y share."""
    ref, hyp = turns("A 0-1, A 1-2, A 4-10"), turns("x 0-2, y 6-7")
    assert one("der", ref, hyp, collar=1, profile="dscore").pairing == (("A", "x"), (None, "y"))
    assert one("der", ref, hyp, collar=2, profile="pyannote").pairing == (("A", "y"), (None, "x"))


def test_zero_length_turns_only_mark_time() -> None:
    ref, hyp = turns("A 5-5, B 10-20"), turns("x 10-20")
    assert one("der", ref, hyp).counts == SpeechErrors(10)
    assert one("der", turns("B 10-20, A 15-15"), hyp, collar=1).scored == 6
    assert one("der", turns("B 10-20, A 15-15"), hyp, collar=2, profile="pyannote").scored == 8
    assert one("der", turns("A 5-5"), turns("x 5-5")).rate is None


def test_jer_profiles_pair_differently() -> None:
    """x shares most time with A, but fits B better than y does."""
    ref, hyp = turns("A 0-20, B 20-23"), turns("x 14-23, y 0-2")
    best, by_time = (one("jer", ref, hyp, profile=name) for name in ("dscore", "pyannote"))
    assert best.pairing == (("A", "y"), ("B", "x"))
    assert by_time.pairing == (("A", "x"), ("B", None), (None, "y"))
    assert best.rate is not None
    assert by_time.rate is not None
    assert best.rate < by_time.rate


# Edges


@pytest.mark.parametrize(
    ("ref", "hyp", "expected"),
    [
        ("A 0-2", "x 0-2", (2, 0, 0, 0)),
        ("A 0-2, A 2-4", "x 0-4", (4, 0, 0, 0)),
        ("A 0-4, A 1-2", "x 0-4, x 0-4", (4, 0, 0, 0)),
        ("A 0-4, B 1-2", "x 0-4", (5, 1, 0, 0)),
        ("A 0-4, B 0-4", "x 0-4, y 0-4", (8, 0, 0, 0)),
        ("A 0-4", "x 0-4, y 0-4, z 0-4", (4, 0, 8, 0)),
        ("A 0-4, B 4-6", "x 0-6", (6, 0, 0, 2)),
        ("A 0-1, B 9-10", "", (2, 2, 0, 0)),
    ],
)
def test_small_cases(ref: str, hyp: str, expected: tuple[float, ...]) -> None:
    assert one("der", turns(ref), Transcript(turns(hyp))).counts == expected


def test_nobody_speaks() -> None:
    nothing = Transcript([])
    assert one("der", nothing, nothing).counts == SpeechErrors()
    assert one("der", nothing, turns("x 0-2"), profile="dscore").counts == SpeechErrors(false_alarm=2)
    assert one("jer", nothing, turns("x 0-2")).rate is None
    assert one("jer", turns("A 0-1, B 0-1"), nothing).counts == (2, 2, 2)
    assert repr(one("der", nothing, nothing)).startswith("<DER n/a: 0.00 s of 0.00 s")


def test_many_speakers() -> None:
    ref = [s for i in range(40) for s in turns(f"A{i} {i}-{i + 3}")]
    hyp = [s for i in reversed(range(40)) for s in turns(f"x{i} {i}-{i + 3}")]
    result = one("der", ref, hyp)
    assert result.counts == SpeechErrors(120)
    assert result.pairing == tuple((f"A{i}", f"x{i}") for i in range(40))
    assert one("jer", ref, hyp).counts == (0, 40, 0)


def test_skip_overlap() -> None:
    result = one("der", turns("A 0-4, B 3-6"), turns("x 0-6"), skip_overlap=True)
    assert result.counts == SpeechErrors(5, 0, 0, 2)


def test_uem_with_several_regions() -> None:
    uem = Transcript([Segment("", session="s", start=a, end=b) for a, b in ((0, 1), (3, 4), (3.5, 5))])
    result = one("der", turns("A 0-10, B 6-7", "s"), turns("x 0-4", "s"), uem=uem)
    assert result.counts == SpeechErrors(3, 1)
    assert result.pairing == (("A", "x"),), "B speaks outside the regions"
    assert result.left_out == {"reference_segments_outside_the_scored_region": 1}


def test_an_endless_region() -> None:
    uem = Transcript([Segment("", session="s", start=1, end=float("inf"))])
    assert one("der", turns("A 0-3", "s"), turns("x 0-2, x 4-4.5", "s"), uem=uem).counts == SpeechErrors(2, 1, 0.5)


def test_a_session_that_the_uem_lacks_is_scored_whole_and_named() -> None:
    uem = Transcript([Segment("", session="s", start=0, end=1)])
    both = [*turns("A 0-2", "s"), *turns("A 0-2", "t")]
    scores = many("der", both, both, uem=uem)
    assert [result.scored for result in scores.values()] == [1, 2]
    assert notes(scores) == ["1 of 2 sessions is not in the UEM, scored from the first turn to the last: t"]
    with pytest.raises(InputError, match=r"the UEM \(session s\) names no session of the reference \(session t\)"):
        many("der", turns("A 0-2", "t"), turns("A 0-2", "t"), uem=uem)


def test_a_collar_that_leaves_nothing_is_told() -> None:
    both = [*turns("A 0-2, B 2-9", "s"), *turns("A 0-900", "t")]
    scores = many("der", both, both, collar=250)
    told = "a collar of 250 s leaves nothing to score in 1 of 2 sessions: s; give seconds, e.g. 0.25"
    assert scores.warnings == [told]
    assert many("der", both, both, collar=0.25).warnings == []


def test_sums_have_no_dust() -> None:
    result = one("der", turns("A 0.1-0.3, A 0.7-0.8"), turns("x 0.2-0.3"))
    assert (result.scored, result.missed, result.errors) == (0.3, 0.2, 0.2)
    assert result.rate == 2 / 3


def test_sessions_that_one_side_lacks(tmp_path: Path) -> None:
    (tmp_path / "ref.rttm").write_text(
        "SPEAKER a 1 0 2 <NA> <NA> A <NA> <NA>\nSPEAKER b 1 0 3 <NA> <NA> A <NA> <NA>\n", encoding="utf-8"
    )
    (tmp_path / "hyp.rttm").write_text("SPEAKER a 1 0 2 <NA> <NA> x <NA> <NA>\n", encoding="utf-8")
    scores = many("der", tmp_path / "ref.rttm", tmp_path / "hyp.rttm")
    assert (scores.total, scores.silent) == (SpeechErrors(5, 3), ("b",))
    with pytest.raises(hubbub.InputError, match="not in the reference"):
        hubbub.der(tmp_path / "hyp.rttm", tmp_path / "ref.rttm")
    partial = many("der", tmp_path / "hyp.rttm", tmp_path / "ref.rttm", partial=True)
    assert (partial.total, partial.unscored) == (SpeechErrors(2), ("b",))


def test_every_format_gives_the_same(tmp_path: Path) -> None:
    transcript = Transcript([*turns("A 0-1, B 1-3", "s"), *turns("A 2-4", "t")])
    words = [Segment("hm", s.session, s.speaker, s.start, s.end, "1") for s in transcript]
    expected = many("der", transcript, VBX_LIKE).total
    for suffix in ("rttm", "stm", "seglst.json"):
        hubbub.dump(Transcript(words), tmp_path / f"ref.{suffix}")
        assert many("der", tmp_path / f"ref.{suffix}", VBX_LIKE).total == expected
    for name in "AB":
        hubbub.dump(Transcript([word for word in words if word.speaker == name]), tmp_path / f"{name}.ctm")
    assert many("der", [tmp_path / "A.ctm", tmp_path / "B.ctm"], VBX_LIKE).total == expected


VBX_LIKE = Transcript([*turns("x 0-1.5, y 1.5-3.5", "s"), *turns("x 2-3", "t")])


@pytest.mark.parametrize(
    ("reference", "choices", "message"),
    [
        ("hello world", {}, "has no times; diarization needs start and end"),
        ([Segment("", speaker="A", start=2, end=1)], {}, "of A lasts from 2 to 1"),
        ([Segment("", speaker="A", start=0, end=float("inf"))], {}, "lasts from 0 to inf"),
        ([Segment("", speaker="A", start=0, end=1e10)], {}, "lasts from 0 to 10000000000.0; .* in seconds"),
        ([Segment("", speaker="A", start=float("nan"), end=1)], {}, "lasts from nan"),
        (LATE, {"collar": -1}, "collar -1 is not a number of seconds"),
        (LATE, {"collar": "wide"}, "collar 'wide' is not a number of seconds"),
        (LATE, {"collar": float("nan")}, "collar nan is not a number"),
        (LATE, {"profile": "mdeval"}, "unknown profile 'mdeval'; did you mean md-eval"),
        (LATE, {"coller": 1}, "unknown option 'coller'"),
        (LATE, {"uem": "no/such.uem"}, "no/such.uem"),
    ],
)
def test_bad_input(reference: Any, choices: dict[str, Any], message: str) -> None:
    with pytest.raises(hubbub.HubbubError, match=message):
        hubbub.der(reference, EARLY, **choices)


class Span(NamedTuple):
    start: float
    end: float


class Annotation:
    """Stands for pyannote.core's, which is known by its method."""

    def __init__(self, *rows: tuple[float, float, str]) -> None:
        self.rows = rows

    def itertracks(self, yield_label: bool = False) -> list[tuple[Span, int, str]]:
        assert yield_label
        return [(Span(start, end), number, label) for number, (start, end, label) in enumerate(self.rows)]


def test_tuples_and_annotations() -> None:
    rows = [(0.0, 4.0, "A"), (4.0, 6.0, "B")]
    other = [(0.0, 5.0, "x"), (5.0, 6.0, "y")]
    expected = one("der", turns("A 0-4, B 4-6"), turns("x 0-5, y 5-6"))
    for reference, hypothesis in ((rows, other), (Annotation(*rows), Annotation(*other)), (rows, Annotation(*other))):
        assert one("der", reference, hypothesis) == expected
    scores = many("der", {"m": Annotation(*rows), "n": Annotation()}, {"m": Annotation(*other)})
    assert scores["m"].counts == expected.counts
    for bad in ([(0, "1", "A")], [(0, 1, None)], [(0, 1, ["A"])], [(1, 0, "A")]):
        with pytest.raises(hubbub.InputError):
            one("der", bad, other)


@pytest.mark.parametrize("metric", OF_TIMES)
def test_score_takes_them_with_others(metric: str, run: Hubbub) -> None:
    by_name = {name: getattr(hubbub, name)(Path(REF), Path(VBX)) for name in (metric, "cpwer")}
    assert hubbub.score(metric, Path(REF), Path(VBX)) == by_name[metric]
    assert hubbub.score([metric, "cpwer"], Path(REF), Path(VBX)) == by_name
    found = hubbub.score([metric, "wer"], Path(REF), Path(VBX), collar=0.25, profile="dscore", unit="char")
    assert found[metric] == getattr(hubbub, metric)(Path(REF), Path(VBX), collar=0.25, profile="dscore")
    done = run("score", "-m", f"cpwer,{metric}", "-r", REF, "-h", VBX, "--json")
    assert hubbub.load_scores(done.out)[1].value == by_name[metric].value
    assert DIARIZATION[metric].title in run("align", "-m", metric, "-r", REF, "-h", VBX).out


def test_detection_skips_overlap_as_pyannote_does() -> None:
    result = one("deter", turns("A 0-10, B 5-8"), turns("x 0-5"), skip_overlap=True)
    assert (result.counts, round(result.rate or 0, 3)) == (SpeechErrors(7, 2), 0.286)


def test_words_outside_speaker_lines_are_no_speech(tmp_path: Path, run: Hubbub) -> None:
    """md-eval-22 and pyannote.metrics read SPEAKER lines only."""
    ref, hyp = tmp_path / "ref.rttm", tmp_path / "hyp.rttm"
    speaker = "SPEAKER m 1 0 10 <NA> <NA> A <NA> <NA>\n"
    words = "LEXEME m 1 1 1 hi lex A <NA> <NA>\nLEXEME m 1 12 1 hello lex A <NA> <NA>\n"
    ref.write_text(speaker + words, encoding="utf-8")
    hyp.write_text(speaker, encoding="utf-8")
    for metric in OF_TIMES:
        left, right = many(metric, ref, hyp)["m"], many(metric, hyp, hyp)["m"]
        assert (left.counts, left.matches) == (right.counts, right.matches)
        assert left.left_out == {"reference_words_outside_turns": 1}
        assert many(metric, hyp, ref)["m"].left_out == {"hypothesis_words_outside_turns": 1}
    assert "note: not scored: 1 reference word outside turns" in run("der", "-r", str(ref), "-h", str(hyp)).err
    assert hubbub.wer(ref, ref).length == 2, "but they are words"
    copy = tmp_path / "copy.rttm"
    assert run("convert", str(ref), str(copy)).err == ""
    assert hubbub.load(copy) == hubbub.load(ref)
    seglst = tmp_path / "copy.json"
    assert run("convert", str(ref), str(seglst)).code == 0
    assert many("der", seglst, hyp).rate == 0
    ref.write_text(words, encoding="utf-8")
    assert many("der", ref, ref)["m"].counts.scored == 2, "a file without SPEAKER lines has no other turns"


def test_options_that_do_not_go_together(run: Hubbub) -> None:
    files = ("-r", REF, "-h", VBX)
    with pytest.raises(hubbub.OptionError, match="a collar has different meanings for tcpwer and der"):
        hubbub.score(["tcpwer", "der"], Path(REF), Path(VBX), collar=5)
    with pytest.raises(hubbub.OptionError, match="wer ignores who speaks when, so profile has no effect"):
        hubbub.score("wer", "a", "b", profile="dscore")
    options = hubbub.Options(unit="char", skip_overlap=True)
    by_name = hubbub.score(["wer", "der"], Path(REF), Path(VBX), unit="char", skip_overlap=True)
    assert hubbub.score(["wer", "der"], Path(REF), Path(VBX), options) == by_name
    with pytest.raises(hubbub.OptionError, match="nonsense"):
        hubbub.score(["wer", "der"], Path(REF), Path(VBX), nonsense=1)  # type: ignore[call-arg]
    assert "der ignores words, so --unit has no effect" in run("score", "-m", "der", *files, "--unit", "char").err
    assert (
        "wer ignores who speaks when, so --profile has no effect"
        in run("score", "-m", "wer", *files, "--profile", "dscore").err
    )
    assert "use hubbub.der" in run("errors", "-m", "der", *files).err


# What comes back


@pytest.mark.parametrize("metric", DIARIZATION)
def test_example_in_the_docstring(metric: str) -> None:
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(getattr(hubbub, metric), metric, module=False, globs={}):
        assert runner.run(test).failed == 0
    assert runner.tries >= 3


@pytest.mark.parametrize("metric", DIARIZATION)
def test_json_both_ways(metric: str) -> None:
    scores = many(metric, REF, VBX, uem=UEM)
    (back,) = hubbub.load_scores(scores.to_json())
    assert isinstance(back, hubbub.DiarizationScores)
    assert (dict(back), back.total, back.signature) == (dict(scores), scores.total, scores.signature)
    assert len(scores.to_pandas()) == len(scores.to_polars()) == 6
    with pytest.raises(hubbub.HubbubError, match="load_scores"):
        hubbub.Scores.from_json(scores.to_json())


def test_parts_can_be_asked_for_directly() -> None:
    result: Any = one("der", LATE, EARLY)
    assert (result.scored, result.missed, result.false_alarm, result.confusion) == (15, 0, 0, 0)
    with pytest.raises(AttributeError, match="a DER has no 'nonsense'"):
        _ = result.nonsense


def test_what_there_is_to_read_is_told() -> None:
    result = hubbub.der([(0, 10, "A")], [(0, 5, "x")])
    assert {"scored", "missed", "false_alarm", "confusion", "rate"} <= set(dir(result))
    with pytest.raises(AttributeError, match="a DER has no 'length'; it has rate, errors, scored, missed"):
        _ = result.length
