"""Scores as tables, one metric in full or several side by side, and as files: Markdown, LaTeX and JUnit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, cast

from hubbub.model.diarization_counts import JaccardErrors, SpeakerWords, SpeechErrors
from hubbub.model.messages import Message, by_level, latex_notes
from hubbub.model.metrics import METRICS, counted_unit
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import as_text
from hubbub.model.score_notes import notes, unproven
from hubbub.model.scores import Sessions
from hubbub.model.tables import (
    Cell,
    Column,
    Table,
    counted,
    fit,
    listed,
    markdown_code,
    markdown_text,
    percent,
    visible,
    width,
)
from hubbub.model.word_errors import WordErrors, counts_in, counts_row
from hubbub.scoring.outcome import by_speaker, shown

if TYPE_CHECKING:
    from hubbub.model.diarization_result import DiarizationScores
    from hubbub.model.result_details import Stage


def full(scores: Sequence[Sessions[Any]], speakers: bool = False) -> Table:
    """Returns all scores in one long table, for CSV. Each run is one system under one metric.

    The last column distinguishes sessions, the total and, with `speakers`, the rows of speakers.
    """
    names = ("session", "speaker", "stream") if speakers else ("session",)
    head = [Column(title, left=True) for title in ("system", "metric", *names)]
    of_speakers = [per_speaker(run) for run in scores] if speakers else []
    tables = [*(run.all_columns for run in scores), *(table.columns[len(names) :] for table in of_speakers)]
    numbers = list({column.title: column for columns in tables for column in columns}.values())
    sure = [Column(title, left=title in ("method", "unit")) for title in INTERVAL] if any_sure(scores) else []
    rows: list[tuple[Cell, ...]] = []
    for place, run in enumerate(scores):
        titles = [column.title for column in run.all_columns]
        for name, part, kind in (*((*item, "session") for item in run.items()), ("total", run.total, "total")):
            cells = dict(zip(titles, run.full_row(part), strict=True))
            interval = run.ci.to_dict() if run.ci is not None and kind == "total" else {}
            found = [interval.get(key) for key in INTERVAL.values()] if sure else []
            before = (run.system, run.called, name, *([None, None] if speakers else []))
            rows.append((*before, *(cells.get(one.title) for one in numbers), *found, kind))
        for row in of_speakers[place].rows if speakers else ():
            own = [column.title for column in of_speakers[place].columns[len(names) :]]
            cells = dict(zip(own, row[len(names) :], strict=True))
            rows.append(
                (
                    run.system,
                    run.called,
                    *row[: len(names)],
                    *(cells.get(one.title) for one in numbers),
                    *(None for _ in sure),
                    "speaker",
                )
            )
    return Table([*head, *numbers, *sure, Column("row", left=True)], rows)


INTERVAL = {
    "interval low": "low",
    "interval high": "high",
    **{title: title for title in ("level", "method", "unit", "units", "se", "df")},
}
"""The columns of the CSV for the interval of a total, and where it has them."""


def any_sure(scores: Sequence[Sessions[Any]]) -> bool:
    """Has any of them an interval to show?"""
    return any(run.ci is not None for run in scores)


def side_by_side(scores: Sequence[Sessions[Any]], columns: int, each: bool = True) -> list[Table]:
    """Rates next to each other: the metrics of one system, or the systems under each metric.

    There is a row for each session, unless only the total is wanted; below are intervals and errors.
    If the columns do not all fit into the width, the table continues below.
    """
    systems = dict.fromkeys(run.system for run in scores)
    if len(systems) == 1:
        groups = [("", [(run.title, run) for run in scores])]
    else:
        titles = dict.fromkeys(run.title for run in scores)
        groups = [(title, [(run.system, run) for run in scores if run.title == title]) for title in titles]
    return [table for title, named in groups for table in _fitting(title, named, columns, each)]


def _fitting(title: str, named: list[tuple[str, Sessions[Any]]], columns: int, each: bool) -> list[Table]:
    """Tables of as many scores as fit into the width; names too long for a table of their own are shortened."""
    sessions = list(dict.fromkeys(name for _, scores in named for name in scores if each))
    available = columns - max(8, min(max(map(len, [*sessions, title])), columns // 3))
    suffix = max((2 + len(_lengths([one])[0]) for one in named), default=0)
    named = [(fit(name, max(available - 2 - suffix, 8)), scores) for name, scores in named]
    tables: list[Table] = []
    start = used = 0
    for i, (name, scores) in enumerate(named):
        rates = [scores.row(part)[0] for part in (*(scores.values() if each else ()), scores.total)]
        needed = max(width(name), 7, width(_errors(scores)), *(width(rate) for rate in rates if isinstance(rate, str)))
        needed = 2 + max(needed, 0 if scores.ci is None else width(str(scores.ci)))
        room = available - 2 - len(_lengths([*named[start:i], (name, scores)])[0])
        if i > start and used + needed > room:
            tables.append(_beside(title, named[start:i], sessions))
            start, used = i, 0
        used += needed
    return [*tables, _beside(title, named[start:], sessions)]


def _beside(title: str, named: Sequence[tuple[str, Sessions[Any]]], sessions: Sequence[str]) -> Table:
    head = [Column(title, left=True), *(Column(name, rate=True) for name, _ in named)]
    # Saved scores that are put side by side may lack some sessions.
    rows: list[list[Cell]] = [
        [session, *(_value(scores, scores.get(session)) for _, scores in named)] for session in sessions
    ]
    rows.append(["total", *(_value(scores, scores.total) for _, scores in named)])
    total = 1
    if any_sure([scores for _, scores in named]):
        level = next(scores.ci.title for _, scores in named if scores.ci is not None)
        rows.append([level, *("" if scores.ci is None else str(scores.ci) for _, scores in named)])
        total += 1
    if any(errors := [_errors(scores) for _, scores in named]):
        total += 1
        same, lengths = _lengths(named)
        rows.append(["errors", *errors])
        if same:
            head.append(Column("", left=True))
            rows = [*([*row, ""] for row in rows[:-1]), [*rows[-1], same]]
        elif any(lengths):
            total += 1
            rows.append(["of", *lengths])
    return Table(head, rows, total)


def _value(scores: Sessions[Any], part: Any) -> Cell:
    """Returns the value of a session or of the total."""
    return "-" if part is None else scores.row(part)[0]


def _errors(scores: Sessions[Any]) -> str:
    """Returns the errors of the total: a number, or seconds; None for a mean over speakers."""
    total = scores.total
    if not hasattr(scores, "errors") or isinstance(total, JaccardErrors):
        return ""
    return f"{scores.errors:,.2f} s" if isinstance(total, SpeechErrors) else f"{scores.errors:,}"


def _lengths(named: Sequence[tuple[str, Sessions[Any]]]) -> tuple[str, list[str]]:
    """Returns the lengths: one if it is the same for all, else one each."""
    found = [_length(scores) for _, scores in named]
    same = set(found)
    return (f"of {found[0]}", []) if len(same) == 1 and found[0] else ("", found)


def _length(scores: Sessions[Any]) -> str:
    total = scores.total
    if isinstance(total, SpeechErrors):
        return f"{total.scored:,.2f} s"
    if isinstance(total, SpeakerWords):
        return f"{total.aligned:,} aligned"
    length = getattr(total, "length", None)
    return "" if length is None else counted(length, counted_unit(scores.signature))


def per_speaker(scores: Sessions[Any]) -> Table:
    """Errors on the words of each speaker. Insertions count for the pair, else for the stream that contains them."""
    if not isinstance(scores, Scores):
        return cast("DiarizationScores", scores).per_speaker()
    head = (
        *(Column(title, left=True) for title in ("session", "speaker", "stream")),
        *counts_in(counted_unit(scores.signature)),
    )
    return Table(head, [(name, *row) for name, result in scores.items() for row in _speakers(result)])


def _speakers(result: Result) -> list[tuple[Cell, ...]]:
    rows = by_speaker(shown(result))
    if result.pairing is not None:
        errors_of = {(speaker, stream if speaker is None else None): errors for speaker, stream, errors in rows}
        keys = [
            (speaker, stream, (speaker, stream if speaker is None else None))
            for speaker, stream in as_text(result.pairing)
        ]
        return [
            (speaker or "no speaker", stream or "no stream", *counts_row(errors_of.get(key, WordErrors())))
            for speaker, stream, key in keys
        ]
    return [
        ("no speaker", stream or "no stream", None, errors.insertions, None, None, None, errors.insertions)
        if speaker is None
        else (speaker, "*", *counts_row(errors))
        for speaker, stream, errors in rows
    ]


LONGEST = 20
"""The largest number of searches that are explained one by one: those that took longest."""


def explanation(scores: Sessions[Any]) -> Table:
    """Returns how the search of each session ended, its result and bound, and its time; the longest first."""
    head = (
        Column("session", left=True),
        *map(Column, ("best", "lower bound", "gap")),
        Column("ended", left=True),
        Column("seconds", places=3),
        Column("most of it in", left=True),
    )
    searched = _searched(scores)
    rows: list[tuple[Cell, ...]] = []
    for name, stages in searched[:LONGEST]:
        last = stages[-1]
        gap = f"{max(0.0, 1 - last.bound / last.best):.2%}" if last.best else "0.00%"
        rows.append((name, last.best, f"{last.bound:.2f}", gap, last.name, last.seconds, _spent(stages)))
    if more := searched[LONGEST:]:
        ended = listed(list(dict.fromkeys(stages[-1].name for _, stages in more)))
        seconds = sum(stages[-1].seconds for _, stages in more)
        rows.append((f"{len(more)} more", None, None, None, ended, seconds, ""))
    return Table(head, rows)


def _searched(scores: Sessions[Any]) -> list[tuple[str, Sequence[Stage]]]:
    """Returns the stages of each session's search, the longest search first."""
    searched = [(name, stages) for name, result in scores.items() if (stages := getattr(result, "stages", ()))]
    return sorted(searched, key=lambda one: -one[1][-1].seconds)


def _spent(stages: Sequence[Stage]) -> str:
    """Returns the two kinds of stages that took the most time, each with its share."""
    spent: dict[str, float] = {}
    before = 0.0
    for stage in stages:
        spent[stage.name] = spent.get(stage.name, 0.0) + stage.seconds - before
        before = stage.seconds
    longest = sorted((name for name in spent if spent[name] > 0), key=lambda name: -spent[name])[:2]
    return ", ".join(f"{name} {spent[name] / before:.0%}" for name in longest)


def all_stages(scores: Sessions[Any]) -> Table:
    """Returns the stages of the searches that are listed one by one, a row each."""
    titles = ("best", "bound", "alive", "work", "seconds")
    head = (Column("session", left=True), Column("stage", left=True), *map(Column, titles))
    rows: list[tuple[Cell, ...]] = [
        (name, stage.name, stage.best, f"{stage.bound:.2f}", stage.cells, stage.work or None, f"{stage.seconds:.3f}")
        for name, stages in _searched(scores)[:LONGEST]
        for stage in stages
    ]
    return Table(head, rows)


def pairing(scores: Sessions[Any]) -> Table:
    """Returns the pairing or routing: a row per pair, or per routed utterance."""
    if all(result.pairing is not None for result in scores.values()):
        head = [Column(title, left=True) for title in ("session", "speaker", "stream")]
        rows: list[list[Cell]] = [
            [name, speaker or "no speaker", stream or "no stream"]
            for name, result in scores.items()
            for speaker, stream in as_text(result.pairing)
        ]
        return Table(head, rows)
    metric = METRICS.get(scores.metric)
    # If the sides are swapped, segments of a stream are routed to speakers.
    what = ("stream", "segment", "speaker") if metric and metric.swapped else ("speaker", "utterance", "stream")
    head = [Column("session", left=True), *(Column(title, left=title != what[1]) for title in what)]
    routed: list[list[Cell]] = [
        [name, speaker, number, stream or f"no {what[2]}"]
        for name, result in scores.items()
        for speaker, number, stream in (routed.to_list() for routed in result.routing or ())
    ]
    return Table(head, routed)


def all_notes(scores: Sequence[Sessions[Any]], sure: bool = True) -> list[Message]:
    """Returns the warnings and notes on several runs, each once, after the names of the runs that it concerns unless
    these are all.
    """
    found: dict[Message, list[Sessions[Any]]] = {}
    for run in scores:
        for line in notes(run, sure, costs=True):
            runs = found.setdefault(line, [])
            if not any(run is one for one in runs):
                runs.append(run)
    lines = [line for run in scores for line in (*run.inputs, *run.warnings)]  # these name files, or the system
    lines += [line.about("" if len(runs) == len(scores) else _called(runs, scores)) for line, runs in found.items()]
    return by_level(lines)


def warnings_of(scores: Sequence[Sessions[Any]]) -> list[Message]:
    """Returns the warnings on times, on sessions that were not scored, and on searches that stopped early."""
    several = len({run.system for run in scores}) > 1 or len({run.title for run in scores}) > 1
    lines = [line for run in scores for line in run.warnings]
    for run in scores:
        names = _called([run], scores) if several else ""
        lines += [line.about(names) for line in (*run.unfinished_notes, *run.refused_notes, *unproven(run))]
    return list(dict.fromkeys(lines))


def _called(runs: Sequence[Sessions[Any]], all_runs: Sequence[Sessions[Any]]) -> str:
    """Returns names of some runs: systems, metrics, or both if needed."""
    concerned = {id(run) for run in runs}
    names: dict[str, None] = {}
    for run in runs:
        systems = [one for one in all_runs if one.title == run.title]
        titles = [one for one in all_runs if one.system == run.system]
        if len(systems) > 1 and len(systems) < len(all_runs) and all(id(one) in concerned for one in systems):
            names[run.title] = None
        elif len(titles) == 1 or all(id(one) in concerned for one in titles):
            names[run.system if len(systems) > 1 else run.title] = None
        else:
            names[f"{run.system} {run.title}" if len(systems) > 1 else run.title] = None
    return listed(list(names), 4)


def signatures(scores: Sequence[Sessions[Any]]) -> list[str]:
    """Returns the signatures of these scores, each once."""
    return list(dict.fromkeys(visible(run.signature) for run in scores))


def normalizer_steps(scores: Sessions[Any]) -> Table:
    """Returns a table of the words that each step of the normalizer changed, and the errors that it saved."""
    head = [Column("step", left=True), Column("reference"), Column("hypothesis"), Column("errors"), Column("saved")]
    rows: list[tuple[Cell, ...]] = []
    for step in scores.normalizer_steps:
        saved = step["errors_before"] - step["errors_after"]
        examples = ", ".join(f"{before or '∅'} → {after or '∅'}" for before, after in step["examples"])
        counts = (step["changed_reference"], step["changed_hypothesis"], step["errors_after"], saved)
        rows.append((step["step"], *counts, examples))
    return Table([*head, Column("examples", left=True)], rows)


ANY_WIDTH = 1 << 20
"""Columns of a table that is not shown on a terminal."""


def markdown(scores: Sequence[Sessions[Any]], each: bool, speakers: bool = False) -> str:
    """Returns a Markdown table for each run, with its speakers on request, its notes and its signature."""
    parts = []
    for run in scores:
        if len(scores) > 1:
            parts.append(f"## {markdown_text(run.system)}: {run.title}")
        parts.append(run.table(each).markdown())
        parts += [per_speaker(run).markdown()] if speakers else []
        if run.notes:
            parts.append("\n".join(f"- {markdown_text(note)}" for note in run.notes))
        parts.append(markdown_code(run.signature))
    return "\n\n".join(parts) + "\n"


def latex(scores: Sequence[Sessions[Any]], each: bool, speakers: bool = False) -> str:
    """Returns LaTeX: the table of one run, or several side by side, then the speakers, with notes below."""
    shown = [scores[0].table(each)] if len(scores) == 1 else side_by_side(scores, ANY_WIDTH, each)
    for run in scores if speakers else ():
        table = per_speaker(run)
        first = table.columns[0] if len(scores) == 1 else Column(f"{run.system} {run.title}", left=True)
        shown.append(table._replace(columns=[first, *table.columns[1:]]))
    return latex_file(shown, dict.fromkeys(run.signature for run in scores), all_notes(scores))


def latex_file(shown: Iterable[Table], remarks: Iterable[str], notes: Iterable[Message] = ()) -> str:
    """Tables for a paper, below remarks that are not printed and above notes."""
    head = "\n".join(f"% {visible(line)}" for line in remarks)
    return "\n\n".join([head, *(table.latex() for table in shown), *latex_notes(notes)]) + "\n"


def junit(scores: Sequence[Sessions[Any]], failed: Mapping[int, str]) -> str:
    """Returns JUnit XML for CI systems: a suite per system and metric, a test per session and for the total.

    Failed are the runs, by id, whose total is beyond its limit, with the reason: its test fails."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    tests, failures = sum(len(run) + 1 for run in scores), len(failed)
    lines.append(f'<testsuites name="hubbub" tests="{tests}" failures="{failures}" errors="0">')
    for run in scores:
        name = _quoted(f"{run.system} {run.title}")
        bad = int(id(run) in failed)
        lines.append(f'  <testsuite name={name} tests="{len(run) + 1}" failures="{bad}" errors="0" skipped="0">')
        lines += ["    <properties>", f"      {_property('signature', run.signature)}", "    </properties>"]
        for session, result in run.items():
            lines += [*_case(name, session or "session", result), "    </testcase>"]
        lines += _case(name, "total" if "total" not in run else "total of all sessions", run.total)
        if bad:
            message = _quoted(f"{run.title} {percent(run.value)} is {failed[id(run)]}")
            lines.append(f'      <failure type="{failed[id(run)].split()[0]}" message={message}/>')
        lines += ["    </testcase>", "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(suite: str, name: str, part: Any) -> list[str]:
    """Returns a test element without its end tag, with the numbers as properties."""
    numbers = {key: value for key, value in part.to_dict().items() if isinstance(value, (int, float, str))}
    return [
        f"    <testcase classname={suite} name={_quoted(name)}>",
        "      <properties>",
        *(f"        {_property(key, str(value))}" for key, value in numbers.items()),
        "      </properties>",
    ]


def _property(name: str, value: str) -> str:
    return f"<property name={_quoted(name)} value={_quoted(value)}/>"


def _quoted(text: str) -> str:
    """Returns foreign text as an attribute. Control characters, which XML cannot contain, are written out."""
    return f'"{escape(visible(text)).replace(chr(0xFFFE), "?").replace(chr(0xFFFF), "?")}"'
