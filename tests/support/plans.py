"""Plans of scorings, totals, and options without those that metrics refuse because they have no effect on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hubbub.model.metrics import METRICS, metrics_named
from hubbub.model.word_errors import Summary, WordErrors
from hubbub.scoring.plan import Plan, plan_of


def plan_for(*metrics: str, **options: Any) -> Plan:
    return plan_of(tuple(METRICS[name] for name in metrics), None, options)


def summed(parts: Iterable[Summary]) -> Summary:
    """Returns the total of some results, summed field by field."""
    parts = list(parts)
    counts = sum((part.counts for part in parts), WordErrors())
    cost, bound = (sum(getattr(part, field) for part in parts) for field in ("cost", "lower_bound"))
    return Summary(counts=counts, cost=cost, lower_bound=bound, exact=all(part.exact for part in parts))


def fitting(metrics: str | list[str] | tuple[str, ...], **options: Any) -> dict[str, Any]:
    """Returns the options without a collar if none of the metrics uses times."""
    chosen = metrics_named([metrics] if isinstance(metrics, str) else metrics)
    timed = any(getattr(metric, "timed", False) for metric in chosen)
    return {name: value for name, value in options.items() if timed or name != "collar"}
