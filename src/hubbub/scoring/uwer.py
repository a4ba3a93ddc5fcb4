"""uWER: every utterance by itself, against the stream that fits it best."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from hubbub.errors import InputError
from hubbub.model.alignment import Lane
from hubbub.model.result import Routed
from hubbub.model.transcript import Utterance
from hubbub.prepare.excluded import midpoints
from hubbub.scoring.problem import Problem
from hubbub.scoring.solve import Solution, Task


class _Timed(NamedTuple):
    """A stream's words by time."""

    points: list[float]
    words: list[Utterance]

    def between(self, start: float, end: float) -> slice:
        last = bisect_right(self.points, end) if start == end else bisect_left(self.points, end)
        return slice(bisect_left(self.points, start), last)


def _by_time(utterances: Sequence[Utterance]) -> _Timed | None:
    timed: list[tuple[float, Utterance]] = []
    for utterance in utterances:
        points = midpoints(utterance)
        if points is None:
            return None
        timed += [(at, utterance.part(i, i + 1)) for i, at in enumerate(points)]
    timed.sort(key=lambda word: word[0])
    return _Timed([at for at, _ in timed], [word for _, word in timed])


def each(task: Task) -> Solution:
    """Each utterance against the stream that fits it best: the words in its time window, or of the same turn."""
    problem = task.problem
    timed = {name: _by_time(utterances) for name, utterances in problem.streams.items()}
    windows = [(one.start, one.end) for one in problem.reference]
    if any(start is None or end is None for start, end in windows) or None in timed.values():
        choices, outside = _same_turns(problem), 0
    else:
        choices, outside = _in_windows(problem.reference, timed)  # type: ignore[arg-type]
    lanes, routing = [], []
    for utterance, choice in zip(problem.reference, choices, strict=True):
        best: Lane | None = None
        for stream, words in choice.items():
            lane = task.lane(utterance.speaker, stream, [utterance], words)
            if best is None or task.cost(lane) < task.cost(best):
                best = lane
        best = best or task.lane(utterance.speaker, None, [utterance], ())
        lanes.append(best)
        routing.append(Routed(utterance.speaker, utterance.number, best.stream))
    left_out = {"hypothesis_words_outside_every_utterance": outside} if outside else {}
    return Solution(*task.solved(lanes), routing=tuple(routing), left_out=left_out)


def _in_windows(
    reference: Sequence[Utterance], timed: dict[str, _Timed]
) -> tuple[list[dict[str, Sequence[Utterance]]], int]:
    choices: list[dict[str, Sequence[Utterance]]] = []
    held = {stream: [False] * len(words.words) for stream, words in timed.items()}
    for utterance in reference:
        assert utterance.start is not None
        assert utterance.end is not None
        choice: dict[str, Sequence[Utterance]] = {}
        for stream, words in timed.items():
            inside = words.between(utterance.start, utterance.end)
            choice[stream] = words.words[inside]
            held[stream][inside] = [True] * len(words.words[inside])
        choices.append(choice)
    return choices, sum(mine.count(False) for mine in held.values())


def _same_turns(problem: Problem) -> list[dict[str, Sequence[Utterance]]]:
    for stream, utterances in problem.streams.items():
        if len(utterances) != len(problem.reference):
            raise InputError(
                f"uWER needs times on both sides, or as many utterances in every stream as in the reference;"
                f" the reference has {len(problem.reference)}, stream {stream} has {len(utterances)}"
            )
    return [
        {stream: [utterances[i]] for stream, utterances in problem.streams.items()}
        for i in range(len(problem.reference))
    ]
