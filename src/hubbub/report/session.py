"""One session of the page: its words once, and for every score the alignment with its findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hubbub.insight.session import SessionBlame
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.report.blames import pack_blame
from hubbub.report.diarization import find_speech
from hubbub.report.findings import Findings, find, most_frequent
from hubbub.report.packing import Side, Sides, pack, pack_lane, sides_of, word_table

FREQUENT = 60
"""So many errors of each kind are listed."""


def pack_session(
    results: Sequence[Result | Alignment | None], blames: Sequence[SessionBlame | None]
) -> tuple[str, list[Findings | None]]:
    """The packed session, and the findings of each result; the blame stands beside its result.

    An alignment alone is one of stretches of time.
    """
    numbers: dict[tuple[Any, ...], int] = {}
    distinct: list[Side] = []

    def number(side: Side) -> int:
        key = side.key()
        if key not in numbers:
            numbers[key] = len(distinct)
            distinct.append(side)
        return numbers[key]

    names: dict[str, int] = {}
    codes: dict[str, int] = {}
    packed: list[dict[str, Any] | None] = []
    all_findings: list[Findings | None] = []
    for result, blamed in zip(results, blames, strict=True):
        if result is None:
            packed.append(None)
            all_findings.append(None)
            continue
        alignment = result if isinstance(result, Alignment) else result.alignment
        sides = sides_of(alignment)
        findings = find_speech(alignment, sides) if isinstance(result, Alignment) else find(result, sides)
        all_findings.append(findings)
        packed.append(
            {
                "reference": number(sides.reference),
                "hypothesis": number(sides.hypothesis),
                **_score(alignment, sides, findings, names, codes),
                "blame": None if blamed is None else pack_blame(blamed, sides, names),
            }
        )
    words = word_table(distinct)
    sides_packed = [side.pack(words, names) for side in distinct]
    session = {
        "words": list(words),
        "sides": sides_packed,
        "names": list(names),
        "codes": list(codes),
        "scores": packed,
    }
    return pack(session), all_findings


def _score(
    alignment: Alignment, sides: Sides, findings: Findings, names: dict[str, int], codes: dict[str, int]
) -> dict[str, Any]:
    return {
        "timed": sides.timed,
        "lanes": [pack_lane(lane, sides, names) for lane in alignment],
        "start": findings.start,
        "end": findings.end,
        "bins": findings.bins,
        "frequent": most_frequent(findings.frequent, FREQUENT),
        "speakers": [[speaker, stream, errors.to_dict()] for speaker, stream, errors in findings.speakers],
        "slices": [
            {
                "name": one.name,
                "parts": [[label, errors.to_dict()] for label, errors in zip(one.labels, one.errors, strict=True)],
                "words": codes.setdefault(_letters(one.words), len(codes)),
                "inserted": _letters(one.inserted),
            }
            for one in findings.slices
            if one.tells
        ],
    }


def _letters(parts: Sequence[int]) -> str:
    """The parts of a slice, as they are packed: one letter per word."""
    return "".join(map("abcdefghijklmnopqrstuvwxyz".__getitem__, parts))
