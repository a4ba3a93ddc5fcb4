"""Slow and obvious twins of the core's solvers. They try everything and know no tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple


class Timed(NamedTuple):
    """A word with its time; the hypothesis comes widened by the collar."""

    word: int
    start: Fraction
    end: Fraction


Words = Sequence[int] | Sequence[Timed]


class Costs(NamedTuple):
    correct: int = 0
    substitution: int = 1
    insertion: int = 1
    deletion: int = 1


UNIT = Costs()


def cost_of(counts: Any, costs: Sequence[int]) -> int:
    """What an alignment with these counts costs."""
    correct, substitution, insertion, deletion = costs
    return int(
        correct * counts.correct
        + substitution * counts.substitutions
        + insertion * counts.insertions
        + deletion * counts.deletions
    )


def may_pair(reference: int | Timed, hypothesis: int | Timed) -> bool:
    """The time rule: the two overlap. To touch is not to overlap."""
    if not isinstance(reference, Timed) or not isinstance(hypothesis, Timed):
        return True
    return reference.start < hypothesis.end and hypothesis.start < reference.end


def same(reference: int | Timed, hypothesis: int | Timed) -> bool:
    if isinstance(reference, Timed) and isinstance(hypothesis, Timed):
        return reference.word == hypothesis.word
    return reference == hypothesis


def matrix(reference: Words, hypothesis: Words, costs: Costs = UNIT) -> list[list[int]]:
    """The textbook table: the cost of each prefix of the reference against each of the hypothesis."""
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, j in product(range(len(reference) + 1), range(len(hypothesis) + 1)):
        ways = []
        if j > 0:
            ways.append(table[i][j - 1] + costs.insertion)
        if i > 0:
            ways.append(table[i - 1][j] + costs.deletion)
        if i > 0 and j > 0 and may_pair(reference[i - 1], hypothesis[j - 1]):
            equal = same(reference[i - 1], hypothesis[j - 1])
            ways.append(table[i - 1][j - 1] + (costs.correct if equal else costs.substitution))
        table[i][j] = min(ways, default=0)
    return table


def distance(reference: Words, hypothesis: Words, costs: Costs = UNIT) -> int:
    return matrix(reference, hypothesis, costs)[-1][-1]


def align(reference: Words, hypothesis: Words, costs: Costs = UNIT) -> str:
    """The steps, chosen as Kaldi does: from the end, insertion before deletion before a pair."""
    table = matrix(reference, hypothesis, costs)
    i, j = len(reference), len(hypothesis)
    steps = ""
    while i > 0 or j > 0:
        if j > 0 and table[i][j] == table[i][j - 1] + costs.insertion:
            steps, j = "I" + steps, j - 1
        elif i > 0 and table[i][j] == table[i - 1][j] + costs.deletion:
            steps, i = "D" + steps, i - 1
        else:
            i, j = i - 1, j - 1
            steps = ("C" if same(reference[i], hypothesis[j]) else "S") + steps
    return steps


def pair(speakers: Sequence[Words], streams: Sequence[Words], costs: Costs = UNIT) -> tuple[int, list[int]]:
    """Try every pairing; nobody fills up the smaller side. The first of the cheapest in the order of the streams."""
    size = max(len(speakers), len(streams))
    left = [*speakers, *[[]] * (size - len(speakers))]
    right = [*streams, *[[]] * (size - len(streams))]
    table = [[distance(speaker, stream, costs) for stream in right] for speaker in left]
    order = min(permutations(range(size)), key=lambda p: (sum(table[i][j] for i, j in enumerate(p)), p))
    cost = sum(table[i][j] for i, j in enumerate(order))
    return cost, [j if j < len(streams) else -1 for j in order[: len(speakers)]]


def routed(
    utterances: Sequence[Words],
    order: Sequence[int],
    stream_of: Sequence[int],
    streams: Sequence[Words],
    costs: Costs = UNIT,
) -> int:
    """The cost of one routing: the words laid down on each stream against the stream. On -1 they are deleted."""
    said: dict[int, list[Any]] = {s: [] for s in range(-1, len(streams))}
    for u in order:
        said[stream_of[u]] += utterances[u]
    heard: dict[int, Words] = {-1: [], **dict(enumerate(streams))}
    return sum(distance(said[s], heard[s], costs) for s in said)


def orc(utterances: Sequence[Words], streams: Sequence[Words], costs: Costs = UNIT) -> int:
    """Try every routing."""
    order = range(len(utterances))
    choices = range(len(streams)) if streams else [-1]
    routings = product(choices, repeat=len(utterances))
    return min(routed(utterances, order, routing, streams, costs) for routing in routings)


def interleavings(queues: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Every order in which the members of the queues can be called."""
    if not any(queues):
        yield []
    for q, queue in enumerate(queues):
        if queue:
            for rest in interleavings([*queues[:q], queue[1:], *queues[q + 1 :]]):
                yield [queue[0], *rest]


def mimo(utterances: Sequence[Words], queue_of: Sequence[int], streams: Sequence[Words], costs: Costs = UNIT) -> int:
    """Try every interleaving of the queues, and every routing of each."""
    queues = [[u for u, q in enumerate(queue_of) if q == queue] for queue in sorted(set(queue_of))]
    return min(orc([utterances[u] for u in order], streams, costs) for order in interleavings(queues))


def mimo_recursive(
    utterances: Sequence[Words], queue_of: Sequence[int], streams: Sequence[Words], costs: Costs = UNIT
) -> int:
    """The same for larger meetings: the last utterance of some queue ends some stream; it took some part of its end."""
    queues = [[u for u, q in enumerate(queue_of) if q == queue] for queue in sorted(set(queue_of))]

    @cache
    def best(left: tuple[int, ...], heard: tuple[int, ...]) -> int:
        ways = [] if any(left) else [costs.insertion * sum(heard)]
        for q, count in enumerate(left):
            if count == 0:
                continue
            said = utterances[queues[q][count - 1]]
            less = (*left[:q], count - 1, *left[q + 1 :])
            if not streams:
                ways.append(best(less, heard) + costs.deletion * len(said))
            for s, end in enumerate(heard):
                for start in range(end + 1):
                    rest = best(less, (*heard[:s], start, *heard[s + 1 :]))
                    ways.append(rest + distance(said, streams[s][start:end], costs))
        return min(ways)

    return best(tuple(map(len, queues)), tuple(map(len, streams)))


def md(speakers: Sequence[Words], streams: Sequence[Words], costs: Costs = UNIT) -> int:
    """Every word of a speaker is routed by itself."""
    words: list[Any] = [[word] for speaker in speakers for word in speaker]
    queue_of = [q for q, speaker in enumerate(speakers) for _ in speaker]
    return mimo_recursive(words, queue_of, streams, costs)


def ways(sequence: Sequence[Any]) -> Iterator[list[Any]]:
    """Every row of words through a sequence in which a list stands for an alternation: a list of its branches."""
    if not sequence:
        yield []
        return
    first, *rest = sequence
    for said in (way for branch in first for way in ways(branch)) if isinstance(first, list) else [[first]]:
        for others in ways(rest):
            yield [*said, *others]


def several(
    references: Sequence[Words],
    hypotheses: Sequence[Words],
    costs: Costs = UNIT,
    optional: Any = None,
    pairs_first: bool = True,
) -> tuple[int, str]:
    """Several rows of words at once: one word of one row, or of a reference and a hypothesis, at a time.

    The steps of a cheapest way, read from the end: pairs, insertions, deletions, or insertions, deletions, pairs; later
    rows before earlier ones. Optional is a word and what it costs to delete it.
    """

    def moves(said: tuple[int, ...], heard: tuple[int, ...]) -> Iterator[tuple[str, int, tuple[Any, Any]]]:
        def less(place: tuple[int, ...], row: int) -> tuple[int, ...]:
            return (*place[:row], place[row] - 1, *place[row + 1 :])

        pairs, insertions, deletions = [], [], []
        for d in reversed(range(len(said))):
            if said[d]:
                word = references[d][said[d] - 1]
                cost = optional[1] if optional is not None and word == optional[0] else costs.deletion
                deletions.append(("D", cost, (less(said, d), heard)))
                for e in reversed(range(len(heard))):
                    other = hypotheses[e][heard[e] - 1] if heard[e] else word
                    if heard[e] and may_pair(word, other):
                        equal = same(word, other)
                        pair = ("C", costs.correct) if equal else ("S", costs.substitution)
                        pairs.append((*pair, (less(said, d), less(heard, e))))
        insertions += [("I", costs.insertion, (said, less(heard, e))) for e in reversed(range(len(heard))) if heard[e]]
        yield from [*pairs, *insertions, *deletions] if pairs_first else [*insertions, *deletions, *pairs]

    @cache
    def best(said: tuple[int, ...], heard: tuple[int, ...]) -> int:
        return min((cost + best(*before) for _, cost, before in moves(said, heard)), default=0)

    at = tuple(map(len, references)), tuple(map(len, hypotheses))
    total, steps = best(*at), ""
    while any(map(any, at)):
        kind, _, at = next(move for move in moves(*at) if move[1] + best(*move[2]) == best(*at))
        steps = kind + steps
    return total, steps


def graphs(references: Sequence[Any], hypotheses: Sequence[Any], costs: Costs = UNIT, optional: Any = None) -> int:
    """Try every branch of every alternation."""
    choices = product(*(list(ways(one)) for one in (*references, *hypotheses)))
    number = len(references)
    return min(several(way[:number], way[number:], costs, optional)[0] for way in choices)


class Spoken(NamedTuple):
    """What somebody says between two whole milliseconds."""

    start: int
    end: int
    name: str
    words: Sequence[Any]

    @property
    def middle(self) -> int:
        return (self.start + self.end) // 2


def asclite_groups(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches of time that somebody fills without a break; to touch is a break, and a moment fills nothing."""
    groups: list[tuple[int, int]] = []
    for start, end in sorted(one for one in stretches if one[0] < one[1]):
        if groups and start < groups[-1][1]:
            groups[-1] = groups[-1][0], max(end, groups[-1][1])
        else:
            groups.append((start, end))
    return groups


def asclite(
    said: Sequence[Spoken],
    heard: Sequence[Spoken],
    ignored: Sequence[tuple[int, int]] = (),
    limit: int | None = None,
    gaps: bool = True,
) -> tuple[int, dict[str, int]]:
    """The cost of all groups, each with the words whose middle it holds, and what was left out. Sides are by start.

    Where a group touches what is ignored, or too many speak in it, it is skipped. What was heard in no group is
    inserted, or left out where gaps are not scored; what was said in none lasts no time.
    """
    costs, cost = Costs(0, 4, 3, 3), 0
    left: dict[str, int] = {}

    def leave_out(reason: str, number: int) -> None:
        if number:
            left[reason] = left.get(reason, 0) + number

    def words(side: Sequence[Spoken]) -> int:
        return sum(len(one.words) for one in side)

    def rows(side: Sequence[Spoken]) -> list[list[Any]]:
        return [[w for one in side if one.name == name for w in one.words] for name in sorted({s.name for s in side})]

    groups = asclite_groups([*((one.start, one.end) for one in said), *ignored])
    for start, end in groups:
        inside, here = ([one for one in side if start <= one.middle < end] for side in (said, heard))
        skipped = [name for name, why in (
            ("in_ignored_stretches", any(start <= (a + b) // 2 < end for a, b in ignored)),
            ("in_skipped_groups", limit is not None and len({one.name for one in inside}) > limit),
        ) if why]  # fmt: skip
        if not skipped:
            cost += several(rows(inside), rows(here), costs)[0]
            continue
        if skipped[0] == "in_skipped_groups":
            leave_out("groups_beyond_the_overlap_limit", 1)
        leave_out(f"reference_words_{skipped[0]}", words(inside))
        leave_out(f"hypothesis_words_{skipped[0]}", words(here))
    outside = [
        [one for one in side if not any(start <= one.middle < end for start, end in groups)] for side in (said, heard)
    ]
    leave_out("reference_words_outside_every_group", words(outside[0]))
    if gaps:
        cost += costs.insertion * words(outside[1])
    else:
        leave_out("hypothesis_words_outside_every_group", words(outside[1]))
    return cost, left


def sign_flip(differences: Sequence[int]) -> Fraction:
    """The share of all ways to flip signs whose sum is at least as far from 0."""
    flips = [sum(sign * one for sign, one in zip(signs, differences, strict=True)) for signs in _signs(differences)]
    return Fraction(sum(abs(flipped) >= abs(sum(differences)) for flipped in flips), len(flips))


def _signs(differences: Sequence[int]) -> list[tuple[int, ...]]:
    return list(product((1, -1), repeat=len(differences)))


def drawn_sums(differences: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """The shares of all resamples whose sum is below 0, 0, and above."""
    sums = [sum(drawn) for drawn in product(differences, repeat=len(differences))]
    below, equal, above = (Fraction(number, len(sums)) for number in _kinds(sums))
    return below, equal, above


def _kinds(sums: Sequence[int]) -> tuple[int, int, int]:
    return sum(one < 0 for one in sums), sums.count(0), sum(one > 0 for one in sums)


def jackknife(errors: Sequence[int], lengths: Sequence[int]) -> tuple[Fraction, Fraction]:
    """The rate, and the square of its standard error, from the rates without each unit."""
    units = list(zip(errors, lengths, strict=True))
    rates = []
    for place in range(len(units)):
        others = units[:place] + units[place + 1 :]
        rates.append(Fraction(sum(error for error, _ in others), sum(length for _, length in others)))
    mean = sum(rates, Fraction()) / len(rates)
    square = sum(((rate - mean) ** 2 for rate in rates), Fraction()) * (len(rates) - 1) / len(rates)
    return Fraction(sum(errors), sum(lengths)), square


def pairs(lanes: Any) -> list[tuple[str, Any, Any]]:
    """Every step of an alignment with its words: text, speaker, utterance, start, end and further keys; else None."""
    found = []
    for lane in lanes:
        sides = [
            [(one, place) for one in utterances for place in range(len(one.words))]
            for utterances in (lane.reference, lane.hypothesis)
        ]
        for kind in lane.steps:
            words: list[Any] = [None, None]
            for side in (0, 1):
                if kind not in ("I" if side == 0 else "DO"):
                    words[side] = _word(*sides[side].pop(0))
            found.append((kind, *words))
        assert sides == [[], []], "an alignment takes all words of its lanes"
    return found


def _word(utterance: Any, place: int) -> tuple[Any, ...]:
    keys = dict(utterance.extra or {})
    keys |= {key: row[place] for key, row in (utterance.word_extra or {}).items() if row[place] is not None}
    times = utterance.times[place] if utterance.times else (utterance.start, utterance.end)
    return utterance.words[place], utterance.speaker, utterance.number, *times, keys
