"""The stages that the router reports during a search and at its end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support import solvers
from support.route_cases import Shape, meeting
from support.solvers import row, rows


def routed(shape: Shape, one_queue: bool, stop: solvers.Stop | None = None) -> solvers.Routing:
    case = meeting(shape, one_queue)
    return solvers.route(
        rows(case.utterances),
        case.queues,
        [row(words) for words in case.streams],
        stop=stop,
    )


@pytest.mark.parametrize("one_queue", [True, False])
def test_the_last_stage_is_the_proof(one_queue: bool) -> None:
    found = routed(Shape(60, 3, 1, "css", 0.4), one_queue)
    last = found.stages[-1]
    assert (last.name, last.best, last.bound) == ("proven", found.cost, found.cost)
    assert [one.best for one in found.stages] == sorted((one.best for one in found.stages), reverse=True)
    assert [one.bound for one in found.stages] == sorted(one.bound for one in found.stages)
    assert [one.seconds for one in found.stages] == sorted(one.seconds for one in found.stages)


def test_a_running_search_reports_its_stage() -> None:
    """The search would run for hours, and is stopped after ten reports."""
    stop = solvers.Stop()
    seen: list[Any] = []
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(routed, Shape(800, 8, 4, "css", 0.7), False, stop)
        while len(seen) < 3 and not search.done():
            stage = stop.stage
            if stage is not None and stage.seconds not in [one.seconds for one in seen[-1:]]:
                seen.append(stage)
        stop.set()
        with pytest.raises(solvers.Stopped):
            search.result()
    assert all(stage.bound <= stage.best for stage in seen)


def test_a_search_that_has_ended_has_no_stage() -> None:
    stop = solvers.Stop()
    assert routed(Shape(60, 3, 1, "css", 0.4), False, stop).stages
    assert stop.stage is None
