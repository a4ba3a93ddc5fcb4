"""Objects of other libraries as inputs, by the attributes that these have; none of the libraries is needed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

import pytest

import hubbub as package
from hubbub import InputError, OptionError

hubbub: Any = package
"""Without types, which refuse some of these calls."""


class Span(NamedTuple):
    """A segment of pyannote.core."""

    start: float
    end: float


class Timeline:
    """As of pyannote.core."""

    def __init__(self, *spans: tuple[float, float], uri: str | None = None) -> None:
        self.spans, self.uri = [Span(*span) for span in spans], uri

    def __iter__(self) -> Any:
        return iter(self.spans)

    def gaps(self) -> Timeline:
        return self

    def support(self) -> Timeline:
        return self


class Annotation:
    """As of pyannote.core."""

    def __init__(self, *turns: tuple[float, float, str], uri: str | None = None) -> None:
        self.turns, self.uri = turns, uri

    def itertracks(self, yield_label: bool = False) -> Any:
        assert yield_label
        return ((Span(start, end), str(place), label) for place, (start, end, label) in enumerate(self.turns))


class SegLST:
    """As of MeetEval, whose STM and RTTM have a method to convert them."""

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = rows

    def to_seglst(self) -> list[dict[str, Any]]:
        return list(self.rows)


class Line(NamedTuple):
    """A line of MeetEval's UEM."""

    filename: str
    begin_time: Decimal
    end_time: Decimal


class Uem(NamedTuple):
    """As of MeetEval."""

    lines: list[Line]


REF = Annotation((0, 2, "Ann"), (2, 4, "Bob"), uri="talk")
HYP = Annotation((0, 2, "0"))


@pytest.mark.parametrize(
    "uem",
    [
        Timeline((0, 3), uri="talk"),
        Timeline((0, 3)),
        [(0, 3)],
        ((0, 1), (1, 3)),
        {"talk": [(0, 3)]},
        Uem([Line("talk", Decimal(0), Decimal(1)), Line("talk", Decimal(1), Decimal(3))]),
        {"talk": Timeline((0, 3))},
    ],
)
def test_regions_of_python(uem: Any) -> None:
    result = hubbub.der(REF, HYP, uem=uem)
    assert (result.session, result.region, result.scored, result.missed) == ("talk", "uem", 3.0, 1.0)
    words = [{"session_id": "talk", "speaker": "A", "start_time": s, "end_time": s + 1, "words": "a"} for s in (0, 5)]
    assert hubbub.wer(words, words, uem=uem).length == 1


def test_regions_that_are_wrong() -> None:
    with pytest.raises(InputError, match=r"the UEM region \(3\.0, 1\.0\) ends before it starts; swap start and end"):
        hubbub.der(REF, HYP, uem=[(3, 1)])
    with pytest.raises(InputError, match=r"the UEM \(session other\) names no session of the reference"):
        hubbub.der(REF, HYP, uem=Timeline((0, 3), uri="other"))
    several = {"one": REF, "two": REF}
    with pytest.raises(InputError, match="the UEM names no session, but the reference has sessions one, two; pass a"):
        hubbub.der(several, several, uem=[(0, 3)])
    with pytest.raises(InputError, match="uem has 0; pass a path, Regions"):
        hubbub.der(REF, HYP, uem=[(0, 3, 5)])


def test_the_uri_of_an_annotation_names_its_session() -> None:
    assert hubbub.der(REF, HYP).session == "talk"
    assert hubbub.der(HYP, REF).session == "talk"
    # A uri may be the path of a file, so a single annotation on each side match whatever they are called.
    assert hubbub.der(REF, Annotation((0, 4, "0"), uri="talk.wav")).session == "talk"
    assert hubbub.der({"day": REF}, {"day": REF}).sessions.keys() == {"day"}
    others = [REF, Annotation((0, 1, "Ann"), uri="walk")]
    assert list(hubbub.der(others, others[::-1])) == ["talk", "walk"]
    with pytest.raises(InputError, match="several annotations need different uris; set them, or pass a dict"):
        hubbub.der([REF, HYP], [REF, HYP])


def test_objects_of_meeteval() -> None:
    rows = [
        {"session_id": name, "speaker": "A", "start_time": Decimal(0), "end_time": Decimal(1), "words": "a b"}
        for name in ("m", "n")
    ]
    grouped = {row["session_id"]: SegLST(row) for row in rows}
    for data in (SegLST(*rows), grouped):
        assert list(hubbub.cpwer(data, data)) == ["m", "n"]
        assert hubbub.tcpwer(data, data, collar=5).length == 4
        assert hubbub.der(data, data).scored == 2.0
    nameless = {name: SegLST({"speaker": "A", "words": "a"}) for name in ("m", "n")}
    assert list(hubbub.cpwer(nameless, nameless)) == ["m", "n"]
    turns = SegLST({key: value for key, value in rows[0].items() if key != "words"})
    assert hubbub.der(turns, turns).scored == 1.0


def test_scores_are_like_numbers() -> None:
    one, two = hubbub.wer("a b c d", "a b c"), hubbub.wer(["a b", "c d"], ["a b", "c c"])
    turns = hubbub.der(REF, HYP)
    many = hubbub.der({"m": REF}, {"m": HYP})
    for score, rate in ((one, 0.25), (two, 0.25), (turns, 0.5), (many, 0.5)):
        assert f"{score:.3f} {score:.1%}" == f"{rate:.3f} {rate:.1%}"
        assert f"{score}" == str(score)
        assert score == rate
        assert score != 0.3
        assert 0.1 < score <= rate <= score < 0.7
        assert not score > rate
    assert one < turns
    assert max(one, turns) is turns
    with pytest.raises(TypeError):
        assert one < "0.5"
    with pytest.raises(InputError, match="no rate"):
        f"{hubbub.wer('', ''):.2f}"


def test_names_of_other_libraries_for_the_sides() -> None:
    for wrong in ({"predictions": "a", "references": "a"}, {"truth": "a", "hypothesis": "a"}):
        for call in (hubbub.wer, hubbub.der, lambda **sides: hubbub.score("wer", **sides)):
            with pytest.raises(OptionError, match="pass reference and hypothesis, in this order"):
                call(**wrong)
    with pytest.raises(TypeError, match=r"wer\(\) needs a reference and a hypothesis"):
        hubbub.wer("a")
