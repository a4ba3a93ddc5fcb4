"""der() and jer(): reference and hypothesis in, results out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from hubbub.diarization.measures import diarize
from hubbub.diarization.session import Rules, Session, SessionNames, Side
from hubbub.diarization.words import words_function
from hubbub.errors import InputError, OptionError
from hubbub.model.diarization_metrics import PROFILES, DiarizationMetric
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores, Heard, Stretch
from hubbub.model.options import DEFAULT_DIARIZATION, DiarizationOptions, Settings, formats_of, read, with_options
from hubbub.prepare.inputs import Given, Text, match_sessions
from hubbub.prepare.names import not_in_uem
from hubbub.prepare.turns import given_turns
from hubbub.scoring.plan import Uem, read_uem, signature_line
from hubbub.scoring.score import Progress


def _signature(metric: DiarizationMetric, settings: Settings, uem: Uem | None) -> str:
    parts = [
        metric.name,
        f"collar:{settings.collar:g}",
        "overlap:skipped" if settings.skip_overlap else "",
        f"profile:{settings.profile or metric.profile}",
    ]
    return signature_line(parts, settings, uem)


def _diarize_session(names: SessionNames, sides: tuple[Side, Side], rules: Rules, signature: str) -> DiarizationResult:
    name = names.shown
    try:
        diarized = diarize(names, *sides, rules)
    except InputError as error:
        raise InputError(f"session {name}: {error}" if name else str(error)) from None
    return DiarizationResult(
        metric=rules.metric.name,
        session=name,
        signature=signature,
        counts=diarized.counts,
        matches=diarized.matches,
        region=diarized.region,
        left_out=diarized.left_out,
        heard=Heard(partial(_stretches, names, sides, rules)),
    )


def _stretches(names: SessionNames, sides: tuple[Side, Side], rules: Rules) -> list[Stretch]:
    """Who is heard when in a session, where it is scored. It is swept once more: few are looked at."""
    session = Session(names, *sides, rules)
    return [
        Stretch(
            start,
            seconds,
            tuple(session.speakers[speaker] for speaker in speakers),
            tuple(session.streams[stream] for stream in streams),
        )
        for start, seconds, speakers, streams in session.stretches.in_order()
    ]


def diarize_sessions(
    metrics: Iterable[DiarizationMetric],
    reference: Given,
    hypothesis: Given,
    options: DiarizationOptions,
    system: str = "hyp",
    progress: Progress | None = None,
) -> list[DiarizationScores]:
    """Every session of the reference under every metric."""
    settings = read(options)
    uem = read_uem(options.uem)
    matched = match_sessions(reference, hypothesis, options)
    uncut = [] if uem is None else not_in_uem(uem.regions, matched.names)
    sessions = list(map(SessionNames, matched.names, matched.left, matched.right))
    scores = []
    for metric in metrics:
        merged = metric.voices == "merged"
        if merged and settings.skip_overlap:
            raise OptionError(
                f"{metric.name} does not tell speakers apart, so there is no overlap to skip; leave it away"
            )
        sides = (
            Side("reference", reference.transcript, merged),
            Side("hypothesis", hypothesis.transcript, merged),
        )
        regions = None if uem is None else uem.regions
        profile = PROFILES[settings.profile or metric.profile]
        rules = Rules(metric, profile, settings.collar, settings.skip_overlap, regions)
        signature = _signature(metric, settings, uem)
        results = {}
        # Without threads: a session takes about as long as a thread takes to start.
        for done, session in enumerate(sessions, 1):
            results[session.shown] = _diarize_session(session, sides, rules, signature)
            if progress is not None:
                progress(done, len(sessions))
        scores.append(DiarizationScores(results, metric.name, signature, system, matched.silent, matched.unscored))
        scores[-1].uncut = uncut
    return scores


OF_WORDS = "Inputs are those of `score`; other arguments are fields of Options."
OF_TIMES = """Give paths (RTTM, STM, CTM or SegLST), Segments, Transcripts, tuples (start, end, speaker) or
    annotations of pyannote.core; other arguments are fields of DiarizationOptions."""


def diarization_function(metric: DiarizationMetric) -> Callable[..., DiarizationResult | DiarizationScores]:
    """The function of the API that scores under this metric."""

    def of_times(
        reference: Text, hypothesis: Text, options: DiarizationOptions | None = None, **fields: Any
    ) -> DiarizationResult | DiarizationScores:
        options = with_options(DEFAULT_DIARIZATION, options, fields)
        of_reference, of_hypothesis = formats_of(options)
        left, right = given_turns(reference, of_reference), given_turns(hypothesis, of_hypothesis)
        (scores,) = diarize_sessions([metric], left, right, options)
        return scores if left.many or right.many else next(iter(scores.values()))

    function = words_function(metric) if metric.of_words else of_times
    reference, hypothesis, shown = metric.example
    function.__name__ = function.__qualname__ = metric.name
    function.__module__ = "hubbub"
    function.__doc__ = f"""{metric.title}. {metric.about}

    A reference is {metric.reference}; it is matched with {metric.matched}. {metric.when}
    {OF_WORDS if metric.of_words else OF_TIMES}
    One session gives a DiarizationResult, files give DiarizationScores.

    >>> import hubbub
    >>> from hubbub import Segment
    >>> hubbub.{metric.name}(
    ...     {reference},
    ...     {hypothesis},
    ... )
    {shown}
    """
    return function
