"""The exit codes of the commands, and the limits of `--fail-above` and `--fail-below`, which have their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.errors import OptionError
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import any_metric_named
from hubbub.model.tables import percent

if TYPE_CHECKING:
    from hubbub.model.scores import Sessions

EXIT_BAD_INPUT = 1
EXIT_USAGE = 2
"""The arguments cannot be parsed; argparse uses the same code."""
EXIT_ABOVE = 3
"""A total is above `--fail-above`, or below `--fail-below`."""
EXIT_UNPROVEN = 4
"""Not everything is proven, or something was skipped."""
EXIT_PIPE = 141
"""The reader of standard output, such as head, closed it; shells use the same code for SIGPIPE."""


def exit_code(runs: Sequence[Sessions[Any]], allow_skipped: bool, incomplete: bool = False, code: int = 0) -> int:
    """Returns the given code if every score is proven and no session was skipped, else `EXIT_UNPROVEN`."""
    complete = not incomplete and all(
        run.exact and not run.refused and not run.unfinished and (allow_skipped or not run.skipped) for run in runs
    )
    return code if complete else EXIT_UNPROVEN


ABOVE, BELOW = "--fail-above", "--fail-below"


def is_agreement(metric: str) -> bool:
    """Returns whether higher values are better, unlike for error rates."""
    return metric in DIARIZATION and DIARIZATION[metric].higher_is_better


def read_rate(text: str, option: str = ABOVE) -> float:
    """Returns a rate from a percentage, or from a fraction up to 1.

    >>> read_rate("40%"), read_rate("0.4")
    (0.4, 0.4)
    """
    number = text.strip().removesuffix("%").rstrip()
    try:
        rate = float(number if "%" not in text else f"{number}e-2")
    except ValueError:
        rate = -1.0
    if not 0 <= rate < float("inf"):
        raise OptionError(f"{option} {text!r} is not a rate; write e.g. 40% or 0.4")
    if rate > 1 and "%" not in text:
        raise OptionError(f"{option} {text} would be {rate:.0%}; write {text}% for a percentage, or a fraction up to 1")
    return rate


def limits_of(above: Sequence[str], below: Sequence[str], metrics: Sequence[str]) -> dict[str, float]:
    """Returns the user's limit for each scored metric.

    Errors have a highest rate, agreement has a lowest.
    """
    limits: dict[str, float] = {}
    for option, texts in ((ABOVE, above), (BELOW, below)):
        fitting = [name for name in metrics if is_agreement(name) == (option == BELOW)]
        given: dict[str, float] = {}
        for text in (part for value in texts for part in value.split(",")):
            name, equals, rate = text.rpartition("=")
            metric = any_metric_named(name).called if equals else ""
            if metric and metric not in metrics:
                raise OptionError(f"{option} {text}: {metric} is not scored; give limits for {', '.join(metrics)}")
            if not fitting or (metric and metric not in fitting):
                raise OptionError(f"{option} {text}: {_better(metric or metrics[0])}")
            if metric in given:
                raise OptionError(f"{option} is given twice for {metric or 'all metrics'}; give one limit")
            given[metric] = read_rate(rate, option)
        own = {name: given.get(name, given.get("")) for name in fitting}
        limits |= {name: limit for name, limit in own.items() if limit is not None}
    return limits


def beyond(run: Sessions[Any], limits: Mapping[str, float]) -> str:
    """Returns how the total exceeds its limit, e.g. "above 40.00%"; empty if it does not.

    Errors where the reference has no words are above any limit; where there is nothing to agree on, that is below.
    """
    limit, value = limits.get(run.called), run.value
    if limit is None:
        return ""
    if is_agreement(run.metric):
        return f"below {percent(limit)}" if value is None or value < limit else ""
    wrong = bool(getattr(run, "errors", 0)) if value is None else value > limit
    return f"above {percent(limit)}" if wrong else ""


def _better(metric: str) -> str:
    if is_agreement(metric):
        return f"higher {metric} is better; use {BELOW}"
    return f"{metric} is an error rate, lower is better; use {ABOVE}"
