"""A blame as tables and lines: its sessions, its groups, its worst stretches and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hubbub.insight.blame import Blame
from hubbub.insight.selections import PER_SESSION, WAYS, Group
from hubbub.insight.stretches import LONGEST, MOST_WORDS, ErrorStretch, Line, MisattributedSegment, long_stretches
from hubbub.model.messages import Caution, Message, Note, by_level
from hubbub.model.score_intervals import remarks
from hubbub.model.score_notes import notes
from hubbub.model.tables import (
    BOLD,
    Cell,
    Column,
    Table,
    clock_range,
    counted,
    fit,
    markdown_code,
    markdown_text,
    painted,
    visible,
    wrapped,
)
from hubbub.views.table import all_notes, full, latex_file


class Shown(NamedTuple):
    """The parts of a blame that are shown besides its table."""

    each: bool = True
    """Each session, or the total alone?"""
    by: Sequence[str] = ()
    worst: int = 0


def totals(blames: Sequence[Blame]) -> Table:
    """Returns the totals of several systems, one row each."""
    first = blames[0]
    rows = [(blame.system, *blame.row(blame.total)) for blame in blames]
    bars = [blame.bar(blame.total) for blame in blames]
    return Table((Column(first.title, left=True), *first.columns), rows, bars=bars)


def group_table(blame: Blame, grouping: str, groups: Sequence[Group]) -> Table:
    """Returns the causes by group."""
    head = [Column("session", left=True)] if grouping in PER_SESSION else []
    head += [Column(WAYS[grouping], left=True), Column("rate", rate=True)]
    head += [Column("errors"), Column("length", heading="words"), *map(Column, blame.part_names)]
    rows: list[Sequence[Cell]] = [
        (
            *((group.session,) if grouping in PER_SESSION else ()),
            *(group.name, group.rate, group.errors, group.length),
            *(group.parts[name] for name in blame.part_names),
        )
        for group in groups
    ]
    bars = [[group.parts[name] / group.length for name in blame.part_names] if group.length else () for group in groups]
    return Table(head, rows, bars=bars)


def matrix_table(blame: Blame) -> Table:
    """Returns the number of each speaker's correct words by stream, a row per speaker."""
    head = [Column(title, left=True) for title in ("session", "speaker", "stream")]
    rows: list[Sequence[Cell]] = []
    for name, session in blame.items():
        for speaker, own in session.pairing or ():
            if speaker is None:
                continue
            found = {stream: words for (said, stream), words in session.matrix.items() if said == speaker}
            others = sorted((stream for stream in found if stream != own), key=lambda stream: -found[stream])
            elsewhere = ", ".join(f"{found[stream]:,} in {stream}" for stream in others)
            rows.append(
                (
                    name,
                    speaker,
                    own or "no stream",
                    found.get(own or "", 0),
                    sum(found[stream] for stream in others),
                    elsewhere,
                )
            )
    return Table([*head, Column("correct"), Column("misattributed"), Column("where", left=True)], rows)


def certainty_table(blame: Blame) -> Table:
    """Returns the rate and its parts, each with its interval."""
    level = next(iter(blame.certainty.values())).title
    head = (Column("part", left=True), Column("rate", rate=True), Column(level))
    return Table(head, [(name, blame.total.share(name), str(found)) for name, found in blame.certainty.items()])


def certainty_lines(blame: Blame) -> list[Message]:
    """Yields notes on the intervals, and why some are missing."""
    if not blame.certainty:
        return []
    whole = blame.certainty["all"]
    without: dict[str, list[str]] = {}
    for part in blame.chain.parts:
        if (found := blame.certainty[part]).low is None and (whole.low is not None or found.why != whole.why):
            without.setdefault(found.why or "", []).append(part)
    lines: list[Message] = [
        Note(f"no {whole.title} for {', '.join(parts)}: {why}", "interval") for why, parts in without.items()
    ]
    open_parts = [
        name for name, part in blame.parts.items() if not part.exact and blame.certainty[name].low is not None
    ]
    if open_parts:
        parts = ", ".join(open_parts)
        best = f"the {whole.title} of {parts} is for the best routing found, which is not proven optimal"
        lines.append(Caution(best, "unproven"))
    return [*remarks(whole), *lines]


def _left_out(blame: Blame) -> list[Message]:
    """Returns a note on the stretches that are too long to be listed, if there are any."""
    errors = [number for session in blame.values() for number in long_stretches(session.reading)]
    if not errors:
        return []
    some = f"{len(errors):,} stretch{'es' * (len(errors) > 1)} longer than {LONGEST // 60} minutes"
    without_times = f" (without times, {MOST_WORDS} words)"
    return [Note(f"not listed: {some}{without_times}, with {counted(sum(errors), 'error')}", "long_stretches")]


def _worst_title(blame: Blame) -> str:
    """Names the errors by which the worst stretches are ranked."""
    return f"worst stretches, by {' and '.join(blame.chain.parts[:-1])} errors"


def stretch_lines(stretch: ErrorStretch) -> Iterator[str]:
    """Yields a worst stretch as lines: place and cost, then its mixed segments or the words of both sides."""
    yield stretch.headline
    if stretch.misattributed:
        yield from (f"  {_misattributed(segment)}" for segment in stretch.misattributed)
        return
    for title, voices in (("REF", stretch.reference), ("HYP", stretch.hypothesis)):
        yield from (f"  {title} {voice}: {words}" for voice, words in voices)


def _misattributed(segment: MisattributedSegment) -> str:
    start = "" if segment.start is None else f" {clock_range(segment.start, segment.start)}"
    written = "no speaker" if segment.paired is None else segment.paired
    said = list(segment.speakers)
    who = said[0] if len(said) == 1 else ", ".join(f"{name} ({words})" for name, words in segment.speakers.items())
    return f"{segment.stream}{start}, labeled {written}, spoken by {who}: {segment.words}"


def text(blames: Sequence[Blame], shown: Shown, columns: int, color: bool = False, bars: bool = False) -> str:
    """Yields all tables for a terminal, without notes and signatures."""
    several = len(blames) > 1
    screen = columns, color, bars
    parts = [totals(blames).text(*screen)] if several and not shown.each else []
    for blame in blames:
        own = []
        if shown.each or not several:
            own.append(blame.table(shown.each).text(*screen))
        own += [table.text(*screen) for table in _tables(blame, shown)]
        lines = [line for stretch in blame.worst(shown.worst) for line in stretch_lines(stretch)]
        if lines:
            own.append("\n".join(fit(visible(line), columns) for line in (f"{_worst_title(blame)}:", *lines)))
        if several and own:
            own[0] = f"{painted(visible(blame.system), BOLD, color)}\n{own[0]}"
        parts += own
    parts.append("\n".join(wrapped(line, columns) for line in blames[0].meanings))
    return "\n\n".join(parts)


def all_lines(blames: Sequence[Blame], worst: int = 0) -> list[Message]:
    """Yields the warnings and notes on all systems, each after the name of its system if there are several."""
    found = all_notes(blames)
    for blame in blames:
        lines = certainty_lines(blame) + (_left_out(blame) if worst else [])
        found += [line.about(blame.system if len(blames) > 1 else "") for line in lines]
    return by_level(found)


def _groups(blame: Blame, shown: Shown) -> list[tuple[str, list[Group]]]:
    return list(blame.by(*shown.by).items()) if shown.by else []


def _tables(blame: Blame, shown: Shown) -> Iterator[Table]:
    """Yields the requested tables besides that of the sessions."""
    if blame.certainty:
        yield certainty_table(blame)
    for way, groups in _groups(blame, shown):
        yield group_table(blame, way, groups)
        if way == "speaker" and blame.chain.routes_hypothesis:
            yield matrix_table(blame)


def markdown(blames: Sequence[Blame], shown: Shown) -> str:
    """Returns all tables as Markdown."""
    parts = []
    for blame in blames:
        if len(blames) > 1:
            parts.append(f"## {markdown_text(blame.system)}: {blame.title}")
        parts.append(blame.table(shown.each).markdown())
        parts += [table.markdown() for table in _tables(blame, shown)]
        worst = blame.worst(shown.worst)
        if worst:
            parts.append(f"{_worst_title(blame).capitalize()}:")
        for stretch in worst:
            first, *others = stretch_lines(stretch)
            nested = (f"    - {markdown_text(line.strip())}" for line in others)
            parts.append("\n".join([f"- {markdown_text(first)}", *nested]))
        left_out = _left_out(blame) if shown.worst else ()
        lines = (*blame.meanings, *blame.warnings, *certainty_lines(blame), *left_out, *notes(blame))
        parts.append("\n".join(f"- {markdown_text(line)}" for line in lines))
        parts.append(markdown_code(blame.signature))
    return "\n\n".join(parts) + "\n"


def latex(blames: Sequence[Blame], shown: Shown) -> str:
    """Returns all tables as LaTeX, with the notes as comments."""
    tables: list[Table] = []
    remarks = list(blames[0].meanings)
    for blame in blames:
        tables += [blame.table(shown.each), *_tables(blame, shown)]
        lines = [line for stretch in blame.worst(shown.worst) for line in stretch_lines(stretch)]
        remarks += [_worst_title(blame), *lines] if lines else []
        remarks.append(blame.signature)
    return latex_file(tables, remarks, all_lines(blames, shown.worst))


def full_table(blames: Sequence[Blame], shown: Shown) -> Table:
    """Sessions, totals, groups and worst stretches in one long table. The last column says what a row is."""
    table = full(blames)
    where = [Column("start"), Column("end"), Column("reference", left=True), Column("hypothesis", left=True)]
    columns = [*table.columns[:-1], *(where if shown.worst else ()), table.columns[-1]]
    titles = [column.title for column in columns]
    rows = table.records()
    for blame in blames:
        known: dict[str, Cell] = {"system": blame.system, "metric": blame.metric}
        for way, groups in _groups(blame, shown):
            for group in groups:
                name = group.name if group.session is None else f"{group.session} {group.name}"
                cells: dict[str, Cell] = {"session": name, "row": way, "rate": group.rate}
                rows.append({**known, **cells, "errors": group.errors, "length": group.length, **group.parts})
        for stretch in blame.worst(shown.worst):
            found: dict[str, Cell] = {"session": stretch.session, "errors": stretch.errors, **stretch.parts}
            said, heard = _words_by_speaker(stretch.reference), _words_by_speaker(stretch.hypothesis)
            times = {"start": stretch.start, "end": stretch.end}
            rows.append({**known, **found, **times, "reference": said, "hypothesis": heard, "row": "worst"})
    return Table(columns, [tuple(row.get(title) for title in titles) for row in rows])


def _words_by_speaker(said: Sequence[Line]) -> str:
    """Returns the words of all speakers in a line."""
    return " | ".join(f"{voice}: {words}" for voice, words in said)
