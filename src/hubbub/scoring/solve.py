"""From a Problem to a Solution, one function per solver that a metric can name. Only these touch the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import HubbubError, TooLargeError
from hubbub.model.alignment import Alignment, Lane, WordErrors
from hubbub.model.metrics import Metric
from hubbub.model.options import in_words
from hubbub.model.result import Routed, Stage
from hubbub.model.transcript import Utterance
from hubbub.model.utterances import Utterances
from hubbub.scoring.expansions import expansions
from hubbub.scoring.lattice import Path, Rules, Strand, cheapest, lattice, one_lane, strands, weave
from hubbub.scoring.problem import Problem

Costs = tuple[int, int, int, int]

ONE_AND_ONE = "raise it with --memory, score shorter sessions, or write out one branch of each alternation"
"""What to do where one speaker and one stream with alternatives are too much."""


class Asclite(NamedTuple):
    """What is chosen for counts like those of asclite."""

    overlap_limit: int | None = None
    gaps: bool = True


class Limits(NamedTuple):
    """What all sessions and metrics share."""

    costs: Costs = (0, 1, 1, 1)
    collar: float = 0.0
    memory: int = 2**63
    seconds: float = float("inf")
    stop: _core.Stop | None = None
    optional_words: bool = False
    fragments: bool = False
    asclite: Asclite | None = None
    """How asclite would do it, where that is asked for."""


class Solution(NamedTuple):
    """What a solver found."""

    alignment: Alignment
    cost: int
    lower_bound: int
    exact: bool = True
    pairing: tuple[tuple[str | None, str | None], ...] | None = None
    routing: tuple[Routed, ...] | None = None
    left_out: Mapping[str, float] = MappingProxyType({})
    stages: tuple[Stage, ...] = ()


def cost_of(counts: WordErrors, costs: Costs) -> int:
    """What an alignment with these counts costs."""
    correct, substitution, insertion, deletion = costs
    return (
        correct * counts.correct
        + substitution * counts.substitutions
        + insertion * counts.insertions
        + deletion * counts.deletions
    )


class Task(NamedTuple):
    """One session under one metric."""

    problem: Problem
    metric: Metric
    limits: Limits

    @property
    def costs(self) -> _core.Costs:
        return _core.Costs(*self.limits.costs)

    def said(self, utterances: Sequence[Utterance]) -> _core.Row:
        """Utterances of the reference, with times for a metric that has the time rule."""
        return self.problem.told(utterances).row(0 if self.metric.timed else None)

    def heard(self, utterances: Sequence[Utterance]) -> _core.Row:
        """The same of the hypothesis, widened by the collar."""
        return self.problem.told(utterances).row(round(self.limits.collar * 1e9) if self.metric.timed else None)

    def lane(
        self,
        speaker: str | None,
        stream: str | None,
        reference: Sequence[Utterance],
        hypothesis: Sequence[Utterance],
    ) -> Lane:
        """The two sides, aligned."""
        if self.graphs:
            path = self.weave({"": reference}, {"": hypothesis})
            return one_lane(speaker, stream, reference, hypothesis, path)
        left, right = self.problem.told(reference), self.problem.told(hypothesis)
        return Lane(speaker, stream, left, right, _core.align(self.said(left), self.heard(right), self.costs))

    @property
    def graphs(self) -> bool:
        """Is there more to align than two rows of words that are equal or not?"""
        return self.problem.choices or self.limits.fragments

    @property
    def rules(self) -> Rules:
        """How graphs are aligned under this metric."""
        limits = self.limits
        return Rules(
            costs=limits.costs,
            spared=limits.costs[0] if limits.optional_words else None,
            also_same=self.problem.fragments if limits.fragments else (),
            collar=limits.collar if self.metric.timed else None,
            memory=limits.memory,
            stop=limits.stop,
        )

    def weave(self, speakers: Mapping[str, Sequence[Utterance]], streams: Mapping[str, Sequence[Utterance]]) -> Path:
        """The cheapest way through graphs of words."""
        remedy = ONE_AND_ONE
        if len(speakers) > 1 or len(streams) > 1:
            remedy = "score group by group with --asclite, use cpwer, or write out one branch of each alternation"
        return weave(self.problem, speakers, streams, self.rules, self.metric.title, remedy)

    def cost(self, lane: Lane) -> int:
        return cost_of(lane.errors, self.limits.costs)

    def solved(self, lanes: Sequence[Lane]) -> tuple[Alignment, int, int]:
        """An alignment that needs no search is its own proof."""
        alignment = Alignment(lanes)
        cost = cost_of(alignment.errors, self.limits.costs)
        return alignment, cost, cost


Solve = Callable[[Task], Solution]


def _only(names: Sequence[str]) -> str | None:
    return names[0] if len(names) == 1 else None


def align(task: Task) -> Solution:
    """All words of the reference against all words of the hypothesis."""
    problem = task.problem
    speaker, stream = _only(list(problem.speakers)), _only(list(problem.streams))
    return Solution(*task.solved([task.lane(speaker, stream, problem.reference, problem.hypothesis)]))


def _pairs(task: Task, pairing: Sequence[tuple[str | None, str | None]]) -> Solution:
    speakers, streams = task.problem.speakers, task.problem.streams
    lanes = [
        task.lane(
            speaker, stream, () if speaker is None else speakers[speaker], () if stream is None else streams[stream]
        )
        for speaker, stream in pairing
    ]
    return Solution(*task.solved(lanes), pairing=tuple(pairing))


def pair_named(task: Task) -> Solution:
    """Each speaker with the stream of the same name."""
    speakers, streams = task.problem.speakers, task.problem.streams
    pairing: list[tuple[str | None, str | None]] = [
        (speaker, speaker if speaker in streams else None) for speaker in speakers
    ]
    pairing += [(None, stream) for stream in streams if stream not in speakers]
    return _pairs(task, pairing)


def pair_best(task: Task) -> Solution:
    """Speakers and streams one to one, at the least cost; who is left over has nobody."""
    speakers, streams = task.problem.speakers, list(task.problem.streams)
    found = (
        _pair_graphs(task)
        if task.graphs
        else _core.pair(
            [task.said(utterances) for utterances in speakers.values()],
            [task.heard(utterances) for utterances in task.problem.streams.values()],
            task.costs,
        )
    )
    pairing: list[tuple[str | None, str | None]] = [
        (speaker, None if stream < 0 else streams[stream])
        for speaker, stream in zip(speakers, found.stream_of, strict=True)
    ]
    taken = {stream for _, stream in pairing}
    pairing += [(None, stream) for stream in streams if stream not in taken]
    return _attained(_pairs(task, pairing), found.cost)


def _pair_graphs(task: Task) -> _core.Pairing:
    """The same where words have alternatives: every speaker with every stream."""
    problem, rules = task.problem, task.rules
    said = [[lattice(problem, own, rules)] for own in problem.speakers.values()]
    heard = [[lattice(problem, own, rules, hypothesis=True)] for own in problem.streams.values()]
    size = max(len(said), len(heard))
    rows: list[list[_core.Lattice]] = said + [[]] * (size - len(said))
    columns: list[list[_core.Lattice]] = heard + [[]] * (size - len(heard))
    costs = [cheapest(row, column, rules, task.metric.title, ONE_AND_ONE).cost for row in rows for column in columns]
    return _core.pair_by_cost(costs, len(said), len(heard))


def _attained(solution: Solution, cost: int) -> Solution:
    if solution.cost != cost:  # the alignment is the witness of the solver's claim
        raise HubbubError(f"the alignment costs {solution.cost}, the solver said {cost}; please report this as a bug")
    return solution


class _Sides(NamedTuple):
    """What is routed, and where it can go."""

    pieces: Utterances
    queue_of: list[int]
    goals: Mapping[str, Utterances]


def _sides(task: Task) -> _Sides:
    problem, metric = task.problem, task.metric
    pieces = problem.hypothesis if metric.swapped else problem.reference
    if metric.pieces == "word":
        pieces = problem.told([one.part(i, i + 1) for one in pieces for i in range(len(one.words))])
    queue_of = [0] * len(pieces)
    if metric.queues == "speaker":
        queues = {speaker: i for i, speaker in enumerate(problem.speakers)}
        queue_of = [queues[speaker] for speaker in pieces.speakers]
    return _Sides(pieces, queue_of, problem.speakers if metric.swapped else problem.streams)


def _route(task: Task, sides: _Sides) -> _core.Routing:
    """The core's answer. With the sides swapped, its deletions are our insertions."""
    correct, substitution, insertion, deletion = task.limits.costs
    own, others = task.said, task.heard
    if task.metric.swapped:
        insertion, deletion = deletion, insertion
        own, others = others, own
    try:
        return _core.route(
            own(sides.pieces),
            sides.queue_of,
            list(map(others, sides.goals.values())),
            _core.Costs(correct, substitution, insertion, deletion),
            bytes=task.limits.memory,
            seconds=task.limits.seconds,
            stop=task.limits.stop,
        )
    except _core.TooLarge as error:
        needed, allowed = error.args
        raise TooLargeError(
            f"{task.metric.title} of {len(sides.pieces)} {task.metric.pieces}s and {len(sides.goals)} streams needs"
            f" about {in_words(needed)}, the limit is {in_words(allowed)}; raise it with --memory, score shorter"
            " sessions, or use cpwer"
        ) from None


def as_stage(stage: _core.Stage) -> Stage:
    """The core's object as ours."""
    return Stage(stage.name, stage.best, stage.bound, stage.cells, stage.work, stage.seconds)


def route(task: Task) -> Solution:
    """Each utterance, or each word, whole to the stream where the total is least; or segments to speakers."""
    if task.graphs:
        return _route_words(task)
    sides = _sides(task)
    found = _route(task, sides)
    names = list(sides.goals)
    goal_of = [None if goal < 0 else names[goal] for goal in found.stream_of]
    into: dict[str | None, list[int]] = {name: [] for name in names}
    for place in found.order:
        into.setdefault(goal_of[place], []).append(place)
    lanes = []
    for goal, places in into.items():
        routed = sides.pieces.some(places)
        there: Sequence[Utterance] = () if goal is None else sides.goals[goal]
        lanes.append(
            task.lane(goal, None, there, routed) if task.metric.swapped else task.lane(None, goal, routed, there)
        )
    alignment, cost, _ = task.solved(lanes)
    every = list(zip(sides.pieces.speakers, sides.pieces.numbers, goal_of, strict=True))
    routing = tuple([Routed._make(every[place]) for place in found.order])
    stages = tuple(map(as_stage, found.stages))
    solution = Solution(alignment, cost, found.lower_bound, found.exact, routing=routing, stages=stages)
    return _attained(solution, found.cost)


def _route_words(task: Task) -> Solution:
    """Each word to the stream where it fits best, where words have alternatives."""
    assert task.metric.pieces == "word"
    speakers, streams = task.problem.speakers, task.problem.streams
    try:
        path = task.weave(speakers, streams)
    except TooLargeError:
        # The searches that know no choices go much further, so that a few ways are tried one by one.
        every = None if task.limits.fragments or task.limits.optional_words else expansions(task.problem)
        if every is None:
            raise
        limits = task.limits._replace(seconds=task.limits.seconds / len(every))
        return _best([route(task._replace(problem=one, limits=limits)) for one in every])
    into: dict[str | None, Strand] = {name: Strand([], [], []) for name in streams}
    routed = strands(path, speakers, streams, into)
    alignment, cost, _ = task.solved([strand.lane(name) for name, strand in into.items()])
    routing = tuple(Routed(word.speaker, word.number, name) for word, name in routed)
    return _attained(Solution(alignment, cost, path.cost, routing=routing), path.cost)


def _best(found: Sequence[Solution]) -> Solution:
    """The first of the cheapest, which is proven where no other can cost less."""
    best = min(found, key=lambda one: one.cost)
    bound = min(one.lower_bound for one in found)
    return best._replace(lower_bound=bound, exact=bound == best.cost)
