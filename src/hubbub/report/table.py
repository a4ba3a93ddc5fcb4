"""Scores as tables: one metric in full, or several metrics and systems side by side."""

from __future__ import annotations

from collections.abc import Sequence

from hubbub.result import COUNTS, Result, Scores, counts_row
from hubbub.tables import Cell, Column, Table

FULL = (
    Column("system", left=True),
    Column("metric", left=True),
    Column("session", left=True),
    *COUNTS,
    Column("lower bound"),
    Column("exact", left=True),
)


def full(scores: Sequence[Scores]) -> Table:
    """Everything in one long table, for CSV."""
    rows: list[tuple[Cell, ...]] = []
    for one in scores:
        for name, part in [*one.items(), ("total", one.total)]:
            proof = (part.lower_bound, "yes" if part.exact else "no")
            rows.append((one.system, one.metric, name, *counts_row(part.counts), *proof))
    return Table(FULL, rows)


def side_by_side(scores: Sequence[Scores], columns: int) -> list[Table]:
    """Rates and errors of several metrics or systems, in as many tables as the width asks for."""
    systems = {one.system for one in scores}
    titles = [one.title if len(systems) == 1 else f"{one.system} {one.title}" for one in scores]
    sessions = list(dict.fromkeys(name for one in scores for name in one))
    room = columns - min(max(map(len, [*sessions, "session"])), 24)
    tables: list[Table] = []
    while scores:
        number = max(1, room // (max(len(title) for title in titles[: max(1, room // 18)]) + 2 + 8))
        tables.append(_beside(scores[:number], titles[:number], sessions))
        scores, titles = scores[number:], titles[number:]
    return tables


def _beside(scores: Sequence[Scores], titles: Sequence[str], sessions: Sequence[str]) -> Table:
    head = [Column("session", left=True)]
    for title in titles:
        head += [Column(title, rate=True), Column("errors")]
    rows: list[list[Cell]] = []
    for name in sessions:
        row: list[Cell] = [name]
        for one in scores:
            row += [one[name].rate, one[name].errors] if name in one else ["", None]
        rows.append(row)
    total: list[Cell] = ["total"]
    for one in scores:
        total += [one.total.rate, one.total.errors]
    return Table(head, [*rows, total], total=True)


def per_speaker(scores: Scores) -> Table:
    """Errors on the words of each speaker; insertions stand with the pair, or with the stream that made them."""
    head = (Column("session", left=True), Column("speaker", left=True), Column("stream", left=True), *COUNTS)
    return Table(head, [(name, *row) for name, result in scores.items() for row in _speakers(result)])


def _speakers(result: Result) -> list[tuple[Cell, ...]]:
    if result.pairing is not None:
        return [(lane.speaker or "-", lane.stream or "-", *counts_row(lane.errors)) for lane in result.alignment]
    rows: list[tuple[Cell, ...]] = [
        (speaker, "*", *counts_row(errors)) for speaker, errors in result.alignment.by_speaker().items()
    ]
    for lane in result.alignment:
        if lane.speaker is None and lane.errors.insertions:
            rows.append(("-", lane.stream or "-", None, lane.errors.insertions, None, lane.errors.insertions, None, None, None))
    return rows


def pairing(scores: Scores) -> Table:
    """Who was matched with whom: a row per pair, or per routed utterance."""
    if all(result.pairing is not None for result in scores.values()):
        head = [Column(title, left=True) for title in ("session", "speaker", "stream")]
        rows: list[list[Cell]] = [
            [name, speaker or "-", stream or "-"]
            for name, result in scores.items()
            for speaker, stream in result.pairing or ()
        ]
        return Table(head, rows)
    head = [Column("session", left=True), Column("speaker", left=True), Column("utterance"), Column("stream", left=True)]
    routed: list[list[Cell]] = [
        [name, routed.speaker, routed.index, routed.stream or "-"]
        for name, result in scores.items()
        for routed in result.routing or ()
    ]
    return Table(head, routed)


def notes(scores: Scores) -> list[str]:
    """What a reader must know besides the numbers: what was silent, unscored, left out or not proven."""
    lines = []
    if scores.silent:
        lines.append(f"not in {scores.system}, scored as silence: {', '.join(scores.silent)}")
    if scores.unscored:
        lines.append(f"not in the reference, not scored: {', '.join(scores.unscored)}")
    for reason, number in scores.left_out.items():
        lines.append(f"left out: {number} {reason.replace('_', ' ')}")
    missed = sum(result.missed_speakers for result in scores.values())
    alarms = sum(result.false_alarm_speakers for result in scores.values())
    if missed or alarms:
        lines.append(f"speakers without a stream: {missed}, streams without a speaker: {alarms}")
    return lines
