"""A result depends on its session, the options and the version alone, whatever is scored beside it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hubbub
from hubbub import Segment

SESSIONS = 5
METRICS = ["orcwer", "mimower", "dicpwer_by_word", "tcorcwer", "ditcpwer_by_word", "cpwer", "mdwer"]


def meeting(seed: int) -> tuple[list[Segment], list[Segment]]:
    """One session, of which the fifth part of the words is wrong."""
    chance = Random(seed)
    name, words = f"s{seed}", [[f"w{chance.randrange(9)}" for _ in range(4)] for _ in range(25 + 10 * seed)]
    reference, hypothesis = [], []
    for turn, said in enumerate(words):
        heard = [word if chance.random() < 0.8 else f"w{chance.randrange(9)}" for word in said]
        reference.append(Segment(" ".join(said), name, f"A{chance.randrange(3)}", turn, turn + 1.5))
        hypothesis.append(Segment(" ".join(heard), name, f"B{chance.randrange(3)}", turn, turn + 1.5))
    return reference, hypothesis


MEETINGS = [meeting(seed) for seed in range(SESSIONS)]


def scored(metric: str, places: list[int], **options: Any) -> dict[str, Any]:
    """Each session as plain data, with its signature and the limit that ended its search."""
    reference, hypothesis = ([segment for place in places for segment in MEETINGS[place][side]] for side in (0, 1))
    collar: dict[str, Any] = {"collar": 2} if hubbub.METRICS[metric].timed else {}
    scores = hubbub.score([metric], hubbub.Transcript(reference), hubbub.Transcript(hypothesis), **collar, **options)[
        metric
    ]
    runs = {scores.session: scores} if isinstance(scores, hubbub.Result) else dict(scores)
    return {name: (one.signature, [stage[:4] for stage in one.stages], one.to_dict()) for name, one in runs.items()}


@pytest.mark.parametrize("memory", [None, "200K", "2M"])
@pytest.mark.parametrize("metric", METRICS)
def test_a_session_alone_in_a_corpus_and_in_any_order(metric: str, memory: str | None) -> None:
    options: dict[str, Any] = {"memory": memory}
    if hubbub.METRICS[metric].solver == "route":
        options["effort"] = 0.002
    alone: dict[str, Any] = {}
    for place in range(SESSIONS):
        alone |= scored(metric, [place], jobs=1, **options)
    for places in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1]):
        for jobs in (1, 2, 5):
            assert scored(metric, places, jobs=jobs, **options) == alone


def test_the_limit_of_memory_is_in_the_signature() -> None:
    """Two numbers that are not proven are told apart by what ended their searches."""
    found = [scored("mimower", [4], memory=memory, effort=0.05) for memory in ("20K", "40K")]
    signatures = [signature for one in found for signature, _, _ in one.values()]
    assert [signature.split("|memory:")[1].split("|")[0] for signature in signatures] == ["20K", "40K"]


def test_the_memory_beside_another_limit_is_in_the_signature() -> None:
    ((signature, stages, data),) = scored("mimower", [4], memory="3M", effort=1e-6).values()
    assert (data["exact"], stages[-1][0]) == (False, "effort used up")
    assert "|effort:1e-06|memory:3M|" in signature
    ((signature, _, _),) = scored("mimower", [4], effort=1e-6).values()
    assert "memory" not in signature


ROUTED_IN_TIME = [name for name, metric in hubbub.METRICS.items() if metric.solver == "route" and metric.timed]


@pytest.mark.parametrize("beside", [[], [0], [3, 0]])
@pytest.mark.parametrize("metric", ROUTED_IN_TIME)
def test_the_table_comes_first_if_times_leave_few_cells(metric: str, beside: list[int]) -> None:
    """Alone and beside other sessions: with several queues it needs prices, but no chains.

    MD-WER has no table: its queues of single words have too many positions.
    """
    _, stages, data = scored(metric, [4, *beside], jobs=1)["s4"]
    names = [name for name, *_ in stages]
    assert data["exact"]
    if hubbub.METRICS[metric].queues == "one":
        assert names == ["table", "proven"]
    elif hubbub.METRICS[metric].pieces == "utterance":
        assert set(names) <= {"quick prices", "descent", "table", "proven"}
    assert stages == scored(metric, [4], jobs=1)["s4"][1]
