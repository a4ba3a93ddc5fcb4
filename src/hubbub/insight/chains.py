"""The chains of metrics whose differences are the parts of a blame: each allows every match of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hubbub.errors import OptionError, written
from hubbub.model.alignment import Alignment
from hubbub.model.metrics import METRICS, Metric, metric_named
from hubbub.model.options import UNIT_COSTS, Options, read
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.utterances import Utterance, Utterances
from hubbub.prepare.inputs import Input
from hubbub.scoring.outcome import OutcomeReader

LABELS, INSIDE, SPLIT, WORDS = "labels", "inside", "split", "words"

PARTS: dict[str, str] = {
    LABELS: "whole segments under the wrong name",
    INSIDE: "segments that hold several speakers",
    SPLIT: "utterances cut across streams",
    WORDS: "what no relabelling mends: recognition",
}
"""The parts of a blame, each with what it counts."""


class Chain(NamedTuple):
    """Metrics from the strictest to the freest, and what their differences are called; the last part is the rest."""

    names: tuple[str, ...]
    parts: tuple[str, ...]
    clock: str | None = None
    """The metric without times whose alignment tells how far off the times are; None without times."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return tuple(METRICS[name] for name in self.names)

    def parts_of(self, errors: Sequence[int]) -> dict[str, int]:
        """The differences between the errors under its metrics; the last part is what is left."""
        return {part: strict - free for part, strict, free in zip(self.parts, errors, (*errors[1:], 0), strict=True)}

    @property
    def routes_hypothesis(self) -> bool:
        """Are segments of the hypothesis routed, or those of the reference?"""
        return self.metrics[-1].swapped

    @property
    def timed(self) -> bool:
        return self.clock is not None

    @property
    def scored(self) -> tuple[Metric, ...]:
        """The metrics, and that of the clock after them."""
        return self.metrics if self.clock is None else (*self.metrics, METRICS[self.clock])


CHAINS: dict[str, Chain] = {
    chain.names[0]: chain
    for chain in (
        Chain(("tcpwer", "ditcpwer", "ditcpwer_by_word"), (LABELS, INSIDE, WORDS), "cpwer"),
        Chain(("cpwer", "dicpwer", "dicpwer_by_word"), (LABELS, INSIDE, WORDS)),
        Chain(("tcorcwer", "tcorcwer_by_word"), (SPLIT, WORDS), "wer"),
    )
}
"""The chains by the metric that is explained."""

TIMED, UNTIMED = CHAINS["tcpwer"], CHAINS["cpwer"]

COLLAR = 5.0
"""The collar of a blame and of a comparison where none is given (seconds)."""


def chain_named(name: str) -> Chain:
    """The chain that explains this metric."""
    metric = metric_named(name)
    if metric.name not in CHAINS:
        raise OptionError(f"there is no blame of {metric.name}; choose from {', '.join(CHAINS)}")
    return CHAINS[metric.name]


def in_unit(name: str, options: Options) -> Options:
    """The options with the unit that the name of a metric tells: tcpcer is tcpwer of characters."""
    return options._replace(unit=metric_named(name).unit or options.unit)


def chain_options(chain: Chain, options: Options) -> Options:
    """The options with which the chain is scored. Refused are those under which its order does not hold."""
    settings = read(options)
    if "word" in (settings.ref_sort, settings.hyp_sort):
        raise OptionError("a blame needs one order for all of its metrics, and only some can sort words; sort segments")
    if settings.costs != UNIT_COSTS:
        raise OptionError(
            "under other costs a metric that allows more can have more errors, so that no part could be told;"
            f" leave {written('costs')} away"
        )
    for name in ("asclite", "fragments", "optional_words"):
        if getattr(settings, name):
            title = METRICS[chain.names[-1]].title
            raise OptionError(f"{title} knows no {written(name)}, so that no part could be told; leave it away")
    if chain.timed and settings.collar is None:
        options = options._replace(collar=COLLAR)
    return options


def as_chosen(found: OutcomeReader) -> tuple[Input, Input, Options]:
    """Reference, hypothesis and options that give the same scores under the only metric of the scoring."""
    found.check_whole()
    sides: tuple[list[Segment], list[Segment]] = [], []
    for place, name in enumerate(found.matched.names):
        for segments, utterances in zip(sides, _sides(found.alignment(0, place)), strict=True):
            segments += (_segment(name, utterance) for utterance in utterances)
    settings = found.plan.settings
    options = Options(
        **{field: getattr(settings, field) for field in ("collar", "ref_timing", "hyp_timing", "ref_sort", "hyp_sort")},
        **{field: getattr(settings, field) for field in ("time_limit", "effort", "prove", "memory", "jobs")},
    )
    reference, hypothesis = (Input(Transcript(segments), many=True) for segments in sides)
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
