"""Greedy assignment, the plain way: moves each utterance to its best stream given the rest, until nothing changes.

A limited search must never be worse. For one queue; the cost of several queues can only be lower.
"""

from __future__ import annotations

import numpy as np
from meetings import Meeting

Row = np.ndarray
"""Computes the cost of every prefix of a stream, minus the insertions."""


class Streams:
    """Utterances and streams as word numbers."""

    def __init__(self, meeting: Meeting) -> None:
        number: dict[str, int] = {}
        streams: dict[str, list[int]] = {}
        self.utterances, self.voices = [], []
        for segment in sorted(meeting.reference, key=lambda one: float(one["start_time"])):
            if words := [number.setdefault(word, len(number)) for word in segment["words"].split()]:
                self.utterances.append(words)
                self.voices.append(segment["speaker"])
        for segment in sorted(meeting.hypothesis, key=lambda one: float(one["start_time"])):
            heard = streams.setdefault(segment["speaker"], [])
            heard += [number.setdefault(word, len(number)) for word in segment["words"].split()]
        self.streams = [np.array(words) for words in streams.values() if words]
        self.mirrored = [words[::-1] for words in self.streams]

    def empty(self) -> list[Row]:
        return [np.zeros(len(words) + 1, dtype=np.int32) for words in self.streams]

    @staticmethod
    def push(row: Row, words: list[int], stream: Row) -> Row:
        for word in words:
            paired = row[:-1] - (stream == word)
            row = row + 1
            np.minimum(row[1:], paired, out=row[1:])
            np.minimum.accumulate(row, out=row)
        return row

    def cost(self, stream_of: list[int]) -> int:
        rows = self.empty()
        for words, j in zip(self.utterances, stream_of, strict=True):
            rows[j] = self.push(rows[j], words, self.streams[j])
        return sum(len(words) + int(row[-1]) for words, row in zip(self.streams, rows, strict=True))

    def by_voices(self) -> list[int]:
        """Assigns all utterances of a speaker to the nearest stream."""
        nearest = {}
        for voice in set(self.voices):
            own = [words for words, of in zip(self.utterances, self.voices, strict=True) if of == voice]
            said = [word for words in own for word in words]
            ways = [self.push(np.zeros(len(words) + 1, dtype=np.int32), said, words)[-1] for words in self.streams]
            nearest[voice] = int(np.argmin(ways))
        return [nearest[voice] for voice in self.voices]

    def at_once(self) -> list[int]:
        """Assigns utterances in order, each where it costs least so far."""
        rows, stream_of = self.empty(), []
        for words in self.utterances:
            tried = [self.push(row, words, stream) for row, stream in zip(rows, self.streams, strict=True)]
            stream_of.append(int(np.argmin([new[-1] - old[-1] for new, old in zip(tried, rows, strict=True)])))
            rows[stream_of[-1]] = tried[stream_of[-1]]
        return stream_of

    def sweep(self, stream_of: list[int]) -> list[int]:
        """Moves each utterance in turn to its best stream given the rest."""
        rows, to_come = self.empty(), []
        for words, j in zip(reversed(self.utterances), reversed(stream_of), strict=True):
            to_come.append((j, rows[j]))
            rows[j] = self.push(rows[j], words[::-1], self.mirrored[j])
        later, rows, made = rows, self.empty(), []
        for words, old in zip(self.utterances, stream_of, strict=True):
            later[old] = to_come.pop()[1]
            tried = [self.push(row, words, stream) for row, stream in zip(rows, self.streams, strict=True)]
            added = [
                int((new + rest[::-1]).min() - (row + rest[::-1]).min())
                for new, row, rest in zip(tried, rows, later, strict=True)
            ]
            best = old if added[old] == min(added) else added.index(min(added))
            rows[best] = tried[best]
            made.append(best)
        return made


def greedy(meeting: Meeting, most: int = 30) -> int:
    """Returns the fewest errors over several starting points."""
    problem = Streams(meeting)
    ends = []
    for stream_of in (problem.by_voices(), problem.at_once(), [0] * len(problem.utterances)):
        for _ in range(most):
            before, stream_of = stream_of, problem.sweep(stream_of)
            if before == stream_of:
                break
        ends.append(problem.cost(stream_of))
    return min(ends)
