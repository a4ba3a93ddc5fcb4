"""Meetings in which only who speaks when matters: written by hand, random, and from the facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

import hubbub
from hubbub import Segment, Transcript
from hubbub.model.diarization_metrics import PROFILES, Profile
from support import oracles_der as oracle
from support.paths import FACTS

REF, VBX, DIAPER = (str(FACTS / f"der/ami_{name}.rttm") for name in ("ref", "hyp_vbx", "hyp_diaper"))
UEM = str(FACTS / "der/ami.uem")


def turns(text: str, session: str | None = None) -> list[Segment]:
    """Segments written as `A 0-1.5, B 1-2`."""
    found = []
    for turn in filter(None, text.split(", ")):
        speaker, times = turn.split()
        start, end = map(float, times.split("-"))
        found.append(Segment("", session=session, speaker=speaker, start=start, end=end))
    return found


def one(metric: str, reference: Any, hypothesis: Any, **choices: Any) -> hubbub.DiarizationResult:
    result = getattr(hubbub, metric)(reference, hypothesis, **choices)
    assert isinstance(result, hubbub.DiarizationResult)
    return result


def many(metric: str, reference: Any, hypothesis: Any, **choices: Any) -> hubbub.DiarizationScores:
    scores = getattr(hubbub, metric)(reference, hypothesis, **choices)
    assert isinstance(scores, hubbub.DiarizationScores)
    return scores


@st.composite
def meetings(draw: st.DrawFn, speakers: str) -> list[oracle.Turn]:
    """Turns on a grid of quarter seconds: they touch, nest, repeat, overlap themselves and have no length."""
    number = draw(st.integers(0, 6))
    found = []
    for _ in range(number):
        start = Fraction(draw(st.integers(0, 24)), 4)
        found.append((draw(st.sampled_from(speakers)), start, start + Fraction(draw(st.integers(0, 8)), 4)))
    return found


def segments(meeting: list[oracle.Turn]) -> list[Segment]:
    return [Segment("", speaker=speaker, start=float(start), end=float(end)) for speaker, start, end in meeting]


class Setting(NamedTuple):
    profile: Profile
    collar: Fraction
    skip_overlap: bool
    regions: list[oracle.Span] | None
    ignored: list[oracle.Span]

    def choices(self) -> dict[str, Any]:
        uem = None
        if self.regions is not None:
            uem = Transcript([Segment("", session="", start=float(a), end=float(b)) for a, b in self.regions])
        return {
            "profile": self.profile.name,
            "collar": float(self.collar),
            "skip_overlap": self.skip_overlap,
            "uem": uem,
        }

    def cells(self, reference: list[oracle.Turn], hypothesis: list[oracle.Turn]) -> list[oracle.Cell]:
        points = self.profile.points
        both = reference if self.profile.region == "reference" else [*reference, *hypothesis]
        regions = self.regions
        if regions is None:
            regions = oracle.extent([turn for turn in both if points or turn[1] < turn[2]])
        collar = self.collar / 2 if self.profile.name == "pyannote" else self.collar
        return oracle.cells(reference, hypothesis, regions, collar, self.skip_overlap, self.ignored, points)

    def transcript(self, reference: list[oracle.Turn]) -> Transcript:
        return Transcript(segments(reference), "", [hubbub.Region("", float(a), float(b)) for a, b in self.ignored])


quarters = st.integers(0, 32).map(lambda number: Fraction(number, 4))
spans = st.lists(st.tuples(quarters, quarters).map(sorted).map(tuple), max_size=3)
settings_ = st.builds(
    Setting,
    st.sampled_from(list(PROFILES.values())),
    st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(3)]),
    st.booleans(),
    st.none() | spans.filter(bool),
    st.just([]) | spans,
)
