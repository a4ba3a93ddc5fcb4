"""The overview of the page: totals over all sessions, and the comparison of every pair of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Raw

from hubbub import _core
from hubbub.errors import InputError
from hubbub.insight.blame import Blame
from hubbub.insight.compare import compare_scores
from hubbub.insight.comparison import Comparison
from hubbub.insight.comparison_list import power
from hubbub.insight.selections import SLICES
from hubbub.model.scores import Sessions
from hubbub.model.word_errors import WordErrors
from hubbub.page.page_session import FEW_VALUES, Findings, in_order

FREQUENT = 40
"""Number of frequent errors listed for each kind."""
SYSTEMS = 6
"""Maximum number of systems under one metric that are compared in pairs; `hubbub compare` takes more."""
WORDS = 200_000
"""Maximum reference length for comparing words. Longer ones are compared only by session, which is faster."""


class Totals:
    """Sums over all sessions of one system under one metric."""

    def __init__(self) -> None:
        self._errors = _core.PageTotals()
        self._slices: dict[str, dict[str, WordErrors]] = {}
        self._speakers: dict[str, list[list[int]]] = {}
        """By speaker: session number, errors and words of each session."""

    def add(self, session: int, findings: Findings) -> None:
        """Adds the findings of a session."""
        self._errors.add(session, findings.shown)
        for one in findings.slices:
            parts = self._slices.setdefault(one.name, {})
            for label, errors in zip(one.labels, one.errors, strict=True):
                parts[label] = parts.get(label, WordErrors()) + errors
        for speaker, _, errors in findings.speakers:
            if speaker is not None and errors.length:
                self._speakers.setdefault(speaker, []).append([session, errors.errors, errors.length])

    def pack(self) -> dict[str, Any]:
        """Returns the sums as data for the viewer."""
        return {
            "frequent": Raw(self._errors.frequent(FREQUENT)),
            "slices": {
                name: [[label, parts[label].to_dict()] for label in in_order(name, parts)]
                for name, parts in self._slices.items()
                if name in SLICES or 1 < len(parts) <= FEW_VALUES
            },
            "speakers": [[name, sessions] for name, sessions in self._speakers.items()],
        }


def pack_comparisons(scores: Sequence[Sessions[Any]], blames: Mapping[int, Blame]) -> list[dict[str, Any]]:
    """Compares each pair of scores, given by their numbers; omits pairs that cannot be compared."""
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
        "notes": [text for text in (_no_interval(pair), power(pair)) if text],
    }


def _no_interval(pair: Comparison) -> str:
    return f"No {pair.interval.title}: {pair.interval.why}" if pair.interval.low is None else ""
