"""Leaderboards of systems under one metric, the best first, and averages over sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any, Self

from hubbub.api import score_planned
from hubbub.errors import InputError, shown
from hubbub.insight.compare import METRIC, check, runs_given, scored_part
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.display import screenful
from hubbub.model.messages import Message, Note, by_level, lines_of
from hubbub.model.metrics import any_metric_named, counted_unit
from hubbub.model.score_intervals import LEVEL, remarks, split_off
from hubbub.model.scores import Sessions
from hubbub.model.session_names import grouped
from hubbub.model.tables import (
    Cell,
    Column,
    Framed,
    Table,
    counted,
    fit,
    listed,
    percent,
    width,
)
from hubbub.scoring.plan import plan_of
from hubbub.views.table import all_notes, full


class Board(Framed, tuple[Sessions[Any], ...]):
    """Scores of systems under one metric, the best first. Printed, it is a table."""

    def __new__(cls, scores: Sequence[Sessions[Any]]) -> Self:
        metric = scores[0].metric
        sign = -1 if metric in DIARIZATION and DIARIZATION[metric].higher_is_better else 1
        return super().__new__(cls, sorted(scores, key=lambda run: (run.value is None, sign * (run.value or 0.0))))

    @property
    def ranks(self) -> list[int | None]:
        """The rank of each: equal ones share it, and one without a value has none."""
        values = [run.value for run in self]
        return [None if value is None else values.index(value) + 1 for value in values]

    def __repr__(self) -> str:
        return f"<{self[0].title}: {listed([f'{run.system} {percent(run.value)}' for run in self])}>"

    def __str__(self) -> str:
        lines = lines_of(board_notes(self))
        return screenful("\n".join([self.table(80).text(), *lines, *self.signatures]), "table().text()")

    @property
    def signatures(self) -> list[str]:
        return list(dict.fromkeys(run.signature for run in self))

    @property
    def headline(self) -> str:
        first = self[0]
        length = getattr(first.total, "length", None)
        words = "" if length is None else f"{counted(length, counted_unit(first.signature))}, "
        return f"{first.title}  {counted(len(self), 'system')}, {words}{counted(len(first), 'session')}"

    def table(self, columns: int | None = None) -> Table:
        """Returns a row for each system. Drops columns of counts that do not fit into the width."""
        first = self[0]
        sure = [] if first.ci is None else [Column(first.ci.title)]
        head = [Column("rank"), Column(first.title, left=True, heading="system"), first.columns[0], *sure]
        rows: list[Sequence[Cell]] = []
        for rank, run in zip(self.ranks, self, strict=True):
            value, *counts = run.row(run.total)
            rows.append((rank, run.system, value, *([str(run.ci)] if sure else []), *counts))
        bars = [run.bar(run.total) for run in self]
        table = Table([*head, *first.columns[1:]], rows, headline=self.headline, bars=bars)
        if columns is None:
            return table
        short = table._replace(rows=[(row[0], fit(str(row[1]), columns // 4), *row[2:]) for row in rows], headline="")
        kept = len(table.columns)
        while kept > len(head) and _wide(_narrowed(short, kept)) > columns:
            kept -= 1
        return _narrowed(table, kept)

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat row per system, for data frames and CSV: its rank and all columns of the total."""
        totals = (row for row in full(self).records() if row["row"] == "total")
        return [
            {"rank": rank} | {title: cell for title, cell in row.items() if title not in ("session", "row")}
            for rank, row in zip(self.ranks, totals, strict=True)
        ]


def _narrowed(table: Table, kept: int) -> Table:
    return table._replace(columns=table.columns[:kept], rows=[row[:kept] for row in table.rows])


def _wide(table: Table) -> int:
    """Columns of the terminal that a table takes, where nothing is shortened."""
    return max(map(width, table.text(1 << 16).splitlines()))


def boards_of(scores: Sequence[Sessions[Any]]) -> list[Board]:
    """Returns a board for each metric."""
    titles = dict.fromkeys(run.title for run in scores)
    return [Board([run for run in scores if run.title == title]) for title in titles]


def board_notes(scores: Sequence[Sessions[Any]]) -> list[Message]:
    """Yields the warnings and notes on all systems; those of all systems once."""
    lines: list[Message] = []
    without: dict[tuple[str, str], list[str]] = {}
    for run in scores:
        if run.ci is None:
            continue
        first, *others = remarks(run.ci)
        if run.ci.low is None:
            without.setdefault((run.title, first), []).append(run.system)
            continue
        what = first.partition(", standard error ")[0]
        lines += [Note(f"{what}; per system: use hubbub compare to test differences", "interval"), *others]
    none = [Note(f"{listed(systems)} {title}: {why}", "interval") for (title, why), systems in without.items()]
    return by_level([*all_notes(scores, sure=False), *none, *lines])


def csv(records: Sequence[Mapping[str, Any]]) -> str:
    """Returns the records of all boards as one table: the rank, and the columns of the totals."""
    titles = list(dict.fromkeys(title for record in records for title in record))
    return Table(list(map(Column, titles)), [[record.get(title) for title in titles] for record in records]).csv()


def rank(
    reference: Any,
    systems: Mapping[str, Any] | None = None,
    metric: str = METRIC,
    *,
    level: float | str = LEVEL,
    group: str | None = None,
    **options: Any,
) -> Board:
    """Ranks systems by their rates, each with its confidence interval.

    Given are the reference, the hypothesis of each system by name, a metric and its options; or, in place of all these,
    a list of Scores, or a dict of them by name. Level and group are those of `Scores.interval`,
    and so are `ci_method`, `resamples` and `seed`.

    >>> rank("a b c d", {"fair": "a b x d", "good": "a b c d"}, "wer")
    <WER: good 0.00%, fair 25.00%>
    """
    choice, options = split_off(level, group, options)
    runs: list[Any] = []
    if systems is None:
        runs = list(map(scored_part, runs_given(reference, metric, options)))
        comparable(runs)
    elif not isinstance(systems, Mapping) or not systems:
        raise InputError(f"{shown(systems)} has no names of systems; pass a dict of hypotheses by name")
    else:
        plan = plan_of((any_metric_named(metric),), None, options)
        for name, hypothesis in systems.items():
            (found,) = score_planned(plan, reference, hypothesis)
            runs.append((found if isinstance(found, Sessions) else found.alone()).rename(str(name)))
    return Board([run.with_interval_for(choice) for run in runs])


def comparable(runs: Sequence[Sessions[Any]]) -> None:
    """Raises InputError unless saved results have the same reference, sessions and options."""
    if len(runs) > 1:
        check(runs)


ALL = "all"


def averages(scores: Iterable[Sessions[Any]], by: str | None = None) -> list[dict[str, Any]]:
    """Returns the averages of each run: by group if there is a pattern, and over all sessions."""
    found = []
    for run in scores:
        groups = {} if by is None else grouped(run, by, "--by")
        found += [_average(run, group, names) for group, names in groups.items()]
        found.append(_average(run, ALL, list(run)))
    return found


def _average(run: Sessions[Any], group: str, names: Sequence[str]) -> dict[str, Any]:
    """Returns the rate of the sums, and the mean of the rates of all sessions that have one."""
    part = run.select(names)
    rates = [rate for name in names if (rate := run[name].value) is not None]
    return {
        "system": run.system,
        "metric": run.called,
        "title": run.title,
        "group": group,
        "sessions": len(names),
        "micro": part.value,
        "macro": fsum(rates) / len(rates) if rates else None,
        "errors": getattr(part, "errors", None),  # of what is no error rate there are none
        "without_rate": len(names) - len(rates),
    }


def averages_table(found: Sequence[dict[str, Any]], full: bool = False) -> Table:
    """Returns the averages as a table. The full table, for CSV, has the names of metrics as in commands."""
    names = [Column(title, left=True) for title in ("system", "metric", "group")]
    numbers = (Column("sessions"), Column("micro", rate=True), Column("macro", rate=True), Column("errors", places=2))
    keys = ("system", "metric" if full else "title", "group", *(column.title for column in numbers))
    return Table([*names, *numbers], [[one[key] for key in keys] for one in found])
