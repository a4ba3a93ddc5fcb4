"""Chains of metrics whose differences are the errors of each cause. Each allows all matches of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError, written
from hubbub.model.alignment import Alignment
from hubbub.model.metrics import METRICS, Metric, metric_named
from hubbub.model.options import Options, merged
from hubbub.model.settings import UNIT_COSTS, Settings
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.utterances import Utterance, Utterances
from hubbub.prepare.inputs import Input
from hubbub.scoring.outcome import OutcomeReader
from hubbub.scoring.plan import NO_OPTIONS, Plan, plan_of, planned

ATTRIBUTION, MIXED, SPLIT, RECOGNITION = "attribution", "mixed", "split", "recognition"

PARTS: dict[str, str] = {
    ATTRIBUTION: "whole segments labeled with the wrong speaker",
    MIXED: "segments with words of several speakers",
    SPLIT: "utterances split across streams",
    RECOGNITION: "wrong under any speaker labels",
}
"""The causes of errors, with the errors that each counts."""


class Chain(NamedTuple):
    """Metrics from the strictest to the freest, and the causes of their differences. The last has what remains."""

    names: tuple[str, ...]
    parts: tuple[str, ...]
    clock: str | None = None
    """The metric without times whose alignment measures the delay of the words; None without times."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return tuple(METRICS[name] for name in self.names)

    def parts_of(self, errors: Sequence[int]) -> dict[str, int]:
        """Returns the errors of each cause, from the errors under each metric."""
        return {part: strict - free for part, strict, free in zip(self.parts, errors, (*errors[1:], 0), strict=True)}

    @property
    def routes_hypothesis(self) -> bool:
        """Whether hypothesis segments are routed, not reference segments."""
        return self.metrics[-1].swapped

    @property
    def timed(self) -> bool:
        return self.clock is not None

    @property
    def scored(self) -> tuple[Metric, ...]:
        """The metrics, followed by the one that measures the delay, if any."""
        clock = () if self.clock is None else (METRICS[self.clock]._replace(by_channel=False),)
        return (*self.metrics, *clock)


CHAINS: dict[str, Chain] = {
    chain.names[0]: chain
    for chain in (
        Chain(("tcpwer", "ditcpwer", "ditcpwer_by_word"), (ATTRIBUTION, MIXED, RECOGNITION), "cpwer"),
        Chain(("cpwer", "dicpwer", "dicpwer_by_word"), (ATTRIBUTION, MIXED, RECOGNITION)),
        Chain(("tcorcwer", "tcorcwer_by_word"), (SPLIT, RECOGNITION), "wer"),
    )
}
"""The chains by the metric that they break down."""

TIMED, UNTIMED = CHAINS["tcpwer"], CHAINS["cpwer"]

COLLAR = 5.0
"""Default collar of `blame` and `compare`, in seconds."""


def chain_named(name: str) -> Chain:
    """Returns the chain that breaks down this metric; raises OptionError if there is none."""
    metric = metric_named(name)
    if metric.name not in CHAINS:
        raise OptionError(f"blame cannot break down {metric.name}; choose from {', '.join(CHAINS)}")
    return CHAINS[metric.name]


def chain_plan(
    chain: Chain, metric: str | None, options: Options | None, fields: Mapping[str, Any] = NO_OPTIONS
) -> Plan:
    """Returns the plan for the metrics of a chain; raises OptionError if the options leave them unordered.

    The metric is the chain's first, as it was named: tcpcer is tcpwer of characters.
    """
    unit = None if metric is None else metric_named(metric).unit
    if chain.timed and merged(options, fields).get("collar") is None:
        options = {**(options or {}), "collar": COLLAR}
    plan = plan_of(tuple(one._replace(unit=unit) for one in chain.scored) if unit else chain.scored, options, fields)
    check_chain(chain, plan.settings)
    return plan


def check_chain(chain: Chain, settings: Settings) -> None:
    """Raises OptionError under options with which a metric that allows more can have more errors."""
    if "word" in (settings.ref_sort, settings.hyp_sort):
        raise OptionError("blame compares several metrics, and only some can sort words; sort by segment")
    if settings.costs != UNIT_COSTS:
        raise OptionError(f"blame needs unit costs; drop {written('costs')}")
    for name in ("asclite", "fragments", "optional_words"):
        if getattr(settings, name):
            title = METRICS[chain.names[-1]].title
            raise OptionError(f"blame cannot use {written(name)}, which {title} does not support; drop it")


def as_chosen(chain: Chain, found: OutcomeReader) -> tuple[Plan, Input, Input]:
    """Returns a plan, and the chosen branches of all alternations as plain transcripts, which are scored the same."""
    found.require_all_sessions()
    sides: tuple[list[Segment], list[Segment]] = [], []
    for place, name in enumerate(found.matched.names):
        for segments, utterances in zip(sides, _sides(found.alignment(0, place)), strict=True):
            segments += (_segment(name, utterance) for utterance in utterances)
    settings = found.plan.settings
    fields = ("collar", "ref_timing", "hyp_timing", "ref_sort", "hyp_sort", "time_limit", "effort", "prove", "memory")
    same = Settings(**{field: getattr(settings, field) for field in (*fields, "jobs")})
    reference, hypothesis = (Input(Transcript(segments), many=True) for segments in sides)
    return planned(chain.scored, same, {}), reference, hypothesis


def _sides(alignment: Alignment) -> tuple[list[Utterance], list[Utterance]]:
    reference = (lane.reference for lane in alignment)
    hypothesis = (lane.hypothesis for lane in alignment)
    return _ordered(reference), _ordered(hypothesis)


def _ordered(lanes: Iterable[object]) -> list[Utterance]:
    """Returns the utterances of all lanes in scoring order."""
    placed: dict[int, Utterance] = {}
    for utterances in lanes:
        assert isinstance(utterances, Utterances)
        placed |= {piece[0]: utterance for piece, utterance in zip(utterances.pieces, utterances, strict=True)}
    return [placed[place] for place in sorted(placed)]


def _segment(session: str, utterance: Utterance) -> Segment:
    times = None if utterance.times is None else tuple(utterance.times)
    words = " ".join(utterance.words)
    return Segment(words, session, utterance.speaker, utterance.start, utterance.end, word_times=times)
