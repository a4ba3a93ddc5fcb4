"""DER and related metrics on the page: speech as an alignment of stretches of time instead of words.

A stretch with a speaker and the paired stream is correct. A speaker without a stream is missed speech, shown as a
deletion; a stream without a speaker is a false alarm, shown as an insertion; a speaker with another speaker's stream is
confusion, shown as a substitution. Only the scored region is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SUBSTITUTION, Alignment, Lane
from hubbub.model.diarization_counts import JaccardErrors, SpeechErrors
from hubbub.model.diarization_result import DiarizationResult, DiarizationScores, Stretch
from hubbub.model.result_details import as_text
from hubbub.model.utterances import Utterance
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import HUNDREDTHS

TOUCH = 1e-6
"""Maximum seconds between stretches of the same speaker and stream that are joined."""


class SpeechStretch(NamedTuple):
    """A stretch of one speaker, of one stream, or of a pair."""

    kind: str
    speaker: str | None
    stream: str | None
    start: float
    end: float


def alignment_of(result: DiarizationResult) -> Alignment:
    """Returns the session as lanes of stretches, one lane for each pair of speaker and stream."""
    assert result.timeline is not None
    pairing = as_text(result.pairing)
    stream_of = {speaker: stream for speaker, stream in pairing if None not in (speaker, stream)}
    speaker_of = {stream: speaker for speaker, stream in stream_of.items()}
    lanes: dict[tuple[str | None, str | None], list[SpeechStretch]] = {(*pair,): [] for pair in pairing}
    open_parts: dict[tuple[str, str | None, str | None], tuple[list[SpeechStretch], int]] = {}
    for stretch in result.timeline():
        end = stretch.start + stretch.seconds
        for kind, speaker, stream in _kinds(stretch, stream_of):
            own = (speaker, stream_of.get(speaker)) if speaker is not None else (speaker_of.get(stream), stream)
            parts = lanes.setdefault(own, [])
            known = open_parts.get((kind, speaker, stream))
            if known is not None and known[0][known[1]].end >= stretch.start - TOUCH:
                known[0][known[1]] = known[0][known[1]]._replace(end=end)
            else:
                open_parts[kind, speaker, stream] = parts, len(parts)
                parts.append(SpeechStretch(kind, speaker, stream, stretch.start, end))
    counts: Counter[str] = Counter()
    return Alignment(_lane(*names, parts, counts) for names, parts in lanes.items() if parts)


def _kinds(stretch: Stretch, stream_of: dict[str | None, str | None]) -> Iterator[tuple[str, str | None, str | None]]:
    """Yields (kind, speaker, stream) for everyone in a stretch, as DER counts them."""
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


def _lane(speaker: str | None, stream: str | None, parts: list[SpeechStretch], counts: Counter[str]) -> Lane:
    """Returns a lane in which each stretch is an utterance of one word, the speaker's or stream's name.

    Utterances are numbered by name, over all lanes.
    """

    def utterance(side: str, name: str, part: SpeechStretch) -> Utterance:
        counts[side + name] += 1
        times = ((part.start, part.end),)
        return Utterance(name, counts[side + name] - 1, (name or "?",), part.start, part.end, times)

    return Lane(
        speaker,
        stream,
        tuple(utterance("r", part.speaker, part) for part in parts if part.speaker is not None),
        tuple(utterance("h", part.stream, part) for part in parts if part.stream is not None),
        "".join(part.kind for part in parts),
    )


def summary(counts: Any) -> dict[str, Any]:
    """Returns counts of seconds or speakers, in hundredths, under the names of word counts, and the rate."""
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
    """Returns the unit of the errors."""
    return "second" if isinstance(run.total, SpeechErrors) else "speaker"
