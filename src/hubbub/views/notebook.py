"""HTML of every public object for notebooks. It needs no JavaScript and has the colors of the text around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from hubbub.advice.inspection import Inspection
from hubbub.errors import InputError
from hubbub.insight.blame import Blame
from hubbub.insight.comparison import Comparison
from hubbub.insight.comparison_list import MANY, Comparisons, facts_table, pairs_table, sessions_table, words_table
from hubbub.model.alignment import CORRECT, DELETION, INSERTION, OPTIONAL_DELETION, Alignment, Lane, Pair, lane_title
from hubbub.model.display import ByMetric
from hubbub.model.messages import Message, Note
from hubbub.model.metrics import counted_unit
from hubbub.model.result import Result
from hubbub.model.scores import Alone, Sessions
from hubbub.model.tables import Column, Table, counted, visible
from hubbub.model.transcript import Transcript
from hubbub.page.report_page import showable
from hubbub.views.blame_tables import all_lines, certainty_table
from hubbub.views.board import Board, board_notes
from hubbub.views.plots import Stack, color_of, plot, speech, stack
from hubbub.views.table import ANY_WIDTH, all_notes, side_by_side

BAR = 140
"""Pixels of the longest bar."""
MOST_WORDS = 500
"""The most steps of an alignment that are shown."""
MOST_SESSIONS = 3
"""The most sessions of a transcript, and pairs of a comparison, that are shown."""


def html(thing: Any) -> str:
    """Returns a public object as HTML."""
    return f'<div style="overflow-x:auto">{"".join(_parts(thing))}</div>'


def _parts(thing: Any) -> Iterator[str]:
    if isinstance(thing, Alignment):
        return _alignment(thing, "")
    if isinstance(thing, Transcript):
        return _transcript(thing)
    if isinstance(thing, Inspection):
        return _inspection(thing)
    if isinstance(thing, Comparison | Comparisons):
        return _comparisons(thing if isinstance(thing, Comparisons) else Comparisons([thing]))
    if isinstance(thing, Board):
        return _tables([thing.table()], board_notes(thing), thing)
    if isinstance(thing, ByMetric):
        runs = [_run(one) for one in thing.values()]
        return _tables(side_by_side(runs, ANY_WIDTH), all_notes(runs), runs)
    if isinstance(thing, Alone):
        return _result(thing)
    return _scores(thing)


def _run(scores: Any) -> Sessions[Any]:
    run: Sessions[Any] = scores.alone() if isinstance(scores, Alone) else scores
    return run


def _scores(run: Sessions[Any]) -> Iterator[str]:
    if not isinstance(run, Blame):
        return _tables([run.table()], all_notes([run]), [run])
    tables = [run.table(), *([certainty_table(run)] if run.certainty else [])]
    return _tables(tables, [*all_lines([run]), *(Note(line, "meaning") for line in run.meanings)], [run])


def _result(result: Alone) -> Iterator[str]:
    run = _run(result)
    table = run.table()
    table = table._replace(rows=table.rows[:1], bars=table.bars[:1], total=0)
    words = _alignment(result.alignment, counted_unit(run.signature)) if isinstance(result, Result) else ()
    return _tables([table], all_notes([run]), [run], words)


def _tables(
    tables: Sequence[Table],
    notes: Sequence[Message],
    runs: Sequence[Sessions[Any]],
    words: Iterator[str] | tuple[()] = (),
) -> Iterator[str]:
    """Yields tables, what follows them, notes, signatures, and the line that names the report page."""
    yield from map(_table, tables)
    yield from words
    yield from _below(notes, list(dict.fromkeys(run.signature for run in runs)), runs)


def _below(notes: Sequence[Message], signatures: Sequence[str], runs: Sequence[Sessions[Any]]) -> Iterator[str]:
    yield '<div style="margin-top:0.5em">'
    for line in notes:
        weight = "bold" if line.level == "warning" else "normal"
        yield f'<div><span style="font-weight:{weight}">{line.level}:</span> {_escaped(line)}</div>'
    for signature in signatures:
        yield f"<div><code>{_escaped(signature)}</code></div>"
    if runs and all(map(showable, runs)):
        yield '<div style="opacity:0.75"><code>.show()</code> opens the report page with every word</div>'
    yield "</div>"


# Tables


def _table(table: Table) -> str:
    """Returns a table with its headline, with bars behind the first rate, and with a bold total."""
    table = table.brief()
    head = [_cell(column, _heading(column), "th") for column in table.columns]
    if table.headline:
        head[0] = "<th></th>"
    total = len(table.rows) - table.total if table.total else None
    rows = [
        [_cell(column, _escaped(text), bold=number == total) for column, text in zip(table.columns, cells, strict=True)]
        for number, cells in enumerate(table.shown())
    ]
    if table.bars:
        place = 1 + next((i for i, column in enumerate(table.columns) if column.rate), 0)
        for row, drawn in zip([head, *rows], ["<th></th>", *_bars(table)], strict=True):
            row.insert(place, drawn)
    first, _, rest = table.headline.partition("  ")
    above = f"<div><b>{_escaped(first)}</b> &nbsp; {_escaped(rest)}</div>" if first else ""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    # Without a class, styles of documentation sites would apply, which make tables wide.
    return f'{above}<table class="hubbub"><thead><tr>{"".join(head)}</tr></thead><tbody>{body}</tbody></table>'


def _heading(column: Column) -> str:
    """Returns the title of a column; errors of a kind are underlined in the color of their part of the bars."""
    text = _escaped(column.shown_title)
    if column.title not in COLORED:
        return text
    return f'<span style="border-bottom:3px solid {color_of(column.title)}">{text}</span>'


COLORED = ("sub", "del", "ins", "missed", "falarm", "confusion", "attribution", "mixed", "split", "recognition")


def _cell(column: Column, text: str, tag: str = "td", bold: bool = False) -> str:
    style = f"text-align:{'left' if column.left else 'right'};padding:0.15em 0.6em{';font-weight:bold' * bold}"
    return f'<{tag} style="{style}">{text}</{tag}>'


def _bars(table: Table) -> list[str]:
    """Returns a cell with a bar for each row, all on one scale."""
    parts: Stack = stack(table)
    cells = []
    for shares in parts.shares:
        boxes = "".join(
            f'<span style="display:inline-block;height:0.8em;width:{BAR * max(share, 0.0) / table.scale:.1f}px;'
            f'background:{color_of(parts.names[i] if i < len(parts.names) else "")}"></span>'
            for i, share in enumerate(shares)
        )
        cells.append(
            f'<td style="text-align:left;white-space:nowrap;min-width:{BAR}px;padding:0.15em 0.6em">{boxes}</td>'
        )
    return cells


def _escaped(text: str) -> str:
    return escape(visible(text))


# Alignments


def _alignment(alignment: Alignment, unit: str) -> Iterator[str]:
    """Yields the words of every lane, errors in color, until there are too many."""
    room = MOST_WORDS
    for lane in alignment:
        nameless = {lane.speaker, lane.stream} <= ({"", "0"} if len(alignment) == 1 else {""})
        if room > 0 and not nameless:
            yield f'<div style="margin-top:0.5em"><b>{_escaped(lane_title(lane, unit))}</b></div>'
        if room > 0:
            yield f'<div dir="auto" style="max-width:60em;line-height:1.8">{_words(lane, room)}</div>'
        room -= len(lane.steps)
    if room < 0:
        yield f"<div>… {counted(-room, 'more word')}</div>"
    if alignment.errors.errors:
        kinds = [("sub", "reference", "hypothesis"), ("del", "deleted", ""), ("ins", "", "inserted")]
        legend = " ".join(_marked(kind, first, second) for kind, first, second in kinds)
        yield f'<div style="font-size:smaller">{legend}</div>'


def _words(lane: Lane, most: int) -> str:
    """Returns the first `most` steps of a lane as text; with several speakers, each turn begins with its speaker."""
    found: list[str] = []
    last = None
    for pair, _ in zip(lane.pairs(), range(most), strict=False):
        if lane.speaker is None and pair.reference is not None and pair.reference.speaker != last:
            last = pair.reference.speaker
            found.append(f"<b>{_escaped(last or 'no name')}:</b>")
        found.append(_word(pair))
    return " ".join(found)


def _word(pair: Pair) -> str:
    first = "" if pair.reference is None else pair.reference.text
    second = "" if pair.hypothesis is None else pair.hypothesis.text
    if pair.kind == CORRECT:
        return _escaped(first)
    if pair.kind == OPTIONAL_DELETION:
        return f'<span style="opacity:0.6">({_escaped(first)})</span>'
    kind = {DELETION: "del", INSERTION: "ins"}.get(pair.kind, "sub")
    return _marked(kind, first, second)


def _marked(kind: str, first: str, second: str) -> str:
    """Returns an error on a tint of its color: the reference struck through, then the hypothesis."""
    gone = f"<s>{_escaped(first)}</s>" if first else ""
    there = f"{'' if first else '+'}{_escaped(second)}" if second else ""
    inner = f"{gone} {there}".strip()
    return f'<span style="background:{color_of(kind)}40;border-radius:3px;padding:1px 3px">{inner}</span>'


# Transcripts, inspections and comparisons


def _transcript(transcript: Transcript) -> Iterator[str]:
    """Yields a picture of who speaks when, or a table of the speakers if there are no times."""
    yield f"<div>{_escaped(repr(transcript))}</div>"
    names = transcript.session_names()
    for name in names[:MOST_SESSIONS]:
        session = transcript.select([name])
        try:
            yield f"<div>{speech(name, session).svg}</div>"
        except InputError:
            yield _table(_speakers(name, session))
    if len(names) > MOST_SESSIONS:
        yield f"<div>… {counted(len(names) - MOST_SESSIONS, 'more session')}</div>"


def _speakers(name: str, session: Transcript) -> Table:
    head = [Column(name or "session", left=True), Column("segments"), Column("words")]
    rows = [
        (speaker or "no name", len(segments), sum(len(segment.words.split()) for segment in segments))
        for speaker, segments in session.speakers().items()
    ]
    return Table(head, rows)


def _inspection(inspection: Inspection) -> Iterator[str]:
    for report in inspection.files:
        first, *others = report.lines()
        yield f"<div><b>{_escaped(first)}</b></div>{_list(others)}"
    if inspection.sides:
        yield f"<div><b>reference and hypothesis</b></div>{_list(inspection.sides)}"
    if inspection.unread:
        yield f"<div><b>cannot be read</b></div>{_list([f'! {error}' for error in inspection.unread])}"


def _list(lines: Sequence[str]) -> str:
    """Returns lines as a list; those that begin with ! are warnings."""
    items = []
    for line in map(str.strip, lines):
        warned = line.startswith("! ")
        text = _escaped(line.removeprefix("! "))
        items.append(f"<li>{f'<b>warning:</b> {text}' if warned else text}</li>")
    return f"<ul>{''.join(items)}</ul>"


def _comparisons(pairs: Comparisons) -> Iterator[str]:
    """Yields the verdict, the interval and the facts of each pair; sessions and words are folded away."""
    if len(pairs) >= MANY:
        yield _table(pairs_table(pairs))
        yield f"<div>{plot(pairs).svg}</div>"
    for pair in pairs[:MOST_SESSIONS]:
        yield f"<div><b>{_escaped(pair.verdict)}</b></div>"
        if len(pairs) < MANY:
            yield f"<div>{plot(pair).svg}</div>"
        yield _table(facts_table(pair, len(pairs)))
        folded = [sessions_table(pair), *([words_table(pair)] if pair.words else [])]
        yield f"<details><summary>Sessions and words</summary>{''.join(map(_table, folded))}</details>"
    if len(pairs) > MOST_SESSIONS:
        yield f"<div>… {counted(len(pairs) - MOST_SESSIONS, 'more pair')}</div>"
    yield from _below(pairs.notes, pairs.signatures, pairs.runs)
