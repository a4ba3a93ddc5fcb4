"""One session of the page: its words once, and for every score the alignment with its findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import encode

from hubbub import _core
from hubbub.insight.session_causes import SessionBlame
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.model.word_errors import WordErrors
from hubbub.page.extra_keys import Further, further_of
from hubbub.page.packing import alignment_with_keys, pack, shown
from hubbub.page.page_blame import pack_blame
from hubbub.page.slices import Slice, slices_of

FREQUENT = 60
"""So many errors of each kind are listed."""


class Findings(NamedTuple):
    """What is counted of one score of a session."""

    shown: _core.Shown
    speakers: list[tuple[str | None, str | None, WordErrors]]
    """Speaker, stream (None where it is more than one), errors."""
    slices: list[Slice]


class _Sides:
    """The sides of a session that differ by their words or by further keys."""

    def __init__(self, sheet: _core.Sheet) -> None:
        self._sheet = sheet
        self._found: dict[tuple[int, bytes], int] = {}

    def number(self, side: int, further: Further) -> int:
        return self._found.setdefault((side, encode(further.packed())), len(self._found))

    def pack(self) -> dict[str, Any]:
        words, names, columns = self._sheet.pack()
        sides = []
        for side, further in self._found:
            own = b",".join(b'"%b":%b' % (key.encode(), column) for key, column in columns[side].items())
            sides.append(Raw(b"{" + own + (b"," + further[1:] if further != b"{}" else b"}")))
        return {"words": Raw(words), "sides": sides, "names": Raw(names)}


def find(result: Result | Alignment, sheet: _core.Sheet, score: int) -> tuple[Findings, tuple[Further, Further]]:
    """What is counted of one result, which has this number on the page, and the further keys of both of its sides."""
    found = shown(sheet, result, score)
    alignment = alignment_with_keys(result)
    if alignment is None:
        further = Further({}, {}), Further({}, {})
    else:
        reference = (piece for lane in alignment for piece in lane.reference)
        hypothesis = (piece for lane in alignment for piece in lane.hypothesis)
        further = (
            further_of(reference, sheet, found.reference),
            further_of(hypothesis, sheet, found.hypothesis),
        )
    speakers = [(speaker, stream, WordErrors(*errors)) for speaker, stream, errors in found.speakers()]
    in_words = not isinstance(result, Alignment)
    slices = slices_of(found, sheet.utterances(found.reference), further[0].extra) if in_words else []
    return Findings(found, speakers, slices), further


def pack_session(
    results: Sequence[Result | Alignment | None], blames: Sequence[SessionBlame | None], level: int
) -> tuple[str, list[Findings | None]]:
    """The packed session, and the findings of each result; the blame stands beside its result.

    An alignment alone is one of stretches of time. The level is that of the compression.
    """
    sheet = _core.Sheet()
    sides = _Sides(sheet)
    codes: dict[str, int] = {}
    packed: list[dict[str, Any] | None] = []
    all_findings: list[Findings | None] = []
    for score, (result, blamed) in enumerate(zip(results, blames, strict=True)):
        if result is None:
            packed.append(None)
            all_findings.append(None)
            continue
        findings, (said, heard) = find(result, sheet, score)
        all_findings.append(findings)
        packed.append(
            {
                "reference": sides.number(findings.shown.reference, said),
                "hypothesis": sides.number(findings.shown.hypothesis, heard),
                **_score(findings, codes),
                "blame": None if blamed is None else pack_blame(blamed, sheet, findings.shown),
            }
        )
    return pack({**sides.pack(), "codes": list(codes), "scores": packed}, level), all_findings


def _score(findings: Findings, codes: dict[str, int]) -> dict[str, Any]:
    one = findings.shown
    return {
        "timed": one.timed,
        "lanes": Raw(one.lanes),
        "start": one.start,
        "end": one.end,
        "bins": Raw(one.bins),
        "frequent": Raw(one.frequent(FREQUENT)),
        "speakers": [[speaker, stream, errors.to_dict()] for speaker, stream, errors in findings.speakers],
        "slices": [
            {
                "name": one.name,
                "parts": [[label, errors.to_dict()] for label, errors in zip(one.labels, one.errors, strict=True)],
                "segments" if one.by_segment else "words": codes.setdefault(one.letters, len(codes)),
                "inserted": one.inserted,
            }
            for one in findings.slices
            if one.tells
        ],
    }
