"""Plans of scorings, and options without those that metrics refuse because they have no effect on them."""

from __future__ import annotations

from typing import Any

from hubbub.model.metrics import METRICS, metrics_named
from hubbub.scoring.plan import Plan, plan_of


def plan_for(*metrics: str, **options: Any) -> Plan:
    return plan_of(tuple(METRICS[name] for name in metrics), None, options)


def fitting(metrics: str | list[str] | tuple[str, ...], **options: Any) -> dict[str, Any]:
    """Returns the options without a collar if none of the metrics uses times."""
    chosen = metrics_named([metrics] if isinstance(metrics, str) else metrics)
    timed = any(getattr(metric, "timed", False) for metric in chosen)
    return {name: value for name, value in options.items() if timed or name != "collar"}
