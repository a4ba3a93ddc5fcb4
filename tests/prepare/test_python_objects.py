"""Objects that users of other tools pass: regions of many kinds, turns by session, names that are numbers."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import polars
import pytest

import hubbub
from hubbub import Region, Segment, Transcript
from hubbub.model.metrics import METRICS
from hubbub.views.table import pairing, per_speaker


class Span(NamedTuple):
    """As the Segment of pyannote.core."""

    start: float
    end: float

    @property
    def duration(self) -> float:
        return self.end - self.start


class Timeline:
    """As that of pyannote.core."""

    def __init__(self, *spans: Span) -> None:
        self.segments_set_ = set(spans)

    def __iter__(self) -> Any:
        return iter(sorted(self.segments_set_))


class Line(NamedTuple):
    """As a line of MeetEval's UEM."""

    filename: str
    channel: str | int
    begin_time: Decimal
    end_time: Decimal


class Lines:
    """As MeetEval's UEM."""

    def __init__(self, *lines: Line) -> None:
        self.lines = lines

    def __iter__(self) -> Any:
        return iter(self.lines)


TURNS = [(0, 4, "A"), (6, 8, "B")]
UNNAMED = [[(0, 1), (2, 3)], (0, 2), Timeline(Span(0, 1), Span(2, 3)), Span(0, 2), [Region("", 0, 2)], Region("", 0, 2)]


@pytest.mark.parametrize("uem", UNNAMED, ids=lambda uem: type(uem).__name__)
def test_regions_of_the_only_session(uem: Any) -> None:
    assert hubbub.der(TURNS, TURNS, uem=uem).counts.scored == 2


NAMED = [
    {"s": [(0, 1), (2, 3)], "t": (1, 3)},
    {"s": Timeline(Span(0, 2)), "t": Span(1, 3)},
    [Region("s", 0, 2), Region("t", 1, 3)],
    {"s": [Region("", 0, 2)], "t": Region("t", 1, 3)},
    Lines(Line("s", "<NA>", Decimal(0), Decimal(2)), Line("t", 1, Decimal(1), Decimal(3))),
]


@pytest.mark.parametrize("uem", NAMED, ids=lambda uem: type(uem).__name__)
def test_regions_by_session(uem: Any, tmp_path: Path) -> None:
    turns = {"s": TURNS, "t": TURNS}
    scores = hubbub.der(turns, turns, uem=uem)
    assert {name: result.counts.scored for name, result in scores.items()} == {"s": 2, "t": 2}
    (tmp_path / "all.uem").write_text("s 1 0 2\nt 1 1 3\n", encoding="utf-8")
    words = [Segment("a", "s", "A", 0, 1), Segment("b", "s", "A", 5, 6), Segment("c", "t", "A", 2, 3)]
    assert hubbub.cpwer(words, words, uem=uem).total.length == 2
    if not isinstance(uem, dict) or isinstance(uem["s"], Timeline):
        of_file = hubbub.cpwer(words, words, uem=tmp_path / "all.uem")
        assert hubbub.cpwer(words, words, uem=uem).signature == of_file.signature


@pytest.mark.parametrize(
    "uem", [3, [3], {"s": "text"}, {1.5: (0, 1)}, [("a", 1)], [(0, 1), "a.uem"], {"s": {"t": (0, 1)}}]
)
def test_what_is_no_region(uem: Any) -> None:
    with pytest.raises(hubbub.HubbubError):
        hubbub.der(TURNS, TURNS, uem=uem)


def test_turns_by_session() -> None:
    scores = hubbub.der({"s": [(0, 1, "A")], "t": TURNS}, {"s": [(0, 1, "x")], "t": []})
    assert (scores["s"].counts.missed, scores["t"].counts.missed) == (0, 6)
    assert hubbub.der({"s": [(0, 1, "A")]}, {"s": [(0.5, 1, "x")]}).rate == 0.5


def test_sessions_may_be_numbers() -> None:
    segments = [{"session_id": 1, "words": "a", "speaker": 3}, {"session_id": 2, "words": "b", "speaker": 3}]
    scores = hubbub.cpwer(segments, segments)
    assert list(scores) == ["1", "2"]
    assert list(scores.select([2])) == ["2"]
    same = [Segment("a", session=1, speaker=3), Segment("b", session=2, speaker=3)]  # type: ignore[arg-type]
    assert hubbub.cpwer(same, segments).errors == 0


NUMBERED = [Segment("a b", 1, 0, 0, 1), Segment("c", 1, 2, 2, 3), Segment("d", 1, "A", 3, 4)]  # type: ignore[arg-type]
STREAMS = [Segment("a b", 1, 7, 0, 1), Segment("c", 1, 0, 2, 3), Segment("d", 1, None, 3, 4)]  # type: ignore[arg-type]


def dicts(segments: list[Segment]) -> list[dict[str, Any]]:
    names = ("words", "session_id", "speaker", "start_time", "end_time")
    return [dict(zip(names, segment[:5], strict=True)) for segment in segments]


def table(segments: list[Segment]) -> Any:
    """A column has names of one type."""
    return polars.DataFrame(dicts(segments[:2]))


@pytest.mark.parametrize("kind", [list, Transcript, dicts, table])
def test_a_pairing_has_the_names_that_were_given(kind: Any) -> None:
    sides = kind(NUMBERED), kind(STREAMS)
    result = hubbub.cpwer(*sides)["1"]
    assert result.pairing[:2] == ((0, 7), (2, 0))
    assert result.pairing[2:] in ((), (("A", ""),))
    assert result.to_dict()["pairing"][:2] == [["0", "7"], ["2", "0"]]
    assert [(one.speaker, one.stream) for one in hubbub.orcwer(*sides)["1"].routing[:2]] == [(0, 7), (2, 0)]
    assert hubbub.der(*sides)["1"].pairing[:2] == ((0, 7), (2, 0))
    assert hubbub.der(*sides)["1"].to_dict()["pairing"][:2] == [["0", "7"], ["2", "0"]]
    assert hubbub.wder(*sides)["1"].pairing[:2] == ((0, 7), (2, 0))


def test_streams_keep_names_and_other_processes_return_text() -> None:
    few = NUMBERED[:2], STREAMS[:2]
    (streamed,) = hubbub.score("cpwer", iter(few[0]), iter(few[1]), stream=True)
    assert streamed.pairing == ((0, 7), (2, 0))
    with ThreadPoolExecutor(1) as pool:
        assert hubbub.score("cpwer", *few, executor=pool)["1"].pairing == (("0", "7"), ("2", "0"))


def test_dicts_and_turns_keep_names_too() -> None:
    by_name: dict[Any, str] = {1: "a b", "2": "c"}
    heard: dict[Any, str] = {7: "a b", 0: "c d"}
    assert hubbub.cpwer(by_name, heard).pairing == ((1, 7), ("2", 0))
    assert hubbub.cpwer({5: by_name}, {5: heard})["5"].pairing == ((1, 7), ("2", 0))
    assert hubbub.dicpwer(by_name, heard).routing[0] == (7, 0, 1)
    assert hubbub.der([(0, 1, 1), (2, 3, "B")], [(0, 1, 0)]).pairing == ((1, 0), ("B", None))
    assert hubbub.der({"s": [(0, 1, 1)]}, {"s": [(0, 1, 4)]})["s"].pairing == ((1, 4),)


@pytest.mark.parametrize("metric", METRICS)
def test_names_that_are_numbers_are_shown(metric: str) -> None:
    collar: dict[str, Any] = {"collar": 5} if METRICS[metric].timed else {}
    named = [[one._replace(speaker=str(one.speaker)) for one in side[:2]] for side in (NUMBERED, STREAMS)]
    scores = [hubbub.score(metric, *sides, **collar) for sides in ((NUMBERED[:2], STREAMS[:2]), named)]
    numbers, texts = scores
    assert numbers.to_dict() == texts.to_dict()
    assert (str(numbers), numbers._repr_html_()) == (str(texts), texts._repr_html_())
    for view in (per_speaker, pairing):
        assert view(numbers["1"].alone()) == view(texts["1"].alone())
    assert hubbub.report(numbers).size > 0


def test_a_result_is_read_like_scores() -> None:
    scores = hubbub.cpwer([Segment("a", "s", "A")], [Segment("a", "s", "x")])
    result = scores["s"]
    assert result["s"] == result == scores[0]
    assert list(result.values()) == [result]
    assert dict(result.items()) == {"s": result}


ROUTERS = [name for name, metric in METRICS.items() if metric.solver in ("route", "each")]
HEARD = [Segment("d c", "t", "y", 0, 3), Segment("a b c", "s", "x", 0, 4), Segment("b", "s", "y", 5, 6)]
SAID = [
    Segment("c d", "s", "B", 3, 5),
    Segment("d", "t", "B", 0, 2),
    Segment("out", "s", "A", 90, 91),
    Segment("a", "s", "A", 2, 3),
    Segment("c", "t", "A", 1, 3),
    Segment("b", "s", "A", 0, 1),
]


@pytest.mark.parametrize("metric", ROUTERS)
def test_a_routing_has_the_indices_of_utterances_in_the_input(metric: str, tmp_path: Path) -> None:
    collar: dict[str, Any] = {"collar": 5} if METRICS[metric].timed else {}
    swapped, uem = METRICS[metric].swapped, [Region("s", 0, 50), Region("t", 0, 50)]
    scores = hubbub.score(metric, SAID, HEARD, uem=uem, **collar)
    for name, result in scores.items():
        routing, own = result.routing, [one for one in (HEARD if swapped else SAID) if one.session == name]
        found = [own[index] for index in result.routed_segments]
        assert [segment.speaker for segment in found] == [routed.speaker for routed in routing]
        assert all(segment.words != "out" for segment in found)
        in_order = sorted(zip(routing, found, strict=True), key=lambda pair: (pair[1].start, pair[0].number))
        for speaker in "ABxy":
            numbers = [routed.number for routed, _ in in_order if routed.speaker == speaker]
            assert numbers == sorted(numbers)
    with ThreadPoolExecutor(1) as pool:
        resumed = hubbub.score(metric, SAID, HEARD, uem=uem, resume=tmp_path / "out.json", executor=pool, **collar)
    (saved,) = hubbub.load_scores(tmp_path / "out.json")
    for other in (resumed, saved, pickle.loads(pickle.dumps(scores))):
        assert {name: one.routed_segments for name, one in other.items()} == {
            name: one.routed_segments for name, one in scores.items()
        }


def test_a_pairing_has_no_indices() -> None:
    assert hubbub.cpwer(SAID, SAID)["s"].routed_segments is None
    assert hubbub.wer("a", "a").routed_segments is None
