"""Joins the rows of channels to their sessions, for scores that are merged with those of whole sessions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

from hubbub.model.alignment import Alignment
from hubbub.model.metrics import METRICS
from hubbub.model.result import Result, Scores
from hubbub.model.scores import Sessions, added
from hubbub.model.store import Store
from hubbub.model.word_errors import WordErrors


def with_whole_sessions(runs: Sequence[Sessions[Any]]) -> list[Sessions[Any]]:
    """Returns the runs; rows SESSION/CHANNEL become one row if another run has the session."""
    return [_whole(run, set(chain(*(other for other in runs if other is not run)))) for run in runs]


def _whole(run: Sessions[Any], sessions: Collection[str]) -> Sessions[Any]:
    if not (isinstance(run, Scores) and METRICS[run.metric].by_channel and "channels" in (n.kind for n in run.inputs)):
        return run
    rows: dict[str, list[str]] = {}
    for name in run:
        session = name.rpartition("/")[0]
        rows.setdefault(session if session in sessions else name, []).append(name)
    if len(rows) == len(run):
        return run
    results = {
        name: run[name] if own == [name] else _sum(name, [run[row] for row in own]) for name, own in rows.items()
    }
    states = run.store.by_state
    states["silent"] = [name for name, own in rows.items() if set(own) <= set(run.silent)]
    states["uncut"] = [name for name, own in rows.items() if not set(own).isdisjoint(run.uncut)]
    return run.replace(store=Store.of(results, {**states, "digests": {}}))


def _sum(session: str, rows: Sequence[Result]) -> Result:
    """Returns the result of a session from those of its channels."""
    return Result(
        metric=rows[0].metric,
        session=session,
        signature=rows[0].signature,
        counts=sum((row.counts for row in rows), WordErrors()),
        cost=sum(row.cost for row in rows),
        lower_bound=sum(row.lower_bound for row in rows),
        exact=all(row.exact for row in rows),
        alignment=Alignment(chain(*(row.alignment for row in rows))),
        left_out=added(row.left_out for row in rows),
    )
