"""What tests look at in the segments of a transcript."""

from __future__ import annotations

from typing import Any

from hubbub.model.transcript import Segment, Transcript

STM = "m 1 Alice 0 1 hello world\nm 1 Bob 1 2.5 bye\n"
READ = Transcript([Segment("hello world", "m", "Alice", 0.0, 1.0, "1"), Segment("bye", "m", "Bob", 1.0, 2.5, "1")])
"""What that file holds."""
ROWS = [
    {"session_id": "s", "speaker": "A", "start_time": 0.0, "end_time": 1.0, "words": "a b"},
    {"session_id": "s", "speaker": "B", "start_time": 1.0, "end_time": 2.0, "words": "c"},
    {"session_id": "t", "speaker": "A", "start_time": 0.0, "end_time": 2.0, "words": "d e"},
]
"""Dicts with the keys of SegLST, of two sessions."""


def fields_of(transcript: Transcript) -> list[tuple[Any, ...]]:
    """Speaker, words and times of every segment."""
    return [(segment.speaker, segment.words, segment.start, segment.end) for segment in transcript]
