"""Scores as callers hand them over, and put together: sessions of a system joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hubbub.errors import InputError
from hubbub.model.scores import DICTS, LISTS, Alone, Sessions
from hubbub.model.signatures import LIMITS, Recipe
from hubbub.model.tables import listed
from hubbub.model.values import is_iterable


def called_after(name: Any, run: Sessions[Any]) -> Sessions[Any]:
    """Scores that a caller gave under this name: it is that of the system, unless it is that of the metric."""
    if name in (run.called, run.metric):
        return run
    return run.rename(str(name))


def runs_of(given: Any) -> list[Sessions[Any]] | None:
    """Scores as callers give them: a list, or a dict by the names of systems; None where it is neither.

    The result of a single session will do.
    """
    if isinstance(given, (Sessions, Alone)) or not is_iterable(given):
        given = [given]
    named = given.items() if isinstance(given, Mapping) else ((None, one) for one in given)
    found = []
    for name, one in named:
        run = one.alone() if isinstance(one, Alone) else one if isinstance(one, Sessions) else None
        if run is None:
            return None
        found.append(run if name is None else called_after(name, run))
    return found


CHOICE = ("regex", "partial", *LIMITS, "v")
"""The parts of a signature that say which sessions were scored, what ended a search, and by which version."""


def comparable_part(signature: str) -> str:
    """The parts of a signature that must be the same where scores are put together."""
    return str(Recipe.parse(signature).without(*CHOICE))


def merged(scores: Iterable[Sessions[Any]], system: str | None = None) -> list[Sessions[Any]]:
    """The sessions of each system under each metric in one. A name given for the system holds for all of them."""
    found: dict[tuple[str, str], list[Sessions[Any]]] = {}
    for run in scores:
        found.setdefault((run.called, system or run.system), []).append(run)
    return [_joined([run.rename(name) for run in runs]) for (_, name), runs in found.items()]


def _joined(runs: Sequence[Sessions[Any]]) -> Sessions[Any]:
    first = runs[0]
    if len(runs) == 1:
        return first
    results: dict[str, Any] = {}
    for run in runs:
        if comparable_part(run.signature) != comparable_part(first.signature):
            raise InputError(f"{run.system}: {run.signature} and {first.signature} differ; score with the same options")
        twice = [name for name in run if name in results]
        if twice:
            raise InputError(
                f"{run.system} has two scores of {listed(twice, 3)} under {first.called};"
                " leave one away, or name the systems apart when they are scored, as in -h A=FILE"
            )
        results |= run
    around: dict[str, Any] = {}
    for field in LISTS:
        around[field] = list(dict.fromkeys(name for run in runs for name in getattr(run, field)))
    for field in DICTS:
        around[field] = {name: told for run in runs for name, told in getattr(run, field).items()}
    for field in ("unscored", "refused"):  # in one run, but scored in another
        around[field] = _without(around[field], results)
    around["unfinished"] = _without(around["unfinished"], {**results, **around["refused"]})
    steps = _steps([run.normalizer_steps for run in runs])
    return first.replace(results=results, signature=joined_signature(runs), normalizer_steps=steps, sure=None, **around)


def _without(names: Any, scored: Mapping[str, Any]) -> Any:
    if isinstance(names, dict):
        return {name: told for name, told in names.items() if name not in scored}
    return [name for name in names if name not in scored]


def joined_signature(runs: Sequence[Sessions[Any]]) -> str:
    """The signature of all: with the choice of sessions only if that was one, every limit, and every version."""
    recipes = [Recipe.parse(run.signature) for run in runs]
    alike = len({recipe.without(*LIMITS, "v") for recipe in recipes}) == 1
    joined = recipes[0].without("v", *(() if alike else ("regex", "partial")))
    first, *others = sorted({f"v:{recipe.value('v')}" for recipe in recipes})
    limits = [limit for recipe in recipes for limit in recipe.limits]
    limited = joined._replace(parts=(*joined.parts, first)).limited(limits)
    return str(limited._replace(parts=(*limited.parts, *others)))


def _steps(told: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """What each step did in all runs; nothing where it is not known of each."""
    names = [[step["step"] for step in steps] for steps in told]
    if any(one != names[0] for one in names):
        return []
    together = []
    for steps in zip(*told, strict=True):
        numbers = {key: sum(step[key] for step in steps) for key, value in steps[0].items() if isinstance(value, int)}
        examples = [pair for step in steps for pair in step["examples"]]
        most = max(len(step["examples"]) for step in steps)
        together.append(
            {**steps[0], **numbers, "examples": list(map(list, dict.fromkeys(map(tuple, examples))))[:most]}
        )
    return together
