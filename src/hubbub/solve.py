"""From a Problem to a Solution, one function per solver that a metric can name. Only this file touches the core."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hubbub import _core
from hubbub.alignment import Alignment, Lane, WordErrors
from hubbub.errors import HubbubError, InputError, TooLargeError
from hubbub.metrics import Metric, Solver
from hubbub.options import in_words
from hubbub.prepare import midpoints
from hubbub.problem import Problem
from hubbub.result import Routed
from hubbub.transcript import Utterance

Costs = tuple[int, int, int, int]


class Limits(NamedTuple):
    """What a solver gets besides the problem."""

    costs: Costs = (0, 1, 1, 1)
    memory: int = 2**63
    stop: _core.Stop | None = None


class Solution(NamedTuple):
    """What a solver found."""

    alignment: Alignment
    cost: int
    lower_bound: int
    exact: bool = True
    pairing: tuple[tuple[str | None, str | None], ...] | None = None
    routing: tuple[Routed, ...] | None = None
    left_out: Mapping[str, float] = MappingProxyType({})


def cost_of(counts: WordErrors, costs: Costs) -> int:
    """What an alignment with these counts costs."""
    correct, substitution, insertion, deletion = costs
    return (
        correct * counts.correct
        + substitution * counts.substitutions
        + insertion * counts.insertions
        + deletion * counts.deletions
    )


def _lane(
    problem: Problem,
    speaker: str | None,
    stream: str | None,
    reference: Sequence[Utterance],
    hypothesis: Sequence[Utterance],
    costs: Costs,
) -> Lane:
    steps = _core.align(problem.ids(reference), problem.ids(hypothesis), _core.Costs(*costs))
    return Lane(speaker, stream, tuple(reference), tuple(hypothesis), steps)


def _solved(lanes: Sequence[Lane], costs: Costs) -> tuple[Alignment, int, int]:
    """An alignment that needs no search is its own proof."""
    alignment = Alignment(lanes)
    cost = cost_of(alignment.errors, costs)
    return alignment, cost, cost


def _only(names: Sequence[str]) -> str | None:
    return names[0] if len(names) == 1 else None


def align(problem: Problem, _: Metric, limits: Limits) -> Solution:
    """All words of the reference against all words of the hypothesis."""
    speaker, stream = _only(list(problem.speakers)), _only(list(problem.streams))
    lane = _lane(problem, speaker, stream, problem.reference, problem.hypothesis, limits.costs)
    return Solution(*_solved([lane], limits.costs))


def _pairs(problem: Problem, pairing: Sequence[tuple[str | None, str | None]], costs: Costs) -> Solution:
    lanes = [
        _lane(
            problem,
            speaker,
            stream,
            () if speaker is None else problem.speakers[speaker],
            () if stream is None else problem.streams[stream],
            costs,
        )
        for speaker, stream in pairing
    ]
    return Solution(*_solved(lanes, costs), pairing=tuple(pairing))


def pair_named(problem: Problem, _: Metric, limits: Limits) -> Solution:
    """Each speaker with the stream of the same name."""
    pairing: list[tuple[str | None, str | None]] = [
        (speaker, speaker if speaker in problem.streams else None) for speaker in problem.speakers
    ]
    pairing += [(None, stream) for stream in problem.streams if stream not in problem.speakers]
    return _pairs(problem, pairing, limits.costs)


def pair_best(problem: Problem, _: Metric, limits: Limits) -> Solution:
    """Speakers and streams one to one, at the least cost; who is left over has nobody."""
    speakers, streams = list(problem.speakers), list(problem.streams)
    found = _core.pair(
        [problem.ids(problem.speakers[name]) for name in speakers],
        [problem.ids(problem.streams[name]) for name in streams],
        _core.Costs(*limits.costs),
    )
    pairing: list[tuple[str | None, str | None]] = [
        (speaker, None if stream < 0 else streams[stream])
        for speaker, stream in zip(speakers, found.stream_of, strict=True)
    ]
    taken = {stream for _, stream in pairing}
    pairing += [(None, stream) for stream in streams if stream not in taken]
    return _attained(_pairs(problem, pairing, limits.costs), found.cost)


def _attained(solution: Solution, cost: int) -> Solution:
    if solution.cost != cost:  # the alignment is the witness of the solver's claim
        raise HubbubError(f"the alignment costs {solution.cost}, the solver said {cost}; please report this as a bug")
    return solution


def route(problem: Problem, metric: Metric, limits: Limits) -> Solution:
    """Each utterance, or each word, whole to the stream where the total is least."""
    pieces: Sequence[Utterance] = problem.reference
    if metric.pieces == "word":
        pieces = [one.part(i, i + 1) for one in pieces for i in range(len(one.words))]
    queues = {speaker: i for i, speaker in enumerate(problem.speakers)}
    streams = list(problem.streams)
    try:
        found = _core.route(
            [problem.ids([piece]) for piece in pieces],
            [queues[piece.speaker] if metric.queues == "speaker" else 0 for piece in pieces],
            [problem.ids(problem.streams[name]) for name in streams],
            _core.Costs(*limits.costs),
            bytes=limits.memory,
            stop=limits.stop,
        )
    except _core.TooLarge as error:
        needed, allowed = error.args
        raise TooLargeError(
            f"{metric.title} of {len(pieces)} {metric.pieces}s and {len(streams)} streams needs about"
            f" {in_words(needed)}, the limit is {in_words(allowed)}; raise it with --memory, score shorter sessions,"
            " or use cpwer"
        ) from None
    names = [None if stream < 0 else streams[stream] for stream in found.stream_of]
    lanes = []
    for stream in [*streams, None]:
        routed = [pieces[i] for i in found.order if names[i] == stream]
        if stream is not None or routed:
            own = () if stream is None else problem.streams[stream]
            lanes.append(_lane(problem, None, stream, routed, own, limits.costs))
    alignment, cost, _ = _solved(lanes, limits.costs)
    routing = tuple(Routed(pieces[i].speaker, pieces[i].number, names[i]) for i in found.order)
    return _attained(Solution(alignment, cost, found.lower_bound, found.exact, routing=routing), found.cost)


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


def each(problem: Problem, _: Metric, limits: Limits) -> Solution:
    """Each utterance against the stream that fits it best: the words in its time window, or of the same turn."""
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
            lane = _lane(problem, utterance.speaker, stream, [utterance], words, limits.costs)
            if best is None or cost_of(lane.errors, limits.costs) < cost_of(best.errors, limits.costs):
                best = lane
        best = best or _lane(problem, utterance.speaker, None, [utterance], (), limits.costs)
        lanes.append(best)
        routing.append(Routed(utterance.speaker, utterance.number, best.stream))
    left_out = {"hypothesis_words_outside_every_utterance": outside} if outside else {}
    return Solution(*_solved(lanes, limits.costs), routing=tuple(routing), left_out=left_out)


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


SOLVERS: dict[Solver, Callable[[Problem, Metric, Limits], Solution]] = {
    "align": align,
    "each": each,
    "pair_named": pair_named,
    "pair_best": pair_best,
    "route": route,
}
