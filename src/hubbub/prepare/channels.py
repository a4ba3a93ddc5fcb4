"""Splits sessions whose channels are scored one by one into rows SESSION/CHANNEL."""

from collections.abc import Mapping, Sequence
from itertools import chain

from hubbub.errors import InputError
from hubbub.model.settings import Settings
from hubbub.model.transcript import Region, Transcript
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import match_sessions, places_of

Rows = Mapping[str, str]
"""The rows of a session, by channel in lowercase; empty for segments without a channel."""


def by_channel(reference: Input, hypothesis: Input, settings: Settings) -> tuple[Input, Input]:
    """Returns both sides, with a row for each channel of the sessions whose channels are scored one by one.

    A channel that only the hypothesis has is a row too, with an empty reference.
    """
    ours, theirs = reference.transcript, hypothesis.transcript
    if reference.rows or not ours.columns.has_channels():
        return reference, hypothesis
    matched = match_sessions(reference, hypothesis, settings)
    pairs = places_of(matched, ours.columns, theirs.columns)
    found = ours.columns.channel_rows(theirs.columns, pairs)
    if not found:
        return reference, hypothesis
    sessions = {row: matched.names[pair] for pair, rows in found.items() for row in rows.values()}
    whole = [name for pair, name in enumerate(matched.names) if pair not in found]
    for row in sessions.keys() & set(whole):
        raise InputError(f"session {row} has the name of a channel of session {sessions[row]}; rename one of them")
    return (
        reference._replace(
            transcript=_with_rows(ours, {pairs[pair][0]: rows for pair, rows in found.items()}), rows=sessions
        ),
        hypothesis._replace(transcript=_with_rows(theirs, {pairs[pair][1]: rows for pair, rows in found.items()})),
    )


def _with_rows(side: Transcript, rows: dict[int, Rows]) -> Transcript:
    names = side.columns.session_names()
    by_name = {names[place]: own for place, own in rows.items()}
    ignored = list(chain(*(_in_rows(region, by_name.get(region.session)) for region in side.ignored)))
    columns = side.columns.with_rows(rows)
    return Transcript.of_columns(columns, side.source, ignored, side.extra, side.marked, side.left_out)


def _in_rows(region: Region, rows: Rows | None) -> Sequence[Region]:
    """Returns the region in the row of its channel; in all rows if it names none, and counted once for another one."""
    if rows is None:
        return [region]
    first, *others = rows.values()
    own = [rows.get(region.channel.lower(), first)] if region.channel else [first, *others]
    return [region._replace(session=row) for row in own]
