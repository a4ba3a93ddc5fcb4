"""The overview of the page: totals over all sessions, and the comparison of every pair of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Raw
from msgspec.json import decode

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


COLUMNS = 60
"""Number of columns of a session's strip: its errors over time."""
STRIPS = 4_000
"""Maximum number of strips on a page, so that an overview of many sessions stays small."""
STRETCHES = 12
"""Number of worst stretches listed for all sessions."""
SHORT = 200
"""Maximum mean length of the sessions of a list of utterances, in words or characters."""


class Totals:
    """Sums over all sessions of one system under one metric."""

    def __init__(self, strips: bool = True) -> None:
        self._errors = _core.PageTotals()
        self._slices: dict[str, dict[str, WordErrors]] = {}
        self._worst: dict[tuple[str, str], tuple[int, int]] = {}
        """By slice and group: the most errors in a session, and its number."""
        self._speakers: dict[str, list[list[int]]] = {}
        """By speaker: session number, errors and words of each session."""
        self._stretches: list[tuple[int, dict[str, Any]]] = []
        """The worst stretches so far, with their session numbers."""
        self._strips: dict[int, list[Any]] | None = {} if strips else None
        self._sessions = self._segments = self._length = 0
        """Number of sessions, the most segments of one, and the reference words of all."""

    def add(self, session: int, findings: Findings) -> None:
        """Adds the findings of a session."""
        self._errors.add(session, findings.shown)
        self._sessions += 1
        self._segments = max(self._segments, findings.segments)
        self._length += sum(errors.length for _, _, errors in findings.speakers)
        for one in findings.slices:
            parts = self._slices.setdefault(one.name, {})
            for label, errors in zip(one.labels, one.errors, strict=True):
                parts[label] = parts.get(label, WordErrors()) + errors
                if errors.errors > self._worst.get((one.name, label), (0, 0))[0]:
                    self._worst[one.name, label] = errors.errors, session
        for speaker, _, errors in findings.speakers:
            if speaker is not None and errors.length:
                self._speakers.setdefault(speaker, []).append([session, errors.errors, errors.length])
        self._stretches += [(session, stretch) for stretch in findings.stretches]
        self._stretches.sort(key=lambda one: (-one[1]["errors"], one[0]))
        del self._stretches[STRETCHES:]
        if self._strips is not None:
            self._strips[session] = _strip(findings.shown)

    @property
    def is_list(self) -> bool:
        """Whether the sessions are utterances: one short segment each."""
        return self._segments == 1 and self._length <= SHORT * self._sessions

    def pack(self, sessions: int) -> dict[str, Any]:
        """Returns the sums as data for the viewer."""
        return {
            "frequent": Raw(self._errors.frequent(FREQUENT)),
            "slices": {
                name: [
                    [label, parts[label].to_dict(), self._worst.get((name, label), (0, None))[1]]
                    for label in in_order(name, parts)
                ]
                for name, parts in self._slices.items()
                if name in SLICES or 1 < len(parts) <= FEW_VALUES
            },
            "speakers": [[name, places] for name, places in self._speakers.items()],
            "worst": [{"session": session, **stretch} for session, stretch in self._stretches],
            "strips": self._strips and [self._strips.get(number) for number in range(sessions)],
        }


def _strip(shown: _core.PageAlignment) -> list[Any]:
    """Returns start and end of a session, and its substitutions, deletions and insertions in columns over time."""
    _, *kinds = decode(shown.bins)
    columns = min(COLUMNS, len(kinds[0]))
    strip = [[0] * columns for _ in kinds]
    for sums, bins in zip(strip, kinds, strict=True):
        for place, errors in enumerate(bins):
            sums[place * columns // len(bins)] += errors
    return [shown.start, shown.end, *strip]


def pack_comparisons(
    scores: Sequence[Sessions[Any]], blames: Mapping[int, Blame], sessions: Sequence[str]
) -> list[dict[str, Any]]:
    """Compares each pair of scores, given by their numbers; omits pairs that cannot be compared."""
    by_metric: dict[str, list[int]] = {}
    for number, run in enumerate(scores):
        by_metric.setdefault(run.metric, []).append(number)
    found = []
    for numbers in by_metric.values():
        if len(numbers) <= SYSTEMS:
            found += [_pair(scores, blames, sessions, *pair) for pair in combinations(numbers, 2)]
    return [pair for pair in found if pair is not None]


def _pair(
    scores: Sequence[Sessions[Any]], blames: Mapping[int, Blame], sessions: Sequence[str], first: int, second: int
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
    numbers = {name: number for number, name in enumerate(sessions)}
    return {
        "a": first,
        "b": second,
        "verdict": pair.verdict,
        "significance": f"{pair.significance}.",
        "significant": pair.shown_on_these or pair.shown_on_others,
        "difference": pair.difference,
        "interval": None if pair.interval.low is None else pair.interval.to_dict(),
        "parts": [[name, errors] for name, errors in pair.parts.items()],
        "places": [[numbers[place.session], *place[1:]] for place in pair.places],
        "notes": [text for text in (_no_interval(pair), power(pair)) if text],
    }


def _no_interval(pair: Comparison) -> str:
    return f"No {pair.interval.title}: {pair.interval.why}" if pair.interval.low is None else ""
