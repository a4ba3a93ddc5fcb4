"""Provides meetings to measure on: simulated from a fixed seed, or read from a folder of SegLST files.

A simulated meeting grows utterance by utterance: a shorter meeting is the beginning of a longer one, so a curve over
n follows one meeting, as in the paper's figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

Segments = list[dict[str, Any]]
System = Literal["css", "diar"]

# Ten utterances have 94 words, and 79 about 745, as at the end of the paper's figure 2, including backchannels.
LENGTHS = (1, 2, 4, 6, 8, 10, 12, 14, 17, 20)
VOCABULARY = [f"w{i}" for i in range(2000)]
WEIGHTS = list(accumulate(1 / (i + 1) for i in range(len(VOCABULARY))))
SECONDS_PER_WORD = 0.35


class Meeting(NamedTuple):
    """Reference and hypothesis as SegLST."""

    name: str
    reference: Segments
    hypothesis: Segments

    @property
    def words(self) -> int:
        return sum(len(segment["words"].split()) for segment in self.reference)

    @property
    def streams(self) -> int:
        return len({segment["speaker"] for segment in self.hypothesis})

    @property
    def minutes(self) -> float:
        times = [float(segment[key]) for segment in self.reference for key in ("start_time", "end_time")]
        return (max(times) - min(times)) / 60 if times else 0.0


class Words:
    """Words with Zipf's frequencies: the k-th most frequent has weight 1 / k."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def some(self, number: int) -> list[str]:
        return self.random.choices(VOCABULARY, cum_weights=WEIGHTS, k=number)

    def heard(self, words: list[str], error_rate: float) -> list[str]:
        """Simulates recognition: of five errors three are substitutions, one a deletion, one an insertion."""
        out: list[str] = []
        for word in words:
            kind = self.random.random() / error_rate
            if kind < 0.6:
                out += self.some(1)
            elif kind < 0.8:
                pass
            elif kind < 1:
                out += [word, *self.some(1)]
            else:
                out.append(word)
        return out


def _segment(speaker: str, start: float, end: float, words: list[str]) -> dict[str, Any]:
    return {
        "session_id": "meeting",
        "speaker": speaker,
        "start_time": round(start, 2),
        "end_time": round(end, 2),
        "words": " ".join(words),
    }


def talk(utterances: int, speakers: int, seed: int) -> Segments:
    """Simulates a reference: speakers take turns, and every third turn starts before the previous one has ended."""
    turns, text = Random(f"turns {seed}"), Words(f"text {seed}")
    free_at = [0.0] * speakers
    clock, last, segments = 0.0, -1, []
    lengths: list[int] = []
    for i in range(utterances):
        lengths = lengths or turns.sample(LENGTHS, len(LENGTHS))
        number, overlaps, pause = lengths.pop(), turns.random() < 1 / 3, turns.random()
        choice = turns.randrange(speakers)
        speaker = i if i < speakers else (choice + 1) % speakers if choice == last else choice
        # No self-overlap.
        start = max(free_at[speaker], clock - 2 * pause if overlaps else clock + pause, 0.0)
        end = start + number * SECONDS_PER_WORD
        segments.append(_segment(f"spk{speaker}", start, end, text.some(number)))
        free_at[speaker], clock, last = end, max(clock, end), speaker
    return sorted(segments, key=lambda segment: float(segment["start_time"]))


def separated(reference: Segments, streams: int, seed: int, error_rate: float) -> Segments:
    """Simulates separated speech: each utterance goes to a free stream, or to the one that becomes free first."""
    choice, text = Random(f"streams {seed}"), Words(f"errors {seed}")
    free_at = [0.0] * streams
    out = []
    for segment in reference:
        start, end = segment["start_time"], segment["end_time"]
        # A fixed number of random draws per utterance, so longer meetings begin like shorter ones.
        order = choice.sample(range(streams), streams)
        stream = next((one for one in order if free_at[one] <= start), min(order, key=free_at.__getitem__))
        free_at[stream] = max(free_at[stream], end)
        out.append(_segment(f"ch{stream}", start, end, text.heard(segment["words"].split(), error_rate)))
    return out


def diarized(reference: Segments, streams: int, seed: int, error_rate: float, confusion: float = 0.1) -> Segments:
    """Simulates a stream per speaker, with one utterance in ten assigned to another speaker."""
    choice, text = Random(f"streams {seed}"), Words(f"errors {seed}")
    names = {name: i % streams for i, name in enumerate(dict.fromkeys(s["speaker"] for s in reference))}
    out = []
    for segment in reference:
        confused, other = choice.random() < confusion, choice.randrange(streams)
        stream = other if confused else names[segment["speaker"]]
        words = text.heard(segment["words"].split(), error_rate)
        out.append(_segment(f"spk{stream}", segment["start_time"], segment["end_time"], words))
    return out


def make(
    utterances: int, speakers: int, streams: int, seed: int = 0, system: System = "css", error_rate: float = 0.2
) -> Meeting:
    """Returns a meeting and a simulated system's output.

    >>> meeting = make(79, 4, 2)
    >>> meeting.words, meeting.streams
    (751, 2)
    """
    reference = talk(utterances, speakers, seed)
    hear = separated if system == "css" else diarized
    name = f"{utterances} utterances, {speakers} speakers, {streams} streams"
    return Meeting(name, reference, hear(reference, streams, seed, error_rate))


def read(folder: Path) -> Iterator[Meeting]:
    """Yields every session of every ref.json below the folder, with every hyp*.json next to it."""
    for path in sorted(folder.rglob("ref.json")):
        reference = by_session(path)
        for other in sorted(path.parent.glob("hyp*.json")):
            hypothesis = by_session(other)
            system = other.stem.removeprefix("hyp").strip("_")
            where = "/".join(filter(None, [path.parent.relative_to(folder).as_posix(), system]))
            for session, segments in reference.items():
                name = where if len(reference) == 1 else f"{where}/{session}"
                yield Meeting(name, segments, hypothesis.get(session, []))


def by_session(path: Path) -> dict[str, Segments]:
    """Returns the segments of each session of a SegLST file."""
    sessions: dict[str, Segments] = {}
    for segment in json.loads(path.read_text("utf-8")):
        sessions.setdefault(segment["session_id"], []).append(segment)
    return sessions
