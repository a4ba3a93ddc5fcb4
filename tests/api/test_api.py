"""The Python side: what may be given, what comes back."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from support.paths import EXAMPLES
from support.stubs import STUB, stub

import hubbub
from hubbub import Region, Segment, Transcript
from hubbub.model.metrics import METRICS

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"

PUBLIC = [
    "DIARIZATION",
    "METRICS",
    "Alignment",
    "Blame",
    "Board",
    "Comparison",
    "DiarizationResult",
    "DiarizationScores",
    "FormatError",
    "HubbubError",
    "InputError",
    "Inspection",
    "Interval",
    "Markup",
    "Metric",
    "OptionError",
    "Options",
    "OrderError",
    "Reading",
    "Region",
    "Result",
    "Scores",
    "Segment",
    "SessionError",
    "TooLargeError",
    "Transcript",
    "WordErrors",
    "__version__",
    "blame",
    "compare",
    "dump",
    "dump_scores",
    "inspect",
    "load",
    "load_pairs",
    "load_scores",
    "rank",
    "report",
    "score",
    "cpwer",
    "dicpwer",
    "dicpwer_by_word",
    "ditcpwer",
    "ditcpwer_by_word",
    "orcwer_by_word",
    "tcorcwer_by_word",
    "tcmdwer",
    "tcmimower",
    "tcorcwer",
    "tcpwer",
    "tcwer",
    "der",
    "deter",
    "purity",
    "coverage",
    "purcov",
    "bcubed",
    "nmi",
    "wder",
    "ier",
    "jer",
    "mdwer",
    "mimower",
    "orcwer",
    "sawer",
    "uwer",
    "wer",
    "cer",
    "cpcer",
    "dicpcer",
    "dicpcer_by_word",
    "ditcpcer",
    "ditcpcer_by_word",
    "orccer_by_word",
    "tcorccer_by_word",
    "mdcer",
    "mimocer",
    "orccer",
    "sacer",
    "tccer",
    "tcmdcer",
    "tcmimocer",
    "tcorccer",
    "tcpcer",
    "ucer",
]


def test_the_public_names() -> None:
    assert sorted(hubbub.__all__) == sorted(PUBLIC), "a change of the API is a decision: change this list too"
    assert all(getattr(hubbub, name) is not None for name in PUBLIC)
    assert set(PUBLIC) <= set(dir(hubbub))
    assert STUB.read_text(encoding="utf-8") == stub(), "type checkers read another list; run `make stubs`"
    with pytest.raises(AttributeError):
        _ = hubbub.nonsense  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("ref", "hyp", "errors"),
    [
        ("a b c", "a x c", 1),
        ({"Alice": "a b", "Bob": "c"}, ["c", "a b"], 0),
        ({"Alice": ["a", "b"], "Bob": "c"}, {"x": "c", "y": "a b"}, 0),
        ([["a", "b"], ["c"]], ["a b", "c"], 0),
        ([Segment("a b", speaker="x"), Segment("c", speaker="y")], ["a b", "c d"], 1),
        ([{"words": "a b", "speaker": "x", "start_time": 0, "end_time": 1}], "a b", 0),
        (Transcript([Segment("a", speaker="x")]), "a", 0),
        ([], ["a"], 1),
        ("", [], 0),
        ("a", [], 1),
    ],
)
def test_what_may_be_given(ref: Any, hyp: Any, errors: int) -> None:
    before = copy.deepcopy((ref, hyp))
    result = hubbub.cpwer(ref, hyp)
    assert isinstance(result, hubbub.Result)
    assert result.errors == errors
    assert (ref, hyp) == before, "the caller's data are not ours to change"


def test_paths_and_sessions_give_scores(tmp_path: Path) -> None:
    scores = hubbub.cpwer(REF, str(HYP))
    assert isinstance(scores, hubbub.Scores)
    assert list(scores) == ["talk-A", "talk-B", "talk-C", "talk-D"]
    assert scores.total.errors == sum(result.errors for result in scores.values()) == 165
    by_session = hubbub.cpwer({"s": {"A": "a b"}, "t": {"A": "c"}}, {"s": {"x": "a b"}, "t": {"x": "d"}})
    assert {name: result.errors for name, result in by_session.items()} == {"s": 0, "t": 1}
    both = hubbub.score(["cpwer", "orcwer"], REF, HYP)
    assert [one.total.errors for one in both.values() if isinstance(one, hubbub.Scores)] == [165, 127]
    hubbub.dump(hubbub.load(REF), tmp_path / "ref.json")
    assert hubbub.cpwer(tmp_path / "ref.json", HYP).total == scores.total


def test_wer_of_lists_pairs_the_sentences() -> None:
    scores = hubbub.wer(["a b", "c d"], ["a b c", "d"])
    assert (scores["0"].errors, scores["1"].errors, scores.total.rate) == (1, 1, 0.5)
    with pytest.raises(hubbub.InputError, match="need as many hypotheses"):
        hubbub.wer(["a"], ["a", "b"])


@pytest.mark.parametrize("bad", [3, [3], {"A": 3}, {"A": [1, 2]}, [["a", 3]], {"words": "a", "session_id": "s"}])
def test_what_may_not_be_given(bad: Any) -> None:
    with pytest.raises(hubbub.HubbubError):
        hubbub.cpwer(bad, "a")


def test_choices_are_checked() -> None:
    with pytest.raises(hubbub.OptionError, match="unknown option 'colar'"):
        hubbub.cpwer("a", "a", colar=5)  # type: ignore[call-overload]
    with pytest.raises(hubbub.OptionError, match="unknown unit"):
        hubbub.cpwer("a", "a", unit="syllable")
    with pytest.raises(hubbub.OptionError, match="did you mean cpwer"):
        hubbub.score("cpwerr", "a", "a")


def test_units_and_normalizers() -> None:
    assert hubbub.wer("abc", "abd", unit="char").rate == 1 / 3
    assert hubbub.wer("我用Python", "我 用 python", unit="mixed", normalizer="lower").errors == 0
    assert hubbub.wer("Hello, World!", "hello world", normalizer="lower,rm(.?!,)").errors == 0
    assert hubbub.wer("don't stop - wi-fi!", "don't stop wi-fi", normalizer="punctuation").errors == 0
    own = hubbub.wer("a b", "A B", normalizer=str.upper)
    assert own.errors == 0
    assert "norm:" in own.signature


def test_signature_tells_what_matters() -> None:
    def signature(**choices: Any) -> str:
        return str(hubbub.cpwer("a", "a", **choices).signature)

    assert signature() == f"cpwer|norm:none|unit:word|v:{hubbub.__version__}"
    assert signature(jobs=3, memory="1G") == signature(), "these cannot change a number"
    assert "|costs:0,4,3,3|" in signature(costs="0,4,3,3")
    assert "|norm:lower@1,rm(.?!,)@1|" in signature(normalizer="lower,rm(.?!,)")
    timed = [Segment("a", session="s", speaker="A", start=0.0, end=1.0)]
    assert "|uem:" in hubbub.cpwer(timed, timed, uem=Transcript(timed)).signature


def test_results_show_themselves() -> None:
    result = hubbub.cpwer({"Alice": "good morning"}, ["good evening"])
    assert repr(result) == "<cpWER 50.00%: 1 error in 2 words (1 sub, 0 del, 0 ins)>"
    assert "cpwer|norm:none" in str(result)
    assert "<table " in result._repr_html_()
    hostile = hubbub.cpwer({"s<script>": {"A": "a"}}, {"s<script>": {"A": "b"}})
    assert "<script>" not in hostile._repr_html_()
    assert hubbub.cpwer("", "").rate is None
    assert "n/a" in repr(hubbub.cpwer("", ""))


def test_json_both_ways() -> None:
    scores = hubbub.orcwer(REF, HYP)
    again = hubbub.Scores.from_json(scores.to_json())
    assert again.to_dict(alignment=True) == scores.to_dict(alignment=True)
    assert dict(again) == dict(scores)
    with pytest.raises(hubbub.FormatError):
        hubbub.load_scores("[]")
    with pytest.raises(hubbub.FormatError):
        hubbub.load_scores('{"scores": [3]}')


@pytest.mark.parametrize("metric", ["cpwer", "orcwer", "mimower", "mdwer"])
def test_the_same_result_is_equal_however_long_its_search_took(metric: str) -> None:
    choices: list[Any] = [{}, {}, {"normalizer": "lower"}]
    first, again, other = (getattr(hubbub, metric)(REF, HYP, **choice) for choice in choices)
    assert first == again
    one = again["talk-B"]
    slower = [stage._replace(seconds=stage.seconds + 1, work=stage.work + 1) for stage in one.stages]
    assert hubbub.Result(**{**one.fields(), "stages": tuple(slower)}) == first["talk-B"]
    assert first != other
    assert first["talk-A"] != first["talk-B"]


class Foreign:
    """As a data frame, which cannot tell whether it is equal to something else."""

    def __eq__(self, other: object) -> bool:
        raise ValueError

    __hash__ = object.__hash__


def test_what_is_no_result_is_not_equal() -> None:
    scores, der = hubbub.cpwer(REF, HYP), hubbub.der(REF, HYP)
    for ours in (scores, scores.total, scores["talk-A"], der, hubbub.blame(REF, HYP, collar=5)):
        assert not ours == Foreign()  # noqa: SIM201 - both are asked
        assert ours != Foreign()
        assert ours not in (None, 3, "talk-A", {})


def shown(scores: Any) -> list[Any]:
    """What a script does that knows nothing of how many sessions there are."""
    rows = [[name, part.value, part.title] for name, part in scores.items()]
    rows.append([scores.total.rate, scores.total.errors, float(scores), *scores.sessions, *scores.to_pandas()])
    rows.append([part.value for part in scores.values()] + list(scores.interval()[:2]))
    rows.append([scores[name] is scores.sessions[name] for name in scores])
    rows.append([len(scores), list(scores), scores[0].errors, "s" in scores])
    if isinstance(scores, (hubbub.Scores, hubbub.Result)):
        rows.append([list(scores.keys()), scores.get("nobody")])
    return rows


@pytest.mark.parametrize("metric", ["cpwer", "orcwer", "der", "jer", "wder"])
def test_one_session_is_read_as_several_are(metric: str) -> None:
    pytest.importorskip("pandas", reason="pip install hubbub[dataframe]")
    reference = [Segment("a b c", "s", "A", 0, 3), Segment("d", "s", "B", 3, 4)]
    hypothesis = [Segment("a x c", "s", "1", 0, 3.5)]
    result = getattr(hubbub, metric)(reference, hypothesis)
    assert isinstance(result, (hubbub.Result, hubbub.DiarizationResult))
    assert shown(result) == shown(result.alone())
    assert result.total is result.sessions["s"] is result
    assert pickle.loads(pickle.dumps(result)) == copy.copy(result) == result
    with pytest.raises(AttributeError, match="is immutable"):
        result.signature = ""


def test_a_result_is_one_session_and_no_list() -> None:
    result: Any = hubbub.cpwer([Segment("a b", "s", "A")], [Segment("a", "s", "x")])
    assert (len(result), list(result), result["s"] is result[0] is result, bool(result)) == (1, ["s"], True, True)
    with pytest.raises(hubbub.SessionError, match="no session 't'"):
        result["t"]
    assert hubbub.rank(result)[0].value == 0.5, "it is what a list of one would be"
    for given in (result, [result], {"A": result}):
        with pytest.raises(hubbub.HubbubError):
            hubbub.cpwer(given, "a")
    numpy = pytest.importorskip("numpy", reason="pip install hubbub[dataframe]")
    assert numpy.array([result, result], float).tolist() == [0.5, 0.5]
    assert numpy.array([result, result]).tolist() == [result, result]


def test_scores_are_loaded_from_files(tmp_path: Path) -> None:
    scores = hubbub.cpwer(REF, HYP)
    path = tmp_path / "big.json"
    path.write_text(scores.to_json(), encoding="utf-8")
    for given in (path, str(path), path.read_text(encoding="utf-8"), path.read_bytes()):
        assert hubbub.load_scores(given)[0].total == scores.total
    with pytest.raises(hubbub.FormatError, match=r"none\.json: no such file; check the path"):
        hubbub.load_scores("none.json")
    for text, what in (
        ('[{"words": "a"}]', "it is a list of segments, as a transcript is"),
        ('{"a": 1, "b": 2}', "it has the keys a, b"),
        ("[]", "it is an empty list"),
        ("3", "it is a number"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(hubbub.FormatError, match=rf"big\.json: not a JSON of scores \({what}\); write one"):
            hubbub.load_scores(path)


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_data_frames(kind: str) -> None:
    pytest.importorskip(kind, reason="pip install hubbub[dataframe]")
    frame = getattr(hubbub.cpwer(REF, HYP), f"to_{kind}")()
    assert len(frame) == 4
    assert frame["errors"].sum() == 165
    assert list(frame["session"]) == ["talk-A", "talk-B", "talk-C", "talk-D"]


def test_alignment_by_speaker_adds_up() -> None:
    result = hubbub.orcwer(REF, HYP)["talk-B"]
    by_speaker = result.alignment.by_speaker()
    assert sum(errors.length for errors in by_speaker.values()) == result.length
    assert sum(errors.deletions for errors in by_speaker.values()) == result.deletions


def test_regions_of_other_channels_do_not_ignore() -> None:
    ref = Transcript(
        [Segment("a", "s", "x", 0.0, 1.0, "A"), Segment("b", "s", "y", 0.0, 1.0, "B")],
        ignored=[Region("s", 0.0, 1.0, "B")],
    )
    result = hubbub.cpwer(ref, [Segment("a", "s", "x", 0.0, 1.0, "A")])
    assert (result.errors, result.length) == (0, 1)
    assert result.left_out == {
        "reference_seconds_marked_to_be_ignored": 1.0,
        "reference_words_in_ignored_stretches": 1,
    }


@pytest.mark.parametrize("metric", METRICS)
def test_many_speakers_and_streams(metric: str) -> None:
    """Thirty are heard, each on a stream that has the name of somebody else; one more is not."""
    ref = [Segment(f"w{i}", "s", f"{i:02}", i, i + 1) for i in range(31)]
    hyp = [Segment(f"w{i}", "s", f"{29 - i:02}", i, i + 1) for i in range(30)]
    result = getattr(hubbub, metric)(ref, hyp, **({"collar": 0} if METRICS[metric].timed else {}))
    counts = result.counts
    by_name = metric == "sawer"  # which takes everybody for somebody else
    assert (result.length, counts.deletions, counts.insertions) == (31, 1, 0)
    assert counts.substitutions == (30 if by_name else 0)
    assert result.exact
    assert [pair.reference.text for pair in result.alignment.pairs() if pair.kind == "D"] == ["w30"]
    if METRICS[metric].solver == "pair_best":
        assert result.pairing == (*((f"{i:02}", f"{29 - i:02}") for i in range(30)), ("30", None))


def test_ids_survive_long_names() -> None:
    name = "speaker with spaces | and pipes " * 4
    assert "…" in str(hubbub.cpwer({name: {"A": "a"}}, {name: {"A": "a"}}))
