"""The core's solvers against slow oracles, and their results against what these claim."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import oracles, solvers
from support.oracles import Costs
from support.paths import ROOT
from support.solvers import row, rows
from support.strategies import Meeting, costs, heard_meetings, meetings, speakers_and_streams, word_pairs

from hubbub import _core

many = settings(max_examples=400, deadline=None)
SCLITE = Costs(correct=0, substitution=4, insertion=3, deletion=3)


def ids(words: Sequence[int]) -> array[int]:
    return array("i", words)


def distance(reference: Sequence[int], hypothesis: Sequence[int], costs: Costs = oracles.UNIT) -> int:
    return solvers.distance(ids(reference), ids(hypothesis), _core.Costs(*costs))


def align(reference: Sequence[int], hypothesis: Sequence[int], costs: Costs = oracles.UNIT) -> str:
    return solvers.align(row(reference), row(hypothesis), _core.Costs(*costs))


def pair(
    speakers: Sequence[Sequence[int]], streams: Sequence[Sequence[int]], costs: Costs = oracles.UNIT
) -> solvers.Pairing:
    return solvers.pair([row(s) for s in speakers], [row(s) for s in streams], _core.Costs(*costs))


def route(meeting: Meeting, costs: Costs = oracles.UNIT, **budget: Any) -> solvers.Routing:
    utterances, streams = rows(meeting.utterances), [row(s) for s in meeting.streams]
    return solvers.route(utterances, meeting.queue_of, streams, _core.Costs(*costs), **budget)


def route_full_table(meeting: Meeting, costs: Costs = oracles.UNIT, **budget: Any) -> solvers.Routing:
    utterances, streams = rows(meeting.utterances), [row(s) for s in meeting.streams]
    return solvers.route_full_table(utterances, meeting.queue_of, streams, _core.Costs(*costs), **budget)


def recount(steps: str, reference: Sequence[int], hypothesis: Sequence[int], costs: Costs) -> int:
    """The cost of the steps; checks that they use all words and that correct pairs are equal."""
    i = j = cost = 0
    for step in steps:
        if step == "I":
            j, cost = j + 1, cost + costs.insertion
        elif step == "D":
            i, cost = i + 1, cost + costs.deletion
        else:
            same = reference[i] == hypothesis[j]
            assert step == ("C" if same else "S")
            i, j, cost = i + 1, j + 1, cost + (costs.correct if same else costs.substitution)
    assert (i, j) == (len(reference), len(hypothesis))
    return cost


def noisy(words: Sequence[int], errors: float, vocabulary: int, rng: random.Random) -> list[int]:
    """The words with equally many substitutions, deletions and insertions."""
    heard: list[int] = []
    for word in words:
        kind = rng.random() * 3 / errors
        if kind < 1:
            continue
        heard.append(rng.randrange(vocabulary) if kind < 2 else word)
        if 2 <= kind < 3:
            heard.append(rng.randrange(vocabulary))
    return heard


@many
@given(word_pairs(), costs())
def test_distance_and_steps_are_those_of_the_full_table(pair: tuple[list[int], list[int]], costs: Costs) -> None:
    assert distance(*pair, costs) == oracles.distance(*pair, costs)
    assert align(*pair, costs) == oracles.align(*pair, costs)


@many
@given(word_pairs(max_size=30))
def test_counts_are_kaldis(pair: tuple[list[int], list[int]]) -> None:
    kaldialign = pytest.importorskip("kaldialign", reason="pip install hubbub[test-peers]")
    theirs = kaldialign.edit_distance(*([str(word) for word in words] for words in pair))
    steps = align(*pair)
    assert [steps.count(kind) for kind in "IDS"] == [theirs[kind] for kind in ("ins", "del", "sub")]


@pytest.mark.parametrize("costs", [oracles.UNIT, SCLITE, Costs(0, 300, 200, 100), Costs(5, 1, 2, 3), Costs(0, 0, 0, 0)])
@pytest.mark.parametrize("vocabulary", [1, 2, 20])
@pytest.mark.parametrize("lengths", [(63, 65), (64, 64), (1, 500), (500, 1), (255, 257), (300, 200), (520, 530)])
def test_sizes_around_the_machine_word(lengths: tuple[int, int], vocabulary: int, costs: Costs) -> None:
    rng = random.Random(str((lengths, vocabulary)))
    reference, hypothesis = ([rng.randrange(vocabulary) for _ in range(n)] for n in lengths)
    assert align(reference, hypothesis, costs) == oracles.align(reference, hypothesis, costs)
    assert distance(reference, hypothesis, costs) == oracles.distance(reference, hypothesis, costs)


@pytest.mark.parametrize("vocabulary", [2, 5, 1000])
@pytest.mark.parametrize("errors", [0.01, 0.2, 0.6])
def test_leaving_out_most_of_a_long_table_changes_nothing(errors: float, vocabulary: int) -> None:
    rng = random.Random(str((errors, vocabulary)))
    reference = [rng.randrange(vocabulary) for _ in range(2400)]
    hypothesis = noisy(reference, errors, vocabulary, rng)
    # Doubled unit costs use another kernel, which computes the complete table.
    steps = align(reference, hypothesis)
    assert steps == align(reference, hypothesis, Costs(0, 2, 2, 2))
    assert recount(steps, reference, hypothesis, oracles.UNIT) == distance(reference, hypothesis)


@pytest.mark.parametrize("gap", [40, 400, 1500])
def test_a_long_gap_is_found(gap: int) -> None:
    rng = random.Random(gap)
    reference = [rng.randrange(500) for _ in range(5000)]
    hypothesis = reference[:2000] + reference[2000 + gap :] + [rng.randrange(500) for _ in range(gap)]
    steps = align(reference, hypothesis)
    assert steps == align(reference, hypothesis, Costs(0, 2, 2, 2))
    assert recount(steps, reference, hypothesis, oracles.UNIT) <= 2 * gap


def test_an_alignment_too_long_to_be_kept_is_made_in_parts() -> None:
    rng = random.Random(1)
    reference = [rng.randrange(50) for _ in range(16_000)]
    hypothesis = noisy(reference, 0.3, 50, rng)
    huge = 2**30  # such costs need the widest cells, and so the most memory
    assert align(reference, hypothesis, Costs(0, huge, huge, huge)) == align(reference, hypothesis)


@given(word_pairs(), costs())
def test_word_numbers_do_not_matter(pair: tuple[list[int], list[int]], costs: Costs) -> None:
    reference, hypothesis = ([(word - 2) * 1_000_003 * 357 for word in words] for words in pair)
    assert align(reference, hypothesis, costs) == align(*pair, costs)


@many
@given(speakers_and_streams(), costs())
def test_pairing_is_the_first_of_the_cheapest(sides: tuple[list[list[int]], list[list[int]]], costs: Costs) -> None:
    pairing = pair(*sides, costs)
    assert (pairing.cost, pairing.stream_of) == oracles.pair(*sides, costs)


@pytest.mark.parametrize("seed", range(40))
def test_distances_that_are_never_computed_change_nothing(seed: int) -> None:
    """Doubled unit costs give the same pairing, but the solver then computes every pair."""
    rng = Random(seed)
    words, alike = rng.choice([2, 5, 40]), rng.random()
    speakers = [[rng.randrange(words) for _ in range(rng.randrange(20))] for _ in range(rng.randrange(1, 14))]
    streams = [[word for word in said if rng.random() < alike] for said in speakers[: rng.randrange(1, 14)]]
    rng.shuffle(streams)
    pruned, whole = pair(speakers, streams), pair(speakers, streams, Costs(0, 2, 2, 2))
    assert (2 * pruned.cost, pruned.stream_of) == (whole.cost, whole.stream_of)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32))
def test_pairing_of_many_is_no_dearer_than_any_swap(seed: int) -> None:
    rng = random.Random(seed)
    speakers, streams = ([[rng.randrange(3) for _ in range(rng.randrange(6))] for _ in range(12)] for _ in range(2))
    pairing = pair(speakers, streams)
    table = [[distance(speaker, stream) for stream in streams] for speaker in speakers]
    of = pairing.stream_of
    assert sorted(of) == list(range(12))
    assert pairing.cost == sum(table[i][j] for i, j in enumerate(of))
    for i in range(12):
        for k in range(i):
            kept, swapped = table[i][of[i]] + table[k][of[k]], table[i][of[k]] + table[k][of[i]]
            assert kept < swapped or (kept == swapped and of[k] < of[i])


def test_pairing_uses_a_stream_even_when_it_does_not_pay() -> None:
    dear = Costs(correct=0, substitution=9, insertion=1, deletion=1)
    assert pair([[1], [2, 2]], [[]]).stream_of == [0, -1]
    assert pair([[1, 2]], [[], [3, 4]], dear).stream_of == [0]


@pytest.mark.parametrize("sides", [([], []), ([[1, 2]], []), ([], [[1, 2]]), ([[]], [[]])])
def test_pairing_with_nobody(sides: tuple[list[list[int]], list[list[int]]]) -> None:
    pairing = pair(*sides)
    assert (pairing.cost, pairing.stream_of) == oracles.pair(*sides)


def check_routing(meeting: Meeting, costs: Costs, cost: int) -> None:
    """By the router and by the full table: the routing is valid, optimal and proven."""
    check_one(route(meeting, costs), meeting, costs, cost)
    check_one(route_full_table(meeting, costs), meeting, costs, cost)


def check_one(routing: solvers.Routing, meeting: Meeting, costs: Costs, cost: int) -> None:
    assert routing.cost == routing.lower_bound == cost
    assert routing.exact
    assert sorted(routing.order) == list(range(len(meeting.utterances)))
    for queue in meeting.queues:
        assert [u for u in routing.order if u in queue] == queue
    streams = range(len(meeting.streams)) if meeting.streams else [-1]
    assert all(s in streams for s in routing.stream_of)
    assert oracles.routed(meeting.utterances, routing.order, routing.stream_of, meeting.streams, costs) == cost


@many
@given(st.one_of(meetings(), heard_meetings()), costs())
def test_routing_of_several_queues(meeting: Meeting, costs: Costs) -> None:
    check_routing(meeting, costs, oracles.mimo_recursive(meeting.utterances, meeting.queue_of, meeting.streams, costs))


@many
@given(st.one_of(meetings(queues=1), heard_meetings()), costs())
def test_routing_of_one_queue(meeting: Meeting, costs: Costs) -> None:
    one = Meeting(meeting.utterances, [0] * len(meeting.utterances), meeting.streams)
    check_routing(one, costs, oracles.orc(one.utterances, one.streams, costs))


@settings(max_examples=150, deadline=None)
@given(speakers_and_streams(most=3, max_size=4), costs())
def test_routing_of_single_words(sides: tuple[list[list[int]], list[list[int]]], costs: Costs) -> None:
    speakers, streams = sides
    utterances = [[word] for speaker in speakers for word in speaker]
    queue_of = [q for q, speaker in enumerate(speakers) for _ in speaker]
    check_routing(Meeting(utterances, queue_of, streams), costs, oracles.md(speakers, streams, costs))


@settings(max_examples=100, deadline=None)
@given(meetings(utterances=4, max_size=3), costs())
def test_the_recursive_oracle_tries_every_order(meeting: Meeting, costs: Costs) -> None:
    everything = meeting.utterances, meeting.queue_of, meeting.streams, costs
    assert oracles.mimo_recursive(*everything) == oracles.mimo(*everything)


def test_routing_where_lines_end_a_vector_apart() -> None:
    """The last line along the second stream starts 31 cells after the first, as if all were contiguous."""
    meeting = Meeting([[1], [1, 1, 0], []], [0, 7, -3], [[1, 1, 1], [1, 1, 0, 1], [1]])
    odd = Costs(correct=3, substitution=1, insertion=3, deletion=2)
    check_routing(meeting, odd, oracles.mimo_recursive(meeting.utterances, meeting.queue_of, meeting.streams, odd))


@many
@given(st.one_of(meetings(utterances=6, streams=4, max_size=9), meetings(queues=1, streams=3, max_size=20)), costs())
def test_routing_does_not_depend_on_the_order_of_streams(meeting: Meeting, costs: Costs) -> None:
    backwards = Meeting(meeting.utterances, meeting.queue_of, meeting.streams[::-1])
    cost = route(meeting, costs).cost
    check_routing(meeting, costs, cost)
    check_routing(backwards, costs, cost)


def test_the_full_table_prefers_the_first_queue_last_and_the_first_stream() -> None:
    routing = route_full_table(Meeting([[1], [1], [], [1]], [5, 2, 2, 5], [[], [1], [1]]))
    assert routing.order == [1, 0, 3, 2]
    assert routing.stream_of == [1, 2, 1, 1]


def test_the_full_table_refuses_before_it_allocates() -> None:
    meeting = Meeting([[1] * 5] * 10, [0] * 10, [[1] * 1000] * 6)
    with pytest.raises(solvers.TooLarge) as refused:
        route_full_table(meeting, bytes=10**9)
    needed, allowed = refused.value.args
    assert needed == pytest.approx(4 * 11 * 1001.0**6)
    assert allowed == 10**9


def test_routing_can_be_stopped() -> None:
    stop = solvers.Stop()
    stop.set()
    with pytest.raises(solvers.Stopped):
        route(Meeting([[1]], [0], [[1]]), stop=stop)


@st.composite
def larger(draw: st.DrawFn) -> Meeting:
    """A meeting with errors, too large for brute force but not for the full table."""
    random = Random(draw(st.integers(0, 10**6)))
    vocabulary, number, many = draw(st.sampled_from([2, 8, 50])), draw(st.integers(2, 8)), draw(st.integers(1, 2))
    utterances = [[random.randrange(vocabulary) for _ in range(random.randrange(7))] for _ in range(number)]
    streams: list[list[int]] = [[] for _ in range(many)]
    for utterance in utterances:
        heard = [random.randrange(vocabulary) if random.random() < 0.3 else word for word in utterance]
        streams[random.randrange(many)] += [word for word in heard if random.random() > 0.2]
    return Meeting(utterances, [random.randrange(2) for _ in utterances], streams)


@settings(max_examples=300, deadline=None)
@given(larger(), costs())
def test_the_router_agrees_with_the_full_table(meeting: Meeting, costs: Costs) -> None:
    check_routing(meeting, costs, route_full_table(meeting, costs).cost)
    one = Meeting(meeting.utterances, [0] * len(meeting.utterances), meeting.streams)
    check_routing(one, costs, route_full_table(one, costs).cost)


def test_what_is_no_row_is_refused() -> None:
    for broken in ([1], [2, 1, 2], [3]):
        with pytest.raises(ValueError, match="ends"):
            solvers.Row(array("i", [1, 2]), ends=broken)
    with pytest.raises(ValueError, match="a start and an end for each word"):
        solvers.Row(array("i", [1, 2]), array("q", [1]))


@pytest.mark.parametrize("find", [solvers.route, solvers.route_full_table])
def test_what_no_router_takes_is_refused(find: Any) -> None:
    plain = solvers.Row(array("i", [0, 1]))
    timed = solvers.Row(array("i", [0]), array("q", [0, 1]))
    for utterances, queues, stream in (
        (plain, [], plain),
        (plain, [0, 1], plain),
        (plain, [0], timed),
        (timed, [0], plain),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            find(utterances, queues, [stream])


def levels() -> list[str]:
    """SIMD levels that this machine may support; an unsupported one falls back to the next."""
    return ["avx512", "avx2", "neon", "plain"]


def test_every_simd_level_gives_the_same_result() -> None:
    script = (
        "import json, random; from array import array; import hubbub_solvers as solvers\n"
        "draw = random.Random(3)\n"
        "said = [array('i', [draw.randrange(30) for _ in range(draw.randrange(9))]) for _ in range(60)]\n"
        "heard = [array('i'), array('i')]\n"
        "for one in said:\n"
        "    heard[draw.randrange(2)].extend(w if draw.random() > 0.3 else draw.randrange(30) for w in one)\n"
        "for queues in ([0] * 60, [i % 3 for i in range(60)]):\n"
        "    ends = [sum(map(len, said[:i + 1])) for i in range(60)]\n"
        "    utterances = solvers.Row(sum(said, array('i')), ends=ends)\n"
        "    r = solvers.route(utterances, queues, [solvers.Row(h) for h in heard])\n"
        "    print(json.dumps([r.order, r.stream_of, r.cost, r.lower_bound, [s.best for s in r.stages]]))\n"
    )
    outputs = {
        level: subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "HUBBUB_SIMD": level},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for level in levels()
    }
    assert len(set(outputs.values())) == 1


def test_no_two_classes_of_the_core_share_a_name() -> None:
    """In one namespace the linker would silently merge classes of the same name."""
    found: dict[tuple[str, str], Path] = {}
    folder = ROOT / "core"
    for file in sorted((*folder.rglob("*.hpp"), *folder.rglob("*.cpp"))):
        text = re.sub(r"namespace \{.*?\n\} // namespace\n", "", file.read_text("utf-8"), flags=re.DOTALL)
        namespace = " ".join(re.findall(r"^namespace ([\w:]+) \{", text, re.MULTILINE))
        for name in re.findall(r"^(?:class|struct) (\w+)(?: final)?(?: :[^{;]*)? \{", text, re.MULTILINE):
            other = found.setdefault((namespace, name), file)
            assert other == file, f"{name} in {other.name} and in {file.name}"
    assert ("hubbub::route::table", "QueuePositions") in found
