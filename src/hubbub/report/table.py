"""Scores as tables: one metric in full, or several metrics and systems side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hubbub.model.diarization_result import DiarizationScores
from hubbub.model.result import COUNTS, Result, Scores, counts_row
from hubbub.model.scores import Sessions
from hubbub.model.tables import Cell, Column, Table


def full(scores: Sequence[Sessions[Any]]) -> Table:
    """Everything in one long table, for CSV."""
    head = [Column(title, left=True) for title in ("system", "metric", "session")]
    rows: list[tuple[Cell, ...]] = []
    for one in scores:
        for name, part in [*one.items(), ("total", one.total)]:
            rows.append((one.system, one.metric, name, *one.full_row(part)))
    return Table([*head, *scores[0].all_columns], rows)


def side_by_side(scores: Sequence[Sessions[Any]], columns: int) -> list[Table]:
    """Rates and errors next to each other: the metrics of one system, or the systems under each metric.

    Where they do not all fit into the width, the table goes on below.
    """
    systems = dict.fromkeys(one.system for one in scores)
    if len(systems) == 1:
        groups = [("session", [(one.title, one) for one in scores])]
    else:
        metrics = dict.fromkeys(one.metric for one in scores)
        groups = [
            (
                next(one.title for one in scores if one.metric == metric),
                [(one.system, one) for one in scores if one.metric == metric],
            )
            for metric in metrics
        ]
    return [table for title, named in groups for table in _fitting(title, named, columns)]


def _fitting(title: str, named: list[tuple[str, Sessions[Any]]], columns: int) -> list[Table]:
    sessions = list(dict.fromkeys(name for _, one in named for name in one))
    room = columns - max(8, min(max(map(len, [*sessions, title])), columns // 3))
    tables: list[Table] = []
    start = used = 0
    for i, (name, one) in enumerate(named):
        rates = [one.row(part)[0] for part in (*one.values(), one.total)]
        wide = max(len(name), 7, *(len(rate) for rate in rates if isinstance(rate, str))) + 2 + 8
        if i > start and used + wide > room:
            tables.append(_beside(title, named[start:i], sessions))
            start, used = i, 0
        used += wide
    return [*tables, _beside(title, named[start:], sessions)]


def _beside(title: str, named: Sequence[tuple[str, Sessions[Any]]], sessions: Sequence[str]) -> Table:
    head = [Column(title, left=True)]
    for name, _ in named:
        head += [Column(name, rate=True), Column("errors", places=2)]
    rows: list[list[Cell]] = []
    for session in sessions:
        row: list[Cell] = [session]
        for _, one in named:
            row += [one.row(one[session])[0], one[session].errors]
        rows.append(row)
    total: list[Cell] = ["total"]
    for _, one in named:
        total += [one.row(one.total)[0], one.total.errors]
    return Table(head, [*rows, total], total=True)


def per_speaker(scores: Scores | DiarizationScores) -> Table:
    """Errors on the words of each speaker; insertions stand with the pair, or with the stream that made them."""
    if isinstance(scores, DiarizationScores):
        return scores.per_speaker()
    head = (Column("session", left=True), Column("speaker", left=True), Column("stream", left=True), *COUNTS)
    return Table(head, [(name, *row) for name, result in scores.items() for row in _speakers(result)])


def _speakers(result: Result) -> list[tuple[Cell, ...]]:
    if result.pairing is not None:
        return [(lane.speaker or "-", lane.stream or "-", *counts_row(lane.errors)) for lane in result.alignment]
    rows: list[tuple[Cell, ...]] = [
        (speaker, "*", *counts_row(errors)) for speaker, errors in result.alignment.by_speaker().items()
    ]
    made = [(lane.stream, lane.errors.insertions) for lane in result.alignment if lane.speaker is None]
    rows += [("-", stream or "-", None, number, None, number, None, None, None) for stream, number in made if number]
    return rows


def explanation(scores: Sessions[Any]) -> Table:
    """Where a search's work went: a row per stage of every session."""
    titles = ("best", "bound", "alive", "work", "seconds")
    head = (Column("session", left=True), Column("stage", left=True), *map(Column, titles))
    rows: list[tuple[Cell, ...]] = [
        (name if number == 0 else "", s.name, s.best, f"{s.bound:.2f}", s.cells, s.work or None, f"{s.seconds:.3f}")
        for name, result in scores.items()
        for number, s in enumerate(getattr(result, "stages", ()))
    ]
    return Table(head, rows)


def pairing(scores: Sessions[Any]) -> Table:
    """Who was matched with whom: a row per pair, or per routed utterance."""
    if all(result.pairing is not None for result in scores.values()):
        head = [Column(title, left=True) for title in ("session", "speaker", "stream")]
        rows: list[list[Cell]] = [
            [name, speaker or "-", stream or "-"]
            for name, result in scores.items()
            for speaker, stream in result.pairing or ()
        ]
        return Table(head, rows)
    head = [
        Column("session", left=True),
        Column("speaker", left=True),
        Column("utterance"),
        Column("stream", left=True),
    ]
    routed: list[list[Cell]] = [
        [name, routed.speaker, routed.number, routed.stream or "-"]
        for name, result in scores.items()
        for routed in result.routing or ()
    ]
    return Table(head, routed)


def notes(scores: Sessions[Any]) -> list[str]:
    """What a reader must know besides the numbers: what was silent, unscored, left out or not proven."""
    lines = scores.remarks
    if scores.silent:
        lines.append(f"not in {scores.system}, scored as silence: {', '.join(scores.silent)}")
    if scores.unscored:
        lines.append(f"not in the reference, not scored: {', '.join(scores.unscored)}")
    unproven = [name for name, result in scores.items() if not getattr(result, "exact", True)]
    if unproven:
        lines.append(f"not proven within the limits: {', '.join(unproven)}")
    for reason, number in scores.left_out.items():
        lines.append(f"left out: {number:g} {reason.replace('_', ' ').replace(' uem', ' the UEM')}")
    missed = sum(result.missed_speakers for result in scores.values())
    alarms = sum(result.false_alarm_speakers for result in scores.values())
    if missed or alarms:
        lines.append(f"speakers without a stream: {missed}, streams without a speaker: {alarms}")
    return lines
