"""Chains of metrics whose differences are the errors of each cause. Each allows all matches of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hubbub.errors import OptionError, written
from hubbub.model.alignment import Alignment
from hubbub.model.metrics import METRICS, Metric, metric_named
from hubbub.model.options import UNIT_COSTS, Options, read
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.utterances import Utterance, Utterances
from hubbub.prepare.inputs import Given
from hubbub.scoring.outcome import OutcomeReader

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
        return self.metrics if self.clock is None else (*self.metrics, METRICS[self.clock])


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


def in_unit(name: str, options: Options) -> Options:
    """Returns the options with the unit that the metric name implies: tcpcer is tcpwer of characters."""
    return options._replace(unit=metric_named(name).unit or options.unit)


def chain_options(chain: Chain, options: Options) -> Options:
    """Returns the options for scoring the chain; raises OptionError if they leave its metrics unordered."""
    settings = read(options)
    if "word" in (settings.ref_sort, settings.hyp_sort):
        raise OptionError("blame compares several metrics, and only some can sort words; sort by segment")
    if settings.costs != UNIT_COSTS:
        raise OptionError(f"blame needs unit costs; drop {written('costs')}")
    for name in ("asclite", "fragments", "optional_words"):
        if getattr(settings, name):
            title = METRICS[chain.names[-1]].title
            raise OptionError(f"blame cannot use {written(name)}, which {title} does not support; drop it")
    if chain.timed and settings.collar is None:
        options = options._replace(collar=COLLAR)
    return options


def as_chosen(found: OutcomeReader) -> tuple[Given, Given, Options]:
    """Returns the chosen branches of all alternations as plain transcripts, and options that score them the same."""
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
    reference, hypothesis = (Given(Transcript(segments), many=True) for segments in sides)
    return reference, hypothesis, options


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
