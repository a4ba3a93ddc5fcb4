"""`--fail-above`: the rates above which a command ends with an exit code of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hubbub.errors import OptionError
from hubbub.model.metrics import any_metric_named

if TYPE_CHECKING:
    from hubbub.model.scores import Sessions

OPTION = "--fail-above"


def read_rate(text: str) -> float:
    """A rate: a percentage, or a fraction up to 1.

    >>> read_rate("40%"), read_rate("0.4")
    (0.4, 0.4)
    """
    number = text.strip().removesuffix("%").rstrip()
    try:
        rate = float(number if "%" not in text else f"{number}e-2")
    except ValueError:
        rate = -1.0
    if not 0 <= rate < float("inf"):
        raise OptionError(f"{OPTION} {text!r} is no rate; write it as in 40% or 0.4")
    if rate > 1 and "%" not in text:
        raise OptionError(f"{OPTION} {text} would be {rate:.0%}; write {text}% for a percentage, or a fraction up to 1")
    return rate


class Limits:
    """The highest rate of each metric, and the one for those without their own."""

    def __init__(self, texts: Sequence[str], metrics: Sequence[str]) -> None:
        """The limits as written by the user, who scores these metrics."""
        self.rates: dict[str, float] = {}
        for text in (part for value in texts for part in value.split(",")):
            name, equals, rate = text.rpartition("=")
            metric = any_metric_named(name).called if equals else ""
            if metric and metric not in metrics:
                raise OptionError(f"{OPTION} {text}: {metric} is not scored; give limits for {', '.join(metrics)}")
            if metric in self.rates:
                raise OptionError(f"{OPTION} is given twice for {metric or 'all metrics'}; give one limit")
            self.rates[metric] = read_rate(rate)

    def of(self, run: Sessions[Any]) -> float | None:
        """The limit of these scores; None where they have none."""
        return self.rates.get(run.called, self.rates.get(""))

    def above(self, run: Sessions[Any]) -> bool:
        """Is the total above its limit? Errors where the reference has no words are above any."""
        limit, rate = self.of(run), run.total.rate
        return limit is not None and (bool(run.total.errors) if rate is None else rate > limit)

    def exceeded(self, scores: Sequence[Sessions[Any]]) -> bool:
        """Is any total above?"""
        return any(map(self.above, scores))
