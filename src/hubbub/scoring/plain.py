"""Results as columns: so they travel from another process, and so they go into the journal."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from hubbub.model.result import Result, Scores

NUMBERS = 9
"""How many numbers are kept of each result: counts, cost, bound, whether it is unproven, speakers without a partner."""
EMPTY = ("left_out", "self_overlap", "long_segments")
"""Fields of results that mostly are empty."""


class Plain(NamedTuple):
    """The results of some sessions under one metric."""

    signature: str
    refused: dict[str, str]
    sessions: list[str]
    numbers: array[int]
    """NUMBERS of each session."""
    digests: list[str | None]
    """Of the references."""
    empty: dict[str, bytes]
    """For each of the fields in EMPTY, whether a session has nothing there."""
    left_out: dict[str, dict[str, float]]
    """What was not scored of a session, by reason, where anything was left out."""
    texts: list[bytes]
    """Each result as JSON."""


def plain(scores: Scores, alignment: bool) -> Plain:
    """The results of these scores, with their alignments only if these are wanted."""
    import msgspec

    numbers = array("q")
    parts = list(scores.values())
    for part in parts:
        speakers = part.missed_speakers, part.false_alarm_speakers
        numbers.extend((*part.counts, part.cost, part.lower_bound, not part.exact, *speakers))
    return Plain(
        scores.signature,
        dict(scores.refused),
        list(scores),
        numbers,
        [part.reference_digest for part in parts],
        {field: bytes(not getattr(part, field) for part in parts) for field in EMPTY},
        {name: part.left_out for name, part in scores.items() if part.left_out},
        # What JSON does not know, in further keys of a user's own segments, is written as text.
        [msgspec.json.encode(_data(part, alignment), enc_hook=str) for part in parts],
    )


def _data(result: Result, alignment: bool) -> dict[str, Any]:
    """The result as plain data; where it is not proven, with the stages of the search, which tell what ended it."""
    data = result.to_dict(alignment)
    if not result.exact and result.stages:
        data["stages"] = [list(stage) for stage in result.stages]
    return data
