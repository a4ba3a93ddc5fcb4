"""What tests look at in the segments of a transcript."""

from __future__ import annotations

from typing import Any

from hubbub.model.transcript import Transcript


def told(transcript: Transcript) -> list[tuple[Any, ...]]:
    """Speaker, words and times of every segment."""
    return [(segment.speaker, segment.words, segment.start, segment.end) for segment in transcript]
