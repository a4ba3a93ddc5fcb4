"""What is lost when a transcript is written in a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hubbub.formats.base import Format
from hubbub.model.transcript import Segment, Transcript
from hubbub.text.markup import parse


def losses(transcript: Transcript, format: Format) -> list[str]:
    """The parts of the transcript that the format cannot hold, with counts."""
    holds = format.holds
    counts: Counter[str] = Counter()
    for segment in transcript:
        counts.update(_lost(segment, holds))
        if format.decimals is not None and _is_finer(segment, format.decimals):
            counts[f"times with more than {format.decimals} decimals (rounded)"] += 1
    if "session" in holds and "start" not in holds:  # these formats have one line per session
        names = Counter(segment.session for segment in transcript)
        counts["sessions of several segments (each gets an id of its own)"] = sum(
            number for number in names.values() if number > 1
        )
        counts["session (the id of the utterance stands for it)"] = sum(
            (segment.extra or {}).get("utterance", segment.session) != segment.session for segment in transcript
        )
    sentences = [f"{what}: {count} segment{'s' * (count != 1)}" for what, count in counts.items() if count]
    if transcript.ignored and "ignored" not in holds:
        sentences.append(f"stretches that are not scored: {len(transcript.ignored)}")
    return sentences


def _lost(segment: Segment, holds: frozenset[str]) -> Iterator[str]:
    # A format with one word per line can hold a segment that is a single alternation, with its word times.
    alone = segment.marked is not None and "turns" not in holds and _is_alternation(segment.words)
    for field in ("session", "speaker", "start", "end", "words", "channel", "word_times"):
        if alone and field == "word_times":
            continue
        if field not in holds and getattr(segment, field) not in (None, ""):
            yield field
    if "extra" not in holds:
        yield from (key for key in segment.extra or () if f"extra.{key}" not in holds)
    words = 1 if alone else len(segment.words.split())
    if "words" in holds and "turns" not in holds and words != 1:
        yield "turns of several words (a line for each word)" if words else "turns without words (left out)"
    if "words" in holds and "untimed" not in holds and words > 1 and segment.word_times is None:
        yield "words without times of their own (they share the turn's evenly)"


def _is_alternation(words: str) -> bool:
    parts = parse(words)
    return len(parts) == 1 and isinstance(parts[0], tuple)


def _is_finer(segment: Segment, decimals: int) -> bool:
    return any(time is not None and round(time, decimals) != time for time in (segment.start, segment.end))
