"""Many sessions in one call: the same for any number of threads, faults in order, and an end when one is asked for."""

from __future__ import annotations

import gc
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import oracles
from support.paths import ROOT
from support.plans import fitting, plan_for, summed
from support.strategies import words

import hubbub
from hubbub import Scores, Segment, Transcript, _core
from hubbub.model.metrics import METRICS
from hubbub.model.result_details import Stage
from hubbub.model.transcript import Markup, Region
from hubbub.prepare.inputs import read_input as prepared
from hubbub.scoring.engine import score_sessions
from hubbub.scoring.faults import FAULTS as MESSAGES

JOBS = (1, 2, 3, 7)
COLLAR: dict[str, Any] = {"collar": 1.5}
score: Any = hubbub.score
LONG = 3000
"""Letters of a word. The core hands out work by letters, so that a few words keep many threads busy."""


def plain(result: Any) -> Any:
    """All that is known of a result, apart from the time that it took."""
    if isinstance(result, (Scores, dict)):
        return {name: plain(one) for name, one in result.items()}
    data = result.to_dict(alignment=True)
    for stage in data.get("stages", ()):
        stage[-1] = None
    return data


@st.composite
def corpora(draw: st.DrawFn, sessions: int = 9, size: int = LONG) -> list[Segment]:
    """Segments of many sessions, mixed; some sessions have no segment or no word."""
    made = []
    for at, session in enumerate(draw(st.lists(st.integers(0, sessions - 1), max_size=2 * sessions))):
        text = " ".join("abc"[number] * size for number in draw(words(max_size=3, vocabulary=3)))
        start = draw(st.sampled_from([0.0, 1.0, float(at)]))
        made.append(Segment(text, f"session {session}", draw(st.sampled_from("ABC")), start, start + 1.0))
    return made


def named(segments: list[Segment], sessions: int = 9) -> list[Segment]:
    """With a segment of every session at the beginning."""
    return [*(Segment("a", f"session {number}", "A", 0.0, 0.5) for number in range(sessions)), *segments]


@pytest.mark.parametrize("metric", METRICS)
@given(ref=corpora().map(named), hyp=corpora().map(named))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_number_of_threads_finds_the_same(metric: str, ref: list[Segment], hyp: list[Segment]) -> None:
    found = [plain(score(metric, ref, hyp, jobs=jobs, **fitting(metric, **COLLAR))) for jobs in JOBS]
    assert all(one == found[0] for one in found[1:])
    assert list(found[0]) == [f"session {number}" for number in range(9)]


@pytest.mark.parametrize("choices", [{"fragments": True}, {"asclite": True}, {"unit": "char"}], ids=str)
@given(ref=corpora(size=30).map(named), hyp=corpora(size=30).map(named))
@settings(max_examples=10, deadline=None)
def test_the_same_with_options(choices: dict[str, Any], ref: list[Segment], hyp: list[Segment]) -> None:
    metric = "mdwer" if "asclite" in choices else "cpwer"
    found = [plain(score(metric, ref, hyp, jobs=jobs, **choices)) for jobs in JOBS]
    assert all(one == found[0] for one in found[1:])


@given(ref=corpora(size=1).map(named), hyp=corpora(size=1).map(named))
@settings(max_examples=25, deadline=None)
def test_a_session_is_scored_as_if_it_were_alone(ref: list[Segment], hyp: list[Segment]) -> None:
    for metric in METRICS:
        together = score(metric, ref, hyp, **fitting(metric, **COLLAR))
        for name in together:
            own = [[one for one in side if one.session == name] for side in (ref, hyp)]
            assert plain(together[name]) == plain(score(metric, *own, **fitting(metric, **COLLAR)))


@pytest.mark.parametrize("timed", [False, True])
@given(ref=corpora(size=1).map(named), hyp=corpora(size=1).map(named))
@settings(max_examples=15, deadline=None)
def test_several_metrics_at_once_find_what_each_does(timed: bool, ref: list[Segment], hyp: list[Segment]) -> None:
    names = [name for name, metric in METRICS.items() if metric.timed == timed]
    together = score(names, ref, hyp, **fitting(names, **COLLAR))
    assert list(together) == names
    for name, scores in together.items():
        alone = score(name, ref, hyp, **fitting(name, **COLLAR))
        assert plain(scores) == plain(alone)
        assert isinstance(scores, Scores)
        assert (scores.signature, scores.total) == (alone.signature, alone.total)


@given(ref=corpora(size=1).map(named), hyp=corpora(size=1).map(named))
@settings(max_examples=10, deadline=None)
def test_metrics_with_times_beside_others(ref: list[Segment], hyp: list[Segment]) -> None:
    """Words then have times under all of them, and nothing else is different."""
    together = score(list(METRICS), ref, hyp, **COLLAR)
    for name, scores in together.items():
        alone = score(name, ref, hyp, **fitting(name, **COLLAR))
        for session, result in scores.items():
            assert result.to_dict() == alone[session].to_dict()
            assert [lane.steps for lane in result.alignment] == [lane.steps for lane in alone[session].alignment]


# Faults


def sound(session: str) -> list[Segment]:
    return [Segment(f"{'a' * LONG} b", session, "A", 0.0, 1.0), Segment("c", session, "A", 1.0, 2.0)]


FAULTS: dict[str, Callable[[str], list[Segment]]] = {
    "untimed": lambda session: [*sound(session), Segment("x", session, "A")],
    "no end": lambda session: [*sound(session), Segment("x", session, "A", 2.0)],
    "far": lambda session: [*sound(session), Segment("x", session, "A", 2.0, 1e12)],
    "word times": lambda session: [
        *sound(session),
        Segment("x y z", session, "A", 2.0, 3.0, word_times=((2.0, 2.5), (2.5, 3.0))),
    ],
    "order": lambda session: [*sound(session), Segment("d", session, "A", 0.1, 0.2)],
}


def test_every_fault_of_the_core_has_a_message() -> None:
    """And the core calls each as its enumerator is called."""
    text = (ROOT / "core" / "corpus" / "fault.hpp").read_text(encoding="utf-8")
    enumerators = re.findall(r"\b(\w+),", re.sub(r"//.*", "", text.partition("enum class Kind {")[2].partition("}")[0]))
    assert [*MESSAGES, "broken"] == enumerators == re.findall(r'"(\w+)"', text.partition("names[] =")[2])


@given(
    st.dictionaries(st.integers(0, 11), st.tuples(st.sampled_from(sorted(FAULTS)), st.booleans()), min_size=1),
    st.sampled_from(["tcpwer", "tcorcwer", "tcwer"]),
)
@settings(max_examples=40, deadline=None)
def test_the_first_session_with_a_fault_is_told(faults: dict[int, tuple[str, bool]], metric: str) -> None:
    sides: tuple[list[Segment], list[Segment]] = [], []
    for number in range(12):
        kind, of_hypothesis = faults.get(number, ("", False))
        for side, wrong in zip(sides, (not of_hypothesis, of_hypothesis), strict=True):
            side += FAULTS.get(kind, sound)(f"s{number}") if wrong else sound(f"s{number}")
    first = f"s{min(faults)}"

    def told(regex: str, jobs: int) -> str:
        with pytest.raises(hubbub.HubbubError) as error:
            score(
                metric,
                *sides,
                **fitting(metric, jobs=jobs, regex=regex, ref_sort="strict", hyp_sort="strict", **COLLAR),
            )
        assert type(error.value) is hubbub.InputError
        return str(error.value)

    alone = told(first, 1)
    assert f"session {first}: " in alone
    assert {told(".*", jobs) for jobs in JOBS} == {alone}


@pytest.mark.parametrize("jobs", JOBS)
def test_a_fault_of_a_metric_comes_after_those_of_earlier_sessions(jobs: int) -> None:
    """Not after those of later ones: each session is made ready and scored before the next, as far as one can tell."""
    short = [Segment("a " * LONG, f"s{number}", "A") for number in range(6)]
    ref = [*short[:3], Segment("b", "s3", "A"), *short[3:], Segment("late", "s5", "A", 1.0, 2.0)]
    with pytest.raises(hubbub.InputError, match=r"^session s3: uWER needs times on both sides, or as many utterances"):
        hubbub.uwer(ref, short, jobs=jobs)
    with pytest.raises(hubbub.InputError, match=r"^session s5: 1 of 2 reference segments have no start time"):
        hubbub.wer(ref, short, jobs=jobs)
    with pytest.raises(hubbub.TooLargeError, match=r"^session s0: MD-WER of "):
        hubbub.mdwer(short, short, jobs=jobs, fragments=True, memory="1K")


# Texts


@pytest.mark.parametrize("metrics", [["wer"], ["wer", "cpwer", "orcwer", "tcpwer"]])
def test_a_normalizer_sees_each_text_once(metrics: list[str]) -> None:
    seen: Counter[str] = Counter()

    def lower(text: str) -> str:
        seen[text] += 1
        return text.lower()

    draw = random.Random(1)
    ref = [Segment(draw.choice(["Yes", "no", "Well Well"]), f"s{i % 30}", "A", float(i), i + 1.0) for i in range(200)]
    hyp = [Segment(draw.choice(["yes", "No", "um"]), f"s{i % 30}", "x", float(i), i + 1.0) for i in range(200)]
    found = score(metrics, ref, hyp, normalizer=lower, jobs=3, **fitting(metrics, **COLLAR))
    assert seen == Counter(["Yes", "no", "Well Well", "yes", "No", "um"])
    assert all(one.total.errors == score(name, ref, hyp, normalizer="lower", **fitting(name, **COLLAR)).total.errors
               for name, one in found.items())  # fmt: skip


def test_what_a_normalizer_raises_comes_through() -> None:
    def fussy(text: str) -> str:
        raise KeyError(text)

    with pytest.raises(KeyError, match="a b"):
        hubbub.wer("a b", "a", normalizer=fussy)


# Sessions


def test_sessions_of_one_side_only() -> None:
    said = {"one": "a b", "two": "c", "three": "", "four": "d e"}
    heard = {"five": "x", "one": "a", "four": "d e f"}
    ref = [Segment(text, name, "A", 0.0, 1.0) for name, text in said.items()]
    hyp = [Segment(text, name, "x", 0.0, 1.0) for name, text in heard.items()]
    with pytest.raises(hubbub.InputError, match="session five is not in the reference"):
        hubbub.cpwer(ref, hyp)
    scores = hubbub.cpwer(ref, hyp, partial=True)
    assert {name: (one.errors, one.length) for name, one in scores.items()} == {
        "one": (1, 2),
        "two": (1, 1),
        "three": (0, 0),
        "four": (1, 2),
    }
    assert (scores.silent, scores.unscored) == (("two", "three"), ("five",))
    assert scores["two"].alignment[0].hypothesis == ()
    assert scores["two"].pairing == (("A", None),)
    for metric in METRICS:
        found = score(metric, ref, hyp, partial=True, regex="t.*|one", **fitting(metric, **COLLAR))
        assert list(found) == ["one", "two", "three"]
        assert (found.total.length, found.silent, found.unscored) == (3, ("two", "three"), ())
        assert found["two"].deletions == 1
    with pytest.raises(hubbub.InputError, match="matches none of"):
        hubbub.cpwer(ref, hyp, regex="t")


def test_what_a_file_ignores_belongs_to_its_session(tmp_path: Path) -> None:
    def side(at: float, *names: str) -> list[Segment]:
        return [Segment("a b", name, "A", at, at + 2.0) for name in names]

    ref = Transcript(side(0, "m", "n", "o"), ignored=[Region("n", 0.0, 1.0), Region("p", 0.0, 9.0)])
    hyp = Transcript(side(0, "o", "n", "m"), ignored=[Region("m", 1.0, 3.0)])
    (tmp_path / "a.uem").write_text("o 1 5 6\nn 1 0 9\n", encoding="utf-8")
    scores = hubbub.wer(ref, hyp, uem=tmp_path / "a.uem")
    assert {name: one.length for name, one in scores.items()} == {"m": 1, "n": 1, "o": 0, "p": 0}
    assert (scores.total.errors, scores.silent) == (0, ("p",))
    assert scores["m"].left_out == {
        "hypothesis_seconds_marked_to_be_ignored": 2,
        "reference_words_in_ignored_stretches": 1,
        "hypothesis_words_in_ignored_stretches": 1,
    }
    assert scores["o"].left_out["reference_segments_outside_uem"] == 1


def test_what_is_not_scored_may_be_broken(tmp_path: Path) -> None:
    """Markup that cannot be read, in a session that nobody asked for or outside the UEM."""
    (tmp_path / "a.uem").write_text("s 1 0 1\n", encoding="utf-8")
    sound = Segment("a {b / c}", "s", "A", 0.0, 1.0, marked=Markup())
    for session, start, more in (("t", 0.0, {"regex": "s"}), ("s", 5.0, {"uem": tmp_path / "a.uem"})):
        broken = Segment("a { b", session, "A", start, start + 1, marked=Markup())
        assert score("wer", [sound, broken], [sound, broken], **more)
        assert score("wer", [sound], [sound, broken], partial=True, **more)
        with pytest.raises(hubbub.FormatError, match="write alternations as"):
            hubbub.wer([sound, broken], [sound, broken])


def test_the_uem_is_about_the_sessions_that_it_names(tmp_path: Path) -> None:
    """Where only one side has a name for the session, the other is not cut."""
    (tmp_path / "a.uem").write_text("s 1 5 6\n", encoding="utf-8")
    sides = [Segment("a", None, "A", 0.0, 1.0)], [Segment("b", "s", "A", 0.0, 1.0)]
    result = hubbub.wer(*sides, uem=tmp_path / "a.uem")
    assert (result.length, result.deletions, list(result.left_out)) == (
        1,
        1,
        ["hypothesis_segments_outside_uem", "hypothesis_words_outside_uem"],
    )


def test_thousands_of_tiny_sessions() -> None:
    draw = random.Random(2)
    texts = [[" ".join(draw.choices("ab", k=draw.randrange(4))) for _ in range(6000)] for _ in range(2)]
    numbers = [[list(map("ab".index, text.split())) for text in side] for side in texts]
    expected = [oracles.distance(left, right) for left, right in zip(*numbers, strict=True)]
    for jobs in (1, 2, None):
        scores = hubbub.wer(texts[0], texts[1], jobs=jobs)
        assert [scores[str(i)].errors for i in range(6000)] == expected
        assert (scores.total.errors, scores.total.length) == (sum(expected), sum(map(len, numbers[0])))
        assert scores.total == summed(scores.values())
    for i in draw.sample(range(6000), 50):
        assert [pair.reference.text for pair in scores[str(i)].alignment.pairs() if pair.reference] == texts[0][
            i
        ].split()


def large(speakers: int = 8, number: int = 500) -> tuple[list[Segment], list[Segment]]:
    draw = random.Random(3)
    ref, hyp = [], []
    for speaker in range(speakers):
        for at in range(number // 10):
            said = [f"word{draw.randrange(200)}" for _ in range(10)]
            heard = [word if draw.random() < 0.8 else f"word{draw.randrange(200)}" for word in said]
            ref.append(Segment(" ".join(said), "s", f"A{speaker}", at * 5.0, at * 5.0 + 5))
            hyp.append(Segment(" ".join(heard), "s", f"x{7 * speaker % speakers}", at * 5.0, at * 5.0 + 5))
    return ref, hyp


@pytest.mark.parametrize("metric", ["cpwer", "tcpwer", "sawer", "wer"])
def test_one_large_session_on_several_threads(metric: str) -> None:
    ref, hyp = large()
    hyp += [Segment("word1 word2", "s", "A3", 0.0, 1.0)]  # a stream too many, which for saWER has a speaker's name
    found = [plain(score(metric, ref, hyp, jobs=jobs, **fitting(metric, **COLLAR))) for jobs in JOBS]
    assert all(one == found[0] for one in found[1:])
    if metric.endswith("cpwer"):
        names = {speaker: stream for speaker, stream in found[0]["pairing"] if speaker is not None}
        assert names == {f"A{number}": f"x{7 * number % 8}" for number in range(8)}


def test_large_sessions_beside_small_ones() -> None:
    ref, hyp = large(3, 300)
    small = [Segment("a b", f"t{number}", "A", 0.0, 1.0) for number in range(40)]
    other = [Segment("a", f"t{number}", "A", 0.0, 1.0) for number in range(40)]
    found = [plain(hubbub.cpwer([*small, *ref], [*other, *hyp], jobs=jobs)) for jobs in JOBS]
    assert all(one == found[0] for one in found[1:])
    assert found[0]["s"] == plain(hubbub.cpwer(ref, hyp))
    assert {found[0][f"t{number}"]["errors"] for number in range(40)} == {1}


def test_several_callers_at_once() -> None:
    ref, hyp = large(4, 200)
    sessions = [Segment("a b c", f"t{number}", "A", 0.0, 1.0) for number in range(9)]
    calls: list[Callable[[], Any]] = [
        lambda: hubbub.cpwer(ref, hyp),
        lambda: hubbub.tcorcwer(ref[:40], hyp[:40], **COLLAR),
        lambda: hubbub.mdwer(sessions, sessions, asclite=True),
        lambda: hubbub.wer("a b", "a c"),
        lambda: hubbub.uwer(ref, hyp),
    ]
    alone = [plain(call()) for call in calls]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda number: plain(calls[number % len(calls)]()), range(6 * len(calls))))
    assert found == alone * 6


def test_a_result_outlives_what_it_was_made_of() -> None:
    ref, hyp = large(2, 50)
    expected = plain(hubbub.cpwer(ref, hyp))
    result = hubbub.cpwer(Transcript(ref), Transcript(hyp))
    del ref, hyp
    gc.collect()
    assert plain(result) == expected


# Progress and the end


def shown(ref: Any, hyp: Any, metrics: tuple[str, ...] = ("wer",), **choices: Any) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    score_sessions(
        plan_for(*metrics, **choices),
        prepared(ref),
        prepared(hyp),
        progress=lambda done, total, _=None: told.append((done, total)),
    )
    return told


@pytest.mark.parametrize("sessions", [1, 2, 50])
@pytest.mark.parametrize("letters", [1, 50_000])
@pytest.mark.parametrize("jobs", [1, 3, None])
def test_progress_rises_to_the_end(sessions: int, letters: int, jobs: int | None) -> None:
    segments = [Segment("a" * letters + " b", f"s{number}", "A") for number in range(sessions)]
    told = shown(segments, segments, jobs=jobs)
    assert told == sorted(told)
    assert told[-1] == (sessions, sessions)
    assert {total for _, total in told} == {sessions}


class EnoughError(Exception):
    """Ends work that would go on for minutes."""


def test_progress_of_a_long_search_is_shown_while_it_runs() -> None:
    """No search ends by itself here: it is shown again and again, until enough was seen of it."""
    seen: list[Stage] = []

    def enough(done: int, total: int, stage: Stage | None = None, /) -> None:
        assert (done, total) == (0, 1)
        seen.extend([] if stage is None else [stage])
        if len(seen) == 4:
            raise EnoughError

    draw = random.Random(1)
    ref, hyp = ([Segment(" ".join(draw.choices("abcd", k=8)), "s", str(i % 4)) for i in range(96)] for _ in range(2))
    with pytest.raises(EnoughError):
        score_sessions(plan_for("mimower", prove=True), prepared(ref), prepared(hyp), progress=enough)
    assert [stage.bound for stage in seen] == sorted(stage.bound for stage in seen)
    assert [stage.seconds for stage in seen] == sorted(stage.seconds for stage in seen)


@pytest.mark.parametrize("letters", [1, 50_000])
def test_whoever_shows_progress_may_end_the_work(letters: int) -> None:
    def enough(*_: Any) -> None:
        raise EnoughError

    segments = [Segment("a" * letters + " b", f"s{number}", "A") for number in range(50)]
    with pytest.raises(EnoughError):
        score_sessions(plan_for("wer"), prepared(segments), prepared(segments), progress=enough)
    assert hubbub.wer(segments, segments).total.errors == 0


class AlarmError(BaseException):
    """In place of KeyboardInterrupt, which would end the tests where it comes too late."""

    outcome: _core.Outcome
    """What was found by then, as the core notes it."""


@pytest.fixture
def alarm() -> Iterator[Callable[..., None]]:
    """A progress callback: when the work is well under way, a signal raises AlarmError as Ctrl-C KeyboardInterrupt."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such signal")

    def ring(*_: Any) -> None:
        raise AlarmError

    calls = count(1)

    def progress(*_: Any) -> None:
        if next(calls) == 10:
            signal.setitimer(signal.ITIMER_REAL, 0.001)  # which is up when the core works again

    before = signal.signal(signal.SIGALRM, ring)
    yield progress
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def repeated(number: int, seed: int) -> str:
    draw = random.Random(seed)
    return " ".join(draw.choices("abcdefgh", k=number))


def long_sides(count: int, number: int) -> tuple[list[Segment], list[Segment]]:
    return (
        [Segment(repeated(number, i), "s", f"A{i}", 0.0, 9.0) for i in range(count)],
        [Segment(repeated(number, 99 + i), "s", f"x{i}", 0.0, 9.0) for i in range(count)],
    )


def turns(side: tuple[list[Segment], list[Segment]]) -> tuple[list[Segment], list[Segment]]:
    return tuple(  # type: ignore[return-value]
        [
            Segment(" ".join(words[i : i + 7]), "s", one.speaker, i / 10, i / 10 + 1)
            for i in range(0, 300, 7)
            for one in own
            for words in [one.words.split()]
        ]
        for own in side
    )


def groups(count: int, number: int, times: int) -> tuple[list[Segment], list[Segment]]:
    """The same again and again, with pauses."""
    return tuple(  # type: ignore[return-value]
        [Segment(one.words, "s", one.speaker, 20.0 * again, 20.0 * again + 9) for again in range(times) for one in own]
        for own in long_sides(count, number)
    )


LASTING: dict[str, tuple[str, Callable[[], tuple[Any, Any]], dict[str, Any]]] = {
    "one pair": ("wer", lambda: long_sides(1, 250_000), {"costs": "0,3,2,1"}),
    "unit costs": ("wer", lambda: long_sides(1, 600_000), {}),
    "timed pair": ("tcwer", lambda: long_sides(1, 100_000), {"collar": 1000, "costs": "0,3,2,1"}),
    "many pairs": ("cpwer", lambda: long_sides(8, 60_000), {"costs": "0,3,2,1"}),
    "one thread": ("cpwer", lambda: long_sides(8, 60_000), {"costs": "0,3,2,1", "jobs": 1}),
    "search": ("mimower", lambda: turns(long_sides(5, 300)), {}),
    "timed search": ("tcmimower", lambda: turns(long_sides(6, 300)), {"collar": 20}),
    "pairs of graphs": ("cpwer", lambda: long_sides(6, 7000), {"fragments": True, "memory": "100G"}),
    "graphs of all": ("mdwer", lambda: long_sides(2, 150), {"fragments": True, "memory": "100G"}),
    "groups": ("mdwer", lambda: groups(2, 100, 30), {"asclite": True, "memory": "100G"}),
}


@pytest.mark.parametrize("name", LASTING)
def test_a_signal_ends_whatever_runs(name: str, alarm: Callable[..., None]) -> None:
    metric, sides, choices = LASTING[name]
    ref, hyp = map(prepared, sides())
    with pytest.raises(AlarmError) as ended:
        score_sessions(plan_for(metric, **choices), ref, hyp, progress=alarm)
    assert ended.value.outcome.unfinished(0) == [0], "the work was done to its end, which takes minutes"
    # What was stopped leaves nothing behind that would stop the next.
    assert hubbub.wer("a b", "a c").errors == 1


def test_a_signal_ends_many_sessions(alarm: Callable[..., None]) -> None:
    ref, hyp = ([Segment(repeated(2000, i), f"s{i}", "A") for i in range(first, first + 400)] for first in (0, 0))
    plan = plan_for(*("wer", "cpwer", "sawer") * 50, costs="0,3,2,1")
    with pytest.raises(AlarmError) as ended:
        score_sessions(plan, prepared(ref), prepared(hyp), progress=alarm)
    assert ended.value.outcome.unfinished(149), "the work was done to its end, which takes minutes"
