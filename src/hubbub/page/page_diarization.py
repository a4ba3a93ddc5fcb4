"""DER and its relatives on the page: who is heard when, as an alignment of stretches of time instead of words.

A stretch in which a speaker and its stream are heard is correct; a speaker beyond the streams is missed, as a word that
is deleted; a stream beyond the speakers is a false alarm, as an insertion; a speaker who is heard as the stream of
another is confused, as a substitution. What is not scored is not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SUBSTITUTION, Alignment, Lane
from hubbub.model.diarization_counts import JaccardErrors, SpeechErrors
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores, Stretch
from hubbub.model.utterances import Utterance
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import HUNDREDTHS

TOUCH = 1e-6
"""Stretches that are no farther apart than this (seconds) are one where the same are heard."""


class Piece(NamedTuple):
    """A stretch of one speaker, of one stream, or of both."""

    kind: str
    speaker: str | None
    stream: str | None
    start: float
    end: float


def alignment_of(result: DiarizationResult) -> Alignment:
    """The session as lanes of pieces, a lane per pair of speaker and stream."""
    assert result.timeline is not None
    stream_of = {speaker: stream for speaker, stream in result.pairing if None not in (speaker, stream)}
    speaker_of = {stream: speaker for speaker, stream in stream_of.items()}
    lanes: dict[tuple[str | None, str | None], list[Piece]] = {(*pair,): [] for pair in result.pairing}
    open_pieces: dict[tuple[str, str | None, str | None], tuple[list[Piece], int]] = {}
    for stretch in result.timeline.look():
        end = stretch.start + stretch.seconds
        for kind, speaker, stream in _told(stretch, stream_of):
            own = (speaker, stream_of.get(speaker)) if speaker is not None else (speaker_of.get(stream), stream)
            pieces = lanes.setdefault(own, [])
            known = open_pieces.get((kind, speaker, stream))
            if known is not None and known[0][known[1]].end >= stretch.start - TOUCH:
                known[0][known[1]] = known[0][known[1]]._replace(end=end)
            else:
                open_pieces[kind, speaker, stream] = pieces, len(pieces)
                pieces.append(Piece(kind, speaker, stream, stretch.start, end))
    counts: Counter[str] = Counter()
    return Alignment(_lane(*names, pieces, counts) for names, pieces in lanes.items() if pieces)


def _told(stretch: Stretch, stream_of: dict[str | None, str | None]) -> Iterator[tuple[str, str | None, str | None]]:
    """What is right and wrong in a stretch, as DER counts it."""
    right = [speaker for speaker in stretch.speakers if stream_of.get(speaker) in stretch.streams]
    for speaker in right:
        yield CORRECT, speaker, stream_of[speaker]
    taken = {stream_of[speaker] for speaker in right}
    speakers = [speaker for speaker in stretch.speakers if speaker not in right]
    streams = [stream for stream in stretch.streams if stream not in taken]
    confused = min(len(speakers), len(streams))
    for speaker, stream in zip(speakers[:confused], streams[:confused], strict=True):
        yield SUBSTITUTION, speaker, stream
    for speaker in speakers[confused:]:
        yield DELETION, speaker, None
    for stream in streams[confused:]:
        yield INSERTION, None, stream


def _lane(speaker: str | None, stream: str | None, pieces: list[Piece], counts: Counter[str]) -> Lane:
    """Each piece is an utterance of one word: the name of who is heard. They are numbered by voice, over all lanes."""

    def utterance(side: str, voice: str, piece: Piece) -> Utterance:
        counts[side + voice] += 1
        times = ((piece.start, piece.end),)
        return Utterance(voice, counts[side + voice] - 1, (voice or "?",), piece.start, piece.end, times)

    return Lane(
        speaker,
        stream,
        tuple(utterance("r", piece.speaker, piece) for piece in pieces if piece.speaker is not None),
        tuple(utterance("h", piece.stream, piece) for piece in pieces if piece.stream is not None),
        "".join(piece.kind for piece in pieces),
    )


def summary(counts: Any) -> dict[str, Any]:
    """Counts of seconds, or of speakers, under the names of those of words, in hundredths; the rate is as it is."""
    if isinstance(counts, SpeechErrors):
        right = counts.scored - counts.missed - counts.confusion
        kinds = (round(HUNDREDTHS * part) for part in (counts.false_alarm, counts.missed, counts.confusion, right))
        found = WordErrors(*kinds).to_dict()
    else:
        assert isinstance(counts, JaccardErrors)
        found = WordErrors().to_dict()
        found |= {"errors": round(HUNDREDTHS * counts.errors), "length": HUNDREDTHS * counts.speakers}
    return {**found, "rate": counts.rate, "lower_bound": found["errors"], "exact": True}


def unit_of(run: DiarizationScores) -> str:
    """What errors are counted in."""
    return "second" if isinstance(run.total, SpeechErrors) else "speaker"
