"""Diarization metrics: the counts of each kind of metric in a session, and of all sessions under all metrics."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

from hubbub.diarization.sweep import Names, Rules, Session, Side, assign
from hubbub.errors import InputError
from hubbub.model.agreement_counts import Clusters, Labels
from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SUBSTITUTION
from hubbub.model.diarization_counts import NANOSECONDS, JaccardErrors, Match, SpeakerWords, SpeechErrors, settled
from hubbub.model.diarization_metrics import DIARIZATION, PROFILES, DiarizationMetric
from hubbub.model.diarization_result import Counts, DiarizationResult, DiarizationScores, Stretch
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import NAMED, Given
from hubbub.model.store import Store
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import match_sessions, named_regions, not_in_uem
from hubbub.scoring.engine import Progress, score_sessions
from hubbub.scoring.plan import Plan, signature

Linked = Iterable[tuple[int, int]]
"""Pairs of speaker number and stream number."""


def der(session: Session) -> tuple[SpeechErrors, Linked]:
    """Returns the parts of DER, and the pairing of speakers with streams."""
    if session.rules.metric.mapping == "named":
        pairs = {i: session.streams.index(name) for i, name in enumerate(session.speakers) if name in session.streams}
    else:
        *_, both = session.in_region if session.rules.profile.mapped_on == "region" else session.scored
        pairs = assign(both)
    stream_of = [pairs.get(speaker, -1) for speaker in range(len(session.speakers))]
    return SpeechErrors(*map(settled, session.stretches.sums(stream_of))), pairs.items()


FINE = 10**15
"""Factor that turns Jaccard indices into integers for the assignment."""


def jer(session: Session) -> tuple[JaccardErrors, Linked]:
    """Returns the Jaccard errors, and the pairing of speakers with streams."""
    spoken, detected, both = session.scored
    indices = [
        [FINE * time // max(spoken[i] + detected[j] - time, 1) for j, time in enumerate(row)]
        for i, row in enumerate(both)
    ]
    pairs = assign(indices if session.rules.profile.jaccard_mapping == "jaccard" else both)
    speaking = [i for i, time in enumerate(spoken) if time]
    errors = 0.0
    for i in speaking:
        j = pairs.get(i)
        errors += 1.0 if j is None else 1 - both[i][j] / (spoken[i] + detected[j] - both[i][j])
    return JaccardErrors(errors, len(speaking), sum(i not in pairs for i in speaking)), pairs.items()


def clusters(session: Session) -> tuple[Clusters, Linked]:
    """Returns the seconds for purity and coverage, and the matched speakers and streams.

    Purity matches each stream with its main speaker, coverage each speaker with its main stream. Their F1 uses the
    pairing with the most common time.
    """
    spoken, detected, both = session.scored
    speaker_of = {j: max(range(len(spoken)), key=lambda i: both[i][j]) for j in range(len(detected)) if spoken}
    stream_of = {i: max(range(len(detected)), key=row.__getitem__) for i, row in enumerate(both) if row}
    purest = [(i, j) for j, i in speaker_of.items() if both[i][j]]
    widest = [(i, j) for i, j in stream_of.items() if both[i][j]]
    pure, covered = (sum(both[i][j] for i, j in pairs) for pairs in (purest, widest))
    counts = Clusters(*(time / NANOSECONDS for time in (sum(detected), pure, sum(spoken), covered)))
    return counts, {"purity": purest, "coverage": widest}.get(session.rules.metric.value) or assign(both).items()


def labels(session: Session) -> tuple[Labels, Linked]:
    """Returns the common time of the labels of both sides, and the pairing with the most common time."""
    times = {(left, right): time / NANOSECONDS for left, right, time in session.stretches.together()}
    return Labels.of(times), assign(session.scored[2]).items()


COUNTERS: dict[str, Callable[[Session], tuple[Counts, Linked]]] = {
    "speech": der,
    "jaccard": jer,
    "clusters": clusters,
    "labels": labels,
}
"""The function that computes each kind of counts."""


def _diarize_session(
    names: Names, sides: tuple[Side, Side], rules: Rules, signature: str, given: tuple[Given, Given]
) -> DiarizationResult:
    """Scores one session under one metric."""
    name, *_ = names
    try:
        session = Session(names, *sides, rules)
        counts, pairs = COUNTERS[rules.metric.counts](session)
    except InputError as error:
        raise InputError(f"session {name}: {error}" if name else str(error)) from None
    return DiarizationResult(
        metric=rules.metric.name,
        session=name,
        signature=signature,
        counts=counts,
        matches=session.matches(pairs),
        region=session.region,
        left_out=session.left_out,
        timeline=partial(_stretches, names, sides, rules),
        given=given,
    )


def _stretches(names: Names, sides: tuple[Side, Side], rules: Rules) -> list[Stretch]:
    """Returns the speakers and streams over time in the scored region. Computed on request, as few are shown."""
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
    plan: Plan,
    reference: Input,
    hypothesis: Input,
    system: str = "hyp",
    progress: Progress | None = None,
) -> list[DiarizationScores]:
    """Returns the scores of every session of the reference under every metric of who speaks when."""
    settings, uem = plan.settings, plan.settings.uem
    matched = match_sessions(reference, hypothesis, settings)
    uncut = [] if uem is None else not_in_uem(uem.regions, matched.names)
    sessions: list[Names] = list(zip(matched.names, matched.left, matched.right, strict=True))
    scores, given = [], (reference.transcript.given, hypothesis.transcript.given)
    for metric in plan.times:
        merged = metric.mapping == "merged"
        sides = (Side("reference", reference.transcript, merged), Side("hypothesis", hypothesis.transcript, merged))
        regions = None if uem is None else named_regions(uem.regions, matched.names)
        profile = PROFILES[settings.profile or metric.profile]
        rules = Rules(metric, profile, settings.collar or 0.0, settings.skip_overlap, regions)
        line = signature(metric, settings)
        results = {}
        # Without threads: scoring a session takes about as long as starting a thread.
        for done, session in enumerate(sessions, 1):
            results[session[0]] = _diarize_session(session, sides, rules, line, given)
            if progress is not None:
                progress(done, len(sessions))
        states = {"silent": matched.silent, "unscored": matched.unscored, "uncut": uncut}
        run = DiarizationScores(Store.of(results, states), metric.name, line, system)
        scores.append(run.replace(inputs=hypothesis.notes))
    return scores


def diarize_words(
    plan: Plan,
    reference: Input,
    hypothesis: Input,
    system: str = "hyp",
    progress: Progress | None = None,
) -> DiarizationScores:
    """Scores every session of the reference under a metric of words: aligns as for WER, then pairs speakers."""
    (aligned,) = score_sessions(plan, reference, hypothesis, system, progress)
    return of_speakers(aligned, (reference.transcript.given, hypothesis.transcript.given))


def of_speakers(aligned: Scores, given: tuple[Given, Given] = NAMED) -> DiarizationScores:
    """Returns the scores of a speaker metric from aligned words."""
    metric = DIARIZATION[aligned.metric]
    results = {name: of_alignment(metric, result, given) for name, result in aligned.items()}
    scores = DiarizationScores(aligned.store.with_results(results), metric.name, aligned.recipe, aligned.system)
    return scores.replace(normalizer_steps=aligned.normalizer_steps, inputs=aligned.inputs)


def of_alignment(metric: DiarizationMetric, result: Result, given: tuple[Given, Given] = NAMED) -> DiarizationResult:
    """Returns the score of a speaker metric from the alignment of a session."""
    words = _words(result)
    speakers = list(dict.fromkeys(speaker for _, speaker, _ in words if speaker is not None))
    streams = sorted({stream for _, _, stream in words if stream is not None})
    rows, columns = ({name: place for place, name in enumerate(names)} for names in (speakers, streams))
    both = [[0] * len(streams) for _ in speakers]
    for _, speaker, stream in words:
        if speaker is not None and stream is not None:
            both[rows[speaker]][columns[stream]] += 1
    pairs = assign(both)
    stream_of = {speaker: streams[pairs[i]] for i, speaker in enumerate(speakers) if i in pairs}
    kinds = [kind for kind, _, _ in words]
    confused = [
        kind
        for kind, speaker, stream in words
        if speaker is not None and stream is not None and stream_of.get(speaker) != stream
    ]
    counts = SpeakerWords(
        *(kinds.count(kind) for kind in (CORRECT, SUBSTITUTION)),
        *(confused.count(kind) for kind in (CORRECT, SUBSTITUTION)),
        *(kinds.count(kind) for kind in (INSERTION, DELETION)),
    )
    spoken, detected = [sum(row) for row in both], [sum(row[j] for row in both) for j in range(len(streams))]
    matches = [
        Match(speaker, streams[pairs[i]], spoken[i], detected[pairs[i]], both[i][pairs[i]])
        if i in pairs
        else Match(speaker, None, spoken[i], 0, 0)
        for i, speaker in enumerate(speakers)
    ]
    taken = set(pairs.values())
    matches += [Match(None, stream, 0, detected[j], 0) for j, stream in enumerate(streams) if j not in taken]
    left_out = dict(result.left_out)
    return DiarizationResult(
        metric.name, result.session, result.signature, counts, tuple(matches), "words", left_out, given=given
    )


def _words(result: Result) -> list[tuple[str, str | None, str | None]]:
    """Returns the kind, the speaker and the stream of each step of the alignment."""
    steps = chain.from_iterable(lane.speakers() for lane in result.alignment)
    return [(step.rule, speaker, stream) for step, speaker, stream in steps]
