"""What the overview of the page says about all sessions together, added up session by session."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from hubbub import _core
from hubbub.model.word_errors import WordErrors
from hubbub.page.page_session import Findings
from hubbub.page.slices import FEW_VALUES, NAMES, in_order

FREQUENT = 40
"""So many errors of each kind are listed."""


class Totals:
    """The findings of all sessions of one system under one metric."""

    def __init__(self) -> None:
        self._errors = _core.PageTotals()
        self._slices: dict[str, dict[str, WordErrors]] = {}
        self._speakers: dict[str, list[list[int]]] = {}
        """For each speaker: sessions, with errors and words."""

    def add(self, session: int, findings: Findings) -> None:
        self._errors.add(session, findings.shown)
        for one in findings.slices:
            parts = self._slices.setdefault(one.name, {})
            for label, errors in zip(one.labels, one.errors, strict=True):
                parts[label] = parts.get(label, WordErrors()) + errors
        for speaker, _, errors in findings.speakers:
            if speaker is not None and errors.length:
                self._speakers.setdefault(speaker, []).append([session, errors.errors, errors.length])

    def pack(self) -> dict[str, Any]:
        return {
            "frequent": Raw(self._errors.frequent(FREQUENT)),
            "slices": {
                name: [[label, parts[label].to_dict()] for label in in_order(parts)]
                for name, parts in self._slices.items()
                if name in NAMES or 1 < len(parts) <= FEW_VALUES
            },
            "speakers": [[name, sessions] for name, sessions in self._speakers.items()],
        }
