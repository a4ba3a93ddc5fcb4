"""What tests look at in the segments of a transcript."""

from __future__ import annotations

from typing import Any

from hubbub.model.transcript import Segment, Transcript

STM = "m 1 Alice 0 1 hello world\nm 1 Bob 1 2.5 bye\n"
READ = Transcript([Segment("hello world", "m", "Alice", 0.0, 1.0, "1"), Segment("bye", "m", "Bob", 1.0, 2.5, "1")])
"""What that file holds."""


def told(transcript: Transcript) -> list[tuple[Any, ...]]:
    """Speaker, words and times of every segment."""
    return [(segment.speaker, segment.words, segment.start, segment.end) for segment in transcript]
