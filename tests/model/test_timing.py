"""When words were said: word times as they are, and what is said where the times are in doubt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import FACTS
from support.running import Hubbub

import hubbub as api
from hubbub import Segment, Transcript, _core
from hubbub.model.timing import TIMINGS, shared_times
from hubbub.prepare.texts import rewritten
from hubbub.text.normalizers import parse

MEETEVAL = json.loads((FACTS / "meeteval.json").read_text(encoding="utf-8"))
OVERLAPS = [fact for fact in MEETEVAL["other"] if fact["what"].startswith("self_overlap")]


def errors(reference: Any, hypothesis: Any, **choices: Any) -> int:
    result = api.tcpwer(reference, hypothesis, **{"collar": 0, **choices})
    return int((result.total if isinstance(result, api.Scores) else result).errors)


# Word times


REFERENCE = [Segment("a", "s", "A", 0.0, 1.0)]


@pytest.mark.parametrize("timing", TIMINGS)
def test_ctm_times_are_taken_as_they_are(timing: str, tmp_path: Path) -> None:
    """The word lasts from 0.5 to 4; its middle is not in the reference word, itself is."""
    (tmp_path / "hyp.ctm").write_text("s 1 0.5 3.5 a\n", encoding="utf-8")
    assert errors(REFERENCE, tmp_path / "hyp.ctm", hyp_timing=timing) == 0
    (tmp_path / "ref.ctm").write_text("s 1 0.5 3.5 a\n", encoding="utf-8")
    assert errors(tmp_path / "ref.ctm", REFERENCE, ref_timing=timing, hyp_timing="full_segment") == 0


@pytest.mark.parametrize("suffix", ["json", "rttm", "ctm"])
def test_word_timed_files_give_the_same(suffix: str, tmp_path: Path) -> None:
    words = Transcript([Segment("a", "s", "x", 0.5, 4.0, word_times=((0.5, 4.0),))])
    api.dump(words, tmp_path / f"hyp.{suffix}")
    assert errors(REFERENCE, tmp_path / f"hyp.{suffix}") == 0


def test_a_turn_of_one_word_is_still_timed_by_the_option() -> None:
    assert errors(REFERENCE, [Segment("a", "s", "x", 0.5, 4.0)]) == 2
    assert errors(REFERENCE, [Segment("a", "s", "x", 0.5, 4.0)], hyp_timing="full_segment") == 0


def times(segment: Segment, **choices: Any) -> Any:
    return api.tcpwer([segment], [segment], collar=5, **choices).alignment[0].reference[0].times


def test_words_that_a_normalizer_drops_take_their_times_with_them() -> None:
    segment = Segment("well , go", "s", "A", 0.0, 9.0, word_times=((0.0, 1.0), (1.0, 2.0), (8.0, 9.0)))
    assert times(segment, normalizer="rm(,)") == ((0.0, 1.0), (8.0, 9.0))


def test_parts_of_a_word_share_its_time() -> None:
    segment = Segment("ab c", "s", "A", 0.0, 9.0, word_times=((0.0, 1.0), (8.0, 9.0)))
    assert times(segment, unit="char") == ((0.0, 0.5), (0.5, 1.0), (8.0, 9.0))
    assert times(Segment("ab", "s", "A", 0.0, 1.0, word_times=((0.0, 1.0),)), unit="char") == ((0.0, 0.5), (0.5, 1.0))


def test_a_normalizer_that_joins_words_leaves_the_segment() -> None:
    segment = Segment("a b", "s", "A", 0.0, 4.0, word_times=((0.0, 1.0), (2.0, 4.0)))
    assert times(segment, normalizer=lambda text: text.replace(" ", "")) == ((0.0, 4.0),)


RULES = ["rm(,)", "punctuation", "drop(x)", "numbers", "fillers", "lower,punctuation,numbers(words)"]
TEXTS = ["well,", ",", "x", "go-now", "twenty", "five", "um", "a.b", "$5"]


@given(
    words=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=6),
    rule=st.sampled_from(RULES),
    joined=st.booleans(),
)
def test_normalized_transcripts_are_scored_as_with_the_normalizer(words: list[str], rule: str, joined: bool) -> None:
    """The words of the hypothesis are 4 seconds apart and the collar is 1, so each needs its time."""
    times = ((0.0, 4.0 * len(words)),) if joined else tuple((4.0 * i, 4.0 * i + 1) for i in range(len(words)))
    segment = Segment(" ".join(words), "s", "A", 0.0, 4.0 * len(words), word_times=times)
    reference = [Segment(word, "s", "A", 4.0 * i, 4.0 * i + 1) for i, word in enumerate(words)]
    (after,) = rewritten(api.Transcript([segment]), parse(rule))
    scored = api.tcpwer(reference, [segment], collar=1, normalizer=rule)
    again = api.tcpwer(reference, [after], collar=1, normalizer=rule)
    assert (scored.counts, scored.length) == (again.counts, again.length)
    if words[-1] in ("um", ",") and after.words and not joined:
        numbers = sum(word in ("twenty", "five", "$5") for word in words)  # several may become one
        assert after.word_times is not None or numbers > 1


def test_lost_times_are_told(hubbub: Hubbub, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    rows = [{"session_id": "s", "speaker": "A", "start_time": 0, "end_time": 2, "words": "twenty five"}]
    path.write_text(json.dumps([{**rows[0], "word_times": [[0, 1], [1, 2]]}]), encoding="utf-8")
    found = hubbub("normalize", path, "--normalizer", "numbers", "--to", "seglst")
    assert "word_times" not in json.loads(found.out)
    assert found.err == "note: 1 segment lost word times, because normalized words are not parts of single words\n"


# The core beside slow and obvious twins

SECONDS = st.floats(-1e9, 1e9)


@given(words=st.lists(st.text(max_size=9), max_size=6), start=SECONDS, end=SECONDS, equal=st.booleans())
def test_shares(words: list[str], start: float, end: float, equal: bool) -> None:
    sizes = [1 if equal else len(word) for word in words]
    cuts = [start + (end - start) * sum(sizes[:i]) / (sum(sizes) or 1) for i in range(len(words) + 1)]
    pairs = [(cuts[i], cuts[i + 1]) for i in range(len(words))]
    ways = ("equidistant_intervals", "equidistant_points") if equal else ("character_based", "character_based_points")
    assert shared_times(words, start, end, ways[0]) == tuple(pairs)
    assert shared_times(tuple(words), start, end, ways[1]) == tuple(((a + b) / 2, (a + b) / 2) for a, b in pairs)


def test_shares_of_what_is_no_word() -> None:
    with pytest.raises(TypeError):
        _core.shares([1], 0, 1, "letters", False)  # type: ignore[list-item]


# Doubts


def overlap(speakers: str, times: Sequence[tuple[float, float]]) -> Any:
    """How much a reference overlaps itself in which all of the speakers speak at these times."""
    every = [Segment("a", "s", speaker, float(start), float(end)) for speaker in speakers for start, end in times]
    return api.tcpwer(every, REFERENCE, collar=5).self_overlap["reference"]


@pytest.mark.parametrize("fact", OVERLAPS, ids=lambda fact: str(fact["input"]))
def test_self_overlap(fact: dict[str, Any]) -> None:
    seconds, total = fact["expected"]
    found = overlap("A", fact["input"])
    assert (found.seconds, found.total, found.rate) == (seconds, total, seconds / total)
    assert overlap("AB", fact["input"])[:2] == (2 * seconds, 2 * total)
    segments = [Segment("a", "s", "A", float(start), float(end)) for start, end in fact["input"]]
    result = api.tcpwer(REFERENCE, segments, collar=5)
    assert result.self_overlap == {"reference": overlap("A", [(0, 1)]), "hypothesis": found}
    result = api.tcpwer(segments, REFERENCE, collar=5)
    said = f"the reference has self-overlap in {sum(found.segments.values())} segment"
    assert [line.startswith(said) for line in result.warnings] == ([True] if seconds else [])
    assert all(f"({100 * seconds / total:.1f}% of its speech; " in line for line in result.warnings)


def test_pauses_are_no_speech() -> None:
    assert overlap("A", [(1, 3), (2, 4), (9, 10)])[:2] == (1, 4)


def meeting(tmp_path: Path, suffix: str = "stm") -> list[str | Path]:
    """Two sessions; in both a stream overlaps itself, and in one the reference has long segments."""
    ref, hyp = tmp_path / "ref.stm", tmp_path / f"hyp.{suffix}"
    ref.write_text("s 1 A 0 60 a b c\ns 1 A 60 61 d\nt 1 A 0 30 e f\n", encoding="utf-8")
    hyp.write_text("s 1 x 0 2 a b\ns 1 x 1 3 c\nt 1 x 0 1 e\nt 1 x 0.5 1 f\n", encoding="utf-8")
    return ["-r", ref, "-h", hyp, "--collar", "5"]


LINES = """\
warning: the reference has 2 segments longer than 4 collars (20 s), the longest 60.0 s, so the times of 5 words are \
guesses; give word times, shorter segments or a larger collar
warning: hyp has self-overlap in 2 segments (37.5% of its speech; s x, t x); check the times and the speaker names
"""


def test_doubts_are_told_once(hubbub: Hubbub, tmp_path: Path) -> None:
    assert hubbub("tcpwer", *meeting(tmp_path)).err == LINES
    assert hubbub("score", "-m", "tcpwer,tcorcwer", *meeting(tmp_path)).err == LINES
    assert hubbub("align", "-m", "tcpwer", *meeting(tmp_path)).err == LINES
    assert hubbub("report", "-m", "tcpwer", *meeting(tmp_path), "-o", tmp_path / "page.html").err == LINES


def test_nothing_is_told_where_nothing_is_in_doubt(hubbub: Hubbub, tmp_path: Path) -> None:
    assert hubbub("tcpwer", "--quiet", *meeting(tmp_path)).err == ""
    assert hubbub("cpwer", *meeting(tmp_path)[:4]).err == ""
    assert "guess" not in hubbub("tcpwer", "--ref-timing", "full_segment", *meeting(tmp_path)).err
    assert "guess" not in hubbub("tcpwer", *meeting(tmp_path)[:5], "20").err


def test_words_with_times_are_in_no_doubt(hubbub: Hubbub, tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / f"{name}.ctm").write_text("s 1 0 60 a\ns 1 1 60 b\n", encoding="utf-8")
    assert hubbub("tcpwer", "-r", tmp_path / "ref.ctm", "-h", tmp_path / "hyp.ctm", "--collar", "5").err == ""


def test_doubts_are_in_the_json() -> None:
    segments = [Segment("a b", "s", "A", 0.0, 40.0), Segment("c", "s", "A", 30.0, 45.0)]
    result = api.tcpwer(segments, segments, collar=5)
    data = result.to_dict()
    assert data["self_overlap"]["hypothesis"] == {"seconds": 10, "total": 45, "segments": {"A": 1}, "rate": 10 / 45}
    assert data["long_segments"]["reference"] == {"segments": 1, "words": 2, "longest": 40, "limit": 20}
    assert api.Result.from_json(result.to_json()) == result
    assert "self_overlap" not in api.cpwer(segments, segments).to_dict()


# Order of segments and words, as MeetEval 0.4.3 scores or refuses these under tcpWER with `reference_sort`

IN_ORDER: dict[str, tuple[list[tuple[str, float, float, str]], dict[str, int | None]]] = {
    "unsorted": ([("A", 2, 3, "b"), ("A", 0, 1, "a")], {"strict": 0, "segment": 0, "word": 0, "none": 2}),
    "overlap": ([("A", 0, 4, "a b"), ("A", 1, 2, "c")], {"strict": None, "segment": 0, "word": 2, "none": 0}),
    "touching": ([("A", 0, 4, "a b"), ("A", 3, 3.5, "c")], {"strict": 0, "segment": 0, "word": 0, "none": 0}),
    "others": ([("A", 0, 4, "a b"), ("B", 1, 2, "c")], {"strict": 0, "segment": 0, "word": 0, "none": 0}),
    "same start": ([("A", 0, 4, "a b"), ("A", 0, 1, "c")], {"strict": None, "segment": 0, "word": 2, "none": 0}),
}


@pytest.mark.parametrize("name", IN_ORDER)
def test_orders_are_those_of_meeteval(name: str) -> None:
    rows, expected = IN_ORDER[name]
    segments = [Segment(words, "s", speaker, start, end) for speaker, start, end, words in rows]
    for order, number in expected.items():
        if number is not None:
            assert errors(segments, segments, collar=5, ref_sort=order) == number
            continue
        fault = "a word of the reference segment at . s starts before an earlier word of its speaker; fix the times"
        with pytest.raises(api.InputError, match=fault):
            errors(segments, segments, collar=5, ref_sort=order)


def test_strict_order_looks_at_words_that_have_times() -> None:
    words = [Segment("a b", "s", "A", 0, 4, word_times=((2, 3), (1, 2))), Segment("c", "s", "A", 5, 6)]
    with pytest.raises(api.InputError, match="a word of the hypothesis segment at 0 s starts before"):
        api.cpwer(words, words, hyp_sort="strict")
    assert api.cpwer(words[1:], words[1:], hyp_sort="strict", ref_sort="strict").errors == 0
    untimed = [segment._replace(word_times=None) for segment in words]
    assert api.cpwer(untimed, untimed, hyp_sort="strict").errors == 0
    branches = [Segment("{ a b / c } d", "s", "A", 0, 4, marked=api.Markup())]
    assert errors(branches, branches, collar=5, ref_sort="strict") >= 0


def test_the_names_of_signatures_are_values() -> None:
    segments = [Segment("a b", "m", "A", 0, 2, None, ((0, 1), (1, 2)))]
    for name, timing in TIMINGS.items():
        short, long = (
            api.tcpwer(segments, segments, collar=1, ref_timing=one, hyp_timing=one) for one in (timing.short, name)
        )
        assert short.signature == long.signature
