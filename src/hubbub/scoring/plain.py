"""Results as columns: so they travel from another process, and so they go into the journal."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from hubbub.model.result import Result, Scores, doubts_of
from hubbub.model.time_warnings import Doubts

UNPROVEN = 6
"""The place among the numbers of a result that says whether it is unproven."""


class Plain(NamedTuple):
    """The results of some sessions under one metric."""

    signature: str
    signatures: list[str]
    """Of each session: it names the effort where that ended the search."""
    refused: dict[str, str]
    sessions: list[str]
    numbers: array[int]
    """NUMBERS of each session."""
    digests: list[str | None]
    """Of the references."""
    left_out: dict[str, dict[str, float]]
    """What was not scored of a session, by reason, where anything was left out."""
    doubts: dict[str, Doubts]
    """Of sessions that have some."""
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
    # What JSON does not know, in further keys of a user's own segments, is written as text.
    encode = msgspec.json.Encoder(enc_hook=str).encode
    return Plain(
        scores.signature,
        [part.signature for part in parts],
        dict(scores.refused),
        list(scores),
        numbers,
        [part.reference_digest for part in parts],
        {part.session: part.left_out for part in parts if part.left_out},
        {part.session: doubts for part in parts if any(doubts := doubts_of(part))},
        [encode(_data(part, alignment)) for part in parts],
    )


def _data(result: Result, alignment: bool) -> dict[str, Any]:
    """The result as plain data; where it is not proven, with the stages of the search, which tell what ended it."""
    data = result.to_dict(alignment)
    if not result.exact and result.stages:
        data["stages"] = [list(stage) for stage in result.stages]
    return data
