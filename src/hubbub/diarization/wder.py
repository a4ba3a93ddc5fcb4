"""WDER: of the words that one alignment finds on both sides, how many have the wrong speaker."""

from __future__ import annotations

from hubbub.diarization.sweep import assign
from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SUBSTITUTION
from hubbub.model.diarization_counts import Match, SpeakerWords
from hubbub.model.diarization_metrics import DiarizationMetric
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores
from hubbub.model.metrics import METRICS, Metric
from hubbub.model.options import Options
from hubbub.model.result import Result
from hubbub.prepare.inputs import Given
from hubbub.scoring.engine import Progress, score_sessions


def as_words(metric: DiarizationMetric) -> Metric:
    """The word error rate whose alignment is taken, under the name of this metric."""
    return METRICS["wer"]._replace(name=metric.name, title=metric.title)


def diarize_words(
    metric: DiarizationMetric,
    reference: Given,
    hypothesis: Given,
    options: Options,
    system: str = "hyp",
    progress: Progress | None = None,
) -> DiarizationScores:
    """Every session of the reference: both sides are aligned as for a WER, then speakers are paired."""
    (aligned,) = score_sessions([as_words(metric)], reference, hypothesis, options, system, progress)
    results = {name: of_alignment(metric, result) for name, result in aligned.items()}
    scores = DiarizationScores(results, metric.name, aligned.signature, system, aligned.silent, aligned.unscored)
    scores.uncut = aligned.uncut
    return scores


def of_alignment(metric: DiarizationMetric, result: Result) -> DiarizationResult:
    """The speakers of an alignment's words compared."""
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
    return DiarizationResult(
        metric.name, result.session, result.signature, counts, tuple(matches), "words", dict(result.left_out)
    )


def _words(result: Result) -> list[tuple[str, str | None, str | None]]:
    """Each step of the alignment with the speaker and the stream of its words."""
    found: list[tuple[str, str | None, str | None]] = []
    for lane in result.alignment:
        speakers = (utterance.speaker for utterance in lane.reference for _ in utterance.words)
        streams = (utterance.speaker for utterance in lane.hypothesis for _ in utterance.words)
        for kind in lane.steps:
            speaker = None if kind == INSERTION else next(speakers)
            stream = next(streams) if kind in (CORRECT, SUBSTITUTION, INSERTION) else None
            found.append((kind, speaker, stream))
    return found
