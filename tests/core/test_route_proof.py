"""The router's proofs on meetings too large for exhaustive search: the bound is recomputed from the prices."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import drivers, oracles
from support.oracles import UNIT, Costs
from support.oracles_proof import delete, everything, mimo_dual, orc_dual
from support.route_cases import Case, Shape, meeting, written


@pytest.fixture(scope="session")
def driver() -> Path:
    return drivers.build("proof_driver.cpp")


def answer(driver: Path, case: Case, *options: str) -> dict[str, Any]:
    run = subprocess.run([driver, *options], input=written([case]), capture_output=True, encoding="utf-8", check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    rescored = oracles.routed(case.utterances, found["order"], found["stream_of"], case.streams, case.costs)
    assert rescored == found["cost"]
    return found


ORC = [
    Shape(60, 2, 1, "css", 0.2),
    Shape(60, 5, 2, "css", 0.5),
    Shape(100, 3, 3, "diar", 0.3),
    Shape(100, 4, 4, "css", 0.3),
    Shape(200, 2, 5, "css", 0.4),
    Shape(200, 4, 6, "diar", 0.4),
]
MIMO = [
    Shape(60, 2, 1, "css", 0.2),
    Shape(60, 4, 2, "css", 0.3),
    Shape(100, 3, 3, "diar", 0.3),
    Shape(100, 2, 7, "css", 0.4),
    Shape(150, 3, 8, "css", 0.1),
    Shape(200, 2, 5, "css", 0.2),
]
OTHER = Costs(0, 4, 3, 3)


@pytest.mark.parametrize(("shape", "costs"), [*((one, UNIT) for one in ORC), (ORC[2], OTHER)], ids=str)
def test_orc_bounds_follow_from_the_prices(driver: Path, shape: Shape, costs: Costs) -> None:
    case = meeting(shape, one_queue=True)._replace(costs=costs)
    found = answer(driver, case, "deleting=0", "rounds=20")
    assert found["exact"]
    swept = [one for one in found["certificates"] if one["stage"] == "price sweep"]
    for one in [swept[0], swept[len(swept) // 2], swept[-1]]:
        bound = orc_dual(case.utterances, case.streams, one["utterance"], one["scale"], costs).total
        assert bound == one["bound"], "the router claims another bound than its prices give"
        assert bound <= found["cost"] * one["scale"], "a bound above a routing"
    if "graph" not in found["stages"]:  # the prices alone were enough
        assert bound > (found["cost"] - 1) * one["scale"]


@pytest.mark.parametrize("shape", ORC, ids=str)
def test_orc_proofs_can_be_replayed(driver: Path, shape: Shape) -> None:
    """The prices of all sweeps in order, with the pruning repeated here: no routing is cheaper than the result."""
    case = meeting(shape, one_queue=True)
    found = answer(driver, case, "table=0")
    assert found["exact"]
    limit = found["cost"] - 1
    left = everything(case.utterances, case.streams)
    replayed = False
    for one in found["certificates"]:
        prices, scale = one["utterance"], one["scale"]
        assert orc_dual(case.utterances, case.streams, prices, scale).total <= found["cost"] * scale
        for _ in range(3):  # the last sweep prunes while it runs; here each pass uses what the previous one pruned
            if replayed:
                break
            dual = orc_dual(case.utterances, case.streams, prices, scale, left=left)
            replayed = dual.total > limit * scale
            delete(case.utterances, case.streams, prices, scale, dual, limit, left)
    assert replayed or "graph" in found["stages"], "the router's rows prove it, and its prices do not"


@pytest.mark.parametrize(("shape", "costs"), [*((one, UNIT) for one in MIMO), (MIMO[1], OTHER)], ids=str)
def test_mimo_bounds_follow_from_the_prices(driver: Path, shape: Shape, costs: Costs) -> None:
    case = meeting(shape, one_queue=False)._replace(costs=costs)
    found = answer(driver, case, "deleting=0", "most_width=128")
    stages = found["certificates"]
    for one in [stages[0], *stages[:: max(1, len(stages) // 5)], stages[-1]]:
        bound = mimo_dual(
            case.utterances, case.queues, case.streams, one["utterance"], one["word"], one["scale"], costs
        )
        assert bound == one["bound"], "the router claims another bound than its prices give"
        assert bound <= found["cost"] * one["scale"], "a bound above a routing"
    if bound > (found["cost"] - 1) * one["scale"]:  # the prices alone are enough
        assert found["exact"]


def test_mimo_prices_alone_prove_some_meetings(driver: Path) -> None:
    """Otherwise the test above would prove little."""
    proven = 0
    for shape in (MIMO[0], MIMO[1], MIMO[4]):
        case = meeting(shape, one_queue=False)
        found = answer(driver, case, "deleting=0", "most_width=128")
        proven += found["certificates"][-1]["bound"] > (found["cost"] - 1) * found["certificates"][-1]["scale"]
    assert proven >= 2
