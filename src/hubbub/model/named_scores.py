"""Scores as callers hand them over, with the names of their systems."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from hubbub.model.kinds import is_iterable
from hubbub.model.scores import Sessions


def called_after(name: Any, run: Sessions[Any]) -> Sessions[Any]:
    """Scores that a caller gave under this name: it is that of the system, unless it is that of the metric."""
    if name in (run.called, run.metric):
        return run
    named = copy(run)
    named.system = str(name)
    return named


def runs_of(given: Any) -> list[Sessions[Any]] | None:
    """Scores as callers give them: a list, or a dict by the names of systems; None where it is neither.

    The result of a single session will do.
    """
    if isinstance(given, Sessions) or not is_iterable(given):
        given = [given]
    named = given.items() if isinstance(given, Mapping) else ((None, one) for one in given)
    found = []
    for name, one in named:
        alone = getattr(one, "alone", None)  # as the result of a session has it
        run = one if isinstance(one, Sessions) else alone() if callable(alone) else None
        if run is None:
            return None
        found.append(run if name is None else called_after(name, run))
    return found
