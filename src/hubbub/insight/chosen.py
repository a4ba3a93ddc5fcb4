"""A corpus as a metric scored it, in plain text: of each alternation, the branch that the alignment took.

Metrics that route segments cannot choose branches. With the branches of the strictest metric its alignment remains one
that the others may choose, so that their order holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from hubbub.model.alignment import Alignment
from hubbub.model.options import Options
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.utterances import Utterance, Utterances
from hubbub.prepare.inputs import Given
from hubbub.scoring.outcome import OutcomeReader


def as_chosen(found: OutcomeReader) -> tuple[Given, Given, Options]:
    """Reference, hypothesis and options that give the same scores under the only metric of the scoring."""
    found.check_whole()
    sides: tuple[list[Segment], list[Segment]] = [], []
    for place, name in enumerate(found.matched.names):
        for segments, utterances in zip(sides, _sides(found.alignment(0, place)), strict=True):
            segments += (_segment(name, utterance) for utterance in utterances)
    settings = found.plan.settings
    options = Options(
        **{field: getattr(settings, field) for field in ("collar", "ref_timing", "hyp_timing", "ref_sort", "hyp_sort")},
        **{field: getattr(settings, field) for field in ("time_limit", "memory", "jobs")},
    )
    reference, hypothesis = (Given(Transcript(segments), many=True) for segments in sides)
    return reference, hypothesis, options


def _sides(alignment: Alignment) -> tuple[list[Utterance], list[Utterance]]:
    reference = (lane.reference for lane in alignment)
    hypothesis = (lane.hypothesis for lane in alignment)
    return _ordered(reference), _ordered(hypothesis)


def _ordered(lanes: Iterable[object]) -> list[Utterance]:
    """The utterances of all lanes in the order of scoring."""
    placed: dict[int, Utterance] = {}
    for utterances in lanes:
        assert isinstance(utterances, Utterances)
        placed |= {piece[0]: utterance for piece, utterance in zip(utterances.pieces, utterances, strict=True)}
    return [placed[place] for place in sorted(placed)]


def _segment(session: str, utterance: Utterance) -> Segment:
    times = None if utterance.times is None else tuple(utterance.times)
    words = " ".join(utterance.words)
    return Segment(words, session, utterance.speaker, utterance.start, utterance.end, word_times=times)
