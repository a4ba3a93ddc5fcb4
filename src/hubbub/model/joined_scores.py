"""Scores as callers hand them over, and put together: sessions of a system joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from hubbub.errors import InputError
from hubbub.model.scores import Sessions
from hubbub.model.tables import listed
from hubbub.model.values import is_iterable


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


CHOICE = ("regex:", "partial", "effort:", "time-limit:", "memory:", "v:")
"""The parts of a signature that say which sessions were scored, what ended a search, and by which version."""


def recipe(signature: str) -> str:
    """The parts of a signature that must be the same where scores are put together."""
    return "|".join(part for part in signature.split("|") if not part.startswith(CHOICE))


def merged(scores: Iterable[Sessions[Any]], system: str | None = None) -> list[Sessions[Any]]:
    """The sessions of each system under each metric in one. A name given for the system holds for all of them."""
    found: dict[tuple[str, str], list[Sessions[Any]]] = {}
    for run in scores:
        found.setdefault((run.called, system or run.system), []).append(run)
    return [_joined(runs, name) for (_, name), runs in found.items()]


def _joined(runs: Sequence[Sessions[Any]], system: str) -> Sessions[Any]:
    first = runs[0]
    for run in runs:
        if recipe(run.signature) != recipe(first.signature):
            raise InputError(f"{system}: {run.signature} and {first.signature} differ; score with the same options")
    signatures = {run.signature for run in runs}
    versions = dict.fromkeys(part for one in signatures for part in one.split("|") if part.startswith("v:"))
    signature = first.signature if len(signatures) == 1 else "|".join((recipe(first.signature), *sorted(versions)))
    results: dict[str, Any] = {}
    for run in runs:
        twice = [name for name in run if name in results]
        if twice:
            raise InputError(
                f"{system} has two scores of {listed(twice, 3)} under {first.called};"
                " leave one away, or name the systems apart when they are scored, as in -h A=FILE"
            )
        results |= run
    silent, unscored, uncut = (
        [name for run in runs for name in getattr(run, field)] for field in ("silent", "unscored", "uncut")
    )
    joined = type(first)(results, first.metric, signature, system, silent, unscored)
    joined.uncut = uncut
    joined.unfinished = [name for run in runs for name in run.unfinished if name not in joined]
    return joined
