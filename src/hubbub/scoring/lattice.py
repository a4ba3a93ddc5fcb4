"""Words with alternatives, and several speakers and streams at once: the cheapest way through all of their graphs."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import TooLargeError
from hubbub.model.alignment import DELETION, SPARED, Lane
from hubbub.model.options import in_words
from hubbub.model.transcript import Utterance
from hubbub.scoring.problem import Problem
from hubbub.text.alternatives import graph

Side = Mapping[str, Sequence[Utterance]]


class Rules(NamedTuple):
    """What the steps cost, and what counts as the same."""

    costs: tuple[int, int, int, int]
    spared: int | None = None
    """What it costs to leave out an optional word, which then counts as correct; None where it is like any word."""
    optional_insertion: int | None = None
    """What an optional word of the hypothesis costs as an insertion, where it is another cost than that of others."""
    pairs_first: bool = False
    """Among equally cheap ways, as asclite: pairs first. Otherwise as everywhere: insertions, deletions, pairs."""
    also_same: Sequence[tuple[int, int]] = ()
    collar: float | None = None
    """None where time is no matter."""
    memory: int = 2**63
    stop: _core.Stop | None = None


class Step(NamedTuple):
    """One step: the dimensions and the words in them, -1 where there is none."""

    kind: str
    speaker: int
    said: int
    stream: int
    heard: int


class Path(NamedTuple):
    """The way that was found."""

    cost: int
    steps: list[Step]


def lattice(problem: Problem, utterances: Sequence[Utterance], rules: Rules, hypothesis: bool = False) -> _core.Lattice:
    """The graph of one speaker or stream."""
    built = graph([(len(one.words), None if one.choices is None else one.choices.tree) for one in utterances])
    optional = array("i", bytes(4 * len(built.before)))
    base = 0
    for one in utterances:
        for place in one.choices.optional if one.choices is not None else ():
            optional[base + place] = 1
        base += len(one.words)
    first = array("i", [0])
    for before in built.before:
        first.append(first[-1] + len(before))
    every = array("i", chain.from_iterable(built.before))
    widened = None if rules.collar is None else round(rules.collar * 1e9) if hypothesis else 0
    row = problem.told(utterances).row(widened)
    return _core.Lattice(row, optional, first, every, array("i", built.last))


def cheapest(
    references: Sequence[_core.Lattice], hypotheses: Sequence[_core.Lattice], rules: Rules, title: str, remedy: str
) -> _core.LatticePath:
    """The core's answer, for as many graphs as you like. Where it would take too much memory, the remedy is told."""
    correct, substitution, insertion, deletion = rules.costs
    try:
        return _core.align_lattices(
            references,
            hypotheses,
            _core.Costs(correct, substitution, insertion, deletion),
            deletion if rules.spared is None else rules.spared,
            insertion if rules.optional_insertion is None else rules.optional_insertion,
            rules.pairs_first,
            list(rules.also_same),
            rules.memory,
            rules.stop,
        )
    except _core.TooLarge as error:
        needed, allowed = error.args
        words = " × ".join(str(len(one)) for one in (*references, *hypotheses))
        raise TooLargeError(
            f"{title} of {words} words at once needs about {in_words(needed)},"
            f" the limit is {in_words(allowed)}; {remedy}"
        ) from None


def weave(problem: Problem, speakers: Side, streams: Side, rules: Rules, title: str, remedy: str) -> Path:
    """The cheapest way through all speakers and streams."""
    found = cheapest(
        [lattice(problem, own, rules) for own in speakers.values()],
        [lattice(problem, own, rules, hypothesis=True) for own in streams.values()],
        rules,
        title,
        remedy,
    )
    optional = [_optional(own) for own in speakers.values()] if rules.spared is not None else []
    steps = [Step(kind, *places) for kind, places in zip(found.kinds, found.steps, strict=True)]
    for i, step in enumerate(steps):
        if step.kind == DELETION and optional and step.said in optional[step.speaker]:
            steps[i] = step._replace(kind=SPARED)
    return Path(found.cost, steps)


def _optional(utterances: Sequence[Utterance]) -> set[int]:
    found: set[int] = set()
    base = 0
    for one in utterances:
        if one.choices is not None:
            found.update(base + place for place in one.choices.optional)
        base += len(one.words)
    return found


def taken(utterances: Sequence[Utterance], places: Sequence[int]) -> tuple[Utterance, ...]:
    """The utterances with just the words at these places, which count through all of them."""
    made: list[Utterance] = []
    base = at = 0
    for one in utterances:
        own = []
        while at < len(places) and places[at] < base + len(one.words):
            own.append(places[at] - base)
            at += 1
        made.append(one if one.choices is None else one.taking(own))
        base += len(one.words)
    return tuple(made)


def one_lane(
    speaker: str | None, stream: str | None, reference: Sequence[Utterance], hypothesis: Sequence[Utterance], path: Path
) -> Lane:
    """The way through one speaker and one stream."""
    said = [step.said for step in path.steps if step.said >= 0]
    heard = [step.heard for step in path.steps if step.heard >= 0]
    kinds = "".join(step.kind for step in path.steps)
    return Lane(speaker, stream, taken(reference, said), taken(hypothesis, heard), kinds)


class Strand(NamedTuple):
    """The words that came to lie on one stream, and the steps between the two sides."""

    reference: list[Utterance]
    hypothesis: list[Utterance]
    kinds: list[str]

    def lane(self, stream: str | None) -> Lane:
        return Lane(None, stream, tuple(self.reference), tuple(self.hypothesis), "".join(self.kinds))


def strands(
    path: Path, speakers: Side, streams: Side, into: dict[str | None, Strand]
) -> list[tuple[Utterance, str | None]]:
    """Lays the words down on the streams where they were matched, one by one; tells the stream of every reference word.

    A deleted word goes to the stream of its speaker's word before it, else to the first.
    """
    said = [
        iter(_singly(own, [step.said for step in path.steps if step.speaker == number]))
        for number, own in enumerate(speakers.values())
    ]
    heard = [
        iter(_singly(own, [step.heard for step in path.steps if step.stream == number]))
        for number, own in enumerate(streams.values())
    ]
    names: list[str | None] = list(streams) or [None]
    latest: dict[int, int] = {}
    routed: list[tuple[Utterance, str | None]] = []
    for step in path.steps:
        if step.stream >= 0:
            latest[step.speaker] = step.stream
        name = names[step.stream if step.stream >= 0 else latest.get(step.speaker, 0)]
        strand = into.setdefault(name, Strand([], [], []))
        strand.kinds.append(step.kind)
        if step.speaker >= 0:
            word = next(said[step.speaker])
            strand.reference.append(word)
            routed.append((word, name))
        if step.stream >= 0:
            strand.hypothesis.append(next(heard[step.stream]))
    return routed


def _singly(utterances: Sequence[Utterance], places: Sequence[int]) -> list[Utterance]:
    """The words that were taken, each by itself, knowing where it stands in its utterance."""
    return [one.part(i, i + 1) for one in taken(utterances, places) for i in range(len(one.words))]
