"""Systems compared on the page: for every pair under one metric the difference, how sure it is, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from hubbub.errors import InputError
from hubbub.insight.blame import Blame
from hubbub.insight.comparison import Comparison
from hubbub.model.scores import Sessions

SYSTEMS = 6
"""Of more systems under one metric, no pairs are compared: `hubbub compare` does that."""
WORDS = 200_000
"""In longer references only sessions are compared, and not word with word, which would take long."""


def pack_comparisons(scores: Sequence[Sessions[Any]], blames: Mapping[int, Blame]) -> list[dict[str, Any]]:
    """Each pair by the numbers of its scores; those that cannot be compared are left out."""
    by_metric: dict[str, list[int]] = {}
    for number, run in enumerate(scores):
        by_metric.setdefault(run.metric, []).append(number)
    found = []
    for numbers in by_metric.values():
        if len(numbers) <= SYSTEMS:
            found += [_pair(scores, blames, *pair) for pair in combinations(numbers, 2)]
    return [pair for pair in found if pair is not None]


def _pair(
    scores: Sequence[Sessions[Any]], blames: Mapping[int, Blame], first: int, second: int
) -> dict[str, Any] | None:
    # Only where there are several systems.
    from hubbub.insight.compare import compare_scores
    from hubbub.insight.comparison_list import power

    runs = [scores[first], scores[second]]
    parts = {
        run.system: {name: part.errors for name, part in blames[number].parts.items()}
        for number, run in zip((first, second), runs, strict=True)
        if number in blames
    }
    try:
        (pair,) = compare_scores(runs, parts=parts, words=getattr(runs[0].total, "length", 0) <= WORDS)
    except InputError:  # other sessions, other references, or the same name
        return None
    return {
        "a": first,
        "b": second,
        "verdict": pair.verdict,
        "difference": pair.difference,
        "interval": None if pair.interval.low is None else pair.interval.to_dict(),
        "parts": [[name, errors] for name, errors in pair.parts.items()],
        "further": [text for text in (_no_interval(pair), power(pair)) if text],
    }


def _no_interval(pair: Comparison) -> str:
    return f"No {pair.interval.title}: {pair.interval.why}" if pair.interval.low is None else ""
